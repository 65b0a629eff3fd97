import Diagnostics

/// What is said of a clip's or a track's sound is said of sound that there is.
///
/// What is muted may be heard again: it may say what it likes.
enum AudioKeyRule: TimelineRule {
  private static let keys: Set<String> = [
    "gain", "pan", "fadeIn", "fadeOut", "automation", "pitch", "audioLead", "audioTail",
    "audioFilter", "panAutomation", "duck", "loudness", "width",
    "channelMap",
  ]

  static func check(_ context: inout RuleContext) {
    guard context.hasAudio else { return }
    for track in context.timeline.tracks where !track.muted {
      // A clip of an audio track without sound is an error of its own.
      if track.kind.showsClips {
        for clip in track.clips where clip.sound == nil && !clip.isMuted {
          check(clip, &context)
        }
      }
      let written = track.keys.written(among: [
        "gain", "automation", "duck", "audioFilter", "panAutomation", "width", "channelMap",
      ])
      if let first = written.first, track.isComplete, !track.clips.isEmpty,
        track.clips.allSatisfy({ $0.sound == nil && !$0.isMuted })
      {
        context.report(
          RuleMessages.soundKeyWithoutSound(
            written.map(\.value), "no clip of the track has sound", range: first.range,
            others: written.dropFirst().map(\.range), other: nil))
      }
    }
  }

  private static func check(_ clip: Clip, _ context: inout RuleContext) {
    let written = clip.keys.written(among: keys)
    guard let first = written.first, context.timeline.media.indices.contains(clip.media.index)
    else { return }
    let hasAudio = context.catalog[clip.media]?.audio != nil
    let reason =
      hasAudio
      ? "\(context.noun(clip)) leaves its sound out with \"audio\": false"
      : "\(context.noun(clip)) has no sound"
    context.report(
      RuleMessages.soundKeyWithoutSound(
        written.map(\.value), reason, range: first.range,
        others: written.dropFirst().map(\.range),
        other: hasAudio ? nil : context.timeline.media[clip.media.index].nameRange))
  }
}
