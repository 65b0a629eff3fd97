internal import BaseValues
internal import TimelineModel

/// A part of a text that is on its way at a frame, or that something else is drawn for.
struct MovedText: Hashable, Sendable {
  /// What the text has there.
  var text: String
  /// Where it is beside its place.
  var move: TextMove
  /// What is drawn in place of it; `nil` for itself.
  var shown: String?

  /// The parts of a text that are not as they are at rest, from its beginning; neighbours that move alike are one.
  static func all(in style: TextStyle) -> [MovedText] {
    var parts: [MovedText] = []
    var rest = style.text.unicodeScalars[...]
    // Spaces belong to no part: they join those that move alike.
    var between: String?
    for run in style.runs {
      let text = String(rest.prefix(max(0, run.length)))
      rest = rest.dropFirst(max(0, run.length))
      guard run.move != nil || run.shown != nil else {
        between = text.allSatisfy(\.isWhitespace) ? between.map { $0 + text } : nil
        continue
      }
      let part = MovedText(text: text, move: run.move ?? TextMove(), shown: run.shown)
      if let space = between, let last = parts.last, last.move == part.move,
        (last.shown == nil) == (part.shown == nil)
      {
        parts[parts.count - 1].text += space + text
        if let shown = part.shown { parts[parts.count - 1].shown? += space + shown }
      } else {
        parts.append(part)
      }
      between = ""
    }
    return parts
  }

  /// `'Sp' 12.5 px right, 4 px up, 1.2 times as large, opacity 0.4`
  var words: String {
    var facts: [String] = []
    func length(_ value: Rational, _ ahead: String, _ back: String) {
      if value == .zero { return }
      facts.append("\(Words.value([value.magnitudeOrSelf])) px \(value > .zero ? ahead : back)")
    }
    length(move.x, "right", "left")
    length(move.y, "down", "up")
    if move.scale != .one { facts.append("\(Words.value([move.scale])) times as large") }
    if move.spread != .zero { facts.append("spread \(Words.value([move.spread]))") }
    if move.opacity != .one { facts.append("opacity \(Words.value([move.opacity]))") }
    if let shown { facts.append("drawn as \(Words.quoted(shown))") }
    return "\(Words.quoted(text)) \(facts.joined(separator: ", "))"
  }
}

extension Rational {
  /// The value without its sign.
  fileprivate var magnitudeOrSelf: Rational { (try? magnitude()) ?? self }
}
