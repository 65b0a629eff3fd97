internal import Diagnostics

/// The lines of a text, as places in its bytes, without line ends and a byte order mark.
struct CaptionLines {
  let bytes: [UInt8]
  private var starts: [Int32] = []
  private var ends: [Int32] = []

  /// - Complexity: O(bytes).
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for place in start..<bytes.count where bytes[place] == 0x0A {
      add(start, place)
      start = place + 1
    }
    add(start, bytes.count)
  }

  private mutating func add(_ start: Int, _ end: Int) {
    let hasReturn = end > start && bytes[end - 1] == 0x0D
    starts.append(Int32(clamping: start))
    ends.append(Int32(clamping: hasReturn ? end - 1 : end))
  }

  var count: Int { starts.count }

  subscript(_ line: Int) -> Range<Int> { Int(starts[line])..<Int(ends[line]) }

  /// Without white space at both ends.
  func trimmed(_ line: Int) -> Range<Int> { Self.trimmed(self[line], bytes) }

  static func trimmed(_ range: Range<Int>, _ bytes: [UInt8]) -> Range<Int> {
    var (lower, upper) = (range.lowerBound, range.upperBound)
    while lower < upper, isSpace(bytes[lower]) { lower += 1 }
    while upper > lower, isSpace(bytes[upper - 1]) { upper -= 1 }
    return lower..<upper
  }

  /// Whether there is nothing but white space on a line.
  func isBlank(_ line: Int) -> Bool { trimmed(line).isEmpty }

  /// Whether there is nothing on a line, not even white space.
  func isEmpty(_ line: Int) -> Bool { self[line].isEmpty }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func starts(_ line: Int, with word: StaticString) -> Bool {
    let range = self[line]
    guard range.count >= word.utf8CodeUnitCount else { return false }
    return bytes[range].starts(with: "\(word)".utf8)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0C || byte == 0x0B || byte == 0x0D
  }
}

extension Range<Int> {
  /// The same as a place in a file.
  var source: SourceRange { SourceRange(lower: lowerBound, upper: upperBound) }
}
