import BaseValues
import LibAV
import OutputKinds

/// Texts as a muxer of Matroska or WebM takes them: a packet for each cue, in milliseconds.
enum SubtitlePackets {
  static let timeBase = Fraction(1, 1000)

  /// SubRip in Matroska; WebM holds WebVTT alone.
  static func parameters(_ form: MovieContainer.DescriptionForm) -> StreamParameters {
    StreamParameters(
      content: .texts(codec: form == .webm ? "webvtt" : "subrip"), extradata: [])
  }

  static func packets(
    _ cues: [SubtitleCue], _ form: MovieContainer.DescriptionForm
  ) -> [EncodedPacket] {
    cues.compactMap { cue in
      guard let start = try? cue.start.scaled(by: 1000, rounding: .nearest),
        let end = try? cue.end.scaled(by: 1000, rounding: .nearest)
      else { return nil }
      let text = form == .webm ? WebVTT.escaped(cue.text) : SubRip.guarded(cue.text)
      return EncodedPacket(
        data: Array(text.utf8), presentation: start, decoding: start,
        duration: max(1, end - start), isKey: true)
    }
  }
}
