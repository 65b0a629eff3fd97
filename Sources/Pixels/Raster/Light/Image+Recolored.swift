public import BaseValues

extension Image {
  /// The picture in the codes of another movie, at the same depth.
  ///
  /// Chroma is found at each luma sample by straight lines from where it is sited, and halved as in
  /// `Kernels.halveLeft`. Colours that can be seen through are converted as they are without alpha.
  /// - Parameter transform: from the codes that the picture has.
  /// - Precondition: the picture is no mask.
  public func recolored(by transform: LightTransform, pool: ImagePool? = nil) -> Image {
    precondition(!format.isCoverage, "a mask has no colours")
    return format.depth == UInt8.depth
      ? recolored(transform, pool, as: UInt8.self) : recolored(transform, pool, as: UInt16.self)
  }

  /// The same picture, whose samples are codes of a movie of some colour.
  public func with(_ color: PictureColor) -> Image { color == self.color ? self : copy(color) }

  /// The picture as one of standard dynamic range, for people to look at: as a source of its colour is shown in a
  /// movie of BT.709.
  ///
  /// HDR is toned down from 1000 cd/m², whatever is in the picture, so that all of a movie's pictures are comparable.
  public func asStandard(pool: ImagePool? = nil) -> Image {
    color == .sdr ? self : recolored(by: LightTransform(color.lightSource()), pool: pool)
  }

  private func recolored<Sample: PixelSample>(
    _ transform: LightTransform, _ pool: ImagePool?, as sample: Sample.Type
  ) -> Image {
    var result = MutableImage(format: format, size: size, pool: pool)
    var rows = RecoloredRows<Sample>(self, transform)
    for y in Swift.stride(from: 0, to: size.height, by: 2) { rows.convert(self, y, into: &result) }
    return result.freeze().with(transform.target)
  }
}

/// Two rows of luma and the one of chroma that belongs to them.
private struct RecoloredRows<Sample: PixelSample> {
  private let transform: LightTransform
  private let decoder: ComponentDecoder
  private let factors: CodeFactors
  private var block = LightBlock()
  private var luma: [UInt16]
  private var cb: [UInt16]
  private var cr: [UInt16]
  private var red: [UInt16]
  private var green: [UInt16]
  private var blue: [UInt16]
  private var alpha: [[Sample]]
  /// Of two rows, in 16 bits.
  private var blueDifferences: [[UInt16]]
  private var redDifferences: [[UInt16]]

  private static var shift: UInt16 { UInt16(16 - Sample.depth) }

  init(_ image: Image, _ transform: LightTransform) {
    self.transform = transform
    decoder = ComponentDecoder(image.color.matrix, isFullRange: false, bitDepth: Sample.depth)
    factors = transform.target.codeFactors
    luma = Array(repeating: 0, count: image.size.width)
    (cb, cr, red, green, blue) = (luma, luma, luma, luma, luma)
    blueDifferences = [luma, luma]
    redDifferences = blueDifferences
    alpha = [[Sample]](
      repeating: Array(repeating: Sample(code: Sample.maximum), count: luma.count), count: 2)
  }

  mutating func convert(_ image: Image, _ y: Int, into result: inout MutableImage) {
    let hasAlpha = image.format.hasAlpha
    let count = luma.count
    for line in 0..<2 {
      let y = min(y + line, image.size.height - 1)
      if hasAlpha {
        alpha[line] = Self.samples(image, Plane.alpha, y)
      }
      read(image, y, alpha[line])
      decode()
      var samples = [Sample](repeating: 0, count: count)
      for x in 0..<count {
        let sums = Kernels.codes(red: red[x], green: green[x], blue: blue[x], by: factors)
        blueDifferences[line][x] = UInt16(truncatingIfNeeded: (sums.cb &+ 1 &<< 15) &>> 16)
        redDifferences[line][x] = UInt16(truncatingIfNeeded: (sums.cr &+ 1 &<< 15) &>> 16)
        let code = Self.narrow(Int((sums.y &+ 1 &<< 7) &>> 8), unit: 1 << 16)
        samples[x] = hasAlpha ? Sample(code: Sample.product(code.code, alpha[line][x].code)) : code
      }
      result.write(samples.span, plane: Plane.luma, row: y)
      if hasAlpha {
        let row = alpha[line]
        result.write(row.span, plane: Plane.alpha, row: y)
      }
    }
    halve(image, y / 2, hasAlpha, into: &result)
  }

  /// A code in parts of 2^16 of one of 8 bits, in the depth, rounded to nearest.
  private static func narrow(_ code: Int, unit: Int) -> Sample {
    let parts = unit >> (Sample.depth - 8)
    return Sample(code: UInt32(min((code + parts / 2) / parts, Int(Sample.maximum))))
  }

  /// Reads a row in codes of 16 bits, without alpha.
  private mutating func read(_ image: Image, _ y: Int, _ alpha: [Sample]) {
    let stored = Self.samples(image, Plane.luma, y)
    for x in luma.indices { luma[x] = Self.straight(stored[x], alpha[x], black: 16) }
    let chroma = y / 2
    let last = image.height(of: Plane.cb) - 1
    let other = min(max(y % 2 == 0 ? chroma - 1 : chroma + 1, 0), last)
    Self.spread(image, Plane.cb, chroma, other, into: &cb)
    Self.spread(image, Plane.cr, chroma, other, into: &cr)
  }

  private static func straight(_ code: Sample, _ alpha: Sample, black: UInt16) -> UInt16 {
    let full = Int(Sample.maximum)
    if Int(alpha.code) == full { return UInt16(truncatingIfNeeded: code.code) &<< shift }
    if alpha == 0 { return black &<< 8 }
    return UInt16(min((Int(code.code) << Int(shift)) * full / Int(alpha.code), 65535))
  }

  /// A row of chroma at luma's size, from the row that it belongs to and the next nearest one.
  private static func spread(
    _ image: Image, _ plane: Int, _ near: Int, _ far: Int, into row: inout [UInt16]
  ) {
    func codes(_ y: Int) -> [Int] {
      let stored = samples(image, plane, y)
      let opaque = Sample(code: Sample.maximum)
      guard image.format.hasAlpha else {
        return stored.map { Int(straight($0, opaque, black: 128)) }
      }
      return zip(stored, samples(image, Plane.chromaAlpha, y)).map {
        Int(straight($0, $1, black: 128))
      }
    }
    let mixed = zip(codes(near), codes(far)).map { 3 * $0 + $1 }
    for x in row.indices {
      let (left, right) = (mixed[x / 2], mixed[min(x / 2 + x % 2, mixed.count - 1)])
      row[x] = UInt16((left + right + 4) / 8)
    }
  }

  /// Converts the row that was read to R′G′B′ of the other colour.
  private mutating func decode() {
    func lend(
      _ luma: [UInt16], _ cb: [UInt16], _ cr: [UInt16], _ red: inout [UInt16],
      _ green: inout [UInt16], _ blue: inout [UInt16], _ block: inout LightBlock,
      _ decoder: ComponentDecoder, _ transform: LightTransform
    ) {
      var red = red.mutableSpan
      var green = green.mutableSpan
      var blue = blue.mutableSpan
      unsafe decoder.read(
        luma.span.bytes, cb.span.bytes, cr.span.bytes, red: &red, green: &green, blue: &blue)
      transform.apply(red: &red, green: &green, blue: &blue, through: &block)
    }
    lend(luma, cb, cr, &red, &green, &blue, &block, decoder, transform)
  }

  /// Writes the rows' chroma: the mean of what pixels show, each as much as it is seen.
  private func halve(
    _ image: Image, _ y: Int, _ hasAlpha: Bool, into result: inout MutableImage
  ) {
    let last = luma.count - 1
    let chromaAlpha = hasAlpha ? Self.samples(image, Plane.chromaAlpha, y) : nil
    var samples = [[Sample]](
      repeating: Array(repeating: 0, count: image.width(of: Plane.cb)), count: 2)
    for i in samples[0].indices {
      var (weight, blue, red) = (0, 0, 0)
      for line in 0..<2 {
        for (x, share) in [(max(2 * i - 1, 0), 1), (2 * i, 2), (min(2 * i + 1, last), 1)] {
          let seen = hasAlpha ? share * Int(alpha[line][x].code) : share
          weight += seen
          blue += seen * Int(blueDifferences[line][x])
          red += seen * Int(redDifferences[line][x])
        }
      }
      let whole = weight > 0 ? weight : 1
      let neutral = weight > 0 ? 0 : 1 << 15
      for (plane, sum) in [blue, red].enumerated() {
        let code = Self.narrow(((sum + whole / 2) / whole + neutral) << 8, unit: 1 << 16)
        samples[plane][i] =
          chromaAlpha.map { Sample(code: Sample.product(code.code, $0[i].code)) } ?? code
      }
    }
    let (cbRow, crRow) = (samples[0], samples[1])
    result.write(cbRow.span, plane: Plane.cb, row: y)
    result.write(crRow.span, plane: Plane.cr, row: y)
    if let chromaAlpha { result.write(chromaAlpha.span, plane: Plane.chromaAlpha, row: y) }
  }

  private static func samples(_ image: Image, _ plane: Int, _ y: Int) -> [Sample] {
    let sample = Sample.self
    let row = image.row(plane, y, as: sample)
    var samples: [Sample] = []
    samples.reserveCapacity(row.count)
    for x in row.indices { samples.append(row[x]) }
    return samples
  }
}
