public import AudioMixing
public import BaseValues
public import PlanModel
public import TimelineModel

/// Why a sample of the mix is what it is: a value that can be printed.
public struct AudioExplanation: Sendable {
  /// The project's path.
  public var project: String
  /// Sample of the output, from 0.
  public var sample: Int64
  /// Samples of the movie in each channel.
  public var sampleCount: Int64
  /// Samples a second of the output.
  public var sampleRate: Int
  /// Channels of the output.
  public var channels: Int
  /// sample / sampleRate
  public var time: Rational?
  /// The chunk in which the sample is encoded.
  public var chunk: ExplainedChunk?
  /// In the order in which they are summed.
  public var items: [AudioItemExplanation]
  /// The mix, before the output's chain of filters and its gain, and before it is limited and cut to −1…1 for
  /// the encoder.
  public var sum: [Float]
  /// What the output's chain makes of it, in words, and after its gain; `nil` where there is none.
  public var mastered: (chain: String, values: [Float])?
  /// The mix after the limiter; `nil` where there is none.
  public var limited: [Float]?
}

/// What one clip adds to a sample.
public struct AudioItemExplanation: Sendable {
  /// The clip that is heard.
  public var item: ItemReference
  /// The project's name of the media item.
  public var media: String
  /// What is known of the media; `nil` where it was not opened.
  public var description: SourceDescription?
  /// The span's samples of the output, half-open.
  public var span: Range<Int64>
  /// The source's sample at the output's rate that is heard at the span's first one.
  public var sourceStart: Int64
  /// Seconds of source for each second of movie; 1 is natural.
  public var speed: Rational
  /// How the speed changes, in seconds from the span's first sample; `nil` where it does not.
  public var curve: SpeedCurve?
  /// What is heard again and again; positions are counted on through it.
  public var loop: SourceLoop?
  /// What becomes of pitch where speed is not 1.
  public var pitch: Pitch
  /// sourceStart + (sample − span's first) · speed, in samples of the output's rate counted from
  /// source time 0; with `keep` and a speed that is not 1 sound is taken from around it.
  public var position: Rational?
  /// The output's rate, in which positions are counted.
  public var sampleRate: Int
  /// What the source gives there, in the output's channels.
  public var heard: [Float]
  /// All factors of its gain; they multiply.
  public var gains: [GainExplanation]
  /// −32768 hard left … 32768 hard right, and the factors of both sides.
  public var pan: Int
  /// Pans that move; their factors multiply.
  public var panning: [PanExplanation] = []
  /// Of the left and the right channel; for two channels only.
  public var sides: (left: Double, right: Double)
  /// What is added to each channel.
  public var added: [Float]
  /// Which of the source's channels are heard where, in place of the usual; `nil` for the usual.
  public var routes: String?
  /// What its width makes of the output's channels; `nil` for nothing.
  public var matrix: String?
  /// The chains of filters that it goes through before its gains, with all else that goes through them: then
  /// `heard` is what comes out. `nil` for none.
  public var filter: String?
  /// Where values come from that do not simply stand in the clip.
  public var origins: [OriginExplanation] = []

  /// The position in seconds of source.
  public var sourceTime: Rational? {
    guard let position else { return nil }
    return try? position / Rational(Int64(sampleRate))
  }
}

/// Where a pan that moves is at a sample.
public struct PanExplanation: Sendable {
  /// What moves it.
  public var purpose: GainEnvelope.Purpose
  /// −1 hard left … 0 … 1 hard right.
  public var position: Double
  /// Where it is written.
  public var location: ProjectLocation?
}

/// One factor of an item's gain.
public struct GainExplanation: Sendable {
  /// What it is for.
  public var purpose: GainEnvelope.Purpose
  /// 1 is unchanged; the envelope's gain at the sample.
  public var factor: Double
  /// The envelope's points around the sample; the later one is `nil` where gain does not move.
  public var before: GainPoint
  /// The envelope's next point; gain runs towards it.
  public var after: GainPoint?
  /// How far the sample is between both; `nil` where gain does not move.
  public var position: Rational?
  /// Where the gain is written; `nil` where it stands nowhere.
  public var location: ProjectLocation?
  /// For a duck the track that it makes room for, for a cross-fade the transition's name.
  public var cause: String?
}
