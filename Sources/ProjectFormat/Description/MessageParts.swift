import Diagnostics

/// What several messages are made of.
enum MessageParts {
  /// `"clip", "gap"`.
  static func list(_ names: [String]) -> String {
    names.map { JSONText.quoted($0) }.joined(separator: ", ")
  }

  /// The question whether another word was meant.
  static func replacement(_ suggestion: String?, _ range: SourceRange) -> [Fix] {
    guard let suggestion else { return [] }
    let quoted = JSONText.quoted(suggestion)
    return [Fix(message: "did you mean \(quoted)?", replacing: range, with: quoted)]
  }

  /// Says what names there are: all where they are few, else the nearest.
  static func known(
    _ names: [String], nearest: [String], subject: String, reference: String
  ) -> Note? {
    if names.isEmpty { return nil }
    if names.count <= 8 { return Note(message: "\(subject) \(list(names))") }
    if !nearest.isEmpty {
      return Note(message: "the nearest of \(names.count) are \(list(nearest))\(reference)")
    }
    return Note(message: "there are \(names.count)\(reference)")
  }
}
