/// The head of a request by HTTP/1.1 (RFC 9112), as far as a server of pages on the same machine needs it: no body,
/// no other form of address than a path.
struct HTTPRequest: Hashable, Sendable {
  var method: String
  /// Percent signs resolved; begins with a slash.
  var path: String
  /// The fields after `?`, percent signs resolved; of two of one name the last.
  var query: [String: String] = [:]
  /// By lower-case names.
  var fields: [String: String] = [:]
  /// Whether the connection stays open afterwards.
  var isPersistent = true

  /// Why there is no request.
  enum Problem: Error, Hashable {
    /// More bytes have to come.
    case incomplete
    case malformed
    /// Longer than requests may be.
    case tooLong
    /// With a body, which nothing here takes.
    case hasBody
    /// Of another version than 1.0 or 1.1.
    case version
  }

  /// Bytes of a head at most.
  static let longest = 16 << 10
  private static let mostFields = 100
}

extension HTTPRequest {
  /// Takes a request from the beginning of what came.
  ///
  /// - Parameter bytes: loses those of the request.
  static func take(from bytes: inout [UInt8]) throws(Problem) -> HTTPRequest {
    guard let end = headEnd(bytes) else {
      throw bytes.count >= longest ? .tooLong : .incomplete
    }
    guard end <= longest else { throw .tooLong }
    let head = bytes[..<end]
    bytes.removeSubrange(..<min(bytes.count, end + 4))
    guard head.allSatisfy({ $0 < 0x7f && $0 >= 0x20 || $0 == 0x0d || $0 == 0x0a || $0 == 9 })
    else { throw .malformed }
    var lines = split(Array(head))
    guard !lines.isEmpty else { throw .malformed }
    var request = try HTTPRequest(line: lines.removeFirst())
    guard lines.count <= mostFields else { throw .tooLong }
    for line in lines { try request.add(line) }
    if request.fields["transfer-encoding"] != nil
      || request.fields["content-length"].map({ $0 != "0" }) ?? false
    {
      throw .hasBody
    }
    let connection = request.fields["connection"]?.lowercased() ?? ""
    if connection.contains("close") { request.isPersistent = false }
    return request
  }

  /// Where the empty line begins that ends a head.
  private static func headEnd(_ bytes: [UInt8]) -> Int? {
    var index = 0
    while index + 3 < bytes.count {
      if bytes[index] == 0x0d, bytes[index + 1] == 0x0a, bytes[index + 2] == 0x0d,
        bytes[index + 3] == 0x0a
      {
        return index
      }
      index += 1
    }
    return nil
  }

  /// Lines that end in carriage return and line feed.
  private static func split(_ head: [UInt8]) -> [String] {
    var lines: [String] = []
    var line: [UInt8] = []
    for (index, byte) in head.enumerated() {
      if byte == 0x0d, index + 1 < head.count, head[index + 1] == 0x0a { continue }
      if byte == 0x0a {
        lines.append(String(decoding: line, as: UTF8.self))
        line = []
      } else {
        line.append(byte)
      }
    }
    lines.append(String(decoding: line, as: UTF8.self))
    return lines
  }

  private init(line: String) throws(Problem) {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, !words[0].isEmpty, words[0].allSatisfy({ $0.isASCII && $0.isLetter })
    else { throw .malformed }
    guard words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else { throw .version }
    let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard words[1].hasPrefix("/"), let path = PercentText.resolved(target[0]) else {
      throw .malformed
    }
    method = String(words[0])
    self.path = path
    isPersistent = words[2] == "HTTP/1.1"
    for pair in target.count > 1 ? target[1].split(separator: "&") : [] {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentText.resolved(parts[0]),
        let value = PercentText.resolved(parts.count > 1 ? parts[1] : "")
      else { throw .malformed }
      query[name] = value
    }
  }

  private mutating func add(_ line: String) throws(Problem) {
    guard let colon = line.firstIndex(of: ":") else { throw .malformed }
    let name = line[..<colon].lowercased()
    guard !name.isEmpty, !name.contains(where: { $0 == " " || $0 == "\t" }) else {
      throw .malformed
    }
    let value = line[line.index(after: colon)...].trimmingBlanks
    // Two of what decides who may ask are a way to be read in two ways.
    guard fields.updateValue(value, forKey: name) == nil || !Self.single.contains(name) else {
      throw .malformed
    }
  }

  private static let single: Set = ["host", "origin", "content-length", "sec-fetch-site"]
}

/// Text in addresses (RFC 3986, 2.1).
enum PercentText {
  /// `nil` where a percent sign has no two digits after it, and for what is no UTF-8.
  static func resolved(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst(), let low = rest.popFirst(),
        let left = Character(UnicodeScalar(high)).hexDigitValue,
        let right = Character(UnicodeScalar(low)).hexDigitValue
      else { return nil }
      bytes.append(UInt8(left << 4 | right))
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

extension Substring {
  fileprivate var trimmingBlanks: String {
    var text = self
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text)
  }
}
