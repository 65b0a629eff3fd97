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
  ///
  /// - Parameters:
  ///   - noun: what they are, as in `its keys`.
  ///   - reference: where all of them are told.
  static func known(
    _ names: [String], nearest: [String], noun: String, reference: String = ""
  ) -> Note? {
    switch names.count {
    case 0: return nil
    case 1: return Note(message: "there is only \(list(names))")
    case 2...9: return Note(message: "\(noun) are \(list(names))")
    default:
      let all =
        nearest.isEmpty
        ? "\(noun) are \(names.count) in all"
        : "of \(noun), \(names.count) in all, the nearest are \(list(nearest))"
      return Note(message: all + reference)
    }
  }
}
