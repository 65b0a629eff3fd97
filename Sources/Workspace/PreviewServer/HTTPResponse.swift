/// What a request gets.
struct HTTPResponse: Hashable, Sendable {
  enum Status: Int, Sendable {
    case done = 200
    case badRequest = 400
    case forbidden = 403
    case notFound = 404
    case wrongMethod = 405
    case gone = 410
    case tooLarge = 413
    case tooLong = 431
    case failed = 500
    case busy = 503
    case version = 505

    var words: String {
      switch self {
      case .done: "OK"
      case .badRequest: "Bad Request"
      case .forbidden: "Forbidden"
      case .notFound: "Not Found"
      case .wrongMethod: "Method Not Allowed"
      case .gone: "Gone"
      case .tooLarge: "Content Too Large"
      case .tooLong: "Request Header Fields Too Large"
      case .failed: "Internal Server Error"
      case .busy: "Service Unavailable"
      case .version: "HTTP Version Not Supported"
      }
    }
  }

  var status = Status.done
  /// A media type; empty without a body.
  var type = ""
  var body: [UInt8] = []
  /// Seconds for which a browser need not ask again.
  var lifetime = 0

  /// Nothing but a status.
  init(_ status: Status) { self.status = status }

  init(_ type: String, _ body: [UInt8], lifetime: Int = 0) {
    self.type = type
    self.body = body
    self.lifetime = lifetime
  }

  init(_ type: String, _ text: String) { self.init(type, Array(text.utf8)) }

  /// Says in plain words what is wrong.
  init(_ status: Status, _ words: String) {
    self.init("text/plain; charset=utf-8", Array((words + "\n").utf8))
    self.status = status
  }

  /// What a page may do, whatever a project has in it: run our script, and ask for our resources. Nothing of it may
  /// be shown or asked for by another site.
  static let policy = [
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; "
      + "img-src 'self' blob: data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
      + "frame-ancestors 'none'",
    "X-Content-Type-Options: nosniff",
    "X-Frame-Options: DENY",
    "Referrer-Policy: no-referrer",
    "Cross-Origin-Resource-Policy: same-origin",
    "Cross-Origin-Opener-Policy: same-origin",
  ]

  /// Head and body as they are sent.
  ///
  /// - Parameter isPersistent: whether the connection stays open.
  func bytes(isPersistent: Bool) -> [UInt8] {
    var lines = ["HTTP/1.1 \(status.rawValue) \(status.words)"]
    if !type.isEmpty { lines.append("Content-Type: \(type)") }
    lines += ["Content-Length: \(body.count)"] + Self.policy
    lines.append(
      lifetime > 0 ? "Cache-Control: private, max-age=\(lifetime)" : "Cache-Control: no-store")
    if !isPersistent { lines.append("Connection: close") }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
  }

  /// The head of a stream of events that ends with the connection.
  static var eventHead: [UInt8] {
    let lines =
      ["HTTP/1.1 200 OK", "Content-Type: text/event-stream", "Cache-Control: no-store"]
      + policy + ["Connection: close"]
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }
}
