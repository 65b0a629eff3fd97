import BaseValues
import RasterReference
import Raster
import Testing
import SeededNumbers

@Suite struct ChromaPlacementTests {
  @Test(
    "every small placement, odd offsets and clipped edges included, gives the reference's result",
    arguments: [
      Size(width: 4, height: 4), .init(width: 5, height: 3), .init(width: 7, height: 6),
    ])
  func everyPlacement(output: Size) {
    let regions = [output.bounds, Rect(x: 1, y: 1, width: 3, height: 1)]
    for width in 1...5 {
      for height in 1...4 {
        let seed = UInt64(width * 10 + height)
        let image = Image.noise(.yuva420p8, width: width, height: height, seed: seed)
        let deep = Image.noise(.yuva420p10, width: width, height: height, seed: seed)
        for x in -5...5 {
          for y in -3...3 {
            for region in regions {
              check(image, x, y, region, output, UInt8.self)
              check(deep, x, y, region, output, UInt16.self)
            }
          }
        }
      }
    }
  }

  private func check<Sample: PixelSample>(
    _ image: Image, _ x: Int, _ y: Int, _ region: Rect, _ output: Size,
    _ sample: Sample.Type
  ) {
    let placement = ChromaPlacement(source: image.size, x: x, y: y, region: region, output: output)
    let count = placement.columns.count
    var seen = 0
    for row in placement.rows {
      for plane in [Plane.cb, Plane.chromaAlpha] {
        var samples = GuardedRow(count: count, of: sample)
        var weights = [UInt16](repeating: 0, count: count)
        samples.write { span in
          var weightSpan = weights.mutableSpan
          placement.write(plane: plane, of: image, row: row, samples: &span, weights: &weightSpan)
        }
        for column in 0..<output.chroma.width {
          let expected = Reference.chroma(
            column: column, row: row, of: plane, in: image, x: x, y: y, region: region,
            output: output, as: sample)
          let place = "column \(column), row \(row) of \(image.size) at \(x), \(y) in \(region)"
          guard placement.columns.contains(column) else {
            if expected != nil { Issue.record("\(place) is left out") }
            continue
          }
          let index = column - placement.columns.lowerBound
          if expected?.sample != samples.samples[index] || expected?.weight != weights[index] {
            Issue.record("\(place)")
          }
          if placement.isAligned
            && (weights[index] != 32768
              || samples.samples[index] != image.row(plane, row - y / 2, as: sample)[column - x / 2])
          {
            Issue.record("\(place) is not aligned")
          }
          seen += 1
        }
        if !samples.isGuardIntact { Issue.record("wrote outside at \(x), \(y)") }
      }
    }
    let expectedRows = (0..<output.chroma.height).filter { row in
      (0..<output.chroma.width).contains { column in
        Reference.chroma(
          column: column, row: row, of: 1, in: image, x: x, y: y, region: region, output: output,
          as: sample) != nil
      }
    }
    if Array(placement.rows) != expectedRows { Issue.record("rows \(placement.rows)") }
    if !expectedRows.isEmpty && seen == 0 { Issue.record("nothing compared at \(x), \(y)") }
  }

  @Test("a wide row at an odd offset is the mean of neighbours")
  func wideRow() {
    let image = Image.noise(.yuv420p8, width: 400, height: 4, seed: 8)
    let output = Size(width: 402, height: 6)
    let placement = ChromaPlacement(
      source: image.size, x: 1, y: 0, region: output.bounds, output: output)
    #expect(placement.columns == 0..<201)
    #expect(!placement.isAligned)
    var samples = GuardedRow(count: 201)
    var weights = [UInt16](repeating: 0, count: 201)
    samples.write { span in
      var weightSpan = weights.mutableSpan
      placement.write(plane: Plane.cr, of: image, row: 1, samples: &span, weights: &weightSpan)
    }
    let source = image.samples(Plane.cr, 1)
    #expect(samples.samples.first == source.first)
    #expect(samples.samples.last == source.last)
    for i in 1..<200 {
      #expect(Int(samples.samples[i]) == (Int(source[i - 1]) + Int(source[i]) + 1) / 2)
    }
    #expect(weights.first == 16384 && weights.last == 16384)
    #expect(weights[1..<200].allSatisfy { $0 == 32768 })
  }
}

@Suite struct HalvingTests {
  @Test("every plane of pictures of any small size is the mean of 2 by 2", arguments: 1...9)
  func everySize(width: Int) {
    for height in 1...7 {
      for format in PixelFormat.allCases {
        let image = Image.noise(format, width: width, height: height, seed: UInt64(width + height))
        let half = image.halved()
        #expect(half.size == image.size.halved(times: 1) && half.format == format)
        if format.depth == 8 {
          check(half, image, UInt8.self)
        } else {
          check(half, image, UInt16.self)
        }
      }
    }
  }

  private func check<Sample: PixelSample>(_ half: Image, _ image: Image, _ sample: Sample.Type) {
    for plane in 0..<half.planeCount {
      for y in 0..<half.height(of: plane) {
        let expected = (0..<half.width(of: plane)).map {
          Reference.halve(column: $0, row: y, of: plane, in: image, as: sample)
        }
        #expect(half.samples(plane, y, as: sample) == expected)
      }
    }
  }

  @Test("long rows stay inside", arguments: [31, 32, 33, 64, 65, 200, 201])
  func longRows(width: Int) {
    var generator = SeededGenerator(seed: UInt64(width))
    let upper = generator.bytes(width)
    let lower = generator.bytes(width)
    var row = GuardedRow(count: (width + 1) / 2)
    row.write { Kernels.halve(upper.span, lower.span, into: &$0) }
    for i in 0..<(width / 2) {
      let sum = [upper[2 * i], upper[2 * i + 1], lower[2 * i], lower[2 * i + 1]]
        .reduce(0) { $0 + Int($1) }
      #expect(Int(row.samples[i]) == Reference.rounded(sum, over: 4))
    }
    #expect(row.isGuardIntact)
  }

  @Test("halving often enough leaves one sample")
  func toTheEnd() {
    #expect(
      Size(width: 1920, height: 1080).halved(times: 11) == Size(width: 1, height: 1))
    #expect(Size(width: 5, height: 3).halved(times: 0) == Size(width: 5, height: 3))
  }

  @Test("premultiplied colour stays at or below alpha")
  func staysPremultiplied() {
    let half = Image.noise(.yuva420p8, width: 37, height: 21, seed: 77).halved()
    for (color, alpha) in [(0, 3), (1, 4), (2, 4)] {
      for y in 0..<half.height(of: color) {
        #expect(zip(half.samples(color, y), half.samples(alpha, y)).allSatisfy { $0 <= $1 })
      }
    }
  }
}
