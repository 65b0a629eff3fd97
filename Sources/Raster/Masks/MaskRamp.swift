public import PixelGeometry

/// How a mask's brightness becomes coverage: nothing below the threshold, all of it `softness`
/// above, in a straight line between.
public struct MaskRamp: Hashable, Sendable {
  /// 0…32768
  public let threshold: Int
  /// 0…32768; 0 is a hard edge.
  public let softness: Int
  /// Whether the coverage is what that leaves of all.
  public let isInverted: Bool

  /// Numbers outside 0…32768 are taken as the nearer end.
  public init(threshold: Int, softness: Int, isInverted: Bool = false) {
    self.threshold = min(max(threshold, 0), 32768)
    self.softness = min(max(softness, 0), 32768)
    self.isInverted = isInverted
  }

  /// The coverage of each sample of a canvas by a shape: `coverage8` or `coverage10`.
  public func coverage<Sample: PixelSample>(
    of shape: MaskShape, on canvas: Size, as sample: Sample.Type, pool: ImagePool? = nil
  ) -> Image {
    coverage(on: canvas, as: sample, pool) { y, row in shape.write(row: y, to: &row) }
  }

  /// The coverage of each sample of a canvas by the brightness of a picture of the canvas's size,
  /// of samples of the same kind: 0 in black and where it is transparent, 32768 in white. Beside a
  /// picture that is smaller all is dark.
  public func coverage<Sample: PixelSample>(
    of picture: Image, on canvas: Size, as sample: Sample.Type, pool: ImagePool? = nil
  ) -> Image {
    coverage(on: canvas, as: sample, pool) { y, row in
      row.update(repeating: 0)
      guard y < picture.size.height else { return }
      let luma = picture.row(Plane.luma, y, as: sample)
      for x in 0..<min(row.count, luma.count) {
        row[x] = Self.brightness(luma: luma[x], alpha: Sample(code: Sample.maximum))
      }
      guard picture.format.hasAlpha else { return }
      let alpha = picture.row(Plane.alpha, y, as: sample)
      for x in 0..<min(row.count, luma.count) {
        row[x] = Self.brightness(luma: luma[x], alpha: alpha[x])
      }
    }
  }

  private func coverage<Sample: PixelSample>(
    on canvas: Size, as sample: Sample.Type, _ pool: ImagePool?,
    brightness: (_ y: Int, _ row: inout MutableSpan<UInt16>) -> Void
  ) -> Image {
    // Every brightness' coverage once.
    let table = (0...32768).map { share($0, as: sample) }
    var image = MutableImage(
      format: Sample.depth == 8 ? .coverage8 : .coverage10, size: canvas, pool: pool)
    var values = [UInt16](repeating: 0, count: canvas.width)
    for y in 0..<canvas.height {
      var brightnesses = values.mutableSpan
      brightness(y, &brightnesses)
      var row = image.mutableRow(Plane.coverage, y, as: sample)
      for x in row.indices { row[x] = table[Int(values[x])] }
    }
    return image.freeze()
  }

  /// The coverage at a brightness of 0…32768.
  func share<Sample: PixelSample>(_ brightness: Int, as sample: Sample.Type) -> Sample {
    let share = rising(brightness, as: sample)
    return isInverted ? Sample(code: Sample.maximum) - share : share
  }

  /// Rounded to nearest, ties up.
  private func rising<Sample: PixelSample>(_ brightness: Int, as sample: Sample.Type) -> Sample {
    if brightness >= threshold + softness { return Sample(code: Sample.maximum) }
    if brightness <= threshold { return 0 }
    let above = UInt32(brightness - threshold)
    return Sample(code: (2 * above * Sample.maximum + UInt32(softness)) / UInt32(2 * softness))
  }

  /// The brightness of a premultiplied luma sample, 0…32768, rounded to nearest, ties up.
  private static func brightness<Sample: PixelSample>(luma: Sample, alpha: Sample) -> UInt16 {
    let unit = 1 << (Sample.depth - 8)
    let full = Int(Sample.maximum)
    // Black has 16 codes times alpha.
    let light = max(0, Int(luma.code) &* full &- 16 &* unit &* Int(alpha.code))
    let white = 219 &* unit &* full
    return UInt16(truncatingIfNeeded: min((2 &* light &* 32768 &+ white) / (2 &* white), 32768))
  }
}
