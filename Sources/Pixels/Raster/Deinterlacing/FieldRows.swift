import RowKernels
import WideRowKernels

/// Finds a row that one field of an interlaced picture lacks.
///
/// The rows of a field are kept; each row between them is made of rows of that field and of those
/// around it, in the order of time:
///
/// ```
///          own field,   other field,   own     other field,   own field,
///            before       before                 after          after
///  y − 4                    •                      •
///  y − 3       •                        •                         •
///  y − 2                    •                      •
///  y − 1       •                        •                         •
///  y                        •         wanted       •
///  y + 1       •                        •                         •
///  y + 2                    •                      •
///  y + 3       •                        •                         •
///  y + 4                    •                      •
/// ```
/// There are two guesses. The one in time is the mean of the other fields at the row, with what the
/// rows beside it say of a change that speeds up. The one in the picture is interpolated from the rows
/// of the own field, along an edge where there is one, and takes the finest detail across the rows from
/// the other fields, no more of it than the own rows bend. Which of the two counts is decided by how
/// wrong each is likely to be: the one in time by what changes from field to field nearby, the one in
/// the picture by how wrong it would have been in the other fields, whose rows are known, and by how
/// far the rows above and below are apart. A guess in time that is farther from the one in the picture
/// than that one is likely to be wrong counts less. What comes out is held to what the rows around allow by
/// how much moves there, as in the filters `yadif` and `bwdif` of FFmpeg, but by a quarter less. Where nothing moves
/// the row is that of the other fields.
public struct FieldRows {
  /// Which rows: distances from the wanted one, in picture rows.
  public enum Part: Sendable {
    /// Of the field that is kept, at −3, −1, 1, 3.
    case own(Int)
    /// Of the other field, half a picture before, at −4, −2, 0, 2, 4.
    case otherBefore(Int)
    /// Of the other field, half a picture after, at −4, −2, 0, 2, 4.
    case otherAfter(Int)
    /// Of the same field in the picture before, at −3, −1, 1, 3.
    case ownBefore(Int)
    /// Of the same field in the picture after, at −3, −1, 1, 3.
    case ownAfter(Int)

    /// All rows that are needed.
    public static let all: [Part] =
      [-3, -1, 1, 3].map(Part.own)
      + [-4, -2, 0, 2, 4].map(Part.otherBefore) + [-4, -2, 0, 2, 4].map(Part.otherAfter)
      + [-3, -1, 1, 3].map(Part.ownBefore) + [-3, -1, 1, 3].map(Part.ownAfter)

    /// Those that the next wanted row needs beside what this one has.
    public static let leading: [Part] = [
      .own(3), .otherBefore(4), .otherAfter(4), .ownBefore(3), .ownAfter(3),
    ]

    /// Where its first sample lies.
    fileprivate var offset: Int {
      switch self {
      case .own(let distance): RowKernels.FieldLayout.own(distance)
      case .otherBefore(let distance): RowKernels.FieldLayout.otherBefore(distance)
      case .otherAfter(let distance): RowKernels.FieldLayout.otherAfter(distance)
      case .ownBefore(let distance): RowKernels.FieldLayout.ownBefore(distance)
      case .ownAfter(let distance): RowKernels.FieldLayout.ownAfter(distance)
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
  public static let capacity = RowKernels.FieldLayout.capacity
  /// Greatest distance from a sample to the next one of its component.
  public static let largestStep = RowKernels.FieldLayout.largestStep
  private static let margin = RowKernels.FieldLayout.margin
  /// Groups of rows that are kept in memory at once.
  private static let groups = 10

  private let bytesPerSample: Int
  private let maximum: UInt16
  private let step: Int
  /// Rows of `RowKernels.FieldLayout.length` samples, one after the other.
  private var rows = [UInt16](
    repeating: 0, count: groups * RowKernels.FieldLayout.group * RowKernels.FieldLayout.length)
  /// The group with which the wanted row's begin.
  private var firstGroup = 0
  /// Memory for what is found out about a piece.
  private var measures = [UInt16](repeating: 0, count: RowKernels.FieldFilter.measureCount)
  private var wanted = [UInt16](repeating: 0, count: RowKernels.FieldLayout.capacity)

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

  /// Where the wanted row's rows begin.
  private var start: Int {
    firstGroup * RowKernels.FieldLayout.group * RowKernels.FieldLayout.length
  }

  /// Goes on to the next wanted row, two picture rows below: rows of the same piece that were loaded for
  /// this one are kept, and only `Part.leading` have to be loaded.
  public mutating func advance() {
    firstGroup += 1
    let kept = 4
    guard firstGroup + kept >= Self.groups else { return }
    let size = RowKernels.FieldLayout.group * RowKernels.FieldLayout.length
    let first = firstGroup * size
    firstGroup = 0
    var rows = rows.mutableSpan
    for place in 0..<kept * size { rows[place] = rows[first + place] }
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
    let base = start + part.offset
    let (bytesPerSample, maximum, step) = (bytesPerSample, maximum, step)
    var rows = rows.mutableSpan
    let at = base + inside.lowerBound - first
    var middle = rows._mutatingExtracting(at..<at + inside.count)
    if bytesPerSample == 1 {
      let bytes = row.extracting(inside)
      if WideVectors.areUsed {
        WideRowKernels.FieldFilter.widen(bytes, into: &middle)
      } else {
        RowKernels.FieldFilter.widen(bytes, into: &middle)
      }
    } else {
      Self.read(
        row.extracting(2 * inside.lowerBound..<2 * inside.upperBound), maximum: maximum,
        into: &middle)
    }
    let end = base + last - first
    if step == 1 {
      let (left, right) = (rows[at], rows[at + inside.count - 1])
      var before = rows._mutatingExtracting(base..<at)
      before.update(repeating: left)
      var after = rows._mutatingExtracting(at + inside.count..<end)
      return after.update(repeating: right)
    }
    // One step after the other, from the samples next to the end.
    for place in stride(from: base + inside.lowerBound - first - 1, through: base, by: -1) {
      rows[place] = place + step < at + inside.count ? rows[place + step] : rows[at]
    }
    for place in at + inside.count..<end {
      rows[place] = place - step >= at ? rows[place - step] : rows[at + inside.count - 1]
    }
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
    let part = start..<start + RowKernels.FieldLayout.count * RowKernels.FieldLayout.length
    let (maximum, step, size) = (maximum, step, bytesPerSample)
    Self.interpolate(
      rows, part, maximum, step, isBetweenFields, size, &measures, &wanted, &bytes)
  }

  private static func interpolate(
    _ memory: [UInt16], _ part: Range<Int>, _ maximum: UInt16, _ step: Int,
    _ isBetweenFields: Bool, _ bytesPerSample: Int, _ measured: inout [UInt16],
    _ made: inout [UInt16], _ bytes: inout MutableSpan<UInt8>
  ) {
    let rows = memory.span.extracting(part)
    var measures = measured.mutableSpan
    var wanted = made.mutableSpan
    switch (WideVectors.areUsed, bytesPerSample) {
    case (true, 1):
      WideRowKernels.FieldFilter.write8(
        rows, maximum: maximum, step: step, isBetweenFields: isBetweenFields, &measures, &wanted,
        into: &bytes)
    case (true, _):
      WideRowKernels.FieldFilter.write16(
        rows, maximum: maximum, step: step, isBetweenFields: isBetweenFields, &measures, &wanted,
        into: &bytes)
    case (false, 1):
      RowKernels.FieldFilter.write8(
        rows, maximum: maximum, step: step, isBetweenFields: isBetweenFields, &measures, &wanted,
        into: &bytes)
    case (false, _):
      RowKernels.FieldFilter.write16(
        rows, maximum: maximum, step: step, isBetweenFields: isBetweenFields, &measures, &wanted,
        into: &bytes)
    }
  }
}
