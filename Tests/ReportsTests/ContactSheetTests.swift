import BaseValues
import Raster
import Testing

@testable import Reports

@Suite("Contact sheets")
struct ContactSheetTests {
  private func flat(_ luma: UInt8, _ size: Size) -> Image {
    var image = MutableImage(format: .yuv420p8, size: size)
    image.fill(y: luma, u: 90, v: 200)
    return image.freeze()
  }

  @Test("cells have the movie's shape, even sides and even places")
  func layout() {
    let sheet = ContactSheet(columns: 4, width: 800, shape: Size(width: 1280, height: 720))
    #expect(sheet.cell == Size(width: 184, height: 104))
    #expect(sheet.size(of: 4) == Size(width: 796, height: 150))
    #expect(sheet.size(of: 5) == Size(width: 796, height: 288))
    for size in [sheet.size(of: 1), sheet.size(of: 9)] {
      #expect(size.width % 2 == 0 && size.height % 2 == 0)
    }
    let narrow = ContactSheet(columns: 50, width: 64, shape: Size(width: 2, height: 2000))
    #expect(narrow.cell.width == 16)
  }

  @Test("each picture lies in its cell, to the pixel, above its caption")
  func places() {
    let sheet = ContactSheet(columns: 2, width: 420, shape: Size(width: 192, height: 108))
    let cells = [40, 80, 120].map { (flat($0, sheet.cell), "00:12  7") }
    let image = sheet.image(of: cells)
    #expect(image.size == sheet.size(of: 3))
    let lefts = [12, 12 + sheet.cell.width + 12, 12]
    let tops = [12, 12, 12 + sheet.cell.height + 22 + 12]
    for (index, luma) in [UInt8(40), 80, 120].enumerated() {
      let (left, top) = (lefts[index], tops[index])
      let (right, bottom) = (left + sheet.cell.width, top + sheet.cell.height)
      #expect(image.row(0, top)[left] == luma && image.row(0, bottom - 1)[right - 1] == luma)
      #expect(image.row(0, top)[left - 1] == 28 && image.row(0, bottom)[right - 1] == 28)
      #expect(image.row(1, top / 2)[left / 2] == 90 && image.row(1, top / 2)[left / 2 - 1] == 129)
      let caption = (bottom + 4..<bottom + 18).contains { y in
        (left..<right).contains { image.row(0, y)[$0] == 190 }
      }
      #expect(caption)
    }
    // The fourth cell is empty.
    #expect(image.row(0, tops[2] + 20)[lefts[1] + 20] == 28)
  }

  @Test("a picture of another size is left out rather than cut")
  func wrongSize() {
    let sheet = ContactSheet(columns: 1, width: 200, shape: Size(width: 16, height: 9))
    let image = sheet.image(of: [(flat(200, Size(width: 8, height: 8)), "")])
    #expect(image.row(0, 14)[14] == 28)
  }
}
