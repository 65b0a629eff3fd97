/// The K-weighting of ITU-R BS.1770-4, annex 1: a shelf for the head's effect, then a high-pass.
///
/// The recommendation gives coefficients for 48 kHz only. Those of other rates are the bilinear
/// transform of the analogue filters that these come from, so that both agree at 48 kHz to 1e-9.
struct KWeighting {
  private let shelf: Biquad
  private let highPass: Biquad
  private var shelfState = Biquad.State()
  private var highPassState = Biquad.State()

  /// Rates for which the filters are stable: above twice the shelf's frequency.
  static let sampleRates = 4000...6_144_000

  /// - Precondition: a rate of `sampleRates`.
  init(sampleRate: Int) {
    precondition(Self.sampleRates.contains(sampleRate), "sample rate \(sampleRate)")
    shelf = .shelf(sampleRate: sampleRate)
    highPass = .highPass(sampleRate: sampleRate)
  }

  /// Adds the weighted samples' squares to a sum, one after the other, so that it does not matter how
  /// the sound is cut. Samples that are not finite count as 0.
  mutating func addEnergy(of samples: Span<Float>, to total: inout Double) {
    var sum = total
    var (first, second) = (shelfState, highPassState)
    for i in samples.indices {
      let sample = samples[i].isFinite ? Double(samples[i]) : 0
      let weighted = highPass.apply(shelf.apply(sample, &first), &second)
      sum += weighted * weighted
    }
    (shelfState, highPassState) = (first, second)
    total = sum
  }

  /// Ends a decay before it reaches numbers that processors are slow with.
  mutating func settle() {
    shelfState.settle()
    highPassState.settle()
  }
}

/// A filter of second order, transposed direct form II.
struct Biquad {
  struct State {
    var z1 = 0.0
    var z2 = 0.0

    mutating func settle() {
      if z1.magnitude < 1e-60 { z1 = 0 }
      if z2.magnitude < 1e-60 { z2 = 0 }
    }
  }

  let b0: Double
  let b1: Double
  let b2: Double
  let a1: Double
  let a2: Double

  @inline(__always)
  func apply(_ x: Double, _ state: inout State) -> Double {
    let y = b0 * x + state.z1
    state.z1 = b1 * x - a1 * y + state.z2
    state.z2 = b2 * x - a2 * y
    return y
  }

  /// Four decibels more above 1682 Hz.
  static func shelf(sampleRate: Int) -> Biquad {
    let k = QuarterSine.tangent(2 * 1681.974450955533 / Double(sampleRate))
    let q = 0.7071752369554196
    let high = 1.584_864_701_130_854_9  // 10^(3.999843853973347 / 20)
    let band = 1.258_720_930_232_561_7  // high^0.4996667741545416
    let a0 = 1 + k / q + k * k
    return Biquad(
      b0: (high + band * k / q + k * k) / a0, b1: 2 * (k * k - high) / a0,
      b2: (high - band * k / q + k * k) / a0, a1: 2 * (k * k - 1) / a0,
      a2: (1 - k / q + k * k) / a0)
  }

  /// Nothing below 38 Hz.
  static func highPass(sampleRate: Int) -> Biquad {
    let k = QuarterSine.tangent(2 * 38.13547087602444 / Double(sampleRate))
    let q = 0.5003270373238773
    let a0 = 1 + k / q + k * k
    return Biquad(b0: 1, b1: -2, b2: 1, a1: 2 * (k * k - 1) / a0, a2: (1 - k / q + k * k) / a0)
  }
}
