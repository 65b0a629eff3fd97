/// What JSON a file has to be, and how it is told.
///
/// A project that is not ours may name any file as a project, and messages are read by others than
/// those who may read that file. So a file is quoted only where it says itself what it is.
package struct JSONFileKind: Sendable {
  /// Of the finding about a file that is none.
  package var id: MessageID
  /// What it is called in messages.
  package var noun: String
  /// Keys of which the object in the file has at least one; none for any JSON.
  package var marks: [String]
  /// What such a file has, for messages, after "it has".
  package var lack: String
  /// What to do about a file that is none.
  package var fix: String

  /// JSON that may be anything.
  package static let any = JSONFileKind(
    id: .jsonSyntax, noun: "project", marks: [], lack: "", fix: "")

  /// A file of captions, whatever it holds.
  package static let captions = JSONFileKind(
    id: .jsonSyntax, noun: "captions", marks: [], lack: "", fix: "")

  /// A kind of file.
  package init(id: MessageID, noun: String, marks: [String], lack: String, fix: String) {
    self.id = id
    self.noun = noun
    self.marks = marks
    self.lack = lack
    self.fix = fix
  }

  /// What there is to say of a file that is of another kind; `nil` of one of this kind, and where what
  /// was found has nothing of the file's text.
  func finding(
    _ value: JSONValue?, _ diagnostics: [Diagnostic], in file: SourceFile
  ) -> Diagnostic? {
    if marks.isEmpty || isMarked(value, in: file) { return nil }
    if case .object(let members)? = value?.kind, members.isEmpty, diagnostics.isEmpty { return nil }
    let first = diagnostics.first { !$0.range.isNone }
    if value == nil, first == nil || file.bytes.allSatisfy({ $0 <= 0x20 }) { return nil }
    let reason: String
    let offset: Int
    if let first {
      (reason, offset) = (
        first.id == .jsonEncoding ? "it is not UTF-8 here" : "it is no JSON from here on",
        first.range.lower
      )
    } else if case .object? = value?.kind {
      (reason, offset) = ("it has \(lack)", value?.range.lower ?? 0)
    } else {
      (reason, offset) = (
        "it is \(value?.kindName ?? "nothing"), not an object", value?.range.lower ?? 0
      )
    }
    return Diagnostic(
      id: id, message: "the file is no \(noun): \(reason)", range: SourceRange(at: offset),
      fixes: [Fix(message: Self.isForeignEdit(file.path) ? Self.foreignFix : fix)], showsLine: false
    )
  }

  private static let foreignFix =
    "edits of other programs are not read; write them anew as a project of Cutlist"

  /// Whether a name is that of an edit of another program.
  private static func isForeignEdit(_ path: String) -> Bool {
    ["edl", "otio", "fcpxml", "xml", "aaf", "mlt", "kdenlive", "prproj", "drp"].contains {
      path.lowercased().hasSuffix(".\($0)")
    }
  }

  /// Where mistakes keep the parser from what was meant, what looks like a key of the file's object is one.
  ///
  /// What says a version has a number, or one in quotes: other programs have such keys with other values.
  private func isMarked(_ value: JSONValue?, in file: SourceFile) -> Bool {
    let isObject = OuterKeys(startOf: file.bytes).isObject
    let isRead = marks.contains { mark in
      isObject && value?[mark].map { !Self.isVersion(mark) || $0.looksLikeNumber } ?? false
    }
    if isRead { return true }
    let keys = OuterKeys(file.bytes)
    return marks.contains { keys.names.contains($0) }
  }

  fileprivate static func isVersion(_ mark: String) -> Bool { mark.hasPrefix("cutlist") }
}

extension JSONValue {
  fileprivate var looksLikeNumber: Bool {
    switch kind {
    case .number: true
    case .string(let text):
      !text.isEmpty && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x2E }
    default: false
    }
  }
}

/// The keys of the object that a text is, as far as they can be told in a text with mistakes: what stands in quotes
/// before a colon, outside of all inner brackets.
private struct OuterKeys {
  /// Whether it begins with a bracket, apart from spaces and comments.
  private(set) var isObject = false
  private(set) var names: Set<String> = []

  private let bytes: [UInt8]
  private var place = 0

  /// Looks no further than to where it begins.
  init(startOf bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    skipSpace()
    isObject = place < bytes.count && bytes[place] == UInt8(ascii: "{")
  }

  init(_ bytes: [UInt8]) {
    self.init(startOf: bytes)
    guard place < bytes.count else { return }
    // Without its bracket it begins with a key.
    guard isObject || bytes[place] == UInt8(ascii: "\"") else { return }
    var depth = isObject ? 0 : 1
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""):
        let text = string()
        skipSpace()
        if depth <= 1, place < bytes.count, bytes[place] == UInt8(ascii: ":"),
          !JSONFileKind.isVersion(text) || isNumber(behind: place)
        {
          names.insert(text)
        }
        if names.isEmpty, !isObject { return }
        continue
      default: break
      }
      place += 1
      skipSpace()
    }
  }

  /// Whether the value behind a colon is a number, in quotes or not.
  private func isNumber(behind colon: Int) -> Bool {
    let rest = bytes[(colon + 1)...].drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let value = rest.first == UInt8(ascii: "\"") ? rest.dropFirst() : rest
    let number = value.prefix { 0x30...0x39 ~= $0 || [0x2E, 0x2D].contains($0) }
    guard !number.isEmpty else { return false }
    let next = value.dropFirst(number.count).first
    return rest.first == UInt8(ascii: "\"")
      ? next == UInt8(ascii: "\"") : next.map { ",}]#/ \t\r\n\"".utf8.contains($0) } ?? true
  }

  /// A text in quotes, which ends with its line at the latest.
  private mutating func string() -> String {
    let start = place + 1
    place = start
    while place < bytes.count, bytes[place] != UInt8(ascii: "\""), bytes[place] != 0x0A {
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    let end = min(place, bytes.count)
    place = end < bytes.count && bytes[end] == UInt8(ascii: "\"") ? end + 1 : end
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// Spaces, comments, which are a mistake that people make, and the marks of an unfinished merge.
  private mutating func skipSpace() {
    while place < bytes.count {
      let rest = bytes[place...]
      if [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) {
        place += 1
      } else if rest.starts(with: "//".utf8) || bytes[place] == UInt8(ascii: "#")
        || ["<<<<<<<", "|||||||", "=======", ">>>>>>>"].contains(where: {
          rest.starts(with: $0.utf8)
        })
      {
        place = rest.firstIndex(of: 0x0A) ?? bytes.count
      } else if rest.starts(with: "/*".utf8) {
        var end = place + 2
        while end < bytes.count, !bytes[end...].starts(with: "*/".utf8) { end += 1 }
        place = min(bytes.count, end + 2)
      } else {
        return
      }
    }
  }
}
