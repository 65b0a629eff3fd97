import Synchronization
import Workers

/// Answers requests on a port of this machine, each connection by a thread of a few.
final class HTTPServer: Sendable {
  /// What a request gets.
  enum Reply: Sendable {
    case response(HTTPResponse)
    /// Events for as long as the connection lasts: `next` waits for one, a while at most, and gives what is sent.
    case events(next: @Sendable () -> String)
  }

  private struct Connections: Sendable {
    var open: [Int: LoopbackConnection] = [:]
    var next = 0
    var isOver = false
  }

  /// Connections at a time: a browser has six to a server.
  static let mostConnections = 40
  /// How long a connection may stay open without a request, and how long a request may take to come, in milliseconds.
  private static let idleTime: Int32 = 20_000
  private static let headTime = Duration.seconds(10)

  private let pool: WorkerPool
  private let connections = Mutex(Connections())
  private let answer: @Sendable (HTTPRequest) -> Reply

  /// - Parameter answer: is called by several threads at a time.
  init(answer: @escaping @Sendable (HTTPRequest) -> Reply) throws(WorkerPoolError) {
    self.answer = answer
    pool = try WorkerPool(threads: Self.mostConnections)
  }

  /// Takes connections until that is over, and then ends all that are open.
  func serve(_ listener: borrowing LoopbackListener, until isOver: () -> Bool) {
    while !isOver() {
      guard let connection = listener.accept(milliseconds: 100) else { continue }
      guard let number = begin(connection) else {
        _ = connection.write(HTTPResponse(.busy).bytes(isPersistent: false))
        continue
      }
      pool.start { [self] in
        serve(connection)
        connections.withLock { $0.open[number] = nil }
      }
    }
    let open = connections.withLock { connections in
      connections.isOver = true
      return Array(connections.open.values)
    }
    for connection in open { connection.end() }
  }

  /// Connections that are open.
  var count: Int { connections.withLock { $0.open.count } }

  private func begin(_ connection: LoopbackConnection) -> Int? {
    connections.withLock { connections in
      guard connections.open.count < Self.mostConnections else { return nil }
      connections.next += 1
      connections.open[connections.next] = connection
      return connections.next
    }
  }

  private var isOver: Bool { connections.withLock { $0.isOver } }

  // MARK: - One connection

  private func serve(_ connection: LoopbackConnection) {
    var received: [UInt8] = []
    while !isOver {
      switch next(connection, &received) {
      case nil: return
      case .failure(let status)?:
        _ = connection.write(HTTPResponse(status).bytes(isPersistent: false))
        return
      case .success(let request)?:
        switch answer(request) {
        case .response(let response):
          guard connection.write(response.bytes(isPersistent: request.isPersistent)),
            request.isPersistent
          else { return }
        case .events(let next):
          send(next, on: connection)
          return
        }
      }
    }
  }

  private enum Next {
    case success(HTTPRequest)
    case failure(HTTPResponse.Status)
  }

  /// The next request; `nil` where the connection is to end without a word.
  private func next(_ connection: LoopbackConnection, _ received: inout [UInt8]) -> Next? {
    let start = ContinuousClock.now
    while true {
      do throws(HTTPRequest.Problem) {
        return .success(try HTTPRequest.take(from: &received))
      } catch {
        switch error {
        case .incomplete: break
        case .malformed: return .failure(.badRequest)
        case .tooLong: return .failure(.tooLong)
        case .hasBody: return .failure(.tooLarge)
        case .version: return .failure(.version)
        }
      }
      // A head that drips in keeps a thread no longer than one that comes at once.
      if !received.isEmpty, .now - start > Self.headTime { return nil }
      let bytes = connection.read(milliseconds: received.isEmpty ? Self.idleTime : 2_000)
      if bytes.isEmpty { return nil }
      received += bytes
    }
  }

  private func send(_ next: () -> String, on connection: LoopbackConnection) {
    guard connection.write(HTTPResponse.eventHead) else { return }
    while !isOver, !connection.isOver {
      guard connection.write(Array(next().utf8)) else { return }
    }
  }
}
