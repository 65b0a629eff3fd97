import Diagnostics
import BaseValues

/// A clip of a whole file ends with the file's pictures. Sound that the file has after them is not heard, which is said
/// where it is more than recorders leave by chance.
enum SoundBeyondPictureRule: TimelineRule {
  /// Seconds of the movie.
  private static let leastLoss = Rational(1, over: 4)

  static func check(_ context: inout RuleContext) {
    guard context.hasAudio else { return }
    for track in context.timeline.tracks where track.kind.showsClips && !track.muted {
      for clip in track.clips {
        context.attemptQuietly { context throws(TimeOverflow) in try check(clip, &context) }
      }
    }
  }

  private static func check(
    _ clip: Clip, _ context: inout RuleContext
  ) throws(TimeOverflow) {
    guard case .wholeMedia = clip.length, let sound = clip.sound, sound.tail == nil,
      clip.speed > .zero, clip.runsEvenly, let facts = context.catalog[clip.media],
      let video = facts.video, !video.isStill, let audio = facts.audio, audio.range != nil,
      let left = try clip.handles(within: audio.extent).after, left > leastLoss
    else { return }
    context.report(
      RuleMessages.soundBeyondPicture(
        context.noun(clip), lost: context.text(left), range: clip.mediaRange))
  }
}
