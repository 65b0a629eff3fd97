import ChunkStorage
import Diagnostics
import FileSystem
import Glibc
import LibAV
import MediaOpening
import MediaSources
import TimelineModel

/// The reading process's side: answers one request and ends.
package enum ReaderServer {
  /// Reads for the process at the other end of the connection until that has enough.
  ///
  /// - Returns: the exit status; `nil` where there is no such connection.
  package static func run() -> Int32? {
    let socket = ReaderSocket(descriptor: ReaderProcess.socketNumber)
    var status = stat()
    guard unsafe fstat(socket.descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
      return nil
    }
    _ = signal(SIGPIPE, SIG_IGN)
    guard endsWithParent(), case (let bytes, .done) = socket.readMessage(while: nil),
      let (request, limits) = try? ReaderRequest.decoded(bytes),
      ProcessConfinement.confine(firstClosed: socket.descriptor + 1, memory: limits.memory)
    else { return 3 }
    let server = Server(socket: socket, seconds: limits.seconds)
    do throws(LibAVError) {
      switch request {
      case .filter(let text, let first): try server.run(text, from: first)
      case .length(let text): try server.measure(text)
      case .file(let path, let writtenPath, let video): server.describe(path, writtenPath, video)
      case .chain(let text, let format):
        ChainServer(text: text, format: format, socket: socket, seconds: limits.seconds).run()
      }
    } catch {
      _ = server.send(.failed(status: error.status, lines: []))
    }
    return 0
  }

  /// Ends the process as soon as nobody is at the other end, even if a library is busy then.
  private static func endsWithParent() -> Bool {
    var thread = pthread_t()
    return unsafe pthread_create(
      &thread, nil,
      { _ in
        // That the other end is closed is told without being asked for.
        var wish = pollfd(fd: ReaderProcess.socketNumber, events: 0, revents: 0)
        while unsafe poll(&wish, 1, -1) <= 0 {}
        _exit(3)
      }, nil) == 0
  }
}

/// Answers through a connection.
private struct Server {
  let socket: ReaderSocket
  let seconds: Int

  func send(_ message: ReaderMessage, _ bytes: [UInt8] = []) -> Bool {
    socket.write(message: message.encoded) && socket.write(bytes)
  }

  // MARK: - Filters

  func run(_ text: String, from first: Int) throws(LibAVError) {
    ProcessConfinement.limitProcessor(seconds: seconds)
    let log = LogRing(level: .error)
    var options = FilterGraph.Options()
    options.log = log
    var number = 0
    do throws(LibAVError) {
      var graph = try FilterGraph(text, options: options)
      guard send(.opened(graph.output)) else { return }
      while true {
        // Each picture has the time anew; the process waits while the connection is full.
        ProcessConfinement.limitProcessor(seconds: seconds)
        let isLast: Bool
        switch graph.output.kind {
        case .video: isLast = try sendPicture(&graph, isSkipped: number < first)
        case .audio: isLast = try sendAudio(&graph)
        case .other: isLast = true
        }
        if isLast { break }
        number += 1
      }
      _ = send(.ended)
    } catch {
      _ = send(.failed(status: error.status, lines: log.lines.suffix(8).map(\.text)))
    }
  }

  func measure(_ text: String) throws(LibAVError) {
    ProcessConfinement.limitProcessor(seconds: seconds)
    _ = send(.length(try FilterLength.of(try FilterGraph(text))))
  }

  /// - Returns: whether there are no more, or nobody wants more.
  private func sendPicture(
    _ graph: inout FilterGraph, isSkipped: Bool
  ) throws(LibAVError) -> Bool {
    guard case .frame(let frame) = try graph.receiveVideo() else { return true }
    if isSkipped { return false }
    let bytes = try frame.packed()
    return !send(.picture(.init(frame, byteCount: bytes.count)), bytes)
  }

  private func sendAudio(_ graph: inout FilterGraph) throws(LibAVError) -> Bool {
    guard case .frame(let frame) = try graph.receiveAudio() else { return true }
    let bytes = frame.packed()
    return !send(.sound(.init(frame, byteCount: bytes.count)), bytes)
  }

  // MARK: - Files

  func describe(_ path: String, _ writtenPath: String, _ video: Int?) {
    ProcessConfinement.limitProcessor(seconds: seconds)
    let item = MediaItem(
      id: MediaID(0), name: "", nameRange: .none, valueRange: .none,
      content: .file(path: writtenPath, videoStream: video, audioStream: nil))
    do throws(MediaProblem) {
      let source = try FileProbe(
        item: item, place: .file(path: path), path: writtenPath, protocols: [],
        hashes: SourceHashes(folder: nil), facts: FactsStore(folder: nil)
      ).source(video: video, audio: nil)
      let record = FactsFile.encode(source, key: ReaderProgram.word)
      _ = send(.facts(contentHash: source.facts.contentHash, byteCount: record.count), record)
    } catch {
      _ = send(.problem(error.diagnostic))
    }
  }
}
