internal import BaseValues
internal import Diagnostics

/// Reads Advanced SubStation Alpha and its predecessor.
enum SubStationReader {
  /// A line of a caption that is still to be read.
  private struct Event {
    var values: [Range<Int>]
    var fields: [String]
    var line: Range<Int>
  }

  static func read(_ collector: inout CaptionCollector) {
    let lines = CaptionLines(collector.bytes)
    var section = ""
    var fields: [String] = []
    var sheet = SubStationSheet()
    var sizes: (width: Rational?, height: Rational?)
    var events: [Event] = []
    var isOld = false
    for line in 0..<lines.count {
      let range = lines.trimmed(line)
      guard let first = range.first.map({ lines.bytes[$0] }) else { continue }
      if first == UInt8(ascii: "["), lines.bytes[range.upperBound - 1] == UInt8(ascii: "]") {
        section = lines.text(range).lowercased()
        fields = []
        if section == "[v4 styles]" { isOld = true }
        continue
      }
      if first == UInt8(ascii: ";") || first == UInt8(ascii: "!") { continue }
      guard let colon = lines.bytes[range].firstIndex(of: UInt8(ascii: ":")) else {
        if section == "[events]" {
          collector.report(CaptionMessages.captionTextOutside(range.source))
        }
        continue
      }
      let rest = CaptionLines.trimmed(colon + 1..<range.upperBound, lines.bytes)
      let key = lines.text(range.lowerBound..<colon).trimmedSpaces.lowercased()
      switch key {
      case "playresx": sizes.width = size(lines.text(rest))
      case "playresy": sizes.height = size(lines.text(rest))
      case "wrapstyle": sheet.breaksAtSmallN = lines.text(rest) == "2"
      case "language" where section == "[script info]":
        let language = lines.text(rest)
        if collector.language == nil, language.utf8.count < 36, !language.isEmpty {
          collector.language = language
        }
      case "format":
        fields = lines.text(rest).split(separator: ",").prefix(64).map {
          $0.trimmedSpaces.lowercased()
        }
      case "style":
        let names = fields.isEmpty ? Self.styleFields : fields
        let values = lines.text(rest).split(separator: ",", omittingEmptySubsequences: false)
          .prefix(64).map(String.init)
        if let (name, style) = SubStationStyles.style(values, names, isOld: isOld),
          sheet.styles.count < 5000
        {
          sheet.styles[name] = style
        }
      case "dialogue":
        let names =
          fields.isEmpty || !section.isEmpty && section != "[events]" ? Self.fields : fields
        events.append(
          Event(
            values: values(rest, names.count, lines.bytes), fields: names, line: range))
      default: break
      }
    }
    if events.count > 0, section.isEmpty, !lines.bytes.isEmpty {
      collector.report(
        CaptionMessages.captionHeader("[Script Info]", lines.trimmed(0).source))
    }
    setSize(&sheet, sizes)
    setUsual(&sheet, events, lines)
    for event in events {
      read(event, sheet, lines, &collector)
      if collector.isFull { return }
    }
  }

  private static func size(_ text: String) -> Rational? {
    Rational.decimal(text).flatMap { $0 > .zero && $0 < Rational(1 << 20) ? $0 : nil }
  }

  /// As libass has it: a size that is missing follows from the other one at 4:3.
  private static func setSize(
    _ sheet: inout SubStationSheet, _ sizes: (width: Rational?, height: Rational?)
  ) {
    switch sizes {
    case (let width?, let height?): (sheet.width, sheet.height) = (width, height)
    case (let width?, nil):
      sheet.width = width
      sheet.height = (try? width * Rational(3, over: 4)) ?? sheet.height
    case (nil, let height?):
      sheet.height = height
      sheet.width = (try? height * Rational(4, over: 3)) ?? sheet.width
    case (nil, nil): break
    }
  }

  private static func setUsual(
    _ sheet: inout SubStationSheet, _ events: [Event], _ lines: CaptionLines
  ) {
    var counts: [String: (count: Int, first: Int)] = [:]
    for (place, event) in events.enumerated() {
      counts[value("style", event, lines), default: (0, place)].count += 1
    }
    let most = counts.max { ($0.value.count, -$0.value.first) < ($1.value.count, -$1.value.first) }
    sheet.usual = most.map { sheet.style($0.key) } ?? sheet.styles["Default"] ?? SubStationStyle()
  }

  private static func read(
    _ event: Event, _ sheet: SubStationSheet, _ lines: CaptionLines,
    _ collector: inout CaptionCollector
  ) {
    guard let start = time("start", event, lines, &collector),
      var end = time("end", event, lines, &collector),
      let text = event.values.last, event.values.count == event.fields.count
    else {
      if event.values.count != event.fields.count {
        collector.report(
          CaptionMessages.captionTimeSyntax(
            lines.text(event.line), event.line.source,
            form: "the \(event.fields.count) values that 'Format:' names"))
      }
      return
    }
    if end.seconds <= start.seconds {
      collector.report(
        CaptionMessages.captionEndBeforeStart(
          start.range.union(end.range), isEmpty: end.seconds == start.seconds))
      end.seconds = ReadingTime.end(from: start.seconds, characters: text.count, next: nil)
    }
    var caption = Caption(start: start.seconds, end: end.seconds, runs: [])
    caption.range = event.line.source
    caption.timeRange = start.range.union(end.range)
    let speaker = value(["name", "actor"], event, lines)
    if !speaker.isEmpty { caption.speaker = String(speaker.prefix(200)) }
    let effect = value("effect", event, lines)
    if !effect.isEmpty {
      let name = effect.prefix { $0 != ";" }.prefix(24)
      collector.ignore("the effect '\(name)'", at: event.line.source)
    }
    let style = value("style", event, lines)
    var reader = SubStationText(
      lines.bytes, SubStationOverrides(sheet: sheet, styleName: style, start: caption.start))
    caption.runs = reader.runs(text, caption, &collector)
    // A drawing alone shows no text, and is no mistake.
    if caption.runs.isEmpty, reader.hasDrawing {
      collector.ignore("a drawing", at: event.line.source)
      return
    }
    var base = sheet.style(style)
    let isMoved = margins(of: event, lines, &base)
    if reader.overrides.hasPlace {
      caption.place = reader.overrides.place
    } else if base.alignment != 2 || isMoved {
      caption.place = sheet.place(reader.overrides.keypad, base)
    }
    if caption.place.keypad == 2, !isMoved, !reader.isPlaced { caption.place = CaptionPlace() }
    caption.fadeIn = reader.overrides.fadeIn
    caption.fadeOut = reader.overrides.fadeOut
    collector.add(caption)
  }

  /// Margins that a caption has in place of its style's; whether it has any.
  private static func margins(
    of event: Event, _ lines: CaptionLines, _ style: inout SubStationStyle
  ) -> Bool {
    var isMoved = false
    for (name, margin) in [
      ("marginl", \SubStationStyle.marginLeft), ("marginr", \.marginRight),
      ("marginv", \.marginVertical),
    ] {
      guard let value = Rational.decimal(value(name, event, lines)), value > .zero else { continue }
      style[keyPath: margin] = value
      isMoved = true
    }
    return isMoved
  }

  private static func time(
    _ name: String, _ event: Event, _ lines: CaptionLines, _ collector: inout CaptionCollector
  ) -> CaptionClock? {
    guard let index = event.fields.firstIndex(of: name), index < event.values.count else {
      return nil
    }
    let range = event.values[index]
    var place = range.lowerBound
    if let clock = CaptionClock(lines.bytes, &place, end: range.upperBound),
      CaptionLines.trimmed(place..<range.upperBound, lines.bytes).isEmpty
    {
      return clock
    }
    collector.report(
      CaptionMessages.captionTimeSyntax(lines.text(range), range.source, form: "0:00:01.50"))
    return nil
  }

  private static func value(_ names: [String], _ event: Event, _ lines: CaptionLines) -> String {
    names.lazy.map { value($0, event, lines) }.first { !$0.isEmpty } ?? ""
  }

  private static func value(_ name: String, _ event: Event, _ lines: CaptionLines) -> String {
    guard let index = event.fields.firstIndex(of: name), index < event.values.count else {
      return ""
    }
    return lines.text(CaptionLines.trimmed(event.values[index], lines.bytes))
  }

  /// The values of a line; commas in the last one are text.
  private static func values(_ range: Range<Int>, _ count: Int, _ bytes: [UInt8]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = range.lowerBound
    var place = start
    while result.count < count - 1, place < range.upperBound {
      if bytes[place] == UInt8(ascii: ",") {
        result.append(start..<place)
        start = place + 1
      }
      place += 1
    }
    result.append(start..<range.upperBound)
    return result
  }

  private static let fields = [
    "layer", "start", "end", "style", "name", "marginl", "marginr", "marginv", "effect", "text",
  ]

  private static let styleFields = [
    "name", "fontname", "fontsize", "primarycolour", "secondarycolour", "outlinecolour",
    "backcolour",
    "bold", "italic", "underline", "strikeout", "scalex", "scaley", "spacing", "angle",
    "borderstyle",
    "outline", "shadow", "alignment", "marginl", "marginr", "marginv", "encoding",
  ]
}
