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
