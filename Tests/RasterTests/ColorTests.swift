import BaseValues
import RasterReference
import Raster
import Testing
import SeededNumbers

@Suite struct YCbCrTests {
  @Test(
    "primaries and secondaries have the codes of BT.709",
    arguments: [
      (0, 0, 0, 16, 128, 128), (255, 255, 255, 235, 128, 128), (255, 0, 0, 63, 102, 240),
      (0, 255, 0, 173, 42, 26), (0, 0, 255, 32, 240, 118), (255, 255, 0, 219, 16, 138),
      (0, 255, 255, 188, 154, 16), (255, 0, 255, 78, 214, 230),
    ])
  func primaries(red: Int, green: Int, blue: Int, y: UInt8, cb: UInt8, cr: UInt8) {
    #expect(YCbCr(red: red, green: green, blue: blue) == YCbCr(y: y, cb: cb, cr: cr))
  }

  @Test("a grid of colours agrees with the reference")
  func grid() {
    for red in stride(from: 0, through: 255, by: 15) {
      for green in stride(from: 0, through: 255, by: 5) {
        for blue in stride(from: 0, through: 255, by: 17) {
          let color = YCbCr(red: red, green: green, blue: blue)
          if color != Reference.color(red: red, green: green, blue: blue) {
            Issue.record("\(red), \(green), \(blue)")
          }
        }
      }
    }
  }

  @Test("codes go back to the colours of BT.709 with one rounding")
  func back() {
    for y in stride(from: 0, through: 255, by: 3) {
      for cb in stride(from: 1, through: 255, by: 14) {
        for cr in stride(from: 0, through: 255, by: 17) {
          let luma = Double(y - 16) / 219
          let red = luma + 1.5748 * Double(cr - 128) / 224
          let blue = luma + 1.8556 * Double(cb - 128) / 224
          let green = (luma - 0.2126 * red - 0.0722 * blue) / 0.7152
          let rgb = YCbCr(y: UInt8(y), cb: UInt8(cb), cr: UInt8(cr)).rgb
          for (got, wanted) in [(rgb.red, red), (rgb.green, green), (rgb.blue, blue)] {
            if abs(Double(got) - min(max(wanted * 255, 0), 255)) > 0.500001 {
              Issue.record("\(y), \(cb), \(cr): \(got) for \(wanted * 255)")
            }
          }
        }
      }
    }
    #expect(YCbCr.black.rgb == (0, 0, 0) && YCbCr.white.rgb == (255, 255, 255))
  }

  @Test("grey has neutral chroma and luma that only rises")
  func grey() {
    var last: UInt8 = 0
    for level in 0...255 {
      let color = YCbCr(red: level, green: level, blue: level)
      #expect(color.cb == 128 && color.cr == 128 && color.y >= last)
      last = color.y
    }
  }

  @Test("components beyond the ends are cut")
  func beyond() {
    #expect(YCbCr(red: .max, green: 300, blue: 255) == .white)
    #expect(YCbCr(red: .min, green: -1, blue: 0) == .black)
    #expect(YCbCr(red: 5, green: 5, blue: 5, maximum: 0) == .white)
    #expect(YCbCr(red: 1, green: 1, blue: 1, maximum: 1) == .white)
  }
}

@Suite struct RGBAConversionTests {
  typealias Pixel = (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)

  @Test("pictures of any small size agree with the reference", arguments: 1...5)
  func smallPictures(width: Int) {
    for height in 1...4 {
      let seed = UInt64(width * 100 + height)
      var generator = SeededGenerator(seed: seed)
      let bytesPerRow = 4 * width + 3
      var pixels = generator.bytes(bytesPerRow * height)
      // Some fully transparent and some opaque ones.
      for pixel in 0..<width * height where pixel % 3 != 0 {
        pixels[pixel / width * bytesPerRow + pixel % width * 4 + 3] = pixel % 3 == 1 ? 0 : 255
      }
      func pixel(_ x: Int, _ y: Int) -> Pixel {
        let start = y * bytesPerRow + 4 * x
        return (pixels[start], pixels[start + 1], pixels[start + 2], pixels[start + 3])
      }
      let size = Size(width: width, height: height)
      let image = RGBAConversion.image(from: pixels.span, size: size, componentsPerRow: bytesPerRow)
      #expect(image.format == .yuva420p8 && image.size == size)
      for y in 0..<height {
        for x in 0..<width {
          let expected = Reference.premultiplied([pixel(x, y)])
          #expect(image.row(Plane.luma, y)[x] == expected.y, "seed \(seed)")
          #expect(image.row(Plane.alpha, y)[x] == expected.alpha, "seed \(seed)")
        }
      }
      for y in 0..<size.chroma.height {
        for x in 0..<size.chroma.width {
          var cell: [Pixel] = []
          for pixelY in [2 * y, 2 * y + 1] where pixelY < height {
            for pixelX in [2 * x - 1, 2 * x, 2 * x, 2 * x + 1] {
              cell.append(pixel(min(max(pixelX, 0), width - 1), pixelY))
            }
          }
          let expected = Reference.premultiplied(cell)
          #expect(image.row(Plane.cb, y)[x] == expected.cb, "seed \(seed)")
          #expect(image.row(Plane.cr, y)[x] == expected.cr, "seed \(seed)")
          #expect(image.row(Plane.chromaAlpha, y)[x] == expected.alpha, "seed \(seed)")
        }
      }
    }
  }

  @Test("no sample is above its alpha, for every alpha of the extreme colours")
  func staysPremultiplied() {
    for color: [UInt8] in [[255, 255, 255], [0, 0, 255], [255, 0, 0], [0, 255, 0]] {
      let pixels = (0...255).flatMap { color + [UInt8($0)] }
      let image = RGBAConversion.image(
        from: pixels.span, size: Size(width: 256, height: 1), componentsPerRow: 1024)
      for (plane, alpha) in [(0, 3), (1, 4), (2, 4)] {
        #expect(zip(image.samples(plane, 0), image.samples(alpha, 0)).allSatisfy { $0 <= $1 })
      }
      #expect(image.samples(3, 0) == (0...255).map { UInt8($0) })
    }
  }

  @Test("the colour of transparent pixels does not bleed into chroma")
  func noBleeding() {
    let red: [UInt8] = [255, 0, 0, 255]
    let clearGreen: [UInt8] = [0, 255, 0, 0]
    let pixels = red + clearGreen
    let image = RGBAConversion.image(
      from: pixels.span, size: Size(width: 2, height: 1), componentsPerRow: 8)
    // Three quarters of red's 102 and 240.
    #expect(image.row(Plane.cb, 0)[0] == 77)
    #expect(image.row(Plane.cr, 0)[0] == 180)
    #expect(image.row(Plane.chromaAlpha, 0)[0] == 191)
  }
}

@Suite struct SolidColorTests {
  @Test("an opaque colour makes an opaque picture of its codes")
  func opaque() {
    let image = SolidColor(red: 255, green: 0, blue: 0).image(size: Size(width: 3, height: 3))
    #expect(image.format == .yuv420p8)
    #expect(
      image.planes() == [
        [[UInt8]](repeating: [63, 63, 63], count: 3), [[102, 102], [102, 102]],
        [[240, 240], [240, 240]],
      ])
  }

  @Test("a colour with alpha is premultiplied like an RGBA picture of one colour")
  func translucent() {
    for alpha: UInt8 in [0, 1, 100, 254] {
      let size = Size(width: 2, height: 2)
      let image = SolidColor(red: 255, green: 255, blue: 255, alpha: alpha).image(size: size)
      let pixels = [UInt8](repeating: 255, count: 16).enumerated().map {
        $0.offset % 4 == 3 ? alpha : $0.element
      }
      let converted = RGBAConversion.image(from: pixels.span, size: size, componentsPerRow: 8)
      #expect(ImageHash(image) == ImageHash(converted))
    }
  }

  @Test("in a picture without alpha the colour is mixed over black")
  func overBlack() {
    var image = MutableImage(format: .yuv420p8, size: Size(width: 1, height: 1))
    SolidColor(red: 255, green: 255, blue: 255, alpha: 0).fill(&image)
    #expect(image.row(0, 0)[0] == 16 && image.row(1, 0)[0] == 128 && image.row(2, 0)[0] == 128)
    SolidColor(red: 255, green: 255, blue: 255, alpha: 255).fill(&image)
    #expect(image.row(0, 0)[0] == 235 && image.row(1, 0)[0] == 128)
  }
}
