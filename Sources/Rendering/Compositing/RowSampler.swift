import Raster

/// Reads one row of a picture as it lies in the output.
///
/// A 4:2:0 chroma sample of the output covers 2 × 2 luma pixels. Each of these belongs to one pixel
/// of the picture, and through it to one of the picture's chroma samples; the output's sample is
/// the mean of those that the picture covers, and its weight the share that it covers. On the
/// chroma grid this is a copy; at odd offsets it is the half-sample shift that keeps colour where
/// its luma is.
///
/// ```
/// output luma     |0 1|2 3|4 5|      picture at x = 1
/// picture luma      |0 1|2 3|        output chroma 1 = (picture chroma 0 + picture chroma 1) / 2
/// ```
enum RowSampler {
  /// Fills `row` with row `y` of `plane` (luma or chroma; alpha comes along by itself).
  static func sample(
    _ picture: ReadyPicture, plane: Int, y: Int, output: PixelRect, into row: inout WeightedRow
  ) {
    row.clear()
    let isLuma = PixelFormat.isLuma(plane)
    let area = isLuma ? picture.area : picture.area.chroma
    guard area.rows.contains(y), !area.columns.isEmpty else { return }
    row.columns = area.columns
    switch picture.place {
    case .offset(let left, let top):
      if picture.isAligned(to: plane, output: output) {
        let shift = isLuma ? 0 : 1
        copy(
          picture, plane: plane, sourceY: y - top >> shift, sourceX: row.columns.lowerBound - left >> shift,
          into: &row)
      } else {
        shift(picture, plane: plane, y: y, left: left, top: top, into: &row)
      }
    case .projective(let homography):
      if isLuma {
        project(picture, homography, plane: plane, y: y, into: &row)
      } else {
        projectChroma(picture, homography, plane: plane, y: y, into: &row)
      }
    }
    row.scale(by: picture.weight)
  }

  // MARK: - Whole pixels

  private static func copy(
    _ picture: ReadyPicture, plane: Int, sourceY: Int, sourceX: Int, into row: inout WeightedRow
  ) {
    let source = picture.image.row(plane, sourceY)
    let first = row.columns.lowerBound
    for x in row.columns { row.samples[x] = source[x - first + sourceX] }
    if picture.isOpaque {
      for x in row.columns {
        row.colorWeights[x] = UInt16(Weight.one)
        row.alphaWeights[x] = UInt16(Weight.one)
      }
    } else {
      let alpha = picture.image.row(PixelFormat.alphaPlane(of: plane), sourceY)
      for x in row.columns {
        row.colorWeights[x] = UInt16(Weight.one)
        row.alphaWeights[x] = alphaWeight(alpha[x - first + sourceX])
      }
    }
  }

  /// Chroma of a picture whose pixels do not lie on the output's chroma grid.
  private static func shift(
    _ picture: ReadyPicture, plane: Int, y: Int, left: Int, top: Int, into row: inout WeightedRow
  ) {
    let image = picture.image
    let rows = picture.area.rows
    let columns = picture.area.columns
    let alphaPlane = PixelFormat.alphaPlane(of: plane)
    for x in row.columns {
      var sum = 0
      var alpha = 0
      var covered = 0
      for luma in [2 * y, 2 * y + 1] where rows.contains(luma) {
        let source = image.row(plane, luma - top >> 1)
        for pixel in [2 * x, 2 * x + 1] where columns.contains(pixel) {
          sum += Int(source[pixel - left >> 1])
          alpha += picture.isOpaque ? 255 : Int(image.row(alphaPlane, luma - top >> 1)[pixel - left >> 1])
          covered += 1
        }
      }
      guard covered > 0 else {
        row.colorWeights[x] = 0
        row.alphaWeights[x] = 0
        continue
      }
      row.samples[x] = UInt8(truncatingIfNeeded: (2 * sum + covered) / (2 * covered))
      row.colorWeights[x] = UInt16(covered * Weight.one / 4)
      row.alphaWeights[x] = UInt16((alpha * Weight.one * 2 + 255 * 4) / (255 * 8))
    }
  }

  // MARK: - Projected

  private static func project(
    _ picture: ReadyPicture, _ homography: Homography, plane: Int, y: Int,
    into row: inout WeightedRow
  ) {
    let outputY = Int64(2 * y + 1)
    for x in row.columns {
      guard let position = homography.position(x: Int64(2 * x + 1), y: outputY) else {
        row.colorWeights[x] = 0
        row.alphaWeights[x] = 0
        continue
      }
      let (sample, alpha) = Bilinear.luma(picture.image, position)
      row.samples[x] = sample
      row.colorWeights[x] = UInt16(Weight.one)
      row.alphaWeights[x] = alphaWeight(alpha)
    }
  }

  private static func projectChroma(
    _ picture: ReadyPicture, _ homography: Homography, plane: Int, y: Int,
    into row: inout WeightedRow
  ) {
    let window = picture.window
    for x in row.columns {
      let share = coverage(ofChromaX: x, y: y, by: window)
      guard share > 0,
        let position = homography.position(x: Int64(4 * x + 2), y: Int64(4 * y + 2))
      else {
        row.colorWeights[x] = 0
        row.alphaWeights[x] = 0
        continue
      }
      let (sample, alpha) = Bilinear.chroma(picture.image, plane, position)
      row.samples[x] = sample
      row.colorWeights[x] = UInt16(share * Weight.one / 4)
      row.alphaWeights[x] = UInt16(
        truncatingIfNeeded: (Int(alpha) * share * Weight.one + 510) / 1020)
    }
  }

  /// How many of a chroma sample's four luma pixels lie in `window`.
  private static func coverage(ofChromaX x: Int, y: Int, by window: PixelRect) -> Int {
    let across = (window.columns.contains(2 * x) ? 1 : 0) + (window.columns.contains(2 * x + 1) ? 1 : 0)
    let down = (window.rows.contains(2 * y) ? 1 : 0) + (window.rows.contains(2 * y + 1) ? 1 : 0)
    return across * down
  }

  @inline(__always)
  private static func alphaWeight(_ alpha: UInt8) -> UInt16 {
    UInt16(truncatingIfNeeded: (UInt32(alpha) &* 65536 &+ 255) / 510)
  }
}
