import BaseValues
import Diagnostics
import TimelineModel

/// The keys about place and movement that clips, titles and layers share.
struct PlacementDocument: Sendable {
  var position: Located<LengthPair>?
  var place: Located<CanvasPlace>?
  var margin: Located<LengthPair>?
  /// Where the anchor is put along one direction, and which point of the picture that is, in place of what `place` says
  /// of that direction.
  var across: (position: Length, anchor: Rational)?
  /// As `across`, downwards.
  var down: (position: Length, anchor: Rational)?
  var anchor: Located<Point>?
  var scale: Located<Point>?
  var skew: Located<Point>?
  var rotation: Located<RotationDocument>?
  var opacity: Located<Rational>?
  var perspective: Located<Rational>?
  var motionBlur: MotionBlur?
  var scaling: Located<Scaling>?
  var animations: [Located<AnimationDocument>] = []
}

/// What is done with the colours of a clip's or a title layer's picture.
struct LookDocument: Sendable {
  var effects: [EffectDocument] = []
  var blendMode: Located<String>?
}

struct EffectDocument: Sendable {
  /// With the values of all parameters.
  var kind: KindChoice
  /// The media that it names.
  var media: Located<String>?
  var animations: [Located<AnimationDocument>]
  /// Keys that change nothing beside the others.
  var idleKeys: [IdleKey]
  var range: SourceRange
}

/// Degrees about the three axes.
struct RotationDocument: Hashable, Sendable {
  var x = Rational.zero
  var y = Rational.zero
  var z = Rational.zero
}

struct AnimationDocument: Sendable {
  var property: Located<AnimatedProperty>
  var values: [Located<AnimatedValue>]
  var from: Located<AnimatedValue>?
  var to: Located<AnimatedValue>?
  var path: Located<MotionPath>?
  /// Whether the picture turns with its path.
  var turnsWithPath = false
  var keyTimes: Located<[Located<Rational>]>?
  var begin: Located<TimeExpression>?
  var duration: Located<TimeExpression>?
  /// `nil` for ever.
  var repeatCount: Rational?
  var autoreverses: Bool
  var easings: [Located<Easing>]
  var easingRange: SourceRange

  /// Whether it moves the whole from its place.
  var isOfPlace: Bool { [.position, .offset].contains(property.value) }
}

/// One value of an animated property; numbers that are no lengths count as pixels.
struct AnimatedValue: Hashable, Sendable {
  var components: [Length]
  /// The path of a shape, whose components are made where its place is known.
  var path: ShapePath?
}
