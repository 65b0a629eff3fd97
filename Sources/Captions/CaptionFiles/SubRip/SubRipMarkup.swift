internal import BaseValues
internal import Diagnostics
internal import TimelineModel

/// The text of a SubRip caption: tags of HTML for its form, and tags of ASS, as players take them.
struct SubRipMarkup {
  private let bytes: [UInt8]
  /// Once there is a tag of ASS.
  private var overrides: SubStationOverrides?
  private let start: Rational
  private var pieces: [CaptionPiece] = []
  private var buffer: [UInt8] = []
  private var style = CaptionStyle()
  private var open: [(name: String, before: CaptionStyle, range: SourceRange)] = []

  init(_ bytes: [UInt8], _ caption: Caption) {
    self.bytes = bytes
    start = caption.start
  }

  /// The runs of a text, and the place that tags of ASS say.
  mutating func runs(
    _ text: Range<Int>, _ caption: inout Caption, _ collector: inout CaptionCollector
  ) -> [CaptionRun] {
    var place = text.lowerBound
    while place < text.upperBound {
      let byte = bytes[place]
      if byte == UInt8(ascii: "<"), let end = tag(place, text.upperBound, &collector) {
        place = end
      } else if byte == UInt8(ascii: "{"), place + 1 < text.upperBound,
        bytes[place + 1] == UInt8(ascii: "\\"),
        let end = override(place, text.upperBound, &collector)
      {
        place = end
      } else if byte == 0x0A {
        breakLine()
        place += 1
      } else if byte == UInt8(ascii: "\\"), place + 1 < text.upperBound,
        bytes[place + 1] == UInt8(ascii: "N")
      {
        breakLine()
        place += 2
      } else if byte == UInt8(ascii: "\\"), place + 1 < text.upperBound,
        bytes[place + 1] == UInt8(ascii: "h")
      {
        // A space that no line is broken at, as ASS writes it.
        buffer += [0xC2, 0xA0]
        place += 2
      } else {
        if byte != 0x0D { buffer.append(byte) }
        place += 1
      }
    }
    flush()
    for tag in open {
      collector.report(CaptionMessages.captionTag(tag.name, closes: false, tag.range))
    }
    if let overrides {
      if overrides.hasPlace, overrides.keypad != 2 || overrides.isPositioned {
        caption.place = overrides.place
      }
      caption.fadeIn = overrides.fadeIn
      caption.fadeOut = overrides.fadeOut
    }
    return CaptionWords.runs(pieces, from: caption.start, to: caption.end)
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
    var piece = CaptionPiece(text: String(decoding: buffer, as: UTF8.self))
    piece.style = style
    pieces.append(piece)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Reads a tag; `nil` where a text begins with `<`.
  private mutating func tag(
    _ start: Int, _ end: Int, _ collector: inout CaptionCollector
  ) -> Int? {
    var place = start + 1
    let closes = place < end && bytes[place] == UInt8(ascii: "/")
    if closes { place += 1 }
    let nameStart = place
    while place < end, place - nameStart < 8, bytes[place].isASCIILetter { place += 1 }
    let name = String(decoding: bytes[nameStart..<place], as: UTF8.self).lowercased()
    guard Self.names.contains(name), place < end,
      bytes[place] == UInt8(ascii: ">") || bytes[place] == 0x20 || bytes[place] == UInt8(ascii: "/")
    else { return nil }
    guard let close = bytes[place..<min(end, place + 400)].firstIndex(of: UInt8(ascii: ">")) else {
      return nil
    }
    let range = (start..<close + 1).source
    if name == "br" {
      breakLine()
      return close + 1
    }
    flush()
    if closes {
      guard let index = open.lastIndex(where: { $0.name == name }) else {
        collector.report(CaptionMessages.captionTag(name, closes: true, range))
        return close + 1
      }
      closeTag(at: index)
      return close + 1
    }
    // Deep nesting has no meaning here, and tags that are never closed would pile up.
    if open.count < 64 { open.append((name, style, range)) }
    switch name {
    case "b", "strong": style.isBold = true
    case "i", "em": style.isItalic = true
    case "u": style.isUnderlined = true
    case "s", "strike": style.isStruck = true
    case "font": font(place..<close, &collector)
    default: collector.ignore("<\(name)>", at: range)
    }
    return close + 1
  }

  /// Takes back what a tag said, and not what those within it say that are still open.
  private mutating func closeTag(at index: Int) {
    let tag = open.remove(at: index)
    let now = style
    style = tag.before
    for place in index..<open.count {
      open[place].before = style
      switch open[place].name {
      case "b", "strong": style.isBold = true
      case "i", "em": style.isItalic = true
      case "u": style.isUnderlined = true
      case "s", "strike": style.isStruck = true
      default: (style.color, style.font) = (now.color, now.font)
      }
    }
  }

  private mutating func font(_ range: Range<Int>, _ collector: inout CaptionCollector) {
    for (name, value) in MarkupAttributes.read(bytes, range) {
      switch name {
      case "color":
        if let color = CaptionColor.named(value) {
          style.color = color
        } else {
          collector.ignore("the colour '\(CaptionMessages.shortened(value))'", at: range.source)
        }
      case "face": style.font = value.isEmpty ? nil : value
      default: collector.ignore("'\(CaptionMessages.shortened(name))' of <font>", at: range.source)
      }
    }
  }

  private mutating func override(
    _ start: Int, _ end: Int, _ collector: inout CaptionCollector
  ) -> Int? {
    guard let close = bytes[start..<min(end, start + 2000)].firstIndex(of: UInt8(ascii: "}")) else {
      return nil
    }
    flush()
    var tags =
      overrides ?? SubStationOverrides(sheet: .foreign, styleName: "", start: self.start)
    tags.style = style
    tags.apply(bytes, start + 1..<close, &collector)
    style = tags.style
    overrides = tags
    return close + 1
  }

  private static let names: Set<String> = [
    "b", "i", "u", "s", "font", "strong", "em", "strike", "br", "span", "p", "div", "c", "v",
    "ruby", "rt",
  ]
}

extension UInt8 {
  var isASCIILetter: Bool { 0x41...0x5A ~= self || 0x61...0x7A ~= self }
}

/// `name="value"` pairs of tags that people write by hand.
enum MarkupAttributes {
  static func read(_ bytes: [UInt8], _ range: Range<Int>) -> [(name: String, value: String)] {
    var result: [(name: String, value: String)] = []
    var place = range.lowerBound
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    while place < range.upperBound, result.count < 16 {
      while place < range.upperBound, !bytes[place].isASCIILetter { place += 1 }
      let start = place
      while place < range.upperBound, bytes[place].isASCIILetter { place += 1 }
      let name = text(start..<place).lowercased()
      while place < range.upperBound, bytes[place] == 0x20 { place += 1 }
      guard place < range.upperBound, bytes[place] == UInt8(ascii: "=") else { continue }
      place += 1
      while place < range.upperBound, bytes[place] == 0x20 { place += 1 }
      guard place < range.upperBound else { break }
      let quote = bytes[place]
      let first: Int
      if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
        first = place + 1
        place = bytes[first..<range.upperBound].firstIndex(of: quote) ?? range.upperBound
      } else {
        first = place
        while place < range.upperBound, bytes[place] != 0x20 { place += 1 }
      }
      result.append((name, text(first..<place)))
      place = min(place + 1, range.upperBound)
    }
    return result
  }
}
