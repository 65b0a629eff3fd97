import Diagnostics
import EditorText
import JSONRPC

/// Places in a project and its parts as an editor counts them.
struct Places {
  /// How columns are counted.
  let columns: DocumentText.Columns
  /// The documents that are open, by their paths, links followed.
  private let open: [String: OpenDocument]
  private var texts: [String: (uri: String, text: DocumentText)] = [:]

  init(_ columns: DocumentText.Columns, _ open: [String: OpenDocument]) {
    (self.columns, self.open) = (columns, open)
  }

  /// The file that a place of a project is in, and how far its own places are behind.
  static func owner(of range: SourceRange, in file: SourceFile) -> (file: SourceFile, start: Int) {
    if range.lower <= file.bytes.count { return (file, 0) }
    var (low, high) = (0, file.included.count)
    while low < high {
      let middle = (low + high) / 2
      if file.included[middle].start <= range.lower { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return (file, 0) }
    let part = file.included[low - 1]
    let inner = owner(of: range.shifted(by: -part.start), in: part.file)
    return (inner.file, inner.start + part.start)
  }

  /// The address and the text of a file, by its path.
  mutating func document(_ file: SourceFile) -> (uri: String, text: DocumentText) {
    if let known = texts[file.path] { return known }
    let identity = DocumentURI.identity(file.path)
    let found: (uri: String, text: DocumentText) =
      if let document = open[identity], document.text.bytes == file.bytes {
        (document.uri, document.text)
      } else {
        (
          open[identity]?.uri ?? DocumentURI.uri(identity),
          DocumentText(file.bytes)
        )
      }
    texts[file.path] = found
    return found
  }

  /// The address of the file that a range is in, and the range in it; the beginning of the project
  /// for what has no place.
  mutating func located(
    _ range: SourceRange, in file: SourceFile
  ) -> (uri: String, range: Range<DocumentText.Position>) {
    let place = range.isNone ? SourceRange(at: 0) : range
    let (owner, start) = Self.owner(of: place, in: file)
    let (uri, text) = document(owner)
    let own = place.shifted(by: -start)
    let lower = text.position(of: own.lower, columns)
    let upper = text.position(of: max(own.lower, own.upper), columns)
    return (uri, Self.range(lower, upper))
  }

  /// The range of bytes of an open document.
  static func range(
    _ bytes: SourceRange, _ text: DocumentText, _ columns: DocumentText.Columns
  ) -> Range<DocumentText.Position> {
    range(text.position(of: bytes.lower, columns), text.position(of: bytes.upper, columns))
  }

  private static func range(
    _ lower: DocumentText.Position, _ upper: DocumentText.Position
  ) -> Range<DocumentText.Position> {
    lower < upper ? lower..<upper : lower..<lower
  }
}

extension DocumentText.Position {
  /// What an editor has sent; `nil` for what is no position.
  init?(_ value: JSONValue?) {
    guard let line = value?["line"]?.integerValue,
      let character = value?["character"]?.integerValue
    else { return nil }
    self.init(line: line, character: character)
  }
}

extension JSONWriter {
  /// Writes a position of LSP.
  mutating func position(_ position: DocumentText.Position) {
    object { json in
      json.member("line", position.line)
      json.member("character", position.character)
    }
  }

  /// Writes a range of LSP.
  mutating func range(_ range: Range<DocumentText.Position>) {
    object { json in
      json.key("start")
      json.position(range.lowerBound)
      json.key("end")
      json.position(range.upperBound)
    }
  }

  /// Writes a location of LSP.
  mutating func location(_ uri: String, _ range: Range<DocumentText.Position>) {
    object { json in
      json.member("uri", uri)
      json.key("range")
      json.range(range)
    }
  }
}
