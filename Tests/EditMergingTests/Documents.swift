import Diagnostics
import EditMerging
import ProjectFormat
import Testing

/// The value of a text that is JSON.
func value(_ text: String) throws -> JSONValue {
  let (value, findings) = JSONParser.parse(SourceFile(path: "test.json", text: text))
  try #require(findings.isEmpty, "\(findings.map(\.message)) in \(text)")
  return try #require(value)
}

/// A text in which conflicts are told apart from what is agreed.
struct MarkedText {
  /// With one side of all conflicts.
  var ours = ""
  var theirs = ""
  /// Outside of all conflicts.
  var agreed = ""
  /// The lines of the marks.
  var marks: [String] = []

  init(_ text: String) {
    var side = Character(" ")
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if let first = line.first, "<=>".contains(first),
        line.hasPrefix(String(repeating: first, count: 7))
      {
        marks.append(String(line))
        side = first == ">" ? " " : first
        continue
      }
      if side != "=" { ours += line + "\n" }
      if side != "<" { theirs += line + "\n" }
      if side == " " { agreed += line + "\n" }
    }
  }
}
