import PixelGeometry
import Raster
import Testing

@Suite("changes of colour") struct ColorChangeTests {
  static let formats: [PixelFormat] = [.yuv420p8, .yuva420p8, .yuv420p10, .yuva420p10]

  @Test(
    "a changed picture is the reference's, odd sizes and alpha included", arguments: formats,
    [(1, 1), (2, 2), (7, 5), (64, 3)])
  func twin(format: PixelFormat, size: (Int, Int)) {
    let image = Image.noise(format, width: size.0, height: size.1, seed: 61)
    if format.depth == 8 { checkTwin(image, UInt8.self) } else { checkTwin(image, UInt16.self) }
  }

  private func checkTwin<Sample: PixelSample>(_ image: Image, _ sample: Sample.Type) {
    let halved = (0...ColorChange.full).map { UInt16(ColorChange.full - $0 / 2) }
    let mode = BlendMode("halved", documentation: "") { Int(halved[$1]) }
    let result = ColorChange(table: halved).applied(to: image)
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
        let expected = Reference.mix(
          mode, pixels: pixels,
          chroma: (
            image.row(Plane.cb, y, as: sample)[x], image.row(Plane.cr, y, as: sample)[x],
            alpha(4, x, y)
          ),
          below: places.map { _ in (luma: 0, alpha: full) }, chromaBelow: (0, 0, full))
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
    #expect(ImageHash(ColorChange { $0 }.applied(to: image)) == ImageHash(image))
  }

  @Test("components that change places make red blue, whole or half transparent")
  func exchange() {
    let size = Size(width: 4, height: 2)
    for alpha in [255, 128] as [UInt8] {
      let red = SolidColor(red: 200, green: 60, blue: 20, alpha: alpha).image(size: size)
      let blue = SolidColor(red: 20, green: 60, blue: 200, alpha: alpha).image(size: size)
      let changed = ColorChange { ($0.blue, $0.green, $0.red) }.applied(to: red)
      for (found, wanted) in zip(changed.planes().joined(), blue.planes().joined()) {
        for (a, b) in zip(found, wanted) { #expect(abs(Int(a) - Int(b)) <= 1) }
      }
    }
  }
}
