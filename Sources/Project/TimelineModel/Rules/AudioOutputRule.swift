import Diagnostics
import OutputKinds

/// Audio tracks are heard only in a movie with sound.
enum AudioOutputRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    let output = context.timeline.output
    if let audio = output.audio {
      let sounds = [(audio, output.range)] + output.mixes.map { ($0.encoding, $0.range) }
      if let (sound, range) = sounds.first(where: { !$0.0.codec.channels.contains($0.0.channels) })
      {
        context.report(
          RuleMessages.channelsOfCodec(
            sound.channels, codec: sound.codec.title, known: sound.codec.channels, range: range))
      }
      if let other = output.mixes.first(where: {
        !$0.encoding.codec.mixingRates.contains($0.encoding.sampleRate)
      }) {
        context.report(
          RuleMessages.audioTrackRate(
            other.encoding.sampleRate, codec: other.encoding.codec.title,
            rates: other.encoding.codec.sampleRates, range: other.range))
        return
      }
      guard
        let encoding = ([audio] + output.mixes.map(\.encoding)).first(where: {
          !$0.codec.sampleRates.contains($0.sampleRate)
        })
      else { return }
      context.report(
        RuleMessages.rateOfMixAlone(
          encoding.sampleRate, codec: encoding.codec.title,
          highest: encoding.codec.sampleRates.max() ?? 0, range: output.range))
      return
    }
    for track in context.timeline.tracks where track.kind.isHeardAlone && !track.muted {
      context.report(
        RuleMessages.soundWithoutOutput(range: track.name?.range ?? track.range))
    }
  }
}
