import BaseValues
import Raster
import Testing

@Suite("Maps of differences")
struct HeatMapTests {
  private func picture(
    _ width: Int, _ height: Int, luma: UInt8 = 100,
    _ change: (inout MutableImage) -> Void = { _ in }
  ) -> Image {
    var image = MutableImage(format: .yuv420p8, size: Size(width: width, height: height))
    image.fill(y: luma, u: 128, v: 128)
    change(&image)
    return image.freeze()
  }

  private func set(_ plane: Int, _ x: Int, _ y: Int, _ value: UInt8, in image: inout MutableImage) {
    var row = image.mutableRow(plane, y)
    row[x] = value
  }

  @Test("equal pictures are dark and grey")
  func equal() {
    let map = HeatMap.image(picture(8, 4), picture(8, 4), size: Size(width: 8, height: 4))
    #expect(map.row(0, 0)[0] == 16 + (100 - 16) / 4)
    #expect(map.row(1, 0)[0] == 128 && map.row(2, 1)[3] == 128)
  }

  @Test("the smallest difference is red, a large one white, each at its place")
  func levels() {
    let other = picture(8, 4) { image in
      set(0, 5, 2, 101, in: &image)
      set(0, 0, 0, 200, in: &image)
    }
    let map = HeatMap.image(picture(8, 4), other, size: Size(width: 8, height: 4))
    #expect(map.row(0, 2)[5] == 80 && map.row(2, 1)[2] == 220)
    #expect(map.row(0, 0)[0] == 235 && map.row(2, 0)[0] == 128)
    #expect(map.row(0, 2)[4] == 37 && map.row(0, 1)[5] == 37)
  }

  @Test("a difference of chroma alone is seen in its four pixels")
  func chroma() {
    let other = picture(8, 4) { image in set(1, 3, 1, 140, in: &image) }
    let map = HeatMap.image(picture(8, 4), other, size: Size(width: 8, height: 4))
    for (x, y) in [(6, 2), (7, 2), (6, 3), (7, 3)] { #expect(map.row(0, y)[x] > 80) }
    #expect(map.row(0, 2)[5] == 37)
  }

  @Test("a single pixel is not lost in a smaller map", arguments: [(0, 0), (31, 17), (63, 35)])
  func smaller(x: Int, y: Int) {
    let other = picture(64, 36) { image in set(0, x, y, 130, in: &image) }
    let map = HeatMap.image(picture(64, 36), other, size: Size(width: 16, height: 8))
    var found = 0
    for row in 0..<8 { for column in 0..<16 where map.row(0, row)[column] > 37 { found += 1 } }
    #expect(found == 1)
    #expect(map.row(0, y * 8 / 36)[x * 16 / 64] > 37)
  }
}
