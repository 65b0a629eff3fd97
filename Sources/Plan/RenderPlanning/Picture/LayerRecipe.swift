internal import BaseValues
internal import PlanModel
internal import TimelineModel

/// A clip's or a title layer's picture before it is worked out frame by frame.
struct LayerRecipe: Sendable {
  /// What the picture is made of.
  enum Subject: Sendable {
    case source(MediaID, FittedFrame, SourceFrameMapping)
    case text(TextStyle, ChangingText?)
    case shape(ShapeStyle)
    case color(Color, Size)
    /// A canvas on which an edit is drawn, and the part of it that is used.
    case canvas(FittedFrame)
    /// A picture in front of itself, that part of it which covers the output, small and to be blurred.
    case filled(MediaID, front: FittedFrame, back: FittedFrame, SourceFrameMapping)
  }

  var origin: PlanOrigin
  var subject: Subject
  var placement: Placement
  /// The part that fills the canvas where that moves, in place of the placement.
  var view: MovingView?
  var perspective: Rational
  /// Movie time to which animations are relative.
  var start: Rational
  var animations: [Animation]
  var effects: [Effect] = []
  var motionBlur: MotionBlur?
  /// How the chain of filters of its source is run.
  var filter: FilterBlocks?
  /// The chain of filters that its picture goes through where that is drawn.
  var canvasFilter: MediaID?
  /// Seconds of the edit that it belongs to for each second of the movie.
  var tempo = Rational.one
  /// Of the title around the layer, or of the clip's fade.
  var groupAnimations: [Animation] = []
  var groupOwner = AnimationMoment.Owner.title
  var groupOpacity: Rational = .one

  /// Whether its pixels stay as they are at any size: texts, shapes and colours have none of their own.
  var keepsPixels: Bool {
    switch subject {
    case .source, .canvas, .filled: placement.scaling == .nearest
    case .text, .shape, .color: false
    }
  }
}

/// A part of a picture that fills the canvas.
struct MovingView: Hashable, Sendable {
  /// Left, top, width and height in widths and heights of the picture, before it moves.
  var resting: AnimatedValue
  /// The picture at scale 1.
  var picture: Size
  var output: Size

  /// The pose that shows a part.
  func pose(_ part: AnimatedValue) -> LayerPose {
    func scale(_ output: Int, _ picture: Int, _ share: Int128) -> Int128 {
      roundDivide(
        Int128(output) << 88, by: max(1, Int128(max(1, picture)) * share))
    }
    return LayerPose(
      position: AnimatedValue(
        x: Int128(output.width) * (FixedPoint.one / 2),
        y: Int128(output.height) * (FixedPoint.one / 2)),
      scale: AnimatedValue(
        x: scale(output.width, picture.width, part.z),
        y: scale(output.height, picture.height, part.w)),
      anchor: AnimatedValue(x: part.x + part.z / 2, y: part.y + part.w / 2))
  }
}

/// The animations of a recipe, ready to be evaluated.
///
/// An animated property stands in the place of the resting one, as in Core Animation: of the layer's
/// for the layer, of the title's for the group. The two opacities multiply.
struct LayerAnimation: Sendable {
  private let opacity: PropertyAnimation
  private let color: PropertyAnimation
  private let drawn: PropertyAnimation
  private let path: PropertyAnimation
  private let groupOpacity: PropertyAnimation
  private let pose: PoseAnimation
  private let groupPose: PoseAnimation
  /// Of the parameters of effects, by the effects' indices.
  private var effects: [(Int, AnimatedProperty, PropertyAnimation)] = []
  private let groupOwner: AnimationMoment.Owner
  private let restingOpacity: Int128
  private let restingGroupOpacity: Int128

  /// - Throws: when an animation's times cannot be computed exactly in 128 bits.
  init(_ recipe: LayerRecipe, rate: FrameRate) throws(TimeOverflow) {
    let own = recipe.animations
    let group = recipe.groupAnimations
    groupOwner = recipe.groupOwner
    let start = recipe.start
    opacity = try PropertyAnimation(.opacity, in: own, start: start, rate: rate)
    color = try PropertyAnimation(.color, in: own, start: start, rate: rate)
    drawn = try PropertyAnimation(.drawn, in: own, start: start, rate: rate)
    path = try PropertyAnimation(.path, in: own, start: start, rate: rate)
    groupOpacity = try PropertyAnimation(.opacity, in: group, start: start, rate: rate)
    pose = try PoseAnimation(
      LayerPose(recipe.placement), recipe.view, own, start: start, rate: rate)
    groupPose = try PoseAnimation(.identity, nil, group, start: start, rate: rate)
    for (index, effect) in recipe.effects.enumerated() {
      for argument in effect.kind.arguments {
        let property = AnimatedProperty.parameter(argument.name)
        let animation = try PropertyAnimation(
          property, in: effect.animations, start: start, rate: rate)
        effects.append((index, property, animation))
      }
    }
    restingOpacity = FixedPoint.value(recipe.placement.opacity)
    restingGroupOpacity = FixedPoint.value(recipe.groupOpacity)
  }

  var movesOpacity: Bool { !opacity.isEmpty || !groupOpacity.isEmpty }
  var movesColor: Bool { !color.isEmpty }
  /// Whether a shape is another one from time to time.
  var movesShape: Bool { !color.isEmpty || !drawn.isEmpty || !path.isEmpty }
  var movesPose: Bool { pose.moves || groupPose.moves }

  /// 0…32768
  func weight(at frame: Int) -> Int {
    let (own, group) = opacities(at: frame)
    return FixedPoint.weight(FixedPoint.multiply(own, group))
  }

  /// The layer's own opacity and that of the title around it, 0…1 in fixed point.
  func opacities(at frame: Int) -> (own: Int128, group: Int128) {
    let own = opacity.value(at: frame)?.x ?? restingOpacity
    let group = groupOpacity.value(at: frame)?.x ?? restingGroupOpacity
    return (Self.share(own), Self.share(group))
  }

  /// The animations that decide at a frame, each property's once.
  func moments(at frame: Int) -> [AnimationMoment] {
    let own =
      [(AnimatedProperty.opacity, opacity), (.color, color), (.drawn, drawn), (.path, path)]
      + pose.properties
    let group = [(AnimatedProperty.opacity, groupOpacity)] + groupPose.properties
    return own.compactMap { AnimationMoment($0, $1, of: .item, at: frame) }
      + effects.compactMap { AnimationMoment($1, $2, of: .effect($0), at: frame) }
      + group.compactMap { AnimationMoment($0, $1, of: groupOwner, at: frame) }
  }

  func pose(at frame: Int) -> (layer: LayerPose, group: LayerPose) {
    (pose.value(at: frame), groupPose.value(at: frame))
  }

  /// The layer's colour, `resting` without animations.
  func color(at frame: Int, resting: Color) -> Color {
    guard let value = color.value(at: frame) else { return resting }
    func component(_ raw: Int128) -> UInt8 { UInt8(clamping: FixedPoint.rounded(raw)) }
    return Color(
      red: component(value.x), green: component(value.y), blue: component(value.z),
      alpha: component(value.w))
  }

  /// A shape as it is at a frame.
  func shape(at frame: Int, resting: ShapeStyle) -> ShapeStyle {
    var shape = resting
    if let color = resting.animatedColor {
      shape.animatedColor = self.color(at: frame, resting: color)
    }
    if let value = path.value(at: frame) {
      let numbers = path.numbers(at: frame)?.map(ShapePath.length)
      shape.path = resting.path.replacing(
        numbers
          ?? [value.x, value.y, value.z, value.w].map { ShapePath.length(Rational(fixedPoint: $0)) }
      )
    }
    if let value = drawn.value(at: frame) {
      let whole = Int128(ShapeStyle.wholeOutline)
      func part(_ raw: Int128) -> Int {
        FixedPoint.rounded(Self.share(raw) * whole)
      }
      (shape.drawnFrom, shape.drawnTo) = (part(value.x), part(value.y))
      shape.drawnTo = max(shape.drawnFrom, shape.drawnTo)
    }
    return shape
  }

  private static func share(_ raw: Int128) -> Int128 { min(max(raw, 0), FixedPoint.one) }
}

/// A pose that moves.
private struct PoseAnimation: Sendable {
  private let resting: LayerPose
  private let viewed: MovingView?
  private let position: PropertyAnimation
  private let offset: PropertyAnimation
  private let scale: PropertyAnimation
  private let anchor: PropertyAnimation
  private let skew: PropertyAnimation
  private let view: PropertyAnimation
  private let rotationX: PropertyAnimation
  private let rotationY: PropertyAnimation
  private let rotationZ: PropertyAnimation

  init(
    _ resting: LayerPose, _ viewed: MovingView?, _ animations: [Animation], start: Rational,
    rate: FrameRate
  ) throws(TimeOverflow) {
    self.resting = resting
    self.viewed = viewed
    position = try PropertyAnimation(.position, in: animations, start: start, rate: rate)
    offset = try PropertyAnimation(.offset, in: animations, start: start, rate: rate)
    scale = try PropertyAnimation(.scale, in: animations, start: start, rate: rate)
    anchor = try PropertyAnimation(.anchor, in: animations, start: start, rate: rate)
    skew = try PropertyAnimation(.skew, in: animations, start: start, rate: rate)
    view = try PropertyAnimation(.view, in: animations, start: start, rate: rate)
    rotationX = try PropertyAnimation(.rotationX, in: animations, start: start, rate: rate)
    rotationY = try PropertyAnimation(.rotationY, in: animations, start: start, rate: rate)
    rotationZ = try PropertyAnimation(.rotationZ, in: animations, start: start, rate: rate)
  }

  var moves: Bool {
    properties.contains { !$0.1.isEmpty }
  }

  var properties: [(AnimatedProperty, PropertyAnimation)] {
    [
      (.position, position), (.offset, offset), (.scale, scale), (.anchor, anchor), (.skew, skew),
      (.rotationX, rotationX), (.rotationY, rotationY), (.rotationZ, rotationZ), (.view, view),
    ]
  }

  func value(at frame: Int) -> LayerPose {
    if let viewed { return viewed.pose(view.value(at: frame) ?? viewed.resting) }
    var place = position.value(at: frame) ?? resting.position
    if let moved = offset.value(at: frame) {
      place.x += moved.x
      place.y += moved.y
    }
    return LayerPose(
      position: place,
      scale: scale.value(at: frame) ?? resting.scale,
      rotation: AnimatedValue(
        x: rotationX.value(at: frame)?.x ?? resting.rotation.x,
        y: rotationY.value(at: frame)?.x ?? resting.rotation.y,
        z: rotationZ.value(at: frame)?.x ?? resting.rotation.z),
      skew: skew.value(at: frame) ?? resting.skew,
      anchor: anchor.value(at: frame) ?? resting.anchor)
  }
}

extension LayerPose {
  /// A placement at rest.
  init(_ placement: Placement) {
    self.init(
      position: AnimatedValue([placement.position.x, placement.position.y]),
      scale: AnimatedValue([placement.scale.x, placement.scale.y]),
      rotation: AnimatedValue([placement.rotationX, placement.rotationY, placement.rotationZ]),
      skew: AnimatedValue([placement.skew.x, placement.skew.y]),
      anchor: AnimatedValue([placement.anchor.x, placement.anchor.y]))
  }
}
