public import BaseValues

/// A part of a text with a form of its own; what it leaves out is as the text has it.
public struct TextRun: Hashable, Sendable {
  /// Unicode scalars of the text that it takes: runs follow each other from the text's beginning, and what
  /// they leave has the text's own form.
  public var length: Int
  /// A family name, or the path of a font file.
  public var font: FontChoice?
  /// Pixels per em.
  public var size: Rational?
  /// As in CSS.
  public var weight: Int?
  /// Whether a leaning face of the family is asked for.
  public var italic: Bool?
  /// Of its letters, with their underline and line through.
  public var color: Color?
  /// Whether a line is drawn below the letters.
  public var isUnderlined: Bool?
  /// Whether a line is drawn through the letters.
  public var isStruck: Bool?
  /// Whether it is small and raised or lowered.
  public var script: TextScript
  /// Pixels between letters.
  public var letterSpacing: Rational?
  /// What is drawn behind it on each line, and takes no room.
  public var box: TextBox?
  /// Forms for which there is room wherever the run stands: it is as wide as the widest of these and its own, and
  /// drawn in the middle of that. With equal forms here nothing else of the text moves, whichever of them it has.
  public var room: [TextRunForm]
  /// How much larger it is drawn, about the middle of its width on the baseline; moves nothing else.
  public var scale: Rational
  /// Pixels by which it is drawn higher; moves nothing else.
  public var rise: Rational
  /// Where it is while the text comes or goes; `nil` for its place.
  public var move: TextMove?
  /// What is drawn in place of its scalars, each in the middle of the room that they have; `nil` for themselves.
  /// Has as many scalars as it; what lacks is drawn as it is.
  public var shown: String?

  /// A run of `length` scalars in the text's own form.
  public init(length: Int = 0) {
    self.length = length
    script = .normal
    room = []
    scale = .one
    rise = .zero
  }

  /// Runs of a text.
  public static let most = 1000
  /// Forms that there is room for.
  public static let mostForms = 16
  /// How much larger or smaller a run is drawn.
  public static let scales = Rational(1, over: 16)...Rational(16)
}

/// A form that a run can have at another time. What it leaves out is as the text has it, whatever the run has now.
public struct TextRunForm: Hashable, Sendable {
  /// A family name, or the path of a font file.
  public var font: FontChoice?
  /// As in CSS.
  public var weight: Int?
  /// Whether a leaning face is asked for.
  public var italic: Bool?
  /// How much wider than that it can be drawn.
  public var scale: Rational

  /// The text's own form unless said otherwise.
  public init(
    font: FontChoice? = nil, weight: Int? = nil, italic: Bool? = nil, scale: Rational = .one
  ) {
    self.font = font
    self.weight = weight
    self.italic = italic
    self.scale = scale
  }
}

/// How a run stands to the line.
public enum TextScript: String, Hashable, NamedChoice {
  case normal
  case `super`
  case sub

  /// What the word means.
  public var summary: String {
    switch self {
    case .normal: "on the line"
    case .super: "small and raised"
    case .sub: "small and lowered"
    }
  }
}

/// A box behind a text or a run.
public struct TextBox: Hashable, Sendable {
  /// What it is filled with.
  public var color: Color
  /// Pixels on all four sides.
  public var padding: Rational
  /// Pixels of the corners' roundness.
  public var radius: Rational
  /// Pixels of the line along its edge, within it.
  public var borderWidth: Rational
  /// Counts where `borderWidth` is above 0.
  public var borderColor: Color

  /// A box with sharp corners and no border unless said otherwise.
  public init(
    color: Color, padding: Rational = .zero, radius: Rational = .zero,
    borderWidth: Rational = .zero, borderColor: Color = .clear
  ) {
    self.color = color
    self.padding = padding
    self.radius = radius
    self.borderWidth = borderWidth
    self.borderColor = borderColor
  }

  /// Whether there is nothing to see of it.
  public var isClear: Bool {
    color.alpha == 0 && (borderColor.alpha == 0 || borderWidth <= .zero)
  }
}

/// A shadow of a text; without an offset a glow.
public struct TextShadow: Hashable, Sendable {
  /// With straight alpha.
  public var color: Color
  /// Pixels to the right and down.
  public var offset: Point
  /// Pixels, twice the Gaussian's standard deviation, as in CSS.
  public var blur: Rational

  /// A shadow below the text.
  public init(color: Color, offset: Point, blur: Rational) {
    self.color = color
    self.offset = offset
    self.blur = blur
  }
}

/// A setting of a font by its tag: an OpenType feature, or an axis of a variable font.
public struct FontSetting: Hashable, Sendable {
  /// Four characters of ASCII.
  public var tag: String
  /// Of a feature: 0 off, 1 on, or which of several.
  public var value: Rational

  /// The value of a feature or of an axis.
  public init(_ tag: String, _ value: Rational) {
    self.tag = tag
    self.value = value
  }

  /// Settings of a text.
  public static let most = 64
  /// What features may be.
  public static let features = Rational.zero...Rational(65_535)
  /// What axes may be.
  public static let axes = Rational(-32_768)...Rational(32_767)

  /// Whether a text can be a tag.
  public static func isTag(_ text: String) -> Bool {
    text.utf8.count == 4 && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }
}

/// What becomes of a text that is larger than its box.
public enum TextOverflow: String, Hashable, NamedChoice {
  case shrink, ellipsis, error

  /// What the word means.
  public var summary: String {
    switch self {
    case .shrink: "the letters become smaller"
    case .ellipsis: "the text is cut and ends with …"
    case .error: "the movie is not made"
    }
  }
}

/// On which side of the letters' edge their outline lies.
public enum OutlineSide: String, Hashable, NamedChoice {
  case outside, inside, center

  /// What the word means.
  public var summary: String {
    switch self {
    case .outside: "around the letters"
    case .inside: "within the letters"
    case .center: "half around and half within"
    }
  }
}
