import Diagnostics
import BaseValues

/// A clip shows a part of its media that is not as it should be.
///
/// Of each fault the first clip that shows it is named.
enum PictureFaultRule: TimelineRule {
  private struct Found: Hashable {
    var media: MediaID
    var fault: MediaFault
  }

  static func check(_ context: inout RuleContext) {
    var found: Set<Found> = []
    for track in context.timeline.tracks where track.kind.showsClips {
      let reach = ClipReach(track)
      for (index, clip) in track.clips.enumerated() {
        for fault in context.catalog[clip.media]?.pictureFaults ?? []
        where !found.contains(Found(media: clip.media, fault: fault)) {
          let shown = reach.starts[index]..<max(reach.starts[index], reach.ends[index])
          context.attemptQuietly { (context) throws(TimeOverflow) in
            guard try shows(clip, shown, fault) else { return }
            found.insert(Found(media: clip.media, fault: fault))
            context.report(
              RuleMessages.pictureFault(
                context.noun(clip), fault.message,
                at: fault.range.map { context.text($0.start) }, range: clip.mediaRange))
          }
        }
      }
    }
  }

  private static func shows(
    _ clip: Clip, _ shown: Range<Rational>, _ fault: MediaFault
  ) throws(TimeOverflow) -> Bool {
    guard let range = fault.range else { return true }
    // Where the speed changes, or all of it is shown again and again, it may be anywhere.
    guard clip.runsEvenly else { return true }
    guard clip.speed != .zero, let times = try clip.movieTimes(of: range) else {
      return range.start <= clip.sourceStart && clip.sourceStart < range.end
    }
    return times.start < shown.upperBound && times.end > shown.lowerBound
  }
}
