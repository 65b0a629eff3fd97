import BaseValues
import SeededNumbers
import Testing

import RasterReference
@testable import Raster

/// Pictures that become transparent, and what is drawn around them.
@Suite("masks, keys, borders and shadows") struct TransparencyTests {
  // MARK: - Kernels

  @Test("coverages are combined as their twin does", arguments: PictureMask.Combination.allCases)
  func combine(combination: PictureMask.Combination) {
    var generator = SeededGenerator(seed: 5)
    for count in [0, 1, 7, 16, 33, 130] {
      let mask = generator.weights(count) + [0, 32768, 0, 32768]
      var coverage = generator.weights(count) + [0, 0, 32768, 32768]
      let before = coverage
      do {
        var target = coverage.mutableSpan
        Kernels.combine(mask.span, combination, into: &target)
      }
      #expect(
        coverage.map(Int.init)
          == mask.indices.map {
            Reference.combine(Int(mask[$0]), combination, with: Int(before[$0]))
          })
      for (isInverted, share) in [(false, 20000), (true, 32768), (true, 0)] {
        var settled = before
        do {
          var target = settled.mutableSpan
          Kernels.settle(&target, isInverted: isInverted, share: UInt32(share))
        }
        #expect(
          settled.map(Int.init)
            == before.map { Reference.settle(Int($0), isInverted: isInverted, share: share) })
      }
    }
  }

  private func lay<Sample: PixelSample>(_ sample: Sample.Type) {
    var generator = SeededGenerator(seed: 6)
    for count in [0, 1, 2, 15, 16, 31, 64, 101] {
      let alpha = generator.samples(count, as: sample)
      let coverage = generator.weights(count)
      var cut = GuardedRow(count: count, of: sample)
      cut.write { Kernels.cut(alpha.span, coverage: coverage.span, into: &$0) }
      #expect(cut.isGuardIntact)
      #expect(
        cut.samples
          == alpha.indices.map { Reference.cut(alpha[$0], coverage: Int(coverage[$0])) })

      let color = generator.premultiplied(alpha)
      let total = generator.samples(count, as: sample)
      let kept = total.indices.map { min(cut.samples[$0], total[$0]) }
      let code = generator.samples(1, as: sample)[0]
      var row = GuardedRow(count: count, of: sample)
      row.write {
        Kernels.lay(
          color.span, alpha: alpha.span, kept: kept.span, total: total.span, over: code, into: &$0)
      }
      #expect(row.isGuardIntact)
      #expect(
        row.samples
          == alpha.indices.map {
            Reference.lay(
              color[$0], alpha: alpha[$0], kept: kept[$0], total: total[$0], over: code)
          })
    }
  }

  @Test("colours are cut and laid as their twins do")
  func kernels() {
    lay(UInt8.self)
    lay(UInt16.self)
  }

  private func dilation<Sample: PixelSample>(_ sample: Sample.Type, _ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for (width, height) in [(1, 1), (17, 9), (40, 23)] {
      for radius in [0.4, 1, 2.5, 6, 11.3] {
        for density: UInt64 in [1, 12] {
          // Noise, and a few samples with areas between them.
          let rows = (0..<height).map { _ in
            generator.samples(width, as: sample).map { generator.next() % density == 0 ? $0 : 0 }
          }
          var plane = AlphaPlane<Sample>(width: width, height: height)
          plane.samples = rows.flatMap(\.self)
          let grown = DiscDilation<Sample>(radius: radius).applied(to: plane)
          #expect(
            grown.samples == Reference.dilated(rows, radius: radius).flatMap(\.self),
            "\(width)x\(height) by \(radius)")
        }
      }
    }
  }

  @Test("alpha is grown by a disc as its twin does")
  func dilations() {
    dilation(UInt8.self, 7)
    dilation(UInt16.self, 8)
  }

  // MARK: - Pictures

  private func white(_ size: Size, _ format: PixelFormat = .yuv420p8) -> Image {
    var image = MutableImage(format: format, size: size)
    SolidColor(red: 255, green: 255, blue: 255).fill(&image)
    return image.freeze()
  }

  @Test("what a mask leaves is premultiplied, and alpha of chroma the mean of luma's")
  func masked() {
    let size = Size(width: 6, height: 2)
    let mask = PictureMask(
      .rectangle(radius: 0), box: (x: 0.25, y: 0, width: 0.5, height: 1))
    // From 1.5 to 4.5.
    let coverage = PictureMask.coverage(of: [mask], size: size, basis: size)
    let result = white(size).masked(by: coverage)
    #expect(result.format == .yuva420p8)
    for y in 0..<2 {
      #expect(result.samples(Plane.alpha, y) == [0, 128, 255, 255, 128, 0])
      // 235 · 128 / 255.
      #expect(result.samples(Plane.luma, y) == [0, 118, 235, 235, 118, 0])
    }
    #expect(result.samples(Plane.chromaAlpha, 0) == [64, 255, 64])
    #expect(result.samples(Plane.cb, 0) == [32, 128, 32])
    let deep = white(size, .yuv420p10).masked(by: coverage)
    #expect(deep.samples(Plane.alpha, 1, as: UInt16.self) == [0, 512, 1023, 1023, 512, 0])
    // A second time only edges change; a coverage of all changes nothing.
    #expect(result.masked(by: coverage).samples(Plane.alpha, 0) == [0, 64, 255, 255, 64, 0])
    let all = PictureMask.coverage(of: [], size: size, basis: size)
    #expect(ImageHash(white(size).masked(by: all)) == ImageHash(white(size)))
    #expect(ImageHash(result.masked(by: all)) == ImageHash(result))
  }

  @Test(
    "no sample is above its alpha, whatever is done",
    arguments: [PixelFormat.yuv420p8, .yuva420p8, .yuv420p10, .yuva420p10])
  func premultiplied(format: PixelFormat) {
    let filters: [ImageFilter] = [
      .chromaKey(
        SolidColor(red: 0, green: 255, blue: 0), tolerance: 0.3, softness: 0.2, spill: 1),
      .lumaKey(from: 0.3, to: 0.6, softness: 0.2, isInverted: false),
      .border(width: 0.1, SolidColor(red: 255, green: 0, blue: 9, alpha: 200), isOutside: false),
      .border(width: 0.1, SolidColor(red: 255, green: 0, blue: 9, alpha: 200), isOutside: true),
      .shadow(SolidColor(red: 90, green: 0, blue: 0), x: 0.1, y: -0.05, deviation: 0.05),
    ]
    for (width, height) in [(1, 1), (13, 7), (32, 18)] {
      for filter in filters {
        let image = Image.noise(format, width: width, height: height, seed: 4)
        let room = filter.drawsAround ? filter.margin(basis: image.size) : 0
        let result = filter.applied(to: image.padded(by: room), basis: image.size)
        #expect(result.format.depth == format.depth)
        guard result.format.hasAlpha else { continue }
        for plane in 0..<3 {
          let alphas = plane == 0 ? Plane.alpha : Plane.chromaAlpha
          for y in 0..<result.height(of: plane) {
            let (colors, alphas) =
              format.depth == 8
              ? (result.samples(plane, y).map(Int.init), result.samples(alphas, y).map(Int.init))
              : (
                result.samples(plane, y, as: UInt16.self).map(Int.init),
                result.samples(alphas, y, as: UInt16.self).map(Int.init)
              )
            #expect(zip(colors, alphas).allSatisfy { $0 <= $1 })
          }
        }
      }
    }
  }

  @Test("room around an opaque picture of odd size halves chroma at its edges")
  func oddRoom() {
    let wide = white(Size(width: 3, height: 3)).padded(by: 2)
    #expect(wide.samples(Plane.alpha, 3) == [0, 0, 255, 255, 255, 0, 0])
    #expect(wide.samples(Plane.chromaAlpha, 1) == [0, 255, 128, 0])
    #expect(wide.samples(Plane.chromaAlpha, 2) == [0, 128, 64, 0])
    #expect(wide.samples(Plane.cb, 1) == [0, 128, 64, 0])
  }

  // MARK: - Keys

  /// Colours before a screen of #14b146, and alpha and codes of what is left by tolerance 0.05, softness 0.9 and
  /// all spill removed; by 0, 1 and none; by 0.2, 0.5 and half of it. Computed in Python from BT.709's matrix and
  /// the formula: greys and skin, the screen, halves of it and grey or black, shadows, foliage.
  static let keyed: [(rgb: [UInt8], found: [[Double]])] = [
    ([128, 128, 128], [[255, 126, 128, 128], [255, 126, 128, 128], [255, 126, 128, 128]]),
    ([60, 60, 60], [[255, 68, 128, 128], [255, 68, 128, 128], [255, 68, 128, 128]]),
    ([255, 255, 255], [[255, 235, 128, 128], [255, 235, 128, 128], [255, 235, 128, 128]]),
    ([200, 120, 90], [[255, 132, 107, 164], [255, 132, 107, 164], [255, 132, 107, 164]]),
    ([220, 230, 120], [[255, 205, 81, 128], [255, 205, 81, 128], [255, 205, 81, 128]]),
    ([20, 177, 70], [[0, 0, 0, 0], [0.05, 0.05, 0.05, 0], [0, 0, 0, 0]]),
    (
      [74, 153, 99],
      [[124.61, 62.14, 62.5, 62.61], [124.9, 62.29, 62.61, 62.68], [147.8, 68.97, 72.7, 71.27]]
    ),
    (
      [10, 90, 35],
      [[124.61, 7.82, 62.5, 62.61], [124.9, 7.84, 62.61, 62.68], [147.8, 13.97, 72.7, 71.27]]
    ),
    (
      [30, 90, 50],
      [
        [159.88, 29.01, 80.28, 80.19], [156.64, 28.81, 78.66, 78.56],
        [211.28, 44.74, 102.74, 99.06],
      ]
    ),
    (
      [40, 170, 80],
      [[37.29, 19.69, 19.35, 20.91], [46.31, 24.39, 22.77, 23.15], [0, 0, 0, 0]]
    ),
  ]

  @Test("a chroma key leaves what its formula does, in 8 and 10 bits", arguments: keyed.indices)
  func chromaKey(index: Int) {
    let (rgb, wanted) = Self.keyed[index]
    let green = SolidColor(red: 20, green: 177, blue: 70)
    let settings = [(0.05, 0.9, 1.0), (0, 1, 0), (0.2, 0.5, 0.5)]
    for format in [PixelFormat.yuv420p8, .yuv420p10] {
      var image = MutableImage(format: format, size: Size(width: 9, height: 5))
      SolidColor(red: rgb[0], green: rgb[1], blue: rgb[2]).fill(&image)
      let picture = image.freeze()
      for ((tolerance, softness, spill), wanted) in zip(settings, wanted) {
        let result = ImageFilter.chromaKey(
          green, tolerance: tolerance, softness: softness, spill: spill
        ).applied(to: picture)
        func sample(_ plane: Int) -> Double {
          if plane == Plane.alpha, !result.format.hasAlpha { return 255 }
          return format.depth == 8
            ? Double(result.samples(plane, 1)[2])
            : Double(result.samples(plane, 1, as: UInt16.self)[2]) / 4
        }
        for (plane, wanted) in zip([Plane.alpha, Plane.luma, Plane.cb, Plane.cr], wanted) {
          // The table has codes of 8 bits, up to half a code off those of 10: a soft edge makes that more.
          let limit = format.depth == 8 ? 1.6 : 6.5
          #expect(abs(sample(plane) - wanted) <= limit, "\(rgb) \(plane) \(sample(plane))")
        }
      }
    }
  }

  @Test("what is mixed with the key's colour is unmixed: its own colour is left, by its share")
  func unmixed() {
    let green = (y: 135.7, cb: 99.0, cr: 61.4)
    for share in [0.25, 0.5, 0.75] {
      var image = MutableImage(format: .yuv420p8, size: Size(width: 4, height: 4))
      // A light grey before the screen.
      for (plane, own, key) in [
        (Plane.luma, 200.0, green.y), (Plane.cb, 128, green.cb), (Plane.cr, 128, green.cr),
      ] {
        for y in 0..<image.size.height / (plane == Plane.luma ? 1 : 2) {
          var row = image.mutableRow(plane, y)
          row.update(repeating: UInt8((share * own + (1 - share) * key).rounded()))
        }
      }
      // By BT.709 these are the codes of (20, 181, 78).
      let result = ImageFilter.chromaKey(
        SolidColor(red: 20, green: 181, blue: 78), tolerance: 0, softness: 1, spill: 1
      ).applied(to: image.freeze())
      #expect(abs(Double(result.samples(Plane.alpha, 1)[1]) - 255 * share) <= 3)
      #expect(abs(Double(result.samples(Plane.luma, 1)[1]) - 200 * share) <= 3)
      #expect(abs(Double(result.samples(Plane.cb, 1)[1]) - 128 * share) <= 3)
      #expect(abs(Double(result.samples(Plane.cr, 1)[1]) - 128 * share) <= 3)
    }
  }

  @Test("a grey is no key: there is no hue to tell it by")
  func greyKey() {
    let size = Size(width: 6, height: 4)
    let key = ImageFilter.chromaKey(
      SolidColor(red: 200, green: 200, blue: 200), tolerance: 0.5, softness: 0, spill: 1)
    #expect(ImageHash(key.applied(to: white(size))) == ImageHash(white(size)))
    #expect(SolidColor(red: 0, green: 60, blue: 0).hasHue)
  }

  @Test("an edge of a chroma key is found between chroma samples")
  func keyedEdge() {
    var image = MutableImage(format: .yuv420p8, size: Size(width: 16, height: 4))
    SolidColor(red: 0, green: 255, blue: 0).fill(&image)
    for plane in [Plane.cb, Plane.cr] {
      for y in 0..<2 {
        var row = image.mutableRow(plane, y)
        for x in 4..<8 { row[x] = 128 }
      }
    }
    let result = ImageFilter.chromaKey(
      SolidColor(red: 0, green: 255, blue: 0), tolerance: 0, softness: 1, spill: 0
    ).applied(to: image.freeze())
    // A quarter and three quarters of the way to grey.
    let row = result.samples(Plane.alpha, 1).map(Int.init)
    #expect(row[6] <= 1 && abs(row[7] - 64) <= 2 && abs(row[8] - 191) <= 2 && row[9] >= 254)
  }

  @Test("a luma key takes lumas from one to another, and less beside them")
  func lumaKey() {
    var image = MutableImage(format: .yuv420p8, size: Size(width: 220, height: 2))
    SolidColor(red: 0, green: 0, blue: 0).fill(&image)
    for y in 0..<2 {
      var row = image.mutableRow(Plane.luma, y)
      for x in row.indices { row[x] = UInt8(16 + x) }
    }
    let picture = image.freeze()
    for isInverted in [false, true] {
      let result = ImageFilter.lumaKey(from: 0.25, to: 0.5, softness: 0.1, isInverted: isInverted)
        .applied(to: picture)
      let row = result.samples(Plane.alpha, 0)
      for x in 0..<220 {
        let luma = Double(x) / 219
        let share = min(max(max(0.25 - luma, luma - 0.5) / 0.1, 0), 1)
        let wanted = 255 * (isInverted ? 1 - share : share)
        #expect(abs(Double(row[x]) - wanted) <= 0.51, "\(x)")
      }
    }
    let hard = ImageFilter.lumaKey(from: 0, to: 0.5, softness: 0, isInverted: false)
      .applied(to: picture).samples(Plane.alpha, 0)
    #expect(hard[109] == 0 && hard[110] == 255)
  }

  // MARK: - Borders and shadows

  @Test("a border inside an opaque picture leaves it opaque, and is as wide as is said")
  func innerBorder() {
    let image = white(Size(width: 40, height: 40))
    let black = SolidColor(red: 0, green: 0, blue: 0)
    let result = ImageFilter.border(width: 0.1, black, isOutside: false).applied(to: image)
    #expect(result.format == .yuv420p8)
    let row = result.samples(Plane.luma, 20)
    #expect(Array(row[..<4]) == [16, 16, 16, 16] && Array(row[36...]) == [16, 16, 16, 16])
    #expect(row[4..<36].allSatisfy { $0 == 235 })
    // Corners inside are sharp: nothing but the outermost samples of each side is black.
    #expect(result.samples(Plane.luma, 4)[4] == 235 && result.samples(Plane.luma, 3)[4] == 16)
    // A width with a fraction covers a part of the next sample.
    let half = ImageFilter.border(width: 0.0625, black, isOutside: false).applied(to: image)
    #expect(Array(half.samples(Plane.luma, 20)[..<4]) == [16, 16, 125, 235])
  }

  @Test("a border outside goes round a picture and round a mask, with smooth corners")
  func outerBorder() {
    let size = Size(width: 40, height: 40)
    let red = SolidColor(red: 255, green: 0, blue: 0)
    let filter = ImageFilter.border(width: 0.1, red, isOutside: true)
    let margin = filter.margin(basis: size)
    let framed = filter.applied(to: white(size).padded(by: margin), basis: size)
    let alpha = (0..<framed.size.height).map { framed.samples(Plane.alpha, $0).map(Int.init) }
    #expect(alpha[26][margin - 5] == 0 && alpha[26][margin - 4] == 255)
    // Sides of four samples, and corners of a quarter of a circle each.
    let area = Double(alpha.joined().reduce(0, +)) / 255
    #expect(abs(area - (1600 + 4 * 160 + Double.pi * 16)) < 12, "\(area)")
    #expect(framed.samples(Plane.luma, 26)[margin + 20] == 235)

    let disc = PictureMask(.ellipse, box: (x: 0.25, y: 0.25, width: 0.5, height: 0.5))
    let cut = white(size).masked(by: PictureMask.coverage(of: [disc], size: size, basis: size))
    let ring = filter.applied(to: cut)
    let grown = (0..<40).flatMap { ring.samples(Plane.alpha, $0).map(Int.init) }.reduce(0, +)
    // A disc of radius 10 becomes one of radius 14.
    #expect(abs(Double(grown) / 255 - Double.pi * 14 * 14) < 20, "\(grown / 255)")
  }

  @Test("a shadow is the blurred shape, moved, below the picture")
  func shadow() {
    let size = Size(width: 60, height: 60)
    let filter = ImageFilter.shadow(
      SolidColor(red: 0, green: 0, blue: 0, alpha: 128), x: 0.2, y: 0, deviation: 0.05)
    let margin = filter.margin(basis: size)
    let result = filter.applied(to: white(size).padded(by: margin), basis: size)
    let alpha = result.samples(Plane.alpha, margin + 30).map(Double.init)
    let luma = result.samples(Plane.luma, margin + 30).map(Double.init)
    // 128 · Φ((72 − x − ½) / 3), by Python: 72 is where the moved shape ends.
    for (x, wanted) in [
      (62, 127.9), (66, 123.7), (69, 102.1), (71, 72.5), (72, 55.5), (75, 15.6), (78, 1.9),
    ] {
      #expect(abs(alpha[margin + x] - wanted) <= 2.5, "\(x): \(alpha[margin + x])")
      #expect(abs(luma[margin + x] - alpha[margin + x] * 16 / 255) <= 0.51)
    }
    // The picture itself stays.
    #expect(alpha[margin + 30] == 255 && luma[margin + 30] == 235 && luma[margin] == 235)
    #expect(alpha[margin - 1] == 0)
  }

  @Test(
    "the glow of what stands alone is, over black, that of the same on black",
    arguments: [PixelFormat.yuva420p8, .yuva420p10])
  func glow(format: PixelFormat) {
    let orange = SolidColor(red: 255, green: 170, blue: 60)
    var block = MutableImage(format: format, size: Size(width: 24, height: 16))
    orange.fill(&block)
    let alone = block.freeze().padded(by: 12)
    // The same on black.
    let isDeep = format == .yuva420p10
    func overBlack(_ image: Image) -> [[Double]] {
      (0..<3).flatMap { plane in
        (0..<image.height(of: plane)).map { y in
          func row(_ plane: Int) -> [Double] {
            isDeep
              ? image.samples(plane, y, as: UInt16.self).map { Double($0) * 255 / 1023 }
              : image.samples(plane, y).map(Double.init)
          }
          let black = (plane == 0 ? 16.0 : 128) * (isDeep ? 4 * 255 / 1023 : 1)
          let alpha = row(plane == 0 ? Plane.alpha : Plane.chromaAlpha)
          return zip(row(plane), alpha).map { $0 + black * (1 - $1 / 255) }
        }
      }
    }
    var opaque = MutableImage(format: format, size: alone.size)
    SolidColor(red: 0, green: 0, blue: 0).fill(&opaque)
    for plane in 0..<3 {
      let offset = plane == 0 ? 12 : 6
      for y in 0..<(plane == 0 ? 16 : 8) {
        if isDeep {
          let row = alone.samples(plane, y + offset, as: UInt16.self)
          opaque.write(
            row[offset..<row.count - offset].span, plane: plane, row: y + offset, at: offset)
        } else {
          let row = alone.samples(plane, y + offset)
          opaque.write(
            row[offset..<row.count - offset].span, plane: plane, row: y + offset, at: offset)
        }
      }
    }
    let filter = ImageFilter.glow(threshold: 0.3, amount: 1.5, deviation: 0.08)
    let (found, wanted) = (
      overBlack(filter.applied(to: alone)), overBlack(filter.applied(to: opaque.freeze()))
    )
    var largest = 0.0
    for (found, wanted) in zip(found.joined(), wanted.joined()) {
      largest = max(largest, abs(found - wanted))
    }
    #expect(largest <= 3, "\(largest)")
    // There is light beside the block, and none far from it.
    let row =
      isDeep
      ? filter.applied(to: alone).samples(Plane.alpha, 20, as: UInt16.self).map { Int($0) / 4 }
      : filter.applied(to: alone).samples(Plane.alpha, 20).map(Int.init)
    #expect(row[10] > 60 && row[0] == 0 && row[20] == 255)
  }
}
