internal import MediaTime
internal import PixelGeometry
internal import PlanModel
internal import TimelineModel

/// Lowers a transition to shares, offsets and windows of each frame.
///
/// The progress p is evaluated at a frame's presentation time k/r, within 0…1, and eased. A direction
/// says which way the edge between the two pictures travels.
///
/// ```
///   push left, p = ¼            wipe down, p = ¼
///   ┌──────────┬────┐           ┌───────────────┐
///   │   from   │ to │           │      to       │
///   │   ◀──    │◀── │           ├──────  ▼ ─────┤
///   │          │    │           │     from      │
///   └──────────┴────┘           └───────────────┘
/// ```
struct TransitionPlanner: Sendable {
  let output: Size
  let rate: FrameRate

  /// - Parameters:
  ///   - from: the outgoing picture over `frames`, at rest.
  ///   - to: the incoming one.
  /// - Throws: when the progress cannot be computed exactly in 128 bits.
  func layer(
    _ transition: Transition, origin: PlanOrigin, over frames: Range<Int>, from: PictureInput?,
    to: PictureInput?
  ) throws(TimeOverflow) -> PictureLayer {
    let progress = try self.progress(transition, frames)
    var (from, to) = (from, to)
    from?.side = .from
    to?.side = .to
    switch transition.kind {
    case .dissolve:
      let shares = progress.map { $0.of(PictureInput.one) }
      from?.share = PerFrame(shares.map { PictureInput.one - $0 })
      to?.share = PerFrame(shares)
    case .push(let direction):
      let moves = progress.map { push(direction, $0) }
      from = from.map { moved($0, moves.map(\.from)) }
      to = to.map { moved($0, moves.map(\.to)) }
    case .wipe(let direction):
      let windows = progress.map { wipe(direction, $0) }
      from?.coverage = PerFrame(windows.map { .window($0.from) })
      to?.coverage = PerFrame(windows.map { .window($0.to) })
    }
    return PictureLayer(
      origin: origin, name: transition.kind.name, inputs: [from, to].compactMap(\.self))
  }

  private func progress(
    _ transition: Transition, _ frames: Range<Int>
  ) throws(TimeOverflow) -> [Progress] {
    try steps(transition, frames).map(\.eased)
  }

  /// The progress of each frame before and after easing.
  func steps(
    _ transition: Transition, _ frames: Range<Int>
  ) throws(TimeOverflow) -> [(even: Progress, eased: Progress)] {
    guard transition.placed.duration > .zero else { return frames.map { _ in (.begin, .begin) } }
    let line = try FrameLine(
      rate: rate, start: WideRational(transition.placed.start),
      factor: try .one / WideRational(transition.placed.duration))
    let curve = EasingCurve(transition.easing)
    return frames.map { frame in
      let position = line.numerator(at: frame)
      if position <= 0 { return (.begin, .begin) }
      if position >= line.denominator { return (.end, .end) }
      let even = Progress(position, over: line.denominator)
      return (even, curve(even).bounded)
    }
  }

  // MARK: - Push

  /// How far each picture is moved.
  private func push(
    _ direction: Direction, _ progress: Progress
  ) -> (from: (x: Int, y: Int), to: (x: Int, y: Int)) {
    let x = progress.of(output.width)
    let y = progress.of(output.height)
    switch direction {
    case .left: return ((-x, 0), (output.width - x, 0))
    case .right: return ((x, 0), (x - output.width, 0))
    case .up: return ((0, -y), (0, output.height - y))
    case .down: return ((0, y), (0, y - output.height))
    }
  }

  /// The picture with its whole canvas moved; the canvas's edges are its window.
  private func moved(_ picture: PictureInput, _ moves: [(x: Int, y: Int)]) -> PictureInput {
    var geometries: [Geometry] = []
    geometries.reserveCapacity(moves.count)
    for (offset, move) in moves.enumerated() {
      switch picture.geometry[offset] {
      case .offset(let x, let y):
        // Positions are within ±2^31, so that sums cannot overflow.
        geometries.append(.offset(x: x + move.x, y: y + move.y))
      case .projective(let projection):
        geometries.append(.projective(projection.moved(x: move.x, y: move.y)))
      }
    }
    var result = picture
    result.geometry = PerFrame(geometries)
    result.coverage = PerFrame(moves.map { .window(canvas(movedBy: $0)) })
    return result
  }

  /// The part of the output that the moved canvas covers.
  private func canvas(movedBy move: (x: Int, y: Int)) -> Rect {
    Rect(
      x: max(0, move.x), y: max(0, move.y), width: max(0, output.width - abs(move.x)),
      height: max(0, output.height - abs(move.y)))
  }

  // MARK: - Wipe

  private func wipe(
    _ direction: Direction, _ progress: Progress
  ) -> (from: Rect, to: Rect) {
    let width = output.width
    let height = output.height
    let x = progress.of(width)
    let y = progress.of(height)
    switch direction {
    case .left:
      return (columns(0..<(width - x)), columns((width - x)..<width))
    case .right:
      return (columns(x..<width), columns(0..<x))
    case .up:
      return (rows(0..<(height - y)), rows((height - y)..<height))
    case .down:
      return (rows(y..<height), rows(0..<y))
    }
  }

  private func columns(_ range: Range<Int>) -> Rect {
    Rect(x: range.lowerBound, y: 0, width: range.count, height: output.height)
  }

  private func rows(_ range: Range<Int>) -> Rect {
    Rect(x: 0, y: range.lowerBound, width: output.width, height: range.count)
  }
}
