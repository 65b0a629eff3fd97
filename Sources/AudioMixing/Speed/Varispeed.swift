public import MediaTime

/// Plays sound faster or slower as a tape would: pitch follows speed.
///
/// Sample n of the result is the source at n · speed, found between its samples by a windowed sinc
/// (24 zero crossings to each side, Blackman's window). Faster than natural, the sinc is wide enough
/// to take away what would be above half the rate.
///
/// Each sample is a function of its number alone, so that any part of the result is the same however
/// it is cut into blocks and wherever it is begun.
public struct Varispeed: Sendable {
  private let speed: Rational
  /// Source samples to each side that a sample of the result is made of.
  private let reach: Int64
  /// Zero crossings of the sinc in a source sample: 1, or less above natural speed.
  private let bandwidth: Double

  /// - Parameter speed: seconds of source in a second of the result, above 0 and at most 64; speeds
  ///   beyond are the nearest of these.
  public init(speed: Rational) {
    let speed = min(max(speed, Rational(1, 4096) ?? .one), Rational(64))
    self.speed = speed
    let widest = max(speed, .one)
    bandwidth = Double(widest.denominator) / Double(widest.numerator)
    reach = Int64(SincKernel.crossings) * widest.ceil()
  }

  /// Fills `result` with the samples from `sample` on.
  ///
  /// - Parameters:
  ///   - sample: counted from the first of the result.
  ///   - window: what is at hand of the source, counted from the sample heard first.
  ///   - read: fills a block with the source's samples from a number on.
  public func fill<E: Error>(
    _ result: inout AudioBuffer, from sample: Int64, window: inout SampleWindow,
    read: (Int64, inout AudioBuffer) throws(E) -> Void
  ) throws(E) {
    var weights = [Double](repeating: 0, count: Int(2 * reach + 1))
    for offset in 0..<result.frameCount {
      let place = place(of: sample + Int64(offset))
      let first = place.whole - reach
      let needed = first..<place.whole + reach + 1
      if needed.upperBound > window.end || first < window.start {
        // The whole rest of the block at once.
        let last = self.place(of: sample + Int64(result.frameCount - 1)).whole
        try window.require(first..<min(last, place.whole + 65_536) + reach + 1, read: read)
      }
      SincKernel.weigh(
        reach: reach, fraction: place.fraction, bandwidth: bandwidth, &weights)
      for channel in 0..<min(result.channelCount, window.channelCount) {
        let samples = window.channel(channel)
        let sum = SincKernel.sum(samples.span.extracting(window.offsets(needed)), weights.span)
        result.withChannel(channel) { $0[offset] = Float(sum) }
      }
    }
  }

  /// Where the source is at a sample of the result: a sample and a part of one in 2⁻²⁴.
  private func place(of sample: Int64) -> (whole: Int64, fraction: Int64) {
    let product = Int128(sample) * Int128(speed.numerator)
    let denominator = Int128(speed.denominator)
    let (quotient, remainder) = product.quotientAndRemainder(dividingBy: denominator)
    let whole = remainder < 0 ? quotient - 1 : quotient
    let rest = remainder < 0 ? remainder + denominator : remainder
    return (Int64(clamping: whole), Int64(clamping: (rest << 24) / denominator))
  }
}
