package import AudioMixing
package import TimelineModel

/// The seconds of sound that are kept, compared with those of the movie.
package struct AudioResult: Sendable {
  /// How many were compared.
  package var testedCount: Int
  /// Samples a second and channel, of the output; 0 where it has no sound.
  package var sampleRate: Int
  /// Those with another hash, rising; within a tolerance too.
  package var differences: [AudioDifference]
  /// `nil` where no second differs, or none was kept.
  package var loudness: LoudnessDifference?
  /// What may differ; `nil` for nothing.
  package var tolerance: AudioTolerance?

  /// Whether no second differs, or all that do, and the loudness, are within the tolerance.
  package var passes: Bool {
    differences.isEmpty || (differences.allSatisfy(\.passes) && loudness?.passes ?? true)
  }
}

/// A second of sound that is not to the bit what it was.
package struct AudioDifference: Hashable, Sendable {
  /// The output sample with which it begins.
  package var sample: Int64
  /// The hash that was kept.
  package var expected: AudioHash
  /// `nil` where the movie ends before it.
  package var actual: AudioHash?
  /// `nil` where the record does not say it.
  package var expectedLevel: AudioLevel?
  /// `nil` where the movie ends before it.
  package var actualLevel: AudioLevel?
  /// Why it fails; `nil` where it is within the tolerance.
  package var failure: String?

  /// Whether it is within the tolerance.
  package var passes: Bool { failure == nil }
}

/// The loudness of all the sound, in LUFS; `nil` for silence.
package struct LoudnessDifference: Hashable, Sendable {
  /// What was kept.
  package var expected: Hundredths?
  /// As it is now; only the seconds that are kept are measured.
  package var actual: Hundredths?
  /// Why it fails; `nil` where it is within the tolerance, or none is asked for.
  package var failure: String?

  /// Whether it is within the tolerance; so too where none is asked for.
  package var passes: Bool { failure == nil }
}
