import PixelGeometry
import Raster
import Testing
import SeededNumbers

/// All planes of a layer drawn over the whole output, with transparent samples around it.
private func draw<Sample: PixelSample>(
  _ image: Image, _ sampler: ProjectiveSampler, level: Int = 0, limitedToTouched: Bool = false,
  as sample: Sample.Type = UInt8.self
) -> [[[Sample]]] {
  let output = sampler.output
  var planes = (0..<5).map { plane in
    let size = PixelFormat.yuva420p8.size(ofPlane: plane, in: output)
    return [[Sample]](repeating: [Sample](repeating: 0, count: size.width), count: size.height)
  }
  for y in 0..<output.height {
    let columns = limitedToTouched ? sampler.columns(ofRow: y) : 0..<output.width
    var luma = GuardedRow(count: columns.count, of: sample)
    var alpha = GuardedRow(count: columns.count, of: sample)
    luma.write { lumaSpan in
      alpha.write { alphaSpan in
        sampler.writeLuma(
          of: image, level: level, row: y, columns: columns, samples: &lumaSpan, alpha: &alphaSpan)
      }
    }
    if !luma.isGuardIntact || !alpha.isGuardIntact { Issue.record("wrote outside row \(y)") }
    planes[Plane.luma][y].replaceSubrange(columns, with: luma.samples)
    planes[Plane.alpha][y].replaceSubrange(columns, with: alpha.samples)
  }
  for y in 0..<output.chroma.height {
    let columns = limitedToTouched ? sampler.chromaColumns(ofRow: y) : 0..<output.chroma.width
    var cb = GuardedRow(count: columns.count, of: sample)
    var cr = GuardedRow(count: columns.count, of: sample)
    var alpha = GuardedRow(count: columns.count, of: sample)
    cb.write { cbSpan in
      cr.write { crSpan in
        alpha.write { alphaSpan in
          sampler.writeChroma(
            of: image, level: level, row: y, columns: columns, cb: &cbSpan, cr: &crSpan,
            alpha: &alphaSpan)
        }
      }
    }
    if !cb.isGuardIntact || !cr.isGuardIntact { Issue.record("wrote outside chroma row \(y)") }
    planes[Plane.cb][y].replaceSubrange(columns, with: cb.samples)
    planes[Plane.cr][y].replaceSubrange(columns, with: cr.samples)
    planes[Plane.chromaAlpha][y].replaceSubrange(columns, with: alpha.samples)
  }
  return planes
}

private func makeSampler(
  _ homography: Homography, _ image: Image, output: Size? = nil, visible: Rect? = nil
) -> ProjectiveSampler {
  ProjectiveSampler(
    homography: homography, layer: image.size, visible: visible, output: output ?? image.size)!
}

@Suite struct ProjectiveSamplerTests {
  @Test(
    "a layer in its place comes out exactly, odd sizes included",
    arguments: [(1, 1), (2, 2), (3, 5), (8, 7), (33, 18)])
  func identity(width: Int, height: Int) {
    identity(width, height, UInt8.self)
    identity(width, height, UInt16.self)
  }

  private func identity<Sample: PixelSample>(_ width: Int, _ height: Int, _ sample: Sample.Type) {
    for hasAlpha in [false, true] {
      let format = PixelFormat(sample, hasAlpha: hasAlpha)
      let image = Image.noise(format, width: width, height: height, seed: 21)
      // The same mapping with other common factors.
      for scale: Int64 in [1, 3, 1 << 20, 123_456_789] {
        let mapping = Homography(a: scale, b: 0, c: 0, d: 0, e: scale, f: 0, g: 0, h: 0, i: scale)
        let drawn = draw(image, makeSampler(mapping, image), as: sample)
        if drawn.prefix(image.planeCount) != image.planes(as: sample)[...] {
          Issue.record("\(format) \(width)x\(height) scaled by \(scale)")
        }
        if !format.hasAlpha {
          #expect(drawn[3].joined().allSatisfy { $0 == Sample.maximum })
          #expect(drawn[4].joined().allSatisfy { $0 == Sample.maximum })
        }
      }
    }
  }

  @Test("a layer moved by whole samples comes out exactly, chroma too where they are even")
  func wholeOffsets() {
    let image = Image.noise(.yuv420p8, width: 8, height: 6, seed: 22)
    let output = Size(width: 12, height: 11)
    for x in -5...7 {
      for y in -4...8 {
        let drawn = draw(image, makeSampler(.offset(x: x, y: y), image, output: output))
        for outputY in 0..<output.height {
          for outputX in 0..<output.width {
            let isInside = image.size.bounds.contains(x: outputX - x, y: outputY - y)
            let expected = isInside ? image.row(0, outputY - y)[outputX - x] : 0
            #expect(drawn[Plane.luma][outputY][outputX] == expected)
            #expect(drawn[Plane.alpha][outputY][outputX] == (isInside ? 255 : 0))
          }
        }
        guard x % 2 == 0 && y % 2 == 0 else { continue }
        for chromaY in 0..<output.chroma.height {
          for chromaX in 0..<output.chroma.width {
            let (sourceX, sourceY) = (chromaX - x / 2, chromaY - y / 2)
            let isInside = image.size.chroma.bounds.contains(x: sourceX, y: sourceY)
            #expect(drawn[1][chromaY][chromaX] == (isInside ? image.row(1, sourceY)[sourceX] : 0))
            #expect(drawn[4][chromaY][chromaX] == (isInside ? 255 : 0))
          }
        }
      }
    }
  }

  @Test("edges between samples are covered by their share, at any magnification")
  func shares() {
    let image = SolidColor(red: 255, green: 255, blue: 255).image(
      size: Size(width: 3, height: 2))
    // Three columns shown over 4.5, two rows over 20, from output column 1 on.
    let one: Int64 = 1 << 30
    let mapping = Homography(
      a: one / 3 * 2, b: 0, c: -one / 3 * 4, d: 0, e: one / 10, f: 0, g: 0, h: 0, i: one / 3 * 3)
    let drawn = draw(
      image, makeSampler(mapping, image, output: Size(width: 8, height: 12)))
    #expect(drawn[Plane.alpha][5] == [0, 255, 255, 255, 255, 128, 0, 0])
    #expect(drawn[Plane.luma][5] == [0, 235, 235, 235, 235, 118, 0, 0])
    // Chroma columns of two: a half, all, three quarters minus a half, nothing.
    #expect(drawn[Plane.chromaAlpha][3] == [128, 255, 191, 0])
  }

  @Test("a layer thinner than a sample is as faint as it is thin")
  func thin() {
    let image = SolidColor(red: 255, green: 255, blue: 255).image(
      size: Size(width: 4, height: 1))
    // The row is 1/4 sample high, in the middle of output row 1.
    let mapping = Homography(
      a: 1 << 20, b: 0, c: 0, d: 0, e: 4 << 20, f: -11 << 20, g: 0, h: 0, i: 1 << 20)
    let drawn = draw(image, makeSampler(mapping, image, output: Size(width: 4, height: 3)))
    #expect(drawn[Plane.alpha] == [[0, 0, 0, 0], [64, 64, 64, 64], [0, 0, 0, 0]])
  }

  @Test("random mappings agree with the reference and with coverage in floating point")
  func randomMappings() {
    randomMappings(UInt8.self)
    randomMappings(UInt16.self)
  }

  private func randomMappings<Sample: PixelSample>(_ sample: Sample.Type) {
    var covered = 0
    for seed: UInt64 in 0..<120 {
      var generator = SeededGenerator(seed: seed)
      let format = PixelFormat(sample, hasAlpha: seed % 2 == 0)
      let layer = Size(width: Int.random(in: 1...24, using: &generator), height: 13)
      let image = Image.noise(format, width: layer.width, height: layer.height, seed: seed)
      let output = Size(width: 17, height: Int.random(in: 8...14, using: &generator))
      let one: Int64 = 1 << 28
      func near(_ value: Int64, _ spread: Int64) -> Int64 {
        value + Int64.random(in: -spread...spread, using: &generator)
      }
      let mapping = Homography(
        a: near(one, one / 2), b: near(0, one), c: near(0, 12 * one),
        d: near(0, one), e: near(one, one / 2), f: near(0, 12 * one),
        g: seed % 3 == 0 ? 0 : near(0, one / 30), h: seed % 3 == 0 ? 0 : near(0, one / 30), i: one)
      let sampler = makeSampler(mapping, image, output: output)
      let drawn = draw(image, sampler, as: sample)
      let isComplete = draw(image, sampler, limitedToTouched: true, as: sample) == drawn
      #expect(isComplete, "seed \(seed)")
      covered += check(drawn, image, mapping, output, seed)
    }
    #expect(covered > 4000)
  }

  /// Compares each sample; returns how many were not transparent.
  private func check<Sample: PixelSample>(
    _ drawn: [[[Sample]]], _ image: Image, _ mapping: Homography, _ output: Size,
    _ seed: UInt64
  ) -> Int {
    var covered = 0
    let full = Double(Sample.maximum)
    // Coverage is exact to 2^-14 or so.
    let tolerance = full / 25500
    for plane in 0..<5 {
      let isChroma = image.format.isChroma(plane: plane)
      let alphaPlane = isChroma ? Plane.chromaAlpha : Plane.alpha
      for (row, samples) in drawn[plane].enumerated() {
        for (column, sample) in samples.enumerated() {
          let isHalfWidth = isChroma && 2 * column + 1 == output.width
          let isHalfHeight = isChroma && 2 * row + 1 == output.height
          let x = isChroma ? 4 * column + 2 : 2 * column + 1
          let y = isChroma ? 4 * row + 2 : 2 * row + 1
          let share = Self.coverage(
            mapping, image.size, x: Double(x - (isHalfWidth ? 1 : 0)),
            y: Double(y - (isHalfHeight ? 1 : 0)),
            width: isChroma && !isHalfWidth ? 2 : 1, height: isChroma && !isHalfHeight ? 2 : 1)
          if !image.format.hasAlpha && plane == alphaPlane {
            if abs(Double(sample) - share * full) > 0.5 + tolerance {
              Issue.record("alpha \(sample) for \(share) at \(column), \(row), seed \(seed)")
            }
            continue
          }
          if !image.format.hasAlpha && plane > 2 { continue }
          // Where rounding could go either way, either is right.
          let candidates = [share * full - tolerance, share * full + tolerance].map {
            Sample(min(max($0.rounded(), 0), full))
          }
          let expected = candidates.map {
            Reference.project(
              mapping, x: x, y: y, alpha: $0, plane: plane, of: image, exponent: isChroma ? 1 : 0)
          }
          if !expected.contains(sample) {
            Issue.record("plane \(plane) at \(column), \(row), seed \(seed)")
          }
          covered += sample > 0 ? 1 : 0
        }
      }
    }
    return covered
  }

  /// The documented coverage, in floating point.
  private static func coverage(
    _ m: Homography, _ layer: Size, x: Double, y: Double, width: Double, height: Double
  ) -> Double {
    func share(_ a: Double, _ b: Double, _ c: Double, _ size: Double) -> Double {
      let distance = (a * x + b * y + c) / (a * a + b * b).squareRoot() / 2
      return min(max(distance / size + 0.5, 0), 1)
    }
    let (a, b, c) = (Double(m.a), Double(m.b), Double(m.c))
    let (d, e, f) = (Double(m.d), Double(m.e), Double(m.f))
    let (g, h, i) = (Double(m.g), Double(m.h), Double(m.i))
    let (w, v) = (Double(2 * layer.width), Double(2 * layer.height))
    guard g * x + h * y + i > 0 else { return 0 }
    let across = share(a, b, c, width) + share(w * g - a, w * h - b, w * i - c, width) - 1
    let down = share(d, e, f, height) + share(v * g - d, v * h - e, v * i - f, height) - 1
    return max(across, 0) * max(down, 0)
  }

  @Test("what is behind the eye is transparent")
  func behindTheEye() {
    let image = SolidColor(red: 255, green: 255, blue: 255).image(
      size: Size(width: 16, height: 16))
    var mapping = Homography.identity
    mapping.i = -mapping.i
    #expect(makeSampler(mapping, image).bounds.isEmpty)
    #expect(draw(image, makeSampler(mapping, image))[Plane.alpha].joined().allSatisfy { $0 == 0 })
  }

  @Test("only the visible part of a layer is drawn")
  func visiblePart() {
    let image = Image.noise(.yuv420p8, width: 8, height: 8, seed: 3)
    let visible = Rect(x: 2, y: 1, width: 4, height: 3)
    let sampler = makeSampler(.identity, image, visible: visible)
    #expect(sampler.bounds == visible)
    let drawn = draw(image, sampler)
    for y in 0..<8 {
      for x in 0..<8 {
        let isVisible = visible.contains(x: x, y: y)
        #expect(drawn[Plane.luma][y][x] == (isVisible ? image.row(0, y)[x] : 0))
      }
    }
    let outside = Rect(x: 20, y: 0, width: 4, height: 4)
    #expect(makeSampler(.identity, image, visible: outside).bounds.isEmpty)
  }

  @Test("a halved layer at half the scale comes out as the halved picture")
  func halvedLayer() {
    let image = Image.noise(.yuva420p8, width: 32, height: 16, seed: 5)
    let output = Size(width: 16, height: 8)
    let one: Int64 = 1 << 30
    let mapping = Homography(a: one, b: 0, c: 0, d: 0, e: one, f: 0, g: 0, h: 0, i: one / 2)
    let sampler = makeSampler(mapping, image, output: output)
    #expect(sampler.level(limit: 10) == 1)
    let isExact = draw(image.halved(), sampler, level: 1) == image.halved().planes()
    #expect(isExact)
  }

  @Test(
    "the number of halvings follows the scale",
    arguments: [(1, 1, 0), (4, 3, 0), (3, 2, 1), (2, 1, 1), (29, 10, 1), (3, 1, 2), (8, 1, 3)])
  func levels(numerator: Int64, denominator: Int64, level: Int) {
    let one: Int64 = 1 << 20
    let mapping = Homography(
      a: one * numerator, b: 0, c: 0, d: 0, e: one * numerator, f: 0, g: 0, h: 0,
      i: one * denominator)
    let sampler = ProjectiveSampler(
      homography: mapping, layer: Size(width: 640, height: 360),
      output: Size(width: 640, height: 360))
    #expect(sampler?.level(limit: 10) == level)
    #expect(sampler?.level(limit: 1) == min(level, 1))
  }

  @Test("numbers beyond the limits are refused, extreme ones within them do not trap")
  func extremes() {
    let size = Size(width: 16384, height: 4)
    let image = SolidColor(red: 9, green: 200, blue: 30).image(size: size)
    var refused = Homography.identity
    refused.g = (1 << 30) + 1
    #expect(ProjectiveSampler(homography: refused, layer: size, output: size) == nil)
    refused = .identity
    refused.c = .min
    #expect(ProjectiveSampler(homography: refused, layer: size, output: size) == nil)
    #expect(
      ProjectiveSampler(
        homography: .identity, layer: Size(width: 16385, height: 1), output: size) == nil)

    let slopes: [Int64] = [-(1 << 30), -1, 0, 1, 1 << 30]
    let constants: [Int64] = [-(1 << 45), 0, 1, 1 << 45]
    for seed: UInt64 in 0..<300 {
      var generator = SeededGenerator(seed: seed)
      func slope() -> Int64 { slopes.randomElement(using: &generator)! }
      func constant() -> Int64 { constants.randomElement(using: &generator)! }
      let mapping = Homography(
        a: slope(), b: slope(), c: constant(), d: slope(), e: slope(), f: constant(), g: slope(),
        h: slope(), i: constant())
      let output = Size(width: 16384, height: 3)
      let sampler = ProjectiveSampler(homography: mapping, layer: size, output: output)!
      #expect(sampler.level(limit: 12) >= 0)
      for y in 0..<3 {
        let columns = sampler.columns(ofRow: y)
        #expect(columns.lowerBound >= 0 && columns.upperBound <= 16384, "seed \(seed)")
        let ends = columns.prefix(3).lowerBound..<columns.prefix(3).upperBound
        var samples = [UInt8](repeating: 0, count: ends.count)
        var alpha = samples
        var samplesSpan = samples.mutableSpan
        var alphaSpan = alpha.mutableSpan
        sampler.writeLuma(
          of: image, row: y, columns: ends, samples: &samplesSpan, alpha: &alphaSpan)
        let chroma = sampler.chromaColumns(ofRow: y / 2)
        #expect(chroma.lowerBound >= 0 && chroma.upperBound <= 8192, "seed \(seed)")
      }
    }
  }
}
