public import Diagnostics
public import BaseValues

/// Text and images shown over the picture for a while.
public struct Title: Sendable {
  /// The `id` written in the project, if any.
  public var name: Located<String>?
  /// Movie time over which it is shown.
  public var placed: TimeRange
  /// In painter's order.
  public var layers: [TitleLayer]
  /// Moves all layers together about the output's centre; position values are offsets in pixels.
  public var animations: [Animation]
  /// Multiplies the opacity of every layer, 0…1.
  public var opacity: Rational
  /// Distance of the eye in pixels for rotation about x and y; the vanishing point is the centre of
  /// the output, as with a sublayer transform whose m34 is −1/perspective.
  public var perspective: Rational
  /// How movements are seen; `nil` where each frame shows one moment.
  public var motionBlur: MotionBlur?
  /// The keys that concern all layers, with the places of their values.
  public var keys: [Located<String>]
  /// Where its object stands in the project file.
  public var range: SourceRange

  /// A title; layers and animations in time relative to its start.
  public init(
    name: Located<String>? = nil, placed: TimeRange, layers: [TitleLayer],
    animations: [Animation] = [], opacity: Rational = .one,
    perspective: Rational = Rational(1000), keys: [Located<String>] = [], range: SourceRange
  ) {
    self.name = name
    self.placed = placed
    self.layers = layers
    self.animations = animations
    self.opacity = opacity
    self.perspective = perspective
    self.keys = keys
    self.range = range
  }
}

/// One text or image of a title, with its own place and animations.
public struct TitleLayer: Sendable {
  /// What is drawn.
  public enum Content: Hashable, Sendable {
    case text(TextStyle)
    /// A picture at its own size, or scaled to `width` and/or `height` pixels with its shape kept
    /// where only one is given. Video media shows the frame at the title's own time.
    case image(MediaID, width: Int?, height: Int?)
  }

  /// Drawn at its own size before `placement`.
  public var content: Content
  /// At rest; its position is a place in the output.
  public var placement: Placement
  /// Pixels of the output for a square pixel of an image at its own size.
  public var unit: Rational
  /// What is done with its colours.
  public var look: PictureLook
  /// In time relative to the title's start.
  public var animations: [Animation]
  /// Where the font is named; the layer itself where it is not.
  public var fontRange: SourceRange
  /// The keys that are written in it, with the places of their values.
  public var keys: [Located<String>]
  /// Where its object stands in the project file; the title's where it has no layers.
  public var range: SourceRange

  /// A layer; without `fontRange` that is `range`.
  public init(
    content: Content, placement: Placement, look: PictureLook = PictureLook(),
    animations: [Animation] = [], unit: Rational = .one,
    fontRange: SourceRange = .none, keys: [Located<String>] = [], range: SourceRange
  ) {
    self.unit = unit
    self.fontRange = fontRange.isNone ? range : fontRange
    self.content = content
    self.placement = placement
    self.look = look
    self.animations = animations
    self.keys = keys
    self.range = range
  }
}

/// Text and everything that decides how it looks at rest.
public struct TextStyle: Hashable, Sendable {
  /// How lines stand to each other; the anchor decides where the text as a whole stands.
  public enum Alignment: String, Hashable, NamedChoice {
    case left, center, right

    /// What the word means.
    public var summary: String {
      switch self {
      case .left: "lines begin at the same left edge"
      case .center: "lines are centred"
      case .right: "lines end at the same right edge"
      }
    }
  }

  /// May hold line breaks; any script.
  public var text: String
  /// A family name that fontconfig resolves, or the path of a font file relative to the project.
  public var font: FontChoice
  /// Pixels per em.
  public var size: Rational
  /// As in CSS; 400 is regular, 700 bold.
  public var weight: Int
  /// Whether a leaning face of the family is asked for.
  public var italic: Bool
  /// At rest; an animation of `color` replaces it.
  public var color: Color
  /// Counts for more than one line.
  public var alignment: Alignment
  /// Lines break at this width in pixels; `nil` breaks only where the text does.
  public var maximumWidth: Int?
  /// Distance of baselines as a multiple of the font's own.
  public var lineSpacing: Rational
  /// Outline around the glyphs: width in pixels (0 for none) and colour.
  public var outlineWidth: Rational
  /// Counts where `outlineWidth` is above 0.
  public var outlineColor: Color
  /// Shadow below the text: offset and blur radius in pixels; clear for none.
  public var shadowColor: Color
  /// In pixels, to the right and down.
  public var shadowOffset: Point
  /// In pixels, twice the Gaussian's standard deviation, as in CSS.
  public var shadowBlur: Rational
  /// A filled box behind the text, clear for none, with padding in pixels.
  public var boxColor: Color
  /// Added on all four sides of the text's box.
  public var boxPadding: Rational

  /// Regular text, white and without anything around it, unless said otherwise.
  ///
  /// - Parameters:
  ///   - size: pixels per em.
  ///   - maximumWidth: pixels.
  public init(
    text: String, font: FontChoice, size: Rational, weight: Int = 400, italic: Bool = false,
    color: Color = .white, alignment: Alignment = .center, maximumWidth: Int? = nil,
    lineSpacing: Rational = .one, outlineWidth: Rational = .zero, outlineColor: Color = .black,
    shadowColor: Color = .clear, shadowOffset: Point = Point(x: .zero, y: .zero),
    shadowBlur: Rational = .zero, boxColor: Color = .clear, boxPadding: Rational = .zero
  ) {
    self.text = text
    self.font = font
    self.size = size
    self.weight = weight
    self.italic = italic
    self.color = color
    self.alignment = alignment
    self.maximumWidth = maximumWidth
    self.lineSpacing = lineSpacing
    self.outlineWidth = outlineWidth
    self.outlineColor = outlineColor
    self.shadowColor = shadowColor
    self.shadowOffset = shadowOffset
    self.shadowBlur = shadowBlur
    self.boxColor = boxColor
    self.boxPadding = boxPadding
  }
}

// MARK: - Limits

extension TextStyle {
  /// What may be said of a text, lengths in pixels of the canvas that it is designed for.
  public static let sizes = Rational.one...Rational(4096)
  /// As in CSS.
  public static let weights = 1...1000
  /// Where lines break.
  public static let widths: ClosedRange<Int64> = 1...32_768
  /// Multiples of the font's own distance.
  public static let lineSpacings = Rational(1, over: 10)...Rational(10)
  /// Of outlines, blurs and paddings.
  public static let lengths = Rational.zero...Rational(1000)
  /// Of shadows.
  public static let offsets = Rational(-10_000)...Rational(10_000)

  /// How many times larger or smaller than designed a movie may be drawn.
  public static let largestScale: Int64 = 64

  /// What a length is that lies in a range where it is designed, in pixels of the movie.
  public static func drawn(_ range: ClosedRange<Rational>) -> ClosedRange<Rational> {
    let scale = Rational(largestScale)
    let (low, high) = (range.lowerBound, range.upperBound)
    let least = low.isNegative ? try? low * scale : try? low / scale
    return (least ?? low)...((try? high * scale) ?? high)
  }

  /// The same of where lines break, in whole pixels.
  public static let drawnWidths = 1...Int(widths.upperBound * largestScale)
}

/// Which font a text asks for.
public enum FontChoice: Hashable, Sendable {
  case family(String)
  case file(path: String)
}
