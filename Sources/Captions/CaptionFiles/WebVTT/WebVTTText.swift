internal import BaseValues
internal import Diagnostics
internal import TimelineModel

/// The text of a WebVTT cue with its tags (section 6.4).
struct WebVTTText {
  private let bytes: [UInt8]
  private let sheet: WebVTTSheet
  private let name: String?
  /// Whose voice it is; `nil` for several.
  private(set) var speaker: String?
  private var pieces: [CaptionPiece] = []
  private var buffer: [UInt8] = []
  private var open: [(name: String, before: CaptionStyle, range: SourceRange)] = []
  private var style = CaptionStyle()
  /// When the text that comes next is said.
  private var said: Rational?
  private var isRubyText = false

  init(_ bytes: [UInt8], _ sheet: WebVTTSheet, name: String?) {
    self.bytes = bytes
    self.sheet = sheet
    self.name = name
    for rule in sheet.rules where rule.selector.isAll { rule.apply(to: &style) }
    if let name {
      for rule in sheet.rules where rule.selector == .init(identifier: name) {
        rule.apply(to: &style)
      }
    }
  }

  mutating func runs(
    _ text: Range<Int>, _ caption: Caption, _ collector: inout CaptionCollector
  ) -> [CaptionRun] {
    var place = text.lowerBound
    while place < text.upperBound {
      let byte = bytes[place]
      if byte == UInt8(ascii: "<"), let end = tag(place, text.upperBound, caption, &collector) {
        place = end
      } else if byte == UInt8(ascii: "&"),
        let (scalars, end) = MarkupEntities.read(bytes, place, text.upperBound)
      {
        if !isRubyText { buffer += scalars.utf8 }
        place = end
      } else {
        if byte == UInt8(ascii: "&") { tellUnknown(place, text.upperBound, &collector) }
        if byte == 0x0A { breakLine() } else if byte != 0x0D, !isRubyText { buffer.append(byte) }
        place += 1
      }
    }
    flush()
    for tag in open where tag.name != "v" {
      collector.report(CaptionMessages.captionTag(tag.name, closes: false, tag.range))
    }
    speaker = pieces.takeSpeaker()
    if pieces.contains(where: { $0.start != nil }) {
      // What stands before the first time is said from the beginning.
      for index in pieces.indices where pieces[index].start == nil {
        pieces[index].start = caption.start
      }
    }
    return CaptionWords.runs(pieces, from: caption.start, to: caption.end)
  }

  /// Tells of a name of no character that is known, which stays as it is written.
  private func tellUnknown(_ start: Int, _ end: Int, _ collector: inout CaptionCollector) {
    guard MarkupEntities.unknownEnd(bytes, start, end) != nil else { return }
    collector.mend(.reference, at: SourceRange(lower: start, upper: start + 1), with: "&amp;")
  }

  /// A line feed, without spaces before it, and none after another: lines have text.
  private mutating func breakLine() {
    while let last = buffer.last, last == 0x20 || last == 0x09 { buffer.removeLast() }
    if buffer.last == 0x0A || buffer.isEmpty && (pieces.last?.text.hasSuffix("\n") ?? true) {
      return
    }
    buffer.append(0x0A)
  }

  private mutating func flush() {
    if buffer.isEmpty { return }
    let text = String(decoding: buffer, as: UTF8.self)
    buffer.removeAll(keepingCapacity: true)
    // White space alone takes no time.
    let piece = CaptionPiece(text: text, style: style, start: said)
    pieces.append(piece)
  }

  /// Reads a tag; `nil` where a text begins with `<`.
  private mutating func tag(
    _ start: Int, _ end: Int, _ caption: Caption, _ collector: inout CaptionCollector
  ) -> Int? {
    guard let close = bytes[start..<min(end, start + 1000)].firstIndex(of: UInt8(ascii: ">")) else {
      tellSign(start, &collector)
      return nil
    }
    let range = (start..<close + 1).source
    var place = start + 1
    if place < close, 0x30...0x39 ~= bytes[place] {
      guard bytes[place..<close].allSatisfy(Self.isOfTime) else {
        tellSign(start, &collector)
        return nil
      }
      time(place..<close, caption, range, &collector)
      return close + 1
    }
    let closes = place < close && bytes[place] == UInt8(ascii: "/")
    if closes { place += 1 }
    let nameStart = place
    while place < close, bytes[place].isASCIILetter { place += 1 }
    let name = String(decoding: bytes[nameStart..<min(place, nameStart + 8)], as: UTF8.self)
      .lowercased()
    guard Self.names.contains(name) else {
      if name.isEmpty, place == close { return close + 1 }
      // Players leave out all from here to the next `>`; people mean the sign.
      if name.isEmpty, !closes {
        tellSign(start, &collector)
        return nil
      }
      collector.ignore("<\(CaptionMessages.shortened(name))>", at: range)
      return close + 1
    }
    flush()
    if closes {
      closeTag(name, range, &collector)
    } else {
      openTag(name, place..<close, range, &collector)
    }
    return close + 1
  }

  /// Tells of a `<` that people mean as it is.
  private func tellSign(_ place: Int, _ collector: inout CaptionCollector) {
    collector.mend(.sign, at: SourceRange(lower: place, upper: place + 1), with: "&lt;")
  }

  /// Digits and what stands between them: with anything else, a text begins with a number.
  private static func isOfTime(_ byte: UInt8) -> Bool {
    0x30...0x3A ~= byte || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") || byte == 0x20
  }

  private mutating func time(
    _ text: Range<Int>, _ caption: Caption, _ range: SourceRange,
    _ collector: inout CaptionCollector
  ) {
    var place = text.lowerBound
    guard let clock = CaptionClock(bytes, &place, end: text.upperBound), place == text.upperBound
    else {
      collector.ignore("a time within a text that is none", at: range)
      return
    }
    guard clock.seconds >= said ?? caption.start, clock.seconds <= caption.end else {
      collector.ignore(
        "a time within a text that is not within its caption, or not in order", at: range)
      return
    }
    flush()
    // What was said before ends here, whether or not text follows.
    if let last = pieces.last, last.end == nil {
      for index in pieces.indices.reversed() {
        guard pieces[index].end == nil, pieces[index].start == last.start else { break }
        pieces[index].end = clock.seconds
      }
    }
    said = clock.seconds
  }

  private mutating func openTag(
    _ name: String, _ rest: Range<Int>, _ range: SourceRange, _ collector: inout CaptionCollector
  ) {
    if open.count < 64 { open.append((name, style, range)) }
    let text = String(decoding: bytes[rest], as: UTF8.self)
    let space = text.firstIndex { $0 == " " || $0 == "\t" || $0 == "\n" } ?? text.endIndex
    let classes = text[..<space].split(separator: ".").prefix(16).map(String.init)
    let annotation = text[space...].trimmedSpaces
    switch name {
    case "b": style.isBold = true
    case "i": style.isItalic = true
    case "u": style.isUnderlined = true
    case "v":
      if !annotation.isEmpty { style.speaker = MarkupEntities.plain(annotation) }
    case "rt":
      isRubyText = true
      collector.ignore("<rt>", at: range)
    default: break
    }
    for word in classes { setClass(word) }
    for rule in sheet.rules where !rule.selector.isAll {
      let selector = rule.selector
      if selector.element.map({ $0 == name }) ?? true,
        selector.identifier.map({ $0 == self.name }) ?? true,
        selector.voice.map({ $0 == annotation }) ?? true,
        selector.element != nil || !selector.classes.isEmpty || selector.voice != nil,
        selector.classes.allSatisfy({ classes.contains($0) })
      {
        rule.apply(to: &style)
      }
    }
  }

  /// Classes that have a colour without being told (section 5.1).
  private mutating func setClass(_ word: String) {
    if let color = Self.colors[word] { style.color = color }
    if word.hasPrefix("bg_"), let color = Self.colors[String(word.dropFirst(3))] {
      style.background = color
    }
  }

  private mutating func closeTag(
    _ name: String, _ range: SourceRange, _ collector: inout CaptionCollector
  ) {
    if name == "rt" || name == "ruby" { isRubyText = false }
    guard let index = open.lastIndex(where: { $0.name == name }) else {
      collector.report(CaptionMessages.captionTag(name, closes: true, range))
      return
    }
    // Closed with it is what is open within; that is a mistake but for the text of ruby.
    for tag in open[(index + 1)...] where tag.name != "rt" && tag.name != "v" {
      collector.report(CaptionMessages.captionTag(tag.name, closes: false, tag.range))
    }
    style = open[index].before
    open.removeSubrange(index...)
  }

  private static let names: Set<String> = ["b", "i", "u", "c", "v", "lang", "ruby", "rt"]

  /// The colours of classes, which are those of Teletext.
  static let colors: [String: Color] = [
    "white": .white, "lime": Color(red: 0, green: 255, blue: 0),
    "cyan": Color(red: 0, green: 255, blue: 255), "red": Color(red: 255, green: 0, blue: 0),
    "yellow": Color(red: 255, green: 255, blue: 0), "magenta": Color(red: 255, green: 0, blue: 255),
    "blue": Color(red: 0, green: 0, blue: 255), "black": .black,
  ]
}
