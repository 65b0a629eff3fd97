import Foundation
import Testing
import SeededNumbers

import RasterReference
@testable import Raster

@Suite("light")
struct LightTests {
  private typealias Source = LightTransform.Source

  private func apply(_ transform: LightTransform, _ color: [Double]) -> [Int] {
    var rows = color.map { [UInt16(($0 * 65535).rounded())] }
    var (r, g, b) = (rows[0], rows[1], rows[2])
    do {
      var red = r.mutableSpan
      var green = g.mutableSpan
      var blue = b.mutableSpan
      transform.apply(red: &red, green: &green, blue: &blue)
    }
    rows = [r, g, b]
    return rows.map { Int($0[0]) }
  }

  @Test("powers and logarithms are those of the C library")
  func powers() {
    for base in [1e-9, 0.001, 0.02, 0.5, 0.7071, 0.99999, 1, 1.5, 12.5, 10_000] {
      #expect(abs(Power.ln(base) - log(base)) < 1e-12 * max(1, abs(log(base))))
      for exponent in [0.01, 0.159, 1 / 2.4, 1, 2.4, 6.277, 78.84375, -1.5] {
        let wanted = pow(base, exponent)
        guard wanted > 1e-200, wanted < 1e200 else { continue }
        #expect(abs(Power.of(base, exponent) / wanted - 1) < 1e-11, "\(base) ^ \(exponent)")
      }
    }
    #expect(Power.of(0, 2.4) == 0)
    #expect(Power.of(-1, 2.4) == 0)
    #expect(Power.of(1e-200, 78) == 0)
  }

  @Test("curves pass through the points that the standards and reports name")
  func curves() {
    // ITU-R BT.2408-4, table 1: PQ and HLG levels of reference white and of 18 % grey.
    #expect(abs(Curve.quantizerCode(203) - 0.58) < 0.002)
    #expect(abs(Curve.quantizerCode(26) - 0.38) < 0.002)
    #expect(abs(Curve.quantizerCode(1000) - 0.7518) < 0.0001)
    #expect(abs(Curve.quantizerLight(1) - 10_000) < 0.001)
    #expect(Curve.quantizerLight(0) == 0)
    let white = pow(Curve.hybridLogGammaScene(0.75), 1.2) * 1000
    #expect(abs(white - 203) < 1)
    #expect(abs(Curve.hybridLogGammaScene(1) - 1) < 1e-6)
    #expect(abs(Curve.hybridLogGammaScene(0.5) - 1.0 / 12) < 1e-12)
    for light in [0.01, 1, 100, 4000.0] {
      #expect(abs(Curve.quantizerLight(Curve.quantizerCode(light)) / light - 1) < 1e-9)
    }
  }

  @Test("BT.2020's matrix to BT.709 is that of ITU-R BT.2407")
  func matrix() {
    let wanted = [
      [1.6605, -0.5876, -0.0728], [-0.1246, 1.1329, -0.0083], [-0.0182, -0.1006, 1.1187],
    ]
    let found = ColorPrimaries.bt2020.matrix(to: .bt709)
    for (a, b) in zip(found.joined(), wanted.joined()) { #expect(abs(a - b) < 0.0001) }
  }

  @Test("the tone curve keeps what is dark, rolls off without a step, and ends at white")
  func toneCurve() {
    for peak in [300.0, 1000, 4000, 10_000] {
      let curve = ToneCurve(from: peak, to: 203)
      #expect(curve.light(0) == 0)
      #expect(abs(curve.light(peak) - 203) < 0.01)
      #expect(abs(curve.light(2 * peak) - 203) < 0.01)
      #expect(abs(curve.light(5) - 5) < 0.001)
      var last = 0.0
      for step in 1...200 {
        let light = curve.light(peak * Double(step) / 200)
        #expect(light >= last && light <= peak * Double(step) / 200 + 1e-6)
        last = light
      }
    }
    #expect(ToneCurve(from: 150, to: 203).light(120) == 120)
  }

  @Test("standard pictures of BT.709 come out as they were, in every code of 12 bits")
  func identity() {
    let transform = LightTransform(Source(primaries: .bt709, transfer: .standard))
    for code in stride(from: 0.0, through: 1, by: 1 / 4095.0) {
      for found in apply(transform, [code, code, code]) {
        #expect(abs(Double(found) - code * 65535) <= 33)
      }
    }
  }

  @Test("greys stay exactly grey, black black and white white")
  func neutral() {
    for primaries in [ColorPrimaries.bt2020, .displayP3, .digitalCinema] {
      for transfer in [
        TransferFunction.standard, .linear, .hybridLogGamma, .perceptualQuantizer(peak: 1000),
      ] {
        let transform = LightTransform(Source(primaries: primaries, transfer: transfer))
        var last = -1
        for step in 0...100 {
          let code = Double(step) / 100
          let found = apply(transform, [code, code, code])
          #expect(found[0] == found[1] && found[1] == found[2])
          #expect(found[0] >= last)
          last = found[0]
        }
        #expect(apply(transform, [0, 0, 0]) == [0, 0, 0])
        #expect(apply(transform, [1, 1, 1]).allSatisfy { $0 > 65500 })
      }
    }
  }

  private static let colors: [[Double]] = [
    [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [0.75, 0.35, 0.2], [0.2, 0.5, 0.7],
    [0.05, 0.1, 0.02],
  ]

  /// 3 × 3 of BT.709 light to that of BT.2020: ITU-R BT.2087-0.
  private static let wider = [
    [0.6274, 0.3293, 0.0433], [0.0691, 0.9195, 0.0114], [0.0164, 0.0880, 0.8956],
  ]

  @Test("colours of BT.709 that were written as BT.2020, in SDR, PQ and HLG, come back")
  func colors() {
    for color in Self.colors {
      let light = color.map { pow($0, 2.4) }
      let wide = Self.wider.map { $0[0] * light[0] + $0[1] * light[1] + $0[2] * light[2] }
      // In HDR so dark that the tone curve leaves it alone.
      let candela = wide.map { $0 * 60 }
      let dark = color.map { $0 * pow(60 / 203, 1 / 2.4) }
      let quantized = candela.map { light -> Double in
        let root = pow(light / 10_000, 0.1593017578125)
        return pow((0.8359375 + 18.8515625 * root) / (1 + 18.6875 * root), 78.84375)
      }
      let luminance = 0.2627 * candela[0] + 0.678 * candela[1] + 0.0593 * candela[2]
      let hybrid = candela.map { light -> Double in
        // BT.2100's inverse OOTF and OETF for 1000 cd/m².
        let scene = pow(luminance / 1000, (1 - 1.2) / 1.2) * light / 1000
        return scene <= 1.0 / 12
          ? sqrt(3 * scene) : 0.17883277 * log(12 * scene - 0.28466892) + 0.55991073
      }
      let cases: [(TransferFunction, [Double], [Double])] = [
        (.standard, wide.map { pow($0, 1 / 2.4) }, color),
        (.perceptualQuantizer(peak: 1000), quantized, dark), (.hybridLogGamma, hybrid, dark),
      ]
      for (transfer, codes, wanted) in cases {
        let transform = LightTransform(Source(primaries: .bt2020, transfer: transfer))
        let found = apply(transform, codes.map { min(max($0, 0), 1) })
        for (a, b) in zip(found, wanted) {
          // Two codes of 255; near black, where codes are steep, light that is hardly any.
          let (code, light) = (Double(a) / 65535, 0.0005)
          #expect(
            abs(code - b) * 255 <= 2 || abs(pow(code, 2.4) - pow(b, 2.4)) < light,
            "\(transfer) \(color): \(found)")
        }
      }
    }
  }

  @Test("tables are the same on every machine")
  func deterministic() {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for transfer in [
      TransferFunction.standard, .hybridLogGamma, .perceptualQuantizer(peak: 1000),
    ] {
      let transform = LightTransform(Source(primaries: .bt2020, transfer: transfer))
      for step in 0..<512 {
        let color = [step, step * 7 % 512, step * 31 % 512].map { Double($0) / 511 }
        for value in apply(transform, color) {
          hash = (hash ^ UInt64(value)) &* 0x100_0000_01b3
        }
      }
    }
    #expect(String(hash, radix: 16) == "422b420e18dc99be")
  }

  // MARK: - Components

  @Test("components of every matrix, range and depth become R′G′B′")
  func components() {
    let weights: [(ComponentDecoder.Matrix, Double, Double)] = [
      (.bt601, 0.299, 0.114), (.bt709, 0.2126, 0.0722), (.bt2020, 0.2627, 0.0593),
    ]
    for (matrix, red, blue) in weights {
      for (isFull, depth) in [(false, 8), (false, 10), (true, 8), (true, 12)] {
        let decoder = ComponentDecoder(matrix, isFullRange: isFull, bitDepth: depth)
        for color in Self.colors {
          let white = red * color[0] + (1 - red - blue) * color[1] + blue * color[2]
          let differences = [
            white, (color[2] - white) / (2 * (1 - blue)), (color[0] - white) / (2 * (1 - red)),
          ]
          let unit = Double(1 << (depth - 8))
          let codes = differences.enumerated().map { index, value in
            let full = Double(1 << depth - 1)
            let code =
              isFull
              ? value * full + (index == 0 ? 0 : 128 * unit)
              : (value * (index == 0 ? 219 : 224) + (index == 0 ? 16 : 128)) * unit
            return UInt16(min(max(code.rounded(), 0), full)) << UInt16(16 - depth)
          }
          let (y, cb, cr) = (
            [codes[0].littleEndian], [codes[1].littleEndian], [codes[2].littleEndian]
          )
          var (a, b, c) = ([UInt16(0)], [UInt16(0)], [UInt16(0)])
          do {
            var red = a.mutableSpan
            var green = b.mutableSpan
            var blue = c.mutableSpan
            unsafe decoder.read(
              y.span.bytes, cb.span.bytes, cr.span.bytes, red: &red, green: &green, blue: &blue)
          }
          for (found, wanted) in zip([a[0], b[0], c[0]], color) {
            #expect(abs(Double(found) / 65535 - wanted) < 2.5 / 255, "\(matrix) \(color)")
          }
        }
      }
    }
  }

  @Test("R′G′B′ rows become the exact codes, or beside a tie the next ones; greys are exact")
  func fullRange() {
    var generator = SeededGenerator(seed: 11)
    for width in [1, 2, 5, 64] {
      let rows = (0..<3).map { _ in
        (0..<width).map { _ in UInt16(truncatingIfNeeded: generator.next()) }
      }
      for (r, g, b) in [(rows[0], rows[1], rows[2]), (rows[0], rows[0], rows[0])] {
        var luma = GuardedRow(count: width)
        luma.write { Kernels.luma(red: r.span, green: g.span, blue: b.span, into: &$0) }
        #expect(luma.isGuardIntact)
        var cb = [UInt8](repeating: 0, count: width)
        var cr = cb
        do {
          var cbRow = cb.mutableSpan
          var crRow = cr.mutableSpan
          Kernels.differences(
            red: r.span, green: g.span, blue: b.span, cb: &cbRow, cr: &crRow)
        }
        for x in 0..<width {
          let wanted = Reference.differences(red: r[x], green: g[x], blue: b[x])
          #expect(
            abs(Int(luma.samples[x]) - Int(Reference.luma(red: r[x], green: g[x], blue: b[x]))) <= 1
          )
          #expect(abs(Int(cb[x]) - Int(wanted.cb)) <= 1)
          #expect(abs(Int(cr[x]) - Int(wanted.cr)) <= 1)
          if r == g { #expect(cb[x] == 128 && cr[x] == 128) }
        }
      }
    }
    var luma = GuardedRow(count: 2)
    let ends: [UInt16] = [0, 65535]
    luma.write { Kernels.luma(red: ends.span, green: ends.span, blue: ends.span, into: &$0) }
    #expect(luma.samples == [16, 235])
  }

  @Test(
    "rows become BT.709 as the reference says, to the bit, at any width",
    arguments: [
      .standard, .linear, .hybridLogGamma, .perceptualQuantizer(peak: 600),
      .perceptualQuantizer(peak: 10_000),
    ] as [TransferFunction], [.bt2020, .digitalCinema] as [ColorPrimaries])
  func transformed(transfer: TransferFunction, primaries: ColorPrimaries) {
    let transform = LightTransform(Source(primaries: primaries, transfer: transfer))
    var generator = SeededGenerator(seed: 77)
    for width in [1, 2, 3, 7, 16, 33, 255, 257, 600] {
      // Noise, saturated colours, and colours near to black.
      for mask: UInt16 in [0xFFFF, 0, 0x0FFF] {
        let rows = (0..<3).map { _ in
          (0..<width).map { _ in
            let code = UInt16(truncatingIfNeeded: generator.next())
            return mask == 0 ? (code & 1) * 0xFFFF : code & mask
          }
        }
        var (red, green, blue) = (
          GuardedRow(rows[0]), GuardedRow(rows[1]), GuardedRow(rows[2])
        )
        red.write { r in
          green.write { g in blue.write { transform.apply(red: &r, green: &g, blue: &$0) } }
        }
        #expect(red.isGuardIntact && green.isGuardIntact && blue.isGuardIntact)
        let wanted = (0..<width).map {
          Reference.apply(transform, [rows[0][$0], rows[1][$0], rows[2][$0]])
        }
        #expect(red.samples == wanted.map { $0[0] })
        #expect(green.samples == wanted.map { $0[1] })
        #expect(blue.samples == wanted.map { $0[2] })
      }
    }
  }

  @Test("rows are halved as the reference says, at any width")
  func halved() {
    var generator = SeededGenerator(seed: 12)
    for width in 1...9 {
      let rows = (0..<2).map { _ in
        (0..<width).map { _ in UInt16(truncatingIfNeeded: generator.next()) }
      }
      var result = [UInt16](repeating: 0, count: width / 2 + width % 2)
      do {
        let upper = rows[0]
        let lower = rows[1]
        var span = result.mutableSpan
        Kernels.halveLeft(upper.span, lower.span, into: &span)
      }
      #expect(result == Reference.halveLeft(rows[0], rows[1]))
    }
  }
}
