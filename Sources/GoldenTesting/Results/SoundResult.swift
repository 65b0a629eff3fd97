public import AudioMixing
public import TimelineModel

/// The seconds of sound that are kept, compared with those of the movie.
public struct SoundResult: Sendable {
  /// How many were compared.
  public var testedCount: Int
  public var sampleRate: Int
  /// Those with another hash, rising; within a tolerance too.
  public var differences: [SoundDifference]
  /// `nil` where no second differs, or none was kept.
  public var loudness: LoudnessDifference?
  public var tolerance: SoundTolerance?

  public var passes: Bool {
    differences.isEmpty || (differences.allSatisfy(\.passes) && loudness?.passes ?? true)
  }
}

/// A second of sound that is not to the bit what it was.
public struct SoundDifference: Hashable, Sendable {
  /// The output sample with which it begins.
  public var sample: Int64
  public var expected: AudioHash
  /// `nil` where the movie ends before it.
  public var actual: AudioHash?
  /// `nil` where the record does not say it.
  public var expectedLevel: SoundLevel?
  public var actualLevel: SoundLevel?
  /// Why it fails; `nil` where it is within the tolerance.
  public var failure: String?

  public var passes: Bool { failure == nil }
}

/// The loudness of all the sound, in LUFS; `nil` for silence.
public struct LoudnessDifference: Hashable, Sendable {
  public var expected: Hundredths?
  public var actual: Hundredths?
  /// Why it fails; `nil` where it is within the tolerance, or none is asked for.
  public var failure: String?

  public var passes: Bool { failure == nil }
}
