import BaseValues

/// Where a hard edge runs through the samples of a mask that is a picture: how much of each is as bright as a
/// threshold.
///
/// ```
///   brightness   ·   ·   ╱·        each sample is taken for a plane that rises as it does to its
///               ─·───·──╱──        neighbours; where one of them is as bright or where it goes up to one
///                ·   · ╱ ·         and down to the other, it is flat
/// ```
/// So what rises evenly has even edges, and what steps, as blocks of one brightness do, has them where it
/// steps. Steps of two codes of 8 bits and less are those of a picture that rises evenly.
struct PictureEdges {
  private let mask: MaskBrightness

  init(_ mask: MaskBrightness) { self.mask = mask }

  /// Two codes of 8 bits, of which white is 219 above black.
  private static let fine: Int32 = 300

  /// The share of each sample that is as bright as a threshold, or what that leaves.
  ///
  /// - Parameter threshold: −32768…32768
  func coverage<Sample: PixelSample>(
    beyond threshold: Int, isInverted: Bool, as sample: Sample.Type, pool: ImagePool?
  ) -> Image {
    let canvas = mask.canvas
    var image = MutableImage(
      format: Sample.depth == 8 ? .coverage8 : .coverage10, size: canvas, pool: pool)
    let (all, width) = (mask.values.span, canvas.width)
    let full = Float(Sample.maximum)
    for y in 0..<canvas.height {
      // Beside the picture it goes on as it is.
      let own = all.extracting(y * width..<(y + 1) * width)
      let (up, down) = (max(0, y - 1), min(canvas.height - 1, y + 1))
      let above = all.extracting(up * width..<(up + 1) * width)
      let below = all.extracting(down * width..<(down + 1) * width)
      var row = image.mutableRow(Plane.coverage, y, as: sample)
      for x in row.indices {
        let value = Int32(own[x])
        let before = Int32(own[max(0, x &- 1)])
        let after = Int32(own[min(width &- 1, x &+ 1)])
        let across = Self.rise(before, value, after, isFirst: x == 0, isLast: x == width &- 1)
        let along = Self.rise(
          Int32(above[x]), value, Int32(below[x]), isFirst: up == y, isLast: down == y)
        // Quarters of units are exact.
        let (a, b) = (Float(across) * 0.25, Float(along) * 0.25)
        let middle = Float(value &- Int32(truncatingIfNeeded: threshold))
        let share = EdgeShare.above(middle, max(a, b), min(a, b))
        let code = Sample(truncatingIfNeeded: Int32(share * full + 0.5))
        row[x] = isInverted ? Sample(code: Sample.maximum) - code : code
      }
    }
    return image.freeze()
  }

  /// How far a sample rises or falls from one neighbour's half way to the other's, twice.
  @inline(__always)
  private static func rise(
    _ before: Int32, _ value: Int32, _ after: Int32, isFirst: Bool, isLast: Bool
  ) -> Int32 {
    var (up, on) = (value &- before, after &- value)
    if isFirst { up = on }
    if isLast { on = up }
    let both = abs(up &+ on)
    if abs(up) <= fine, abs(on) <= fine { return both }
    if up < 0 && on <= 0 || up > 0 && on >= 0 || up == 0 {
      return min(both, 4 &* abs(up), 4 &* abs(on))
    }
    return 0
  }
}
