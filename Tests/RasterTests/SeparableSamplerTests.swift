import Foundation
import BaseValues
import SeededNumbers
import Testing

import RasterReference
@testable import Raster

/// All planes of a layer where it touches the output, 0 elsewhere, without its coverage.
private func draw<Sample: PixelSample>(
  _ image: Image, _ sampler: SeparableSampler, output: Size, detail: ColorDetail.Planes? = nil,
  as sample: Sample.Type = UInt8.self
) -> [[[Sample]]] {
  var scratch = ResamplingScratch()
  var planes = (0..<5).map { plane in
    let size = PixelFormat.yuva420p8.size(ofPlane: plane, in: output)
    return [[Sample]](repeating: [Sample](repeating: 0, count: size.width), count: size.height)
  }
  for y in sampler.bounds.rows {
    let columns = sampler.bounds.columns
    var luma = GuardedRow(count: columns.count, of: sample)
    var alpha = GuardedRow(count: columns.count, of: sample)
    luma.write { lumaSpan in
      alpha.write { alphaSpan in
        sampler.writeLuma(
          of: image, row: y, columns: columns, scratch: &scratch, samples: &lumaSpan,
          alpha: &alphaSpan)
      }
    }
    if !luma.isGuardIntact || !alpha.isGuardIntact { Issue.record("wrote outside row \(y)") }
    planes[Plane.luma][y].replaceSubrange(columns, with: luma.samples)
    planes[Plane.alpha][y].replaceSubrange(columns, with: alpha.samples)
  }
  for y in sampler.chromaBounds.rows {
    let columns = sampler.chromaBounds.columns
    var cb = GuardedRow(count: columns.count, of: sample)
    var cr = GuardedRow(count: columns.count, of: sample)
    var alpha = GuardedRow(count: columns.count, of: sample)
    cb.write { cbSpan in
      cr.write { crSpan in
        alpha.write { alphaSpan in
          sampler.writeChroma(
            of: image, detail, row: y, columns: columns, scratch: &scratch, cb: &cbSpan,
            cr: &crSpan,
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
  _ map: Homography, _ image: Image, output: Size? = nil
) -> SeparableSampler {
  let output = output ?? image.size
  return SeparableSampler(
    homography: map, layer: image.size, hasAlpha: image.format.hasAlpha, output: output,
    area: output.bounds)!
}

@Suite struct SeparableSamplerTests {
  @Test(
    "chroma at luma's size is resampled as luma is, in 8 bits and in 10",
    arguments: [(2.25, 0.5), (1.125, 3.75), (0.75, 0.25), (1, 0.5)], [false, true])
  func detail(place: (scale: Double, offset: Double), isDeep: Bool) throws {
    let (scale, offset) = place
    let size = Size(width: 41, height: 30)
    var generator = SeededGenerator(seed: 11)
    func plane() -> Image {
      var image = MutableImage(format: .yuv420p8, size: size)
      for y in 0..<size.height {
        var row = image.mutableRow(Plane.luma, y)
        for x in row.indices { row[x] = UInt8.random(in: 90...160, using: &generator) }
      }
      return image.freeze()
    }
    let stored = ColorDetail.Planes(cb: plane(), cr: plane())
    var layer = plane().with(ColorDetail { stored })
    if isDeep { layer = layer.widened() }
    let detail = try #require(layer.detail?.planes())
    let output = Size(width: 100, height: 70)
    // From the output's half samples to the layer's.
    let unit: Int64 = 1 << 20
    let slope = Int64(Double(unit) / scale)
    let constant = -Int64(2 * offset * Double(slope))
    let map = Homography(
      a: slope, b: 0, c: constant, d: 0, e: slope, f: constant, g: 0, h: 0, i: unit)
    let sampler = try #require(
      SeparableSampler(
        homography: map, layer: size, hasAlpha: false, hasDetail: true, output: output,
        area: output.bounds))
    let found: [[[Double]]] =
      isDeep
      ? draw(layer, sampler, output: output, detail: detail, as: UInt16.self)
        .map { $0.map { $0.map { Double($0) / 4 } } }
      : draw(layer, sampler, output: output, detail: detail).map {
        $0.map { $0.map { Double($0) } }
      }
    let bounds = sampler.chromaBounds
    #expect(bounds.width > 10 && bounds.height > 10)
    for (number, image) in [(Plane.cb, stored.cb), (Plane.cr, stored.cr)] {
      var worst = 0.0
      let columns = (0..<size.height).map { y in
        let row = image.row(Plane.luma, y)
        let numbers = row.indices.map { Double(row[$0]) }
        return bounds.columns.map { x in
          // At the left pixel of two, half way between the rows of two.
          let place = (Double(2 * x) + 0.5 - offset) / scale - 0.5
          return DoubleLanczos.value(of: numbers, at: place, scale: 2 / scale)
        }
      }
      for y in bounds.rows {
        for x in bounds.columns {
          let column = columns.map { $0[x - bounds.x] }
          let place = (Double(2 * y) + 1 - offset) / scale - 0.5
          let wanted = DoubleLanczos.value(of: column, at: place, scale: 2 / scale)
          worst = max(worst, abs(found[number][y][x] - wanted))
        }
      }
      #expect(worst < (isDeep ? 0.4 : 0.8), "plane \(number)")
    }
  }

  @Test("taps are the window's values and add up to one, widened where a picture gets smaller")
  func taps() {
    for (step, unit): (Int64, Int64) in [(1, 4), (1, 1), (5, 4), (3, 1), (37, 3), (200, 1)] {
      let kernel = LanczosKernel(step: step, over: unit)
      let scale = max(1, Double(step) / Double(unit))
      for position: Int64 in [0, 1, 100, 511, 512, 777, 1023, 5000, -300] {
        var taps = [Int32](repeating: 0, count: kernel.count)
        var span = taps.mutableSpan
        let first = kernel.write(at: position, into: &span)
        #expect(taps.reduce(0, +) == 16384)
        // All samples around, so that none is forgotten.
        let centre = Double(position) / 1024
        let around = (first - 3)..<(first + taps.count + 3)
        let values = around.map { DoubleLanczos.window((Double($0) - centre) / scale) }
        let sum = values.reduce(0, +)
        for (index, value) in zip(around, values) {
          let k = index - first
          let tap = taps.indices.contains(k) ? Double(taps[k]) : 0
          let expected = value / sum * 16384
          #expect(abs(tap - expected) < 1.1, "\(step)/\(unit) at \(position): \(index)")
        }
      }
    }
  }

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
      for scale: Int64 in [1, 3, 1 << 20, 123_456_789] {
        let map = Homography(a: scale, b: 0, c: 0, d: 0, e: scale, f: 0, g: 0, h: 0, i: scale)
        let sampler = makeSampler(map, image)
        let drawn = draw(image, sampler, output: image.size, as: sample)
        let isSame = drawn.prefix(image.planeCount) == image.planes(as: sample)[...]
        #expect(isSame, "\(format) \(width)x\(height) scaled by \(scale)")
        #expect(sampler.wholeBounds == image.size.bounds)
      }
    }
  }

  @Test("a layer moved by whole samples comes out exactly, chroma too where they are even")
  func wholeOffsets() {
    let image = Image.noise(.yuv420p8, width: 8, height: 6, seed: 22)
    let output = Size(width: 12, height: 11)
    for x in -7...11 {
      for y in -5...10 {
        let sampler = makeSampler(.offset(x: x, y: y), image, output: output)
        #expect(
          sampler.wholeBounds == image.size.bounds.offset(x: x, y: y).intersection(output.bounds))
        let drawn = draw(image, sampler, output: output)
        for outputY in sampler.bounds.rows {
          for outputX in sampler.bounds.columns {
            let expected = image.row(0, outputY - y)[outputX - x]
            #expect(drawn[Plane.luma][outputY][outputX] == expected)
          }
        }
        guard x % 2 == 0 && y % 2 == 0 else { continue }
        for chromaY in sampler.chromaBounds.rows {
          for chromaX in sampler.chromaBounds.columns {
            let expected = image.row(1, chromaY - y / 2)[chromaX - x / 2]
            #expect(drawn[1][chromaY][chromaX] == expected)
          }
        }
      }
    }
  }

  @Test("random maps agree with the reference, at all sizes, places and depths")
  func randomMaps() {
    #expect(randomMaps(UInt8.self, randomMap) > 15000)
    #expect(randomMaps(UInt16.self, randomMap) > 15000)
  }

  @Test(
    "layers moved by parts of samples, halved and mirrored, whose windows are alike, agree with the reference"
  )
  func alikeWindows() {
    let longest = Size(width: 130, height: 40)
    #expect(randomMaps(UInt8.self, longest: longest, wholeMap) > 50000)
    #expect(randomMaps(UInt16.self, longest: longest, wholeMap) > 50000)
  }

  /// One that goes on by whole samples of the layer from sample to sample of the output.
  private func wholeMap(_ generator: inout SeededGenerator) -> Homography {
    let one: Int64 = 1 << 26
    let slopes: [Int64] = [1, 1, 1, 2, 2, 2, 3, 4, -1, -2]
    func axis(_ size: Int64) -> (slope: Int64, constant: Int64) {
      let slope = (slopes.randomElement(using: &generator) ?? 1) * one
      let constant = Int64.random(in: -20 * one...20 * one, using: &generator)
      return (slope, slope < 0 ? 2 * size * one + constant : constant)
    }
    let (across, down) = (axis(80), axis(20))
    return Homography(
      a: across.slope, b: 0, c: across.constant, d: 0, e: down.slope, f: down.constant, g: 0, h: 0,
      i: one)
  }

  /// Returns how many samples were drawn.
  private func randomMaps<Sample: PixelSample>(
    _ sample: Sample.Type, longest: Size = Size(width: 40, height: 23),
    _ randomMap: (inout SeededGenerator) -> Homography
  ) -> Int {
    var count = 0
    for seed: UInt64 in 0..<150 {
      var generator = SeededGenerator(seed: seed)
      let format = PixelFormat(sample, hasAlpha: seed % 2 == 0)
      let image = Image.noise(
        format, width: Int.random(in: 1...longest.width, using: &generator),
        height: Int.random(in: 1...longest.height, using: &generator), seed: seed)
      let output = Size(
        width: Int.random(in: 1...longest.width - 13, using: &generator),
        height: Int.random(in: 1...longest.height - 4, using: &generator))
      let map = randomMap(&generator)
      guard
        let sampler = SeparableSampler(
          homography: map, layer: image.size, hasAlpha: format.hasAlpha, output: output,
          area: output.bounds)
      else {
        Issue.record("no sampler for \(map), seed \(seed)")
        continue
      }
      let drawn = draw(image, sampler, output: output, as: sample)
      for plane in 0..<image.planeCount {
        let bounds = format.isChroma(plane: plane) ? sampler.chromaBounds : sampler.bounds
        for y in bounds.rows {
          for x in bounds.columns {
            let expected: Sample = Reference.resample(map, x: x, y: y, plane: plane, of: image)
            count += 1
            if drawn[plane][y][x] != expected {
              Issue.record(
                "\(drawn[plane][y][x]) for \(expected) in \(plane) at \(x), \(y), seed \(seed)")
              return count
            }
          }
        }
      }
    }
    return count
  }

  private func randomMap(_ generator: inout SeededGenerator) -> Homography {
    let one: Int64 = 1 << 26
    func slope() -> Int64 {
      let sign: Int64 = Bool.random(using: &generator) ? 1 : -1
      // From ×8 to 1/8, and some much smaller.
      let size = Int64.random(in: 0..<10, using: &generator) == 0 ? 15 * one : one / 8
      return sign * Int64.random(in: one / 8...one + size * 7 / 8, using: &generator)
    }
    let (a, e) = (slope(), slope())
    let (c, f) = (
      a < 0 ? 30 * one : Int64.random(in: -20 * one...20 * one, using: &generator),
      e < 0 ? 20 * one : Int64.random(in: -20 * one...20 * one, using: &generator)
    )
    return Homography(a: a, b: 0, c: c, d: 0, e: e, f: f, g: 0, h: 0, i: one)
  }

  @Test("a slanting wave comes out as the wave at its new places, opaque and with alpha")
  func wave() {
    // Frequencies well below the layer's and the output's limits.
    func value(_ x: Double, _ y: Double) -> Double { 128 + 90 * sin(0.5 * x + 0.35 * y) }
    let size = Size(width: 160, height: 120)
    for format in [PixelFormat.yuv420p8, .yuva420p8] {
      var source = MutableImage(format: format, size: size)
      source.fill(YCbCr(y: 0, cb: 128, cr: 128))
      for y in 0..<size.height {
        let row = (0..<size.width).map { UInt8(value(Double($0), Double(y)).rounded()) }
        source.write(row.span, plane: Plane.luma, row: y)
      }
      let image = source.freeze()
      for scale in [0.4, 0.77, 1.0, 1.3, 1.9] {
        let one = Double(1 << 26)
        let (u, v) = (33.3, 22.7)
        // Output column X shows layer column u + X · scale.
        let map = Homography(
          a: Int64(scale * one), b: 0, c: Int64(2 * u * one), d: 0, e: Int64(scale * one),
          f: Int64(2 * v * one), g: 0, h: 0, i: Int64(one))
        let output = Size(width: 48, height: 32)
        let drawn = draw(image, makeSampler(map, image, output: output), output: output)
        for y in 0..<output.height {
          for x in 0..<output.width {
            let expected = value(
              u + (Double(x) + 0.5) * scale - 0.5, v + (Double(y) + 0.5) * scale - 0.5)
            let error = abs(Double(drawn[0][y][x]) - expected)
            #expect(error < 2.5, "scale \(scale) at \(x), \(y)")
          }
        }
      }
    }
  }

  @Test("chroma of opaque pictures keeps its place on the even columns of luma")
  func chromaSite() {
    // A ramp in luma and one in chroma that agree where chroma lies: at column 2k.
    let size = Size(width: 64, height: 8)
    var source = MutableImage(format: .yuv420p8, size: size)
    let luma = (0..<64).map { UInt8(60 + 2 * $0) }
    let chroma = (0..<32).map { UInt8(60 + 4 * $0) }
    for y in 0..<8 { source.write(luma.span, plane: Plane.luma, row: y) }
    for y in 0..<4 {
      for plane in [Plane.cb, Plane.cr] { source.write(chroma.span, plane: plane, row: y) }
    }
    let image = source.freeze()
    let one: Int64 = 1 << 24
    // Twice as large, from the 10th column on.
    let map = Homography(
      a: one, b: 0, c: 2 * 20 * one, d: 0, e: 2 * one, f: 0, g: 0, h: 0, i: 2 * one)
    let output = Size(width: 40, height: 8)
    let drawn = draw(image, makeSampler(map, image, output: output), output: output)
    for x in 2..<18 {
      let difference = Int(drawn[Plane.cb][1][x]) - Int(drawn[Plane.luma][2][2 * x])
      #expect(abs(difference) <= 1, "column \(x)")
    }
  }

  @Test("a colour keeps its codes up to a transparent edge, whatever the window makes of alpha")
  func alphaEdge() {
    let codes = SolidColor(red: 200, green: 120, blue: 90).codes(as: UInt8.self)
    var source = MutableImage(format: .yuva420p8, size: Size(width: 40, height: 40))
    source.clear()
    for plane in 0..<5 {
      let half = source.format.isChroma(plane: plane) ? 2 : 1
      let value = [codes.y, codes.cb, codes.cr, 255, 255][plane]
      let row = (0..<40 / half).map { $0 < 10 / half || $0 >= 30 / half ? 0 : value }
      for y in 10 / half..<30 / half { source.write(row.span, plane: plane, row: y) }
    }
    let image = source.freeze()
    let one: Int64 = 1 << 24
    let map = Homography(
      a: one * 5 / 8, b: 0, c: one * 5, d: 0, e: one * 5 / 8, f: one * 5, g: 0, h: 0, i: one)
    let output = Size(width: 56, height: 56)
    let drawn = draw(image, makeSampler(map, image, output: output), output: output)
    for (plane, code) in [(0, codes.y), (1, codes.cb), (2, codes.cr)] {
      let alphas = drawn[plane == 0 ? Plane.alpha : Plane.chromaAlpha]
      for (samples, alpha) in zip(drawn[plane], alphas) {
        for (sample, alpha) in zip(samples, alpha) {
          #expect(abs(Double(sample) - Double(code) * Double(alpha) / 255) < 1.01)
        }
      }
    }
  }

  @Test("pictures of another size show the same, at every size that a picture can have")
  func resized() {
    for format in [PixelFormat.yuv420p8, .yuva420p8, .yuv420p10, .yuva420p10] {
      let image = Image.noise(format, width: 9, height: 5, seed: 3)
      for (width, height) in [(1, 1), (9, 5), (2, 31), (300, 3), (5, 2)] {
        let size = Size(width: width, height: height)
        let result = image.resized(to: size)
        #expect(result.size == size && result.format == format)
        if size == image.size {
          let isSame =
            format.depth == 8
            ? result.planes() == image.planes()
            : result.planes(as: UInt16.self) == image.planes(as: UInt16.self)
          #expect(isSame, "\(format)")
        }
      }
      var flat = MutableImage(format: format, size: Size(width: 7, height: 3))
      for plane in 0..<flat.planeCount {
        if format.depth == 8 {
          flat.fill(plane: plane, UInt8(90))
        } else {
          flat.fill(plane: plane, UInt16(700))
        }
      }
      let result = flat.freeze().resized(to: Size(width: 20, height: 31))
      let isFlat =
        format.depth == 8
        ? result.planes().joined().joined().allSatisfy { $0 == 90 }
        : result.planes(as: UInt16.self).joined().joined().allSatisfy { $0 == 700 }
      #expect(isFlat, "\(format)")
    }
  }

  @Test("maps that turn, skew or lean are refused, and so are those at the end of the numbers")
  func refused() {
    let size = Size(width: 4, height: 4)
    func sampler(_ map: Homography) -> SeparableSampler? {
      SeparableSampler(
        homography: map, layer: size, hasAlpha: false, output: size, area: size.bounds)
    }
    let one: Int64 = 1 << 20
    var map = Homography.identity
    map.b = 1
    #expect(sampler(map) == nil)
    map = .identity
    map.g = 1
    #expect(sampler(map) == nil)
    map = .identity
    map.a = 0
    #expect(sampler(map) == nil)
    // A layer as thin as the limits allow is drawn, and touches a sample or none.
    map = Homography(
      a: 1 << 30, b: 0, c: -(one << 10), d: 0, e: 1 << 30, f: -(one << 10), g: 0, h: 0, i: 1)
    #expect((sampler(map)?.bounds.width ?? 9) <= 1)
  }
}
