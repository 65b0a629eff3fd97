internal import BaseValues
internal import TimelineModel

/// Writes WebVTT: forms as classes with styles before the first cue, times of words within the text.
struct WebVTTWriter {
  private var classes: [CaptionStyle: String] = [:]
  private var styles = ""

  static func text(_ file: CaptionFile, _ losses: inout CaptionLosses) -> String {
    var writer = WebVTTWriter()
    var body = ""
    for (index, caption) in file.captions.enumerated() {
      body += "\n" + writer.cue(caption)
      if caption.fadeIn > .zero || caption.fadeOut > .zero {
        losses.note(.fades, caption, number: index)
      }
    }
    var head = "WEBVTT\n"
    if let language = file.language { head += "Language: \(language)\n" }
    if !writer.styles.isEmpty { head += "\nSTYLE\n" + writer.styles }
    return head + body
  }

  private mutating func cue(_ caption: Caption) -> String {
    let start = Self.milliseconds(caption.start)
    let end = max(start + 1, Self.milliseconds(caption.end))
    var text = ""
    if let name = caption.name, Self.isIdentifier(name) { text += name + "\n" }
    text += ClockText.text(milliseconds: start, separator: ".") + " --> "
    text += ClockText.text(milliseconds: end, separator: ".") + Self.settings(caption.place) + "\n"
    if let speaker = caption.speaker { text += "<v \(Self.escaped(speaker))>" }
    // The time that was written last; those that are not after it are no times in this format.
    var last = start
    var open = ""
    var close = ""
    for run in caption.writtenRuns {
      let tags = tags(run.style)
      let space = run.text.prefix { $0 == " " || $0 == "\n" }
      if tags.open != open { text += close }
      // Times that were shared out are left to whoever reads the file: players would sing words by them that the
      // file shows at once.
      if let said = run.said, run.startIsExact {
        text += Self.stamp(Self.milliseconds(said.start), after: &last, before: end, space)
      } else {
        text += space
      }
      if tags.open != open { text += tags.open }
      text += Self.escaped(String(run.text.dropFirst(space.count)))
      if let said = run.said, run.endIsExact {
        text += Self.stamp(Self.milliseconds(said.end), after: &last, before: end, "")
      }
      (open, close) = (tags.open, tags.close)
    }
    return text + close + "\n"
  }

  /// White space and a time behind it, where the time is a new one.
  private static func stamp(
    _ time: Int64, after last: inout Int64, before end: Int64, _ space: some StringProtocol
  ) -> String {
    guard time > last, time < end else { return String(space) }
    last = time
    return space + "<" + ClockText.text(milliseconds: time, separator: ".") + ">"
  }

  private static func milliseconds(_ time: Rational) -> Int64 {
    max(0, (try? time.scaled(by: 1000)) ?? 0)
  }

  /// Whether a name can stand above times.
  private static func isIdentifier(_ name: String) -> Bool {
    !name.isEmpty && !name.contains("-->") && !name.contains(where: \.isNewline)
      && !["NOTE", "STYLE", "REGION"].contains { name.hasPrefix($0) }
  }

  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x3E }) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private mutating func tags(_ style: CaptionStyle) -> (open: String, close: String) {
    var open = ""
    var close = ""
    let name = className(style)
    if !name.isEmpty { (open, close) = ("<c\(name)>", "</c>") }
    for (isOn, tag) in [(style.isBold, "b"), (style.isItalic, "i"), (style.isUnderlined, "u")]
    where isOn {
      open += "<\(tag)>"
      close = "</\(tag)>" + close
    }
    if let speaker = style.speaker {
      open = "<v \(Self.escaped(speaker))>" + open
      close += "</v>"
    }
    return (open, close)
  }

  /// `.yellow.c1`: classes that have a colour by themselves, and one with a style of its own for the rest.
  private mutating func className(_ style: CaptionStyle) -> String {
    var name = ""
    var rest = CaptionStyle()
    rest.font = style.font
    rest.scale = style.scale
    rest.isStruck = style.isStruck
    if let color = style.color {
      if let word = Self.word(color) { name += "." + word } else { rest.color = color }
    }
    if let color = style.background {
      if let word = Self.word(color) { name += ".bg_" + word } else { rest.background = color }
    }
    if rest == CaptionStyle() { return name }
    if let known = classes[rest] { return name + known }
    let new = ".c\(classes.count + 1)"
    classes[rest] = new
    var lines: [String] = []
    if let color = rest.color { lines.append("color: \(color.text)") }
    if let color = rest.background { lines.append("background-color: \(color.text)") }
    if let font = rest.font {
      lines.append("font-family: \"\(font.filter { !"\"{};:,".contains($0) })\"")
    }
    if let scale = rest.scale { lines.append("font-size: \(Self.percent(scale))") }
    if rest.isStruck { lines.append("text-decoration: line-through") }
    styles += "::cue(\(new)) { \(lines.joined(separator: "; ")) }\n"
    return name + new
  }

  private static func word(_ color: Color) -> String? {
    WebVTTText.colors.first { $0.value == color }?.key
  }

  private static func percent(_ share: Rational) -> String {
    ((try? share * Rational(100)) ?? Rational(100)).decimalApproximation(places: 6) + "%"
  }

  // MARK: - Settings

  private static func settings(_ place: CaptionPlace) -> String {
    if place.isUsual { return "" }
    var text = ""
    if let y = place.y {
      text += " line:\(percent(y)),\(side(place.anchorY ?? .start))"
    } else {
      switch place.anchorY {
      case .start: text += " line:0"
      case .middle: text += " line:50%,center"
      case .end, nil: break
      }
    }
    // A cue's box is as wide as it may be, and its text stands in it as it is aligned: at the point that is meant
    // where both have one side.
    let anchor = place.anchorX ?? place.alignment ?? .middle
    let middle = Rational(1, over: 2)
    let x = place.x ?? place.anchorX.map { $0 == .start ? .zero : $0 == .end ? .one : middle }
    if let x, x != middle || anchor != .middle {
      text += " position:\(percent(x)),\(line(anchor))"
    }
    if let width = place.width { text += " size:\(percent(width))" }
    if x != nil, anchor != .middle { text += " align:\(side(anchor))" }
    return text
  }

  private static func side(_ side: CaptionPlace.Side) -> String {
    switch side {
    case .start: "start"
    case .middle: "center"
    case .end: "end"
    }
  }

  private static func line(_ side: CaptionPlace.Side) -> String {
    switch side {
    case .start: "line-left"
    case .middle: "center"
    case .end: "line-right"
    }
  }
}
