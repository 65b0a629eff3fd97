package import LibAV
import BaseValues

extension RateHints {
  /// What a file says of the rate of its pictures, the most reliable first. What libav calls the
  /// real rate it has guessed from times, with a liking for 1001.
  ///
  /// - Parameters:
  ///   - header: the stream as the container's header describes it.
  ///   - stream: the same after reading ahead; what the header does not say was estimated.
  ///   - coded: what the coded pictures say.
  package init(
    header: StreamDescription.Video?, stream: StreamDescription.Video, coded: Fraction,
    format: String
  ) {
    clock = FrameClock(format: format)
    let fractions = [
      header?.averageFrameRate, coded, stream.averageFrameRate, header?.realFrameRate,
      stream.realFrameRate,
    ]
    for case let fraction? in fractions where fraction.isPositive {
      guard let rate = FrameRate(Int64(fraction.numerator), per: Int64(fraction.denominator)),
        !said.contains(rate)
      else { continue }
      said.append(rate)
    }
  }
}
