import LibAV
import MediaOpening

extension ReaderServer {
  /// Runs what pictures it is given through a chain of filters, as ``ReaderRequest/chain(text:)`` says,
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
        // Each picture has the time anew.
        ProcessConfinement.limitProcessor(seconds: seconds)
        do throws(LibAVError) {
          switch message {
          case .opened(let input):
            graph = nil
            graph = try PictureChain.graph(
              text, PictureChain.Input(input), format: format, log: log)
            if let output = graph?.output, !send(.opened(output)) { return }
          case .picture(let header):
            let frame = try unsafe header.frame { buffer in
              guard case .done = unsafe socket.read(into: buffer, until: nil) else { return false }
              return true
            }
            try graph?.send(frame, at: header.timestamp)
          case .ended: try graph?.sendEnd()
          default: return
          }
          while graph?.output.kind == .video, let received = try graph?.receiveVideo(),
            case .frame(let frame) = consume received
          {
            ProcessConfinement.limitProcessor(seconds: seconds)
            let bytes = try frame.packed()
            guard send(.picture(.init(frame, byteCount: bytes.count)), bytes) else { return }
          }
          guard send(.ended) else { return }
        } catch {
          var lines = log.lines.suffix(8).map(\.text)
          if error == FilterGraph.otherEnds { lines.append(PictureChain.endsWord) }
          guard send(.failed(status: error.status, lines: lines)) else { return }
        }
      }
    }

    private func next() -> ReaderMessage? {
      guard case (let bytes, .done) = socket.readMessage(until: nil) else { return nil }
      return try? ReaderMessage.decoded(bytes)
    }

    private func send(_ message: ReaderMessage, _ bytes: [UInt8] = []) -> Bool {
      socket.write(message: message.encoded) && socket.write(bytes)
    }
  }
}
