import Diagnostics
import EditorText
import ProjectFormat
import Workspace

/// A document that is open in the editor, with what is worked out of its text when it is asked for.
final class OpenDocument {
  let uri: String
  /// As the address has it.
  let path: String
  /// Links followed.
  let identity: String
  /// The editor's word for the language.
  let language: String
  var version: Int?
  private(set) var text: DocumentText
  private var cachedValue: JSONValue??
  private var cachedIndex: ProjectIndex?
  private var cachedFile: SourceFile?
  /// What the text was meant as when that could be seen last.
  private var lastKind: Kind?

  /// What a document is.
  enum Kind {
    case project, part, other
  }

  init(uri: String, path: String, language: String, version: Int?, text: DocumentText) {
    self.uri = uri
    self.path = path
    identity = DocumentURI.identity(path)
    self.language = language
    self.version = version
    self.text = text
  }

  /// The text as a file.
  var file: SourceFile {
    if let cachedFile { return cachedFile }
    let file = SourceFile(path: path, bytes: text.bytes)
    cachedFile = file
    return file
  }

  /// The JSON that it holds, as far as it can be made out.
  var value: JSONValue? {
    if let cachedValue { return cachedValue }
    let value = JSONParser.parse(file).value
    cachedValue = .some(value)
    return value
  }

  /// Names, paths and colours in it.
  var index: ProjectIndex? {
    if let cachedIndex { return cachedIndex }
    guard kind != .other, let value else { return nil }
    let index = ProjectIndex(value, in: text.bytes)
    cachedIndex = index
    recent = index
    return index
  }

  /// The same of a text that may have changed since: looking a large one through takes longer than
  /// somebody waits for a list of words.
  var recentIndex: ProjectIndex? {
    if cachedIndex == nil, let recent, text.bytes.count > Self.largeText { return recent }
    return index
  }

  /// Longer texts are looked through when nobody waits.
  static let largeText = 32 << 10
  private var recent: ProjectIndex?

  /// Whether it is a project or a part of one; what it was stays while it cannot be seen.
  var kind: Kind {
    // Other JSON files are not read at all: editors have many of them open, and large ones.
    if lastKind == nil, language != "cutlist", !file.isOneOfOurs { return .other }
    // Who waits for a word is not kept waiting for what was known a key ago.
    if let lastKind, cachedValue == nil, text.bytes.count > Self.largeText { return lastKind }
    if let value, value.isProjectFile {
      let kind = value.isPart && value["cutlist"] == nil ? Kind.part : .project
      lastKind = kind
      return kind
    }
    return lastKind ?? (language == "cutlist" ? .project : .other)
  }

  /// Forgets what followed from the text.
  private func forget() {
    (cachedValue, cachedIndex, cachedFile) = (nil, nil, nil)
  }

  /// Puts another text in place of the whole.
  func replace(_ new: DocumentText) {
    text = new
    forget()
  }

  /// Puts bytes in place of others.
  func replace(_ range: Range<Int>, with new: [UInt8]) {
    text.replace(range, with: new)
    forget()
  }
}
