/// The text of a file that findings point into.
///
/// Lines end at a line feed; a carriage return before it belongs to the line end. A byte order mark
/// at the very start is not part of the first line. Copies share their storage.
public struct SourceFile: Sendable, Hashable {
  /// The path as it is shown to the user.
  public let path: String
  /// The content, byte for byte; need not be valid UTF-8.
  public let bytes: [UInt8]
  private let index: LineIndex

  /// A file with this content.
  ///
  /// - Complexity: O(`bytes.count`), for the line index.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    self.index = LineIndex(bytes)
  }

  /// A file with this text, encoded as UTF-8.
  public init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  /// The index follows from the bytes, so path and bytes decide.
  public static func == (left: SourceFile, right: SourceFile) -> Bool {
    left.path == right.path && left.bytes == right.bytes
  }

  /// Hashes the path and the length; the bytes only decide equality.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(bytes.count)
  }

  /// Number of lines; at least 1, and one more than there are line feeds.
  public var lineCount: Int { index.lineCount }

  // MARK: - Places

  /// The line and column of a byte.
  ///
  /// - Parameter ofOffset: byte offset; clamped to the file, and moved to the start of the
  ///   character that it is in.
  /// - Complexity: O(1) after the index is built.
  public func position(ofOffset offset: Int) -> SourcePosition {
    let offset = max(scalarStart(at: offset), contentStart)
    let start = max(index.lineStart(before: offset, in: bytes), contentStart)
    let column = index.scalars(before: offset, in: bytes) - index.scalars(before: start, in: bytes)
    return SourcePosition(line: index.lineNumber(at: offset, in: bytes), column: column + 1)
  }

  /// The bytes of the line that `offset` is on, without the line end and a byte order mark.
  public func lineRange(containing offset: Int) -> SourceRange {
    let offset = max(scalarStart(at: offset), contentStart)
    let start = max(index.lineStart(before: offset, in: bytes), contentStart)
    var end = index.nextLineFeed(from: offset, in: bytes)
    if end < bytes.count, end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return SourceRange(lower: start, upper: end)
  }

  /// The text of a line, counted from 1, without its line end; empty for a line that is not there.
  ///
  /// Bytes that are not UTF-8 are replaced by U+FFFD.
  public func lineText(_ line: Int) -> String {
    guard let start = index.start(ofLine: line, in: bytes) else { return "" }
    return text(in: lineRange(containing: start))
  }

  /// The text of a range, as far as it is inside the file; bytes that are not UTF-8 are replaced.
  public func text(in range: SourceRange) -> String {
    if range.isNone { return "" }
    let lower = min(range.lower, bytes.count)
    return String(decoding: bytes[lower..<min(range.upper, bytes.count)], as: UTF8.self)
  }

  // MARK: - Edits

  /// The content after `edits`; nil when two of them overlap or one is outside the file.
  ///
  /// Edits at the same place are applied in the order given.
  public func applying(_ edits: [Fix.Edit]) -> [UInt8]? {
    let ordered = edits.enumerated().sorted {
      ($0.element.range.lower, $0.element.range.upper, $0.offset)
        < ($1.element.range.lower, $1.element.range.upper, $1.offset)
    }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var done = 0
    for (_, edit) in ordered {
      guard edit.range.lower >= done, edit.range.upper <= bytes.count else { return nil }
      result += bytes[done..<edit.range.lower]
      result += edit.replacement.utf8
      done = edit.range.upper
    }
    return result + bytes[done...]
  }

  // MARK: - Helpers

  /// Where the text begins: 3 after a byte order mark, else 0.
  private var contentStart: Int {
    bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
  }

  /// `offset` clamped to the file and moved back over at most three continuation bytes.
  func scalarStart(at offset: Int) -> Int {
    let clamped = min(max(offset, 0), bytes.count)
    var start = clamped
    while start > 0, start < bytes.count, clamped - start < 3, bytes[start] & 0xC0 == 0x80 {
      start -= 1
    }
    return start < bytes.count && bytes[start] & 0xC0 == 0x80 ? clamped : start
  }
}
