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

    /// Its number among the rows that are kept.
    @inline(__always)
    var slot: Int {
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
  private let maximum: UInt16
  /// Rows of `capacity` samples, one after the other.
  private var rows = [UInt16](repeating: 0, count: 18 * capacity)

  /// - Parameters:
  ///   - bytesPerSample: 1, or 2 for little-endian samples of more than 8 bits.
  ///   - maximum: the largest sample, up to 65535.
  public init(bytesPerSample: Int, maximum: Int) {
    precondition(bytesPerSample == 1 || bytesPerSample == 2, "\(bytesPerSample) bytes a sample")
    self.bytesPerSample = bytesPerSample
    self.maximum = UInt16(min(max(maximum, 0), bytesPerSample == 1 ? 255 : 65535))
  }

  /// Takes a piece of a row. In pairs of bytes, bits above those of the largest sample do not count.
  ///
  /// - Precondition: the bytes are those of at most `capacity` whole samples.
  public mutating func load(_ part: Part, _ bytes: Span<UInt8>) {
    let count = bytes.count / bytesPerSample
    precondition(count <= Self.capacity, "\(count) samples at once")
    let first = part.slot * Self.capacity
    let (isNarrow, maximum) = (bytesPerSample == 1, self.maximum)
    var rows = rows.mutableSpan
    var row = rows._mutatingExtracting(first..<first + count)
    if isNarrow {
      for x in row.indices { row[x] = UInt16(bytes[x]) }
    } else {
      let used = UInt16.max >> UInt16(truncatingIfNeeded: maximum.leadingZeroBitCount)
      let stored = unsafe bytes.bytes
      for x in row.indices {
        // Safe: there are two bytes for each sample of the row.
        let sample = unsafe stored.unsafeLoadUnaligned(
          fromUncheckedByteOffset: 2 &* x, as: UInt16.self)
        row[x] = UInt16(littleEndian: sample) & used
      }
    }
  }

  /// Writes the wanted piece.
  ///
  /// - Parameter hasPictureBefore: whether there is one; else the row is made of the own field
  ///   alone, and only that has to be loaded.
  /// - Precondition: the bytes are those of at most `capacity` whole samples.
  /// - Note: bit-exact with `Reference.deinterlaced`.
  public func interpolate(hasPictureBefore: Bool, into bytes: inout MutableSpan<UInt8>) {
    let filter = FieldFilter(maximum: maximum, hasPictureBefore: hasPictureBefore)
    // Sums of four samples of up to 13 bits fit into 16, where a vector holds twice as many.
    if bytesPerSample == 1 {
      filter.apply(Int16.self, rows.span, UInt8.self, &bytes)
    } else if maximum < 1 << 13 {
      filter.apply(Int16.self, rows.span, UInt16.self, &bytes)
    } else {
      filter.apply(Int32.self, rows.span, UInt16.self, &bytes)
    }
  }
}
