/// A point of a gain envelope.
package struct GainPoint: Hashable, Sendable {
  /// How gain runs from this point to the next.
  package enum Curve: String, Hashable, Sendable {
    /// Keeps this point's gain, then jumps.
    case hold
    /// In proportion to time.
    case linear
    /// A quarter sine: two crossing fades keep their power.
    case equalPower = "equal-power"
    /// Half a turn of a sine: slow at both ends, (1 − cos(π·x)) / 2.
    case sCurve = "s-curve"
    /// Slow where it is quiet, (1000^x − 1) / 999.
    case exponential
    /// Slow where it is loud, log(1 + 999·x) / log(1000).
    case logarithmic
    /// Evenly in decibels: a·(b/a)^x from a to b; exponential where one of the two is 0.
    case decibels
  }

  /// Absolute sample of the output.
  package var sample: Int64
  /// 8.24 fixed point: 16777216 is one.
  package var gain: Int64
  /// From here to the next point.
  package var curve: Curve

  /// A point at an output sample.
  package init(sample: Int64, gain: Int64, curve: Curve) {
    self.sample = sample
    self.gain = gain
    self.curve = curve
  }

  /// Gain one.
  package static let unity: Int64 = 1 << 24
}

/// Gain over time.
///
/// Before the first point its gain holds, after the last one the last's; without points gain is
/// one. Of several points at one sample the last counts from there on, the first is what a ramp
/// before them runs to:
///
/// ```
///   gain   ╱│
///         ╱ │ two points here
///        ╱  ╰─────────
/// ```
package struct Envelope: Hashable, Sendable {
  /// Rising in `sample`.
  package let points: [GainPoint]

  /// An envelope through points; one that lies after its successor is moved to the successor.
  package init(_ points: [GainPoint]) {
    var points = points
    for index in points.indices.dropLast().reversed()
    where points[index].sample > points[index + 1].sample {
      points[index].sample = points[index + 1].sample
    }
    self.points = points
  }

  /// The factor at an output sample, 1 for gain one.
  ///
  /// - Complexity: O(log points).
  package func gain(at sample: Int64) -> Double {
    guard let first = points.first else { return 1 }
    let index = lastPlace(upTo: sample)
    guard index >= 0 else { return EnvelopeRamp.factor(first.gain) }
    guard let ramp = ramp(after: index) else { return EnvelopeRamp.factor(points[index].gain) }
    return ramp.factor(at: sample)
  }

  /// How gain moves after a point; `nil` where it stays.
  func ramp(after index: Int) -> EnvelopeRamp? {
    guard index + 1 < points.count else { return nil }
    return EnvelopeRamp(points[index], points[index + 1])
  }

  /// The last point that is not after `sample`; −1 where all are.
  func lastPlace(upTo sample: Int64) -> Int {
    var low = 0
    var high = points.count
    while low < high {
      let middle = low + (high - low) / 2
      if points[middle].sample <= sample { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }
}

/// Gain on the way between two points.
struct EnvelopeRamp {
  private let curve: GainPoint.Curve
  private let start: Double
  private let length: Double
  private let from: Double
  private let to: Double
  /// How often gain doubles on the way, where it moves evenly in decibels.
  private let doublings: Double

  /// `nil` where gain holds.
  init?(_ point: GainPoint, _ next: GainPoint) {
    // Floating point holds every sample's number that a movie reaches, and overflows with none.
    start = Double(point.sample)
    length = Double(next.sample) - start
    guard point.curve != .hold, point.gain != next.gain, length > 0 else { return nil }
    from = Double(point.gain) * Self.scale
    to = Double(next.gain) * Self.scale
    let isSilent = point.gain <= 0 || next.gain <= 0
    curve = point.curve == .decibels && isSilent ? .exponential : point.curve
    doublings = curve == .decibels ? Exponential.logarithm(to / from) : 0
  }

  /// - Parameter sample: between the points.
  @inline(__always)
  func factor(at sample: Int64) -> Double {
    let x = (Double(sample) - start) / length
    switch curve {
    case .hold, .linear: return from + (to - from) * x
    case .equalPower: return rising(x) { QuarterSine.value($0) }
    case .sCurve:
      return rising(x) { place in
        let sine = QuarterSine.value(place)
        return sine * sine
      }
    case .exponential: return rising(x) { (Exponential.two($0 * Self.thousand) - 1) / 999 }
    case .logarithmic: return rising(x) { Exponential.logarithm(1 + 999 * $0) / Self.thousand }
    case .decibels: return from * Exponential.two(x * doublings)
    }
  }

  /// The shape as it is on the way up; on the way down it runs backwards.
  @inline(__always)
  private func rising(_ x: Double, _ shape: (Double) -> Double) -> Double {
    to > from ? from + (to - from) * shape(x) : to + (from - to) * shape(1 - x)
  }

  /// The logarithm of 1000 to base 2.
  private static let thousand = 9.965_784_284_662_087

  /// The factor of a gain that does not move.
  static func factor(_ gain: Int64) -> Double { Double(gain) * scale }

  private static let scale = 1.0 / 16_777_216
}
