/// The text of a file that findings point into.
///
/// Lines end at a line feed; a carriage return before it belongs to the line end. A byte order mark
/// at the very start is not part of the first line. Copies share their storage.
package struct SourceFile: Sendable, Hashable {
  /// The path as it is shown to the user.
  package private(set) var path: String
  /// The content, byte for byte; need not be valid UTF-8.
  package let bytes: [UInt8]
  /// Other files whose places count on from this one's, in order.
  package private(set) var included: [IncludedFile] = []
  private let index: LineIndex

  /// A file with this content.
  ///
  /// - Complexity: O(`bytes.count`), for the line index.
  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    self.index = LineIndex(bytes)
  }

  /// A file with this text, encoded as UTF-8.
  package init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  /// The index follows from the bytes, so path and bytes decide.
  package static func == (left: SourceFile, right: SourceFile) -> Bool {
    left.path == right.path && left.bytes == right.bytes && left.included == right.included
  }

  /// Hashes the path and the length; the bytes only decide equality.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(bytes.count)
  }

  /// The same under another name, and with other names for the files within.
  package func renamed(_ name: (_ path: String) -> String) -> SourceFile {
    var file = self
    file.path = name(path)
    file.included = included.map { inner in
      IncludedFile(start: inner.start, file: inner.file.renamed(name), isPart: inner.isPart)
    }
    return file
  }

  /// Number of lines; at least 1, and one more than there are line feeds.
  package var lineCount: Int { index.lineCount }

  // MARK: - Places

  /// The line and column of a byte.
  ///
  /// - Parameter ofOffset: byte offset; clamped to the file, and moved to the start of the
  ///   character that it is in.
  /// - Complexity: O(1) after the index is built.
  package func position(ofOffset offset: Int) -> SourcePosition {
    if let part = includedFile(at: offset) {
      return part.file.position(ofOffset: offset - part.start)
    }
    let offset = max(scalarStart(at: offset), contentStart)
    let start = max(index.lineStart(before: offset, in: bytes), contentStart)
    let column = index.scalars(before: offset, in: bytes) - index.scalars(before: start, in: bytes)
    return SourcePosition(line: index.lineNumber(at: offset, in: bytes), column: column + 1)
  }

  /// The bytes of the line that `offset` is on, without the line end and a byte order mark.
  package func lineRange(containing offset: Int) -> SourceRange {
    if let part = includedFile(at: offset) {
      return part.file.lineRange(containing: offset - part.start).shifted(by: part.start)
    }
    let offset = max(scalarStart(at: offset), contentStart)
    let start = max(index.lineStart(before: offset, in: bytes), contentStart)
    var end = index.nextLineFeed(from: offset, in: bytes)
    if end < bytes.count, end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return SourceRange(lower: start, upper: end)
  }

  /// The text of a line, counted from 1, without its line end; empty for a line that is not there.
  ///
  /// Bytes that are not UTF-8 are replaced by U+FFFD.
  package func lineText(_ line: Int) -> String {
    guard let start = index.start(ofLine: line, in: bytes) else { return "" }
    return text(in: lineRange(containing: start))
  }

  /// The text of a range, as far as it is inside the file; bytes that are not UTF-8 are replaced.
  package func text(in range: SourceRange) -> String {
    if range.isNone { return "" }
    if let part = includedFile(at: range.lower) {
      return part.file.text(in: range.shifted(by: -part.start))
    }
    let lower = min(range.lower, bytes.count)
    return String(decoding: bytes[lower..<min(range.upper, bytes.count)], as: UTF8.self)
  }

  // MARK: - Files within

  /// Takes in another file.
  ///
  /// - Parameter isPart: whether it is a part of what this file is, to be mended with it.
  /// - Returns: how far the file's own places are to be moved to be places in this one.
  package mutating func include(_ file: SourceFile, isPart: Bool = false) -> Int {
    // A place at the end of a file is still its own.
    let start = included.last.map { $0.start + $0.file.bytes.count + 1 } ?? bytes.count + 1
    included.append(IncludedFile(start: start, file: file, isPart: isPart))
    return start
  }

  /// The path of the file that a place is in.
  package func path(of range: SourceRange) -> String {
    includedFile(at: range.lower)?.file.path ?? path
  }

  /// Where a range begins, for people: `promo.json:12:7`, in a file within under its own name.
  ///
  /// - Parameter name: what this file is called; `nil` leaves that out.
  package func place(of range: SourceRange, called name: String?) -> String {
    let start = position(ofOffset: range.lower)
    let file = includedFile(at: range.lower)?.file.path ?? name
    return "\(file.map { $0 + ":" } ?? "")\(start.line):\(start.column)"
  }

  /// Whether a range lies in this file or in a part of what it is.
  package func owns(_ range: SourceRange) -> Bool { owner(of: range) != nil }

  /// Which file to change for a change of a range: -1 for this one, else that of a part, by its place
  /// among those within; `nil` where it is none of these, or lies in several.
  func owner(of range: SourceRange) -> Int? {
    guard range.lower >= 0, range.lower <= range.upper else { return nil }
    if range.upper <= bytes.count { return -1 }
    return included.firstIndex { part in
      part.isPart && part.start <= range.lower && range.upper <= part.start + part.file.bytes.count
    }
  }

  private func includedFile(at offset: Int) -> IncludedFile? {
    if offset <= bytes.count { return nil }
    var (low, high) = (0, included.count)
    while low < high {
      let middle = low + (high - low) / 2
      if included[middle].start <= offset { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? included[low - 1] : nil
  }

  // MARK: - Edits

  /// What becomes of this file and its parts by `edits`; nil when two of them overlap or one is in none
  /// of these.
  ///
  /// - Returns: the files that have an edit, each before and after, this one first.
  package func edited(by edits: [Fix.Edit]) -> [(old: SourceFile, new: SourceFile)]? {
    var byFile: [Int: [Fix.Edit]] = [:]
    for edit in edits {
      guard let owner = owner(of: edit.range) else { return nil }
      byFile[owner, default: []].append(edit)
    }
    var result: [(old: SourceFile, new: SourceFile)] = []
    for (owner, edits) in byFile.sorted(by: { $0.key < $1.key }) {
      let start = owner < 0 ? 0 : included[owner].start
      let old = owner < 0 ? SourceFile(path: path, bytes: bytes) : included[owner].file
      let moved = edits.map {
        Fix.Edit(range: $0.range.shifted(by: -start), replacement: $0.replacement)
      }
      guard let new = old.applying(moved) else { return nil }
      result.append((old, SourceFile(path: old.path, bytes: new)))
    }
    return result
  }

  /// The content after `edits`; nil when two of them overlap or one is outside the file.
  ///
  /// Edits at the same place are applied in the order given.
  package func applying(_ edits: [Fix.Edit]) -> [UInt8]? {
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
    if let part = includedFile(at: offset) {
      return part.file.scalarStart(at: offset - part.start) + part.start
    }
    let clamped = min(max(offset, 0), bytes.count)
    var start = clamped
    while start > 0, start < bytes.count, clamped - start < 3, bytes[start] & 0xC0 == 0x80 {
      start -= 1
    }
    return start < bytes.count && bytes[start] & 0xC0 == 0x80 ? clamped : start
  }
}

/// A file whose places count on from those of another.
package struct IncludedFile: Hashable, Sendable {
  /// Where it begins in the places of the other file.
  package let start: Int
  /// The file, with places of its own from 0.
  package let file: SourceFile
  /// Whether it is a part of what the other file is.
  package let isPart: Bool
}
