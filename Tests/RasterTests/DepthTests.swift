import BaseValues
import RasterReference
import Raster
import Testing

@Suite struct DepthTests {
  // MARK: - Arithmetic

  @Test("every product of two codes is rounded to nearest")
  func products() {
    checkProducts(UInt8.self)
    checkProducts(UInt16.self)
  }

  private func checkProducts<Sample: PixelSample>(_: Sample.Type) {
    let full = Int(Sample.maximum)
    #expect(full == 1 << Sample.depth - 1)
    for a in 0...full {
      for b in stride(from: a, through: full, by: Sample.depth == 8 ? 1 : 7) {
        let product = Sample.product(UInt32(a), UInt32(b))
        // No product lies half-way, because the divisor is odd.
        if abs(2 * (a * b - Int(product) * full)) >= full {
          Issue.record("\(a) · \(b): \(product)")
        }
      }
    }
  }

  @Test("10-bit ends over ends at every weight give the reference's result")
  func everyWeight() {
    let ends: [UInt16] = [0, 1, 64, 511, 512, 940, 1022, 1023]
    var cases: [(source: UInt16, alpha: UInt16, below: UInt16)] = []
    for alpha in ends {
      for source in ends where source <= alpha {
        for below in ends { cases.append((source, alpha, below)) }
      }
    }
    let source = cases.map(\.source)
    let alpha = cases.map(\.alpha)
    let below = cases.map(\.below)
    for weight in stride(from: 0, through: 32768, by: 31) {
      var (over, merged) = (GuardedRow(below), GuardedRow(below))
      over.write { Kernels.over(source.span, alpha: alpha.span, weight: weight, into: &$0) }
      merged.write { Kernels.blend(source.span, weight: weight, into: &$0) }
      for (i, it) in cases.enumerated() {
        let expected = Reference.over(it.source, alpha: it.alpha, weight: weight, onto: it.below)
        if over.samples[i] != expected
          || merged.samples[i] != Reference.merge(it.below, it.source, weight: weight)
        {
          Issue.record("\(it) at \(weight)")
        }
      }
    }
  }

  @Test("every 10-bit sample over every alpha gives the reference's result")
  func everySample() {
    for below: UInt16 in [0, 64, 500, 1023] {
      for alpha: UInt16 in stride(from: 0, through: 1023, by: 3) {
        let source = (0...alpha).map { $0 }
        let alphas = [UInt16](repeating: alpha, count: source.count)
        var row = GuardedRow([UInt16](repeating: below, count: source.count))
        row.write { Kernels.over(source.span, alpha: alphas.span, weight: 32768, into: &$0) }
        let expected = source.map {
          Reference.over($0, alpha: alpha, weight: 32768, onto: below)
        }
        if row.samples != expected { Issue.record("alpha \(alpha) over \(below)") }
      }
    }
  }

  // MARK: - Pictures

  @Test("rows of 10 bits are disjoint, keep what was written and are copied")
  func rows() {
    let image = Image.noise(.yuva420p10, width: 67, height: 5, seed: 1)
    var copy = MutableImage(format: .yuva420p10, size: image.size)
    copy.copy(from: image)
    let frozen = copy.freeze()
    #expect(frozen.planes(as: UInt16.self) == image.planes(as: UInt16.self))
    #expect(ImageHash(frozen) == ImageHash(image))
    #expect(image.planes(as: UInt16.self).joined().joined().contains { $0 > 255 })
  }

  @Test("a picture of 10 bits is hashed as its bytes, least significant first")
  func hash() {
    var image = MutableImage(format: .coverage10, size: Size(width: 2, height: 1))
    image.write(([0x0102, 0x03FF] as [UInt16]).span, plane: Plane.coverage, row: 0)
    var expected = XXH64()
    for number: UInt64 in [5, 2, 1] { expected.update(number) }
    expected.update(([0x02, 0x01, 0xFF, 0x03] as [UInt8]).span)
    #expect(ImageHash(image.freeze()).value == expected.finalize())
  }

  @Test("foreign memory of 10 bits is read through strides in bytes")
  func foreignMemory() {
    final class Owner: Sendable {}
    let samples = UnsafeMutablePointer<UInt16>.allocate(capacity: 32)
    defer { unsafe samples.deallocate() }
    for index in 0..<32 { unsafe samples[index] = UInt16(1000 + index) }
    let start = unsafe UnsafeRawPointer(samples).assumingMemoryBound(to: UInt8.self)
    let image = unsafe Image(
      format: .coverage10, size: Size(width: 3, height: 3), planes: [start], strides: [10],
      owner: Owner())
    #expect(image.samples(0, 2, as: UInt16.self) == [1010, 1011, 1012])
  }

  @Test("reading samples of another kind stops the program")
  func wrongSamples() async {
    await #expect(processExitsWith: .failure) {
      let image = MutableImage(format: .yuv420p10, size: Size(width: 4, height: 4)).freeze()
      _ = image.row(Plane.luma, 0).count
    }
  }

  // MARK: - Colours

  @Test("10-bit codes are BT.709's: black, white and the primaries")
  func codes() {
    // ITU-R BT.709-6, item 3.4, quantised to 10 bits.
    #expect(ColorCodes<UInt16>.black == ColorCodes(y: 64, cb: 512, cr: 512))
    #expect(ColorCodes<UInt16>(red: 0, green: 0, blue: 0) == .black)
    #expect(ColorCodes<UInt16>(red: 255, green: 255, blue: 255) == .white)
    #expect(ColorCodes<UInt16>.white == ColorCodes(y: 940, cb: 512, cr: 512))
    #expect(ColorCodes<UInt16>(red: 255, green: 0, blue: 0) == ColorCodes(y: 250, cb: 409, cr: 960))
    #expect(ColorCodes<UInt16>(red: 0, green: 255, blue: 0) == ColorCodes(y: 691, cb: 167, cr: 105))
    #expect(ColorCodes<UInt16>(red: 0, green: 0, blue: 255) == ColorCodes(y: 127, cb: 960, cr: 471))
  }

  @Test("bytes come back from 10-bit codes")
  func backToBytes() {
    for red in stride(from: 0, through: 255, by: 15) {
      for green in stride(from: 0, through: 255, by: 17) {
        for blue in stride(from: 0, through: 255, by: 5) {
          let rgb = ColorCodes<UInt16>(red: red, green: green, blue: blue).rgb
          if rgb != (red, green, blue) { Issue.record("\(red), \(green), \(blue): \(rgb)") }
        }
      }
    }
  }

  @Test("a colour fills 10-bit pictures with codes of that depth, premultiplied")
  func solidColor() {
    let size = Size(width: 3, height: 2)
    let red = SolidColor(red: 255, green: 0, blue: 0).image(size: size, as: UInt16.self)
    #expect(red.format == .yuv420p10)
    #expect(red.planes(as: UInt16.self).map { $0[0][0] } == [250, 409, 960])
    let faint = SolidColor(red: 255, green: 0, blue: 0, alpha: 51).image(
      size: size, as: UInt16.self)
    // A fifth of each, and 1023 / 5.
    #expect(faint.format == .yuva420p10)
    #expect(faint.planes(as: UInt16.self).map { $0[0][1] } == [50, 82, 192, 205, 205])
    var canvas = MutableImage(format: .yuv420p10, size: size)
    SolidColor(red: 255, green: 255, blue: 255, alpha: 0).fill(&canvas)
    #expect(canvas.row(0, 0, as: UInt16.self)[0] == 64)
    #expect(canvas.row(2, 0, as: UInt16.self)[0] == 512)
  }
}
