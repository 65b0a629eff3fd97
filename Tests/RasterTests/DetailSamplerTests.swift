import Foundation
import BaseValues
import SeededNumbers
import Testing

@testable import Raster

@Suite struct DetailSamplerTests {
  private static let layer = Size(width: 83, height: 61)
  private static let output = Size(width: 151, height: 129)

  /// Turned by 20° about the middle, `scale` times as large, seen under an angle where `tilt` is not 0.
  private static func map(scale: Double, tilt: Double) -> Homography {
    let (sine, cosine) = (sin(20 * Double.pi / 180) / scale, cos(20 * Double.pi / 180) / scale)
    let unit = Double(1 << 28)
    func number(_ value: Double) -> Int64 { Int64((value * unit).rounded()) }
    // In half samples: the output's middle is at (151, 129), the layer's at (83, 61).
    let (x, y) = (Double(output.width), Double(output.height))
    let (u, v) = (Double(layer.width), Double(layer.height))
    let (g, i) = (tilt, 1 - tilt * x)
    return Homography(
      a: number(cosine + u * g), b: number(sine), c: number(-cosine * x - sine * y + u * i),
      d: number(-sine + v * g), e: number(cosine), f: number(sine * x - cosine * y + v * i),
      g: number(g), h: 0, i: number(i))
  }

  /// A colour difference that waves faster than halved chroma can.
  private static func wave(_ u: Double, _ v: Double) -> Double {
    128 + 90 * sin(2 * .pi * (0.25 * u + 0.12 * v))
  }

  private static func plane(_ share: Double = 1) -> Raster.Image {
    var image = MutableImage(format: .yuv420p8, size: layer)
    for y in 0..<layer.height {
      var row = image.mutableRow(Plane.luma, y)
      for x in row.indices {
        row[x] = UInt8((wave(Double(x) + 0.5, Double(y) + 0.5) * share).rounded())
      }
    }
    return image.freeze()
  }

  private static func transparent(_ alpha: UInt8) -> Raster.Image {
    var image = MutableImage(format: .yuva420p8, size: layer)
    for plane in [Plane.alpha, Plane.chromaAlpha] {
      for y in 0..<image.format.size(ofPlane: plane, in: layer).height {
        var row = image.mutableRow(plane, y)
        for x in row.indices { row[x] = alpha }
      }
    }
    return image.freeze()
  }

  /// A row that is drawn, with nothing beside it.
  private static func row(
    _ y: Int, _ columns: Range<Int>, _ sampler: DetailSampler, _ levels: DetailSampler.Levels,
    _ scratch: inout TurningScratch
  ) -> (cb: [UInt8], cr: [UInt8], alpha: [UInt8]) {
    var cb = GuardedRow(count: columns.count, of: UInt8.self)
    var cr = GuardedRow(count: columns.count, of: UInt8.self)
    var alpha = GuardedRow(count: columns.count, of: UInt8.self)
    cb.write { cb in
      cr.write { cr in
        alpha.write { alpha in
          sampler.writeChroma(
            of: levels, row: y, columns: columns, scratch: &scratch, cb: &cb, cr: &cr,
            alpha: &alpha)
        }
      }
    }
    #expect(cb.isGuardIntact && cr.isGuardIntact && alpha.isGuardIntact, "row \(y)")
    return (cb.samples, cr.samples, alpha.samples)
  }

  @Test(
    "a turned picture that grows shows colours that change from pixel to pixel",
    arguments: [(1.9, 0.0), (1.9, 0.0004), (2.6, 0.0)], [UInt8?.none, 128])
  func wave(view: (scale: Double, tilt: Double), alpha: UInt8?) throws {
    let map = Self.map(scale: view.scale, tilt: view.tilt)
    let picture = try #require(
      ProjectiveSampler(homography: map, layer: Self.layer, output: Self.output))
    let sampler = try #require(DetailSampler(picture))
    let share = Double(alpha ?? 255) / 255
    let plane = Self.plane(share)
    let planes = sampler.levels.map { plane.resized(to: $0.size, part: $0.part) }
    let levels = DetailSampler.Levels(
      cb: planes, cr: planes,
      alpha: alpha.map { alpha in
        sampler.levels.map { Self.transparent(alpha).resized(to: $0.size, part: $0.part) }
      })
    var scratch = TurningScratch()
    var (squares, count) = (0.0, 0)
    for y in 0..<Self.output.chroma.height {
      let columns = picture.chromaColumns(ofRow: y)
      let row = Self.row(y, columns, sampler, levels, &scratch)
      #expect(row.cb == row.cr)
      if let alpha { #expect(row.alpha.allSatisfy { $0 == alpha }) }
      for (code, x) in zip(row.cb, columns) {
        // At the left pixel of two, half way between the rows of two.
        let (across, down) = (Double(4 * x + 1), Double(4 * y + 2))
        let distance = Double(map.g) * across + Double(map.i)
        let u = (Double(map.a) * across + Double(map.b) * down + Double(map.c)) / distance / 2
        let v = (Double(map.d) * across + Double(map.e) * down + Double(map.f)) / distance / 2
        guard (4..<79).contains(u), (4..<57).contains(v) else { continue }
        let error = Double(code) - Self.wave(u, v) * share
        squares += error * error
        count += 1
      }
    }
    #expect(count > 1000)
    let ratio = 10 * log10(255 * 255 * share * share * Double(count) / squares)
    #expect(ratio > 36, "\(ratio) dB")
  }

  @Test("any map that can be drawn has its chroma drawn within the row")
  func anyMap() throws {
    var generator = SeededGenerator(seed: 5)
    let plane = Self.plane()
    var drawn = 0
    for _ in 0..<200 {
      let size = Size(
        width: Int.random(in: 1...40, using: &generator),
        height: Int.random(in: 1...40, using: &generator))
      func number(_ most: Int64) -> Int64 { Int64.random(in: -most...most, using: &generator) }
      let (one, far) = (Int64(1) << 24, Int64(1) << 31)
      let map = Homography(
        a: number(one), b: number(one), c: number(far), d: number(one), e: number(one),
        f: number(far), g: number(one >> 7), h: number(one >> 7), i: number(one))
      guard
        let picture = ProjectiveSampler(homography: map, layer: Self.layer, output: size),
        let sampler = DetailSampler(picture)
      else { continue }
      let planes = sampler.levels.map { plane.resized(to: $0.size, part: $0.part) }
      let levels = DetailSampler.Levels(cb: planes, cr: planes, alpha: nil)
      var scratch = TurningScratch()
      for y in picture.chromaBounds.rows {
        let columns = picture.chromaColumns(ofRow: y)
        if columns.isEmpty { continue }
        drawn += 1
        _ = Self.row(y, columns, sampler, levels, &scratch)
      }
    }
    #expect(drawn > 100)
  }
}
