package import BaseValues
import Diagnostics

// Frames that names stand for, for whoever asks for one.
extension Timeline {
  /// The frame at which something stands that is named as expressions name it, without their braces:
  /// `chorus` is a marker, `voice.start` and `voice.end` are of an item or a track with that id. Names
  /// may stand in brackets.
  ///
  /// - Returns: the nearest frame; `nil` where nothing is called that.
  package func frame(named name: String) -> FrameIndex? {
    let grid = FrameGrid(output.frameRate)
    if let marker = markers.first(where: {
      $0.name?.value == name || "[\($0.name?.value ?? "")]" == name
    }) {
      return marker.frame
    }
    if name == "end" { return grid.nearestFrame(to: duration) }
    guard let point = name.lastIndex(of: ".") else { return nil }
    let (property, written) = (name[name.index(after: point)...], name[..<point])
    let isBracketed = written.hasPrefix("[") && written.hasSuffix("]")
    let id = isBracketed ? String(written.dropFirst().dropLast()) : String(written)
    for (other, range) in named where other == id {
      switch property {
      case "start": return grid.nearestFrame(to: range.start)
      case "end": return grid.nearestFrame(to: range.end)
      default: return nil
      }
    }
    return name == "movie.end" ? grid.nearestFrame(to: duration) : nil
  }

  /// What ``frame(named:)`` knows.
  package var namesOfFrames: [String] {
    markers.compactMap { $0.name?.value }
      + named.flatMap { ["\($0.name).start", "\($0.name).end"] }
  }

  /// Items and tracks with ids, and when they are there.
  private var named: [(name: String, range: TimeRange)] {
    tracks.flatMap { track -> [(name: String, range: TimeRange)] in
      let items =
        track.clips.map { ($0.name?.value, $0.placed) }
        + track.titles.map { ($0.name?.value, $0.placed) }
      let whole = (try? TimeRange(start: .zero, duration: track.end)).map {
        (track.name?.value, $0)
      }
      return (items + [whole].compactMap(\.self)).compactMap { name, range in
        name.map { ($0, range) }
      }
    }
  }
}
