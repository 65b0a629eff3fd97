/// A Gaussian by whole numbers: taps of 1/65536 up to three standard deviations, which add up to 65536.
package struct GaussianKernel: Sendable {
  /// From the middle outwards.
  package let taps: [UInt32]

  /// - Parameter deviation: in samples, above 0.
  package init(deviation: Double) {
    let reach = max(1, Int((3 * deviation).rounded(.up)))
    let weights = (0...reach).map { distance in
      let place = Double(distance) / deviation
      return Power.exp(-place * place / 2)
    }
    let sum = weights[0] + 2 * weights.dropFirst().reduce(0, +)
    var taps = weights.map { UInt32(($0 / sum * 65536).rounded()) }
    // What rounding leaves over goes to the middle.
    taps[0] = 65536 - 2 * taps.dropFirst().reduce(0, +)
    self.taps = taps
  }
}
