public import Diagnostics
public import BaseValues

/// What is done to the sum of a movie's sound.
public struct Mastering: Hashable, Sendable {
  /// A factor.
  public var gain: Rational
  /// The integrated loudness that the movie is brought to, in LUFS (ITU-R BS.1770); `nil` leaves it as it is.
  public var loudness: Located<Rational>?
  /// What true peaks are kept below, in dBTP; `nil` for no limit.
  public var truePeak: Rational?

  /// A chain of filters that the sum goes through, before its gain.
  public var filter: SoundFilter?

  /// The ceiling of a movie that is brought to a loudness, where none is written, in dBTP: that of EBU R 128.
  public static let usualTruePeak = Rational(-1)
  /// Loudness that can be asked for, in LUFS.
  public static let loudnesses = Rational(-70)...Rational(-5)
  /// Ceilings that can be asked for, in dBTP.
  public static let truePeaks = Rational(-20)...Rational.zero

  /// Sound as it is, unless said otherwise.
  public init(
    gain: Rational = .one, loudness: Located<Rational>? = nil, truePeak: Rational? = nil
  ) {
    self.gain = gain
    self.loudness = loudness
    self.truePeak = truePeak
  }

  /// The loudness that is asked for, in hundredths of LUFS; `nil` where none is.
  public var loudnessHundredths: Int? {
    loudness.flatMap { try? $0.value.scaled(by: 100) }.map { Int($0) }
  }

  /// What true peaks are kept below, in hundredths of dBTP; `nil` for no limit.
  public var ceilingHundredths: Int? {
    truePeak.flatMap { try? $0.scaled(by: 100) }.map { Int($0) }
  }
}
