public import BaseValues

/// How two pictures of one shape differ within a rectangle.
///
/// Chroma samples belong to the rectangle when any of their luma pixels does.
public struct ImageDifference: Hashable, Sendable {
  /// The sample that differs most; of equal ones the first by plane, row and column.
  public struct Greatest: Hashable, Sendable {
    /// The difference of the codes, which are those of the pictures' depth.
    public var amount: Int
    /// As `Plane` numbers them.
    public var plane: Int
    /// In samples of the plane.
    public var x: Int
    /// In rows of the plane.
    public var y: Int
  }

  /// The rectangle that was looked at, in luma pixels.
  public var area: Rect
  /// Of each plane.
  public var errors: [SquaredError]
  /// SSIM of luma, at most 1; see `StructuralSimilarity` for the paper and the window.
  public var ssim: Double
  /// `nil` where all samples are equal.
  public var greatest: Greatest?
  /// Luma pixels whose luma, or whose chroma sample, differs.
  public var differingPixels: Int
  /// The smallest rectangle around these; `nil` where there are none.
  public var bounds: Rect?

  /// The planes together.
  public var error: SquaredError {
    errors.dropFirst().reduce(errors.first ?? SquaredError(), +)
  }

  /// Whether every sample is the same.
  public var isEmpty: Bool { greatest == nil }

  /// Compares two pictures.
  ///
  /// - Parameter area: clamped to the pictures.
  /// - Precondition: both have the same format and size.
  /// - Complexity: O(pixels of the area).
  public init(_ a: Image, _ b: Image, in area: Rect) {
    precondition(a.format == b.format && a.size == b.size, "comparison of unlike pictures")
    let area = area.intersection(a.size.bounds)
    self.area = area
    errors = Array(
      repeating: SquaredError(peak: UInt32(1 << a.format.depth - 1)), count: a.planeCount)
    differingPixels = 0
    ssim = 1
    if a.format.depth == UInt8.depth {
      compare(a, b, as: UInt8.self)
    } else {
      compare(a, b, as: UInt16.self)
    }
  }

  private mutating func compare<Sample: PixelSample>(
    _ a: Image, _ b: Image, as sample: Sample.Type
  ) {
    ssim = StructuralSimilarity.mean(a, b, plane: Plane.luma, in: area, as: sample)
    for plane in 0..<a.planeCount {
      compare(a, b, plane: plane, as: sample)
    }
    guard greatest != nil else { return }
    findPixels(a, b, as: sample)
  }

  /// Compares two pictures as a whole.
  ///
  /// - Precondition: both have the same format and size.
  public init(_ a: Image, _ b: Image) { self.init(a, b, in: a.size.bounds) }

  // MARK: - Planes

  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  private mutating func compare<Sample: PixelSample>(
    _ a: Image, _ b: Image, plane: Int, as sample: Sample.Type
  ) {
    let rect = a.format.isChroma(plane: plane) ? area.chroma : area
    var sum: UInt64 = 0
    for y in rect.rows {
      let rowA = a.row(plane, y, as: sample).extracting(rect.columns)
      let rowB = b.row(plane, y, as: sample).extracting(rect.columns)
      var rowSum: UInt64 = 0
      var rowGreatest: Int32 = 0
      for i in rowA.indices {
        let difference = Int32(rowA[i]) &- Int32(rowB[i])
        rowSum &+= UInt64(truncatingIfNeeded: difference &* difference)
        rowGreatest = max(rowGreatest, difference.magnitude32)
      }
      sum &+= rowSum
      guard Int(rowGreatest) > greatest?.amount ?? 0 else { continue }
      for i in rowA.indices
      where (Int32(rowA[i]) &- Int32(rowB[i])).magnitude32 == rowGreatest {
        greatest = Greatest(
          amount: Int(rowGreatest), plane: plane, x: rect.x + i, y: y)
        break
      }
    }
    errors[plane] = SquaredError(
      sum: sum, sampleCount: UInt64(rect.width * rect.height), peak: Sample.maximum)
  }

  // MARK: - Pixels

  private mutating func findPixels<Sample: PixelSample>(
    _ a: Image, _ b: Image, as sample: Sample.Type
  ) {
    var (left, right) = (area.columns.upperBound, area.columns.lowerBound)
    var rows: Range<Int>?
    for y in area.rows {
      for x in area.columns where Self.differ(a, b, x: x, y: y, as: sample) {
        left = min(left, x)
        right = max(right, x + 1)
        rows = (rows?.lowerBound ?? y)..<y + 1
        differingPixels += 1
      }
    }
    bounds = rows.map { Rect(columns: left..<right, rows: $0) }
  }

  private static func differ<Sample: PixelSample>(
    _ a: Image, _ b: Image, x: Int, y: Int, as sample: Sample.Type
  ) -> Bool {
    for plane in 0..<a.planeCount {
      let isChroma = a.format.isChroma(plane: plane)
      let (column, row) = isChroma ? (x / 2, y / 2) : (x, y)
      if a.row(plane, row, as: sample)[column] != b.row(plane, row, as: sample)[column] {
        return true
      }
    }
    return false
  }
}

extension Rect {
  /// The chroma samples of which any luma pixel is inside.
  fileprivate var chroma: Rect {
    isEmpty
      ? .empty
      : Rect(
        columns: x / 2..<(columns.upperBound + 1) / 2, rows: y / 2..<(rows.upperBound + 1) / 2)
  }
}

extension Int32 {
  /// The distance from 0 of a difference of codes.
  fileprivate var magnitude32: Int32 { self < 0 ? 0 &- self : self }
}
