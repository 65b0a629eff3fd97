import BaseValues
import RasterReference
import Raster
import Testing

@Suite("changes of colour") struct ColorChangeTests {
  static let formats: [PixelFormat] = [.yuv420p8, .yuva420p8, .yuv420p10, .yuva420p10]

  @Test(
    "a changed picture is the reference's, odd sizes and alpha included", arguments: formats,
    [(1, 1), (2, 2), (7, 5), (301, 3)])
  func twin(format: PixelFormat, size: (Int, Int)) {
    let image = Image.noise(format, width: size.0, height: size.1, seed: 61)
    if format.depth == 8 { checkTwin(image, UInt8.self) } else { checkTwin(image, UInt16.self) }
  }

  private func checkTwin<Sample: PixelSample>(_ image: Image, _ sample: Sample.Type) {
    for change in Self.changes { checkTwin(change, image, sample) }
  }

  /// A matrix and a curve in turn, one curve, and what is neither.
  static let changes = [
    ColorChange(inTurn: [
      ColorChange(ColorMatrix(saturation: 1.7)), ColorChange { 0.3 + 0.6 * $0 * $0 },
    ]),
    ColorChange(red: { 1 - $0 }, green: { $0 }, blue: { $0 * $0 }),
    ColorChange { block, count in
      for x in 0..<count { block[x] = (block[x].blue, block[x].red, block[x].green) }
    },
  ]

  private func checkTwin<Sample: PixelSample>(
    _ change: ColorChange, _ image: Image, _ sample: Sample.Type
  ) {
    let result = change.applied(to: image)
    let full = Sample(Sample.maximum)
    func alpha(_ plane: Int, _ x: Int, _ y: Int) -> Sample {
      image.format.hasAlpha ? image.row(plane, y, as: sample)[x] : full
    }
    for y in 0..<image.size.chroma.height {
      for x in 0..<image.size.chroma.width {
        var places: [(x: Int, y: Int)] = []
        for lumaY in 2 * y..<min(2 * y + 2, image.size.height) {
          for lumaX in 2 * x..<min(2 * x + 2, image.size.width) { places.append((lumaX, lumaY)) }
        }
        let pixels = places.map {
          (luma: image.row(Plane.luma, $0.y, as: sample)[$0.x], alpha: alpha(3, $0.x, $0.y))
        }
        let expected = Reference.change(
          change, pixels: pixels,
          chroma: (
            image.row(Plane.cb, y, as: sample)[x], image.row(Plane.cr, y, as: sample)[x],
            alpha(4, x, y)
          ))
        #expect(places.map { result.row(0, $0.y, as: sample)[$0.x] } == expected.luma)
        #expect(result.row(Plane.cb, y, as: sample)[x] == expected.cb)
        #expect(result.row(Plane.cr, y, as: sample)[x] == expected.cr)
      }
    }
    #expect(
      Array(result.planes(as: sample).dropFirst(3)) == Array(image.planes(as: sample).dropFirst(3)))
  }

  @Test("what changes nothing leaves every sample", arguments: formats)
  func unchanged(format: PixelFormat) {
    let image = Image.noise(format, width: 33, height: 9, seed: 62)
    for change in [
      ColorChange.none, ColorChange(ColorMatrix(gain: 1)), ColorChange(ColorMatrix(saturation: 1)),
      ColorChange { $0 }, ColorChange { _, _ in },
    ] {
      #expect(ImageHash(change.applied(to: image)) == ImageHash(image))
    }
  }

  @Test("components that change places make red blue, whole or half transparent")
  func exchange() {
    let size = Size(width: 4, height: 2)
    for alpha in [255, 128] as [UInt8] {
      let red = SolidColor(red: 200, green: 60, blue: 20, alpha: alpha).image(size: size)
      let blue = SolidColor(red: 20, green: 60, blue: 200, alpha: alpha).image(size: size)
      let exchange = ColorMatrix(rows: [[0, 0, 1, 0], [0, 1, 0, 0], [1, 0, 0, 0]])
      let changed = ColorChange(exchange).applied(to: red)
      for (found, wanted) in zip(changed.planes().joined(), blue.planes().joined()) {
        for (a, b) in zip(found, wanted) { #expect(abs(Int(a) - Int(b)) <= 1) }
      }
    }
  }

  @Test("matrices in a row, and curves with gains before them, are one step that does the same")
  func folded() {
    let image = Image.noise(.yuv420p10, width: 64, height: 8, seed: 63)
    let brighter = ColorChange(ColorMatrix(gain: 1.5, offset: 0.1))
    let darker = ColorChange(ColorMatrix(gain: 1 / 1.5, offset: -0.1 / 1.5))
    // What is beyond white comes back.
    let there = ColorChange(inTurn: [brighter, darker]).applied(to: image)
    #expect(ImageHash(there) == ImageHash(image))
    let square = ColorChange { $0 * $0 }
    let both = ColorChange(inTurn: [ColorChange(ColorMatrix(gain: 0.5)), square])
    for color in [(200, 60, 20), (12, 240, 130), (255, 255, 255)] as [(UInt8, UInt8, UInt8)] {
      let image = SolidColor(red: color.0, green: color.1, blue: color.2)
        .image(size: Size(width: 4, height: 2))
      let turn = square.applied(to: ColorChange(ColorMatrix(gain: 0.5)).applied(to: image))
      for (found, wanted) in zip(both.applied(to: image).planes(), turn.planes()) {
        for (a, b) in zip(found.joined(), wanted.joined()) { #expect(abs(Int(a) - Int(b)) <= 1) }
      }
    }
  }

  @Test("a curve through points is that of SciPy's PchipInterpolator")
  func monotone() {
    let points =
      [(0, 0.02), (0.25, 0.15), (0.4, 0.5), (0.7, 0.55), (0.9, 0.98), (1, 0.9)]
      as [(Double, Double)]
    let curve = MonotoneCurve(points)
    let expected =
      [
        (0, 0.02), (0.1, 0.044207), (0.2, 0.107743), (0.3, 0.256872), (0.35, 0.411587),
        (0.45, 0.513379), (0.6, 0.530106), (0.8, 0.773202), (0.85, 0.915888), (0.95, 0.962292),
        (0.99, 0.916685), (1, 0.9),
      ] as [(Double, Double)]
    for (x, y) in expected { #expect(abs(curve.value(at: x) - y) < 0.000_001, "\(x)") }
    // Beyond its ends it is level; of one point, or two, it is one number, or straight.
    let part = MonotoneCurve([(0.2, 0.3), (0.6, 0.7)])
    #expect(part.value(at: 0) == 0.3 && part.value(at: 1) == 0.7)
    #expect(abs(part.value(at: 0.5) - 0.6) < 1e-12)
    #expect(MonotoneCurve([(0.5, 0.4)]).value(at: 0.9) == 0.4)
    #expect(MonotoneCurve([]).value(at: 0.9) == 0.9)
  }
}
