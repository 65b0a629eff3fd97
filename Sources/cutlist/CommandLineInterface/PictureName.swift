import FileSystem
import OutputFiles
import TimelineModel
import Workspace

/// What pictures of frames are called.
struct PictureName {
  private let text: String

  init(_ text: String) { self.text = text }

  /// The name of a frame's picture.
  ///
  /// - Parameters:
  ///   - number: of the picture among all that are written.
  ///   - time: the frame's timecode.
  ///   - count: pictures that are written; several need a name each.
  func path(of frame: Int, number: Int, time: String, count: Int = 1) throws(CommandFailure)
    -> String
  {
    let numbered = NumberedPath(text)
    let isOne = !text.contains("{frame}") && !text.contains("{time}") && numbered == nil
    if isOne, count > 1 {
      throw CommandFailure(
        .usage, "\(count) pictures need a name each: put {frame}, {time} or %04d into '\(text)'")
    }
    let plain = String(time.map { ":;".contains($0) ? "-" : $0 })
    return (numbered?.path(number) ?? text).replacing("{frame}", with: "\(frame)").replacing(
      "{time}", with: plain)
  }
}
