import BaseValues
import Raster
import Testing

@Suite("Measures of how pictures differ")
struct MetricsTests {
  private static let size = Size(width: 16, height: 16)

  /// A picture of one code in each plane, with some samples changed.
  private func picture(
    y: UInt8 = 100, _ size: Size = size, _ changes: [(plane: Int, x: Int, y: Int, UInt8)] = []
  ) -> Image {
    var image = MutableImage(format: .yuv420p8, size: size)
    image.fill(y: y, u: 128, v: 128)
    for change in changes {
      var row = image.mutableRow(change.plane, change.y)
      row[change.x] = change.3
    }
    return image.freeze()
  }

  private func numbers(_ greatest: ImageDifference.Greatest?) -> [Int] {
    greatest.map { [$0.amount, $0.plane, $0.x, $0.y] } ?? []
  }

  @Test("equal pictures differ in nothing")
  func equal() {
    let difference = ImageDifference(picture(), picture())
    #expect(difference.isEmpty && difference.greatest == nil && difference.bounds == nil)
    #expect(difference.error == SquaredError(sum: 0, sampleCount: 256 + 64 + 64))
    #expect(difference.error.psnr == .infinity)
    #expect(difference.ssim == 1)
    #expect(difference.differingPixels == 0)
  }

  @Test("squared errors are counted exactly, plane by plane")
  func squaredError() {
    let changed = picture(
      Self.size, [(0, 3, 4, 103), (0, 9, 4, 96), (1, 2, 5, 130), (2, 0, 0, 127)])
    let difference = ImageDifference(picture(), changed)
    #expect(
      difference.errors == [
        SquaredError(sum: 25, sampleCount: 256), SquaredError(sum: 4, sampleCount: 64),
        SquaredError(sum: 1, sampleCount: 64),
      ])
    #expect(difference.error == SquaredError(sum: 30, sampleCount: 384))
    #expect(numbers(difference.greatest) == [4, 0, 9, 4])
  }

  @Test("PSNR is 10 log10 of 255² over the mean squared error")
  func psnr() {
    // 65025 / 6.5025 is 10000.
    #expect(abs(SquaredError(sum: 65025, sampleCount: 10_000).psnr - 40) < 1e-9)
    #expect(abs(SquaredError(sum: 65025, sampleCount: 1).psnr) < 1e-9)
    // Every sample off by one: 20 log10 255.
    #expect(abs(SquaredError(sum: 384, sampleCount: 384).psnr - 48.130_803_608_679_1) < 1e-9)
    #expect(SquaredError().mean == 0)
  }

  @Test("SSIM of flat pictures is the luminance term alone")
  func luminance() {
    // (2·100·110 + 6.5025) / (100² + 110² + 6.5025), with no variance anywhere.
    let difference = ImageDifference(picture(y: 100), picture(y: 110))
    #expect(abs(difference.ssim - 22_006.5025 / 22_106.5025) < 1e-12)
  }

  @Test("SSIM of a window follows the formula")
  func window() {
    // 8 × 8 samples: half 100 and half 120, against all 110: means 110 and 110, variances 100
    // and 0, no covariance.
    let size = Size(width: 8, height: 8)
    let stripes = picture(
      y: 100, size, (0..<8).flatMap { y in (4..<8).map { (0, $0, y, UInt8(120)) } })
    let difference = ImageDifference(stripes, picture(y: 110, size))
    #expect(abs(difference.ssim - 58.5225 / 158.5225) < 1e-12)
    // Turned over, the covariance is minus the variance.
    let turned = picture(
      y: 120, size, (0..<8).flatMap { y in (4..<8).map { (0, $0, y, UInt8(100)) } })
    let opposite = ImageDifference(stripes, turned)
    #expect(abs(opposite.ssim - (58.5225 - 200) / (58.5225 + 200)) < 1e-12)
  }

  @Test(
    "windows reach every end, also of rectangles smaller than one",
    arguments: [(1, 1), (7, 9), (8, 8), (13, 5), (15, 16)])
  func windows(width: Int, height: Int) {
    let rect = Rect(x: 1, y: 0, width: width, height: height)
    let corner = picture(Self.size, [(0, width, height - 1, 200)])
    #expect(ImageDifference(picture(), corner, in: rect).ssim < 0.99)
    #expect(ImageDifference(picture(), picture(), in: rect).ssim == 1)
  }

  @Test("pixels are counted once, whether luma or chroma differs, and surrounded")
  func pixels() {
    // The chroma sample at 1, 1 lies under the pixels 2…3, 2…3.
    let changed = picture(Self.size, [(0, 3, 3, 0), (1, 1, 1, 0), (0, 10, 7, 0)])
    let difference = ImageDifference(picture(), changed)
    #expect(difference.differingPixels == 5)
    #expect(difference.bounds == Rect(x: 2, y: 2, width: 9, height: 6))
  }

  @Test("only the rectangle counts, with every chroma sample that it touches")
  func area() {
    let changed = picture(Self.size, [(0, 0, 0, 0), (1, 2, 2, 0), (0, 8, 8, 90)])
    let rect = Rect(x: 5, y: 5, width: 3, height: 3)
    let difference = ImageDifference(picture(), changed, in: rect)
    #expect(difference.errors[0] == SquaredError(sum: 0, sampleCount: 9))
    #expect(difference.errors[1] == SquaredError(sum: 128 * 128, sampleCount: 4))
    #expect(difference.bounds == Rect(x: 5, y: 5, width: 1, height: 1))
    let outside = ImageDifference(
      picture(), changed, in: Rect(x: 9, y: -4, width: 100, height: 100))
    #expect(outside.area == Rect(x: 9, y: 0, width: 7, height: 16))
    #expect(outside.isEmpty)
    let none = ImageDifference(
      picture(), changed, in: Rect(x: 40, y: 0, width: 4, height: 4))
    #expect(none.isEmpty && none.area.isEmpty && none.ssim == 1)
  }

  @Test("the first of equally great differences is named")
  func greatest() {
    let changed = picture(Self.size, [(0, 5, 2, 110), (0, 4, 3, 90), (2, 0, 0, 138)])
    let difference = ImageDifference(picture(), changed)
    #expect(numbers(difference.greatest) == [10, 0, 5, 2])
  }

  @Test("pictures of odd sizes are compared to their edges")
  func oddSize() {
    let size = Size(width: 5, height: 3)
    let changed = picture(size, [(0, 4, 2, 0), (1, 2, 1, 0)])
    let difference = ImageDifference(picture(size), changed)
    #expect(difference.bounds == Rect(x: 4, y: 2, width: 1, height: 1))
    #expect(difference.errors[1].sampleCount == 6)
  }
}
