public import AudioMixing
public import MediaTime
import PlanModel
public import TimelineModel

/// Why a sample of the mix is what it is: a value that can be printed.
public struct SoundExplanation: Sendable {
  /// The project's path.
  public var project: String
  public var sample: Int64
  public var sampleCount: Int64
  public var sampleRate: Int
  public var channels: Int
  /// sample / sampleRate
  public var time: Rational?
  public var chunk: ExplainedChunk?
  /// In the order in which they are summed.
  public var items: [SoundItemExplanation]
  /// The mix, before it is cut to −1…1 for the encoder.
  public var sum: [Float]
}

/// What one clip adds to a sample.
public struct SoundItemExplanation: Sendable {
  public var item: ItemReference
  public var media: String
  public var description: SourceDescription?
  /// The span's samples of the output, half-open.
  public var span: Range<Int64>
  /// The source's sample at the output's rate that is heard at the span's first one.
  public var sourceStart: Int64
  public var speed: Rational
  public var pitch: Pitch
  /// sourceStart + (sample − span's first) · speed, in samples of the output's rate counted from
  /// source time 0; with `keep` and a speed that is not 1 sound is taken from around it.
  public var position: Rational?
  /// The output's rate, in which positions are counted.
  public var sampleRate: Int
  /// What the source gives there, in the output's channels.
  public var heard: [Float]
  public var gains: [GainExplanation]
  /// −32768 hard left … 32768 hard right, and the factors of both sides.
  public var pan: Int
  public var sides: (left: Double, right: Double)
  /// What is added to each channel.
  public var added: [Float]

  /// The position in seconds of source.
  public var sourceTime: Rational? {
    guard let position else { return nil }
    return try? position / Rational(Int64(sampleRate))
  }
}

/// One factor of an item's gain.
public struct GainExplanation: Sendable {
  /// As the plan names it: `gain`, `fade in`, `duck` and so on.
  public var purpose: String
  public var factor: Double
  /// The envelope's points around the sample; the later one is `nil` where gain does not move.
  public var before: GainPoint
  public var after: GainPoint?
  /// How far the sample is between both; `nil` where gain does not move.
  public var position: Rational?
  public var place: ProjectPlace?
  /// For a duck the track that it makes room for, for a cross-fade the transition's name.
  public var cause: String?
}
