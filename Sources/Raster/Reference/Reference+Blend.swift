extension Reference {
  /// A sample of luma with the alpha there.
  package typealias Pixel<Sample: PixelSample> = (luma: Sample, alpha: Sample)

  /// Twin of `BlendMode.mix` for one chroma sample and its one, two or four luma samples.
  package static func mix<Sample: PixelSample>(
    _ mode: BlendMode, pixels: [Pixel<Sample>], chroma: (cb: Sample, cr: Sample, alpha: Sample),
    below: [Pixel<Sample>], chromaBelow: (cb: Sample, cr: Sample, alpha: Sample)
  ) -> (luma: [Sample], cb: Sample, cr: Sample) {
    let full = Int128(full(Sample.self))
    var luma = pixels.map(\.luma)
    var (blue, red, cover) = (Int128(0), Int128(0), Int128(0))
    for (index, (pixel, pixelBelow)) in zip(pixels, below).enumerated() {
      cover += Int128(pixel.alpha)
      let (source, backdrop) = (rgb(pixel, chroma), rgb(pixelBelow, chromaBelow))
      let change = zip(source, backdrop).map {
        Int128(min(max(mode.component($1, $0), 0), 65535) - $0)
      }
      // Times both alphas; over 10000 · 65535 · full².
      let weight = Int128(pixel.alpha) * Int128(pixelBelow.alpha)
      let light = 2126 * change[0] + 7152 * change[1] + 722 * change[2]
      luma[index] = added(219 * light * weight, 10_000, to: pixel.luma, alpha: pixel.alpha)
      red += (10_000 * change[0] - light) * weight
      blue += (10_000 * change[2] - light) * weight
    }
    guard cover > 0 else { return (luma, chroma.cb, chroma.cr) }
    let alpha = Int128(chroma.alpha)
    func mixed(_ sum: Int128, _ unit: Int128, _ sample: Sample) -> Sample {
      added(224 * rounded(sum, over: cover) * alpha, unit, to: sample, alpha: chroma.alpha)
    }
    return (luma, mixed(blue, 18_556, chroma.cb), mixed(red, 15_748, chroma.cr))

    func added(_ numerator: Int128, _ unit: Int128, to sample: Sample, alpha: Sample) -> Sample {
      // Codes of 10 bits are four times those of 8.
      let scale: Int128 = Sample.depth == 8 ? 1 : 4
      let change = rounded(scale * numerator, over: unit * 65535 * full * full)
      return Sample(min(max(Int128(sample) + change, 0), Int128(alpha)))
    }
  }

  /// R′G′B′ in 0…65535 of premultiplied codes.
  private static func rgb<Sample: PixelSample>(
    _ pixel: Pixel<Sample>, _ chroma: (cb: Sample, cr: Sample, alpha: Sample)
  ) -> [Int] {
    let scale: Int128 = Sample.depth == 8 ? 1 : 4
    func straight(_ code: Sample, _ alpha: Sample, transparent: Int128) -> Int128 {
      let full = full(Sample.self)
      return alpha == 0
        ? transparent : Int128(min(rounded(Int(code) * full, over: Int(alpha)), full))
    }
    // R = Y + 1.5748 Cr, B = Y + 1.8556 Cb, G from Y = 0.2126 R + 0.7152 G + 0.0722 B, with
    // everything times 219 · 224 · scale · 10000 · 7152.
    let y = 224 * 71_520_000 * (straight(pixel.luma, pixel.alpha, transparent: 0) - 16 * scale)
    let neutral = 128 * scale
    let cb = 219 * (straight(chroma.cb, chroma.alpha, transparent: neutral) - neutral)
    let cr = 219 * (straight(chroma.cr, chroma.alpha, transparent: neutral) - neutral)
    let red = y + 7152 * 15_748 * cr
    let blue = y + 7152 * 18_556 * cb
    let green = y - 2126 * 15_748 * cr - 722 * 18_556 * cb
    return [red, green, blue].map {
      Int(min(max(rounded(65535 * $0, over: 219 * 224 * scale * 71_520_000), 0), 65535))
    }
  }

  private static func rounded(_ numerator: Int128, over denominator: Int128) -> Int128 {
    let doubled = 2 * numerator + denominator
    let quotient = doubled / (2 * denominator)
    return quotient * 2 * denominator > doubled ? quotient - 1 : quotient
  }
}
