public import Diagnostics
public import MediaTime

/// How progress runs within a stretch of time.
///
/// A cubic Bézier curve from (0, 0) to (1, 1) with two control points, as in Core Animation and CSS
/// Easing Functions Level 1; x components lie in 0…1.
public enum Easing: Hashable, Sendable {
  case linear
  case cubicBezier(x1: Rational, y1: Rational, x2: Rational, y2: Rational)
  /// The first value is held until the end of the stretch.
  case hold
}

/// A property that an animation can move.
public enum AnimatedProperty: Hashable, Sendable {
  case opacity
  case position
  /// Added to the position; of a title of several layers, to those of all of them.
  case offset
  case scale
  case rotationX
  case rotationY
  case rotationZ
  case color
  /// A number of an effect, by its name.
  case parameter(String)

  /// As projects call it.
  public var name: String {
    switch self {
    case .opacity: "opacity"
    case .position: "position"
    case .offset: "offset"
    case .scale: "scale"
    case .rotationX: "rotation.x"
    case .rotationY: "rotation.y"
    case .rotationZ: "rotation.z"
    case .color: "color"
    case .parameter(let name): name
    }
  }

  /// Numbers in one value.
  public var componentCount: Int {
    switch self {
    case .opacity, .rotationX, .rotationY, .rotationZ, .parameter: 1
    case .position, .offset, .scale: 2
    case .color: 4
    }
  }
}

extension AnimatedProperty: CaseIterable {
  /// Those of every clip and layer.
  public static let allCases: [AnimatedProperty] = [
    .opacity, .position, .offset, .scale, .rotationX, .rotationY, .rotationZ, .color,
  ]
}

/// A property's values over time, after Core Animation's keyframe animation in movie time.
///
/// Before `begin` the first value of the property's earliest animation shows; after the end of an
/// animation its last value is held (with autoreverse and a whole number of passes that is the first
/// value). Where two animations of one property overlap, the one that began last decides.
public struct Animation: Hashable, Sendable {
  /// What moves; `color` only in a layer of text.
  public var property: AnimatedProperty
  /// At least one value, each with `property.componentCount` numbers. Colours are 0…255.
  public var values: [[Rational]]
  /// As many as values, rising from 0 to 1, relative to one pass.
  public var keyTimes: [Rational]
  /// One for each stretch between two values.
  public var easings: [Easing]
  /// Seconds after the start of the clip or title.
  public var begin: Rational
  /// Seconds of one forward pass; above 0.
  public var duration: Rational
  /// Number of passes, above 0, may be a fraction; `nil` repeats to the end of the item. With
  /// autoreverse one pass is forward and back.
  public var repeatCount: Rational?
  /// Whether each pass runs back to its first value, over another `duration`.
  public var autoreverses: Bool
  /// Where the duration is written; `.none` where it is not.
  public var durationRange: SourceRange
  /// Where it is written; for a title's fade, where that is.
  public var range: SourceRange

  /// An animation; one pass forward, unless said otherwise.
  public init(
    property: AnimatedProperty, values: [[Rational]], keyTimes: [Rational], easings: [Easing],
    begin: Rational, duration: Rational, repeatCount: Rational? = .one,
    autoreverses: Bool = false, durationRange: SourceRange = .none, range: SourceRange
  ) {
    self.property = property
    self.values = values
    self.keyTimes = keyTimes
    self.easings = easings
    self.begin = begin
    self.duration = duration
    self.repeatCount = repeatCount
    self.autoreverses = autoreverses
    self.durationRange = durationRange
    self.range = range
  }
}
