import Diagnostics
import BaseValues

/// A clip ends before its media does, and one that plays backwards begins there and ends after its
/// media's start. Less than half a frame too much shows no frame too many.
enum ClipWithinMediaRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    context.attemptClips { (clip, kind, context) throws(TimeOverflow) in
      try check(clip, on: kind, &context)
    }
  }

  private static func check(
    _ clip: Clip, on kind: Track.Kind, _ context: inout RuleContext
  ) throws(TimeOverflow) {
    guard let extent = try context.extent(of: clip, on: kind) else { return }
    let handles = try clip.handles(within: extent)
    if let loop = clip.loop { return try check(loop, of: clip, extent, on: kind, &context) }
    if clip.curve != nil { return try checkRamp(clip, handles.after, &context) }
    if clip.speed < .zero { try checkBackwards(clip, handles, &context) }
    guard clip.speed > .zero, let end = extent.end, let after = handles.after else { return }
    let sourceEnd = try clip.sourceTime(at: clip.placed.end)
    let frames = context.grid.nearestFrame(to: try after.negated()).value
    guard frames >= 1 else { return }
    context.report(
      RuleMessages.clipWithinMedia(
        context.noun(clip), frames: TimeText.frames(frames), range: clip.outRange,
        label: try label(clip, sourceEnd, context),
        note: context.note(about: clip.media, end: end, kind: kind),
        fix: try fix(clip, end: end, context)))
  }

  /// A clip whose speed changes runs out of its media at one of its ends.
  private static func checkRamp(
    _ clip: Clip, _ after: Rational?, _ context: inout RuleContext
  ) throws(TimeOverflow) {
    guard let after else { return }
    let frames = context.grid.nearestFrame(to: try after.negated()).value
    guard frames >= 1 else { return }
    var fixes: [Fix] = []
    // Up to here there is material.
    let last = try context.grid.time(
      of: context.grid.frameContaining(clip.placed.end + after))
    if last > clip.placed.start {
      switch clip.length {
      case .duration(let written):
        let text = context.atMost(try last - clip.placed.start, like: written)
        fixes = [
          Fix(
            message: "set \"duration\" to \"\(text)\"", replacing: clip.outRange,
            with: "\"\(text)\"")
        ]
      case .until(let written):
        let text = context.atMost(last, like: written)
        fixes = [
          Fix(
            message: "set \"until\" to \"\(text)\"", replacing: clip.outRange,
            with: "\"\(text)\"")
        ]
      case .out, .wholeMedia: break
      }
    }
    // A clip that is shorter than its ramp does not reach the last speed.
    let length = try last - clip.placed.start
    if clip.retimingKey == "speed", let end = clip.curve?.points.last?.at, end > length {
      for index in fixes.indices {
        fixes[index].message += ", which leaves out the end of the ramp"
      }
      if let whole = try wholeRamp(of: clip, after, context) { fixes.insert(whole, at: 0) }
    }
    context.report(
      RuleMessages.rampBeyondMedia(
        context.noun(clip), at: context.text(last), frames: TimeText.frames(frames),
        range: clip.outRange, ramp: clip.speedRange, fixes: fixes))
  }

  /// All of a ramp in the time that there is material for: a ramp in a share of its time covers that share
  /// of the source.
  private static func wholeRamp(
    of clip: Clip, _ after: Rational, _ context: RuleContext
  ) throws(TimeOverflow) -> Fix? {
    guard let curve = clip.curve, let end = curve.points.last?.at,
      curve.points.allSatisfy({ $0.speed >= .zero })
    else { return nil }
    let ramp = try curve.covered(at: end)
    let available = try curve.covered(at: clip.placed.duration + after)
    guard ramp > .zero, available > .zero, available < ramp else { return nil }
    let length = context.atMost(try end * available / ramp)
    let part = try (available / ramp * Rational(100)).decimalApproximation(places: 1)
    return Fix(
      message:
        "to keep all of the ramp, set \"duration\" to \"\(length)\" and the times of its points to "
        + "\(part) % of what they are")
  }

  private static func check(
    _ loop: SourceLoop, of clip: Clip, _ extent: MediaExtent, on kind: Track.Kind,
    _ context: inout RuleContext
  ) throws(TimeOverflow) {
    guard let end = extent.end else { return }
    let last = try loop.start + loop.length + (loop.crossFade ?? .zero)
    let frames = context.grid.nearestFrame(to: try last - end).value
    guard frames >= 1 else { return }
    context.report(
      RuleMessages.loopBeyondMedia(
        context.noun(clip), frames: TimeText.frames(frames), end: context.atMost(end),
        range: clip.outRange,
        note: context.note(about: clip.media, end: end, kind: kind)))
  }

  private static func checkBackwards(
    _ clip: Clip, _ handles: (before: Rational?, after: Rational?), _ context: inout RuleContext
  ) throws(TimeOverflow) {
    for (handle, isStart) in [(handles.before, true), (handles.after, false)] {
      let frames = context.grid.nearestFrame(to: try (handle ?? .zero).negated()).value
      guard frames >= 1 else { continue }
      context.report(
        RuleMessages.clipBackwards(
          context.noun(clip), frames: TimeText.frames(frames), isStart: isStart,
          source: context.text(isStart ? clip.sourceStart : .zero), range: clip.outRange))
    }
  }

  private static func label(
    _ clip: Clip, _ sourceEnd: Rational, _ context: RuleContext
  ) throws(TimeOverflow) -> String {
    if case .regular(let start, let rate, _)? = context.catalog[clip.media]?.video?.frames {
      let frame = FrameGrid(rate).nearestFrame(to: try sourceEnd - start).value
      return "frame \(frame)"
    }
    return "\(context.text(sourceEnd)) of the media"
  }

  private static func fix(
    _ clip: Clip, end: Rational, _ context: RuleContext
  ) throws(TimeOverflow) -> Fix? {
    guard end > clip.sourceStart else { return nil }
    switch clip.length {
    case .out(let written):
      let text = context.atMost(end, like: written)
      return Fix(
        message: "set \"out\" to \"\(text)\"", replacing: clip.outRange, with: "\"\(text)\"")
    case .duration(let written):
      let text = context.atMost(try (end - clip.sourceStart) / clip.speed, like: written)
      return Fix(
        message: "set \"duration\" to \"\(text)\"", replacing: clip.outRange,
        with: "\"\(text)\"")
    case .until(let written):
      let length = try (end - clip.sourceStart) / clip.speed
      let text = context.atMost(try clip.placed.start + length, like: written)
      return Fix(
        message: "set \"until\" to \"\(text)\"", replacing: clip.outRange, with: "\"\(text)\"")
    case .wholeMedia:
      return nil
    }
  }
}
