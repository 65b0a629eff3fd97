import BaseValues

extension ImageFilter {
  /// Makes transparent what is mixed with a colour, as that of a green screen, and takes the colour out of
  /// what is left: a colour-difference key.
  ///
  /// ```
  ///   C'r                    p: along the key's colour difference, q: across it
  ///    │  ·   ·
  ///    │    ·╱ q             e = (p − ¾ · |q|) / |key|, cut at 0
  ///    └────·───▶ p            0: grey, and whatever has another hue
  ///           ╲ ·   key ●      1: the key's colour
  /// ```
  ///
  /// Of a picture that is mixed of the key and of greys e is the key's share exactly, whatever the luma.
  /// ¾ makes the two sides, for green, about those at which green is no longer the largest component. Alpha is
  /// multiplied by a = (1 − e − tolerance) / softness, cut to 0…1. Of colours the key's part is taken
  /// away, (1 − a) · key, and of what is left more than that, v = `spill` · (e − (1 − a)) of the key's light. Where
  /// that is more than a quarter of a, the sample is no lit thing but a mixture of which more is kept than is not the
  /// key's: what is left of its luma is then made lighter, as far as to a / (a − v) times, so that edges are not dark. (P. Vlahos,
  /// U.S. patent 4 100 569; R. Schultz, Digital keying methods.)
  ///
  /// Colours have one sample for four of luma: between those e is found along straight lines.
  ///
  /// - Parameters:
  ///   - color: its alpha does not count; one that is grey has no hue and changes nothing.
  ///   - tolerance: how far off the key's colour all is transparent, as a share of the way to grey.
  ///   - softness: how much farther off all is kept; 0 is a hard edge.
  ///   - spill: 0…1, how much of the key's light is taken out of what is kept.
  public static func chromaKey(
    _ color: SolidColor, tolerance: Double, softness: Double, spill: Double
  ) -> ImageFilter {
    guard let key = KeyColor(color, spill: Float(min(max(spill, 0), 1))) else { return .none }
    let ramp = KeyRamp(start: Float(tolerance), softness: Float(softness))
    return ImageFilter { image, _, pool in
      image.format.depth == UInt8.depth
        ? key.removed(from: image, ramp, pool, as: UInt8.self)
        : key.removed(from: image, ramp, pool, as: UInt16.self)
    }
  }
}

/// The colour of a key, in codes of 8 bits.
private struct KeyColor: Sendable {
  private let y, cb, cr: Float
  private let spill: Float
  /// The direction of the colour difference, of length 1.
  private let across, down: Float
  /// Its length.
  private let length: Float
  /// How much what lies across counts.
  private static let slope: Float = 0.75
  /// How distances are stored, −1…3 in 16 bits.
  fileprivate static let unit: Float = 16384

  /// `nil` where a colour is so grey that it has no hue.
  init?(_ color: SolidColor, spill: Float) {
    let codes = color.codes(as: UInt16.self)
    (y, cb, cr) = (Float(codes.y.code) / 4, Float(codes.cb.code) / 4, Float(codes.cr.code) / 4)
    let (blue, red) = (cb - 128, cr - 128)
    length = (blue * blue + red * red).squareRoot()
    guard color.hasHue else { return nil }
    (across, down) = (blue / length, red / length)
    self.spill = spill
  }

  /// How far off the key's colour each chroma sample is: 0 there, 1 where it is grey.
  private func distances(in image: Image) -> FilterPlane {
    let bounds = image.size.chroma.bounds
    var result = FilterPlane(image, plane: Plane.cb, part: bounds)
    let other = FilterPlane(image, plane: Plane.cr, part: bounds)
    let alpha =
      image.format.hasAlpha ? FilterPlane(image, plane: Plane.chromaAlpha, part: bounds) : nil
    let (opaque, neutral) = (image.opaque16, Float(128 * 256))
    let (x, y, scale) = (across, down, Self.unit / (length * 256))
    @inline(__always)
    func distance(_ first: UInt16, _ second: UInt16, _ rest: Float) -> UInt16 {
      let (blue, red) = (Float(first) * rest - neutral, Float(second) * rest - neutral)
      let (along, beside) = (blue * x + red * y, blue * y - red * x)
      let excess = along - Self.slope * (beside < 0 ? -beside : beside)
      let place = 2 * Self.unit - excess * scale
      let positive: Float = place > 0 ? place : 0
      let bounded: Float = positive < 65535 ? positive : 65535
      return UInt16(truncatingIfNeeded: (bounded + 0x1.8p23).bitPattern)
    }
    let others = other.samples.span
    var samples = result.samples.mutableSpan
    precondition(others.count == samples.count, "planes of unequal size")
    guard let alpha else {
      for i in samples.indices { samples[i] = distance(samples[i], others[i], 1) }
      return result
    }
    let alphas = alpha.samples.span
    precondition(alphas.count == samples.count, "planes of unequal size")
    for i in samples.indices {
      let own = Float(alphas[i])
      // Of what is transparent no colour is known: it is grey.
      samples[i] =
        alphas[i] == 0
        ? UInt16(2 * Self.unit) : distance(samples[i], others[i], opaque / (own > 1 ? own : 1))
    }
    return result
  }

  /// The picture without what is mixed with the key.
  func removed<Sample: PixelSample>(
    from image: Image, _ ramp: KeyRamp, _ pool: ImagePool?, as: Sample.Type
  ) -> Image {
    let shares = KeyShares(distances(in: image), of: image.size, ramp, spill: spill)
    let own = AlphaPlane<Sample>(image)
    var kept = own
    let (alpha, coverage) = (own.samples.span, shares.kept.samples.span)
    var target = kept.samples.mutableSpan
    Kernels.cut(alpha, coverage: coverage, into: &target)
    let isOpaque = !image.format.hasAlpha && kept.isOpaque
    if isOpaque, !shares.hasVeil { return image }
    var result = MutableImage(
      format: PixelFormat(Sample.self, hasAlpha: !isOpaque), size: image.size, pool: pool)
    unmix(Plane.luma, own, kept, shares, code: y, zero: 16, from: image, into: &result)
    let chroma = AlphaPlane<Sample>(image, ofChroma: true)
    var chromaKept = kept.halved
    for i in chromaKept.samples.indices {
      // Means may be a step apart where the picture's own was no mean.
      chromaKept.samples[i] = min(chromaKept.samples[i], chroma.samples[i])
    }
    let halves = shares.halved
    unmix(Plane.cb, chroma, chromaKept, halves, code: cb, zero: 128, from: image, into: &result)
    unmix(Plane.cr, chroma, chromaKept, halves, code: cr, zero: 128, from: image, into: &result)
    if !isOpaque {
      for (plane, alpha) in [(Plane.alpha, kept), (Plane.chromaAlpha, chromaKept)] {
        for y in 0..<alpha.height {
          result.write(alpha.samples.span.extracting(alpha.row(y)), plane: plane, row: y)
        }
      }
    }
    return result.freeze()
  }

  private func unmix<Sample: PixelSample>(
    _ plane: Int, _ own: AlphaPlane<Sample>, _ kept: AlphaPlane<Sample>, _ shares: KeyShares,
    code: Float, zero: Float, from image: Image, into result: inout MutableImage
  ) {
    for y in 0..<own.height {
      let part = own.row(y)
      var row = result.mutableRow(plane, y, as: Sample.self)
      Kernels.unmix(
        image.row(plane, y, as: Sample.self), alpha: own.samples.span.extracting(part),
        kept: kept.samples.span.extracting(part),
        coverage: shares.kept.samples.span.extracting(part),
        veil: shares.veil.samples.span.extracting(part), code: code, zero: zero, into: &row)
    }
  }
}

/// What a key does to each sample, in 1/32768.
private struct KeyShares {
  /// How much of it is kept.
  var kept: AlphaPlane<UInt16>
  /// How much of the key's light is taken out of what is kept.
  var veil: AlphaPlane<UInt16>

  private init(kept: AlphaPlane<UInt16>, veil: AlphaPlane<UInt16>) {
    self.kept = kept
    self.veil = veil
  }

  /// Those of luma samples by distances of chroma samples, each of which lies in the middle of four.
  init(_ distances: FilterPlane, of size: Size, _ ramp: KeyRamp, spill: Float) {
    var keptPlane = AlphaPlane<UInt16>(width: size.width, height: size.height)
    var veilPlane = keptPlane
    let width = distances.width
    let source = distances.samples.span
    var keptSamples = keptPlane.samples.mutableSpan
    var veilSamples = veilPlane.samples.mutableSpan
    // With one more on each side, like the outermost ones.
    var line = [Int32](repeating: 0, count: width + 2)
    @inline(__always)
    func set(
      _ x: Int, _ distance: Int32, _ kept: inout MutableSpan<UInt16>,
      _ veil: inout MutableSpan<UInt16>
    ) {
      let place = Float(distance) * (1 / (16 * KeyColor.unit)) - 1
      let share = ramp.share(place)
      let more = share - place
      let light = place < 1 && more > 0 ? more * spill : 0
      kept[x] = UInt16(truncatingIfNeeded: (share * 32768 + 0x1.8p23).bitPattern)
      veil[x] = UInt16(truncatingIfNeeded: (light * 32768 + 0x1.8p23).bitPattern)
    }
    for y in 0..<size.height {
      let near = source.extracting(distances.row(y / 2))
      let far = source.extracting(distances.row(y % 2 == 0 ? y / 2 - 1 : y / 2 + 1))
      var sums = line.mutableSpan
      var inner = sums._mutatingExtracting(1..<width + 1)
      for x in near.indices { inner[x] = 3 &* Int32(near[x]) &+ Int32(far[x]) }
      (sums[0], sums[width + 1]) = (sums[1], sums[width])
      let all = line.span
      let (left, middle, right) = (
        all.extracting(0..<width), all.extracting(1..<width + 1), all.extracting(2..<width + 2)
      )
      let part = y * size.width..<(y + 1) * size.width
      var kept = keptSamples._mutatingExtracting(part)
      var veil = veilSamples._mutatingExtracting(part)
      for x in 0..<size.width / 2 {
        set(2 &* x, 3 &* middle[x] &+ left[x], &kept, &veil)
        set(2 &* x &+ 1, 3 &* middle[x] &+ right[x], &kept, &veil)
      }
      if size.width % 2 == 1 {
        set(size.width - 1, 3 &* middle[width - 1] &+ left[width - 1], &kept, &veil)
      }
    }
    (kept, veil) = (keptPlane, veilPlane)
  }

  /// Whether light is taken out of anything.
  var hasVeil: Bool {
    let samples = veil.samples.span
    var all: UInt16 = 0
    for i in samples.indices { all |= samples[i] }
    return all != 0
  }

  /// Those of chroma samples.
  var halved: KeyShares { KeyShares(kept: kept.halved, veil: veil.halved) }
}

extension Kernels {
  /// Takes a colour out of premultiplied samples that are mixed with it:
  ///
  ///     sample − alpha · ((1 − coverage) · code + veil · (code − zero)) / maximum
  ///
  /// luma made lighter by `lightening`, rounded to nearest, ties to even, and cut to what black has of `kept`, or the
  /// sample itself where that is less, and to `kept`.
  ///
  /// - Parameters:
  ///   - kept: the alpha of the result.
  ///   - coverage: 0…32768
  ///   - veil: 0…32768
  ///   - code: of the colour, in 8 bits.
  ///   - zero: the code of what has no light, or no colour, in 8 bits.
  /// - Precondition: the rows have the same length.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  static func unmix<Sample: PixelSample>(
    _ samples: Span<Sample>, alpha: Span<Sample>, kept: Span<Sample>, coverage: Span<UInt16>,
    veil: Span<UInt16>, code: Float, zero: Float, into result: inout MutableSpan<Sample>
  ) {
    precondition(
      samples.count == result.count && alpha.count == result.count && kept.count == result.count
        && coverage.count == result.count && veil.count == result.count, "rows of unequal length")
    // Codes of the depth for each code of alpha, over 32768.
    let unit = Float(1 << (Sample.depth - 8)) / (Float(Sample.maximum) * 32768)
    let (mixed, light) = (code * unit, (code - zero) * unit)
    let black = (zero == 16 ? 16 : 0) * unit * 32768
    for i in result.indices {
      let gone = Float(32768 &- Int32(coverage[i])) * mixed + Float(veil[i]) * light
      let own = Float(samples[i])
      let upper = Float(kept[i])
      let neutral = upper * (zero * unit * 32768)
      let left = own - Float(alpha[i]) * gone - neutral
      // Colours have what is found in a wider place: what is left of the key would be seen.
      let gain = zero == 16 ? Self.lightening(veil: veil[i], of: coverage[i]) : 1
      let new = left * gain + neutral
      let lower = own < upper * black ? own : upper * black
      let raised = new > lower ? new : lower
      let bounded = raised < upper ? raised : upper
      result[i] = Sample(truncatingIfNeeded: (bounded + 0x1.8p23).bitPattern)
    }
  }

  /// By how much what is left of a sample is made lighter: not at all where the key's light is up to a quarter
  /// of what is kept, fully from three quarters on, 8 times at most.
  @inline(__always)
  private static func lightening(veil: UInt16, of coverage: UInt16) -> Float {
    let (light, kept) = (Float(veil), Float(coverage))
    let excess = 2 * light - 0.5 * kept
    if excess <= 0 { return 1 }
    let share = excess < kept ? excess / kept : 1
    let rest = kept - light
    let all: Float = rest * 8 > kept ? kept / rest : 8
    return 1 + share * (all - 1)
  }
}
