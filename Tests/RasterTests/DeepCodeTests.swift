import BaseValues
import SeededNumbers
import Testing

@testable import Raster

/// Samples of 10 bits, against exact numbers of their own and not against four times those of 8.
@Suite("codes of 10 bits") struct DeepCodeTests {
  /// ITU-R BT.709-6, items 3.2 to 3.4, of R′G′B′ within 0…1, as exact codes of a depth.
  private func codes(_ red: Double, _ green: Double, _ blue: Double, unit: Double) -> [Double] {
    let luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return [
      unit * (16 + 219 * luma), unit * (128 + 224 * (blue - luma) / 1.8556),
      unit * (128 + 224 * (red - luma) / 1.5748),
    ]
  }

  @Test("codes of 16 bits become the nearest of 10, and in the mean what they are when dithered")
  func narrowed() {
    let all = (0...65535).map { UInt16($0) }
    var codes = [UInt16](repeating: 0, count: all.count)
    do {
      var codes = codes.mutableSpan
      Kernels.narrow(all.span, .nearest, into: &codes)
    }
    #expect(codes == all.map { UInt16(min((UInt32($0) + 32) / 64, 1023)) })
    let whole = (0...1023).map { UInt16($0) << 6 }
    var kept = [UInt16](repeating: 0, count: 1024)
    do {
      var kept = kept.mutableSpan
      Kernels.narrow(whole.span, .dithered(row: 5, plane: 1), into: &kept)
    }
    #expect(kept == (0...1023).map { UInt16($0) })
    for fraction in 0..<64 {
      let row = [UInt16](repeating: 400 << 6 + UInt16(fraction), count: 4096)
      var codes = [UInt16](repeating: 0, count: 4096)
      do {
        var codes = codes.mutableSpan
        Kernels.narrow(row.span, .dithered(row: 3, plane: 0), into: &codes)
      }
      let mean = codes.reduce(0.0) { $0 + Double($1) } / 4096
      #expect(abs(mean - 400 - Double(fraction) / 64) < 0.03)
    }
  }

  @Test("pixels of 16 bits with alpha become premultiplied codes of 10, rounded once")
  func premultiplied() {
    var generator = SeededGenerator(seed: 10)
    let size = Size(width: 5, height: 4)
    let pixels = (0..<4 * size.width * size.height).map { index in
      index % 12 == 3 ? UInt16.max : UInt16(truncatingIfNeeded: generator.next())
    }
    let image = RGBAConversion.image(
      from: pixels.span, size: size, componentsPerRow: 4 * size.width)
    #expect(image.format == .yuva420p10)
    func pixel(_ x: Int, _ y: Int) -> (codes: [Double], alpha: Double) {
      let x = min(max(x, 0), size.width - 1)
      let part = pixels[4 * (y * size.width + x)..<4 * (y * size.width + x) + 4].map {
        Double($0) / 65535
      }
      return (codes(part[0], part[1], part[2], unit: 4).map { $0 * part[3] }, part[3])
    }
    for y in 0..<size.height {
      for x in 0..<size.width {
        let (codes, alpha) = pixel(x, y)
        let luma = Double(image.row(Plane.luma, y, as: UInt16.self)[x])
        #expect(abs(luma - codes[0]) <= 0.5001)
        #expect(abs(Double(image.row(Plane.alpha, y, as: UInt16.self)[x]) - 1023 * alpha) <= 0.5001)
      }
    }
    for y in 0..<2 {
      for x in 0..<3 {
        var sums = [0.0, 0.0, 0.0]
        var alphas = 0.0
        for row in [2 * y, 2 * y + 1] {
          for column in [2 * x - 1, 2 * x, 2 * x, 2 * x + 1] {
            let (codes, alpha) = pixel(column, row)
            for plane in 1...2 { sums[plane] += codes[plane] / 8 }
            alphas += alpha / 8
          }
        }
        for plane in 1...2 {
          let code = Double(image.row(plane, y, as: UInt16.self)[x])
          #expect(abs(code - sums[plane]) <= 0.5001)
        }
        let alpha = Double(image.row(Plane.chromaAlpha, y, as: UInt16.self)[x])
        #expect(abs(alpha - 1023 * alphas) <= 0.5001)
      }
    }
  }

  @Test("a flat picture that is half seen through keeps its codes in another size")
  func resampled() {
    let (from, to) = (Size(width: 9, height: 7), Size(width: 20, height: 12))
    let pixel: [UInt16] = [60000, 20000, 1000, 30000]
    let pixels = (0..<from.width * from.height).flatMap { _ in pixel }
    var resampler = PremultipliedResampler(from: from, to: to)
    let image = resampler.image(
      from: pixels.span, componentsPerRow: 4 * from.width, isPremultiplied: false)
    let alpha = 30000.0 / 65535
    let exact = codes(60000 / 65535, 20000 / 65535, 1000 / 65535, unit: 4).map { $0 * alpha }
    for plane in 0..<5 {
      let wanted = plane < 3 ? exact[plane] : 1023 * alpha
      for y in 0..<image.height(of: plane) {
        let row = image.row(plane, y, as: UInt16.self)
        for x in row.indices { #expect(abs(Double(row[x]) - wanted) < 0.7, "plane \(plane)") }
      }
    }
  }

  @Test("bars are BT.709's codes of 10 bits, and their ramp has each of them")
  func bars() {
    let size = Size(width: 2400, height: 40)
    let image = ColorBars.image(size: size, as: UInt16.self)
    #expect(image.format == .yuv420p10)
    let colors = [
      (1, 1, 1), (0.75, 0.75, 0), (0, 0.75, 0.75), (0, 0.75, 0), (0.75, 0, 0.75), (0.75, 0, 0),
      (0, 0, 0.75), (0, 0, 0),
    ]
    for (bar, color) in colors.enumerated() {
      let exact = codes(color.0, color.1, color.2, unit: 4)
      let x = bar * 300 + 150
      for plane in 0..<3 {
        let code = Double(
          image.row(plane, 4, as: UInt16.self)[plane == Plane.luma ? x : x / 2])
        #expect(abs(code - exact[plane]) <= 0.5001, "bar \(bar), plane \(plane)")
      }
    }
    let ramp = image.row(Plane.luma, 36, as: UInt16.self)
    for x in 0..<1200 {
      #expect(abs(Double(ramp[x]) - (64 + 876 * Double(x) / 1199)) <= 0.5001)
    }
    #expect(Set((0..<1200).map { ramp[$0] }).count == 877)
  }

  @Test("a counter of 10 bits is one of 8 with codes four times as large")
  func counter() {
    let size = Size(width: 320, height: 180)
    func picture<Sample: PixelSample>(_ sample: Sample.Type) -> Image {
      FrameCounter.image(
        size: size, frame: 345, rateNumerator: 25, rateDenominator: 1, clip: 4, as: sample)
    }
    let (shallow, deep) = (picture(UInt8.self), picture(UInt16.self))
    for y in 0..<size.height {
      let (row, wide) = (shallow.row(Plane.luma, y), deep.row(Plane.luma, y, as: UInt16.self))
      for x in row.indices { #expect(wide[x] == 4 * UInt16(row[x])) }
    }
  }

  @Test("differences are in codes of 10 bits, with a peak of 1023")
  func differences() {
    let size = Size(width: 16, height: 16)
    func flat(_ code: UInt16) -> Image {
      var image = MutableImage(format: .yuv420p10, size: size)
      image.fill(ColorCodes<UInt16>(y: code, cb: 512, cr: 512))
      return image.freeze()
    }
    let difference = ImageDifference(flat(500), flat(503))
    #expect(difference.greatest?.amount == 3 && difference.differingPixels == 256)
    // 10 log10(1023² / 9), of luma; the three planes together have two thirds of its error.
    #expect(abs(difference.errors[0].psnr - 50.655) < 0.001)
    #expect(abs(difference.error.psnr - 52.416) < 0.001)
    // (2·500·503 + c1) / (500² + 503² + c1), c1 = (0.01 · 1023)²: no variance.
    let c1 = 104.6529
    let ssim = (2 * 500 * 503 + c1) / (250_000 + 253_009 + c1)
    #expect(abs(difference.ssim - ssim) < 1e-12)
    #expect(ImageDifference(flat(500), flat(500)).isEmpty)
    let map = HeatMap.image(flat(500), flat(503), size: size)
    #expect(map.format == .yuv420p8 && map.row(Plane.luma, 0)[0] == 80)
  }
}
