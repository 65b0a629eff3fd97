/// The text of a document that is open in an editor, with the places of its lines.
///
/// Lines end at a line feed, a carriage return, or both together, LSP 3.17 (*Text Documents*).
package struct DocumentText: Sendable, Equatable {
  /// How columns are counted, LSP 3.17 (*Position Encoding Kind*).
  package enum Columns: String, Sendable {
    case utf8 = "utf-8"
    case utf16 = "utf-16"
    case utf32 = "utf-32"
  }

  /// A line and a column, both from 0.
  package struct Position: Hashable, Comparable, Sendable {
    package var line: Int
    package var character: Int

    package init(line: Int, character: Int) {
      (self.line, self.character) = (line, character)
    }

    /// Whether `a` comes first.
    package static func < (a: Position, b: Position) -> Bool {
      (a.line, a.character) < (b.line, b.character)
    }
  }

  /// The text in UTF-8.
  package private(set) var bytes: [UInt8]
  /// Where each line begins; the first at 0.
  private var starts: [Int]
  /// Whether all characters have one byte, so that columns need not be counted.
  private var isASCII: Bool

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    starts = [0] + Self.lineStarts(in: bytes, from: 0, to: bytes.count)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  package static func == (a: DocumentText, b: DocumentText) -> Bool { a.bytes == b.bytes }

  package init(_ text: String) { self.init(Array(text.utf8)) }

  /// Number of lines, at least 1.
  package var lineCount: Int { starts.count }

  /// Places after line ends that lie in `from` ≤ place − 1 < `to`.
  private static func lineStarts(in bytes: [UInt8], from: Int, to: Int) -> [Int] {
    var found: [Int] = []
    var index = from
    while index < to {
      if bytes[index] == 0x0A {
        found.append(index + 1)
      } else if bytes[index] == 0x0D, index + 1 >= bytes.count || bytes[index + 1] != 0x0A {
        found.append(index + 1)
      }
      index += 1
    }
    return found
  }

  // MARK: - Places

  /// Which line a byte is on, from 0.
  package func line(of offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }

  /// Where a line begins; the end of the text for lines after the last.
  package func start(ofLine line: Int) -> Int {
    starts.indices.contains(line) ? starts[line] : line < 0 ? 0 : bytes.count
  }

  /// Where the text of a line ends, before its line end.
  package func end(ofLine line: Int) -> Int {
    guard starts.indices.contains(line) else { return bytes.count }
    var end = line + 1 < starts.count ? starts[line + 1] : bytes.count
    while end > starts[line], bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return end
  }

  /// The byte at a position. What is beyond a line's end is its end, what is within a character its
  /// beginning, and what is after the last line the end of the text.
  package func offset(of position: Position, _ columns: Columns) -> Int {
    if position.line < 0 { return 0 }
    if position.line >= starts.count { return bytes.count }
    let (start, end) = (starts[position.line], end(ofLine: position.line))
    if isASCII { return min(end, start + max(0, min(position.character, end - start))) }
    var index = start
    var left = position.character
    while index < end, left > 0 {
      let (length, units) = Self.character(bytes[index], columns)
      if units > left { break }
      left -= units
      index = min(end, index + length)
      // Bytes that continue nothing count with the one before.
      while columns != .utf8, index < end, bytes[index] & 0xC0 == 0x80 { index += 1 }
    }
    if columns == .utf8 {
      while index > start, index < end, bytes[index] & 0xC0 == 0x80 { index -= 1 }
    }
    return index
  }

  /// The position of a byte; clamped to the text.
  package func position(of offset: Int, _ columns: Columns) -> Position {
    var offset = min(max(0, offset), bytes.count)
    // Within a character it is the beginning.
    while offset > 0, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
    let line = line(of: offset)
    let start = starts[line]
    if columns == .utf8 || isASCII { return Position(line: line, character: offset - start) }
    var character = 0
    for index in start..<offset where bytes[index] & 0xC0 != 0x80 {
      character += Self.character(bytes[index], columns).units
    }
    return Position(line: line, character: character)
  }

  /// Bytes and columns of the character that begins with a byte.
  private static func character(_ byte: UInt8, _ columns: Columns) -> (length: Int, units: Int) {
    switch columns {
    case .utf8: (1, 1)
    case .utf16: (1, byte >= 0xF0 ? 2 : 1)
    case .utf32: (1, 1)
    }
  }

  // MARK: - Changes

  /// Puts bytes in place of others.
  ///
  /// - Parameter range: clamped to the text.
  /// - Complexity: O(bytes and lines after it).
  package mutating func replace(_ range: Range<Int>, with new: [UInt8]) {
    let lower = min(max(0, range.lowerBound), bytes.count)
    let upper = min(max(lower, range.upperBound), bytes.count)
    bytes.replaceSubrange(lower..<upper, with: new)
    isASCII = isASCII && new.allSatisfy { $0 < 0x80 }
    let delta = new.count - (upper - lower)
    // A line end of two bytes may have come together or apart at either end of the change.
    let first = line(of: max(0, lower - 1))
    var after = first + 1
    while after < starts.count, starts[after] <= upper + 1 { after += 1 }
    let scanEnd =
      after < starts.count ? starts[after] + delta - 1 : bytes.count
    let fresh = Self.lineStarts(in: bytes, from: starts[first], to: max(starts[first], scanEnd))
    let rest = starts[after...].map { $0 + delta }
    // What was scanned up to the next known start may have found that start itself.
    starts.replaceSubrange((first + 1)..., with: fresh.filter { $0 < rest.first ?? .max } + rest)
  }

  /// The text of a range, clamped.
  package func text(_ range: Range<Int>) -> String {
    let lower = min(max(0, range.lowerBound), bytes.count)
    let upper = min(max(lower, range.upperBound), bytes.count)
    return String(decoding: bytes[lower..<upper], as: UTF8.self)
  }
}
