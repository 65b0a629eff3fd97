/// Messages behind headers, as LSP 3.17 sends them (*Base Protocol*):
///
/// ```
/// Content-Length: 52\r\n
/// \r\n
/// {"jsonrpc":"2.0","method":"exit"}…
/// ```
/// Whatever comes in, messages come out or a word about what was wrong; memory is bounded by the
/// longest message that is taken.
package struct HeaderFraming: Sendable {
  /// What was found in the bytes.
  package enum Event: Hashable, Sendable {
    /// The bytes of one message.
    case message([UInt8])
    /// Bytes that were passed over, and why.
    case fault(String)
  }

  /// So long may the headers of one message be.
  static let headerLimit = 8192
  private static let separator: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]

  private let bodyLimit: Int
  private var buffer: [UInt8] = []
  /// What of the buffer is done with.
  private var start = 0
  /// Where the search for the end of the headers goes on.
  private var searched = 0
  /// Length of the message whose headers were read.
  private var length: Int?
  /// Bytes of a message too long that are still to come.
  private var skipped = 0

  /// - Parameter bodyLimit: bytes of a message at most; longer ones are passed over.
  package init(bodyLimit: Int = 128 << 20) { self.bodyLimit = bodyLimit }

  /// A message with its headers.
  package static func framed(_ text: String) -> [UInt8] {
    Array("Content-Length: \(text.utf8.count)\r\n\r\n\(text)".utf8)
  }

  /// Takes bytes as they come.
  package mutating func append(_ bytes: some Collection<UInt8>) {
    if start > 0 {
      buffer.removeFirst(start)
      searched = max(0, searched - start)
      start = 0
    }
    buffer += bytes
  }

  /// The next message; `nil` until more has come.
  package mutating func next() -> Event? {
    if skipped > 0 {
      let count = min(skipped, buffer.count - start)
      start += count
      skipped -= count
      if skipped > 0 { return nil }
      searched = start
    }
    if let length { return body(length) }
    guard let end = headerEnd() else {
      guard buffer.count - start > Self.headerLimit else { return nil }
      // No message begins here: what may be the beginning of one is kept.
      start = buffer.count - 3
      searched = start
      return .fault("more than \(Self.headerLimit) bytes without a message")
    }
    let headers = buffer[start..<end]
    start = end + Self.separator.count
    searched = start
    guard let length = Self.contentLength(headers) else {
      return .fault("headers without a Content-Length")
    }
    guard length <= bodyLimit else {
      skipped = length
      return .fault("a message of \(length) bytes; the limit is \(bodyLimit)")
    }
    self.length = length
    return body(length)
  }

  private mutating func body(_ length: Int) -> Event? {
    guard buffer.count - start >= length else { return nil }
    let message = Array(buffer[start..<start + length])
    start += length
    searched = start
    self.length = nil
    return .message(message)
  }

  private mutating func headerEnd() -> Int? {
    var index = max(start, searched)
    while index + 3 < buffer.count {
      if buffer[index] == 0x0D, buffer[index + 1] == 0x0A, buffer[index + 2] == 0x0D,
        buffer[index + 3] == 0x0A
      {
        return index
      }
      index += 1
    }
    searched = max(start, index)
    return nil
  }

  /// The length that headers say; `nil` where they say none, or two.
  private static func contentLength(_ headers: ArraySlice<UInt8>) -> Int? {
    var found: Int?
    for line in headers.split(separator: 0x0A) {
      let text = String(decoding: line, as: UTF8.self)
      guard let colon = text.firstIndex(of: ":"),
        text[..<colon].lowercased() == "content-length"
      else { continue }
      let digits = text[text.index(after: colon)...].filter { !" \t\r".contains($0) }
      guard found == nil, !digits.isEmpty, digits.utf8.allSatisfy({ $0 &- 0x30 < 10 }),
        let number = Int(digits)
      else { return nil }
      found = number
    }
    return found
  }
}
