import LibAV
import MediaTime

extension FileProbe {
  /// Rates that a stream's pictures may lie on, the likeliest first.
  static func candidateRates(_ stream: StreamDescription) -> [FrameRate] {
    var rates: [FrameRate] = []
    for guess in [stream.video.realFrameRate, stream.video.averageFrameRate]
    where guess.isPositive {
      let (frames, seconds) = (Int64(guess.numerator), Int64(guess.denominator))
      // Averages of short files are not exact: try the usual rate next to it first.
      for usual in usualRates {
        let difference = usual.frames * seconds - frames * usual.seconds
        if difference.magnitude * 200 < (frames * usual.seconds).magnitude { rates.append(usual) }
      }
      if let rate = FrameRate(frames, per: seconds) { rates.append(rate) }
    }
    var unique: [FrameRate] = []
    for rate in rates where !unique.contains(rate) { unique.append(rate) }
    return unique
  }

  /// Rates that cameras and editors use.
  private static let usualRates: [FrameRate] = [
    (24000, 1001), (24, 1), (25, 1), (30000, 1001), (30, 1), (48, 1), (50, 1), (60000, 1001),
    (60, 1), (10, 1), (12, 1), (15, 1), (20, 1), (100, 1), (120000, 1001), (120, 1),
  ].compactMap { FrameRate($0.0, per: $0.1) }
}
