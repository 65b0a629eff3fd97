/// A sinc with Blackman's window, 24 zero crossings to each side, by which sound is found between its
/// samples.
enum SincKernel {
  /// Samples of the table between two zero crossings.
  private static let steps = 256
  static let crossings = 24

  /// What each of the `2 · reach + 1` samples around a place counts.
  ///
  /// - Parameters:
  ///   - fraction: how far the place is after the middle sample, in 2⁻²⁴.
  ///   - bandwidth: zero crossings in a source sample, 1 or less.
  static func weigh(
    reach: Int64, fraction: Int64, bandwidth: Double, _ weights: inout [Double]
  ) {
    let table = table
    let scale = bandwidth * Double(steps)
    var x = -(Double(reach) + Double(fraction) / Double(1 << 24)) * scale
    for index in 0..<Int(2 * reach + 1) {
      let distance = x.magnitude
      let step = Int(distance)
      x += scale
      guard step < table.count - 1 else {
        weights[index] = 0
        continue
      }
      let a = table[step]
      weights[index] = (a + (table[step + 1] - a) * (distance - Double(step))) * bandwidth
    }
  }

  static func sum(_ samples: Span<Float>, _ weights: Span<Double>) -> Double {
    precondition(samples.count == weights.count, "weights for other samples")
    var sum = 0.0
    for index in weights.indices { sum += Double(samples[index]) * weights[index] }
    return sum
  }

  /// sin(πx)/πx for x from 0 to the last crossing, faded to 0 by Blackman's window.
  private static let table: [Double] = (0...crossings * steps).map { index in
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
