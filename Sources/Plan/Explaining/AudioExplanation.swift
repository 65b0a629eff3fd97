package import AudioMixing
package import BaseValues
package import PlanModel
package import TimelineModel

/// Why a sample of the mix is what it is: a value that can be printed.
package struct AudioExplanation: Sendable {
  /// The project's path.
  package var project: String
  /// Sample of the output, from 0.
  package var sample: Int64
  /// Samples of the movie in each channel.
  package var sampleCount: Int64
  /// Samples a second of the output.
  package var sampleRate: Int
  /// Channels of the output.
  package var channels: Int
  /// sample / sampleRate
  package var time: Rational?
  /// The chunk in which the sample is encoded.
  package var chunk: ExplainedChunk?
  /// In the order in which they are summed.
  package var items: [AudioItemExplanation]
  /// The mix, before the output's chain of filters and its gain, and before it is limited and cut to −1…1 for
  /// the encoder.
  package var sum: [Float]
  /// What the output's chain makes of it, in words, and after its gain; `nil` where there is none.
  package var mastered: (chain: String, values: [Float])?
  /// The mix after the limiter; `nil` where there is none.
  package var limited: [Float]?
}

/// What one clip adds to a sample.
package struct AudioItemExplanation: Sendable {
  /// The clip that is heard.
  package var item: ItemReference
  /// The project's name of the media item.
  package var media: String
  /// What is known of the media; `nil` where it was not opened.
  package var description: SourceDescription?
  /// The span's samples of the output, half-open.
  package var span: Range<Int64>
  /// The source's sample at the output's rate that is heard at the span's first one.
  package var sourceStart: Int64
  /// Seconds of source for each second of movie; 1 is natural.
  package var speed: Rational
  /// How the speed changes, in seconds from the span's first sample; `nil` where it does not.
  package var curve: SpeedCurve?
  /// What is heard again and again; positions are counted on through it.
  package var loop: SourceLoop?
  /// What becomes of pitch where speed is not 1.
  package var pitch: Pitch
  /// sourceStart + (sample − span's first) · speed, in samples of the output's rate counted from
  /// source time 0; with `keep` and a speed that is not 1 sound is taken from around it.
  package var position: Rational?
  /// The output's rate, in which positions are counted.
  package var sampleRate: Int
  /// What the source gives there, in the output's channels.
  package var heard: [Float]
  /// All factors of its gain; they multiply.
  package var gains: [GainExplanation]
  /// −32768 hard left … 32768 hard right, and the factors of both sides.
  package var pan: Int
  /// Pans that move; their factors multiply.
  package var panning: [PanExplanation] = []
  /// Of the left and the right channel; for two channels only.
  package var sides: (left: Double, right: Double)
  /// What is added to each channel.
  package var added: [Float]
  /// Which of the source's channels are heard where, in place of the usual; `nil` for the usual.
  package var routes: String?
  /// What its width makes of the output's channels; `nil` for nothing.
  package var matrix: String?
  /// The chains of filters that it goes through before its gains, with all else that goes through them: then
  /// `heard` is what comes out. `nil` for none.
  package var filter: String?
  /// Where values come from that do not simply stand in the clip.
  package var origins: [OriginExplanation] = []

  /// The position in seconds of source.
  package var sourceTime: Rational? {
    guard let position else { return nil }
    return try? position / Rational(Int64(sampleRate))
  }
}

/// Where a pan that moves is at a sample.
package struct PanExplanation: Sendable {
  /// What moves it.
  package var purpose: GainEnvelope.Purpose
  /// −1 hard left … 0 … 1 hard right.
  package var position: Double
  /// Where it is written.
  package var location: ProjectLocation?
}

/// One factor of an item's gain.
package struct GainExplanation: Sendable {
  /// What it is for.
  package var purpose: GainEnvelope.Purpose
  /// 1 is unchanged; the envelope's gain at the sample.
  package var factor: Double
  /// The envelope's points around the sample; the later one is `nil` where gain does not move.
  package var before: GainPoint
  /// The envelope's next point; gain runs towards it.
  package var after: GainPoint?
  /// How far the sample is between both; `nil` where gain does not move.
  package var position: Rational?
  /// Where the gain is written; `nil` where it stands nowhere.
  package var location: ProjectLocation?
  /// For a duck the track that it makes room for, for a cross-fade the transition's name.
  package var cause: String?
}
