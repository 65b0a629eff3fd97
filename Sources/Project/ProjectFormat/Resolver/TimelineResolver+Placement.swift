import Diagnostics
import BaseValues
import TimelineModel

/// What an animation moves: the values at rest.
struct AnimatedItem {
  /// What it is to its animations.
  enum Kind {
    case clip, image, text, shape, title, effect
  }

  var kind: Kind
  var placement: Placement
  /// Of a clip that has one.
  var view: PictureView?
  /// The colour of a text or a shape; `nil` for everything else.
  var color: Color?
  /// A shape, and how a path that is written for it is brought to where its own is.
  var shape: ResolvedShape?
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
    if let across = written.across {
      placement.position.x = try lengths.pixels(across.position, .across)
      placement.anchor.x = across.anchor
    }
    if let down = written.down {
      placement.position.y = try lengths.pixels(down.position, .down)
      placement.anchor.y = down.anchor
    }
    if let pair = written.position?.value {
      placement.keepsFractions = [pair.x, pair.y].contains {
        $0.unit == .pixels && $0.amount.denominator != 1
      }
    }
    if let scale = written.scale?.value { placement.scale = scale }
    if let skew = written.skew?.value { placement.skew = skew }
    if let rotation = written.rotation?.value {
      placement.rotationX = rotation.x
      placement.rotationY = rotation.y
      placement.rotationZ = rotation.z
    }
    if let opacity = written.opacity?.value { placement.opacity = opacity }
    if let scaling = written.scaling?.value { placement.scaling = scaling }
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
      animations += try animation(entry, of: item, duration: duration)
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
        kind: .effect, placement: Placement(position: Point(x: .zero, y: .zero)),
        effect: effect.kind)
      guard let media = lookMedia(of: effect) else { continue }
      look.effects.append(
        Effect(
          kind: effect.kind, media: media,
          animations: try animations(effect.animations, of: item, duration: duration),
          idleKeys: effect.idleKeys, range: effect.range))
    }
    return look
  }

  /// The media that an effect names, if any; `nil` where there is none of that name.
  private mutating func lookMedia(of effect: EffectDocument) -> Located<MediaID>?? {
    guard let name = effect.media else { return .some(nil) }
    guard let id = media(name) else { return nil }
    if !isLook(id) {
      report(
        ProjectMessages.effectWithoutLook(
          effect.kind.name, media: name.value, range: name.range,
          other: document.mediaItems[id.index].nameRange))
    }
    return .some(Located(value: id, range: name.range))
  }

  /// Whether a media item is a file of captions.
  func isCaptions(_ media: MediaID) -> Bool {
    guard document.mediaItems.indices.contains(media.index),
      case .captions = document.mediaItems[media.index].content
    else { return false }
    return true
  }

  /// Whether a media item is a file of colours.
  func isLook(_ media: MediaID) -> Bool {
    guard document.mediaItems.indices.contains(media.index),
      case .look = document.mediaItems[media.index].content
    else { return false }
    return true
  }

  /// The animation, and that of the turn with its path; none after a report.
  private mutating func animation(
    _ entry: Located<AnimationDocument>, of item: AnimatedItem, duration: Rational
  ) throws(TimeOverflow) -> [Animation] {
    let written = entry.value
    if let wrong = item.refusal(of: written.property) {
      report(wrong)
      return []
    }
    guard let begin = seconds(written.begin, else: .zero) else { return [] }
    let length: Rational
    if let own = written.duration {
      guard let seconds = seconds(own) else { return [] }
      length = seconds
    } else {
      length = try duration - begin
      guard length > .zero else {
        report(
          ProjectMessages.animationAfterItem(
            begin: text(begin), duration: text(duration),
            range: written.begin?.range ?? entry.range))
        return []
      }
    }
    let values = try values(of: written, item)
    if let wrong = item.wrongCount(of: values, in: written, range: entry.range) {
      report(wrong)
      return []
    }
    var animation = Animation(
      property: written.property.value, values: values,
      keyTimes: try keyTimes(of: written, count: values.count),
      easings: easings(of: written, count: values.count - 1), begin: begin, duration: length,
      repeatCount: written.repeatCount, autoreverses: written.autoreverses,
      durationRange: written.duration?.range ?? .none, range: entry.range)
    guard let path = written.path?.value else { return [animation] }
    let chords = try scaled(path).inChords
    animation.values = chords.points.map { [$0.x, $0.y] }
    animation.keyTimes = chords.keyTimes
    animation.easings = chords.easings.map { _ in .linear }
    animation.pace = written.easings.first?.value ?? .linear
    guard written.turnsWithPath else { return [animation] }
    var turn = animation
    turn.property = .rotationZ
    turn.values = try chords.headings.map { heading throws(TimeOverflow) in
      [try heading + item.placement.rotationZ]
    }
    turn.easings = chords.easings
    return [animation, turn]
  }

  /// A path in pixels of the canvas.
  private func scaled(_ path: MotionPath) throws(TimeOverflow) -> MotionPath {
    func pixels(_ point: Point) throws(TimeOverflow) -> Point {
      Point(
        x: try lengths.pixels(Length(amount: point.x), .across),
        y: try lengths.pixels(Length(amount: point.y), .down))
    }
    var result = MotionPath(start: try pixels(path.start))
    for part in path.parts {
      switch part {
      case .line(let to): result.parts.append(.line(to: try pixels(to)))
      case .curve(let first, let second, let to):
        result.parts.append(
          .curve(try pixels(first), try pixels(second), to: try pixels(to)))
      }
    }
    return result
  }

  private func values(
    of written: AnimationDocument, _ item: AnimatedItem
  ) throws(TimeOverflow) -> [[Rational]] {
    var values: [[Rational]] = []
    if written.path != nil { return [] }
    if written.values.isEmpty {
      let rest = item.value(of: written.property.value)
      values.append(
        try written.from.map { value throws(TimeOverflow) in try pixels(value.value, item) }
          ?? rest)
      values.append(
        try written.to.map { value throws(TimeOverflow) in try pixels(value.value, item) } ?? rest)
    } else {
      for value in written.values { values.append(try pixels(value.value, item)) }
    }
    return values
  }

  private func pixels(
    _ value: AnimatedValue, _ item: AnimatedItem
  ) throws(TimeOverflow) -> [Rational] {
    if let path = value.path { return item.shape?.placed(path).numbers ?? [] }
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
  /// Why a property of such an item cannot move; `nil` where it can.
  func refusal(of property: Located<AnimatedProperty>) -> Diagnostic? {
    switch (property.value, kind) {
    case (.parameter(let name), .effect) where effect?[name] == nil:
      return ProjectMessages.animatedOutline(name, range: property.range)
    case (.color, _) where color == nil:
      return ProjectMessages.animatedColor(range: property.range)
    case (.drawn, _) where shape?.style.stroke == nil:
      return ShapeMessages.drawnWithoutStroke(range: property.range)
    case (.path, _) where shape?.style.kind != .path:
      return ShapeMessages.animatedPath(range: property.range)
    case (.view, .image), (.view, .text), (.view, .shape), (.view, .title):
      return ProjectMessages.animatedView(range: property.range)
    case (.anchor, .text), (.anchor, .shape), (.anchor, .title):
      return ProjectMessages.animatedAnchor(range: property.range)
    case (.position, .clip), (.offset, .clip), (.anchor, .clip), (.scale, .clip), (.skew, .clip),
      (.rotationX, .clip), (.rotationY, .clip), (.rotationZ, .clip):
      return view == nil
        ? nil : ProjectMessages.animatedBesideView(property.value.name, range: property.range)
    default: return nil
    }
  }

  /// The numbers of a property at rest.
  func value(of property: AnimatedProperty) -> [Rational] {
    switch property {
    case .opacity: [placement.opacity]
    case .position: [placement.position.x, placement.position.y]
    case .offset: [.zero, .zero]
    case .scale: [placement.scale.x, placement.scale.y]
    case .anchor: [placement.anchor.x, placement.anchor.y]
    case .skew: [placement.skew.x, placement.skew.y]
    case .view: (view ?? PictureView(width: .one)).numbers
    case .rotationX: [placement.rotationX]
    case .rotationY: [placement.rotationY]
    case .rotationZ: [placement.rotationZ]
    case .color:
      AnimatedValue.color(color ?? .white).components.map(\.amount)
    case .drawn:
      shape.map { [share($0.style.drawnFrom), share($0.style.drawnTo)] } ?? [.zero, .one]
    case .path: shape?.style.path.numbers ?? []
    case .parameter(let name):
      switch effect?[name] {
      case .number(let number): [number]
      case .curve(let points): points.flatMap { [$0.x, $0.y] }
      default: [.zero]
      }
    }
  }

  private func share(_ part: Int) -> Rational {
    Rational(Int64(part), Int64(ShapeStyle.wholeOutline)) ?? .zero
  }

  /// What is wrong where an outline would gain or lose points on its way.
  func wrongCount(
    of values: [[Rational]], in written: AnimationDocument, range: SourceRange
  ) -> Diagnostic? {
    if let shape, written.property.value == .path {
      return wrongPath(in: written, shape.style.path)
    }
    guard case .parameter(let name) = written.property.value,
      case .curve(let points) = effect?[name]
    else { return nil }
    let given: [Located<AnimatedValue>?] =
      written.values.isEmpty ? [written.from, written.to] : written.values
    for (value, place) in zip(values, given) where value.count != 2 * points.count {
      return ProjectMessages.animatedOutlineCount(
        value.count / 2, rest: points.count, range: place?.range ?? range)
    }
    return nil
  }

  private func wrongPath(in written: AnimationDocument, _ rest: ShapePath) -> Diagnostic? {
    for value in written.values + [written.from, written.to].compactMap(\.self) {
      guard let path = value.value.path, let index = path.firstDifference(from: rest) else {
        continue
      }
      func letter(_ path: ShapePath) -> String? {
        path.parts.indices.contains(index) ? path.parts[index].letter : nil
      }
      return ShapeMessages.pathsDiffer(
        part: index + 1, count: path.parts.count, rest: rest.parts.count,
        letters: (letter(path), letter(rest)), range: value.range)
    }
    return nil
  }
}

extension ShapePath {
  /// Both numbers of each place, in pixels.
  fileprivate var numbers: [Rational] {
    parts.flatMap(\.places).flatMap { [$0.x, $0.y] }.map(Self.pixels)
  }
}
