public import BaseValues

/// Resamples a plane of codes of 14 bits to codes of 16, by the rule of `SeparableSampler`, from as many of its rows at a
/// time as there are.
///
/// Unlike a picture's, the plane's samples may lie anywhere, and its size need not be that of luma or half
/// of it: 4:2:2, 4:1:1 and 4:4:4 become 4:2:0 in the step that scales them.
public struct PlaneResampler: ~Copyable {
  /// Where the samples of a plane lie along one side of its picture.
  public struct Side: Hashable, Sendable {
    /// Luma samples of the picture.
    public var length: Int
    /// From one sample of the plane to the next it is 2 to this power of luma samples: 0…2.
    public var shift: Int
    /// Where the first one lies, in half luma samples from the picture's edge; 1 is the centre of the first
    /// luma sample.
    public var site: Int

    /// A side of 1…65536 luma samples.
    public init(length: Int, shift: Int, site: Int) {
      self.length = length
      self.shift = shift
      self.site = site
    }

    /// Samples of the plane.
    public var count: Int { (length + 1 << shift - 1) >> shift }
  }

  private var grid: ResamplingGrid
  private var scratch = ResamplingScratch()

  /// - Complexity: O(samples of both sides of the result), times the scale where it gets smaller.
  public init(across: (from: Side, to: Side), down: (from: Side, to: Side)) {
    grid = ResamplingGrid(
      across: Self.axis(across.from, across.to), down: Self.axis(down.from, down.to))
  }

  private static func axis(_ from: Side, _ to: Side) -> ResamplingAxis {
    let (length, resultLength) = (Int64(from.length), Int64(to.length))
    let line = ResamplingAxis.Line(
      step: length << (to.shift + 1),
      origin: length * Int64(to.site) - resultLength * Int64(from.site),
      unit: resultLength << (from.shift + 1))
    return ResamplingAxis(line, range: 0..<to.count, count: from.count)
  }

  /// Whether a picture of one size is brought to another in this way: not one that is very large, or shown
  /// very small.
  public static func canResize(_ source: Size, to target: Size) -> Bool {
    max(source.width, source.height) <= 16384 && source.width <= 32 * target.width
      && source.height <= 32 * target.height
  }

  /// The rows of the plane that some of the result's are mixed from.
  public func sourceRows(for rows: Range<Int>) -> Range<Int> {
    var (low, high) = (Int.max, 0)
    for row in rows {
      let (first, taps) = grid.down.window(of: row)
      low = min(low, first)
      high = max(high, first + taps.count)
    }
    return min(low, high)..<high
  }

  /// Writes row `y` of the result.
  ///
  /// - Parameters:
  ///   - rows: some rows of the plane one after the other, `sourceRows` of `y` among them; codes are
  ///     0…16383.
  ///   - first: which row of the plane is the first of these.
  ///   - samples: receives as many codes as the result has columns: four times those of 14 bits.
  /// - Precondition: sizes are as said.
  public mutating func write(
    row y: Int, from rows: Span<UInt16>, beginningWith first: Int,
    into samples: inout MutableSpan<UInt16>
  ) {
    grid.write(row: y, from: rows, beginningWith: first, scratch: &scratch, into: &samples)
  }

  /// Writes row `y` of the result from a plane of codes of 8 bits that is there as a whole.
  ///
  /// - Parameters:
  ///   - plane: an image of coverage, whose plane it is.
  ///   - samples: receives as many codes as the result has columns.
  /// - Precondition: sizes are as said.
  public mutating func write(row y: Int, of plane: Image, into samples: inout MutableSpan<UInt8>) {
    precondition(
      plane.format == .coverage8
        && plane.size == Size(width: grid.across.count, height: grid.down.count))
    grid.write(
      Plane.coverage, of: plane, row: y, columns: grid.across.range, scratch: &scratch,
      into: &samples)
  }

  /// Writes row `y` of alpha in a depth, and keeps it for `writePremultiplied`.
  ///
  /// - Precondition: as for `write`; the plane's codes are 64 times those of 8 bits, or 16 times those of 10.
  mutating func writeAlpha<Sample: PixelSample>(
    row y: Int, from rows: Span<UInt16>, beginningWith first: Int,
    into alpha: inout MutableSpan<Sample>
  ) {
    grid.writeAlpha(row: y, from: rows, beginningWith: first, scratch: &scratch, into: &alpha)
  }

  /// Writes row `y` of a plane that is multiplied by the alpha that was written last.
  ///
  /// - Precondition: as for `writeAlpha`, which was called for this row.
  mutating func writePremultiplied<Sample: PixelSample>(
    row y: Int, from rows: Span<UInt16>, beginningWith first: Int,
    into samples: inout MutableSpan<Sample>
  ) {
    grid.writePremultiplied(
      row: y, from: rows, beginningWith: first, scratch: &scratch, into: &samples)
  }
}
