package import BaseValues
internal import PictureKinds
package import TimelineModel

/// Why an output frame shows the frame of a source that it shows.
package struct SourceMoment: Hashable, Sendable {
  /// Whether source time lies beyond the media, so that its first or last frame is held.
  package enum Hold: String, Hashable, Sendable {
    case none, first, last
  }

  /// The output frame's time k/r.
  package var time: Rational
  /// The time that counts: `time`, but never one before the item's first moment.
  package var used: Rational
  /// Movie time at which `sourceStart` is shown.
  package var start: Rational
  /// The in point, in source time.
  package var sourceStart: Rational
  /// Seconds of source for each second of movie, at this moment.
  package var speed: Rational
  /// sourceStart + (used − start) · speed; where the speed changes its integral, in a loop brought
  /// into it.
  package var sourceTime: Rational
  /// In presentation order from 0.
  package var sourceFrame: Int
  /// From the frame's own time to the next one's; `nil` for a still picture.
  package var shown: TimeRange?
  /// Whether `sourceFrame` is held because the media has no frame for `sourceTime`.
  package var hold: Hold
  /// Whether the source runs backwards, so that a frame holds its end.
  package var isBackwards = false
  /// Whether the speed changes within the clip.
  package var isRamp = false
  /// What is shown again and again.
  package var loop: SourceLoop?
}

/// How far a transition has come at a frame.
package struct TransitionMoment: Hashable, Sendable {
  /// (k/r − start) / duration, within 0…1.
  package var even: Rational
  /// The same after easing, within 0…1; what weights and places are made from.
  package var eased: Rational
}

/// Where an animation stands at a frame.
package struct AnimationMoment: Hashable, Sendable {
  /// Where the moment lies in an animation's time.
  package enum State: String, Hashable, Sendable {
    /// The first value shows.
    case before
    case running
    /// The last value is held.
    case after
  }

  /// What animations are written at.
  package enum Owner: Hashable, Sendable {
    /// The clip or title layer.
    case item
    /// The title around the layer.
    case title
    /// The clip's fade.
    case fade
    /// One of the item's effects, by its index.
    case effect(Int)
  }

  /// What is animated.
  package var property: AnimatedProperty
  /// Whose it is: each has a list of animations.
  package var owner: Owner
  /// Index in the animations of its owner.
  package var animation: Int
  /// Whether the animation is to come, at work or over.
  package var state: State
  /// The last key that is not after the moment.
  package var key: Int
  /// How far the moment is to the next key, before and after easing; `nil` on a key.
  package var progress: TransitionMoment?
  /// What the property has, in the project's units.
  package var value: [Rational]
  /// The values at `key` and at the next one where it is on its way there; of a view with what was left out.
  package var keyValues: [[Rational]]

  /// `nil` for a property without animations.
  init?(
    _ property: AnimatedProperty, _ animations: PropertyAnimation, of owner: Owner, at frame: Int
  ) {
    guard let (animation, index) = animations.deciding(at: frame) else { return nil }
    self.property = property
    self.owner = owner
    self.animation = index
    state =
      !animation.hasBegun(at: frame)
      ? .before : animation.hasEnded(at: frame) ? .after : .running
    let stand = animation.place(at: frame)
    key = stand.key
    if let even = stand.progress, let eased = animation.eased(stand) {
      progress = TransitionMoment(even: Rational(even), eased: Rational(eased))
    }
    keyValues = animation.values(from: stand)
      .map { Array($0.numbers.prefix(property.componentCount)) }
    let value = animation.value(at: frame)
    self.value =
      animation.numbers(at: frame)
      ?? [value.x, value.y, value.z, value.w].prefix(property.componentCount)
      .map(Rational.init(fixedPoint:))
  }
}

/// How a layer stands at a frame, in output pixels and degrees, before it is put on the grid.
package struct PoseMoment: Hashable, Sendable {
  /// Where the anchor goes, in output pixels.
  package var position: Point
  /// Factors of width and height, 1 is natural.
  package var scale: Point
  /// Degrees about the horizontal axis.
  package var rotationX: Rational
  /// Degrees about the vertical axis.
  package var rotationY: Rational
  /// Degrees clockwise in the picture's plane.
  package var rotationZ: Rational
  /// Degrees by which upright and level edges lean.
  package var skew: Point

  init(_ pose: LayerPose) {
    position = Point(pose.position)
    scale = Point(pose.scale)
    rotationX = Rational(fixedPoint: pose.rotation.x)
    rotationY = Rational(fixedPoint: pose.rotation.y)
    rotationZ = Rational(fixedPoint: pose.rotation.z)
    skew = Point(pose.skew)
  }
}

/// What one picture's values at a frame come from.
package struct LayerMoment: Hashable, Sendable {
  /// `nil` for texts and colours, and where a time is not representable.
  package var source: SourceMoment?
  /// The layer's own opacity, and that of the title around it, 0…1.
  package var opacity: Rational
  /// That of the title around the layer, 0…1; 1 for a clip.
  package var groupOpacity: Rational
  /// Both multiplied, 0…32768.
  package var weight: Int
  /// Where the anchor goes, how large and how turned.
  package var pose: PoseMoment
  /// How the title around the layer moves it; positions are offsets.
  package var group: PoseMoment
  /// The point of the picture that is put at the position, as fractions of its size.
  package var anchor: Point
  /// The animation that decides each animated property: the layer's own, its effects', the title's.
  package var animations: [AnimationMoment]
  /// Whether it is planned to be seen: neither transparent, nor seen from its edge or from behind.
  package var isSeen: Bool
}

// MARK: - From fixed point

extension Rational {
  /// A number with `FixedPoint.fractionBits` fractional bits. - Precondition: within ±2^18.
  init(fixedPoint raw: Int128) {
    let bounded = Int64(clamping: FixedPoint.clamp(raw))
    self = Rational(bounded, Int64(1) << Int64(FixedPoint.fractionBits)) ?? .zero
  }

  /// The fraction; a curve may lead it out of 0…1, but not beyond ±2^63.
  init(_ progress: Progress) {
    self =
      Rational(Int64(clamping: progress.numerator), Int64(clamping: progress.denominator)) ?? .zero
  }
}

extension Point {
  init(_ value: AnimatedValue) {
    self.init(x: Rational(fixedPoint: value.x), y: Rational(fixedPoint: value.y))
  }
}
