internal import BaseValues
internal import PlanModel
internal import TimelineModel

extension SourceFrameMapping {
  /// The part of the source that each of the output frames shows; `nil` where it shows single frames.
  ///
  /// ```
  ///   output      k        k+1                 at half speed
  ///   source   │  n   │ n+1  │
  ///   window       ├──────┤                    ¼ · n + ¾ · n+1 where k lies ¾ into n
  /// ```
  /// It begins at the frame's moment and lies where the source runs from there. It is as long as what
  /// passes in an output frame at that moment's speed, but no shorter than one frame of the source:
  /// of two neighbours each counts the more the nearer its time is. It ends where the media or the
  /// loop ends, and after ``FrameBlend/longest`` frames.
  func windows(_ range: Range<Int>) -> [FrameBlend]? {
    guard run.sampling == .blend, case .curve(let curve, let first, let firstFrame) = path else {
      return nil
    }
    if case .still = frames { return nil }
    let bounds = bounds
    return range.map { frame in
      window(
        at: Int64(frame) < firstFrame ? first : curve.position(at: Int64(frame)), within: bounds)
    }
  }

  /// The moment of the source that each of the output frames shows; `nil` where it shows single
  /// frames, or several at once.
  ///
  /// Where the source runs backwards a moment is one frame earlier, for then a frame is shown at its
  /// end. Before the first frame that may be shown and after the last one it is these.
  func points(_ range: Range<Int>) -> [FramePoint]? {
    guard run.sampling == .flow, case .curve(let curve, let first, let firstFrame) = path else {
      return nil
    }
    if case .still = frames { return nil }
    let one = FrameBlend.one
    let bounds = bounds
    let earliest = (bounds.lowerBound + one - 1) / one * one
    let latest = (bounds.upperBound - 1) / one * one
    return range.map { frame in
      let position = Int64(frame) < firstFrame ? first : curve.position(at: Int64(frame))
      let shown = sourceFrame(holding: position.unit)
      let place = place(units(position.numerator, over: position.denominator), in: shown)
      let wanted = position.isBackwards ? place - one : place
      let limited = max(0, min(max(wanted, earliest), latest))
      return FramePoint(position: earliest <= latest ? limited : shown * one)
    }
  }

  private func window(
    at position: GridCurve.Position, within bounds: Range<Int>
  ) -> FrameBlend {
    let shown = sourceFrame(holding: position.unit)
    let place = place(units(position.numerator, over: position.denominator), in: shown)
    var passed = units(position.speed, over: position.denominator).magnitude
    if case .irregular(let times, let end) = frames {
      passed /= duration(of: shown, times, end).magnitude
    }
    let length = min(
      max(Int(clamping: passed), FrameBlend.one), FrameBlend.longest * FrameBlend.one)
    let start = position.isBackwards ? place - length : place
    let window = (start..<start + length).clamped(to: bounds)
    return window.isEmpty
      ? FrameBlend(start: shown * FrameBlend.one, end: (shown + 1) * FrameBlend.one)
      : FrameBlend(start: window.lowerBound, end: window.upperBound)
  }

  /// 1/32768 of frames, or of time-base units, rounded down.
  private func units(_ numerator: Int128, over denominator: Int128) -> Int128 {
    let whole = floorDivide(numerator, by: denominator)
    let rest = numerator - whole * denominator
    let one = Int128(FrameBlend.one)
    return min(max(whole, -(1 << 40)), 1 << 40) * one + rest * one / denominator
  }

  /// Where a position lies, in 1/32768 of frames; in those of irregular sources time runs evenly
  /// within each frame.
  ///
  /// - Parameter frame: the one that is shown there.
  private func place(_ position: Int128, in frame: Int) -> Int {
    let one = Int128(FrameBlend.one)
    guard case .irregular(let times, let end) = frames else { return Int(position) }
    let inside = (position - Int128(times[frame]) * one) / duration(of: frame, times, end)
    return frame * FrameBlend.one + Int(min(max(inside, 0), one))
  }

  /// In time-base units, 1 or more.
  private func duration(of frame: Int, _ times: [Int64], _ end: Int64) -> Int128 {
    let next = frame + 1 < times.count ? times[frame + 1] : end
    return max(1, Int128(next) - Int128(times[frame]))
  }

  /// What may be shown of the source.
  private var bounds: Range<Int> {
    let one = FrameBlend.one
    var bounds: Range<Int>
    switch frames {
    case .still: bounds = 0..<one
    case .regular(let count): bounds = 0..<min(count ?? 1 << 32, 1 << 32) * one
    case .irregular(let times, _): bounds = 0..<times.count * one
    }
    guard let loop = run.loop, let end = try? loop.start + loop.length,
      let first = edge(loop.start), let last = edge(end), first < last
    else { return bounds }
    bounds = bounds.clamped(to: first..<last)
    return bounds
  }

  /// Where a source time lies; an end belongs to the frame before it.
  private func edge(_ time: Rational) -> Int? {
    guard let exact = try? (WideRational(time) - origin) * unitsPerSecond else { return nil }
    let position = units(exact.numerator, over: exact.denominator)
    return place(position, in: sourceFrame(holding: exact.floor))
  }
}
