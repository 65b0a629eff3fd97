internal import Diagnostics
internal import BaseValues
internal import PictureKinds
internal import PlanModel
internal import TimelineModel

/// Works out how far a transition has come at each frame, and has its kind lower it.
///
/// The progress p is evaluated at a frame's presentation time k/r, within 0…1, and eased.
struct TransitionPlanner: Sendable {
  let output: Size
  let rate: FrameRate
  /// Seconds of the edit for each second of the movie.
  let tempo: Rational
  let catalog: MediaCatalog

  /// The two pictures, and what lies above them.
  ///
  /// - Parameters:
  ///   - from: the outgoing picture over `frames`, at rest.
  ///   - to: the incoming one.
  /// - Throws: when the progress cannot be computed exactly in 128 bits.
  func layers(
    _ transition: Transition, origin: PlanOrigin, over frames: Range<Int>, from: PictureInput?,
    to: PictureInput?, _ tables: inout PlanTables
  ) throws(TimeOverflow) -> [PictureLayer] {
    var context = TransitionContext(
      origin: origin, choice: transition.kind, output: output,
      progress: try steps(transition, frames).map(\.eased),
      isEased: transition.easing != .linear, from: from, to: to)
    let kind = TransitionKind.named(transition.kind.name)
    if kind?.playsMedia == true {
      context.played = try played(transition, origin, frames, &tables)
    } else {
      context.picture = picture(of: transition, &tables)
    }
    context.from?.side = .from
    context.to?.side = .to
    swap(&context.masks, &tables.masks)
    kind?.lower(&context)
    swap(&context.masks, &tables.masks)
    let mixed = PictureLayer(
      origin: origin, name: transition.kind.label,
      inputs: [context.from, context.to].compactMap(\.self))
    return [mixed] + [context.above].compactMap(\.self)
  }

  /// The media that a parameter names from its first picture on, covering the canvas; after its last one
  /// that stays.
  private func played(
    _ transition: Transition, _ origin: PlanOrigin, _ frames: Range<Int>,
    _ tables: inout PlanTables
  ) throws(TimeOverflow) -> PictureInput? {
    let middle = Point(
      x: Rational(Int64(output.width), 2) ?? .zero, y: Rational(Int64(output.height), 2) ?? .zero)
    let placement = Placement(position: middle)
    let start = transition.placed.start
    guard let media = transition.media?.value, let video = catalog[media]?.video,
      let fitted = ConformPlanner.fit(
        video, FrameProperties(fit: .cover, placement: placement), output: output),
      let mapping = try SourceFrameMapping(
        times: video.frames, rate: rate,
        run: SourceFrameMapping.Run(start: start, speed: tempo), earliest: start)
    else { return nil }
    let recipe = LayerRecipe(
      origin: origin, subject: .source(media, fitted, mapping), placement: placement,
      perspective: Rational(1000), start: start, animations: [])
    return try LayerPlanner(output: output, rate: rate).picture(recipe, over: frames, &tables)
  }

  /// The first picture of the media that a parameter names, stretched to the canvas.
  private func picture(of transition: Transition, _ tables: inout PlanTables) -> PlannedMask? {
    guard let media = transition.media?.value, let video = catalog[media]?.video,
      let whole = ConformPlanner.natural(video, width: output.width, height: output.height)
    else { return nil }
    let conform = Conform(media: media, crop: whole.crop, size: whole.size)
    return .picture(tables.id(of: conform), sourceFrame: 0)
  }

  /// The progress of each frame before and after easing.
  func steps(
    _ transition: Transition, _ frames: Range<Int>
  ) throws(TimeOverflow) -> [(even: Progress, eased: Progress)] {
    guard transition.placed.duration > .zero else { return frames.map { _ in (.begin, .begin) } }
    let line = try FrameLine(
      rate: rate, start: WideRational(transition.placed.start),
      factor: try .one / WideRational(transition.placed.duration))
    let length = try transition.placed.duration * tempo
    let curve = EasingCurve(transition.easing, over: length)
    return frames.map { frame in
      let position = line.numerator(at: frame)
      if position < 0 { return (.begin, .begin) }
      if position >= line.denominator { return (.end, .end) }
      let even = Progress(position, over: line.denominator)
      return (even, curve(even).bounded)
    }
  }
}
