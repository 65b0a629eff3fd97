package import Raster

extension Reference {
  /// A sample of luma with the alpha there.
  package typealias Pixel<Sample: PixelSample> = (luma: Sample, alpha: Sample)

  /// Twin of `BlendMode.mix` for one chroma sample and its one, two or four luma samples.
  package static func mix<Sample: PixelSample>(
    _ mode: BlendMode, pixels: [Pixel<Sample>], chroma: (cb: Sample, cr: Sample, alpha: Sample),
    below: [Pixel<Sample>], chromaBelow: (cb: Sample, cr: Sample, alpha: Sample)
  ) -> (luma: [Sample], cb: Sample, cr: Sample) {
    change(pixels, chroma, below.map(\.alpha)) { index, own in
      var colors = BlendedColors()
      colors.own[0] = own
      colors.mixed[0] = rgb(below[index], chromaBelow)
      colors.count = 1
      mode.mixColors(&colors)
      return colors.mixed[0]
    }
  }

  /// Twin of `ColorChange.applied` for one chroma sample and its luma samples.
  package static func change<Sample: PixelSample>(
    _ change: ColorChange, pixels: [Pixel<Sample>], chroma: (cb: Sample, cr: Sample, alpha: Sample)
  ) -> (luma: [Sample], cb: Sample, cr: Sample) {
    let full = Sample(code: Sample.maximum)
    let changed = change.prepared()
    return self.change(pixels, chroma, pixels.map { _ in full }) { _, own in
      var block = ColorBlock()
      block[0] = own
      changed(&block, 1)
      return block[0]
    }
  }

  private static func change<Sample: PixelSample>(
    _ pixels: [Pixel<Sample>], _ chroma: (cb: Sample, cr: Sample, alpha: Sample),
    _ alphasBelow: [Sample], _ changed: (Int, ColorBlock.Color) -> ColorBlock.Color
  ) -> (luma: [Sample], cb: Sample, cr: Sample) {
    let full = Float(Sample.maximum)
    let scale: Float = Sample.depth == 8 ? 1 : 4
    var luma = pixels.map(\.luma)
    var (cb, cr, cover) = (Float(0), Float(0), Float(0))
    for (index, pixel) in pixels.enumerated() {
      let own = rgb(pixel, chroma)
      let new = changed(index, own)
      let red = min(max(new.red, 0), 1) - own.red
      let green = min(max(new.green, 0), 1) - own.green
      let blue = min(max(new.blue, 0), 1) - own.blue
      let y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
      let alpha = Float(pixel.alpha) / full
      let weight = alpha * (Float(alphasBelow[index]) / full)
      luma[index] = added(219 * scale * y * weight, to: pixel.luma, alpha: pixel.alpha)
      cb += (blue - y) * (1 / 1.8556) * weight
      cr += (red - y) * (1 / 1.5748) * weight
      cover += alpha
    }
    guard cover > 0 else { return (luma, chroma.cb, chroma.cr) }
    let share = 224 * scale * (Float(chroma.alpha) / full) / cover
    return (
      luma, added(cb * share, to: chroma.cb, alpha: chroma.alpha),
      added(cr * share, to: chroma.cr, alpha: chroma.alpha)
    )
  }

  private static func added<Sample: PixelSample>(
    _ change: Float, to sample: Sample, alpha: Sample
  ) -> Sample {
    let limit = Float(Sample.maximum) * (Float(alpha) / Float(Sample.maximum))
    return Sample(min(max((Float(sample) + change), 0), limit).rounded(.toNearestOrEven))
  }

  /// R′G′B′ of premultiplied codes, cut to 0…1.
  private static func rgb<Sample: PixelSample>(
    _ pixel: Pixel<Sample>, _ chroma: (cb: Sample, cr: Sample, alpha: Sample)
  ) -> ColorBlock.Color {
    let scale: Float = Sample.depth == 8 ? 1 : 4
    let full = Float(Sample.maximum)
    func straight(_ code: Sample, _ alpha: Sample, transparent: Float) -> Float {
      alpha == 0 ? transparent : min(Float(code) / (Float(alpha) / full), full)
    }
    let y =
      (straight(pixel.luma, pixel.alpha, transparent: 16 * scale) - 16 * scale)
      / (219 * scale)
    let neutral = 128 * scale
    let cb =
      (straight(chroma.cb, chroma.alpha, transparent: neutral) - neutral) * (1 / (224 * scale))
    let cr =
      (straight(chroma.cr, chroma.alpha, transparent: neutral) - neutral) * (1 / (224 * scale))
    return (
      min(max(y + 1.5748 * cr, 0), 1),
      min(max(y - 0.0722 * 1.8556 / 0.7152 * cb - 0.2126 * 1.5748 / 0.7152 * cr, 0), 1),
      min(max(y + 1.8556 * cb, 0), 1)
    )
  }
}
