/// Finds a row that one field of an interlaced picture lacks.
///
/// The rows of the earlier field are kept; each row between them is made of rows of three pictures,
/// in the order of time:
///
/// ```
///            before           own           after
///        earlier  later  earlier  later  earlier
///  y − 4            •               •
///  y − 3                    •
///  y − 2            •               •
///  y − 1    •               •               •
///  y                •    wanted     •
///  y + 1    •               •               •
///  y + 2            •               •
///  y + 3                    •
///  y + 4            •               •
/// ```
/// Where nothing moves the row is that of the later fields, half a picture before and after. Where
/// something moves it is interpolated: low vertical frequencies from the own field, high ones from
/// the later fields (Weston's filter of BBC Research), and held to what the rows around allow by
/// how much moves there, as in the filters `yadif` and `bwdif` of FFmpeg. Nothing is done across
/// columns, so rows may hold components of any layout, and may be done in pieces.
public struct FieldRows {
  /// Which rows: distances from the wanted one, in picture rows.
  public enum Part: Sendable {
    /// Of the picture itself, at −3, −1, 1, 3.
    case own(Int)
    /// Of the later field before, in the picture before, at −4, −2, 0, 2, 4.
    case laterBefore(Int)
    /// Of the later field after, in the picture itself, at −4, −2, 0, 2, 4.
    case laterAfter(Int)
    /// Of the earlier field of the picture before, at −1, 1.
    case earlierBefore(Int)
    /// Of the earlier field of the picture after, at −1, 1.
    case earlierAfter(Int)

    /// All rows that are needed.
    public static let all: [Part] =
      [-3, -1, 1, 3].map(Part.own) + [-4, -2, 0, 2, 4].map(Part.laterBefore)
      + [-4, -2, 0, 2, 4].map(Part.laterAfter) + [-1, 1].map(Part.earlierBefore)
      + [-1, 1].map(Part.earlierAfter)

    @inline(__always)
    fileprivate var slot: Int {
      switch self {
      case .own(let distance): (distance &+ 3) >> 1
      case .laterBefore(let distance): 4 + ((distance &+ 4) >> 1)
      case .laterAfter(let distance): 9 + ((distance &+ 4) >> 1)
      case .earlierBefore(let distance): 14 + ((distance &+ 1) >> 1)
      case .earlierAfter(let distance): 16 + ((distance &+ 1) >> 1)
      }
    }
  }

  /// The row that stands for `y` in a plane of `height` rows, at least 2: beyond the edges as in
  /// mirrors on the first and last row, so that a row is always one of the same field.
  public static func mirrored(_ y: Int, in height: Int) -> Int {
    let last = height - 1
    let folded = y < 0 ? -y : y > last ? 2 * last - y : y
    return folded >= 0 && folded <= last ? folded : (y & 1 == 0 ? 0 : 1)
  }

  /// Most samples of a piece.
  public static let capacity = 256

  private let bytesPerSample: Int
  private let maximum: Int32
  /// Rows of `capacity` samples, one after the other.
  private var rows = [Int32](repeating: 0, count: 18 * capacity)
  private var result = [Int32](repeating: 0, count: capacity)

  /// - Parameters:
  ///   - bytesPerSample: 1, or 2 for little-endian samples of more than 8 bits.
  ///   - maximum: the largest sample, up to 65535.
  public init(bytesPerSample: Int, maximum: Int) {
    precondition(bytesPerSample == 1 || bytesPerSample == 2, "\(bytesPerSample) bytes a sample")
    self.bytesPerSample = bytesPerSample
    self.maximum = Int32(min(max(maximum, 0), 65535))
  }

  /// Takes a piece of a row.
  ///
  /// - Precondition: the bytes are those of at most `capacity` whole samples.
  public mutating func load(_ part: Part, _ bytes: Span<UInt8>) {
    let isNarrow = bytesPerSample == 1
    let count = bytes.count / bytesPerSample
    precondition(count <= Self.capacity, "\(count) samples at once")
    let first = Self.start(part)
    var rows = rows.mutableSpan
    var row = rows._mutatingExtracting(first..<first + count)
    if isNarrow {
      for x in row.indices { row[x] = Int32(bytes[x]) }
    } else {
      for x in row.indices { row[x] = Int32(bytes[2 &* x]) | Int32(bytes[2 &* x &+ 1]) << 8 }
    }
  }

  /// Writes the wanted piece.
  ///
  /// - Parameter hasPictureBefore: whether there is one; else the row is made of the own field
  ///   alone, and only that has to be loaded.
  /// - Precondition: the bytes are those of at most `capacity` whole samples.
  /// - Note: bit-exact with `Reference.deinterlaced`.
  public mutating func interpolate(
    hasPictureBefore: Bool, into bytes: inout MutableSpan<UInt8>
  ) {
    let count = bytes.count / bytesPerSample
    precondition(count <= Self.capacity, "\(count) samples at once")
    if hasPictureBefore { interpolate(count) } else { interpolateOwnField(count) }
    let (result, maximum) = (result.span, self.maximum)
    if bytesPerSample == 1 {
      for x in 0..<count {
        bytes[x] = UInt8(truncatingIfNeeded: min(max(result[x], 0), maximum))
      }
    } else {
      for x in 0..<count {
        let value = min(max(result[x], 0), maximum)
        bytes[2 &* x] = UInt8(truncatingIfNeeded: value)
        bytes[2 &* x &+ 1] = UInt8(truncatingIfNeeded: value >> 8)
      }
    }
  }

  // MARK: - Filters

  // Weston's filter, 1.13 fixed point: low frequencies of the own field (1.052, −0.052), high ones
  // of the later fields (0.680, −0.464, 0.124, a quarter of them), and the own field alone (1.239,
  // −0.239); each applied to the sum of two samples.
  private static let bits: Int32 = 13
  private static let low: (Int32, Int32) = (4309, 213)
  private static let high: (Int32, Int32, Int32) = (5570, 3801, 1016)
  private static let alone: (Int32, Int32) = (5077, 981)

  private mutating func interpolateOwnField(_ count: Int) {
    let (near, far) = Self.alone
    // Safe: `count` is at most `capacity`; constant distances let the loop use vectors.
    unsafe rows.withUnsafeBufferPointer { rows in
      unsafe result.withUnsafeMutableBufferPointer { result in
        for x in 0..<count {
          let own = unsafe rows[Self.start(.own(-1)) &+ x] &+ rows[Self.start(.own(1)) &+ x]
          let outer = unsafe rows[Self.start(.own(-3)) &+ x] &+ rows[Self.start(.own(3)) &+ x]
          unsafe result[x] = (near &* own &- far &* outer) >> Self.bits
        }
      }
    }
  }

  private mutating func interpolate(_ count: Int) {
    // Safe: as above.
    unsafe rows.withUnsafeBufferPointer { rows in
      unsafe result.withUnsafeMutableBufferPointer { result in
        for x in 0..<count {
          @inline(__always)
          func at(_ part: Part) -> Int32 { unsafe rows[Self.start(part) &+ x] }
          @inline(__always)
          func later(_ distance: Int) -> Int32 {
            at(.laterBefore(distance)) &+ at(.laterAfter(distance))
          }
          let (upper, lower) = (at(.own(-1)), at(.own(1)))
          let still = later(0) >> 1
          let change = abs(at(.laterBefore(0)) &- at(.laterAfter(0)))

          // How far the sample may be from `still`.
          let changeBefore =
            (abs(at(.earlierBefore(-1)) &- upper) &+ abs(at(.earlierBefore(1)) &- lower)) >> 1
          let changeAfter =
            (abs(at(.earlierAfter(-1)) &- upper) &+ abs(at(.earlierAfter(1)) &- lower)) >> 1
          let movement = max(change >> 1, max(changeBefore, changeAfter))
          let above = later(-2) >> 1 &- upper
          let below = later(2) >> 1 &- lower
          let (fromUpper, fromLower) = (still &- upper, still &- lower)
          let most = max(max(fromUpper, fromLower), min(above, below))
          let least = min(min(fromUpper, fromLower), max(above, below))
          let reach = movement == 0 ? 0 : max(movement, max(least, 0 &- most))

          let own = upper &+ lower
          let outer = at(.own(-3)) &+ at(.own(3))
          let high =
            (Self.high.0 &* later(0) &- Self.high.1 &* (later(-2) &+ later(2))
              &+ Self.high.2 &* (later(-4) &+ later(4))) >> 2
          let mixed = (high &+ Self.low.0 &* own &- Self.low.1 &* outer) >> Self.bits
          let alone = (Self.alone.0 &* own &- Self.alone.1 &* outer) >> Self.bits
          let wanted = abs(upper &- lower) > change ? mixed : alone
          unsafe result[x] = min(max(wanted, still &- reach), still &+ reach)
        }
      }
    }
  }

  @inline(__always)
  private static func start(_ part: Part) -> Int { part.slot &* capacity }
}
