internal import BaseValues
internal import TimelineModel

/// A style of an ASS or SSA file.
struct SubStationStyle: Hashable {
  var font: String?
  var size: Rational?
  var color: Color?
  /// Behind the text; of styles that draw a box.
  var background: Color?
  var isBold = false
  var isItalic = false
  var isUnderlined = false
  var isStruck = false
  /// As on a keypad: 1 to 3 at the bottom, 4 to 6 in the middle, 7 to 9 at the top.
  var alignment = 2
  var marginLeft = Rational.zero
  var marginRight = Rational.zero
  var marginVertical = Rational.zero
}

/// What a file says for all of its captions.
struct SubStationSheet {
  /// Of the script's pixels, in which places and sizes are.
  var width = Rational(384)
  var height = Rational(288)
  var styles: [String: SubStationStyle] = [:]
  /// The style that most captions have: what it says is the usual form.
  var usual = SubStationStyle()
  /// Lines are broken at `\N` only: `\n` breaks them as well.
  var breaksAtSmallN = false

  /// For tags of ASS in other files: margins of a twentieth of the picture.
  static let foreign: SubStationSheet = {
    var sheet = SubStationSheet()
    sheet.usual.marginLeft = Rational(96, over: 5)
    sheet.usual.marginRight = Rational(96, over: 5)
    sheet.usual.marginVertical = Rational(72, over: 5)
    return sheet
  }()

  /// The style of a name; names begin with a star where the program's own style is meant.
  func style(_ name: String) -> SubStationStyle {
    if let style = styles[name] { return style }
    let plain = name.hasPrefix("*") ? String(name.dropFirst()) : name
    return styles[plain] ?? styles["Default"] ?? usual
  }

  /// What a caption in a style says of its form: what is other than usual, and what has a meaning by itself.
  ///
  /// White is what text has without being told, and so is no colour here.
  func form(_ style: SubStationStyle) -> CaptionStyle {
    var form = CaptionStyle()
    form.isBold = style.isBold
    form.isItalic = style.isItalic
    form.isUnderlined = style.isUnderlined
    form.isStruck = style.isStruck
    if style.color != .white { form.color = style.color }
    form.background = style.background
    if style.font != usual.font { form.font = style.font }
    form.scale = scale(style.size)
    return form
  }

  /// Times the usual size; `nil` for that.
  func scale(_ size: Rational?) -> Rational? {
    guard let size, let usual = usual.size, usual > .zero, size > .zero, size != usual else {
      return nil
    }
    return try? size / usual
  }

  /// Where text of an alignment stands by its margins.
  func place(_ alignment: Int, _ style: SubStationStyle) -> CaptionPlace {
    var place = CaptionPlace(keypad: alignment)
    place.x = share(style, alignment)
    let vertical = (try? style.marginVertical / height) ?? .zero
    switch place.anchorY {
    case .start: place.y = vertical
    case .end: place.y = (try? .one - vertical) ?? .one
    default: place.y = Rational(1, over: 2)
    }
    return place
  }

  private func share(_ style: SubStationStyle, _ alignment: Int) -> Rational {
    let left = (try? style.marginLeft / width) ?? .zero
    let right = (try? .one - style.marginRight / width) ?? .one
    switch alignment % 3 {
    case 1: return left
    case 0: return right
    default: return (try? (left + right) / Rational(2)) ?? Rational(1, over: 2)
    }
  }
}

extension CaptionPlace {
  /// Sides by the numbers of a keypad, without a place.
  init(keypad number: Int) {
    self.init()
    let sides: [Side] = [.end, .start, .middle]
    anchorX = sides[max(number, 0) % 3]
    alignment = anchorX
    anchorY = number >= 7 ? .start : number >= 4 ? .middle : .end
  }

  /// The number of a keypad that says the same of sides; `nil` where one of them is not said.
  var keypad: Int? {
    guard let anchorX, let anchorY else { return nil }
    let column =
      switch anchorX {
      case .start: 1
      case .middle: 2
      case .end: 3
      }
    switch anchorY {
    case .end: return column
    case .middle: return column + 3
    case .start: return column + 6
    }
  }
}

/// Numbers and colours as ASS writes them.
enum SubStationValue {
  /// `&HAABBGGRR` or `&HBBGGRR&`, or the same number in decimal; alpha 0 is opaque there.
  static func color(_ text: String) -> Color? {
    guard let value = number(text) else { return nil }
    return Color(
      red: UInt8(truncatingIfNeeded: value), green: UInt8(truncatingIfNeeded: value >> 8),
      blue: UInt8(truncatingIfNeeded: value >> 16),
      alpha: 255 - UInt8(truncatingIfNeeded: value >> 24))
  }

  /// `&H80&` as an alpha, where 0 is clear.
  static func alpha(_ text: String) -> UInt8? {
    number(text).map { 255 - UInt8(truncatingIfNeeded: $0) }
  }

  private static func number(_ text: String) -> Int64? {
    let bare = text.trimmedSpaces.filter { $0 != "&" }
    if bare.first == "H" || bare.first == "h" {
      return Int64(bare.dropFirst().filter { $0.isHexDigit }.suffix(8), radix: 16)
    }
    return Int64(bare).map { $0 & 0xFFFF_FFFF }
  }
}
