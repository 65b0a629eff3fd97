import LibAV
import MediaOpening
import MediaSources

/// Pictures of a source graph by number. Going back starts the graph again.
final class FilterFrames: StoredFrames {
  private let text: String
  private let program: ReaderProgram?
  private var graph: SourceGraph?
  private var next = 0
  private var last: SharedFrame?
  let count: Int
  var kept = 1
  private(set) var restarts = 0

  /// - Parameters:
  ///   - count: of its pictures, for those who ask; `nil` where there is no end.
  ///   - program: runs the graph; `nil` to run it in this process.
  init(_ text: String, count: Int? = nil, program: ReaderProgram? = nil) {
    self.text = text
    self.count = count ?? Int(Int32.max)
    self.program = program
  }

  func distance(to number: Int) -> Int? { number >= next - 1 ? number - next + 1 : nil }

  func steps(backTo number: Int) -> Bool { false }

  func frame(_ number: Int) throws(LibAVError) -> SharedFrame {
    if number == next - 1, let last { return last }
    if graph == nil || number < next {
      restarts += 1
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
