import Foundation
import BaseValues
import SeededNumbers
import Testing

import RasterReference
@testable import Raster

/// A layer drawn where it touches the output, 0 elsewhere, without its coverage.
private func draw<Sample: PixelSample>(
  _ image: Image, _ sampler: ProjectiveSampler, as sample: Sample.Type = UInt8.self
) -> [[[Sample]]] {
  let output = sampler.output
  let images = sampler.levels.map { image.resized(to: $0.size, part: $0.part) }
  var scratch = TurningScratch()
  var planes = (0..<5).map { plane in
    let size = PixelFormat.yuva420p8.size(ofPlane: plane, in: output)
    return [[Sample]](repeating: [Sample](repeating: 0, count: size.width), count: size.height)
  }
  for y in 0..<output.height {
    let columns = sampler.columns(ofRow: y)
    var luma = GuardedRow(count: columns.count, of: sample)
    var alpha = GuardedRow(count: columns.count, of: sample)
    luma.write { lumaSpan in
      alpha.write { alphaSpan in
        sampler.writeLuma(
          of: images, row: y, columns: columns, scratch: &scratch, samples: &lumaSpan,
          alpha: &alphaSpan)
      }
    }
    if !luma.isGuardIntact || !alpha.isGuardIntact { Issue.record("wrote outside row \(y)") }
    planes[Plane.luma][y].replaceSubrange(columns, with: luma.samples)
    planes[Plane.alpha][y].replaceSubrange(columns, with: alpha.samples)
  }
  for y in 0..<output.chroma.height {
    let columns = sampler.chromaColumns(ofRow: y)
    var cb = GuardedRow(count: columns.count, of: sample)
    var cr = GuardedRow(count: columns.count, of: sample)
    var alpha = GuardedRow(count: columns.count, of: sample)
    cb.write { cbSpan in
      cr.write { crSpan in
        alpha.write { alphaSpan in
          sampler.writeChroma(
            of: images, row: y, columns: columns, scratch: &scratch, cb: &cbSpan, cr: &crSpan,
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

/// The covered shares of luma or chroma, 0…32768.
private func coveredShares(_ sampler: ProjectiveSampler, chroma: Bool = false) -> [[Int]] {
  let size = chroma ? sampler.output.chroma : sampler.output
  return (0..<size.height).map { y in
    var row = [UInt16](repeating: 0, count: size.width)
    var span = row.mutableSpan
    let columns = chroma ? sampler.chromaColumns(ofRow: y) : sampler.columns(ofRow: y)
    let whole =
      chroma
      ? sampler.writeChromaShares(row: y, columns: columns, shares: &span)
      : sampler.writeShares(row: y, columns: columns, shares: &span)
    return row.indices.map { whole.contains($0) ? 32768 : Int(row[$0]) }
  }
}

private func makeSampler(
  _ homography: Homography, _ image: Image, output: Size? = nil, visible: Rect? = nil
) -> ProjectiveSampler {
  ProjectiveSampler(
    homography: homography, layer: image.size, visible: visible, output: output ?? image.size)!
}

/// A layer turned about its middle and shown `scale` times as large in the middle of an output.
private func turn(degrees: Double, scale: Double, layer: Size, output: Size) -> Homography {
  let one = Double(1 << 28) / scale
  let angle = degrees * .pi / 180
  let (a, b) = (cos(angle) * one, sin(angle) * one)
  let (x, y) = (Double(output.width), Double(output.height))
  let i = Double(1 << 28)
  return Homography(
    a: Int64(a), b: Int64(b), c: Int64(Double(layer.width) * i - a * x - b * y),
    d: Int64(-b), e: Int64(a), f: Int64(Double(layer.height) * i + b * x - a * y), g: 0, h: 0,
    i: Int64(i))
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
        let sampler = makeSampler(mapping, image)
        let drawn = draw(image, sampler, as: sample)
        if drawn.prefix(image.planeCount) != image.planes(as: sample)[...] {
          Issue.record("\(format) \(width)x\(height) scaled by \(scale)")
        }
        #expect(coveredShares(sampler).joined().allSatisfy { $0 == 32768 })
        #expect(coveredShares(sampler, chroma: true).joined().allSatisfy { $0 == 32768 })
      }
    }
  }

  @Test("a layer moved by whole samples comes out exactly, chroma too where they are even")
  func wholeOffsets() {
    let image = Image.noise(.yuv420p8, width: 8, height: 6, seed: 22)
    let output = Size(width: 12, height: 11)
    for x in -5...7 {
      for y in -4...8 {
        let sampler = makeSampler(.offset(x: x, y: y), image, output: output)
        let drawn = draw(image, sampler)
        let (luma, chroma) = (coveredShares(sampler), coveredShares(sampler, chroma: true))
        for outputY in 0..<output.height {
          for outputX in 0..<output.width {
            let isInside = image.size.bounds.contains(x: outputX - x, y: outputY - y)
            let expected = isInside ? image.row(0, outputY - y)[outputX - x] : 0
            #expect(drawn[Plane.luma][outputY][outputX] == expected)
            #expect(luma[outputY][outputX] == (isInside ? 32768 : 0))
          }
        }
        guard x % 2 == 0 && y % 2 == 0 else { continue }
        for chromaY in 0..<output.chroma.height {
          for chromaX in 0..<output.chroma.width {
            let (sourceX, sourceY) = (chromaX - x / 2, chromaY - y / 2)
            let isInside = image.size.chroma.bounds.contains(x: sourceX, y: sourceY)
            #expect(drawn[1][chromaY][chromaX] == (isInside ? image.row(1, sourceY)[sourceX] : 0))
            #expect(chroma[chromaY][chromaX] == (isInside ? 32768 : 0))
          }
        }
      }
    }
  }

  @Test("edges between samples are covered by their share, at any magnification")
  func partShares() {
    let image = SolidColor(red: 255, green: 255, blue: 255).image(
      size: Size(width: 3, height: 2))
    // Three columns shown over 4.5, two rows over 20, from output column 1 on.
    let one: Int64 = 1 << 30
    let mapping = Homography(
      a: one / 3 * 2, b: 0, c: -one / 3 * 4, d: 0, e: one / 10, f: 0, g: 0, h: 0, i: one / 3 * 3)
    let sampler = makeSampler(mapping, image, output: Size(width: 8, height: 12))
    func isNear(_ shares: [Int], _ expected: [Int]) -> Bool {
      shares.count == expected.count && zip(shares, expected).allSatisfy { abs($0 - $1) <= 1 }
    }
    #expect(isNear(coveredShares(sampler)[5], [0, 32768, 32768, 32768, 32768, 16384, 0, 0]))
    #expect(draw(image, sampler)[Plane.luma][5] == [0, 235, 235, 235, 235, 235, 0, 0])
    // Chroma columns of two: a half, all, three quarters minus a half, nothing.
    #expect(isNear(coveredShares(sampler, chroma: true)[3], [16384, 32768, 24576, 0]))
  }

  @Test("a layer thinner than a sample is as faint as it is thin")
  func thin() {
    let image = SolidColor(red: 255, green: 255, blue: 255).image(
      size: Size(width: 4, height: 1))
    // The row is 1/4 sample high, in the middle of output row 1.
    let mapping = Homography(
      a: 1 << 20, b: 0, c: 0, d: 0, e: 4 << 20, f: -11 << 20, g: 0, h: 0, i: 1 << 20)
    let sampler = makeSampler(mapping, image, output: Size(width: 4, height: 3))
    #expect(coveredShares(sampler) == [[0, 0, 0, 0], [8192, 8192, 8192, 8192], [0, 0, 0, 0]])
  }

  @Test("random mappings agree with the reference and with coverage in floating point")
  func randomMappings() {
    randomMappings(UInt8.self)
    randomMappings(UInt16.self)
  }

  private func randomMappings<Sample: PixelSample>(_ sample: Sample.Type) {
    var covered = 0
    var counts: Set<Int> = []
    for seed: UInt64 in 0..<120 {
      var generator = SeededGenerator(seed: seed)
      let format = PixelFormat(sample, hasAlpha: seed % 2 == 0)
      let layer = Size(width: Int.random(in: 1...70, using: &generator), height: 41)
      let image = Image.noise(format, width: layer.width, height: layer.height, seed: seed)
      let output = Size(width: 17, height: Int.random(in: 8...14, using: &generator))
      let one: Int64 = 1 << 27
      // Every other one is shown smaller.
      let size = one * Int64.random(in: 1...3, using: &generator)
      func near(_ value: Int64, _ spread: Int64) -> Int64 {
        value + Int64.random(in: -spread...spread, using: &generator)
      }
      let mapping = Homography(
        a: near(size, size / 2), b: near(0, size), c: near(0, 12 * size),
        d: near(0, size), e: near(size, size / 2), f: near(0, 12 * size),
        g: seed % 3 == 0 ? 0 : near(0, one / 30), h: seed % 3 == 0 ? 0 : near(0, one / 30), i: one)
      let sampler = makeSampler(mapping, image, output: output)
      counts.insert(sampler.levels.count)
      covered += check(draw(image, sampler, as: sample), image, sampler, seed)
      checkShares(sampler, seed)
    }
    #expect(covered > 4000)
    #expect(counts.isSuperset(of: [1, 2, 3, 4]))
  }

  /// Compares each sample; returns how many were touched.
  private func check<Sample: PixelSample>(
    _ drawn: [[[Sample]]], _ image: Image, _ sampler: ProjectiveSampler, _ seed: UInt64
  ) -> Int {
    let images = sampler.levels.map { image.resized(to: $0.size, part: $0.part) }
    var touched = 0
    for plane in 0..<image.planeCount {
      for (row, samples) in drawn[plane].enumerated() {
        let isChroma = image.format.isChroma(plane: plane)
        for column in isChroma ? sampler.chromaColumns(ofRow: row) : sampler.columns(ofRow: row) {
          let expected: Sample = Reference.turned(
            sampler.homography, column: column, row: row, plane: plane, of: images,
            levels: sampler.levels, layer: image.size)
          touched += 1
          if samples[column] != expected {
            Issue.record("plane \(plane) at \(column), \(row), seed \(seed)")
          }
        }
      }
    }
    return touched
  }

  private func checkShares(_ sampler: ProjectiveSampler, _ seed: UInt64) {
    let output = sampler.output
    for isChroma in [false, true] {
      for (row, shares) in coveredShares(sampler, chroma: isChroma).enumerated() {
        for (column, share) in shares.enumerated() {
          let isHalfWidth = isChroma && 2 * column + 1 == output.width
          let isHalfHeight = isChroma && 2 * row + 1 == output.height
          let x = isChroma ? 4 * column + 2 : 2 * column + 1
          let y = isChroma ? 4 * row + 2 : 2 * row + 1
          let expected = Self.coverage(
            sampler.homography, sampler.layer, x: Double(x - (isHalfWidth ? 1 : 0)),
            y: Double(y - (isHalfHeight ? 1 : 0)),
            width: isChroma && !isHalfWidth ? 2 : 1, height: isChroma && !isHalfHeight ? 2 : 1)
          if abs(Double(share) - expected * 32768) > 2 {
            Issue.record("share \(share) for \(expected) at \(column), \(row), seed \(seed)")
          }
        }
      }
    }
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
    #expect(coveredShares(makeSampler(mapping, image)).joined().allSatisfy { $0 == 0 })
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

  @Test("a picture turned by a right angle has the same luma in another order")
  func rightAngle() {
    let image = Image.noise(.yuv420p8, width: 12, height: 8, seed: 5)
    let one: Int64 = 1 << 30
    // Output (x, y) shows (y, 7 - x).
    let mapping = Homography(a: 0, b: one, c: 0, d: -one, e: 0, f: 16 * one, g: 0, h: 0, i: one)
    let drawn = draw(image, makeSampler(mapping, image, output: Size(width: 8, height: 12)))
    for y in 0..<12 {
      for x in 0..<8 { #expect(drawn[Plane.luma][y][x] == image.row(Plane.luma, 7 - x)[y]) }
    }
  }

  @Test("levels are as large as the layer is shown, between the layer and 3/4 of it there are both")
  func levels() {
    let layer = Size(width: 640, height: 360)
    func sizes(_ a: Double, _ e: Double, _ degrees: Double) -> [Size] {
      // First turned, then scaled along the output's axes, so that the layer's are turned there.
      let one = Double(1 << 26)
      let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
      let mapping = Homography(
        a: Int64(one * a * c), b: Int64(one * a * s), c: 0, d: Int64(-one * e * s),
        e: Int64(one * e * c), f: 0, g: 0, h: 0, i: Int64(one))
      return ProjectiveSampler(homography: mapping, layer: layer, output: layer)!.levels.map(\.size)
    }
    #expect(sizes(1, 1, 0) == [layer])
    #expect(sizes(0.5, 0.9, 30) == [layer])
    #expect(sizes(2, 2, 30) == [Size(width: 320, height: 180)])
    #expect(sizes(2.5, 2.5, 77) == [Size(width: 256, height: 144)])
    #expect(sizes(4, 2, 10) == [Size(width: 160, height: 180)])
    #expect(sizes(3, 0.5, 45) == [Size(width: 213, height: 360)])
    #expect(sizes(1.1, 1.1, 5) == [layer, Size(width: 512, height: 288)])
  }

  @Test("where a picture goes away, its levels follow what a sample spans there")
  func distantLevels() {
    let layer = Size(width: 1920, height: 1080)
    let one: Int64 = 1 << 26
    // D falls from left to right, to a half.
    let mapping = Homography(
      a: one, b: 0, c: 0, d: 0, e: one, f: 0, g: -one / 7680, h: 0, i: one)
    let sampler = ProjectiveSampler(homography: mapping, layer: layer, output: layer)!
    let levels = sampler.levels
    #expect(levels.count > 3 && levels[0].size == layer)
    for (level, next) in zip(levels, levels.dropFirst()) {
      #expect(next.distance < level.end && level.end <= level.distance)
      #expect(next.size.width < level.size.width)
    }
    for level in levels.dropFirst() {
      let distance = Double(level.distance) / Double(one)
      // U = X / D, so dU/dX = 1 / D² and dV/dY = 1 / D; dV/dX is small but for the bottom.
      let width = 1920 * distance * distance
      #expect(abs(Double(level.size.width) - width) < 3, "\(level)")
      #expect(level.size.bounds.contains(level.part) && level.part.x % 2 == 0)
    }
    // The last one is where the layer ends or beyond: at X with U = 3840.
    let least = 1 - 2560.0 / 7680
    #expect(Double(levels.last!.distance) / Double(one) < least + 0.01)
  }

  @Test(
    "a turned picture is what its function says, whatever its size", arguments: [1, 0.8, 0.4, 1.5])
  func truth(scale: Double) {
    let layer = Size(width: 400, height: 300)
    let output = Size(width: 240, height: 200)
    // Waves that are no finer than what the output can hold, at a quarter of that.
    let fineness = 0.25 * min(scale, 1)
    func light(_ x: Double, _ y: Double) -> Double {
      126 + 60 * sin(fineness * .pi * (x + 0.5 * y)) + 40 * cos(fineness * .pi * (y - 0.3 * x) + 1)
    }
    var picture = MutableImage(format: .yuv420p8, size: layer)
    picture.fill(y: 0, u: 128, v: 128)
    for y in 0..<layer.height {
      let row = (0..<layer.width).map { UInt8(light(Double($0), Double(y)).rounded()) }
      picture.write(row.span, plane: Plane.luma, row: y)
    }
    let map = turn(degrees: 17, scale: scale, layer: layer, output: output)
    let drawn = draw(picture.freeze(), makeSampler(map, picture16(layer), output: output))
    var squares = 0.0
    var count = 0
    for y in 80..<120 {
      for x in 80..<160 {
        let (c, s) = (cos(17 * Double.pi / 180) / scale, sin(17 * Double.pi / 180) / scale)
        let (dx, dy) = (Double(x) + 0.5 - 120, Double(y) + 0.5 - 100)
        let expected = light(200 + c * dx + s * dy - 0.5, 150 - s * dx + c * dy - 0.5)
        squares += pow(Double(drawn[Plane.luma][y][x]) - expected, 2)
        count += 1
      }
    }
    // Rounding twice alone is 0.4.
    #expect((squares / Double(count)).squareRoot() < 0.8, "scale \(scale)")
  }

  /// A picture of a size, for making samplers.
  private func picture16(_ size: Size) -> Image {
    SolidColor(red: 0, green: 0, blue: 0).image(size: size)
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
      // What is too large to be made in a test is not drawn.
      #expect(sampler.levels.count < 40)
      let isSmall = sampler.levels.allSatisfy { $0.part.area < 1 << 18 }
      let levels = isSmall ? sampler.levels.map { image.resized(to: $0.size, part: $0.part) } : []
      var scratch = TurningScratch()
      for y in 0..<3 where isSmall {
        let columns = sampler.columns(ofRow: y)
        #expect(columns.lowerBound >= 0 && columns.upperBound <= 16384, "seed \(seed)")
        let ends = columns.prefix(3).lowerBound..<columns.prefix(3).upperBound
        var samples = [UInt8](repeating: 0, count: ends.count)
        var alpha = samples
        var samplesSpan = samples.mutableSpan
        var alphaSpan = alpha.mutableSpan
        sampler.writeLuma(
          of: levels, row: y, columns: ends, scratch: &scratch, samples: &samplesSpan,
          alpha: &alphaSpan)
        let chroma = sampler.chromaColumns(ofRow: y / 2)
        #expect(chroma.lowerBound >= 0 && chroma.upperBound <= 8192, "seed \(seed)")
      }
    }
  }
}
