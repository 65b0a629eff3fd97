import BaseValues
import RasterReference
import Raster
import Testing
import SeededNumbers

@Suite("blend modes") struct BlendModeTests {
  @Test("modes are found by name, and names are unique")
  func registry() {
    for mode in BlendMode.all { #expect(BlendMode.named(mode.name)?.name == mode.name) }
    #expect(Set(BlendMode.all.map(\.name)).count == BlendMode.all.count)
    #expect(BlendMode.all.first?.name == "normal")
    #expect(BlendMode.named("no such mode") == nil)
  }

  // MARK: - Rows

  /// All cells of two pictures of the output's size, mixed row by row, as a picture.
  private func mixed<Sample: PixelSample>(
    _ mode: BlendMode, _ source: Image, over below: Image, _ sample: Sample.Type
  ) -> Image {
    let size = source.size
    var backdrop = MutableImage(format: below.format, size: size)
    backdrop.copy(from: below)
    var result = MutableImage(format: source.format, size: size)
    result.copy(from: source)
    var rows = CellRows<Sample>(width: size.width)
    var rowsBelow = CellRows<Sample>(width: size.width)
    var scratch = BlendMode.Scratch()
    for y in 0..<size.chroma.height {
      rows.load(result, row: y)
      rowsBelow.load(backdrop, row: y)
      mode.mix(&rows, with: rowsBelow, columns: 0..<size.chroma.width, through: &scratch)
      for side in 0..<2 where 2 * y + side < size.height {
        result.write(rows.luma[side].span, plane: Plane.luma, row: 2 * y + side)
      }
      result.write(rows.cb.span, plane: Plane.cb, row: y)
      result.write(rows.cr.span, plane: Plane.cr, row: y)
    }
    return result.freeze()
  }

  @Test(
    "mixed rows are the reference's, with and without alpha on both sides, odd sizes included",
    arguments: [(1, 1), (2, 2), (7, 5), (301, 3)])
  func twin(width: Int, height: Int) {
    for (hasAlpha, belowHasAlpha) in [(false, false), (true, false), (false, true), (true, true)] {
      for mode in [.multiply, .colorDodge, .softLight, .hue] as [BlendMode] {
        checkTwin(mode, width, height, hasAlpha, belowHasAlpha, UInt8.self)
        checkTwin(mode, width, height, hasAlpha, belowHasAlpha, UInt16.self)
      }
    }
  }

  private func checkTwin<Sample: PixelSample>(
    _ mode: BlendMode, _ width: Int, _ height: Int, _ hasAlpha: Bool, _ belowHasAlpha: Bool,
    _ sample: Sample.Type
  ) {
    let source = Image.noise(
      PixelFormat(sample, hasAlpha: hasAlpha), width: width, height: height, seed: 31)
    let below = Image.noise(
      PixelFormat(sample, hasAlpha: belowHasAlpha), width: width, height: height, seed: 32)
    let result = mixed(mode, source, over: below, sample)
    let full = Sample(Sample.maximum)
    func pixel(_ image: Image, _ x: Int, _ y: Int) -> Reference.Pixel<Sample> {
      (
        image.row(Plane.luma, y, as: sample)[x],
        image.format.hasAlpha ? image.row(Plane.alpha, y, as: sample)[x] : full
      )
    }
    func chroma(_ image: Image, _ x: Int, _ y: Int) -> (cb: Sample, cr: Sample, alpha: Sample) {
      (
        image.row(Plane.cb, y, as: sample)[x], image.row(Plane.cr, y, as: sample)[x],
        image.format.hasAlpha ? image.row(Plane.chromaAlpha, y, as: sample)[x] : full
      )
    }
    for y in 0..<source.size.chroma.height {
      for x in 0..<source.size.chroma.width {
        var places: [(x: Int, y: Int)] = []
        for lumaY in 2 * y..<min(2 * y + 2, height) {
          for lumaX in 2 * x..<min(2 * x + 2, width) { places.append((lumaX, lumaY)) }
        }
        let expected = Reference.mix(
          mode, pixels: places.map { pixel(source, $0.x, $0.y) }, chroma: chroma(source, x, y),
          below: places.map { pixel(below, $0.x, $0.y) }, chromaBelow: chroma(below, x, y))
        let found = chroma(result, x, y)
        let luma = places.map { result.row(Plane.luma, $0.y, as: sample)[$0.x] }
        if luma != expected.luma || found.cb != expected.cb || found.cr != expected.cr {
          Issue.record("\(mode.name) at \(x), \(y): \(luma), \(found) instead of \(expected)")
        }
      }
    }
  }

  @Test("normal, a transparent backdrop and a transparent layer leave the layer exactly as it is")
  func unchanged() {
    let source = Image.noise(.yuva420p8, width: 33, height: 9, seed: 41)
    let below = Image.noise(.yuva420p8, width: 33, height: 9, seed: 42)
    var clear = MutableImage(format: .yuva420p8, size: source.size)
    clear.clear()
    let transparent = clear.freeze()
    #expect(
      mixed(.normal, source, over: below, UInt8.self).planes().prefix(3)
        == source.planes().prefix(3))
    #expect(
      mixed(.multiply, source, over: transparent, UInt8.self).planes().prefix(3)
        == source.planes().prefix(3))
    let nothing = mixed(.multiply, transparent, over: below, UInt8.self).planes()
    #expect(nothing.prefix(3).joined().joined().allSatisfy { $0 == 0 })
  }

  @Test("what is multiplied by white stays as it is, by black becomes black")
  func neutral() {
    let size = Size(width: 4, height: 4)
    let white = SolidColor(red: 255, green: 255, blue: 255).image(size: size)
    let black = SolidColor(red: 0, green: 0, blue: 0).image(size: size)
    for color in [(255, 0, 0), (12, 200, 90), (128, 128, 128), (0, 0, 0)] as [(UInt8, UInt8, UInt8)]
    {
      let image = SolidColor(red: color.0, green: color.1, blue: color.2).image(size: size)
      #expect(mixed(.multiply, image, over: white, UInt8.self).planes() == image.planes())
      #expect(mixed(.multiply, white, over: image, UInt8.self).planes() == image.planes())
      #expect(mixed(.multiply, image, over: black, UInt8.self).planes() == black.planes())
    }
  }

  // MARK: - The whole formula

  /// W3C, 5: result = (1 − αs/αr) · Cb + αs/αr · ((1 − αb) · Cs + αb · B(Cb, Cs)), premultiplied.
  private func composited(_ source: [Double], _ backdrop: [Double]) -> [Double] {
    let (sourceAlpha, backdropAlpha) = (source[3], backdrop[3])
    let alpha = sourceAlpha + backdropAlpha * (1 - sourceAlpha)
    return (0..<3).map { i in
      let blended = (1 - backdropAlpha) * source[i] + backdropAlpha * source[i] * backdrop[i]
      return sourceAlpha * blended + (1 - sourceAlpha) * backdropAlpha * backdrop[i]
    } + [alpha]
  }

  @Test("multiplied colours with alpha over colours with alpha are those of the W3C")
  func formula() {
    var generator = SeededGenerator(seed: 51)
    let size = Size(width: 2, height: 2)
    for _ in 0..<200 {
      let bytes = generator.bytes(8)
      let source = SolidColor(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes[3] | 64)
      let below = SolidColor(red: bytes[4], green: bytes[5], blue: bytes[6], alpha: bytes[7] | 64)
      func image(_ color: SolidColor) -> Image {
        var image = MutableImage(format: .yuva420p10, size: size)
        color.fill(&image)
        return image.freeze()
      }
      let layer = mixed(.multiply, image(source), over: image(below), UInt16.self)
      var canvas = MutableImage(format: .yuva420p10, size: size)
      canvas.copy(from: image(below))
      for plane in [Plane.luma, Plane.cb, Plane.cr, Plane.alpha] {
        let alphaPlane = canvas.format.isChroma(plane: plane) ? Plane.chromaAlpha : Plane.alpha
        var row = canvas.mutableRow(plane, 0, as: UInt16.self)
        Kernels.over(
          layer.row(plane, 0, as: UInt16.self), alpha: layer.row(alphaPlane, 0, as: UInt16.self),
          weight: Kernels.fullWeight, into: &row)
      }
      let color = { (bytes: ArraySlice<UInt8>, alpha: UInt8) in
        bytes.prefix(3).map { Double($0) / 255 } + [Double(alpha) / 255]
      }
      let wanted = composited(color(bytes[0..<3], source.alpha), color(bytes[4..<7], below.alpha))
      // ITU-R BT.709-6: premultiplied codes are those of the premultiplied colour with the offsets
      // times alpha.
      let luma = 0.2126 * wanted[0] + 0.7152 * wanted[1] + 0.0722 * wanted[2]
      let codes = [
        64 * wanted[3] + 876 * luma, 512 * wanted[3] + 896 * (wanted[2] - luma) / 1.8556,
        512 * wanted[3] + 896 * (wanted[0] - luma) / 1.5748, 1023 * wanted[3],
      ]
      for (plane, code) in zip([Plane.luma, Plane.cb, Plane.cr, Plane.alpha], codes) {
        let found = Double(canvas.row(plane, 0, as: UInt16.self)[0])
        // Alpha as low as a quarter makes up to four times the rounding of a premultiplied code.
        if abs(found - code) > 4 { Issue.record("\(bytes), plane \(plane): \(found), not \(code)") }
      }
    }
  }
}
