import BaseValues

extension ImageFilter {
  /// Squares of one colour, the mean of theirs. The first begins at the region's top left corner.
  ///
  /// - Parameter size: a side in shares of the picture's height.
  public static func pixelated(size: Double, in region: PictureRegion = .all) -> ImageFilter {
    if size <= 0 { return .none }
    return ImageFilter(in: region) { _ in
      0
    } planes: { samples, context in
      // Even, so that chroma's squares are luma's.
      let side = max(2, 2 * Int((size * Double(context.basis.height) / 2).rounded()))
      let inner = region.rect(in: context.size, basis: context.basis)
        .divided(by: context.step, within: context.limits)
      samples.pixelate(
        side: side / context.step,
        Rect(
          x: inner.x - context.frame.x, y: inner.y - context.frame.y, width: inner.width,
          height: inner.height))
    }
  }

  /// Unsharp masking: what a Gaussian blur takes away is added to luma, `amount` times.
  ///
  /// - Parameter deviation: the blur's, in shares of the picture's height.
  public static func sharpened(
    deviation: Double, amount: Double, in region: PictureRegion = .all
  ) -> ImageFilter {
    if deviation <= 0 || amount == 0 { return .none }
    let amount = Float(amount)
    return ImageFilter(in: region) {
      Int((3.2 * deviation * Double($0.height)).rounded(.up)) + 3
    } planes: { samples, context in
      guard context.isLuma else { return }
      var soft = samples
      let size = deviation * Double(context.basis.height)
      soft.blur(deviation: size, size)
      if let alpha = context.alpha {
        // What is transparent is no black: means are those of what is there.
        var softAlpha = alpha
        softAlpha.blur(deviation: size, size)
        soft.scale(by: alpha, over: softAlpha)
      }
      samples.map(context, with: soft) { sample, soft, _, _, _ in
        sample + amount * (sample - soft)
      }
    }
  }

  /// Noise on luma, another in each frame: the sum of four even ones, whose shape is nearly Gaussian.
  ///
  /// - Parameters:
  ///   - amount: the standard deviation, from black to white being 1.
  ///   - frame: decides with a sample's place.
  public static func grain(amount: Double, frame: Int) -> ImageFilter {
    if amount <= 0 { return .none }
    // Four bytes have a variance of 4 · (256² − 1) / 12.
    let gain = Float(amount * 219 * 256 / (65535.0 / 3).squareRoot())
    let seed = UInt32(truncatingIfNeeded: frame) &* 0xC2B2_AE3D
    return ImageFilter(in: .all) { _ in
      0
    } planes: { samples, context in
      guard context.isLuma else { return }
      samples.map(context, with: samples) { sample, _, alpha, x, y in
        let row = UInt32(truncatingIfNeeded: y) &* 0x85EB_CA77 &+ seed
        var hash = UInt32(truncatingIfNeeded: x) &* 0x9E37_79B1 ^ row
        hash = (hash ^ hash &>> 16) &* 0x7FEB_352D
        hash = (hash ^ hash &>> 15) &* 0x846C_A68B
        hash ^= hash &>> 16
        let sum = hash & 0xFF &+ hash &>> 8 & 0xFF &+ hash &>> 16 & 0xFF &+ hash &>> 24
        return sample + Float(Int32(truncatingIfNeeded: sum) &- 510) * gain * alpha
      }
    }
  }

  /// A picture that gets darker towards its corners.
  ///
  /// - Parameters:
  ///   - amount: how much darker, 1 being black.
  ///   - radius: where it begins; the middle of the longer sides' distance to the centre is 1 on both axes.
  ///   - softness: how far it takes.
  public static func vignette(amount: Double, radius: Double, softness: Double) -> ImageFilter {
    if amount == 0 { return .none }
    let (amount, radius) = (Float(amount), Float(radius))
    let slope = 1 / Float(max(softness, 0.001))
    return ImageFilter(in: .all, isDithered: true) { _ in
      0
    } planes: { samples, context in
      if context.isAlpha { return }
      let (size, basis) = (context.size, context.basis)
      let across = 2 * Float(context.step) / Float(basis.width)
      let down = 2 * Float(context.step) / Float(basis.height)
      // Room around the picture is the same on both sides.
      let left = Float(size.width) / Float(basis.width)
      let top = Float(size.height) / Float(basis.height)
      let base = context.base
      samples.map(context, with: samples) { sample, _, alpha, x, y in
        let dx = (Float(x) + 0.5) * across - left
        let dy = (Float(y) + 0.5) * down - top
        let place = (((dx * dx + dy * dy).squareRoot() - radius) * slope).clipped
        let gain = 1 - amount * (place * place * (3 - 2 * place))
        let black = base * alpha
        return black + (sample - black) * gain
      }
    }
  }
}

extension FilterPlane {
  /// Each sample times one of another plane over one of a third, rounded down; 0 where that is 0.
  fileprivate mutating func scale(by factors: FilterPlane, over divisors: FilterPlane) {
    let (factors, divisors) = (factors.samples.span, divisors.samples.span)
    var samples = samples.mutableSpan
    precondition(
      factors.count == samples.count && divisors.count == samples.count, "planes of unequal size")
    for index in samples.indices {
      let divisor = UInt64(divisors[index])
      let product = UInt64(samples[index]) * UInt64(factors[index])
      samples[index] = divisor == 0 ? 0 : UInt16(min(product / divisor, 0xFFFF))
    }
  }

  /// Replaces samples by the means of squares that lie side by side in a part; rounded to nearest, ties up.
  mutating func pixelate(side: Int, _ part: Rect) {
    let width = width
    var samples = samples.mutableSpan
    var sums = [UInt32](repeating: 0, count: part.width)
    var sum = sums.mutableSpan
    for top in stride(from: part.y, to: part.y + part.height, by: side) {
      let rows = top..<min(top + side, part.y + part.height)
      for x in sum.indices { sum[x] = 0 }
      for y in rows {
        let row = samples.span.extracting(y * width + part.x..<y * width + part.x + part.width)
        for x in row.indices { sum[x] &+= UInt32(row[x]) }
      }
      for left in stride(from: 0, to: part.width, by: side) {
        let columns = left..<min(left + side, part.width)
        var total = 0
        for x in columns { total &+= Int(sum[x]) }
        let count = rows.count * columns.count
        let mean = UInt32((total + count / 2) / count)
        for x in columns { sum[x] = mean }
      }
      for y in rows {
        var row = samples._mutatingExtracting(
          y * width + part.x..<y * width + part.x + part.width)
        for x in row.indices { row[x] = UInt16(truncatingIfNeeded: sum[x]) }
      }
    }
  }

  /// Replaces each sample by what is made of it, of that of another plane, of the alpha there (0…1) and of
  /// its place in the picture's plane; rounded to nearest, ties to even, and cut to 0…alpha.
  @inline(__always)
  mutating func map(
    _ context: PlaneContext, with other: FilterPlane,
    _ change: (_ sample: Float, _ other: Float, _ alpha: Float, _ x: Int, _ y: Int) -> Float
  ) {
    let (width, height) = (width, height)
    let others = other.samples.span
    let opaque = [UInt16](repeating: 0xFFFF, count: width)
    let alphas = context.alpha?.samples ?? PlaneSamples(repeating: 0, count: 0, pool: nil)
    let isOpaque = context.alpha == nil
    var samples = samples.mutableSpan
    for y in 0..<height {
      let others = others.extracting(y * width..<(y + 1) * width)
      let alpha =
        isOpaque ? opaque.span : alphas.span.extracting(y * width..<(y + 1) * width)
      var row = samples._mutatingExtracting(y * width..<(y + 1) * width)
      precondition(alpha.count == row.count && others.count == row.count)
      // Opaque is a little less than 65535 in 8 and 10 bits.
      let unit: Float = isOpaque ? 1 / 65535 : context.alphaUnit
      for x in row.indices {
        let limit = Float(alpha[x])
        let share = limit * unit
        let new = change(
          Float(row[x]), Float(others[x]), share, context.frame.x &+ x, context.frame.y &+ y)
        let positive: Float = new > 0 ? new : 0
        row[x] = UInt16(
          truncatingIfNeeded: ((positive < limit ? positive : limit) + 0x1.8p23).bitPattern)
      }
    }
  }
}
