import BaseValues
import Diagnostics
import RenderPlanning
import TimelineModel

/// Captions that are drawn on other captions: of two tracks at one place, or of looks that are not put above each other.
struct CaptionMeeting {
  let project: LoadedProject
  let timeline: Timeline
  /// So many captions are looked at: of one film with two tracks each is much like the others.
  private static let most = 400

  private struct Place: Hashable {
    var track: Int
    var title: Int
  }

  /// The first meeting of each two tracks.
  ///
  /// - Complexity: O(n log n) for n captions, of which those that are seen together are laid out.
  func findings() -> [Diagnostic] {
    let wanted = together()
    if wanted.isEmpty { return [] }
    let places = project.textPlaces { wanted.contains(Place(track: $0, title: $1)) }
    var findings: [Diagnostic] = []
    var told: Set<[Int]> = []
    for (index, place) in places.enumerated() {
      for other in places[..<index]
      where place.frames.overlaps(other.frames) && place.overlaps(other)
        && (place.track != other.track || place.title != other.title)
      {
        let tracks = [place.track, other.track].sorted()
        guard told.insert(tracks).inserted else { continue }
        findings.append(finding(place, other))
      }
    }
    return findings
  }

  /// Captions that are seen at the same time as others.
  private func together() -> Set<Place> {
    var titles: [(place: Place, placed: TimeRange)] = []
    for (number, track) in timeline.tracks.enumerated()
    where track.captions != nil && track.textOutput.draws {
      for (index, title) in track.titles.enumerated() {
        titles.append((Place(track: number, title: index), title.placed))
      }
    }
    titles.sort { $0.placed.start < $1.placed.start }
    var found: Set<Place> = []
    var latest: (place: Place, placed: TimeRange)?
    for title in titles where found.count < Self.most {
      if let before = latest, title.placed.start < before.placed.end {
        found.formUnion([before.place, title.place])
      }
      if latest.map({ title.placed.end > $0.placed.end }) ?? true { latest = title }
    }
    return found
  }

  private func finding(_ place: TextPlace, _ other: TextPlace) -> Diagnostic {
    let (title, below) = (
      timeline.tracks[place.track].titles[place.title],
      timeline.tracks[other.track].titles[other.title]
    )
    return Diagnostic(
      id: .captionsOnCaptions, severity: .warning,
      message:
        "the caption '\(shortened(title.firstText))' is drawn on '\(shortened(below.firstText))'",
      range: title.range, notes: [Note(message: "the other one", range: below.range)],
      fixes: [
        Fix(
          message: place.track == other.track
            ? "give one of them another \"place\" or \"margin\" in its \"style\", or another time"
            : "give one of the tracks another \"place\" or \"margin\" in its \"style\", or "
              + "\"output\": \"track\"")
      ])
  }
}
