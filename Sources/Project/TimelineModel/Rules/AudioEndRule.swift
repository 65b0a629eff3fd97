import Diagnostics
import BaseValues

/// The last sound and the last picture end together, to a frame.
///
/// Sound that goes on alone leaves an empty picture. Pictures that go on alone are common, so that
/// counts only where a track of sound went with them from the beginning without a break, and stops
/// without a fade. Where the movie's length is fixed, or the pictures end with a gap, that is as it is
/// meant.
enum AudioEndRule: TimelineRule {
  /// A clip that is heard.
  private struct Heard {
    var clip: Clip
    var kind: Track.Kind
    var range: TimeRange
  }

  static func check(_ context: inout RuleContext) {
    let timeline = context.timeline
    let pictures = timeline.tracks.filter { $0.kind.showsClips && !$0.clips.isEmpty }
    guard context.hasAudio, context.isComplete, timeline.output.duration == nil,
      let last = pictures.max(by: { $0.end < $1.end })
    else { return }
    let titles = timeline.tracks.filter { $0.kind.holdsTitles }.map(\.end).max() ?? .zero
    context.attemptQuietly { context throws(TimeOverflow) in
      let heard = try heard(in: context)
      try checkSound(heard, pictureEnd: max(last.end, titles), &context)
      try checkPicture(heard, pictures, &context)
    }
  }

  private static func heard(in context: RuleContext) throws(TimeOverflow) -> [Heard] {
    var result: [Heard] = []
    for track in context.timeline.tracks {
      let reach = ClipReach(track)
      for index in track.clips.indices {
        guard let range = try context.heard(index, of: track, reach) else { continue }
        result.append(Heard(clip: track.clips[index], kind: track.kind, range: range))
      }
    }
    return result
  }

  private static func checkSound(
    _ heard: [Heard], pictureEnd: Rational, _ context: inout RuleContext
  ) throws(TimeOverflow) {
    for sound in heard where sound.range.end > pictureEnd {
      let excess = try sound.range.end - pictureEnd
      guard excess > context.rate.frameDuration else { continue }
      let clip = sound.clip
      context.report(
        RuleMessages.soundAfterPicture(
          context.noun(clip), end: context.text(sound.range.end),
          pictureEnd: context.text(pictureEnd), excess: context.text(excess),
          range: tailRange(clip) ?? (clip.outRange.isNone ? clip.mediaRange : clip.outRange),
          fix: try fix(clip, end: pictureEnd, context)))
    }
  }

  /// Where it is written that the clip is heard longer than it is seen.
  private static func tailRange(_ clip: Clip) -> SourceRange? {
    guard let tail = clip.sound?.tail, tail > .zero else { return nil }
    return clip.keys.range(of: "audioTail")
  }

  private static func fix(
    _ clip: Clip, end: Rational, _ context: RuleContext
  ) throws(TimeOverflow) -> Fix? {
    if let range = tailRange(clip) {
      let text = context.atMost(try end - clip.placed.end)
      return Fix(
        message: "set \"audioTail\" to \"\(text)\"", replacing: range, with: "\"\(text)\"")
    }
    let duration = try end - clip.placed.start
    guard duration > .zero else { return nil }
    switch clip.length {
    case .duration(let written):
      let text = context.atMost(duration, like: written)
      return Fix(
        message: "set \"duration\" to \"\(text)\"", replacing: clip.outRange,
        with: "\"\(text)\"")
    case .out(let written):
      guard clip.speed > .zero, clip.runsEvenly else { return nil }
      let text = context.atMost(try clip.sourceStart + duration * clip.speed, like: written)
      return Fix(
        message: "set \"out\" to \"\(text)\"", replacing: clip.outRange, with: "\"\(text)\"")
    case .until(let written):
      let text = context.atMost(end, like: written)
      return Fix(
        message: "set \"until\" to \"\(text)\"", replacing: clip.outRange, with: "\"\(text)\"")
    case .wholeMedia:
      let text = context.atMost(duration)
      return Fix(
        message: "add \"duration\": \"\(text)\"",
        replacing: SourceRange(at: clip.mediaRange.upper), with: ", \"duration\": \"\(text)\"")
    }
  }

  private static func checkPicture(
    _ heard: [Heard], _ pictures: [Track], _ context: inout RuleContext
  ) throws(TimeOverflow) {
    let frame = context.rate.frameDuration
    guard let last = heard.max(by: { $0.range.end < $1.range.end }), last.kind.isHeardAlone,
      last.clip.sound?.fadeOut == nil
    else { return }
    let pictureEnd =
      pictures.flatMap { track in track.clips.map(\.placed.end) }.max() ?? .zero
    let excess = try pictureEnd - last.range.end
    guard excess > frame else { return }
    var reached = frame
    for sound in heard.sorted(by: { $0.range.start < $1.range.start }) {
      guard sound.range.start <= reached else { return }
      reached = max(reached, try sound.range.end + frame)
    }
    let clip = last.clip
    context.report(
      RuleMessages.pictureAfterSound(
        context.noun(clip), end: context.text(last.range.end),
        pictureEnd: context.text(pictureEnd), excess: context.text(excess),
        range: clip.outRange.isNone ? clip.mediaRange : clip.outRange))
  }
}
