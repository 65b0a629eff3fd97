/// Messages a line each, as the Model Context Protocol sends them over standard input and output.
///
/// Whatever comes in, lines come out; memory is bounded by the longest that is taken.
package struct LineFraming: Sendable {
  private let limit: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var searched = 0
  private var isSkipping = false

  /// - Parameter limit: bytes of a line at most; longer ones are passed over.
  package init(limit: Int = 16 << 20) { self.limit = limit }

  /// Takes bytes as they come.
  package mutating func append(_ bytes: some Collection<UInt8>) {
    buffer.removeFirst(start)
    searched -= start
    start = 0
    buffer += bytes
  }

  /// The next message; `nil` until more has come. Empty lines are none.
  package mutating func next() -> HeaderFraming.Event? {
    while let end = buffer[max(start, searched)...].firstIndex(of: 0x0A) {
      var line = buffer[start..<end]
      start = end + 1
      searched = start
      if isSkipping {
        isSkipping = false
        return .fault("a message of more than \(limit) bytes")
      }
      if line.last == 0x0D { line.removeLast() }
      if line.contains(where: { $0 != 0x20 && $0 != 0x09 }) { return .message(Array(line)) }
    }
    searched = buffer.count
    if buffer.count - start > limit {
      isSkipping = true
      start = buffer.count
    }
    return nil
  }
}
