internal import BaseValues
internal import Diagnostics
internal import TimelineModel

/// What tags in braces say of the text after them, and of the whole caption.
struct SubStationOverrides {
  private let sheet: SubStationSheet
  /// Of the caption, which `\r` goes back to.
  private let styleName: String
  /// Of the text that comes next.
  var style: CaptionStyle
  private var alignment: Int
  private var position: (x: Rational, y: Rational)?
  private(set) var hasPlace = false
  private(set) var fadeIn = Rational.zero
  private(set) var fadeOut = Rational.zero
  /// Whether what comes next are outlines, not text.
  private(set) var isDrawing = false
  /// Line breaks of the kind `\n`.
  private(set) var breaksAtSmallN: Bool
  /// When the text that comes next is said; `nil` before the first time.
  private(set) var wordStart: Rational?
  /// When it has been said.
  private(set) var wordEnd: Rational?
  private let start: Rational

  /// - Parameter start: of the caption, in seconds.
  init(sheet: SubStationSheet, styleName: String, start: Rational) {
    self.sheet = sheet
    self.styleName = styleName
    self.start = start
    let base = sheet.style(styleName)
    style = sheet.form(base)
    alignment = base.alignment
    breaksAtSmallN = sheet.breaksAtSmallN
  }

  /// Where the caption stands, for captions that say it.
  var place: CaptionPlace {
    if let position {
      var place = CaptionPlace(keypad: alignment)
      place.x = position.x
      place.y = position.y
      return place
    }
    return sheet.place(alignment, sheet.style(styleName))
  }

  /// Whether a tag names a point.
  var isPositioned: Bool { position != nil }

  /// The alignment that holds.
  var keypad: Int { alignment }

  /// Takes in what stands between braces.
  mutating func apply(
    _ bytes: [UInt8], _ block: Range<Int>, _ collector: inout CaptionCollector
  ) {
    var place = block.lowerBound
    while place < block.upperBound {
      guard bytes[place] == UInt8(ascii: "\\") else {
        place += 1
        continue
      }
      let start = place + 1
      var end = start
      var depth = 0
      while end < block.upperBound {
        if bytes[end] == UInt8(ascii: "(") { depth += 1 }
        if bytes[end] == UInt8(ascii: ")") { depth -= 1 }
        if bytes[end] == UInt8(ascii: "\\"), depth <= 0 { break }
        end += 1
      }
      tag(
        String(decoding: bytes[start..<end], as: UTF8.self).trimmedSpaces, start - 1..<end,
        &collector)
      place = end
    }
  }

  private mutating func tag(
    _ text: String, _ range: Range<Int>, _ collector: inout CaptionCollector
  ) {
    // The longest name first: `\fscx` is not `\fs`, `\bord` not `\b`.
    guard let name = Self.names.first(where: { text.hasPrefix($0) }) else {
      let name = text.prefix { $0.isLetter || $0.isNumber }.prefix(12)
      collector.ignore("\\\(name)", at: range.source)
      return
    }
    let value = text.dropFirst(name.count).trimmedSpaces
    if !apply(name, value) { collector.ignore("\\\(name)", at: range.source) }
  }

  /// Whether it was understood.
  private mutating func apply(_ name: String, _ value: String) -> Bool {
    let base = sheet.style(styleName)
    switch name {
    case "b": style.isBold = Self.weight(value) ?? base.isBold
    case "i": style.isItalic = Self.flag(value) ?? base.isItalic
    case "u": style.isUnderlined = Self.flag(value) ?? base.isUnderlined
    case "s": style.isStruck = Self.flag(value) ?? base.isStruck
    case "fn":
      style.font =
        value.isEmpty ? sheet.form(base).font : value == sheet.usual.font ? nil : value
    case "fs": style.scale = size(value, base)
    case "c", "1c":
      if value.isEmpty {
        style.color = sheet.form(base).color
      } else {
        guard var color = SubStationValue.color(value) else { return false }
        color.alpha = style.color?.alpha ?? 255
        style.color = color
      }
    case "1a", "alpha":
      if value.isEmpty {
        style.color?.alpha = base.color?.alpha ?? 255
      } else {
        guard let alpha = SubStationValue.alpha(value) else { return false }
        var color = style.color ?? base.color ?? .white
        color.alpha = alpha
        style.color = color == .white ? nil : color
      }
    case "r":
      let font = sheet.form(value.isEmpty ? base : sheet.style(value))
      style = font
    case "an":
      guard let number = Self.whole(value), (1...9).contains(number) else { return false }
      set(number)
    case "a":
      guard let number = Self.whole(value), let keypad = SubStationStyles.keypad(legacy: number)
      else {
        return false
      }
      set(keypad)
    case "pos", "move":
      let numbers = Self.numbers(value)
      guard numbers.count >= 2, let x = try? numbers[0] / sheet.width,
        let y = try? numbers[1] / sheet.height
      else { return false }
      if position == nil { position = (x, y) }
      hasPlace = true
      return name == "pos"
    case "fad":
      let numbers = Self.numbers(value)
      guard numbers.count == 2, let first = try? numbers[0] / Rational(1000),
        let last = try? numbers[1] / Rational(1000)
      else { return false }
      fadeIn = max(first, .zero)
      fadeOut = max(last, .zero)
    case "k", "K", "kf", "ko": return advance(value)
    case "kt": return moveOn(value)
    case "p": isDrawing = (Self.whole(value) ?? 0) > 0
    case "q": breaksAtSmallN = Self.whole(value).map { $0 == 2 } ?? sheet.breaksAtSmallN
    default: return false
    }
    return true
  }

  private mutating func set(_ number: Int) {
    // The first one counts, as in libass.
    if hasPlace, position == nil { return }
    alignment = number
    hasPlace = true
  }

  private mutating func advance(_ value: String) -> Bool {
    // As in libass, a syllable without a number lasts for 10 hundredths.
    guard let length = Self.seconds(value.isEmpty ? "10" : value) else { return false }
    let from = wordEnd ?? start
    guard let to = try? from + length else { return false }
    wordStart = from
    wordEnd = to
    return true
  }

  /// Has the next syllable begin at a time of the caption.
  private mutating func moveOn(_ value: String) -> Bool {
    guard let time = Self.seconds(value.isEmpty ? "0" : value), let to = try? start + time else {
      return false
    }
    wordStart = nil
    wordEnd = to
    return true
  }

  /// Seconds of a number of hundredths.
  private static func seconds(_ value: String) -> Rational? {
    guard let hundredths = Rational.decimal(leading(value)), hundredths >= .zero,
      hundredths < Rational(1 << 31)
    else { return nil }
    return try? hundredths / Rational(100)
  }

  /// The number that a value begins with, as players take it: in brackets or not, and whatever stands behind it.
  private static func leading(_ value: String) -> Substring {
    let inner = value.drop { $0 == "(" || $0 == " " }
    return inner.prefix { "+-.0123456789".contains($0) }
  }

  private static func whole(_ value: String) -> Int? {
    Int(leading(value).prefix { $0 != "." })
  }

  private func size(_ value: String, _ base: SubStationStyle) -> Rational? {
    let value = Self.leading(value)
    guard let number = Rational.decimal(value) else { return sheet.scale(base.size) }
    // With a sign it is tenths of the size before.
    if value.hasPrefix("+") || value.hasPrefix("-") {
      let before = style.scale ?? .one
      return try? before * (.one + number / Rational(10))
    }
    return number > .zero ? sheet.scale(number) : sheet.scale(base.size)
  }

  private static func flag(_ value: String) -> Bool? {
    whole(value).map { $0 != 0 }
  }

  /// 1 or a weight of 600 and more.
  private static func weight(_ value: String) -> Bool? {
    whole(value).map { $0 == 1 || $0 >= 600 }
  }

  private static func numbers(_ value: String) -> [Rational] {
    value.filter { $0 != "(" && $0 != ")" }.split(separator: ",").prefix(8)
      .compactMap { Rational.decimal($0.trimmedSpaces) }
  }

  /// All tags of ASS, those that are prefixes of others after them.
  private static let names: [String] = [
    "alpha", "blur", "bord", "xbord", "ybord", "clip", "iclip", "fade", "fad", "fax", "fay", "fscx",
    "fscy", "fsc", "fsp", "fn", "fs", "frx", "fry", "frz", "fr", "fe", "move", "pos", "org", "pbo",
    "shad",
    "xshad", "yshad", "1c", "2c", "3c", "4c", "1a", "2a", "3a", "4a", "an", "be", "kf", "ko", "kt",
    "k",
    "K", "a", "b", "c", "i", "p", "q", "r", "s", "t", "u",
  ]
}
