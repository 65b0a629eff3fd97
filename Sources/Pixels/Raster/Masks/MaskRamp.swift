internal import BaseValues

/// How a mask's brightness becomes coverage: nothing below the threshold, all of it `softness`
/// above, in a straight line between.
public struct MaskRamp: Hashable, Sendable {
  /// −32768…32768
  public let threshold: Int
  /// 0…32768; 0 is a hard edge, which covers pixels of a wipe or a picture in part.
  public let softness: Int
  /// Whether the coverage is what that leaves of all.
  public let isInverted: Bool

  /// Numbers outside these ranges are taken as the nearer end.
  public init(threshold: Int, softness: Int, isInverted: Bool = false) {
    self.threshold = min(max(threshold, -32768), 32768)
    self.softness = min(max(softness, 0), 32768)
    self.isInverted = isInverted
  }

  /// The coverage of each sample of a mask's canvas: `coverage8` or `coverage10`. Of a mask with hard edges
  /// the softness does not count.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public func coverage<Sample: PixelSample>(
    of mask: MaskBrightness, as sample: Sample.Type, pool: ImagePool? = nil
  ) -> Image {
    if let edges = mask.edges {
      return edges.coverage(
        beyond: Float(threshold) / 32768, isInverted: isInverted, as: sample, pool: pool)
    }
    if softness == 0, mask.isPicture {
      return PictureEdges(mask).coverage(
        beyond: threshold, isInverted: isInverted, as: sample, pool: pool)
    }
    let canvas = mask.canvas
    var image = MutableImage(
      format: Sample.depth == 8 ? .coverage8 : .coverage10, size: canvas, pool: pool)
    // Every brightness' coverage once.
    let table = (0...32768).map { share($0, as: sample) }
    let values = mask.values.span
    for y in 0..<canvas.height {
      let brightnesses = values.extracting(y * canvas.width..<(y + 1) * canvas.width)
      var row = image.mutableRow(Plane.coverage, y, as: sample)
      for x in row.indices { row[x] = table[Int(brightnesses[x])] }
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
}
