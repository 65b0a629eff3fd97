import Foundation

/// A request on a socket of this machine, written byte by byte.
struct RawRequest {
  /// Status, head and body of an answer; the status is 0 where there is none.
  struct Answer {
    var status = 0
    var head = ""
    var body = Data()
    var text: String { String(decoding: body, as: UTF8.self) }
  }

  var port: UInt16
  /// With the secret, and a slash at the end.
  var base: String

  /// - Parameter address: `http://127.0.0.1:PORT/SECRET/`
  init?(_ address: String) {
    guard let parts = address.wholeMatch(of: #/http://127\.0\.0\.1:(\d+)(/[0-9a-f]+/)/#),
      let port = UInt16(parts.1)
    else { return nil }
    self.port = port
    base = String(parts.2)
  }

  /// - Parameters:
  ///   - path: below the secret.
  ///   - fields: beside or instead of `Host`.
  func get(_ path: String, _ fields: [String: String] = [:]) -> Answer {
    var all = ["Host": "127.0.0.1:\(port)", "Connection": "close"]
    all.merge(fields) { $1 }
    let lines = all.map { "\($0.key): \($0.value)\r\n" }.sorted().joined()
    return send("GET \(base)\(path) HTTP/1.1\r\n\(lines)\r\n")
  }

  /// Sends anything and takes what comes until the other side ends.
  ///
  /// - Parameter end: stops when this has come.
  func send(_ text: String, until end: String? = nil) -> Answer {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let isThere = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isThere else { return Answer() }
    let bytes = Array(text.utf8)
    _ = unsafe bytes.withUnsafeBytes {
      unsafe Foundation.send(descriptor, $0.baseAddress, $0.count, 0)
    }
    var all = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe recv(descriptor, $0.baseAddress, $0.count, 0)
      }
      if count <= 0 { break }
      all += buffer[..<count]
      if let end, String(decoding: all, as: UTF8.self).contains(end) { break }
    }
    guard let middle = all.firstRange(of: Data("\r\n\r\n".utf8)) else { return Answer() }
    let head = String(decoding: all[..<middle.lowerBound], as: UTF8.self)
    let status = head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return Answer(status: status, head: head, body: Data(all[middle.upperBound...]))
  }
}
