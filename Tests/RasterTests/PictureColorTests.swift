import BaseValues
import Foundation
import SeededNumbers
import Testing

import RasterReference
@testable import Raster

/// What colours become in movies of HDR and of Display P3, by the formulas of the standards.
@Suite("colours of movies")
struct PictureColorTests {
  private typealias Source = LightTransform.Source

  private static let standard = Source(primaries: .bt709, transfer: .standard)

  private static let colors: [[UInt8]] = [
    [255, 255, 255], [0, 0, 0], [255, 0, 0], [0, 255, 0], [0, 0, 255], [128, 128, 128],
    [255, 200, 0], [17, 34, 51], [200, 30, 120], [1, 2, 3], [254, 255, 253],
  ]

  /// Light of BT.709's primaries in others': ITU-R BT.2087-0 for BT.2020; CSS Color 4, 18.1 for Display P3.
  private static let toBT2020 = [
    [0.627_403_9, 0.329_283_0, 0.043_313_1], [0.069_097_3, 0.919_540_4, 0.011_362_3],
    [0.016_391_4, 0.088_013_3, 0.895_595_3],
  ]
  private static let toP3 = [
    [0.822_461_97, 0.177_538_03, 0], [0.033_194_20, 0.966_805_80, 0],
    [0.017_082_63, 0.072_397_44, 0.910_519_93],
  ]

  private func product(_ rows: [[Double]], _ color: [Double]) -> [Double] {
    rows.map { max(0, $0[0] * color[0] + $0[1] * color[1] + $0[2] * color[2]) }
  }

  /// SMPTE ST 2084, 5.3.
  private func pq(_ candela: Double) -> Double {
    let y = pow(candela / 10_000, 2610.0 / 16384)
    return pow(
      (3424.0 / 4096 + 2413.0 / 128 * y) / (1 + 2392.0 / 128 * y), 2523.0 / 4096 * 128)
  }

  /// ITU-R BT.2100-2, table 5: OETF.
  private func hlg(_ scene: Double) -> Double {
    scene <= 1.0 / 12
      ? sqrt(3 * scene) : 0.178_832_77 * log(12 * scene - 0.284_668_92) + 0.559_910_73
  }

  private func wanted(_ color: [UInt8], in movie: PictureColor) -> [Double] {
    let light = color.map { pow(Double($0) / 255, 2.4) }
    switch movie {
    case .sdr: return color.map { Double($0) / 255 }
    case .p3: return product(Self.toP3, light).map { pow($0, 1 / 2.4) }
    case .hdr10: return product(Self.toBT2020, light).map { pq(203 * $0) }
    case .hlg:
      let shown = product(Self.toBT2020, light).map { 0.203 * $0 }
      let luminance = 0.2627 * shown[0] + 0.6780 * shown[1] + 0.0593 * shown[2]
      guard luminance > 0 else { return [0, 0, 0] }
      let scene = shown.map { $0 * pow(luminance, -1.0 / 6) }
      let highest = max(1, scene.max() ?? 1)
      return scene.map { hlg($0 / highest) }
    }
  }

  private func apply(_ transform: LightTransform, _ color: [UInt16]) -> [Int] {
    var (r, g, b) = ([color[0]], [color[1]], [color[2]])
    func convert() {
      var red = r.mutableSpan
      var green = g.mutableSpan
      var blue = b.mutableSpan
      transform.apply(red: &red, green: &green, blue: &blue)
    }
    convert()
    return [Int(r[0]), Int(g[0]), Int(b[0])]
  }

  @Test("white of BT.709 is 58 % of PQ and 75 % of HLG, as BT.2408 says")
  func white() {
    let quantized = PictureColor.hdr10.components(red: 255, green: 255, blue: 255)
    // 203 cd/m²: 0.5807 by ST 2084's formula, 573 of 64…940.
    #expect(abs(Double(quantized.red) / 65535 - 0.5807) < 0.0001)
    #expect(quantized.red == quantized.green && quantized.green == quantized.blue)
    let gamma = PictureColor.hlg.components(red: 255, green: 255, blue: 255)
    #expect(abs(Double(gamma.red) / 65535 - 0.75) < 0.001)
    #expect(
      SolidColor(red: 255, green: 255, blue: 255, in: .hdr10).deepColor
        == ColorCodes(y: 573, cb: 512, cr: 512))
    #expect(
      SolidColor(red: 255, green: 255, blue: 255, in: .hlg).deepColor
        == ColorCodes(y: 721, cb: 512, cr: 512))
    #expect(SolidColor(red: 255, green: 255, blue: 255, in: .p3).color == .white)
  }

  @Test(
    "colours are those of the formulas, and transforms of pictures have the same",
    arguments: PictureColor.allCases)
  func formulas(movie: PictureColor) {
    let transform = LightTransform(Self.standard, to: movie)
    for color in Self.colors {
      let wanted = wanted(color, in: movie)
      let own = movie.components(red: color[0], green: color[1], blue: color[2])
      let found = apply(transform, color.map { 257 * UInt16($0) })
      for (component, code) in [own.red, own.green, own.blue].enumerated() {
        // A third of a code of 10 bits; transforms have light in 4096 steps.
        #expect(abs(Double(code) / 65535 - wanted[component]) < 0.0003, "\(color) \(component)")
        let isDark = wanted[component] < 0.02
        #expect(
          abs(Double(found[component]) / 65535 - wanted[component]) < (isDark ? 0.004 : 0.0008),
          "\(color) \(component): \(found)")
      }
    }
  }

  @Test("red of BT.709 is no primary of Display P3, and one of P3 stays that in a movie of P3")
  func displayP3() {
    let red = PictureColor.p3.components(red: 255, green: 0, blue: 0)
    let wanted = [0.82246, 0.03319, 0.01708].map { pow($0, 1 / 2.4) }
    for (code, wanted) in zip([red.red, red.green, red.blue], wanted) {
      #expect(abs(Double(code) / 65535 - wanted) < 0.0005)
    }
    // HDR of these primaries, 100 cd/m² red, which the tone curve leaves alone.
    let source = Source(primaries: .displayP3, transfer: .perceptualQuantizer(peak: 1000))
    let code = UInt16((pq(60) * 65535).rounded())
    let found = apply(LightTransform(source, to: .p3), [code, 0, 0])
    #expect(abs(Double(found[0]) / 65535 - pow(60.0 / 203, 1 / 2.4)) < 0.002)
    #expect(found[1] < 300 && found[2] < 300)
    // What is outside of BT.709 and inside of P3 keeps its chroma.
    let narrow = apply(LightTransform(source), [code, 0, 0])
    #expect(narrow != found)
  }

  @Test(
    "PQ becomes HLG by the light that is seen on a display of 1000 cd/m², and HLG becomes PQ by it")
  func between() {
    let toGamma = LightTransform(
      Source(primaries: .bt2020, transfer: .perceptualQuantizer(peak: 1000)), to: .hlg)
    let toQuantizer = LightTransform(
      Source(primaries: .bt2020, transfer: .hybridLogGamma), to: .hdr10)
    // Greys: a scene of E is shown with 1000 · E^1.2 cd/m².
    for candela in [1.0, 10, 26, 100, 203, 500, 1000] {
      let quantized = pq(candela)
      let gamma = hlg(pow(candela / 1000, 1 / 1.2))
      let code = UInt16((quantized * 65535).rounded())
      let other = UInt16((min(gamma, 1) * 65535).rounded())
      for found in apply(toGamma, [code, code, code]) {
        #expect(abs(Double(found) / 65535 - gamma) < 0.001, "\(candela)")
      }
      for found in apply(toQuantizer, [other, other, other]) {
        #expect(abs(Double(found) / 65535 - quantized) < 0.001, "\(candela)")
      }
    }
    // Brighter than the display: rolled off, and its peak at last.
    let bright = LightTransform(
      Source(primaries: .bt2020, transfer: .perceptualQuantizer(peak: 4000)), to: .hlg)
    let peak = UInt16((pq(4000) * 65535).rounded())
    #expect(apply(bright, [peak, peak, peak]).allSatisfy { $0 > 65400 })
    let white = UInt16((pq(203) * 65535).rounded())
    #expect(abs(apply(bright, [white, white, white])[0] - Int(0.75 * 65535)) < 70)
  }

  @Test("a deep blue that HLG cannot show as bright as white becomes darker and stays blue")
  func deepBlue() {
    let source = Source(primaries: .bt2020, transfer: .perceptualQuantizer(peak: 1000))
    let code = UInt16((pq(1000) * 65535).rounded())
    let dim = UInt16((pq(100) * 65535).rounded())
    let found = apply(LightTransform(source, to: .hlg), [dim, dim, code])
    #expect(found[2] == 65535)
    // Red and green are a tenth of blue in light still: of the scene, as the OOTF scales all three alike.
    for component in 0..<2 {
      #expect(abs(Double(found[component]) / 65535 - hlg(0.1)) < 0.002)
    }
  }

  @Test("transforms have a plain twin, and greys stay grey", arguments: PictureColor.allCases)
  func twin(movie: PictureColor) {
    var numbers = SeededGenerator(seed: 11)
    for source in [
      Self.standard, Source(primaries: .displayP3, transfer: .standard),
      Source(primaries: .bt2020, transfer: .perceptualQuantizer(peak: 4000)),
      Source(primaries: .bt2020, transfer: .hybridLogGamma),
    ] {
      let transform = LightTransform(source, to: movie)
      for _ in 0..<300 {
        let color = (0..<3).map { _ in UInt16.random(in: 0...65535, using: &numbers) }
        #expect(apply(transform, color) == Reference.apply(transform, color).map(Int.init))
      }
      for step in 0...64 {
        let code = UInt16(step * 1023 + step / 64 * 63)
        let found = apply(transform, [code, code, code])
        #expect(abs(found[0] - found[1]) < 3 && abs(found[1] - found[2]) < 3, "\(code) \(found)")
      }
    }
  }

  @Test(
    "grids of HDR are a code of 10 bits from the formulas at most",
    arguments: [PictureColor.hdr10, .hlg])
  func cubes(movie: PictureColor) {
    var numbers = SeededGenerator(seed: 5)
    let cube = LightCube(Self.standard, to: movie)
    var (red, green, blue): ([UInt16], [UInt16], [UInt16]) = ([], [], [])
    for _ in 0..<2000 {
      red.append(257 * UInt16.random(in: 0...255, using: &numbers))
      green.append(257 * UInt16.random(in: 0...255, using: &numbers))
      blue.append(257 * UInt16.random(in: 0...255, using: &numbers))
    }
    var (y, cb, cr) = (red, red, red)
    func convert() {
      var block = LightCube.Block()
      var luma = y.mutableSpan
      var first = cb.mutableSpan
      var second = cr.mutableSpan
      cube.convert(
        red: red.span, green: green.span, blue: blue.span, through: &block, luma: &luma,
        cb: &first, cr: &second)
    }
    convert()
    for x in red.indices {
      let color = [UInt8(red[x] / 257), UInt8(green[x] / 257), UInt8(blue[x] / 257)]
      let c = wanted(color, in: movie)
      let luma = 0.2627 * c[0] + 0.6780 * c[1] + 0.0593 * c[2]
      let codes = [
        64 + 876 * luma, 512 + 896 * (c[2] - luma) / 1.8814, 512 + 896 * (c[0] - luma) / 1.4746,
      ]
      for (found, wanted) in zip([y[x], cb[x], cr[x]], codes) {
        #expect(abs(Double(found) / 64 - wanted) < 3, "\(color)")
      }
    }
  }

  @Test("the light of pictures is that of their greatest component, and its mean")
  func lightMeter() {
    var meter = LightMeter()
    #expect(meter.levels == nil)
    func picture(_ codes: ColorCodes<UInt16>) -> Image {
      var image = MutableImage(format: .yuv420p10, size: Size(width: 6, height: 5))
      image.fill(codes)
      return image.freeze()
    }
    meter.add(picture(ColorCodes(y: 64, cb: 512, cr: 512)))
    #expect(meter.levels == LightLevels(content: 0, frameAverage: 0))
    meter.add(picture(ColorCodes(y: 573, cb: 512, cr: 512)))
    // Code 573 is 0.58105 of PQ: 203.6 cd/m².
    #expect(meter.levels == LightLevels(content: 204, frameAverage: 204))
    // A red of 1000 cd/m², of which luma has 0.2627 of its code.
    let code = pq(1000)
    meter.add(
      picture(
        ColorCodes(
          y: UInt16((64 + 876 * 0.2627 * code).rounded()),
          cb: UInt16((512 - 896 * 0.2627 * code / 1.8814).rounded()),
          cr: UInt16((512 + 896 * (1 - 0.2627) * code / 1.4746).rounded()))))
    let levels = meter.levels ?? LightLevels(content: 0, frameAverage: 0)
    // A code of chroma is a percent of light.
    #expect(abs(levels.content - 1000) < 12 && levels.content == levels.frameAverage)
  }

  // MARK: - Pictures

  @Test("a picture's codes are brought to a movie's and back, with alpha and at odd sizes")
  func pictures() {
    let size = Size(width: 7, height: 5)
    let forth = LightTransform(Self.standard, to: .hdr10)
    for alpha in [255, 128] as [UInt8] {
      let color = SolidColor(red: 200, green: 30, blue: 120, alpha: alpha)
      let image = color.image(size: size, as: UInt16.self)
      let found = image.recolored(by: forth)
      #expect(found.color == .hdr10 && found.format == image.format)
      let wanted = SolidColor(red: 200, green: 30, blue: 120, alpha: alpha, in: .hdr10)
        .premultiplied(as: UInt16.self)
      for (plane, code) in [wanted.y, wanted.cb, wanted.cr].enumerated() {
        for y in 0..<found.height(of: plane) {
          let row = found.row(plane, y, as: UInt16.self)
          for x in row.indices { #expect(abs(Int(row[x]) - Int(code)) <= 2, "plane \(plane)") }
        }
      }
      if alpha < 255 {
        #expect(
          found.row(Plane.alpha, 4, as: UInt16.self)[6]
            == image.row(Plane.alpha, 4, as: UInt16.self)[6])
      }
    }
  }

  @Test(
    "a picture of HDR is looked at with the tone curve of such sources: 203 of 1000 cd/m² as 159")
  func asStandard() {
    let white = SolidColor(red: 255, green: 255, blue: 255, in: .hdr10)
      .image(size: Size(width: 4, height: 4), as: UInt16.self).with(.hdr10)
    let seen = white.asStandard()
    // (159 / 203)^(1 / 2.4) of 876 codes; see the tone curve's own tests.
    let wanted = 64 + 876 * pow(159.0 / 203, 1 / 2.4)
    #expect(abs(Double(seen.row(Plane.luma, 0, as: UInt16.self)[0]) - wanted) < 3)
    #expect(seen.color == .sdr)
    let plain = SolidColor(red: 9, green: 9, blue: 9).image(size: Size(width: 4, height: 4))
    #expect(plain.asStandard() === plain)
    #expect(plain.with(.p3).widened().color == .p3)
  }
}
