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

  /// Samples of the kernel between two zero crossings.
  private static let steps = 256
  private static let crossings = 24

  /// - Parameter speed: seconds of source in a second of the result, above 0 and at most 64; speeds
  ///   beyond are the nearest of these.
  public init(speed: Rational) {
    let speed = min(max(speed, Rational(1, 4096) ?? .one), Rational(64))
    self.speed = speed
    let widest = max(speed, .one)
    bandwidth = Double(widest.denominator) / Double(widest.numerator)
    reach = Int64(Self.crossings) * widest.ceil()
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
      weigh(fraction: place.fraction, &weights)
      for channel in 0..<min(result.channelCount, window.channelCount) {
        let samples = window.channel(channel)
        let sum = Self.sum(samples.span.extracting(window.offsets(needed)), weights.span)
        result.withChannel(channel) { $0[offset] = Float(sum) }
      }
    }
  }

  private static func sum(_ samples: Span<Float>, _ weights: Span<Double>) -> Double {
    precondition(samples.count == weights.count, "weights for other samples")
    var sum = 0.0
    for index in weights.indices { sum += Double(samples[index]) * weights[index] }
    return sum
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

  /// What each of the `2 · reach + 1` samples around a place counts.
  private func weigh(fraction: Int64, _ weights: inout [Double]) {
    let kernel = Self.kernel
    let scale = bandwidth * Double(Self.steps)
    var x = -(Double(reach) + Double(fraction) / Double(1 << 24)) * scale
    for index in weights.indices {
      let distance = x.magnitude
      let step = Int(distance)
      x += scale
      guard step < kernel.count - 1 else {
        weights[index] = 0
        continue
      }
      let a = kernel[step]
      weights[index] = (a + (kernel[step + 1] - a) * (distance - Double(step))) * bandwidth
    }
  }

  /// sin(πx)/πx for x from 0 to the last crossing, faded to 0 by Blackman's window.
  private static let kernel: [Double] = (0...crossings * steps).map { index in
    let x = Double(index) / Double(steps)
    guard index > 0 else { return 1 }
    let sign: Double = (index / steps) % 2 == 0 ? 1 : -1
    let sinc = sign * sine(index % steps, of: steps) / (x * 3.141_592_653_589_793)
    // cos(πu) and cos(2πu) for u from 0 to 1.
    let cosine = halfTurn(Double(index) / Double(crossings * steps))
    return sinc * (0.42 + 0.5 * cosine + 0.08 * (2 * cosine * cosine - 1))
  }

  /// sin(π · part / whole) for a part from 0 to below the whole.
  private static func sine(_ part: Int, of whole: Int) -> Double {
    let x = Double(part) / Double(whole)
    return QuarterSine.value(x <= 0.5 ? 2 * x : 2 - 2 * x)
  }

  /// cos(πu) for u from 0 to 1.
  private static func halfTurn(_ u: Double) -> Double {
    u <= 0.5 ? QuarterSine.value(1 - 2 * u) : -QuarterSine.value(2 * u - 1)
  }
}
