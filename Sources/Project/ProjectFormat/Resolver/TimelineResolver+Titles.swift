import Diagnostics
import BaseValues
import TimelineModel

extension TimelineResolver {
  mutating func resolveTitles(_ written: TrackDocument, into track: inout Track) {
    for title in written.titles {
      for case .image(let name, let given, _, _) in title.layers.map(\.content) {
        _ = media(name, given: given)
      }
    }
    // Where the next title begins that does not say it; unknown after one that is wrong.
    var cursor: Rational? = .zero
    for title in written.titles where !document.hasSyntaxErrors {
      guard cursor != nil || title.at != nil else { continue }
      var resolved: Title?
      do throws(TimeOverflow) {
        resolved = try self.title(title, cursor: cursor ?? .zero)
      } catch {
        report(ProjectMessages.timeOverflow("this title", range: title.range))
      }
      cursor = resolved?.placed.end
      if let resolved, track.isComplete {
        track.titles.append(resolved)
      } else {
        track.isComplete = false
      }
    }
  }

  mutating func title(
    _ written: TitleDocument, cursor: Rational
  ) throws(TimeOverflow) -> Title? {
    guard written.isComplete, let start = seconds(written.at, else: cursor),
      let placed = try range(of: written, start: start)
    else { return nil }
    return try self.title(written, placed)
  }

  /// A title over a range of movie time.
  mutating func title(_ written: TitleDocument, _ placed: TimeRange) throws(TimeOverflow) -> Title?
  {
    var layers: [TitleLayer] = []
    for layer in written.layers {
      var layer = layer
      if let roll = written.roll?.value { layer.stand(for: roll) }
      guard var resolved = try self.layer(layer, duration: placed.duration),
        try addCounters(of: layer, placed, to: &resolved),
        try addMotions(of: layer, noun(written), placed.duration, to: &resolved)
      else { return nil }
      layers.append(resolved)
    }
    let whole = Placement(
      position: Point(x: .zero, y: .zero), opacity: written.placement.opacity?.value ?? .one)
    var animations = try animations(
      offsets(written.placement.animations), of: AnimatedItem(kind: .title, placement: whole),
      duration: placed.duration)
    if let fade = written.fade {
      guard
        let animation = try self.fade(
          fade, opacity: whole.opacity, duration: placed.duration, isClip: false,
          noun: noun(written))
      else { return nil }
      animations.append(contentsOf: animation)
    }
    var rolling = written.roll
    if let roll = rolling?.value {
      rolling?.value.step = try lengths.pixels(
        Length(amount: Rational(Int64(roll.pixels))), roll.isAcross ? .across : .down)
    }
    if let roll = rolling {
      animations.append(
        try roll.value.animation(over: placed, rate: rate, canvas: size, range: roll.range))
    }
    var title = Title(
      name: written.name, placed: placed, layers: layers, animations: animations,
      opacity: whole.opacity,
      perspective: try perspective(written.placement), keys: written.keys,
      range: written.range)
    title.motionBlur = written.placement.motionBlur
    title.roll = rolling?.value
    return title
  }

  /// The movements of a title of several layers: what used to be called their position is their
  /// offset.
  private mutating func offsets(
    _ animations: [Located<AnimationDocument>]
  ) -> [Located<AnimationDocument>] {
    animations.map { animation in
      guard animation.value.property.value == .position else { return animation }
      report(ProjectMessages.titlePosition(range: animation.value.property.range))
      var animation = animation
      animation.value.property.value = .offset
      return animation
    }
  }

  private mutating func range(
    of written: TitleDocument, start: Rational
  ) throws(TimeOverflow) -> TimeRange? {
    if let duration = written.duration {
      guard let seconds = seconds(duration) else { return nil }
      return try TimeRange(start: start, duration: seconds)
    }
    guard let until = written.until, let end = seconds(until) else { return nil }
    guard end > start, let range = TimeRange(start: start, end: end) else {
      report(
        ProjectMessages.untilBeforeStart(
          noun(written), verb: "disappears", start: text(start), until: text(end),
          range: until.range))
      return nil
    }
    return range
  }

  private mutating func layer(
    _ written: LayerDocument, duration: Rational
  ) throws(TimeOverflow) -> TitleLayer? {
    var placement = try placement(written.placement)
    let content: TitleLayer.Content
    var color: Color?
    var shape: ResolvedShape?
    switch written.content {
    case .text(let text):
      let style = try style(text)
      content = .text(style)
      color = style.color
    case .image(let name, let given, let width, let height):
      guard let media = known(name, given: given) else { return nil }
      guard !isLook(media) else {
        report(
          ProjectMessages.lookAsPicture(
            name.value, range: name.range, other: document.mediaItems[media.index].nameRange))
        return nil
      }
      guard !isCaptions(media) else {
        reportCaptions(name, media)
        return nil
      }
      content = .image(
        media, width: try width.map { width throws(TimeOverflow) in try side(width, .across) },
        height: try height.map { height throws(TimeOverflow) in try side(height, .down) })
    case .shape(let document):
      let resolved = try self.shape(document)
      content = .shape(resolved.style)
      (shape, color) = (resolved, resolved.style.animatedColor)
      if let corner = resolved.corner, written.placement.position == nil,
        written.placement.place == nil
      {
        placement.position = try resolved.position(of: placement.anchor, corner)
        placement.keepsFractions = true
      }
    }
    return TitleLayer(
      content: content, placement: placement, look: try look(written.look, duration: duration),
      animations: try animations(
        written.placement.animations,
        of: AnimatedItem(
          kind: shape != nil ? .shape : color == nil ? .image : .text, placement: placement,
          color: color, shape: shape), duration: duration), unit: try lengths.factor,
      fontRange: written.fontRange, keys: written.keys, range: written.range)
  }

  /// A text's style with its lengths in pixels.
  private func style(_ written: TextDocument) throws(TimeOverflow) -> TextStyle {
    var style = written.style
    var size = written.size
    if written.followsCanvas, lengths.size.width < lengths.size.height { size.unit = .width }
    let em = max(.half, try lengths.pixels(size, .both))
    style.size = em
    if let width = written.width {
      style.maximumWidth = whole(
        try lengths.pixels(width, .across, em: em), in: TextStyle.drawnWidths)
    }
    for (index, shadow) in written.shadows.enumerated() {
      let resolved = try self.shadow(shadow, em: em)
      if index == 0 {
        style.shadowColor = resolved.color
        style.shadowOffset = resolved.offset
        style.shadowBlur = resolved.blur
      } else {
        style.moreShadows.append(resolved)
      }
    }
    if let box = written.box {
      let resolved = try self.box(box, em: em)
      style.boxColor = resolved.color
      style.boxPadding = resolved.padding
      style.boxRadius = resolved.radius
      style.boxBorderWidth = resolved.borderWidth
      style.boxBorderColor = resolved.borderColor
      style.isBoxPerLine = box.isPerLine
    }
    if let height = written.height {
      style.maximumHeight = whole(
        try lengths.pixels(height, .down, em: em), in: TextStyle.drawnWidths)
    }
    for written in written.lengths {
      written.apply(&style, try lengths.pixels(written.length, .both, em: em))
    }
    for run in written.runs { style.runs.append(try self.run(run, em: em)) }
    return style
  }

  func shadow(_ written: ShadowDocument, em: Rational) throws(TimeOverflow) -> TextShadow {
    func length(_ length: Length) throws(TimeOverflow) -> Rational {
      try lengths.pixels(length, .both, em: em)
    }
    return TextShadow(
      color: written.color,
      offset: Point(x: try length(written.offset.x), y: try length(written.offset.y)),
      blur: try length(written.blur))
  }

  private func run(_ written: TextRunDocument, em: Rational) throws(TimeOverflow) -> TextRun {
    var run = written.run
    var own = em
    if let size = written.size {
      own = max(.half, try lengths.pixels(size, .both, em: em))
      run.size = own
    }
    for written in written.lengths {
      written.apply(&run, try lengths.pixels(written.length, .both, em: own))
    }
    if let box = written.box { run.box = try self.box(box, em: own) }
    return run
  }

  private func box(_ written: BoxDocument, em: Rational) throws(TimeOverflow) -> TextBox {
    func length(_ length: Length?) throws(TimeOverflow) -> Rational {
      guard let length else { return .zero }
      return try lengths.pixels(length, .both, em: em)
    }
    let border = try length(written.border)
    return TextBox(
      color: written.color, padding: try length(written.padding),
      radius: try length(written.radius), borderWidth: border,
      borderColor: border > .zero ? written.borderColor : .clear)
  }

  /// A side of an image in whole pixels; bare numbers keep the image's shape.
  private func side(
    _ length: Length, _ direction: LengthScale.Direction
  ) throws(TimeOverflow) -> Int {
    whole(
      try lengths.pixels(length, length.unit == .pixels ? .both : direction),
      in: TextStyle.drawnWidths)
  }

  /// The nearest whole number of pixels within a range.
  private func whole(_ length: Rational, in range: ClosedRange<Int>) -> Int {
    Int(min(max(length.rounded(), Int64(range.lowerBound)), Int64(range.upperBound)))
  }

  /// Fades as animations of the opacity of a title or of a clip's picture.
  mutating func fade(
    _ written: Located<TitleFadeDocument>, opacity: Rational, duration: Rational, isClip: Bool,
    noun: String
  ) throws(TimeOverflow) -> [Animation]? {
    guard let fadeIn = try length(written.value.fadeIn, of: duration),
      let fadeOut = try length(written.value.fadeOut, of: duration)
    else { return nil }
    let sum = try fadeIn + fadeOut
    guard sum <= duration else {
      report(
        isClip
          ? ProjectMessages.pictureFadesLongerThanClip(
            noun, duration: text(duration), fades: text(sum), range: written.range)
          : ProjectMessages.fadesLongerThanTitle(
            noun, duration: text(duration), fades: text(sum), range: written.range))
      return nil
    }
    guard sum > .zero else { return [] }
    // Keys in seconds from the title's start; where two meet, one is enough.
    var keys: [(time: Rational, opacity: Rational)] = []
    if fadeIn > .zero { keys = [(.zero, .zero), (fadeIn, opacity)] }
    if fadeOut > .zero {
      let start = try duration - fadeOut
      if keys.last?.time != start { keys.append((start, opacity)) }
      keys.append((duration, .zero))
    }
    let begin = keys[0].time
    let length = try keys[keys.count - 1].time - begin
    var keyTimes: [Rational] = []
    for key in keys { keyTimes.append(try (key.time - begin) / length) }
    return [
      Animation(
        property: .opacity, values: keys.map { [$0.opacity] }, keyTimes: keyTimes,
        easings: Array(repeating: .linear, count: keys.count - 1), begin: begin,
        duration: length, range: written.range)
    ]
  }

  private mutating func length(
    _ written: Located<TitleFadeDocument.Length>?, of duration: Rational
  ) throws(TimeOverflow) -> Rational? {
    guard let written else { return .zero }
    switch written.value {
    case .time(let time): return seconds(Located(value: time, range: written.range))
    case .share(let share): return try share * duration
    }
  }

  func noun(_ title: Title) -> String {
    if let name = title.name { return "title \(quotedForMessage(name.value))" }
    switch title.layers.first?.content {
    case .text(let style): return "title \(quotedForMessage(style.text))"
    case .shape(let style): return style.kind.noun
    default: return "a title"
    }
  }

  private func noun(_ title: TitleDocument) -> String {
    if let name = title.name { return "title \(quotedForMessage(name.value))" }
    switch title.layers.first?.content {
    case .text(let text): return "title \(quotedForMessage(text.style.text))"
    case .shape(let shape): return "this \(shape.kind.rawValue)"
    default: return "this title"
    }
  }
}

extension LayerDocument {
  /// Puts what says no place of its own at the edge of the canvas that comes first.
  fileprivate mutating func stand(for roll: TitleRoll) {
    if case .shape = content { return }
    guard placement.position == nil, placement.place == nil else { return }
    let middle = Length(amount: Rational(50), unit: .percent)
    let (edge, end) =
      roll.pixels > 0
      ? (Length(amount: .zero), Rational.zero)
      : (Length(amount: Rational(100), unit: .percent), Rational.one)
    let anchor = placement.anchor?.value ?? Point(x: .half, y: .half)
    placement.position = Located(
      value: roll.isAcross ? LengthPair(x: edge, y: middle) : LengthPair(x: middle, y: edge),
      range: .none)
    placement.anchor = Located(
      value: roll.isAcross ? Point(x: end, y: anchor.y) : Point(x: anchor.x, y: end), range: .none)
  }
}
