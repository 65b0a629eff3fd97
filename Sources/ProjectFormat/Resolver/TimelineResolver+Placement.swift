import Diagnostics
import MediaTime
import PixelGeometry
import TimelineModel

/// What an animation moves: the values at rest.
struct AnimatedItem {
  var placement: Placement
  /// The colour of a text; `nil` for everything else.
  var color: Color?
  /// What an effect has.
  var effect: KindChoice?
}

extension TimelineResolver {
  /// A placement in output pixels.
  func placement(_ written: PlacementDocument) throws(TimeOverflow) -> Placement {
    var position = Point(
      x: try Rational(Int64(size.width)) * .half, y: try Rational(Int64(size.height)) * .half)
    if let pair = written.position?.value {
      position = Point(
        x: try lengths.pixels(pair.x, .across), y: try lengths.pixels(pair.y, .down))
    }
    var placement = Placement(position: position)
    if let place = written.place?.value {
      let margin = written.margin?.value ?? Margin.standard
      let (right, down) = (
        try lengths.pixels(margin.x, .across), try lengths.pixels(margin.y, .down)
      )
      placement.anchor = place.anchor
      placement.position = Point(
        x: try place.across.position(size.width, margin: right),
        y: try place.down.position(size.height, margin: down))
    }
    if let anchor = written.anchor?.value { placement.anchor = anchor }
    if let scale = written.scale?.value { placement.scale = scale }
    if let rotation = written.rotation?.value {
      placement.rotationX = rotation.x
      placement.rotationY = rotation.y
      placement.rotationZ = rotation.z
    }
    if let opacity = written.opacity?.value { placement.opacity = opacity }
    return placement
  }

  /// The distance of the eye, in pixels of the canvas.
  func perspective(_ written: PlacementDocument) throws(TimeOverflow) -> Rational {
    try lengths.pixels(
      Length(amount: written.perspective?.value ?? Rational(1000)), .both)
  }

  /// Animations with all defaults filled in; those that cannot be resolved are reported.
  mutating func animations(
    _ written: [Located<AnimationDocument>], of item: AnimatedItem, duration: Rational
  ) throws(TimeOverflow) -> [Animation] {
    var animations: [Animation] = []
    for entry in written {
      if let animation = try animation(entry, of: item, duration: duration) {
        animations.append(animation)
      }
    }
    return animations
  }

  mutating func look(
    _ written: LookDocument, duration: Rational
  ) throws(TimeOverflow) -> PictureLook {
    var look = PictureLook(
      blendMode: written.blendMode.map { BlendModeName(rawValue: $0.value) } ?? .normal,
      blendRange: written.blendMode?.range ?? .none)
    for effect in written.effects {
      let item = AnimatedItem(
        placement: Placement(position: Point(x: .zero, y: .zero)), effect: effect.kind)
      look.effects.append(
        Effect(
          kind: effect.kind,
          animations: try animations(effect.animations, of: item, duration: duration),
          idleKeys: effect.idleKeys, range: effect.range))
    }
    return look
  }

  private mutating func animation(
    _ entry: Located<AnimationDocument>, of item: AnimatedItem, duration: Rational
  ) throws(TimeOverflow) -> Animation? {
    let written = entry.value
    if written.property.value == .color, item.color == nil {
      report(ProjectMessages.animatedColor(range: written.property.range))
      return nil
    }
    guard let begin = seconds(written.begin, else: .zero) else { return nil }
    let length: Rational
    if let own = written.duration {
      guard let seconds = seconds(own) else { return nil }
      length = seconds
    } else {
      length = try duration - begin
      guard length > .zero else {
        report(
          ProjectMessages.animationAfterItem(
            begin: text(begin), duration: text(duration),
            range: written.begin?.range ?? entry.range))
        return nil
      }
    }
    let values = try values(of: written, item)
    return Animation(
      property: written.property.value, values: values,
      keyTimes: try keyTimes(of: written, count: values.count),
      easings: easings(of: written, count: values.count - 1), begin: begin, duration: length,
      repeatCount: written.repeatCount, autoreverses: written.autoreverses,
      durationRange: written.duration?.range ?? .none, range: entry.range)
  }

  private func values(
    of written: AnimationDocument, _ item: AnimatedItem
  ) throws(TimeOverflow) -> [[Rational]] {
    var values: [[Rational]] = []
    if written.values.isEmpty {
      let rest = item.value(of: written.property.value)
      values.append(
        try written.from.map { value throws(TimeOverflow) in try pixels(value.value) } ?? rest)
      values.append(
        try written.to.map { value throws(TimeOverflow) in try pixels(value.value) } ?? rest)
    } else {
      for value in written.values { values.append(try pixels(value.value)) }
    }
    return values
  }

  private func pixels(_ value: AnimatedValue) throws(TimeOverflow) -> [Rational] {
    var numbers: [Rational] = []
    for (index, length) in value.components.enumerated() {
      numbers.append(try lengths.pixels(length, index == 0 ? .across : .down))
    }
    return numbers
  }

  private func keyTimes(
    of written: AnimationDocument, count: Int
  ) throws(TimeOverflow) -> [Rational] {
    if let keyTimes = written.keyTimes { return keyTimes.value.map(\.value) }
    guard count > 1 else { return [.zero] }
    var times: [Rational] = []
    for index in 0..<count {
      times.append(try Rational(Int64(index)) / Rational(Int64(count - 1)))
    }
    return times
  }

  private func easings(of written: AnimationDocument, count: Int) -> [Easing] {
    guard written.easings.count > 1 else {
      return Array(repeating: written.easings.first?.value ?? .linear, count: max(count, 0))
    }
    return written.easings.map(\.value)
  }
}

extension AnimatedItem {
  /// The numbers of a property at rest.
  func value(of property: AnimatedProperty) -> [Rational] {
    switch property {
    case .opacity: [placement.opacity]
    case .position: [placement.position.x, placement.position.y]
    case .offset: [.zero, .zero]
    case .scale: [placement.scale.x, placement.scale.y]
    case .rotationX: [placement.rotationX]
    case .rotationY: [placement.rotationY]
    case .rotationZ: [placement.rotationZ]
    case .color:
      AnimatedValue.color(color ?? .white).components.map(\.amount)
    case .parameter(let name):
      if case .number(let number) = effect?[name] { [number] } else { [.zero] }
    }
  }
}
