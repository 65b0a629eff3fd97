import BaseValues
import RasterReference
import Raster
import Testing

@Suite("filters of pictures") struct ImageFilterTests {
  static let formats: [PixelFormat] = [.yuv420p8, .yuva420p8, .yuv420p10, .yuva420p10]

  // MARK: - Blurs

  /// Luma of an edge from black to white between columns 31 and 32 of 64, by a Gaussian of some deviation
  /// in samples, computed in numpy; and how far off the result may be.
  static let edges: [(deviation: Double, luma: [Double], tolerance: Double)] = [
    (
      1,
      [
        16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0,
        16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.03, 17.0,
        28.82, 81.82, 169.18, 222.18, 234.0, 234.97, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0,
        235.0, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0,
        235.0, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0,
      ],
      0.8
    ),
    (
      1.5,
      [
        16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0,
        16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.02, 16.25, 17.91,
        25.79, 49.74, 96.38, 154.62, 201.26, 225.21, 233.09, 234.75, 234.98, 235.0, 235.0, 235.0,
        235.0, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0,
        235.0, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0,
      ],
      0.8
    ),
    (
      3.2,
      [
        16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0,
        16.0, 16.0, 16.0, 16.0, 16.01, 16.03, 16.11, 16.31, 16.84, 18.04, 20.53, 25.24, 33.3, 45.8,
        63.39, 85.85, 111.85, 139.15, 165.15, 187.61, 205.2, 217.7, 225.76, 230.47, 232.96, 234.16,
        234.69, 234.89, 234.97, 234.99, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0,
        235.0, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0,
      ],
      0.8
    ),
    (
      4,
      [
        16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0,
        16.0, 16.01, 16.03, 16.08, 16.19, 16.43, 16.93, 17.89, 19.63, 22.58, 27.31, 34.4, 44.4,
        57.65, 74.13, 93.41, 114.58, 136.42, 157.59, 176.87, 193.35, 206.6, 216.6, 223.69, 228.42,
        231.37, 233.11, 234.07, 234.57, 234.81, 234.92, 234.97, 234.99, 235.0, 235.0, 235.0, 235.0,
        235.0, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0, 235.0,
      ],
      0.8
    ),
    (
      6.4,
      [
        16.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.01, 16.01, 16.03, 16.05, 16.08, 16.15, 16.25, 16.42,
        16.68, 17.08, 17.68, 18.56, 19.8, 21.54, 23.89, 27.01, 31.04, 36.11, 42.36, 49.87, 58.67,
        68.73, 79.96, 92.19, 105.19, 118.67, 132.33, 145.81, 158.81, 171.04, 182.27, 192.33, 201.13,
        208.64, 214.89, 219.96, 223.99, 227.11, 229.46, 231.2, 232.44, 233.32, 233.92, 234.32,
        234.58, 234.75, 234.85, 234.92, 234.95, 234.97, 234.99, 234.99, 235.0, 235.0, 235.0, 235.0,
        235.0, 235.0,
      ],
      2.7
    ),
    (
      9.6,
      [
        16.11, 16.16, 16.23, 16.33, 16.46, 16.63, 16.86, 17.17, 17.57, 18.08, 18.74, 19.57, 20.61,
        21.9, 23.47, 25.36, 27.63, 30.32, 33.46, 37.1, 41.27, 45.99, 51.28, 57.14, 63.57, 70.55,
        78.03, 85.98, 94.33, 102.99, 111.9, 120.95, 130.05, 139.1, 148.01, 156.67, 165.02, 172.97,
        180.45, 187.43, 193.86, 199.72, 205.01, 209.73, 213.9, 217.54, 220.68, 223.37, 225.64,
        227.53, 229.1, 230.39, 231.43, 232.26, 232.92, 233.43, 233.83, 234.14, 234.37, 234.54,
        234.67, 234.77, 234.84, 234.89,
      ],
      2.7
    ),
  ]

  @Test("an edge is blurred as by a Gaussian, across and down", arguments: 0..<6)
  func gaussian(index: Int) {
    let (deviation, expected, tolerance) = Self.edges[index]
    for isVertical in [false, true] {
      let size = Size(width: 64, height: 64)
      var image = MutableImage(format: .yuv420p8, size: size)
      for y in 0..<64 {
        var row = image.mutableRow(Plane.luma, y)
        for x in row.indices { row[x] = (isVertical ? y : x) < 32 ? 16 : 235 }
      }
      for plane in [Plane.cb, Plane.cr] {
        for y in 0..<32 {
          var row = image.mutableRow(plane, y)
          for x in row.indices { row[x] = 128 }
        }
      }
      let blurred = ImageFilter.gaussianBlur(deviation: deviation / 64).applied(
        to: image.freeze())
      for place in 0..<64 {
        // Along the edge, over which dithering comes out even.
        let line = (0..<64).map {
          isVertical ? blurred.row(Plane.luma, place)[$0] : blurred.row(Plane.luma, $0)[place]
        }
        let found = line.reduce(0) { $0 + Double($1) } / 64
        #expect(line.allSatisfy { abs(Double($0) - found) <= 1 })
        #expect(abs(found - expected[place]) <= tolerance, "\(place)")
      }
      #expect(blurred.planes()[1].joined().allSatisfy { $0 == 128 })
    }
  }

  @Test("a blurred picture of few codes has no bands: what is between them is dithered")
  func noBands() {
    let size = Size(width: 320, height: 64)
    var image = MutableImage(format: .yuv420p8, size: size)
    SolidColor(red: 0, green: 0, blue: 0).fill(&image)
    // Steps of one code, forty columns wide.
    for y in 0..<64 {
      var row = image.mutableRow(Plane.luma, y)
      for x in row.indices { row[x] = UInt8(100 + x / 40) }
    }
    let blurred = ImageFilter.gaussianBlur(deviation: 24.0 / 64).applied(to: image.freeze())
    for x in stride(from: 80, to: 240, by: 8) {
      let found = (0..<64).reduce(0) { sum, y in
        sum + (x..<x + 8).reduce(0) { $0 + Double(blurred.row(Plane.luma, y)[$1]) }
      }
      // The straight line that the steps are on.
      #expect(abs(found / 512 - (99.5 + (Double(x) + 4) / 40)) < 0.12, "\(x)")
    }
    for y in 0..<64 {
      let row = blurred.samples(Plane.luma, y)[80..<240]
      var longest = 0
      var run = 0
      for (a, b) in zip(row, row.dropFirst()) {
        run = a == b ? run + 1 : 0
        longest = max(longest, run)
      }
      #expect(longest < 36, "row \(y)")
    }
  }

  @Test("at a picture's edge a blur is that of the outermost samples going on, at any size")
  func edges() {
    var image = MutableImage(format: .yuv420p8, size: Size(width: 160, height: 96))
    SolidColor(red: 0, green: 0, blue: 0).fill(&image)
    for y in 0..<96 {
      var row = image.mutableRow(Plane.luma, y)
      row[0] = 235
    }
    let picture = image.freeze()
    // 16 + 219 · Φ((½ − x) / σ).
    let expected: [(Double, [Double])] = [
      (3.9, [136.7, 114.3, 92.8, 73.1]), (4.8, [134.6, 116.4, 98.7, 82.0]),
      (9.6, [130.0, 121.0, 111.9, 103.1]),
    ]
    for (deviation, values) in expected {
      let blurred = ImageFilter.gaussianBlur(deviation: deviation / 96).applied(to: picture)
      for (x, value) in values.enumerated() {
        let found = (0..<96).reduce(0) { $0 + Double(blurred.row(Plane.luma, $1)[x]) } / 96
        #expect(abs(found - value) <= 2.7, "\(deviation): \(x)")
      }
    }
  }

  @Test(
    "room around a picture is transparent, and its samples stay",
    arguments: [PixelFormat.yuva420p8, .yuva420p10])
  func room(format: PixelFormat) {
    let image = Image.noise(format, width: 13, height: 9, seed: 3)
    let wide = image.padded(by: 6)
    #expect(wide.size == Size(width: 25, height: 21))
    let (own, all) = (image.planes(as: format), wide.planes(as: format))
    for plane in all.indices {
      let offset = format.isChroma(plane: plane) ? 3 : 6
      for (y, row) in all[plane].enumerated() {
        for (x, sample) in row.enumerated() {
          let isInside =
            own[plane].indices.contains(y - offset)
            && own[plane][0].indices.contains(x - offset)
          #expect(sample == (isInside ? own[plane][y - offset][x - offset] : 0))
        }
      }
    }
    let basis = Size(width: 100, height: 100)
    #expect(ImageFilter.gaussianBlur(deviation: 0.1).margin(basis: basis) >= 32)
    #expect(ImageFilter.gaussianBlur(deviation: 1000).margin(basis: basis) == 2048)
    let part = PictureRegion(x: 0, y: 0, width: 0.5, height: 1)
    #expect(ImageFilter.gaussianBlur(deviation: 0.1, in: part).margin(basis: basis) == 0)
    #expect(ImageFilter.grain(amount: 1, frame: 0).margin(basis: basis) == 0)
  }

  @Test("sharpening makes no rim where a flat picture ends in transparency")
  func transparentEdge() {
    var image = MutableImage(format: .yuva420p8, size: Size(width: 64, height: 32))
    SolidColor(red: 128, green: 128, blue: 128).fill(&image)
    for y in 0..<32 {
      var luma = image.mutableRow(Plane.luma, y)
      for x in 32..<64 { luma[x] = 0 }
      var alpha = image.mutableRow(Plane.alpha, y)
      for x in 32..<64 { alpha[x] = 0 }
    }
    let picture = image.freeze()
    let result = ImageFilter.sharpened(deviation: 0.1, amount: 2).applied(to: picture)
    for x in 0..<64 {
      let difference = Int(result.row(Plane.luma, 16)[x]) - Int(picture.row(Plane.luma, 16)[x])
      #expect(abs(difference) <= 1, "\(x)")
    }
  }

  @Test(
    "columns and rows are averaged and convolved as the reference says",
    arguments: [1.0, 1.7, 3, 8.4, 60])
  func twins(width: Double) {
    let kernel = GaussianKernel(deviation: min(width, 4))
    for (columns, rows) in [(1, 1), (7, 5), (33, 40), (16, 3), (3, 130)] {
      let noise = Image.noise(.yuv420p10, width: columns, height: rows, seed: 81)
      let samples = noise.planes(as: UInt16.self)[0].joined().map { $0 << 6 }
      var plane = FilterPlane(width: columns, height: rows)
      plane.samples = PlaneSamples(samples)
      let turned = plane.transposed()
      #expect(turned.transposed().samples.array == samples)

      // Beyond the edges of what one box makes the next one reads what the first makes there.
      let margin = 2 * (Int(width / 2) + 1)
      let columnEdges = [samples.prefix(columns), samples.suffix(columns)].map(Array.init)
      let above = (0..<margin).flatMap { _ in columnEdges[0] }
      let below = (0..<margin).flatMap { _ in columnEdges[1] }
      var thrice = above + samples + below
      for _ in 0..<3 {
        thrice = Reference.averagedColumns(thrice, width: columns, boxWidth: width)
      }
      let wanted: [(ColumnFilter, [UInt16])] = [
        (
          ColumnFilter(boxWidth: width, count: 1),
          Reference.averagedColumns(samples, width: columns, boxWidth: width)
        ),
        (
          ColumnFilter(boxWidth: width, count: 3),
          Array(thrice.dropFirst(margin * columns).dropLast(margin * columns))
        ),
        (
          .kernel(kernel),
          Reference.convolvedColumns(samples, width: columns, kernel.taps)
        ),
      ]
      for (filter, result) in wanted {
        var filtered = plane
        filtered.filterColumns(filter)
        #expect(filtered.samples.array == result, "\(columns)x\(rows) \(filter)")
        filtered = turned
        filtered.filterRows(filter)
        #expect(filtered.transposed().samples.array == result, "\(rows)x\(columns) \(filter)")
      }
      #expect(plane.samples.array == samples, "a copy is another value")
    }
  }

  /// All filters that have a region.
  static let regional: [@Sendable (PictureRegion) -> ImageFilter] = [
    { .gaussianBlur(deviation: 0.02, in: $0) }, { .gaussianBlur(deviation: 0.1, in: $0) },
    { .boxBlur(radius: 0.07, in: $0) }, { .directionalBlur(length: 0.2, turns: 0.1, in: $0) },
    { .sharpened(deviation: 0.03, amount: 2, in: $0) },
  ]

  @Test(
    "within a region a picture is as if all were changed, around it as it was", arguments: formats)
  func region(format: PixelFormat) {
    let image = Image.noise(format, width: 61, height: 47, seed: 82)
    let region = PictureRegion(x: 0.3, y: 0.2, width: 0.4, height: 0.5)
    for filter in Self.regional {
      let whole = filter(.all).applied(to: image).planes(as: format)
      let part = filter(region).applied(to: image).planes(as: format)
      let own = image.planes(as: format)
      for plane in own.indices {
        let step = format.isChroma(plane: plane) ? 2 : 1
        // 0.3 · 61 = 18.3, 0.7 · 61 = 42.7; 0.2 · 47 = 9.4, 0.7 · 47 = 32.9.
        let columns = 18 / step..<(43 + step - 1) / step
        let rows = 9 / step..<(33 + step - 1) / step
        for y in own[plane].indices {
          for x in own[plane][y].indices {
            let isInside = columns.contains(x) && rows.contains(y)
            let wanted = isInside ? whole[plane][y][x] : own[plane][y][x]
            #expect(part[plane][y][x] == wanted, "plane \(plane) \(x), \(y)")
          }
        }
      }
    }
  }

  @Test("one colour stays one colour in every blur", arguments: formats)
  func flat(format: PixelFormat) {
    var image = MutableImage(format: format, size: Size(width: 33, height: 21))
    SolidColor(red: 200, green: 90, blue: 30, alpha: 180).fill(&image)
    let flat = image.freeze()
    let filters =
      Self.regional.map { $0(.all) } + [
        .zoomBlur(amount: 0.5, x: 0.5, y: 0.5), .pixelated(size: 0.2),
      ]
    for filter in filters { #expect(ImageHash(filter.applied(to: flat)) == ImageHash(flat)) }
  }

  // MARK: - Others

  @Test("squares have one colour, the mean of theirs; the last ones may be smaller")
  func squares() {
    let image = Image.noise(.yuv420p8, width: 21, height: 20, seed: 83)
    let result = ImageFilter.pixelated(size: 0.2).applied(to: image)
    for (plane, side) in [(Plane.luma, 4), (Plane.cb, 2)] {
      for y in 0..<result.height(of: plane) {
        for x in 0..<result.width(of: plane) {
          let (left, top) = (x / side * side, y / side * side)
          var values: [Int] = []
          for v in top..<min(top + side, image.height(of: plane)) {
            for u in left..<min(left + side, image.width(of: plane)) {
              values.append(Int(image.row(plane, v)[u]))
            }
          }
          let mean = Double(values.reduce(0, +)) / Double(values.count)
          #expect(abs(Double(result.row(plane, y)[x]) - mean) <= 0.51)
        }
      }
    }
  }

  @Test(
    "grain has the deviation that is said and no mean, is the same again and another in each frame")
  func grain() {
    var image = MutableImage(format: .yuv420p10, size: Size(width: 200, height: 150))
    SolidColor(red: 128, green: 128, blue: 128).fill(&image)
    let grey = image.freeze()
    let middle = Double(grey.row(Plane.luma, 0, as: UInt16.self)[0])
    let first = ImageFilter.grain(amount: 0.05, frame: 3).applied(to: grey)
    let again = ImageFilter.grain(amount: 0.05, frame: 3).applied(to: grey)
    #expect(ImageHash(first) == ImageHash(again))
    #expect(
      ImageHash(first) != ImageHash(ImageFilter.grain(amount: 0.05, frame: 4).applied(to: grey)))
    let noise = first.planes(as: UInt16.self)[0].joined().map { Double($0) - middle }
    let mean = noise.reduce(0, +) / Double(noise.count)
    let deviation = (noise.reduce(0) { $0 + $1 * $1 } / Double(noise.count)).squareRoot()
    // 0.05 of 876 codes.
    #expect(abs(mean) < 1 && abs(deviation - 43.8) < 1)
    // Neighbours have nothing to do with one another.
    let product = zip(noise, noise.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 }
    #expect(abs(product / Double(noise.count)) < 0.02 * deviation * deviation)
    #expect(first.planes(as: UInt16.self)[1] == grey.planes(as: UInt16.self)[1])
  }

  @Test("a vignette darkens by its distance from the middle, and leaves what is nearer")
  func vignette() {
    var image = MutableImage(format: .yuv420p8, size: Size(width: 200, height: 100))
    SolidColor(red: 255, green: 255, blue: 255).fill(&image)
    let result = ImageFilter.vignette(amount: 0.8, radius: 0.5, softness: 0.5)
      .applied(to: image.freeze())
    // Luma 16 + 219 · (1 − 0.8 · s), s = t² (3 − 2t), t = (d − 0.5) / 0.5.
    for (x, wanted) in [(100, 235.0), (149, 235), (174, 147.4), (199, 59.8)] {
      #expect(abs(Double(result.row(Plane.luma, 50)[x]) - wanted) < 4)
    }
    #expect(result.row(Plane.luma, 0)[0] < 62)
  }

  @Test("room around a picture moves no region, no centre and no vignette")
  func roomAndPlaces() {
    let size = Size(width: 60, height: 40)
    let image = Image.noise(.yuva420p8, width: 60, height: 40, seed: 12)
    let region = PictureRegion(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    let filters: [ImageFilter] = [
      .pixelated(size: 0.2, in: region), .boxBlur(radius: 0.05, in: region),
      .vignette(amount: 0.9, radius: 0.2, softness: 0.6),
    ]
    for filter in filters {
      let plain = filter.applied(to: image)
      let wide = filter.applied(to: image.padded(by: 8), basis: size)
      for y in 0..<40 {
        let (row, all) = (plain.samples(Plane.luma, y), wide.samples(Plane.luma, y + 8))
        // The two are computed from places counted from different edges.
        #expect(zip(row, all[8...]).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
      }
    }
  }

  @Test("glow lightens what is dark beside something bright, and nothing far away")
  func glow() {
    var image = MutableImage(format: .yuv420p8, size: Size(width: 120, height: 40))
    SolidColor(red: 0, green: 0, blue: 0).fill(&image)
    for y in 10..<30 {
      var row = image.mutableRow(Plane.luma, y)
      for x in 10..<30 { row[x] = 235 }
    }
    let result = ImageFilter.glow(threshold: 0.5, amount: 1, deviation: 0.1)
      .applied(to: image.freeze())
    let row = result.row(Plane.luma, 20)
    #expect(row[20] == 235 && row[32] > 60 && row[32] > row[36] && row[80] == 16)
    let none = ImageFilter.glow(threshold: 1, amount: 0, deviation: 0.1).applied(to: result)
    #expect(ImageHash(none) == ImageHash(result))
  }
}

extension Image {
  /// Samples of all planes as numbers.
  fileprivate func planes(as format: PixelFormat) -> [[[Int]]] {
    format.depth == 8
      ? planes().map { $0.map { $0.map(Int.init) } }
      : planes(as: UInt16.self).map { $0.map { $0.map(Int.init) } }
  }
}
