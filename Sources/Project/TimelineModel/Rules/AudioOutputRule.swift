import Diagnostics
import OutputKinds

/// Audio tracks are heard only in a movie with sound.
enum AudioOutputRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    if let audio = context.timeline.output.audio {
      if !audio.codec.channels.contains(audio.channels) {
        context.report(
          RuleMessages.channelsOfCodec(
            audio.channels, codec: audio.codec.title, known: audio.codec.channels,
            range: context.timeline.output.range))
      }
      guard !audio.codec.sampleRates.contains(audio.sampleRate) else { return }
      context.report(
        RuleMessages.rateOfMixAlone(
          audio.sampleRate, codec: audio.codec.title, highest: audio.codec.sampleRates.max() ?? 0,
          range: context.timeline.output.range))
      return
    }
    for track in context.timeline.tracks where track.kind.isHeardAlone && !track.muted {
      context.report(
        RuleMessages.soundWithoutOutput(range: track.name?.range ?? track.range))
    }
  }
}
