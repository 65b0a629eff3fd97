package import BaseValues

/// The kinds of shape that projects name.
package enum ShapeKind: String, Hashable, NamedChoice {
  case rectangle, ellipse, line, arrow, polygon, star, path

  /// What the word means.
  package var summary: String {
    switch self {
    case .rectangle: "`width` by `height`, corners as round as `radius`"
    case .ellipse: "`width` by `height`, a circle where one is given"
    case .line: "from point to point"
    case .arrow: "a line with a head"
    case .polygon: "`sides` of one length, or the `points` of its corners"
    case .star: "with as many points as `sides`"
    case .path: "SVG path data"
    }
  }

  /// With its article, for messages.
  package var noun: String {
    switch self {
    case .ellipse: "an ellipse"
    case .arrow: "an arrow"
    default: "a \(rawValue)"
    }
  }

  /// Whether it is a line and has nothing inside.
  package var isLine: Bool { self == .line || self == .arrow }
}

/// How a stroke ends.
package enum StrokeCap: String, Hashable, NamedChoice {
  case butt, round, square

  /// What the word means.
  package var summary: String {
    switch self {
    case .butt: "straight at the last point"
    case .round: "half a circle beyond it"
    case .square: "straight, half the width beyond it"
    }
  }
}

/// What a stroke's corners are like.
package enum StrokeJoin: String, Hashable, NamedChoice {
  case miter, round, bevel

  /// What the word means.
  package var summary: String {
    switch self {
    case .miter: "pointed, up to 4 times the width"
    case .round: "round"
    case .bevel: "cut off"
    }
  }
}

/// On which side of a shape's edge its stroke lies.
package enum StrokeSide: String, Hashable, NamedChoice {
  case center, inside, outside

  /// What the word means.
  package var summary: String {
    switch self {
    case .center: "half on each side"
    case .inside: "within the shape"
    case .outside: "around the shape"
    }
  }
}

/// At which ends of an arrow heads are.
package enum ArrowHeads: String, Hashable, NamedChoice {
  case end, start, both

  /// What the word means.
  package var summary: String {
    switch self {
    case .end: "at the last point"
    case .start: "at the first point"
    case .both: "at both"
    }
  }

  /// Whether there is one at the first point.
  package var isAtStart: Bool { self != .end }
  /// Whether there is one at the last point.
  package var isAtEnd: Bool { self != .start }
}

/// A line along the edge of a shape.
package struct ShapeStroke: Hashable, Sendable {
  /// Dashes and gaps of a stroke.
  package static let mostDashes = 16
  /// Beyond this multiple of the width, corners that are pointed are cut off, as in SVG.
  package static let miterLimit = 4

  /// Pixels.
  package var width: Rational
  /// Straight alpha.
  package var color: Color
  /// Lengths of dashes and of the gaps after them in pixels, in turn; none for a line without gaps. An odd
  /// number of them is taken twice, as in SVG.
  package var dashes: [Rational] = []
  /// Pixels of the pattern that lie before the beginning.
  package var dashOffset = Rational.zero
  /// How it and its dashes end.
  package var cap = StrokeCap.butt
  /// Its corners.
  package var join = StrokeJoin.miter
  /// Where it lies.
  package var side = StrokeSide.center

  /// A plain stroke.
  package init(width: Rational, color: Color) {
    self.width = width
    self.color = color
  }
}

/// A shape and everything that decides how it looks at rest.
package struct ShapeStyle: Hashable, Sendable {
  /// A whole outline in the units of `drawnFrom` and `drawnTo`.
  package static let wholeOutline = 65_536

  /// What it is called.
  package var kind: ShapeKind
  /// Its outline, from the upper left corner of its box.
  package var path: ShapePath
  /// Of its box, by which it is placed, in 1/65536 pixel.
  package var width: Int
  /// The same downwards.
  package var height: Int
  /// Of what is within the outline; `nil` for nothing. An animation of `color` replaces it.
  package var fill: Color?
  /// What it is filled with in place of `fill`, over its box.
  package var shading: Shading?
  /// Along the outline.
  package var stroke: ShapeStroke?
  /// How long the heads of an arrow are in pixels; 0 for none. They have the stroke's colour.
  package var headSize = Rational.zero
  /// Where the heads are.
  package var heads = ArrowHeads.end
  /// The part of each contour that the stroke shows: from here, in 1/65536 of its length.
  package var drawnFrom = 0
  /// To here; not before `drawnFrom`.
  package var drawnTo = wholeOutline
  /// From the upper to the lower.
  package var shadows: [TextShadow] = []

  /// A white shape without a stroke.
  package init(kind: ShapeKind, path: ShapePath, width: Int, height: Int, fill: Color? = .white) {
    self.kind = kind
    self.path = path
    self.width = width
    self.height = height
    self.fill = fill
  }

  /// Sizes of heads in pixels of the canvas that a shape is designed for.
  package static let headSizes = Rational.zero...Rational(1000)
  /// Lengths of dashes.
  package static let dashLengths = Rational.zero...Rational(10_000)
  /// Numbers of sides or points.
  package static let sides = 3...100
  /// How many points a line may have.
  package static let mostPoints = 1_000

  /// What an animation of `color` moves: the fill's colour, or that of the stroke where nothing is filled;
  /// `nil` for gradients.
  package var animatedColor: Color? {
    get { shading == nil ? fill ?? stroke?.color : nil }
    set {
      guard let newValue, shading == nil else { return }
      if fill == nil {
        stroke?.color = newValue
      } else {
        fill = newValue
      }
    }
  }

  /// What it is called in reports: `rectangle 400x120`.
  package var label: String {
    let unit = ShapePath.unit
    return "\(kind.rawValue) \((width + unit / 2) / unit)x\((height + unit / 2) / unit)"
  }
}
