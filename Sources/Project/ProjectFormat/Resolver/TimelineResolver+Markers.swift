import Diagnostics
import BaseValues
import TimelineModel

extension TimelineResolver {
  /// The markers with exact times; those that do not exist at the output's rate are reported and left
  /// out.
  mutating func markers() -> [Marker] {
    let grid = FrameGrid(rate)
    var markers: [Marker] = []
    for written in document.markers {
      guard let time = seconds(written.at) else { continue }
      var marker = Marker(
        time: Located(value: time, range: written.at.range), frame: grid.nearestFrame(to: time),
        name: written.name, note: document.notes[written.range], color: written.color,
        range: written.range)
      marker.isChapter = written.isChapter
      markers.append(marker)
    }
    return markers
  }
}
