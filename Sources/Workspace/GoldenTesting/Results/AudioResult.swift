public import AudioMixing
public import TimelineModel

/// The seconds of sound that are kept, compared with those of the movie.
public struct AudioResult: Sendable {
  /// How many were compared.
  public var testedCount: Int
  /// Samples a second and channel, of the output; 0 where it has no sound.
  public var sampleRate: Int
  /// Those with another hash, rising; within a tolerance too.
  public var differences: [AudioDifference]
  /// `nil` where no second differs, or none was kept.
  public var loudness: LoudnessDifference?
  /// What may differ; `nil` for nothing.
  public var tolerance: AudioTolerance?

  /// Whether no second differs, or all that do, and the loudness, are within the tolerance.
  public var passes: Bool {
    differences.isEmpty || (differences.allSatisfy(\.passes) && loudness?.passes ?? true)
  }
}

/// A second of sound that is not to the bit what it was.
public struct AudioDifference: Hashable, Sendable {
  /// The output sample with which it begins.
  public var sample: Int64
  /// The hash that was kept.
  public var expected: AudioHash
  /// `nil` where the movie ends before it.
  public var actual: AudioHash?
  /// `nil` where the record does not say it.
  public var expectedLevel: AudioLevel?
  /// `nil` where the movie ends before it.
  public var actualLevel: AudioLevel?
  /// Why it fails; `nil` where it is within the tolerance.
  public var failure: String?

  /// Whether it is within the tolerance.
  public var passes: Bool { failure == nil }
}

/// The loudness of all the sound, in LUFS; `nil` for silence.
public struct LoudnessDifference: Hashable, Sendable {
  /// What was kept.
  public var expected: Hundredths?
  /// As it is now; only the seconds that are kept are measured.
  public var actual: Hundredths?
  /// Why it fails; `nil` where it is within the tolerance, or none is asked for.
  public var failure: String?

  /// Whether it is within the tolerance; so too where none is asked for.
  public var passes: Bool { failure == nil }
}
