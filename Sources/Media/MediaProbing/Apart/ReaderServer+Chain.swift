import LibAV
import MediaOpening

extension ReaderServer {
  /// Runs what pictures or sound it is given through a chain of filters, as ``ReaderRequest/chain(text:format:)`` says,
  /// until nobody wants more.
  struct ChainServer {
    let text: String
    let format: String?
    let socket: ReaderSocket
    let seconds: Int

    func run() {
      var graph: FilterGraph?
      let log = LogRing(level: .error)
      while let message = next() {
        // Each picture or block has the time anew.
        ProcessConfinement.limitProcessor(seconds: seconds)
        do throws(LibAVError) {
          switch message {
          case .opened(let input):
            graph = nil
            graph = try ChainSite.graph(text, input, format: format, log: log)
            if let output = graph?.output, !send(.opened(output)) { return }
          case .picture(let header):
            try graph?.send(try unsafe header.frame(fill: fill), at: header.timestamp)
          case .sound(let header): try graph?.send(try unsafe header.frame(fill: fill))
          case .ended: try graph?.sendEnd()
          default: return
          }
          while let (message, bytes) = try result(of: &graph) {
            ProcessConfinement.limitProcessor(seconds: seconds)
            guard send(message, bytes) else { return }
          }
          guard send(.ended) else { return }
        } catch {
          var lines = log.lines.suffix(8).map(\.text)
          if error == FilterGraph.otherEnds { lines.append(ChainSite.endsWord) }
          guard send(.failed(status: error.status, lines: lines)) else { return }
        }
      }
    }

    /// The next picture or block that comes out of a graph; `nil` where more has to go in first.
    private func result(
      of graph: inout FilterGraph?
    ) throws(LibAVError) -> (ReaderMessage, [UInt8])? {
      switch graph?.output.kind {
      case .video:
        guard let received = try graph?.receiveVideo(), case .frame(let frame) = consume received
        else { return nil }
        let bytes = try frame.packed()
        return (.picture(.init(frame, byteCount: bytes.count)), bytes)
      case .audio:
        guard let received = try graph?.receiveAudio(), case .frame(let frame) = consume received
        else { return nil }
        let bytes = frame.packed()
        return (.sound(.init(frame, byteCount: bytes.count)), bytes)
      default: return nil
      }
    }

    /// Reads the bytes that follow a message.
    private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
      guard case .done = unsafe socket.read(into: buffer, while: nil) else { return false }
      return true
    }

    private func next() -> ReaderMessage? {
      guard case (let bytes, .done) = socket.readMessage(while: nil) else { return nil }
      return try? ReaderMessage.decoded(bytes)
    }

    private func send(_ message: ReaderMessage, _ bytes: [UInt8] = []) -> Bool {
      socket.write(message: message.encoded) && socket.write(bytes)
    }
  }
}
