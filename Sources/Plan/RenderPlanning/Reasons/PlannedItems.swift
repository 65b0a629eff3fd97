package import PlanModel
package import TimelineModel

/// The items of a movie's edit and of all that it shows, by their origins in its plan.
package struct PlannedItems: Sendable {
  private let edit: PlacedEdit

  /// - Complexity: O(n) for n items, those of an edit as often as it is shown.
  package init(_ timeline: Timeline) {
    edit = (try? PlacedEdit(timeline)) ?? PlacedEdit(shallow: timeline)
  }

  /// A track, its items in times of the movie; `nil` where there is none.
  package func track(_ id: TrackID) -> Track? {
    edit.owner(of: id)?.timeline.tracks.first { $0.id == id }
  }

  /// The edit that a track is of, which may be shown more than once with other values: its items are
  /// as they are there. `nil` where there is none.
  package func timeline(of id: TrackID) -> Timeline? { edit.owner(of: id)?.timeline }

  /// The number of a track within its own edit, from 0.
  package func number(of id: TrackID) -> Int {
    id.index - (edit.owner(of: id)?.timeline.tracks.first?.id.index ?? 0)
  }

  /// The items that show the edit an item lies in, the outermost first; none for those of the movie's
  /// own edit.
  package func way(to origin: PlanOrigin) -> [PlanOrigin] {
    var way: [PlanOrigin] = []
    var inner = origin
    while let use = edit.owner(of: inner.track)?.use, way.count < 64 {
      way.append(use)
      inner = use
    }
    return way.reversed()
  }
}
