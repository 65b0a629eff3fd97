import Diagnostics
import BaseValues

/// Expressions as other languages write them, and those that lack their braces.
enum ExpressionSpelling {
  /// Signs of other languages, the longest first.
  private static let signs = [
    ("===", "=="), ("!==", "!="), ("&&", "and"), ("||", "or"), ("<>", "!="), ("==", "=="),
    ("!=", "!="), ("<=", "<="), (">=", ">="), ("=<", "<="), ("=>", ">="), ("=", "=="),
    ("!", "not"), ("≠", "!="), ("≤", "<="), ("≥", ">="), ("×", "*"), ("·", "*"), ("÷", "/"),
    ("−", "-"),
  ]

  /// The same expression in signs that are read, with braces and parentheses that end; `nil` where
  /// that makes no expression, or nothing has to change.
  static func respelled(_ text: String, rate: FrameRate) -> String? {
    guard text.utf8.count <= 500 else { return nil }
    var result = ""
    var open: [Character] = []
    var rest = text[...]
    while let character = rest.first {
      if character == "'" || character == "\"" {
        let quoted = rest.dropFirst().prefix { $0 != character }
        result += "\(character)\(quoted)"
        rest = rest[quoted.endIndex...]
        if rest.isEmpty { break }
        result.append(character)
        rest = rest.dropFirst()
        continue
      }
      if character == "[" {
        let name = rest.prefix { $0 != "]" }
        result += name
        rest = rest[name.endIndex...]
        continue
      }
      if let (sign, ours) = signs.first(where: { rest.hasPrefix($0.0) }) {
        rest = rest.dropFirst(sign.count)
        guard sign != ours else {
          result += ours
          continue
        }
        let isWord = ours.first?.isLetter == true
        if isWord, let last = result.last, last != " ", !"({".contains(last) { result += " " }
        result += ours
        if isWord, let next = rest.first, next != " " { result += " " }
        continue
      }
      switch character {
      case "{": open.append("}")
      case "(": open.append(")")
      case "}", ")": if open.last == character { open.removeLast() }
      default: break
      }
      result.append(character)
      rest = rest.dropFirst()
    }
    result += String(open.reversed())
    return result != text && isExpression(result, rate: rate) ? result : nil
  }

  /// A time said by other times that stands without braces, in braces; `nil` where it is none.
  static func braced(_ text: String, _ context: ExpressionContext) -> String? {
    guard text.utf8.count <= 200, !text.contains("{"),
      let names = try? TimeFormula.references(in: text, context)
    else { return nil }
    let properties = ["start", "end", "duration", "in", "out"]
    guard
      names.allSatisfy({ name in
        name.beats != nil || name.property.map { properties.contains($0) } ?? false
      })
    else { return nil }
    let usesParameters = context.parameters.keys.contains { name in
      text.split { !ExpressionLexer.isInName($0) }.contains { $0 == name }
    }
    return names.isEmpty && !usesParameters ? nil : "{\(text)}"
  }

  /// Whether a text can be read, whatever its names are.
  private static func isExpression(_ text: String, rate: FrameRate) -> Bool {
    do throws(ExpressionError) {
      _ = try Expression.value(of: text, rate: rate) { (_) throws(ExpressionError) in
        .number(.one)
      } times: { (_) throws(ExpressionError) in
        .time(seconds: .one, frames: .zero)
      }
      return true
    } catch {
      if case .syntax = error.reason { return false }
      return true
    }
  }
}
