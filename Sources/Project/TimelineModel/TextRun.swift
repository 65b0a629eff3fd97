package import BaseValues

/// A part of a text with a form of its own; what it leaves out is as the text has it.
package struct TextRun: Hashable, Sendable {
  /// Unicode scalars of the text that it takes: runs follow each other from the text's beginning, and what
  /// they leave has the text's own form.
  package var length: Int
  /// A family name, or the path of a font file.
  package var font: FontChoice?
  /// Pixels per em.
  package var size: Rational?
  /// As in CSS.
  package var weight: Int?
  /// Whether a leaning face of the family is asked for.
  package var italic: Bool?
  /// Of its letters, with their underline and line through.
  package var color: Color?
  /// Whether a line is drawn below the letters.
  package var isUnderlined: Bool?
  /// Whether a line is drawn through the letters.
  package var isStruck: Bool?
  /// Whether it is small and raised or lowered.
  package var script: TextScript
  /// Pixels between letters.
  package var letterSpacing: Rational?
  /// What is drawn behind it on each line, and takes no room.
  package var box: TextBox?
  /// Forms for which there is room wherever the run stands: it is as wide as the widest of these and its own, and
  /// drawn in the middle of that. With equal forms here nothing else of the text moves, whichever of them it has.
  package var room: [TextRunForm]
  /// How much larger it is drawn, about the middle of its width on the baseline; moves nothing else.
  package var scale: Rational
  /// Pixels by which it is drawn higher; moves nothing else.
  package var rise: Rational
  /// Where it is while the text comes or goes; `nil` for its place.
  package var move: TextMove?
  /// What is drawn in place of its scalars, each in the middle of the room that they have; `nil` for themselves.
  /// Has as many scalars as it; what lacks is drawn as it is.
  package var shown: String?

  /// A run of `length` scalars in the text's own form.
  package init(length: Int = 0) {
    self.length = length
    script = .normal
    room = []
    scale = .one
    rise = .zero
  }

  /// Runs of a text.
  package static let most = 1000
  /// Forms that there is room for.
  package static let mostForms = 16
  /// How much larger or smaller a run is drawn.
  package static let scales = Rational(1, over: 16)...Rational(16)
}

/// A form that a run can have at another time. What it leaves out is as the text has it, whatever the run has now.
package struct TextRunForm: Hashable, Sendable {
  /// A family name, or the path of a font file.
  package var font: FontChoice?
  /// As in CSS.
  package var weight: Int?
  /// Whether a leaning face is asked for.
  package var italic: Bool?
  /// How much wider than that it can be drawn.
  package var scale: Rational

  /// The text's own form unless said otherwise.
  package init(
    font: FontChoice? = nil, weight: Int? = nil, italic: Bool? = nil, scale: Rational = .one
  ) {
    self.font = font
    self.weight = weight
    self.italic = italic
    self.scale = scale
  }
}

/// How a run stands to the line.
package enum TextScript: String, Hashable, NamedChoice {
  case normal
  case `super`
  case sub

  /// What the word means.
  package var summary: String {
    switch self {
    case .normal: "on the line"
    case .super: "small and raised"
    case .sub: "small and lowered"
    }
  }
}

/// A box behind a text or a run.
package struct TextBox: Hashable, Sendable {
  /// What it is filled with.
  package var color: Color
  /// Pixels on all four sides.
  package var padding: Rational
  /// Pixels of the corners' roundness.
  package var radius: Rational
  /// Pixels of the line along its edge, within it.
  package var borderWidth: Rational
  /// Counts where `borderWidth` is above 0.
  package var borderColor: Color

  /// A box with sharp corners and no border unless said otherwise.
  package init(
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
  package var isClear: Bool {
    color.alpha == 0 && (borderColor.alpha == 0 || borderWidth <= .zero)
  }
}

/// A shadow of a text; without an offset a glow.
package struct TextShadow: Hashable, Sendable {
  /// With straight alpha.
  package var color: Color
  /// Pixels to the right and down.
  package var offset: Point
  /// Pixels, twice the Gaussian's standard deviation, as in CSS.
  package var blur: Rational

  /// A shadow below the text.
  package init(color: Color, offset: Point, blur: Rational) {
    self.color = color
    self.offset = offset
    self.blur = blur
  }
}

/// A setting of a font by its tag: an OpenType feature, or an axis of a variable font.
package struct FontSetting: Hashable, Sendable {
  /// Four characters of ASCII.
  package var tag: String
  /// Of a feature: 0 off, 1 on, or which of several.
  package var value: Rational

  /// The value of a feature or of an axis.
  package init(_ tag: String, _ value: Rational) {
    self.tag = tag
    self.value = value
  }

  /// Settings of a text.
  package static let most = 64
  /// What features may be.
  package static let features = Rational.zero...Rational(65_535)
  /// What axes may be.
  package static let axes = Rational(-32_768)...Rational(32_767)

  /// Whether a text can be a tag.
  package static func isTag(_ text: String) -> Bool {
    text.utf8.count == 4 && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }
}

/// What becomes of a text that is larger than its box.
package enum TextOverflow: String, Hashable, NamedChoice {
  case shrink, ellipsis, error

  /// What the word means.
  package var summary: String {
    switch self {
    case .shrink: "the letters become smaller"
    case .ellipsis: "the text is cut and ends with …"
    case .error: "the movie is not made"
    }
  }
}

/// On which side of the letters' edge their outline lies.
package enum OutlineSide: String, Hashable, NamedChoice {
  case outside, inside, center

  /// What the word means.
  package var summary: String {
    switch self {
    case .outside: "around the letters"
    case .inside: "within the letters"
    case .center: "half around and half within"
    }
  }
}
