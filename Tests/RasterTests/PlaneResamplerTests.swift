import BaseValues
import SeededNumbers
import Testing

@testable import Raster

/// What a row of samples is worth at each sample of a side of the result.
private func line(
  _ row: [Double], _ from: PlaneResampler.Side, _ to: PlaneResampler.Side
) -> [Double] {
  let scale = Double(from.length) / Double(to.length)
  return (0..<to.count).map { k in
    // Half luma samples from the picture's edge, there and here.
    let place = Double(k << (to.shift + 1) + to.site) * scale
    let spacing = Double(2 << from.shift)
    return DoubleLanczos.value(
      of: row, at: (place - Double(from.site)) / spacing,
      scale: scale * Double(1 << to.shift) / Double(1 << from.shift))
  }
}

@Suite("one plane at another size")
struct PlaneResamplerTests {
  private typealias Side = PlaneResampler.Side

  @Test(
    "samples are those of Lanczos in double precision, wherever they lie and few rows at a time",
    arguments: [
      // Luma, larger and smaller; chroma of 4:2:0, 4:2:2 and 4:1:1 at the left, and in the middle.
      (0, 1, 0, 1, 0, 1, 1), (1, 1, 1, 2, 1, 1, 2), (1, 2, 1, 1, 1, 1, 2), (1, 1, 0, 1, 1, 1, 2),
      (2, 1, 0, 1, 1, 1, 2), (0, 1, 0, 1, 1, 1, 2), (1, 1, 1, 3, 1, 1, 2),
    ])
  func samples(
    _ acrossShift: Int, _ acrossSite: Int, _ downShift: Int, _ downSite: Int, _ shift: Int,
    _ siteX: Int, _ siteY: Int
  ) {
    for (from, to) in [((31, 40), (77, 53)), ((64, 33), (20, 101)), ((45, 51), (44, 17))] {
      let across = (
        from: Side(length: from.0, shift: acrossShift, site: acrossSite),
        to: Side(length: to.0, shift: shift, site: siteX)
      )
      let down = (
        from: Side(length: from.1, shift: downShift, site: downSite),
        to: Side(length: to.1, shift: shift, site: siteY)
      )
      var generator = SeededGenerator(seed: 5)
      // A little away from the ends, where sums are cut.
      let plane = (0..<down.from.count).map { _ in
        (0..<across.from.count).map { _ in UInt16.random(in: 6000...10000, using: &generator) }
      }
      let rows = plane.map { line($0.map { Double($0) }, across.from, across.to) }
      let columns = (0..<across.to.count).map { x in
        line(rows.map { $0[x] }, down.from, down.to)
      }
      var resampler = PlaneResampler(across: across, down: down)
      var worst = 0.0
      for y in 0..<down.to.count {
        let needed = resampler.sourceRows(for: y..<y + 1)
        var result = [UInt16](repeating: 0, count: across.to.count)
        var span = result.mutableSpan
        let stored = plane[needed].flatMap { $0 }
        resampler.write(
          row: y, from: stored.span, beginningWith: needed.lowerBound, into: &span)
        for x in result.indices { worst = max(worst, abs(Double(result[x]) / 4 - columns[x][y])) }
      }
      // Places are told to 1/1024 of a sample: half of one is up to 6 of these 4000 steps.
      #expect(worst < 8, "\(from) to \(to)")
    }
  }

  @Test("R′G′B′ becomes the luma and differences of BT.709's equations")
  func separated() {
    let count = 501
    var generator = SeededGenerator(seed: 6)
    // Four greys first.
    let pixels = (0..<3 * count).map { index -> UInt8 in
      index < 12 ? UInt8(index / 3 * 85) : UInt8.random(in: 0...255, using: &generator)
    }
    var luma = [UInt16](repeating: 0, count: count)
    var cb = luma
    var cr = luma
    var lumaRow = luma.mutableSpan
    var cbRow = cb.mutableSpan
    var crRow = cr.mutableSpan
    Kernels.separate(pixels.span, luma: &lumaRow, cb: &cbRow, cr: &crRow)
    for x in 0..<count {
      let red = Double(pixels[3 * x])
      let green = Double(pixels[3 * x + 1])
      let blue = Double(pixels[3 * x + 2])
      let y: Double = 0.2126 * red + 0.7152 * green + 0.0722 * blue
      let wantedCb: Double = 128 + 224 * (blue - y) / (1.8556 * 255)
      let wantedCr: Double = 128 + 224 * (red - y) / (1.5748 * 255)
      #expect(abs(Double(luma[x]) - 64 * (16 + 219 * y / 255)) < 1.2)
      #expect(abs(Double(cb[x]) - 64 * wantedCb) < 1.8)
      #expect(abs(Double(cr[x]) - 64 * wantedCr) < 1.8)
      if x < 4 { #expect(cb[x] == 8192 && cr[x] == 8192) }
    }
  }

  /// Luma, differences and alpha of a pixel in codes of 8 bits, multiplied by alpha.
  private func codes(_ pixel: ArraySlice<UInt8>, _ isPremultiplied: Bool) -> [Double] {
    let numbers = pixel.map { Double($0) }
    let alpha: Double = numbers[3] / 255
    let colours = numbers[..<3].map { isPremultiplied ? min($0, numbers[3]) : $0 * alpha }
    let y: Double = 0.2126 * colours[0] + 0.7152 * colours[1] + 0.0722 * colours[2]
    let cb: Double = 128 * alpha + 224 * (colours[2] - y) / (1.8556 * 255)
    let cr: Double = 128 * alpha + 224 * (colours[0] - y) / (1.5748 * 255)
    return [16 * alpha + 219 * y / 255, cb, cr, 255 * alpha]
  }

  @Test("pixels with alpha become codes that are multiplied by it", arguments: [false, true])
  func separatedWithAlpha(isPremultiplied: Bool) {
    let count = 777
    var generator = SeededGenerator(seed: 7)
    var pixels = (0..<4 * count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    for (x, alpha) in [0, 255, 1, 254, 128].enumerated() { pixels[4 * x + 3] = UInt8(alpha) }
    var rows = [[UInt16]](repeating: [UInt16](repeating: 0, count: count), count: 4)
    var (luma, cb, cr, alpha) = (rows[0], rows[0], rows[0], rows[0])
    var lumaRow = luma.mutableSpan
    var cbRow = cb.mutableSpan
    var crRow = cr.mutableSpan
    var alphaRow = alpha.mutableSpan
    Kernels.separate(
      pixels.span, isPremultiplied: isPremultiplied, luma: &lumaRow, cb: &cbRow, cr: &crRow,
      alpha: &alphaRow)
    rows = [luma, cb, cr, alpha]
    for x in 0..<count {
      let wanted = codes(pixels[4 * x..<4 * x + 4], isPremultiplied)
      for (row, code) in zip(rows, wanted) { #expect(abs(Double(row[x]) - 64 * code) < 2.2) }
      #expect(alpha[x] == 64 * UInt16(pixels[4 * x + 3]))
      if alpha[x] == 0 { #expect(luma[x] == 0 && cb[x] == 0 && cr[x] == 0) }
    }
  }

  @Test(
    "pictures with alpha have chroma and alpha from all of their pixels at every size",
    arguments: [(29, 21, 80, 61), (40, 333, 51, 300), (63, 50, 21, 12), (1, 1, 5, 3)])
  func premultiplied(width: Int, height: Int, newWidth: Int, newHeight: Int) {
    var generator = SeededGenerator(seed: 8)
    let bytesPerRow = 4 * width + 8
    // Smooth enough not to go beyond what there is, and colours that differ from pixel to pixel.
    let pixels = (0..<bytesPerRow * height).map { index in
      index % bytesPerRow % 4 == 3
        ? UInt8.random(in: 120...140, using: &generator)
        : UInt8.random(in: 60...190, using: &generator)
    }
    let (from, to) = (
      Size(width: width, height: height), Size(width: newWidth, height: newHeight)
    )
    var resampler = PremultipliedResampler(from: from, to: to)
    for _ in 0..<2 {
      let image = resampler.image(
        from: pixels.span, componentsPerRow: bytesPerRow, isPremultiplied: false)
      #expect(image.size == to && image.format == .yuva420p8)
      for (plane, number) in [
        (Plane.luma, 0), (Plane.cb, 1), (Plane.cr, 2), (Plane.alpha, 3), (Plane.chromaAlpha, 3),
      ] {
        let isChroma = image.format.isChroma(plane: plane)
        let shift = isChroma ? 1 : 0
        let rows = (0..<height).map { y in
          line(
            (0..<width).map { x in
              let first = y * bytesPerRow + 4 * x
              return codes(pixels[first..<first + 4], false)[number]
            }, Side(length: width, shift: 0, site: 1),
            Side(length: newWidth, shift: shift, site: 1))
        }
        var worst = 0.0
        for x in 0..<image.width(of: plane) {
          let column = line(
            rows.map { $0[x] }, Side(length: height, shift: 0, site: 1),
            Side(length: newHeight, shift: shift, site: isChroma ? 2 : 1))
          for y in 0..<image.height(of: plane) {
            worst = max(worst, abs(Double(image.row(plane, y)[x]) - column[y]))
          }
        }
        #expect(worst < 0.8, "plane \(plane)")
      }
    }
  }

  @Test("a picture whose alpha is full stays opaque", arguments: [(90, 70), (20, 16)])
  func opaque(width: Int, height: Int) {
    var generator = SeededGenerator(seed: 9)
    let from = Size(width: 33, height: 24)
    let pixels = (0..<4 * 33 * 24).map { index in
      index % 4 == 3 ? 255 : UInt8.random(in: 60...190, using: &generator)
    }
    var resampler = PremultipliedResampler(from: from, to: Size(width: width, height: height))
    let image = resampler.image(from: pixels.span, componentsPerRow: 4 * 33, isPremultiplied: false)
    for plane in [Plane.alpha, Plane.chromaAlpha] {
      for y in 0..<image.height(of: plane) {
        let row = image.row(plane, y)
        #expect(row.indices.allSatisfy { row[$0] == 255 })
      }
    }
  }
}
