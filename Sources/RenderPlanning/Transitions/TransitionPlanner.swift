internal import Diagnostics
internal import MediaTime
internal import PictureKinds
internal import PixelGeometry
internal import PlanModel
internal import TimelineModel

/// Works out how far a transition has come at each frame, and has its kind lower it.
///
/// The progress p is evaluated at a frame's presentation time k/r, within 0…1, and eased.
struct TransitionPlanner: Sendable {
  let output: Size
  let rate: FrameRate
  let catalog: MediaCatalog

  /// - Parameters:
  ///   - from: the outgoing picture over `frames`, at rest.
  ///   - to: the incoming one.
  /// - Throws: when the progress cannot be computed exactly in 128 bits.
  func layer(
    _ transition: Transition, origin: PlanOrigin, over frames: Range<Int>, from: PictureInput?,
    to: PictureInput?, _ tables: inout PlanTables
  ) throws(TimeOverflow) -> PictureLayer {
    var context = TransitionContext(
      origin: origin, choice: transition.kind, output: output,
      progress: try steps(transition, frames).map(\.eased),
      from: from, to: to)
    context.picture = picture(of: transition, &tables)
    context.from?.side = .from
    context.to?.side = .to
    swap(&context.masks, &tables.masks)
    TransitionKind.named(transition.kind.name)?.lower(&context)
    swap(&context.masks, &tables.masks)
    return PictureLayer(
      origin: origin, name: transition.kind.label,
      inputs: [context.from, context.to].compactMap(\.self))
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
    let curve = EasingCurve(transition.easing, over: transition.placed.duration)
    return frames.map { frame in
      let position = line.numerator(at: frame)
      if position < 0 { return (.begin, .begin) }
      if position >= line.denominator { return (.end, .end) }
      let even = Progress(position, over: line.denominator)
      return (even, curve(even).bounded)
    }
  }
}
