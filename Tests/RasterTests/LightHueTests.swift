import Foundation
import Testing

@testable import Raster

/// Light of red, green and blue; hue by Oklab's definition, in the C library's functions.
@Suite("hues of light")
struct LightHueTests {
  private typealias Source = LightTransform.Source

  private func apply(_ transform: LightTransform, _ codes: [Double]) -> [Double] {
    let rows = codes.map { [UInt16((min(max($0, 0), 1) * 65535).rounded())] }
    var (r, g, b) = (rows[0], rows[1], rows[2])
    do {
      var red = r.mutableSpan
      var green = g.mutableSpan
      var blue = b.mutableSpan
      transform.apply(red: &red, green: &green, blue: &blue)
    }
    return [r[0], g[0], b[0]].map { pow(Double($0) / 65535, 2.4) }
  }

  private func product(_ matrix: [[Double]], _ color: [Double]) -> [Double] {
    matrix.map { $0[0] * color[0] + $0[1] * color[1] + $0[2] * color[2] }
  }

  /// In degrees.
  private func hue(_ light: [Double]) -> Double {
    let cones = product(
      [
        [0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
      ], light
    ).map { cbrt($0) }
    let opponents = product(
      [[1.9779984951, -2.4285922050, 0.4505937099], [0.0259040371, 0.7827717662, -0.8086757660]],
      cones)
    return atan2(opponents[1], opponents[0]) * 180 / .pi
  }

  private func difference(_ a: Double, _ b: Double) -> Double {
    abs((a - b).remainder(dividingBy: 360))
  }

  /// BT.709 to BT.2020, ITU-R BT.2087-0, and back, ITU-R BT.2407.
  private static let wider = [
    [0.6274, 0.3293, 0.0433], [0.0691, 0.9195, 0.0114], [0.0164, 0.0880, 0.8956],
  ]
  private static let narrower = [
    [1.6605, -0.5876, -0.0728], [-0.1246, 1.1329, -0.0083], [-0.0182, -0.1006, 1.1187],
  ]

  /// SMPTE ST 2084.
  private func quantized(_ light: Double) -> Double {
    let root = pow(light * 203 / 10_000, 0.1593017578125)
    return pow((0.8359375 + 18.8515625 * root) / (1 + 18.6875 * root), 78.84375)
  }

  /// ARIB STD-B67 for a display of 1000 cd/m².
  private func hybrid(_ wide: [Double]) -> [Double] {
    let candela = wide.map { max(0, $0) * 203 }
    let luminance = 0.2627 * candela[0] + 0.678 * candela[1] + 0.0593 * candela[2]
    return candela.map { light in
      let scene = pow(luminance / 1000, (1 - 1.2) / 1.2) * light / 1000
      return scene <= 1.0 / 12
        ? sqrt(3 * scene) : 0.17883277 * log(12 * scene - 0.28466892) + 0.55991073
    }
  }

  private static let highlights: [[Double]] = [
    [4, 1.2, 0.1], [3, 0.5, 0.5], [0.3, 0.6, 4], [0.5, 3.5, 0.4], [3.5, 3, 0.3], [1.5, 0.2, 2.5],
    [1.2, 0.9, 0.7],
  ]

  @Test("a highlight keeps its hue and its colour in PQ and HLG", arguments: highlights)
  func highlight(light: [Double]) {
    let wide = product(Self.wider, light)
    let sources: [(TransferFunction, [Double])] = [
      (.perceptualQuantizer(peak: 1000), wide.map(quantized)), (.hybridLogGamma, hybrid(wide)),
      (.perceptualQuantizer(peak: 4000), wide.map(quantized)),
    ]
    for (transfer, codes) in sources {
      let found = apply(LightTransform(Source(primaries: .bt2020, transfer: transfer)), codes)
      #expect(difference(hue(found), hue(light)) < 1, "\(transfer): \(found)")
      let scale = (found.max() ?? 0) / (light.max() ?? 1)
      #expect(scale > 0.15 && scale < 1)
      for (a, b) in zip(found, light) { #expect(abs(a - b * scale) < 0.01) }
    }
  }

  @Test("colours outside of BT.709 come to its boundary at their hue and luminance")
  func outside() {
    let transform = LightTransform(
      Source(primaries: .bt2020, transfer: .perceptualQuantizer(peak: 1000)))
    var count = 0
    for red in 0...4 {
      for green in 0...4 {
        for blue in 0...4 {
          // So dark that the tone curve leaves all of it as it is.
          let wide = [red, green, blue].map { 0.3 * Double($0) / 4 }
          let light = product(Self.narrower, wide)
          guard let least = light.min(), least < -0.002 else { continue }
          count += 1
          let found = apply(transform, wide.map(quantized))
          #expect((found.min() ?? 1) < 0.001, "\(wide): \(found)")
          // Around blue another hue may keep more of the colour.
          let isBlue = difference(hue(light), 250) < 60
          #expect(
            difference(hue(found), hue(light)) < (isBlue ? 20 : 5), "\(wide): \(found)")
          func luminance(_ color: [Double]) -> Double {
            0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2]
          }
          #expect(abs(luminance(found) / luminance(light) - 1) < 0.02, "\(wide): \(found)")
        }
      }
    }
    #expect(count > 50)
  }

  @Test("wide colours of SDR keep their hue where BT.709 is too dark for them")
  func wideStandard() {
    for (primaries, wide) in [
      (ColorPrimaries.bt2020, [1.0, 0, 0]), (.bt2020, [0, 1, 0]), (.displayP3, [1, 0.5, 0]),
      (.displayP3, [1, 0, 1]), (.bt2020, [1, 1, 0]),
    ] {
      let transform = LightTransform(Source(primaries: primaries, transfer: .standard))
      let light = product(primaries.matrix(to: .bt709), wide.map { pow($0, 2.4) })
      let found = apply(transform, wide)
      #expect(difference(hue(found), hue(light)) < 3, "\(wide): \(found)")
    }
  }

  @Test("what shines blue is blue, as pure as it may be, and changes evenly beside it")
  func blue() {
    for brightness in [0.05, 0.3, 1, 4] {
      let transform = LightTransform(
        Source(primaries: .bt2020, transfer: .perceptualQuantizer(peak: 1000)))
      for (red, green) in [(0.0, 1.0), (1, 0), (1, 1), (0, 0)] {
        var before: [Double]?
        for share in stride(from: 0, through: 0.2, by: 0.01) {
          let wide = [red * share, green * share, 1].map { brightness * $0 }
          let found = apply(transform, wide.map(quantized))
          let most = found.max() ?? 0
          #expect(found[2] == most, "\(wide): \(found)")
          if share < 0.015 {
            #expect(found[0] < 0.02 * most && found[1] < 0.02 * most, "\(wide): \(found)")
          }
          if let before {
            for (a, b) in zip(found, before) {
              #expect(abs(a - b) < 0.15 * most, "\(wide): \(before) to \(found)")
            }
          }
          before = found
        }
      }
    }
  }

  @Test("near to the boundary, colours of both sides are much alike")
  func continuous() {
    let transform = LightTransform(Source(primaries: .bt2020, transfer: .standard))
    for share in stride(from: 0.1, through: 0.9, by: 0.1) {
      for least in 0..<3 {
        let pair = [-0.001, 0.001].map { edge in
          var light = [edge, edge, edge]
          light[(least + 1) % 3] = 0.5 * share
          light[(least + 2) % 3] = 0.5 * (1 - share)
          return apply(transform, product(Self.wider, light).map { pow(max(0, $0), 1 / 2.4) })
        }
        for (a, b) in zip(pair[0], pair[1]) { #expect(abs(a - b) < 0.02, "\(pair)") }
      }
    }
  }
}
