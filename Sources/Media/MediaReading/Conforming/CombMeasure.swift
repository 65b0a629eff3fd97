import LibAV
import MediaSources
import Raster

/// The brightness of a picture in bytes, for telling whether its rows are of one time.
struct CombMeasure {
  private let shape: FrameShape
  private let width: Int
  private let height: Int
  private var rows: [UInt8] = []

  /// `nil` for pictures whose samples cannot be told apart by bytes.
  init?(_ picture: SharedFrame) {
    shape = picture.shape
    guard let format = StoredPixelFormat(named: shape.format), let layout = SampleLayout(format),
      let plane = unsafe picture.plane(0), unsafe plane.rows >= 3
    else { return nil }
    (width, height) = unsafe (plane.rowBytes / layout.bytes, plane.rows)
    rows.reserveCapacity(width * height)
    let shift =
      layout.bytes == 1
      ? 0 : max(0, layout.maximum.bitWidth - layout.maximum.leadingZeroBitCount - 8)
    for y in 0..<height {
      let row = unsafe plane.row(y)
      for x in 0..<width {
        let sample =
          layout.bytes == 1 ? Int(row[x]) : (Int(row[2 * x]) | Int(row[2 * x + 1]) << 8) >> shift
        rows.append(UInt8(truncatingIfNeeded: sample))
      }
    }
  }

  /// How much rows stand out between one another.
  var combs: Int { Self.combs(even: self, odd: self) }

  /// The same of the picture that the even rows of one and the odd rows of another would make; 0 where
  /// they do not fit together.
  static func combs(even: CombMeasure, odd: CombMeasure) -> Int {
    guard even.shape == odd.shape else { return 0 }
    var sum = 0
    for y in 1..<even.height - 1 {
      let (own, other) = y % 2 == 0 ? (even, odd) : (odd, even)
      sum += Kernels.combing(other.row(y - 1), own.row(y), other.row(y + 1))
    }
    return sum
  }

  @_lifetime(borrow self)
  private func row(_ y: Int) -> Span<UInt8> {
    rows.span.extracting(y * width..<(y + 1) * width)
  }
}
