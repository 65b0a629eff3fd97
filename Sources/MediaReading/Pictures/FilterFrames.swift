import LibAV
import MediaOpening
import MediaSources

/// Pictures of a source graph by number. Going back starts the graph again.
final class FilterFrames {
  private let text: String
  private let program: ReaderProgram?
  private var graph: SourceGraph?
  private var next = 0
  private var last: SharedFrame?

  /// - Parameter program: runs the graph; `nil` to run it in this process.
  init(_ text: String, program: ReaderProgram? = nil) {
    self.text = text
    self.program = program
  }

  func frame(_ number: Int) throws(LibAVError) -> SharedFrame {
    if number == next - 1, let last { return last }
    if graph == nil || number < next {
      graph = nil
      graph = try SourceGraph(text, from: number, program: program)
      next = number
    }
    while true {
      guard let frame = try graph?.picture() else {
        throw .unusable(for: "get a picture: the filter graph has ended")
      }
      let shared = SharedFrame(frame)
      next += 1
      if next == number + 1 {
        last = shared
        return shared
      }
    }
  }
}
