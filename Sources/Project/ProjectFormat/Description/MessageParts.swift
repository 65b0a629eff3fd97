import Diagnostics
import TimelineModel

/// What several messages are made of.
enum MessageParts {
  /// `"clip", "gap"`.
  static func list(_ names: [String]) -> String {
    names.map { JSONText.quoted($0) }.joined(separator: ", ")
  }

  /// Says of something that it leads back to itself: `'a' shows itself: 'a' → 'b' → 'a'`, with where
  /// each of the others is.
  ///
  /// - Parameters:
  ///   - steps: the names, the first one again at the end, and where each is used.
  ///   - verb: what one does to the next, and what is done to it: `shows`, `is shown`.
  static func ring(
    _ steps: [Located<String>], _ verb: (active: String, passive: String)
  ) -> (message: String, notes: [Note]) {
    let names = steps.map { "'\(shortened($0.value))'" }
    let last = names.last ?? "it"
    return (
      "circular reference: \(last) \(verb.active) itself: \(([last] + names).joined(separator: " → "))",
      steps.dropLast().map {
        Note(message: "'\(shortened($0.value))' \(verb.passive) here", range: $0.range)
      }
    )
  }

  /// The question whether another word was meant.
  static func replacement(_ suggestion: String?, _ range: SourceRange) -> [Fix] {
    guard let suggestion else { return [] }
    let quoted = JSONText.quoted(suggestion)
    var fix = Fix(message: "did you mean \(quoted)?", replacing: range, with: quoted)
    fix.isSpelling = true
    return [fix]
  }

  /// The question whether another name was meant in an expression.
  ///
  /// - Parameters:
  ///   - name: as the expression has it.
  ///   - text: all of the value, in which the name stands in braces.
  static func renaming(
    _ name: String, to suggestion: String?, shown: String, in text: String?, _ range: SourceRange
  ) -> [Fix] {
    guard let suggestion else { return [] }
    var fix = Fix(message: "did you mean \(shown)?")
    if let changed = text.flatMap({ renamed(name, to: suggestion, in: $0) }) {
      fix.edits = [Fix.Edit(range: range, replacement: JSONText.quoted(changed))]
      fix.isSpelling = true
    }
    return [fix]
  }

  /// A text with another name in its expressions; `nil` where the name is not in any.
  private static func renamed(_ name: String, to other: String, in text: String) -> String? {
    if name.isEmpty { return nil }
    var (result, rest) = ("", text[...])
    var (isInside, isChanged) = (false, false)
    while let character = rest.first {
      if isInside, rest.hasPrefix(name),
        !(result.last.map(ExpressionLexer.isInName) ?? false),
        !(rest.dropFirst(name.count).first.map(ExpressionLexer.isInName) ?? false)
      {
        result += other
        rest = rest.dropFirst(name.count)
        isChanged = true
        continue
      }
      if character == "{", !isInside, rest.dropFirst().first == "{" {
        // A brace itself.
        result += "{{"
        rest = rest.dropFirst(2)
        continue
      }
      if character == "{" { isInside = true }
      if character == "}" { isInside = false }
      result.append(character)
      rest = rest.dropFirst()
    }
    return isChanged ? result : nil
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
