public import BaseValues

/// Shows where two pictures differ.
public enum HeatMap {
  /// A picture in which equal pixels are the first one, grey and dark, and others glow: red for the
  /// smallest difference, through orange to white from 64 codes of 8 bits on. A pixel's difference is the
  /// greatest of its luma and chroma samples.
  ///
  /// - Parameter size: of the map, not larger than the pictures: each of its pixels shows the greatest
  ///   difference of those that it stands for, so that a single one is not lost.
  /// - Precondition: both pictures have one format, without alpha, and one size.
  public static func image(_ a: Image, _ b: Image, size: Size) -> Image {
    precondition(a.size == b.size && a.format == b.format && !a.format.hasAlpha)
    return a.format.depth == UInt8.depth
      ? image(a, b, size: size, as: UInt8.self) : image(a, b, size: size, as: UInt16.self)
  }

  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  private static func image<Sample: PixelSample>(
    _ a: Image, _ b: Image, size: Size, as sample: Sample.Type
  ) -> Image {
    let unit = UInt32(ColorCodes<Sample>.unit)
    var map = MutableImage(format: .yuv420p8, size: size)
    map.fill(y: 16, u: 128, v: 128)
    for y in 0..<size.height {
      let rows = span(y, of: size.height, in: a.size.height)
      var luma = [UInt8](repeating: 0, count: size.width)
      for x in 0..<size.width {
        let columns = span(x, of: size.width, in: a.size.width)
        let difference = greatest(a, b, columns: columns, rows: rows, as: sample)
        if difference == 0 {
          let luminance = a.row(Plane.luma, rows.lowerBound, as: sample)[columns.lowerBound]
          let code = UInt8(truncatingIfNeeded: luminance.code >> unit)
          luma[x] = 16 + (max(code, 16) - 16) / 4
          continue
        }
        let color = color(of: max(1, difference >> Int(unit)))
        luma[x] = color.y
        map.set(plane: Plane.cb, x: x / 2, y: y / 2, color.cb)
        map.set(plane: Plane.cr, x: x / 2, y: y / 2, color.cr)
      }
      map.write(luma.span, plane: Plane.luma, row: y)
    }
    return map.freeze()
  }

  /// The pixels that pixel `index` of `count` stands for; at least one.
  private static func span(_ index: Int, of count: Int, in total: Int) -> Range<Int> {
    let start = min(index * total / count, total - 1)
    return start..<max(start + 1, (index + 1) * total / count)
  }

  @inline(__always)
  private static func greatest<Sample: PixelSample>(
    _ a: Image, _ b: Image, columns: Range<Int>, rows: Range<Int>, as sample: Sample.Type
  ) -> Int {
    var greatest = 0
    for plane in 0..<3 {
      let shift = plane == Plane.luma ? 0 : 1
      for y in rows.lowerBound >> shift...(rows.upperBound - 1) >> shift {
        let (rowA, rowB) = (a.row(plane, y, as: sample), b.row(plane, y, as: sample))
        for x in columns.lowerBound >> shift...(columns.upperBound - 1) >> shift {
          greatest = max(greatest, abs(Int(rowA[x]) - Int(rowB[x])))
        }
      }
    }
    return greatest
  }

  /// Red at 1, white at 64 and more.
  private static func color(of difference: Int) -> (y: UInt8, cb: UInt8, cr: UInt8) {
    let share = min(difference, 64) - 1
    func blend(_ from: Int, _ to: Int) -> UInt8 { UInt8(from + (to - from) * share / 63) }
    return (blend(80, 235), blend(100, 128), blend(220, 128))
  }
}

extension MutableImage {
  fileprivate mutating func set(plane: Int, x: Int, y: Int, _ value: UInt8) {
    var row = mutableRow(plane, y)
    row[x] = value
  }
}
