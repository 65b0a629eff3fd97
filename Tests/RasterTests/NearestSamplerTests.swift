import Foundation
import BaseValues
import SeededNumbers
import Testing

import RasterReference
@testable import Raster

@Suite struct NearestSamplerTests {
  /// What is drawn where the layer has samples, and how much of each sample that is.
  private struct Drawn<Sample: PixelSample> {
    var planes: [[[Sample]]]
    var covered: [[Bool]]
    var shares: [[Int]]
  }

  private static func draw<Sample: PixelSample>(
    _ image: Raster.Image, _ sampler: NearestSampler, as sample: Sample.Type
  ) -> Drawn<Sample> {
    let output = sampler.output
    var scratch = TurningScratch()
    var drawn = Drawn<Sample>(
      planes: (0..<5).map { plane in
        let size = PixelFormat.yuva420p8.size(ofPlane: plane, in: output)
        return [[Sample]](repeating: [Sample](repeating: 0, count: size.width), count: size.height)
      }, covered: [], shares: [])
    for y in 0..<output.height {
      var luma = GuardedRow(count: output.width, of: sample)
      var alpha = GuardedRow(count: output.width, of: sample)
      var found = 0..<0
      luma.write { luma in
        alpha.write { alpha in
          found = sampler.writeLuma(
            of: image, row: y, columns: 0..<output.width, scratch: &scratch, samples: &luma,
            alpha: &alpha)
        }
      }
      #expect(luma.isGuardIntact && alpha.isGuardIntact, "row \(y)")
      drawn.planes[Plane.luma][y].replaceSubrange(found, with: luma.samples[found])
      drawn.planes[Plane.alpha][y].replaceSubrange(found, with: alpha.samples[found])
      drawn.covered.append((0..<output.width).map(found.contains))
    }
    for y in 0..<output.chroma.height {
      let width = output.chroma.width
      var rows = (0..<3).map { _ in GuardedRow(count: width, of: sample) }
      var shares = [UInt16](repeating: 0, count: width)
      var found = 0..<0
      var (cb, cr, alpha) = (rows.removeLast(), rows.removeLast(), rows.removeLast())
      cb.write { cb in
        cr.write { cr in
          alpha.write { alpha in
            var shares = shares.mutableSpan
            found = sampler.writeChroma(
              of: image, row: y, columns: 0..<width, scratch: &scratch, cb: &cb, cr: &cr,
              alpha: &alpha, shares: &shares)
          }
        }
      }
      #expect(cb.isGuardIntact && cr.isGuardIntact && alpha.isGuardIntact, "chroma row \(y)")
      drawn.planes[Plane.cb][y].replaceSubrange(found, with: cb.samples[found])
      drawn.planes[Plane.cr][y].replaceSubrange(found, with: cr.samples[found])
      drawn.planes[Plane.chromaAlpha][y].replaceSubrange(found, with: alpha.samples[found])
      drawn.shares.append((0..<width).map { found.contains($0) ? Int(shares[$0]) : 0 })
    }
    return drawn
  }

  /// A layer over all of an output.
  private static func stretch(_ layer: Size, _ output: Size) -> Homography {
    let (w, h) = (Int128(output.width), Int128(output.height))
    return Homography(normalizing: [
      Int128(layer.width) * h, 0, 0, 0, Int128(layer.height) * w, 0, 0, 0, w * h,
    ])
  }

  @Test(
    "every sample of every plane is the one at (x + ½) · source / destination, rounded down",
    arguments: [
      (16, 9, 320, 180), (48, 28, 160, 90), (320, 180, 48, 28), (13, 7, 40, 90), (1000, 4, 1920, 6),
      (3, 5, 200, 31), (1920, 20, 1366, 22),
    ])
  func formula(_ sizes: (Int, Int, Int, Int)) throws {
    let layer = Size(width: sizes.0, height: sizes.1)
    let output = Size(width: sizes.2, height: sizes.3)
    let image = Raster.Image.noise(
      .yuva420p8, width: layer.width, height: layer.height, seed: UInt64(sizes.0))
    let sampler = try #require(
      NearestSampler(homography: Self.stretch(layer, output), layer: layer, output: output))
    let drawn = Self.draw(image, sampler, as: UInt8.self)
    let source: [[[UInt8]]] = image.planes()
    for plane in [Plane.luma, Plane.alpha] {
      for y in 0..<output.height {
        let row = source[plane][(2 * y + 1) * layer.height / (2 * output.height)]
        let expected = (0..<output.width).map {
          row[(2 * $0 + 1) * layer.width / (2 * output.width)]
        }
        #expect(drawn.planes[plane][y] == expected, "plane \(plane), row \(y)")
      }
    }
    for plane in [Plane.cb, Plane.cr, Plane.chromaAlpha] {
      for y in 0..<output.chroma.height {
        // In halves of luma samples: the centre of the part of a chroma sample that there is.
        func index(_ k: Int, _ length: Int, _ stored: Int) -> Int {
          let centre = 2 * k + 1 == length ? 4 * k + 1 : 4 * k + 2
          return centre * stored / (2 * length) / 2
        }
        let row = source[plane][index(y, output.height, layer.height)]
        let expected = (0..<output.chroma.width).map { row[index($0, output.width, layer.width)] }
        #expect(drawn.planes[plane][y] == expected, "plane \(plane), row \(y)")
      }
    }
    #expect(drawn.covered.allSatisfy { $0.allSatisfy(\.self) })
    #expect(drawn.shares.allSatisfy { $0.allSatisfy { $0 == 32768 } })
  }

  /// Worked out with `ffmpeg -vf scale=DESTINATION:2:flags=neighbor` over a row of 0, 1, 2 …, of sizes at which no
  /// centre lies on the line between two samples.
  @Test(
    "rows are those of FFmpeg's nearest neighbour",
    arguments: [
      (7, [0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5, 6, 6]),
      (10, [0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 6, 6, 7, 7, 8, 8, 8, 9, 9]),
    ])
  func neighbor(_ row: (count: Int, expected: [Int])) throws {
    let layer = Size(width: row.count, height: 2)
    let output = Size(width: row.expected.count, height: 2)
    var image = MutableImage(format: .yuv420p8, size: layer)
    for y in 0..<2 {
      var samples = image.mutableRow(Plane.luma, y)
      for x in samples.indices { samples[x] = UInt8(x) }
    }
    let sampler = try #require(
      NearestSampler(homography: Self.stretch(layer, output), layer: layer, output: output))
    let drawn = Self.draw(image.freeze(), sampler, as: UInt8.self)
    #expect(drawn.planes[Plane.luma][0].map(Int.init) == row.expected)
  }

  /// Turned about the middles of both, `scale` times as large, in perspective where `tilt` is not 0.
  private static func turn(
    degrees: Double, scale: Double, tilt: Double, layer: Size, output: Size
  ) -> Homography {
    let angle = degrees * .pi / 180
    let (sine, cosine) = (sin(angle) / scale, cos(angle) / scale)
    func number(_ value: Double) -> Int64 { Int64((value * Double(1 << 28)).rounded()) }
    let (x, y) = (Double(output.width), Double(output.height))
    let (u, v) = (Double(layer.width), Double(layer.height))
    let (g, i) = (tilt, 1 - tilt * x)
    return Homography(
      a: number(cosine + u * g), b: number(sine), c: number(-cosine * x - sine * y + u * i),
      d: number(-sine + v * g), e: number(cosine), f: number(sine * x - cosine * y + v * i),
      g: number(g), h: 0, i: number(i))
  }

  @Test(
    "turned pictures are drawn as by the reference, with whole samples and nothing beside them",
    arguments: [(30.0, 4.0, 0.0), (-17, 0.6, 0), (90, 3, 0), (20, 2.2, 0.0006), (180, 1, 0)],
    [UInt64(1), 2])
  func reference(_ view: (Double, Double, Double), seed: UInt64) throws {
    let (layer, output) = (Size(width: 37, height: 26), Size(width: 129, height: 95))
    let map = Self.turn(
      degrees: view.0, scale: view.1, tilt: view.2, layer: layer, output: output)
    let sampler = try #require(NearestSampler(homography: map, layer: layer, output: output))
    let format: PixelFormat = seed == 1 ? .yuva420p8 : .yuva420p10
    let image = Raster.Image.noise(format, width: layer.width, height: layer.height, seed: seed)
    if seed == 1 {
      compare(image, sampler, as: UInt8.self)
    } else {
      compare(image, sampler, as: UInt16.self)
    }
  }

  private func compare<Sample: PixelSample>(
    _ image: Raster.Image, _ sampler: NearestSampler, as sample: Sample.Type
  ) {
    let output = sampler.output
    let drawn = Self.draw(image, sampler, as: sample)
    let source: [[[Sample]]] = image.planes(as: sample)
    let map = sampler.homography
    func place(_ x: Int, _ y: Int) -> (column: Int, row: Int)? {
      Reference.nearest(map, x: x, y: y, layer: sampler.layer)
    }
    for y in 0..<output.height {
      for x in 0..<output.width {
        let place = place(2 * x + 1, 2 * y + 1)
        #expect(drawn.covered[y][x] == (place != nil), "at \(x),\(y)")
        guard let place else { continue }
        for plane in [Plane.luma, Plane.alpha] {
          #expect(drawn.planes[plane][y][x] == source[plane][place.row][place.column])
        }
      }
    }
    for y in 0..<output.chroma.height {
      for x in 0..<output.chroma.width {
        var count = 0
        var covered = 0
        for row in 2 * y..<min(2 * y + 2, output.height) {
          for column in 2 * x..<min(2 * x + 2, output.width) {
            count += 1
            if drawn.covered[row][column] { covered += 1 }
          }
        }
        #expect(drawn.shares[y][x] == covered * 32768 / count, "chroma at \(x),\(y)")
        let isNarrow = (2 * x + 1 == output.width, 2 * y + 1 == output.height)
        guard covered == count,
          let place = place(4 * x + (isNarrow.0 ? 1 : 2), 4 * y + (isNarrow.1 ? 1 : 2))
        else { continue }
        for plane in [Plane.cb, Plane.cr, Plane.chromaAlpha] {
          #expect(drawn.planes[plane][y][x] == source[plane][place.row / 2][place.column / 2])
        }
      }
    }
  }
}
