package import AudioMixing
package import BaseValues
package import Raster

/// What is kept of a movie to be compared with later: hashes of frames and of seconds of sound.
package struct GoldenRecord: Hashable, Sendable {
  /// `nil` in files that do not say it.
  package var movie: MovieShape?
  /// Rising in `number`.
  package var frames: [GoldenFrame]
  /// Rising in `sample`.
  package var sound: [GoldenAudio]
  /// Integrated loudness in LUFS (ITU-R BS.1770-4); `nil` for silence and where no sound is kept.
  package var loudness: Hundredths?

  /// A record; without arguments, nothing is kept.
  package init(
    movie: MovieShape? = nil, frames: [GoldenFrame] = [], sound: [GoldenAudio] = [],
    loudness: Hundredths? = nil
  ) {
    self.movie = movie
    self.frames = frames
    self.sound = sound
    self.loudness = loudness
  }

  /// Whether nothing at all is kept.
  package var isEmpty: Bool { frames.isEmpty && sound.isEmpty }
}

/// The size and length of a movie.
package struct MovieShape: Hashable, Sendable {
  /// In luma samples.
  package var size: Size
  /// Output frames a second.
  package var rate: FrameRate
  /// Of the whole movie, not of the record.
  package var frameCount: Int
  /// Samples of each channel; `nil` for a movie without sound.
  package var sampleCount: Int64?

  /// A movie's shape.
  ///
  /// - Parameter sampleCount: of each channel.
  package init(size: Size, rate: FrameRate, frameCount: Int, sampleCount: Int64?) {
    self.size = size
    self.rate = rate
    self.frameCount = frameCount
    self.sampleCount = sampleCount
  }
}

/// One frame of a record.
package struct GoldenFrame: Hashable, Sendable {
  /// The output frame, counted from 0.
  package var number: Int
  /// Of the composed frame, with the ignored regions painted over.
  package var hash: ImageHash

  /// A frame, by its number in the output.
  package init(number: Int, hash: ImageHash) {
    self.number = number
    self.hash = hash
  }
}

/// One second of sound of a record, or what is left of the last one.
package struct GoldenAudio: Hashable, Sendable {
  /// The output sample with which it begins.
  package var sample: Int64
  /// Of all channels of the second.
  package var hash: AudioHash
  /// `nil` in files that do not say it.
  package var level: AudioLevel?

  /// What is kept of the second that begins at a sample.
  package init(sample: Int64, hash: AudioHash, level: AudioLevel? = nil) {
    self.sample = sample
    self.hash = hash
    self.level = level
  }
}

/// How loud a second of sound is, in dBFS; silence and whatever is below it count as −120.
package struct AudioLevel: Hashable, Sendable {
  /// Of all channels together.
  package var rms: Hundredths
  /// The greatest sample of any channel.
  package var peak: Hundredths

  /// A level in dBFS.
  package init(rms: Hundredths, peak: Hundredths) {
    self.rms = rms
    self.peak = peak
  }
}

/// A number with two digits after the point: what files say is what is compared.
package struct Hundredths: Hashable, Comparable, Sendable {
  /// A hundred times the number.
  package var value: Int

  /// The number `value` / 100.
  package init(_ value: Int) { self.value = value }

  /// The nearest one; numbers beyond ±120 are those.
  package init(clamping number: Double) {
    let limited = number.isNaN ? 0 : min(max(number, -120), 120)
    value = Int((limited * 100).rounded())
  }

  /// Whether `a` is the smaller number.
  package static func < (a: Hundredths, b: Hundredths) -> Bool { a.value < b.value }

  /// How far apart the two are.
  package func distance(to other: Hundredths) -> Hundredths {
    Hundredths(abs(value &- other.value))
  }
}

extension Hundredths: LosslessStringConvertible {
  /// Two digits after the point: `-12.30`.
  package var description: String {
    let digits = String(value.magnitude)
    let padded = String(repeating: "0", count: max(0, 3 - digits.utf8.count)) + digits
    return "\(value < 0 ? "-" : "")\(padded.dropLast(2)).\(padded.suffix(2))"
  }

  /// Reads what `description` writes, within ±120.
  package init?(_ description: String) {
    guard let number = Rational.decimal(description), let value = try? number.scaled(by: 100),
      (-12_000...12_000).contains(value), Hundredths(Int(value)).description == description
    else { return nil }
    self.value = Int(value)
  }
}
