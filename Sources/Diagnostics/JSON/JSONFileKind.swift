/// What JSON a file has to be, and how it is told.
///
/// A project that is not ours may name any file as a project, and messages are read by others than
/// those who may read that file. So a file is quoted only where it says itself what it is.
public struct JSONFileKind: Sendable {
  /// Of the finding about a file that is none.
  public var id: String
  /// What it is called in messages.
  public var noun: String
  /// Keys of which the object in the file has at least one; none for any JSON.
  public var marks: [String]
  /// What such a file has, for messages, after "it has".
  public var lack: String
  /// What to do about a file that is none.
  public var fix: String

  /// JSON that may be anything.
  public static let any = JSONFileKind(
    id: "json-syntax", noun: "project", marks: [], lack: "", fix: "")

  /// A kind of file.
  public init(id: String, noun: String, marks: [String], lack: String, fix: String) {
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
        first.id == "json-encoding" ? "it is not UTF-8 here" : "it is no JSON from here on",
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
      fixes: [Fix(message: fix)], showsLine: false)
  }

  /// Where mistakes keep the parser from what was meant, what looks like a key is one.
  private func isMarked(_ value: JSONValue?, in file: SourceFile) -> Bool {
    if marks.contains(where: { value?[$0] != nil }) { return true }
    return marks.contains { mark in Self.hasKey(Array("\"\(mark)\"".utf8), file.bytes) }
  }

  private static func hasKey(_ key: [UInt8], _ bytes: [UInt8]) -> Bool {
    var start = 0
    while let quote = bytes[start...].firstIndex(of: UInt8(ascii: "\"")) {
      start = quote + 1
      guard bytes[quote...].starts(with: key) else { continue }
      let next = bytes[(quote + key.count)...].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
      if next == UInt8(ascii: ":") { return true }
    }
    return false
  }
}
