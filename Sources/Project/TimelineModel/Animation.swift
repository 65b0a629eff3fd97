package import Diagnostics
package import BaseValues

/// How progress runs within a stretch of time.
///
/// A cubic Bézier curve from (0, 0) to (1, 1) with two control points, as in Core Animation and CSS
/// Easing Functions Level 1; x components lie in 0…1.
package enum Easing: Hashable, Sendable {
  case linear
  case cubicBezier(x1: Rational, y1: Rational, x2: Rational, y2: Rational)
  /// One of Robert Penner's equations.
  case equation(EasingEquation)
  /// The first value is held until the end of the stretch.
  case hold
  /// In `count` even steps, at least one; two of `.neither`.
  case steps(count: Int, jump: StepJump)
  /// As a mass on a damped spring that is let go at the first value and comes to rest at the second,
  /// in seconds of the edit that it is written in. It may go beyond; where the stretch ends, the second
  /// value shows.
  case spring(Spring)
}

/// Which of Robert Penner's equations an easing is, and which way it goes.
package struct EasingEquation: Hashable, Sendable, CaseIterable {
  /// How far it is at a share x of its time, going in.
  package enum Kind: String, CaseIterable, Sendable {
    /// 1 − cos (x · π / 2)
    case sine
    /// x²
    case quad
    /// x³
    case cubic
    /// x⁴
    case quart
    /// x⁵
    case quint
    /// 2^(10x − 10), from 0 at once
    case expo
    /// 1 − √(1 − x²)
    case circ
    /// (s + 1) · x³ − s · x² with s = 1.70158, in and out 1.525 times that: it goes back by a tenth.
    case back
  }

  /// Where it is slow.
  package enum Direction: String, CaseIterable, Sendable {
    /// At its beginning.
    case `in` = "in"
    /// At its end, as `in` turned by half a turn.
    case out
    /// At both: `in` in the first half and `out` in the second.
    case inOut = "in-out"
  }

  /// The equation.
  package var kind: Kind
  /// Where it is slow.
  package var direction: Direction

  /// The equation of a kind, in a direction.
  package init(_ kind: Kind, _ direction: Direction) {
    self.kind = kind
    self.direction = direction
  }

  /// All of them, kind by kind.
  package static var allCases: [EasingEquation] {
    Kind.allCases.flatMap { kind in Direction.allCases.map { EasingEquation(kind, $0) } }
  }

  /// As projects call it: `ease-in-out-quint`.
  package var name: String { "ease-\(direction.rawValue)-\(kind.rawValue)" }

  /// What the word means, for the reference of the format.
  package var summary: String {
    let way =
      switch direction {
      case .in: "slow at its start"
      case .out: "slow at its end"
      case .inOut: "slow at both ends"
      }
    let shape =
      switch kind {
      case .sine: "gentle, a quarter sine"
      case .quad: "gentle, a square"
      case .cubic: "clear, a cube"
      case .quart: "strong, a fourth power"
      case .quint: "very strong, a fifth power"
      case .expo: "the strongest, a power of 2"
      case .circ: "a quarter circle, with an abrupt turn"
      case .back: "goes back by a tenth first or last"
      }
    return "\(way): \(shape)"
  }
}

/// Where an easing in steps jumps (CSS Easing Functions Level 1, `steps()`).
package enum StepJump: String, NamedChoice {
  /// At the end of each step: the first value shows for the first one.
  case end
  /// At the beginning of each step: the first value does not show.
  case start
  /// At both ends: neither value shows.
  case both
  /// At neither end: both values show as long as those between.
  case neither = "none"

  /// What the word means.
  package var summary: String {
    switch self {
    case .end: "at the end of each step: the first value shows for the first step"
    case .start: "at the start of each step: the first value does not show"
    case .both: "at both ends: neither the first nor the last value shows"
    case .neither: "at neither end: the first and the last value show as long as the others"
    }
  }
}

/// A spring as Core Animation's `CASpringAnimation` has it.
package struct Spring: Hashable, Sendable {
  /// Of what moves, in kg; above 0.
  package var mass: Rational
  /// Force for the way to rest, in N/m; above 0.
  package var stiffness: Rational
  /// Force for a speed, in N·s/m; above 0. Below 2√(stiffness · mass) it swings over.
  package var damping: Rational
  /// Ways in a second with which it starts, towards rest.
  package var velocity: Rational

  /// A spring that swings over a little, unless said otherwise.
  package init(
    mass: Rational = .one, stiffness: Rational = Rational(100), damping: Rational = Rational(10),
    velocity: Rational = .zero
  ) {
    self.mass = mass
    self.stiffness = stiffness
    self.damping = damping
    self.velocity = velocity
  }
}

/// A property that an animation can move.
package enum AnimatedProperty: Hashable, Sendable {
  case opacity
  case position
  /// Added to the position; of a title of several layers, to those of all of them.
  case offset
  case scale
  /// The point of the picture that is put at the position.
  case anchor
  case skew
  case rotationX
  case rotationY
  case rotationZ
  case color
  /// The part of a shape's outline that its stroke shows: from and to, as shares of its length.
  case drawn
  /// The outline of a shape: both numbers of each of its places, in pixels.
  case path
  /// What of a clip's picture fills the canvas: left, top, width and height as shares of it.
  case view
  /// A number of an effect, or its outline, by its name.
  case parameter(String)

  /// As projects call it.
  package var name: String {
    switch self {
    case .opacity: "opacity"
    case .position: "position"
    case .offset: "offset"
    case .scale: "scale"
    case .anchor: "anchor"
    case .skew: "skew"
    case .rotationX: "rotation.x"
    case .rotationY: "rotation.y"
    case .rotationZ: "rotation.z"
    case .color: "color"
    case .drawn: "drawn"
    case .path: "path"
    case .view: "view"
    case .parameter(let name): name
    }
  }

  /// What it is, for the reference of the format.
  package var summary: String {
    switch self {
    case .opacity: "0 transparent, 1 opaque"
    case .position: "the place on the canvas, `[x, y]`"
    case .offset: "added to the position, `[x, y]`"
    case .scale: "a factor, or `[across, down]`"
    case .anchor: "the point of the picture that is put at the position"
    case .skew: "in degrees, `[across, down]`"
    case .rotationX: "in degrees about the horizontal axis"
    case .rotationY: "in degrees about the vertical axis"
    case .rotationZ: "in degrees clockwise"
    case .color: "the colour of a text or a shape"
    case .drawn: "how much of a shape's stroke is shown"
    case .path: "the path of a shape, between paths with the same commands"
    case .view: "the part of a clip's picture that fills the canvas"
    case .parameter: ""
    }
  }

  /// Numbers in one value; those of outlines and paths have two for each point.
  package var componentCount: Int {
    switch self {
    case .opacity, .rotationX, .rotationY, .rotationZ, .path, .parameter: 1
    case .position, .offset, .scale, .anchor, .skew, .drawn: 2
    case .color, .view: 4
    }
  }
}

extension AnimatedProperty: CaseIterable {
  /// Those of every clip and layer.
  package static let allCases: [AnimatedProperty] = [
    .opacity, .position, .offset, .scale, .anchor, .skew, .rotationX, .rotationY, .rotationZ,
    .color, .drawn, .path, .view,
  ]
}

/// A property's values over time, after Core Animation's keyframe animation in movie time.
///
/// Before `begin` the first value of the property's earliest animation shows; after the end of an
/// animation its last value is held (with autoreverse and a whole number of passes that is the first
/// value). Where two animations of one property overlap, the one that began last decides.
package struct Animation: Hashable, Sendable {
  /// What moves; `color` only in a layer of text or with a shape.
  package var property: AnimatedProperty
  /// At least one value, each with `property.componentCount` numbers. Colours are 0…255.
  package var values: [[Rational]]
  /// As many as values, rising from 0 to 1, relative to one pass.
  package var keyTimes: [Rational]
  /// One for each stretch between two values.
  package var easings: [Easing]
  /// How each pass as a whole runs, before key times and easings; what leads beyond a pass shows its end.
  package var pace = Easing.linear
  /// Seconds after the start of the clip or title.
  package var begin: Rational
  /// Seconds of one forward pass; above 0.
  package var duration: Rational
  /// Number of passes, above 0, may be a fraction; `nil` repeats to the end of the item. With
  /// autoreverse one pass is forward and back.
  package var repeatCount: Rational?
  /// Whether each pass runs back to its first value, over another `duration`.
  package var autoreverses: Bool
  /// Seconds of the edit that it is written in for each second of the movie.
  package var tempo = Rational.one
  /// Where the duration is written; `.none` where it is not.
  package var durationRange: SourceRange
  /// Where it is written; for a title's fade, where that is.
  package var range: SourceRange

  /// An animation; one pass forward, unless said otherwise.
  package init(
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
