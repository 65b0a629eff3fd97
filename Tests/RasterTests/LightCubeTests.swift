import Foundation
import SeededNumbers
import Testing

import RasterReference
@testable import Raster

@Suite("the grid of light")
struct LightCubeTests {
  private typealias Source = LightTransform.Source

  static let sources: [LightTransform.Source] = [
    Source(primaries: .bt2020, transfer: .perceptualQuantizer(peak: 1000)),
    Source(primaries: .bt2020, transfer: .perceptualQuantizer(peak: 10_000)),
    Source(primaries: .bt2020, transfer: .hybridLogGamma),
    Source(primaries: .displayP3, transfer: .standard),
    Source(primaries: .bt709, transfer: .linear),
  ]

  /// Made once: that takes seconds where nothing is optimized.
  private static let cubes = Dictionary(uniqueKeysWithValues: sources.map { ($0, LightCube($0)) })

  private func cube(_ source: LightTransform.Source) throws -> LightCube {
    try #require(Self.cubes[source])
  }

  private func convert(_ cube: LightCube, _ rows: [[UInt16]]) -> [[UInt16]] {
    let count = rows[0].count
    let empty = GuardedRow([UInt16](repeating: 0, count: count))
    var (luma, cb, cr) = (empty, empty, empty)
    let (red, green, blue) = (rows[0], rows[1], rows[2])
    var block = LightCube.Block()
    luma.write { y in
      cb.write { u in
        cr.write { v in
          cube.convert(
            red: red.span, green: green.span, blue: blue.span, through: &block, luma: &y, cb: &u,
            cr: &v)
        }
      }
    }
    #expect(luma.isGuardIntact && cb.isGuardIntact && cr.isGuardIntact)
    return [luma.samples, cb.samples, cr.samples]
  }

  private func noise(_ count: Int, _ seed: UInt64) -> [[UInt16]] {
    var generator = SeededGenerator(seed: seed)
    return (0..<3).map { _ in
      (0..<count).map { _ in UInt16(truncatingIfNeeded: generator.next()) }
    }
  }

  /// Colours near to grey, of all levels.
  private func calm(_ count: Int) -> [[UInt16]] {
    let parts = noise(count, 5)
    return parts.map { part in
      zip(part, parts[0]).map { UInt16(min(65535, Int($0) / 16 + Int($1) / 16 * 15)) }
    }
  }

  @Test("rows become what the reference says, to the bit, at any width", arguments: sources)
  func twin(source: LightTransform.Source) throws {
    let cube = try cube(source)
    for width in [1, 2, 7, 255, 256, 257, 1000] {
      let ends = (0..<3).map { row in (0..<width).map { UInt16($0 >> row & 1 == 0 ? 0 : 65535) } }
      for rows in [noise(width, UInt64(width)), calm(width), ends] {
        let found = convert(cube, rows)
        for x in 0..<width {
          #expect(
            found.map { $0[x] } == Reference.convert(cube, rows.map { $0[x] }), "\(x) of \(width)")
        }
      }
    }
  }

  @Test("greys stay exactly grey, black black and white white", arguments: sources)
  func neutral(source: LightTransform.Source) throws {
    let greys = (0...4096).map { UInt16(min(65535, $0 * 16)) }
    let found = convert(try cube(source), [greys, greys, greys])
    #expect(found[1].allSatisfy { $0 == 128 << 8 } && found[2].allSatisfy { $0 == 128 << 8 })
    #expect(found[0].first == 16 << 8)
    #expect(abs(Int(found[0].last ?? 0) - 235 << 8) <= 4)
    #expect(zip(found[0], found[0].dropFirst()).allSatisfy { $0 <= $1 })
  }

  /// L*, a*, b* of BT.709's R′G′B′, CIE 15.
  private func lab(_ code: [Double]) -> [Double] {
    let light = code.map { pow(min(max($0, 0), 1), 2.4) }
    let parts = [
      [0.412391, 0.357584, 0.180481], [0.212639, 0.715169, 0.072192],
      [0.019331, 0.119195, 0.950532],
    ].map { row in zip(row, light).reduce(0) { $0 + $1.0 * $1.1 } / row.reduce(0, +) }
    let f = parts.map { $0 > 216 / 24389 ? cbrt($0) : (24389 / 27 * $0 + 16) / 116 }
    return [116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])]
  }

  /// ΔE*94, CIE 116.
  private func difference(_ a: [Double], _ b: [Double]) -> Double {
    let (one, two) = (lab(a), lab(b))
    let (c1, c2) = (hypot(one[1], one[2]), hypot(two[1], two[2]))
    let squares = pow(one[1] - two[1], 2) + pow(one[2] - two[2], 2) - pow(c1 - c2, 2)
    let chroma = sqrt(c1 * c2)
    return sqrt(
      pow(one[0] - two[0], 2) + pow((c1 - c2) / (1 + 0.045 * chroma), 2)
        + max(0, squares) / pow(1 + 0.015 * chroma, 2))
  }

  private func color(_ codes: [UInt16]) -> [Double] {
    let y = (Double(codes[0]) / 256 - 16) / 219
    let blue = y + 1.8556 * (Double(codes[1]) / 256 - 128) / 224
    let red = y + 1.5748 * (Double(codes[2]) / 256 - 128) / 224
    return [red, (y - 0.2126 * red - 0.0722 * blue) / 0.7152, blue]
  }

  @Test(
    "colours are near to those that are converted one by one, and look alike", arguments: sources)
  func near(source: LightTransform.Source) throws {
    let cube = try cube(source)
    let transform = LightTransform(source)
    for rows in [noise(20_000, 3), calm(20_000)] {
      let found = convert(cube, rows)
      var (sum, worst, codes, farthest) = (0.0, 0.0, 0.0, 0.0)
      for x in found[0].indices {
        let exact = Reference.apply(transform, rows.map { $0[x] }).map { Double($0) / 65535 }
        let seen = difference(color(found.map { $0[x] }), exact)
        sum += seen
        worst = max(worst, seen)
        let luma = 219 * (0.2126 * exact[0] + 0.7152 * exact[1] + 0.0722 * exact[2]) + 16
        let distance = abs(Double(found[0][x]) / 256 - luma)
        codes += distance
        farthest = max(farthest, distance)
      }
      let count = Double(found[0].count)
      #expect(sum / count < 0.08 && worst < 1.6, "ΔE \(sum / count), \(worst)")
      #expect(codes / count < 0.15 && farthest < 4, "codes \(codes / count), \(farthest)")
      if ProcessInfo.processInfo.environment["CUTLIST_MEASURES"] != nil {
        print("\(source): ΔE \(sum / count), \(worst); luma \(codes / count), \(farthest)")
      }
    }
    #expect(cube.markedShare < 0.25, "\(cube.markedShare)")
  }

  @Test("grids are the same on every machine")
  func deterministic() throws {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for source in Self.sources {
      for words in try cube(source).nodes {
        // Fields of 21 bits, as they were when the hash was taken.
        func field(_ index: UInt64) -> UInt64 { (words >> (16 * index) & 0x7FFF) << (21 * index) }
        let node = field(0) | field(1) | field(2) | words & LightCube.mark
        hash = (hash ^ node ^ node >> 32) &* 0x100_0000_01b3
      }
    }
    #expect(String(hash, radix: 16) == "424d3f7e032e351")
  }
}
