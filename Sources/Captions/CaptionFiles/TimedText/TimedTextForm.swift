internal import BaseValues
internal import TimelineModel

/// What attributes of style say of text and of its region.
struct TimedTextForm {
  var style = CaptionStyle()
  /// How its lines are aligned; at the start unless said otherwise.
  var alignment: CaptionPlace.Side?
  /// Where text stands in its region's height; at the top unless said otherwise.
  var vertical = CaptionPlace.Side.start
  var origin: (x: Rational, y: Rational)?
  var extent: (x: Rational, y: Rational)?

  /// Takes in an attribute; whether it was understood.
  ///
  /// - Parameter root: the picture in pixels, where the file says it; cells across and down.
  mutating func set(
    _ name: String, _ value: String, root: (x: Rational, y: Rational)?,
    cells: (x: Rational, y: Rational)
  ) -> Bool {
    let value = value.trimmedSpaces
    switch name {
    case "color":
      guard let color = CaptionColor.named(value) else { return false }
      style.color = color == .white ? nil : color
    case "backgroundColor":
      guard let color = CaptionColor.named(value) else { return false }
      style.background = color.alpha == 0 ? nil : color
    case "fontStyle": style.isItalic = value == "italic" || value == "oblique"
    case "fontWeight": style.isBold = value == "bold"
    case "textDecoration":
      for word in value.split(separator: " ") {
        switch word {
        case "underline": style.isUnderlined = true
        case "noUnderline": style.isUnderlined = false
        case "lineThrough": style.isStruck = true
        case "noLineThrough": style.isStruck = false
        case "none": (style.isUnderlined, style.isStruck) = (false, false)
        default: return false
        }
      }
    case "fontFamily":
      let first = value.split(separator: ",").first.map { $0.trimmedSpaces } ?? ""
      let plain = first.filter { $0 != "\"" && $0 != "'" }
      style.font = plain.isEmpty || Self.generic.contains(plain) ? nil : plain
    case "fontSize":
      let last = value.split(separator: " ").last.map(String.init) ?? value
      guard last.hasSuffix("%"), let percent = Rational.decimal(last.dropLast()), percent > .zero,
        let share = try? percent / Rational(100), let scale = try? (style.scale ?? .one) * share
      else { return false }
      style.scale = scale == .one ? nil : scale
    case "textAlign":
      switch value {
      case "left", "start": alignment = .start
      case "center": alignment = .middle
      case "right", "end": alignment = .end
      default: return false
      }
    case "displayAlign":
      switch value {
      case "before": vertical = .start
      case "center": vertical = .middle
      case "after": vertical = .end
      default: return false
      }
    case "origin":
      guard let pair = Self.pair(value, root, cells) else { return value == "auto" }
      origin = pair
    case "extent":
      guard let pair = Self.pair(value, root, cells) else { return value == "auto" }
      extent = pair
    default: return Self.silent.contains(name)
    }
    return true
  }

  /// Two lengths as shares of the picture.
  private static func pair(
    _ text: String, _ root: (x: Rational, y: Rational)?, _ cells: (x: Rational, y: Rational)
  ) -> (x: Rational, y: Rational)? {
    let parts = text.split(separator: " ").map(String.init)
    guard parts.count == 2,
      let x = length(parts[0], root?.x, cells.x), let y = length(parts[1], root?.y, cells.y)
    else { return nil }
    return (x, y)
  }

  private static func length(_ text: String, _ pixels: Rational?, _ cells: Rational) -> Rational? {
    let (digits, whole): (Substring, Rational?) =
      if text.hasSuffix("%") {
        (text.dropLast(), Rational(100))
      } else if text.hasSuffix("px") {
        (text.dropLast(2), pixels)
      } else if text.hasSuffix("c") {
        (text.dropLast(), cells)
      } else {
        ("", nil)
      }
    guard let whole, whole > .zero, let number = Rational.decimal(digits),
      number > Rational(-100_000),
      number < Rational(100_000)
    else { return nil }
    return try? number / whole
  }

  /// What follows for a caption in a region.
  func place(of region: TimedTextForm) -> CaptionPlace? {
    let origin = region.origin ?? (.zero, .zero)
    guard region.origin != nil || region.extent != nil else { return nil }
    let extent = region.extent ?? (.one, .one)
    let side = alignment ?? region.alignment ?? .start
    var place = CaptionPlace()
    place.alignment = side
    place.anchorX = side
    place.anchorY = region.vertical
    place.x = Self.point(origin.x, extent.x, side)
    place.y = Self.point(origin.y, extent.y, region.vertical)
    place.width = extent.x > .zero && extent.x < .one ? extent.x : nil
    return place == Self.usual ? nil : place
  }

  /// Where captions stand if nothing is said, which says no more than that.
  private static let usual: CaptionPlace = {
    var place = CaptionPlace()
    (place.alignment, place.anchorX, place.anchorY) = (.middle, .middle, .end)
    (place.x, place.y) = (Rational(1, over: 2), Rational(19, over: 20))
    place.width = Rational(4, over: 5)
    return place
  }()

  private static func point(_ start: Rational, _ length: Rational, _ side: CaptionPlace.Side)
    -> Rational?
  {
    let point =
      switch side {
      case .start: start
      case .middle: try? start + length / Rational(2)
      case .end: try? start + length
      }
    return point.map { min(max($0, .zero), .one) }
  }

  private static let generic: Set<String> = [
    "default", "monospace", "sansSerif", "serif", "monospaceSansSerif", "monospaceSerif",
    "proportionalSansSerif", "proportionalSerif", "sans-serif",
  ]

  /// What has no meaning for text that is drawn otherwise anyway, or is the usual.
  private static let silent: Set<String> = [
    "lineHeight", "linePadding", "overflow", "showBackground", "wrapOption", "writingMode",
    "direction",
    "unicodeBidi", "padding", "zIndex", "multiRowAlign", "fillLineGap", "luminanceGain",
    "activeArea",
  ]
}
