import LibAV

/// Pictures of a source graph by number. Going back starts the graph again.
final class FilterPictures {
  private let text: String
  private var graph: FilterGraph?
  private var next = 0
  private var last: SharedFrame?

  init(_ text: String) { self.text = text }

  func frame(_ number: Int) throws(LibAVError) -> SharedFrame {
    if number == next - 1, let last { return last }
    if graph == nil || number < next {
      graph = try FilterGraph(text)
      next = 0
    }
    while true {
      let frame = try take()
      let shared = SharedFrame(frame)
      next += 1
      if next == number + 1 {
        last = shared
        return shared
      }
    }
  }

  private func take() throws(LibAVError) -> VideoFrame {
    guard graph != nil else { throw LibAVError(code: -22, operation: "run filter graph") }
    if let received = try graph?.receiveVideo() {
      switch consume received {
      case .frame(let frame): return frame
      case .needsInput: break
      case .endOfStream: break
      }
    }
    throw LibAVError(code: -22, operation: "get a picture: the filter graph has ended")
  }
}
