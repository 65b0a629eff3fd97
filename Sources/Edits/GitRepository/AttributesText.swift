/// The text of a `.gitattributes` file, in which a block between two marks is ours and the rest is
/// not touched.
package struct AttributesText: Hashable, Sendable {
  private static let begin = "# cutlist: begin (written by 'cutlist git install')"
  private static let end = "# cutlist: end"

  /// The whole text.
  package private(set) var text: String

  /// What is in a file, empty where there is none.
  package init(_ text: String) { self.text = text }

  /// The lines of our block; `nil` where there is none.
  package var lines: [String]? {
    guard let range = blockRange else { return nil }
    return text[range].split(whereSeparator: \.isNewline).map(String.init).filter {
      !$0.hasPrefix("#")
    }
  }

  /// Puts lines into our block, which is made at the end where there is none; no lines take it away.
  package mutating func set(_ lines: [String]) {
    let block =
      lines.isEmpty ? "" : ([Self.begin] + lines + [Self.end]).map { $0 + "\n" }.joined()
    if let range = blockRange {
      text.replaceSubrange(range, with: block)
    } else if !block.isEmpty {
      text += (text.isEmpty || text.hasSuffix("\n") ? "" : "\n") + block
    }
  }

  /// From the first mark to the end of the last one's line. Where somebody has taken the last mark
  /// away, what follows the first one is theirs.
  private var blockRange: Range<String.Index>? {
    guard let start = lineStart(of: Self.begin, from: text.startIndex) else { return nil }
    let after = lineEnd(from: start)
    let last = lineStart(of: Self.end, from: after).map { lineEnd(from: $0) } ?? after
    return start..<last
  }

  private func lineStart(of mark: String, from index: String.Index) -> String.Index? {
    var start = index
    while start < text.endIndex {
      if text[start...].hasPrefix(mark) { return start }
      start = lineEnd(from: start)
    }
    return nil
  }

  private func lineEnd(from start: String.Index) -> String.Index {
    text[start...].firstIndex(where: \.isNewline).map { text.index(after: $0) } ?? text.endIndex
  }
}

extension AttributesText {
  /// A pattern as the file holds it: quoted where it has a space or begins with what means something
  /// else.
  package static func quoted(_ pattern: String) -> String {
    let isPlain = pattern.unicodeScalars.allSatisfy { $0.value > 32 && $0.value != 127 }
    guard !isPlain || pattern.hasPrefix("\"") || pattern.hasPrefix("#") else { return pattern }
    var result = "\""
    for scalar in pattern.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case _ where scalar.value < 32 || scalar.value == 127:
        let digits = String(scalar.value, radix: 8)
        result += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Why no file is known by a pattern, as git reads it.
  ///
  /// - Returns: lower case, no full stop; `nil` for a pattern that files may be known by.
  package static func objection(to pattern: String) -> String? {
    if pattern.isEmpty { return "it is empty" }
    if pattern.hasPrefix("!") { return "git takes none that begin with '!'" }
    if pattern.hasPrefix("[attr]") {
      return "git reads '[attr]' as the definition of an attribute; "
        + "a file of such a name is '[[]attr]…'"
    }
    if pattern.hasSuffix("/") {
      return "it is a folder, and attributes are those of files; write '\(pattern)**'"
    }
    let names = pattern.split(separator: "/", omittingEmptySubsequences: false)
    if names.contains(where: { $0 == "." || $0 == ".." }) {
      return "git compares it with paths from the repository's top folder, "
        + "in which there is no '.' or '..'"
    }
    let backslashes = pattern.reversed().prefix { $0 == "\\" }.count
    return backslashes % 2 == 1 ? "nothing follows its last '\\'" : nil
  }

  /// The pattern that one path matches and no other.
  package static func pattern(ofPath path: String) -> String {
    "/" + path.map { "*?[\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
