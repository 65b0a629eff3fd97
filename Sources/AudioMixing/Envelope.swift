/// A point of a gain envelope.
public struct EnvelopePoint: Hashable, Sendable {
  /// How gain runs from this point to the next.
  public enum Curve: Hashable, Sendable {
    /// Keeps this point's gain, then jumps.
    case hold
    case linear
    /// A quarter sine: two crossing fades keep their power.
    case equalPower
  }

  /// Absolute sample of the output.
  public var sample: Int64
  /// 8.24 fixed point: 16777216 is one.
  public var gain: Int64
  public var curve: Curve

  public init(sample: Int64, gain: Int64, curve: Curve) {
    self.sample = sample
    self.gain = gain
    self.curve = curve
  }

  /// Gain one.
  public static let unity: Int64 = 1 << 24
}

/// Gains for a run of samples: the product of envelopes.
///
/// The gain at a sample is a function of the sample's number alone, whatever block it lies in.
public struct GainRow: Sendable {
  /// One factor a sample.
  public private(set) var values: [Double]

  /// All one.
  public init(count: Int) { values = Array(repeating: 1, count: max(0, count)) }

  /// Multiplies with an envelope.
  ///
  /// Before the first point its gain holds, after the last one the last's; without points nothing
  /// happens. Of two points at one sample the later one counts from there on.
  ///
  /// - Parameters:
  ///   - points: rising in `sample`.
  ///   - start: the output sample that the first value is for.
  /// - Complexity: O(points + values).
  public mutating func multiply(by points: [EnvelopePoint], from start: Int64) {
    guard let first = points.first else { return }
    let end = start + Int64(values.count)
    scale(start..<min(end, max(start, first.sample)), by: first.gain, from: start)
    for (index, point) in points.enumerated() {
      let next = index + 1 < points.count ? points[index + 1] : nil
      let stretch = max(start, point.sample)..<max(start, point.sample, min(end, next?.sample ?? end))
      guard !stretch.isEmpty else { continue }
      guard let next, point.curve != .hold, point.gain != next.gain else {
        scale(stretch, by: point.gain, from: start)
        continue
      }
      let length = Double(next.sample - point.sample)
      let from = Double(point.gain)
      let change = Double(next.gain - point.gain)
      for sample in stretch {
        let x = Double(sample - point.sample) / length
        let gain: Double
        if point.curve == .linear {
          gain = from + change * x
        } else if change > 0 {
          gain = from + change * QuarterSine.value(x)
        } else {
          gain = Double(next.gain) - change * QuarterSine.value(1 - x)
        }
        values[Int(sample - start)] *= gain / Double(EnvelopePoint.unity)
      }
    }
  }

  private mutating func scale(_ samples: Range<Int64>, by gain: Int64, from start: Int64) {
    guard gain != EnvelopePoint.unity else { return }
    let factor = Double(gain) / Double(EnvelopePoint.unity)
    for sample in samples { values[Int(sample - start)] *= factor }
  }
}
