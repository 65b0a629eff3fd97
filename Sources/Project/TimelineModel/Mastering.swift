package import Diagnostics
package import BaseValues

/// What is done to the sum of a movie's sound.
package struct Mastering: Hashable, Sendable {
  /// A factor.
  package var gain: Rational
  /// The integrated loudness that the movie is brought to, in LUFS (ITU-R BS.1770); `nil` leaves it as it is.
  package var loudness: Located<Rational>?
  /// What true peaks are kept below, in dBTP; `nil` for no limit.
  package var truePeak: Rational?

  /// A chain of filters that the sum goes through, before its gain.
  package var filter: SoundFilter?

  /// The ceiling of a movie that is brought to a loudness, where none is written, in dBTP: that of EBU R 128.
  package static let usualTruePeak = Rational(-1)
  /// Loudness that can be asked for, in LUFS.
  package static let loudnesses = Rational(-70)...Rational(-5)
  /// Ceilings that can be asked for, in dBTP.
  package static let truePeaks = Rational(-20)...Rational.zero

  /// Sound as it is, unless said otherwise.
  package init(
    gain: Rational = .one, loudness: Located<Rational>? = nil, truePeak: Rational? = nil
  ) {
    self.gain = gain
    self.loudness = loudness
    self.truePeak = truePeak
  }

  /// The loudness that is asked for, in hundredths of LUFS; `nil` where none is.
  package var loudnessHundredths: Int? {
    loudness.flatMap { try? $0.value.scaled(by: 100) }.map { Int($0) }
  }

  /// What true peaks are kept below, in hundredths of dBTP; `nil` for no limit.
  package var ceilingHundredths: Int? {
    truePeak.flatMap { try? $0.scaled(by: 100) }.map { Int($0) }
  }
}
