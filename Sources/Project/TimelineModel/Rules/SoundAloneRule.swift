import Diagnostics
import BaseValues
internal import OutputKinds

/// A movie of sound alone shows the background all the time, which is said unless a gap of pictures or the size of
/// the movie asks for it.
enum SoundAloneRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    let tracks = context.timeline.tracks
    guard context.timeline.output.container.holdsPictures, context.hasAudio, context.isComplete,
      !context.timeline.output.isSizeWritten,
      let sounding = tracks.first(where: { $0.kind.isHeardAlone && !$0.clips.isEmpty }),
      tracks.allSatisfy({ track in
        track.kind.isHeardAlone
          || track.clips.isEmpty && track.titles.isEmpty && track.gapEnd == .zero
      })
    else { return }
    let output = context.timeline.output
    context.report(
      RuleMessages.soundAlone(
        size: "\(output.size.width)x\(output.size.height)", range: sounding.range))
  }
}
