public import BaseValues

/// The kinds of shape that projects name.
public enum ShapeKind: String, Hashable, NamedChoice {
  case rectangle, ellipse, line, arrow, polygon, star, path

  /// What the word means.
  public var summary: String {
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
  public var noun: String {
    switch self {
    case .ellipse: "an ellipse"
    case .arrow: "an arrow"
    default: "a \(rawValue)"
    }
  }

  /// Whether it is a line and has nothing inside.
  public var isLine: Bool { self == .line || self == .arrow }
}

/// How a stroke ends.
public enum StrokeCap: String, Hashable, NamedChoice {
  case butt, round, square

  /// What the word means.
  public var summary: String {
    switch self {
    case .butt: "straight at the last point"
    case .round: "half a circle beyond it"
    case .square: "straight, half the width beyond it"
    }
  }
}

/// What a stroke's corners are like.
public enum StrokeJoin: String, Hashable, NamedChoice {
  case miter, round, bevel

  /// What the word means.
  public var summary: String {
    switch self {
    case .miter: "pointed, up to 4 times the width"
    case .round: "round"
    case .bevel: "cut off"
    }
  }
}

/// On which side of a shape's edge its stroke lies.
public enum StrokeSide: String, Hashable, NamedChoice {
  case center, inside, outside

  /// What the word means.
  public var summary: String {
    switch self {
    case .center: "half on each side"
    case .inside: "within the shape"
    case .outside: "around the shape"
    }
  }
}

/// At which ends of an arrow heads are.
public enum ArrowHeads: String, Hashable, NamedChoice {
  case end, start, both

  /// What the word means.
  public var summary: String {
    switch self {
    case .end: "at the last point"
    case .start: "at the first point"
    case .both: "at both"
    }
  }

  /// Whether there is one at the first point.
  public var isAtStart: Bool { self != .end }
  /// Whether there is one at the last point.
  public var isAtEnd: Bool { self != .start }
}

/// A line along the edge of a shape.
public struct ShapeStroke: Hashable, Sendable {
  /// Dashes and gaps of a stroke.
  public static let mostDashes = 16
  /// Beyond this multiple of the width, corners that are pointed are cut off, as in SVG.
  public static let miterLimit = 4

  /// Pixels.
  public var width: Rational
  /// Straight alpha.
  public var color: Color
  /// Lengths of dashes and of the gaps after them in pixels, in turn; none for a line without gaps. An odd
  /// number of them is taken twice, as in SVG.
  public var dashes: [Rational] = []
  /// Pixels of the pattern that lie before the beginning.
  public var dashOffset = Rational.zero
  /// How it and its dashes end.
  public var cap = StrokeCap.butt
  /// Its corners.
  public var join = StrokeJoin.miter
  /// Where it lies.
  public var side = StrokeSide.center

  /// A plain stroke.
  public init(width: Rational, color: Color) {
    self.width = width
    self.color = color
  }
}

/// A shape and everything that decides how it looks at rest.
public struct ShapeStyle: Hashable, Sendable {
  /// A whole outline in the units of `drawnFrom` and `drawnTo`.
  public static let wholeOutline = 65_536

  /// What it is called.
  public var kind: ShapeKind
  /// Its outline, from the upper left corner of its box.
  public var path: ShapePath
  /// Of its box, by which it is placed, in 1/65536 pixel.
  public var width: Int
  /// The same downwards.
  public var height: Int
  /// Of what is within the outline; `nil` for nothing. An animation of `color` replaces it.
  public var fill: Color?
  /// What it is filled with in place of `fill`, over its box.
  public var shading: Shading?
  /// Along the outline.
  public var stroke: ShapeStroke?
  /// How long the heads of an arrow are in pixels; 0 for none. They have the stroke's colour.
  public var headSize = Rational.zero
  /// Where the heads are.
  public var heads = ArrowHeads.end
  /// The part of each contour that the stroke shows: from here, in 1/65536 of its length.
  public var drawnFrom = 0
  /// To here; not before `drawnFrom`.
  public var drawnTo = wholeOutline
  /// From the upper to the lower.
  public var shadows: [TextShadow] = []

  /// A white shape without a stroke.
  public init(kind: ShapeKind, path: ShapePath, width: Int, height: Int, fill: Color? = .white) {
    self.kind = kind
    self.path = path
    self.width = width
    self.height = height
    self.fill = fill
  }

  /// Sizes of heads in pixels of the canvas that a shape is designed for.
  public static let headSizes = Rational.zero...Rational(1000)
  /// Lengths of dashes.
  public static let dashLengths = Rational.zero...Rational(10_000)
  /// Numbers of sides or points.
  public static let sides = 3...100
  /// How many points a line may have.
  public static let mostPoints = 1_000

  /// What an animation of `color` moves: the fill's colour, or that of the stroke where nothing is filled;
  /// `nil` for gradients.
  public var animatedColor: Color? {
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
  public var label: String {
    let unit = ShapePath.unit
    return "\(kind.rawValue) \((width + unit / 2) / unit)x\((height + unit / 2) / unit)"
  }
}
