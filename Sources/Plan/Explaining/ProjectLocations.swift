internal import Diagnostics
package import PlanModel
internal import RenderPlanning
internal import TimelineModel

/// A place in a project file, as people count it.
package struct ProjectLocation: Hashable, Sendable, CustomStringConvertible {
  /// The project's path as it was named.
  package var file: String
  /// From 1.
  package var line: Int
  /// From 1, in Unicode scalars.
  package var column: Int

  /// `promo.json:14:7`
  package var description: String { "\(file):\(line):\(column)" }
}

/// An item of a project: where it stands and what a person calls it.
package struct ItemReference: Hashable, Sendable {
  /// The item by its places in tracks and lists.
  package var origin: PlanOrigin
  /// The track's `id`, if it has one.
  package var trackName: String?
  /// The item's id, media name or text; a transition's name.
  package var label: String
  /// Where it is written; `nil` where it stands nowhere.
  package var location: ProjectLocation?

  /// What shows the project or group that it is of, the outermost first; empty for an item of the
  /// movie's own.
  package var way: [String] = []

  /// In painter's order from 0, within its project or group.
  package var track: Int

  /// `clip 0`, `transition 2`, `title 1 layer 0`: places in the track.
  package var item: String { PlanText.item(origin.item) }

  /// Whether it is a layer of a title.
  package var isTitle: Bool {
    if case .title = origin.item { true } else { false }
  }
}

/// Finds the items of a plan in the project's text.
struct ProjectLocations {
  let file: SourceFile
  let timeline: Timeline
  private let items: PlannedItems

  init(file: SourceFile, timeline: Timeline) {
    self.file = file
    self.timeline = timeline
    items = PlannedItems(timeline)
  }

  func location(_ range: SourceRange) -> ProjectLocation? {
    guard !range.isNone else { return nil }
    let position = file.position(ofOffset: range.lower)
    return ProjectLocation(file: file.path(of: range), line: position.line, column: position.column)
  }

  func item(_ origin: PlanOrigin) -> ItemReference {
    ItemReference(
      origin: origin, trackName: track(origin.track)?.name?.value, label: origin.label,
      location: location(range(origin)), way: items.way(to: origin).map(\.label),
      track: items.number(of: origin.track))
  }

  func track(_ id: TrackID) -> Track? { items.track(id) }

  /// Where values of what stands at a place come from, in the edit that a track is of.
  func valueOrigins(_ range: SourceRange, on track: TrackID) -> [ValueOrigin] {
    items.timeline(of: track)?.origins[range] ?? timeline.origins[range] ?? []
  }

  /// The number of a track within its own edit, from 1, for people.
  func number(of id: TrackID) -> String { "\(items.number(of: id) + 1)" }

  /// What shows the edits that an item lies in.
  func way(to origin: PlanOrigin) -> [PlanOrigin] { items.way(to: origin) }

  func clip(_ origin: PlanOrigin) -> Clip? {
    guard case .clip(let index) = origin.item, let track = track(origin.track),
      track.clips.indices.contains(index)
    else { return nil }
    return track.clips[index]
  }

  func transition(_ origin: PlanOrigin) -> Transition? {
    guard case .transition(let index) = origin.item, let track = track(origin.track),
      track.transitions.indices.contains(index)
    else { return nil }
    return track.transitions[index]
  }

  /// The title around a layer.
  func title(_ origin: PlanOrigin) -> (title: Title, layer: TitleLayer)? {
    guard case .title(let index, let layer) = origin.item, let track = track(origin.track),
      track.titles.indices.contains(index), track.titles[index].layers.indices.contains(layer)
    else { return nil }
    return (track.titles[index], track.titles[index].layers[layer])
  }

  func range(_ origin: PlanOrigin) -> SourceRange {
    clip(origin)?.range ?? transition(origin)?.range ?? title(origin)?.layer.range ?? .none
  }
}
