import LibAV
import MediaOpening

extension ReaderServer {
  /// Runs the sound that it is given through a chain of filters, as ``ReaderRequest/soundChain(text:)`` says,
  /// until nobody wants more.
  struct SoundChainServer {
    let text: String
    let socket: ReaderSocket
    let seconds: Int

    func run() {
      var graph: FilterGraph?
      let log = LogRing(level: .error)
      while let message = next() {
        // Each block has the time anew.
        ProcessConfinement.limitProcessor(seconds: seconds)
        do throws(LibAVError) {
          switch message {
          case .opened(let input):
            graph = nil
            graph = try SoundChain.graph(text, input, log: log)
            if let output = graph?.output, !send(.opened(output)) { return }
          case .sound(let header):
            var block = try unsafe AudioFrame(
              packed: header.format, sampleCount: header.sampleCount, byteCount: header.byteCount
            ) { buffer in
              guard case .done = unsafe socket.read(into: buffer, until: nil) else { return false }
              return true
            }
            block.timestamp = header.timestamp
            try graph?.send(block)
          case .ended: try graph?.sendEnd()
          default: return
          }
          while graph?.output.kind == .audio, let received = try graph?.receiveAudio(),
            case .frame(let frame) = consume received
          {
            ProcessConfinement.limitProcessor(seconds: seconds)
            let bytes = frame.packed()
            guard send(.sound(.init(frame, byteCount: bytes.count)), bytes) else { return }
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
