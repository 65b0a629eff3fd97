extension Reference {
  /// Twin of `ProjectiveSampler` for one sample, given the covered share.
  ///
  /// - Parameters:
  ///   - x: centre of the output sample in half luma samples, as for `y`.
  ///   - alpha: covered share, 0…255 in 8 bits, 0…1023 in 10.
  ///   - exponent: a sample of the plane spans 2^exponent luma samples of the full-size layer;
  ///     the level, and one more for a chroma plane.
  package static func project<Sample: PixelSample>(
    _ homography: Homography, x: Int, y: Int, alpha: Sample, plane: Int, of image: Image,
    exponent: Int
  ) -> Sample {
    guard alpha > 0 else { return 0 }
    let (x, y) = (Int128(x), Int128(y))
    let denominator =
      Int128(homography.g) * x + Int128(homography.h) * y + Int128(homography.i)
    let u = Int128(homography.a) * x + Int128(homography.b) * y + Int128(homography.c)
    let v = Int128(homography.d) * x + Int128(homography.e) * y + Int128(homography.f)

    // Half luma samples in 1/65536, rounded down; then samples of the plane in 1/256 from the
    // centre of its first sample, rounded to nearest.
    func place(_ numerator: Int128, count: Int) -> (index: Int, share: Int) {
      let position = floor(numerator * 65536, denominator)
      let one: Int128 = 131_072 << Int128(exponent)
      let fine = floor((position - one / 2) * 256 + one / 2, one)
      let cut = min(max(Int(fine), 0), (count - 1) * 256)
      return (cut / 256, cut % 256)
    }
    let across = place(u, count: image.width(of: plane))
    let down = place(v, count: image.height(of: plane))

    var sum = 0
    for (dy, yShare) in [(0, 256 - down.share), (1, down.share)] {
      for (dx, xShare) in [(0, 256 - across.share), (1, across.share)] {
        let row = image.row(
          plane, min(down.index + dy, image.height(of: plane) - 1), as: Sample.self)
        sum += Int(row[min(across.index + dx, row.count - 1)]) * xShare * yShare
      }
    }
    return Sample(rounded(rounded(sum, over: 65536) * Int(alpha), over: full(Sample.self)))
  }

  private static func floor(_ numerator: Int128, _ denominator: Int128) -> Int128 {
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
