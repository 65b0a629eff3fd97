import BaseValues

/// Maps places in the output picture to places in a layer, in integers.
///
/// Both sides are measured in half luma samples from the top left corner, so the centre of output
/// sample x is X = 2x + 1, the centre of an output chroma sample is X = 4x + 2, and a layer of
/// width w spans 0…2w:
///
///     U = (a·X + b·Y + c) / D      V = (d·X + e·Y + f) / D      D = g·X + h·Y + i
///
/// Only D > 0 is in front of the eye; everything else is transparent. The nine numbers may be
/// scaled by any common positive factor, so keep them large (about 2^30) for precision.
///
/// With output coordinates up to ±2^15 half samples (±16384 samples) nothing overflows while
/// a, b, d, e, g, h are within ±2^30 and c, f, i within ±2^45 (`isWithinLimits`). Beyond that the
/// arithmetic wraps: the picture is wrong, but nothing traps.
public struct Homography: Hashable, Sendable {
  /// Coefficients of the numerator of U.
  public var a, b, c: Int64
  /// Coefficients of the numerator of V.
  public var d, e, f: Int64
  /// Coefficients of the denominator.
  public var g, h, i: Int64

  /// Fractional bits of `Position`.
  public static let fractionBits: Int64 = 16

  /// A mapping by its nine numbers, row by row.
  public init(
    a: Int64, b: Int64, c: Int64, d: Int64, e: Int64, f: Int64, g: Int64, h: Int64, i: Int64
  ) {
    (self.a, self.b, self.c) = (a, b, c)
    (self.d, self.e, self.f) = (d, e, f)
    (self.g, self.h, self.i) = (g, h, i)
  }

  /// The same mapping with its nine numbers, given row by row, scaled by one power of two to be as
  /// large as the limits allow; where that makes them smaller they are rounded to nearest.
  ///
  /// - Parameter numbers: within ±2^120; larger ones are cut to that.
  public init(normalizing numbers: InlineArray<9, Int128>) {
    let bound: Int128 = 1 << 120
    // The shift to the right that the largest number needs.
    var shift = -128
    for index in 0..<9 {
      let limit = index == 2 || index == 5 || index == 8 ? 45 : 30
      let magnitude = min(numbers[index].magnitude, bound.magnitude)
      guard magnitude > 0 else { continue }
      shift = max(shift, 128 - magnitude.leadingZeroBitCount - limit)
    }
    func scaled(_ index: Int) -> Int64 {
      let number = min(max(numbers[index], -bound), bound)
      guard shift > 0 else { return Int64(truncatingIfNeeded: number << Int128(-shift)) }
      let half: Int128 = 1 << Int128(shift - 1)
      let rounded = (number.magnitude + half.magnitude) >> UInt128(shift)
      return Int64(truncatingIfNeeded: number < 0 ? -Int128(rounded) : Int128(rounded))
    }
    self.init(
      a: scaled(0), b: scaled(1), c: scaled(2), d: scaled(3), e: scaled(4), f: scaled(5),
      g: scaled(6), h: scaled(7), i: scaled(8))
  }

  /// Every place maps to itself.
  public static var identity: Homography {
    let one: Int64 = 1 << 30
    return Homography(a: one, b: 0, c: 0, d: 0, e: one, f: 0, g: 0, h: 0, i: one)
  }

  /// The layer moved by whole luma samples: its top left corner is at output sample (`x`, `y`).
  public static func offset(x: Int, y: Int) -> Homography {
    var result = identity
    result.c = Int64(truncatingIfNeeded: x) &* -2 &* result.i
    result.f = Int64(truncatingIfNeeded: y) &* -2 &* result.i
    return result
  }

  /// Whether the numbers are small enough for exact arithmetic; see the type's discussion.
  public var isWithinLimits: Bool {
    let slope: UInt64 = 1 << 30
    let constant: UInt64 = 1 << 45
    return a.magnitude <= slope && b.magnitude <= slope && d.magnitude <= slope
      && e.magnitude <= slope && g.magnitude <= slope && h.magnitude <= slope
      && c.magnitude <= constant && f.magnitude <= constant && i.magnitude <= constant
  }

  /// Whether D is the same everywhere, so parallel lines stay parallel.
  public var isAffine: Bool { g == 0 && h == 0 }

  /// The same mapping with a power of two for its denominator where that is the same everywhere;
  /// the other numbers are rounded to nearest. Itself where that cannot be within the limits.
  public var evened: Homography {
    guard isAffine, i > 0, i & (i &- 1) != 0 else { return self }
    var bits: Int128 = 45
    while bits >= 0 {
      func scaled(_ number: Int64) -> Int64 {
        let quotient = roundDivideSymmetrically(Int128(number) << bits, by: Int128(i))
        return Int64(min(max(quotient, -(1 << 62)), 1 << 62))
      }
      let result = Homography(
        a: scaled(a), b: scaled(b), c: scaled(c), d: scaled(d), e: scaled(e), f: scaled(f), g: 0,
        h: 0, i: 1 << Int64(bits))
      if result.isWithinLimits { return result }
      bits -= 1
    }
    return self
  }

  /// Whether columns of the output are columns of the layer, and rows rows, perhaps in reverse.
  public var isUpright: Bool {
    isAffine && b == 0 && d == 0 && i > 0 && a != 0 && e != 0
  }

  /// Where the layer's top left corner is in the output, if the layer has its own size and lies on
  /// whole luma samples.
  public var wholeOffset: (x: Int, y: Int)? {
    guard isUpright, isWithinLimits, a == i, e == i, c % (2 * i) == 0, f % (2 * i) == 0 else {
      return nil
    }
    return (Int(-c / (2 * i)), Int(-f / (2 * i)))
  }

  /// A place in a layer: half luma samples with 16 fractional bits, rounded down.
  public struct Position: Hashable, Sendable {
    /// Rightwards from the layer's left edge.
    public var u: Int64
    /// Downwards from the layer's top edge.
    public var v: Int64

    /// A place by its two coordinates.
    public init(u: Int64, v: Int64) {
      self.u = u
      self.v = v
    }
  }

  /// Where the output place (`x`, `y`), in half luma samples, lies in the layer; `nil` behind the
  /// eye.
  public func position(x: Int64, y: Int64) -> Position? {
    let denominator = g &* x &+ h &* y &+ i
    guard denominator > 0 else { return nil }
    return Position(
      u: floorDivide((a &* x &+ b &* y &+ c) &<< Self.fractionBits, by: denominator),
      v: floorDivide((d &* x &+ e &* y &+ f) &<< Self.fractionBits, by: denominator))
  }
}
