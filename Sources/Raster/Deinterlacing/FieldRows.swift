/// Finds a row that one field of an interlaced picture lacks.
///
/// The rows of a field are kept; each row between them is made of rows of that field and of those
/// around it, in the order of time:
///
/// ```
///          own field,   other field,   own     other field,   own field,
///            before       before                 after          after
///  y − 3                                •
///  y − 2                    •                      •
///  y − 1       •                        •                         •
///  y                        •         wanted       •
///  y + 1       •                        •                         •
///  y + 2                    •                      •
///  y + 3                                •
/// ```
/// There are two guesses. The one in time is the mean of the other fields at the row, with what the
/// rows beside it say of a change that speeds up. The one in the picture is interpolated from the rows
/// of the own field, along an edge where there is one. Which of them counts is decided by how well each
/// would have guessed samples that are known; what comes out is held to what the rows around allow by
/// how much moves there, as in the filters `yadif` and `bwdif` of FFmpeg. Where nothing moves the row is
/// that of the other fields.
public struct FieldRows {
  /// Which rows: distances from the wanted one, in picture rows.
  public enum Part: Sendable {
    /// Of the field that is kept, at −3, −1, 1, 3.
    case own(Int)
    /// Of the other field, half a picture before, at −2, 0, 2.
    case otherBefore(Int)
    /// Of the other field, half a picture after, at −2, 0, 2.
    case otherAfter(Int)
    /// Of the same field in the picture before, at −1, 1.
    case ownBefore(Int)
    /// Of the same field in the picture after, at −1, 1.
    case ownAfter(Int)

    /// All rows that are needed.
    public static let all: [Part] =
      [-3, -1, 1, 3].map(Part.own) + [-2, 0, 2].map(Part.otherBefore)
      + [-2, 0, 2].map(Part.otherAfter) + [-1, 1].map(Part.ownBefore) + [-1, 1].map(Part.ownAfter)

    static let count = 14

    /// Its number among the rows that are kept.
    @inline(__always)
    var slot: Int {
      switch self {
      case .own(let distance): (distance &+ 3) >> 1
      case .otherBefore(let distance): 4 + ((distance &+ 2) >> 1)
      case .otherAfter(let distance): 7 + ((distance &+ 2) >> 1)
      case .ownBefore(let distance): 10 + ((distance &+ 1) >> 1)
      case .ownAfter(let distance): 12 + ((distance &+ 1) >> 1)
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
  public static let capacity = 512
  /// Samples on either side of a piece that are looked at with it.
  static let margin = 3 * largestStep
  /// Greatest distance from a sample to the next one of its component.
  public static let largestStep = 4
  /// Samples from one kept row to the next.
  static let rowLength = capacity + 2 * margin

  private let bytesPerSample: Int
  private let maximum: UInt16
  private let step: Int
  /// Rows of `rowLength` samples, one after the other.
  private var rows = [UInt16](repeating: 0, count: Part.count * rowLength)
  private var scratch: FieldFilter.Scratch? = FieldFilter.Scratch()

  /// - Parameters:
  ///   - bytesPerSample: 1, or 2 for little-endian samples of more than 8 bits.
  ///   - maximum: the largest sample, up to 65535.
  ///   - step: samples from one to the next of the same component, up to `largestStep`.
  public init(bytesPerSample: Int, maximum: Int, step: Int = 1) {
    precondition(bytesPerSample == 1 || bytesPerSample == 2, "\(bytesPerSample) bytes a sample")
    precondition((1...Self.largestStep).contains(step), "\(step) samples from one to the next")
    self.bytesPerSample = bytesPerSample
    self.maximum = UInt16(min(max(maximum, 0), bytesPerSample == 1 ? 255 : 65535))
    self.step = step
  }

  /// Takes a piece of a row, and what lies beside it. In pairs of bytes, bits above those of the
  /// largest sample do not count.
  ///
  /// - Parameters:
  ///   - row: all of the row; beyond its ends lie its last samples of each component again.
  ///   - piece: in samples, at most `capacity` of them.
  /// - Precondition: the piece lies in the row.
  public mutating func load(_ part: Part, _ row: Span<UInt8>, _ piece: Range<Int>) {
    let width = row.count / bytesPerSample
    precondition(
      piece.count <= Self.capacity && piece.lowerBound >= 0 && piece.upperBound <= width,
      "samples \(piece) of \(width)")
    let first = piece.lowerBound - Self.margin
    let last = piece.upperBound + Self.margin
    let inside = max(first, 0)..<min(last, width)
    let base = part.slot * Self.rowLength
    let (bytesPerSample, maximum, step) = (bytesPerSample, maximum, step)
    var rows = rows.mutableSpan
    let at = base + inside.lowerBound - first
    var middle = rows._mutatingExtracting(at..<at + inside.count)
    if bytesPerSample == 1 {
      Self.widen(row.extracting(inside), into: &middle)
    } else {
      Self.read(
        row.extracting(2 * inside.lowerBound..<2 * inside.upperBound), maximum: maximum,
        into: &middle)
    }
    // One step after the other, from the samples next to the end.
    for place in stride(from: base + inside.lowerBound - first - 1, through: base, by: -1) {
      rows[place] = place + step < at + inside.count ? rows[place + step] : rows[at]
    }
    for place in at + inside.count..<base + last - first {
      rows[place] = place - step >= at ? rows[place - step] : rows[at + inside.count - 1]
    }
  }

  private static func widen(_ stored: Span<UInt8>, into output: inout MutableSpan<UInt16>) {
    precondition(output.count == stored.count, "rows of unequal length")
    for x in output.indices { output[x] = UInt16(stored[x]) }
  }

  private static func read(
    _ stored: Span<UInt8>, maximum: UInt16, into output: inout MutableSpan<UInt16>
  ) {
    precondition(2 * output.count == stored.count, "rows of unequal length")
    let used = UInt16.max >> UInt16(truncatingIfNeeded: maximum.leadingZeroBitCount)
    let bytes = unsafe stored.bytes
    for x in output.indices {
      // Safe: there are two bytes for each sample of the row.
      let sample = unsafe bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: 2 &* x, as: UInt16.self)
      output[x] = UInt16(littleEndian: sample) & used
    }
  }

  /// Writes the wanted piece.
  ///
  /// - Parameter isBetweenFields: whether the other field is there both before and after; else the row
  ///   is made of the own field alone, and only that has to be loaded.
  /// - Precondition: the bytes are those of at most `capacity` whole samples.
  /// - Note: bit-exact with `Reference.deinterlaced`.
  public mutating func interpolate(
    isBetweenFields: Bool, into bytes: inout MutableSpan<UInt8>
  ) {
    let shape = FieldFilter.Shape(maximum: maximum, step: step, isBetweenFields: isBetweenFields)
    // Taken out while it is written to, for the rows are looked at meanwhile.
    guard var scratch = scratch.take() else { return }
    defer { self.scratch = scratch }
    // Sums of four samples of up to 13 bits fit into 16, where a vector holds twice as many.
    if bytesPerSample == 1 {
      FieldFilter.apply(Int16.self, rows.span, shape, UInt8.self, &scratch, &bytes)
    } else if maximum < 1 << 13 {
      FieldFilter.apply(Int16.self, rows.span, shape, UInt16.self, &scratch, &bytes)
    } else {
      FieldFilter.apply(Int32.self, rows.span, shape, UInt16.self, &scratch, &bytes)
    }
  }
}
