import BaseValues
import RasterReference
import Raster
import SeededNumbers
import Testing

@Suite struct ImageMeanTests {
  private static let sizes = [(1, 1), (2, 2), (3, 5), (17, 3), (33, 8), (64, 64), (129, 7)]

  private func rows<Sample: PixelSample>(
    _: Sample.Type, _ width: Int, weights: [Int], _ generator: inout SeededGenerator
  ) {
    let limit = 1 << Sample.depth
    let samples = weights.map { _ in
      (0..<width).map { _ in Sample(generator.next(upperBound: UInt64(limit))) }
    }
    var sums = [UInt32](repeating: 0, count: width)
    for (row, weight) in zip(samples, weights) {
      var span = sums.mutableSpan
      Kernels.addWeighted(row.span, weight: weight, into: &span)
    }
    var result = [Sample](repeating: 0, count: width)
    var span = result.mutableSpan
    Kernels.roundWeighted(sums.span, into: &span)
    for index in 0..<width {
      let expected = Reference.mean(zip(samples, weights).map { ($0[index], weight: $1) })
      #expect(result[index] == expected)
    }
  }

  @Test("weighted rows give the reference's mean, in 8 and 10 bits")
  func kernels() {
    var generator = SeededGenerator(seed: 41)
    for width in [0, 1, 2, 3, 15, 16, 17, 31, 33, 64, 129] {
      for weights in [
        [32768], [0, 32768], [16384, 16384], [10_922, 10_923, 10_923], [1, 32_767],
      ] {
        rows(UInt8.self, width, weights: weights, &generator)
        rows(UInt16.self, width, weights: weights, &generator)
      }
      rows(UInt8.self, width, weights: [Int](repeating: 2048, count: 16), &generator)
    }
  }

  private func image<Sample: PixelSample>(
    _: Sample.Type, _ width: Int, _ height: Int, hasAlpha: Bool,
    _ generator: inout SeededGenerator
  ) -> Image {
    var image = MutableImage(
      format: PixelFormat(Sample.self, hasAlpha: hasAlpha), size: Size(width: width, height: height)
    )
    for plane in 0..<image.format.planeCount {
      for y in 0..<image.height(of: plane) {
        var row = image.mutableRow(plane, y, as: Sample.self)
        for index in row.indices {
          row[index] = Sample(generator.next(upperBound: UInt64(1) << UInt64(Sample.depth)))
        }
      }
    }
    return image.freeze()
  }

  @Test("two images mixed are the mean of both, with and without alpha", arguments: sizes)
  func images(width: Int, height: Int) throws {
    var generator = SeededGenerator(seed: 42)
    for hasAlpha in [false, true] {
      for weight in [0, 1, 12_345, 32_767, 32_768] {
        let a = image(UInt8.self, width, height, hasAlpha: hasAlpha, &generator)
        let b = image(UInt8.self, width, height, hasAlpha: hasAlpha, &generator)
        var mean = ImageMean()
        let isFirst = mean.add(a, weight: 32_768 - weight)
        #expect(isFirst)
        let isSecond = mean.add(b, weight: weight)
        #expect(isSecond)
        let mixed = try #require(a.mixed(with: b, weight: weight))
        #expect(mean.image().map(ImageHash.init) == ImageHash(mixed))
        let deep = image(UInt16.self, width, height, hasAlpha: hasAlpha, &generator)
        let other = image(UInt16.self, width, height, hasAlpha: hasAlpha, &generator)
        var deepMean = ImageMean()
        let isThird = deepMean.add(deep, weight: 32_768 - weight)
        #expect(isThird)
        let isFourth = deepMean.add(other, weight: weight)
        #expect(isFourth)
        let deepMixed = try #require(deep.mixed(with: other, weight: weight))
        #expect(deepMean.image().map(ImageHash.init) == ImageHash(deepMixed))
      }
    }
  }

  @Test("images of another form are not mixed")
  func forms() {
    var generator = SeededGenerator(seed: 43)
    let a = image(UInt8.self, 4, 4, hasAlpha: false, &generator)
    for b in [
      image(UInt8.self, 4, 2, hasAlpha: false, &generator),
      image(UInt8.self, 4, 4, hasAlpha: true, &generator),
      image(UInt16.self, 4, 4, hasAlpha: false, &generator),
    ] {
      var mean = ImageMean()
      #expect(mean.image() == nil)
      let isFirst = mean.add(a, weight: 1)
      #expect(isFirst)
      let isMixed = mean.add(b, weight: 1)
      #expect(!isMixed)
      #expect(a.mixed(with: b, weight: 1) == nil)
    }
  }
}
