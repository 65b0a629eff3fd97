/// The filter by which sound is found between its samples: a sinc in Kaiser's window (Kaiser and
/// Schafer, IEEE Trans. ASSP 28, 1980), at most 200 samples of the slower rate to each side.
///
/// ```
///    0 dB ─────────────────────╮
///                              │     flat to 1e-6 up to 0.9535 of half the slower rate
///                              │     (21.02 kHz of 22.05), -6 dB at 0.97675,
/// -140 dB                      ╰──── nothing from half the slower rate on
/// ```
/// A width of 0.0465 · ½ cycles a sample and 400 samples give a stop band of -140 dB by Kaiser's
/// formula. Where half the slower rate is so far above 20 kHz that a wider fall does not begin below that, a
/// shorter filter does: 100 samples to each side at 44.1 kHz, 57 at 48. Computed with additions, multiplications, divisions and square roots only, so that
/// every machine gives the same bits.
enum KaiserSinc {
  /// Samples of the slower rate to each side.
  static let halfLength = 200
  /// Where the filter is at half, as a share of half the slower rate.
  private static let edge = 0.97675
  /// 0.1102 · (140 − 8.7).
  private static let shape = 14.469

  /// How long a filter is, and where it falls.
  struct Form {
    /// Samples of the slower rate to each side.
    var halfLength: Int
    /// Where the filter is at half, as a share of half the slower rate.
    var edge: Double

    /// The longest, for any rate.
    static let longest = Form(halfLength: KaiserSinc.halfLength, edge: KaiserSinc.edge)

    init(halfLength: Int, edge: Double) {
      self.halfLength = halfLength
      self.edge = edge
    }

    /// The shortest that is flat up to 20 kHz, or to 0.9535 of half the rate where that is less.
    ///
    /// - Parameter rate: the slower one, samples a second, above 0.
    init(rate: Int) {
      let flat = 40_000 / Double(rate)
      guard flat < 2 * KaiserSinc.edge - 1 else {
        self = .longest
        return
      }
      // Kaiser's formula: (140 − 7.95) / (2.285 · π · width) samples in all.
      let width = 1 - flat
      let count = 132.05 / (7.178_539 * width)
      self.init(halfLength: Int((count / 2).rounded(.up)) + 1, edge: 1 - width / 2)
    }
  }

  /// What a sample counts that is `distance` samples of the slower rate away.
  ///
  /// All samples together count 1, to 1e-7.
  static func value(_ distance: Double, _ form: Form = .longest) -> Double {
    let x = distance / Double(form.halfLength)
    let inside = 1 - x * x
    guard inside > 0 else { return 0 }
    let sinc = form.edge * sinc(distance.magnitude * form.edge)
    return sinc * bessel(shape * inside.squareRoot()) / peak
  }

  private static let peak = bessel(shape)

  /// sin(πx)/πx for x of 0 or more.
  private static func sinc(_ x: Double) -> Double {
    guard x > 1e-9 else { return 1 }
    let whole = x.rounded(.down)
    let part = x - whole
    let sine = QuarterSine.value(part <= 0.5 ? 2 * part : 2 - 2 * part)
    return (Int(whole) % 2 == 0 ? sine : -sine) / (x * 3.141_592_653_589_793)
  }

  /// The modified Bessel function of the first kind and order 0, for x from 0 to 15, by its series:
  /// the sum of ((x/2)^k / k!)². All terms are positive; the relative error is below 1e-14.
  private static func bessel(_ x: Double) -> Double {
    let square = x * x / 4
    var sum = 1.0
    for inverse in inverseSquares { sum = sum * (square * inverse) + 1 }
    return sum
  }

  /// 1/k² from 34 to 1.
  private static let inverseSquares: [Double] = (1...34).reversed().map { k in
    1 / Double(k * k)
  }
}

extension KaiserSinc {
  /// Points of the table between one sample of the slower rate and the next.
  static let steps = 128

  /// The filter at distances from 0 to the half length and two points beyond, in steps of 1/128.
  static let table: [Double] = (0...halfLength * steps + 2).map { index in
    value(Double(index) / Double(steps))
  }

  /// What the points at −1, 0, 1 and 2 count for a place from 0 to 1: Lagrange's polynomial, by
  /// which the table is right to 1e-8 of its peak (-160 dB).
  @inline(__always)
  static func blend(_ t: Double) -> SIMD4<Double> {
    let (a, b, c) = (t + 1, t - 1, t - 2)
    return SIMD4(-t * b * c / 6, a * b * c / 2, -a * t * c / 2, a * t * b / 6)
  }
}
