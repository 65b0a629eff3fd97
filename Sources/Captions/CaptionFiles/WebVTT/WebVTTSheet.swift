internal import BaseValues
internal import Diagnostics
internal import TimelineModel

/// What STYLE blocks say: a small part of CSS, with `::cue` and selectors within it.
struct WebVTTSheet {
  /// What a rule sets, in place of what was set before.
  struct Rule {
    var selector: Selector
    var color: Color?
    var background: Color?
    var isBold: Bool?
    var isItalic: Bool?
    var isUnderlined: Bool?
    var isStruck: Bool?
    var font: String?
    var scale: Rational?
  }

  /// What a rule is for; all that is said has to hold.
  struct Selector: Hashable {
    var element: String?
    var classes: [String] = []
    var identifier: String?
    var voice: String?

    var isAll: Bool { self == Selector() }
  }

  private(set) var rules: [Rule] = []

  /// Reads a block; comments and rules that are not understood are left out.
  mutating func read(
    _ bytes: [UInt8], _ range: Range<Int>, _ collector: inout CaptionCollector
  ) {
    var place = range.lowerBound
    while place < range.upperBound, rules.count < 1000 {
      guard let open = bytes[place..<range.upperBound].firstIndex(of: UInt8(ascii: "{")) else {
        return
      }
      let close =
        bytes[open..<range.upperBound].firstIndex(of: UInt8(ascii: "}")) ?? range.upperBound
      let head = String(decoding: bytes[place..<open], as: UTF8.self)
      let body = String(decoding: bytes[open + 1..<close], as: UTF8.self)
      for selector in Self.selectors(head) {
        guard let selector = Self.selector(selector) else {
          let name = CaptionMessages.shortened(selector.trimmedSpaces)
          collector.ignore("the selector '\(name)'", at: (place..<open).source)
          continue
        }
        var rule = Rule(selector: selector)
        for declaration in body.split(separator: ";").prefix(64) {
          let parts = declaration.split(separator: ":", maxSplits: 1)
          guard parts.count == 2 else { continue }
          let name = parts[0].trimmedSpaces.lowercased()
          if !rule.set(name, parts[1].trimmedSpaces) {
            let name = CaptionMessages.shortened(name)
            collector.ignore("'\(name)' of a style", at: (open..<close).source)
          }
        }
        rules.append(rule)
      }
      place = min(close + 1, range.upperBound)
    }
  }

  /// Parts between commas that stand outside of brackets.
  private static func selectors(_ head: String) -> [String] {
    var parts = [""]
    var depth = 0
    for scalar in head.unicodeScalars {
      switch scalar {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      default: break
      }
      if scalar == ",", depth <= 0, parts.count < 32 {
        parts.append("")
      } else {
        parts[parts.count - 1].unicodeScalars.append(scalar)
      }
    }
    return parts
  }

  private static func selector(_ text: String) -> Selector? {
    let text = text.trimmedSpaces
    guard text.hasPrefix("::cue") else { return nil }
    let rest = text.dropFirst(5).trimmedSpaces
    if rest.isEmpty { return Selector() }
    guard rest.hasPrefix("("), rest.hasSuffix(")") else { return nil }
    var selector = Selector()
    var inner = Substring(rest.dropFirst().dropLast().trimmedSpaces)
    func word() -> String {
      String(inner.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
    }
    let element = word()
    if !element.isEmpty {
      selector.element = element.lowercased()
      inner = inner.dropFirst(element.count)
    }
    while let mark = inner.first {
      inner = inner.dropFirst()
      if mark == "[" {
        guard let close = inner.firstIndex(of: "]") else { return nil }
        let parts = inner[..<close].split(separator: "=", maxSplits: 1)
        guard parts.count == 2, parts[0].trimmedSpaces == "voice" else { return nil }
        selector.voice = parts[1].trimmedSpaces.filter { $0 != "\"" && $0 != "'" }
        inner = inner[inner.index(after: close)...]
        continue
      }
      let name = word()
      inner = inner.dropFirst(name.count)
      if name.isEmpty { return nil }
      switch mark {
      case ".": selector.classes.append(name)
      case "#": selector.identifier = name
      default: return nil
      }
    }
    return selector
  }
}

extension WebVTTSheet.Rule {
  /// Takes in a declaration; whether it was understood.
  fileprivate mutating func set(_ name: String, _ value: String) -> Bool {
    let word = value.lowercased()
    switch name {
    case "color":
      guard let color = CaptionColor.named(value) else { return false }
      self.color = color
    case "background-color", "background":
      guard let color = CaptionColor.named(value) else { return false }
      background = color
    case "font-weight":
      isBold = word == "bold" || word == "bolder" || (Int(word) ?? 0) >= 600
    case "font-style":
      isItalic = word == "italic" || word == "oblique"
    case "text-decoration", "text-decoration-line":
      isUnderlined = word.contains("underline")
      isStruck = word.contains("line-through")
    case "font-family":
      let first = value.split(separator: ",").first.map { $0.trimmedSpaces } ?? ""
      let plain = first.filter { $0 != "\"" && $0 != "'" }
      if ["sans-serif", "serif", "monospace", ""].contains(plain.lowercased()) { return false }
      font = plain
    case "font-size":
      if word.hasSuffix("%"), let percent = Rational.decimal(word.dropLast()), percent > .zero {
        scale = try? percent / Rational(100)
      } else if word.hasSuffix("em"), !word.hasSuffix("rem"),
        let times = Rational.decimal(word.dropLast(2)), times > .zero
      {
        scale = times
      } else {
        return false
      }
    default: return false
    }
    return true
  }

  /// Says what the rule says of a form.
  func apply(to style: inout CaptionStyle) {
    if let color { style.color = color }
    if let background { style.background = background }
    if let isBold { style.isBold = isBold }
    if let isItalic { style.isItalic = isItalic }
    if let isUnderlined { style.isUnderlined = isUnderlined }
    if let isStruck { style.isStruck = isStruck }
    if let font { style.font = font }
    if let scale { style.scale = scale }
  }
}
