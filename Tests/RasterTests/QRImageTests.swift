import BaseValues
import Raster
import Testing

/// The pictures of QR codes.
@Suite struct QRImageTests {
  private let black = SolidColor(red: 0, green: 0, blue: 0)
  private let white = SolidColor(red: 255, green: 255, blue: 255)

  private func code() throws -> QRCode { try #require(QRCode("01234567", level: .medium)) }

  @Test("modules are squares of whole pixels in the middle", arguments: [29, 58, 59, 100, 720])
  func modules(side: Int) throws {
    let code = try code()
    let image = code.image(
      size: Size(width: side, height: side), quiet: 4, dark: black, light: white)
    let unit = side / 29
    let start = (side - 21 * unit) / 2
    let area = start..<start + 21 * unit
    var wrong = 0
    for y in 0..<side {
      let row = image.row(Plane.luma, y, as: UInt8.self)
      for x in 0..<side {
        let isDark =
          area.contains(x) && area.contains(y)
          && code[(x - start) / unit, (y - start) / unit]
        if row[x] != (isDark ? 16 : 235) { wrong += 1 }
      }
    }
    #expect(wrong == 0)
    #expect(!image.format.hasAlpha)
  }

  @Test("a part of the picture is that part of the whole")
  func window() throws {
    let code = try code()
    let size = Size(width: 200, height: 200)
    let blue = SolidColor(red: 0, green: 0, blue: 128)
    let whole = code.image(size: size, quiet: 2, dark: blue, light: white)
    let window = Rect(x: 40, y: 60, width: 90, height: 70)
    let part = code.image(size: size, window: window, quiet: 2, dark: blue, light: white)
    var wrong = 0
    for plane in [Plane.luma, Plane.cb, Plane.cr] {
      let shift = plane == Plane.luma ? 0 : 1
      for y in 0..<part.height(of: plane) {
        let row = part.row(plane, y, as: UInt8.self)
        let other = whole.row(plane, y + 60 >> shift, as: UInt8.self)
        for x in row.indices where row[x] != other[x + 40 >> shift] { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  @Test("what is not square stretches the modules, up to whole pixels")
  func stretched() throws {
    let code = try code()
    let image = code.image(
      size: Size(width: 58, height: 29), quiet: 4, dark: black, light: white)
    let row = image.row(Plane.luma, 4, as: UInt8.self)
    for x in 0..<58 { #expect(row[x] == (code[x / 2 - 4, 0] ? 16 : 235)) }
    // By less than 2 % nothing is stretched.
    let nearly = code.image(
      size: Size(width: 58, height: 57), quiet: 4, dark: black, light: white)
    #expect(nearly.row(Plane.luma, 18, as: UInt8.self)[18] == 16)
    #expect(nearly.row(Plane.luma, 17, as: UInt8.self)[18] == 235)
  }

  @Test("a clear ground can be seen through, in 8 bits and in 10")
  func clear() throws {
    let code = try code()
    let size = Size(width: 29, height: 29)
    let none = SolidColor(red: 0, green: 0, blue: 0, alpha: 0)
    let image = code.image(size: size, quiet: 4, dark: white, light: none)
    let deep = code.image(size: size, quiet: 4, dark: white, light: none, as: UInt16.self)
    #expect(image.format.hasAlpha && deep.format.hasAlpha)
    for y in 0..<29 {
      let alpha = image.row(Plane.alpha, y, as: UInt8.self)
      let luma = image.row(Plane.luma, y, as: UInt8.self)
      let deepAlpha = deep.row(Plane.alpha, y, as: UInt16.self)
      for x in 0..<29 {
        let isDark = code[x - 4, y - 4]
        #expect(alpha[x] == (isDark ? 255 : 0))
        #expect(luma[x] == (isDark ? 235 : 0))
        #expect(deepAlpha[x] == (isDark ? 1023 : 0))
      }
    }
  }

  @Test("in too small a picture each pixel has the module at its centre")
  func small() throws {
    let code = try code()
    for side in [1, 2, 7, 28] {
      let image = code.image(
        size: Size(width: side, height: side), quiet: 4, dark: black, light: white)
      for y in 0..<side {
        let row = image.row(Plane.luma, y, as: UInt8.self)
        for x in 0..<side {
          let isDark = code[(2 * x + 1) * 29 / (2 * side) - 4, (2 * y + 1) * 29 / (2 * side) - 4]
          #expect(row[x] == (isDark ? 16 : 235))
        }
      }
    }
  }
}
