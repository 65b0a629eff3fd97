import BaseValues
import RasterReference
import Raster
import SeededNumbers
import Testing

@Suite("looks") struct ColorLookTests {
  private static let domains = [
    ColorDomain.full, ColorDomain(lowest: [-0.1, 0.2, 0], highest: [0.7, 3, 0.999]),
  ]

  /// Entries from -0.5 to 1.5.
  private static func entries(_ count: Int, _ generator: inout SeededGenerator) -> [SIMD4<Float>] {
    (0..<count).map { _ in
      func number() -> Float { Float(Int(generator.next() % 2001) - 500) / 1000 }
      return [number(), number(), number(), 0]
    }
  }

  /// Random colours, some of them on the points of a grid, grey, or outside of 0…1.
  private static func colors(_ size: Int, _ generator: inout SeededGenerator) -> [ColorBlock.Color]
  {
    func number(_ range: UInt64) -> Float { Float(generator.next() % range) }
    let points = (0..<100).map { _ -> ColorBlock.Color in
      let last = Float(size - 1)
      return (
        number(UInt64(size)) / last, number(UInt64(size)) / last, number(UInt64(size)) / last
      )
    }
    let greys = (0...255).map { (Float($0) / 255, Float($0) / 255, Float($0) / 255) }
    let others = (0..<155).map { _ in
      (number(4000) / 1000 - 1, number(1000) / 999, number(2000) / 1000 - 0.5)
    }
    return points + greys + others + [(-.infinity, .infinity, .nan)]
  }

  private static func check(
    _ change: ColorChange, _ colors: [ColorBlock.Color],
    _ reference: (ColorBlock.Color) -> ColorBlock.Color
  ) {
    for count in [colors.count, 1, 7] {
      var block = ColorBlock()
      for (place, color) in colors.enumerated() { block[place] = color }
      change.prepared()(&block, count)
      for (place, color) in colors.prefix(count).enumerated() {
        let (own, other) = (block[place], reference(color))
        #expect(
          own.red == other.red && own.green == other.green && own.blue == other.blue,
          "\(color) becomes \(own), not \(other)")
      }
    }
  }

  @Test("a grid's colours are the reference's to the last bit", arguments: [2, 3, 17, 33])
  func cube(size: Int) {
    var generator = SeededGenerator(seed: 71)
    for domain in Self.domains {
      let cube = ColorCube(
        size: size, Self.entries(size * size * size, &generator), domain: domain)
      Self.check(
        ColorLook([.cube(cube)]).change(amount: 1), Self.colors(size, &generator)
      ) { color in
        // What is no number counts as the lowest.
        Reference.apply(cube, to: (color.red, color.green, color.blue.isNaN ? -9 : color.blue))
      }
    }
  }

  @Test("a table's colours are the reference's to the last bit", arguments: [2, 5, 4096, 65_536])
  func table(size: Int) {
    var generator = SeededGenerator(seed: 72)
    for domain in Self.domains {
      let table = ComponentTable(Self.entries(size, &generator), domain: domain)
      Self.check(
        ColorLook([.table(table)]).change(amount: 1), Self.colors(size, &generator)
      ) { color in
        Reference.apply(table, to: (color.red, color.green, color.blue.isNaN ? -9 : color.blue))
      }
    }
  }

  /// Red and blue of a grid in each other's place.
  private static func exchange(size: Int) -> ColorLook {
    let last = Float(size - 1)
    let nodes = (0..<size * size * size).map { index -> SIMD4<Float> in
      [
        Float(index / size / size) / last, Float(index / size % size) / last,
        Float(index % size) / last, 0,
      ]
    }
    return ColorLook([.cube(ColorCube(size: size, nodes, domain: .full))])
  }

  @Test(
    "a grid that exchanges components does as the matrix does, odd sizes and alpha included",
    arguments: [PixelFormat.yuv420p8, .yuva420p8, .yuv420p10, .yuva420p10],
    [(1, 1), (7, 5), (301, 3)]
  )
  func pictures(format: PixelFormat, size: (Int, Int)) {
    let image = Image.noise(format, width: size.0, height: size.1, seed: 73)
    let matrix = ColorChange(
      ColorMatrix(rows: [[0, 0, 1, 0], [0, 1, 0, 0], [1, 0, 0, 0]])
    ).applied(to: image)
    let look = Self.exchange(size: 33).change(amount: 1).applied(to: image)
    #expect(
      format.depth == 8
        ? Self.isNear(matrix, look, UInt8.self) : Self.isNear(matrix, look, UInt16.self))
  }

  private static func isNear<Sample: PixelSample>(_ a: Image, _ b: Image, _: Sample.Type) -> Bool {
    zip(a.planes(as: Sample.self).joined().joined(), b.planes(as: Sample.self).joined().joined())
      .allSatisfy { abs(Int($0) - Int($1)) <= 1 }
  }

  @Test("a share of a look goes that far, and none of it leaves every sample")
  func amount() {
    let white = ColorLook([.decisions(ColorDecisions(offset: [1, 1, 1]))])
    var block = ColorBlock()
    block[0] = (0.25, 0.5, 0)
    white.change(amount: 0.5).prepared()(&block, 1)
    #expect(block[0].red == 0.625 && block[0].green == 0.75 && block[0].blue == 0.5)
    let image = Image.noise(.yuva420p8, width: 33, height: 9, seed: 74)
    #expect(ImageHash(white.change(amount: 0).applied(to: image)) == ImageHash(image))
  }
}
