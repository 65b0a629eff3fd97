import RasterReference
import Raster
import Testing
import SeededNumbers

@Suite("deinterlacing")
struct DeinterlacingTests {
  private func noise(
    _ width: Int, _ height: Int, upTo maximum: Int, _ generator: inout SeededGenerator
  ) -> FieldPlane {
    (0..<height).map { _ in
      (0..<width).map { _ in Int(generator.next() % UInt64(maximum + 1)) }
    }
  }

  /// The fields around that of a picture's even or odd rows, which is its earlier one.
  private func fields(
    _ before: FieldPlane, _ own: FieldPlane, _ after: FieldPlane, isBetween: Bool = true
  ) -> Reference.Fields {
    Reference.Fields(
      own: own, before: before, after: after, otherBefore: isBetween ? before : nil,
      otherAfter: isBetween ? own : nil)
  }

  @Test(
    "rows are those of the reference, at any size, depth and field order",
    arguments: [255, 1023, 2047, 2048, 65535], [2, 3, 4, 5, 8, 11])
  func reference(maximum: Int, height: Int) {
    var generator = SeededGenerator(seed: UInt64(maximum * 100 + height))
    var isBetween = maximum % 2 == 0
    for width in height == 3 ? [1, FieldRows.capacity, FieldRows.capacity + 40] : [2, 7, 16, 31] {
      let planes = (0..<5).map { _ in noise(width, height, upTo: maximum, &generator) }
      // Where little moves other branches are taken.
      let calm = planes.map { plane in
        plane.indices.map { y in
          plane[y].indices.map { (plane[y][$0] % 5 + y * 3 + $0 * maximum / 300) % maximum }
        }
      }
      // The largest sums.
      let harsh = planes.map { $0.map { $0.map { $0 % 2 * maximum } } }
      // Edges along all directions.
      let slanted = planes.indices.map { time in
        (0..<height).map { y in
          (0..<width).map { ($0 + 99 + time * 3 - y * (1 + $0 / 9 % 3)) / 5 % 2 * maximum / 4 * 3 }
        }
      }
      for planes in [planes, calm, harsh, slanted] {
        for (keepsEven, step) in [(true, 1), (false, 1), (true, 2), (false, 3), (true, 4)]
        where step <= width {
          // Of all sizes, depths, kinds and orders each has one of the two ways, by turn.
          isBetween.toggle()
          let fields = Reference.Fields(
            own: planes[2], before: planes[0], after: planes[4],
            otherBefore: isBetween ? planes[1] : nil, otherAfter: isBetween ? planes[3] : nil)
          let found = filled(fields, keepsEven: keepsEven, maximum: maximum, step: step)
          let wanted = Reference.deinterlaced(
            fields, keepsEven: keepsEven, maximum: maximum, step: step)
          #expect(found == wanted, "\(width) x \(height), step \(step)")
        }
      }
    }
  }

  @Test("a picture that stands still stays as it is, to the last row")
  func still() {
    var generator = SeededGenerator(seed: 5)
    let plane = noise(40, 12, upTo: 255, &generator)
    for keepsEven in [true, false] {
      let found = filled(
        fields(plane, plane, plane), keepsEven: keepsEven, maximum: 255)
      #expect(found == plane)
    }
  }

  @Test("a bar that moves has no combs, and what does not move beside it keeps its rows")
  func moving() {
    /// Even columns of the right half have rows of a pixel each; a bar moves through the left half.
    func sample(_ x: Int, _ y: Int, _ field: Int) -> Int {
      if x >= 60 { return y % 2 == 0 ? 40 : 200 }
      return (field * 6..<field * 6 + 12).contains(x) ? 220 : 30
    }
    func picture(_ number: Int) -> FieldPlane {
      (0..<16).map { y in (0..<80).map { sample($0, y, 2 * number + (y % 2 == 0 ? 0 : 1)) } }
    }
    let found = filled(
      fields(picture(1), picture(2), picture(3)), keepsEven: true, maximum: 255)
    for y in 0..<16 {
      for x in 0..<80 { #expect(abs(found[y][x] - sample(x, y, 4)) <= 2, "\(x), \(y)") }
    }
  }

  @Test("an edge at an angle has no steps")
  func slanted() {
    /// How much of a pixel lies left of an edge that goes one column to the right a row, in motion.
    func sample(_ x: Int, _ y: Int, _ field: Int) -> Int {
      let edge = y + 8 + field * 5
      return x < edge ? 30 : x == edge ? 125 : 220
    }
    func picture(_ number: Int) -> FieldPlane {
      (0..<16).map { y in (0..<80).map { sample($0, y, 2 * number + (y % 2 == 0 ? 0 : 1)) } }
    }
    let found = filled(
      fields(picture(1), picture(2), picture(3)), keepsEven: true, maximum: 255)
    // Without the edge's direction the rows between would be 125 at two columns.
    var worst = 0
    for y in 3..<13 { for x in 20..<70 { worst = max(worst, abs(found[y][x] - sample(x, y, 4))) } }
    #expect(worst <= 30)
  }

  @Test("combs are those of the reference; rows of one time have none, those of two have")
  func combs() {
    var generator = SeededGenerator(seed: 32)
    for width in [0, 1, 7, 16, 33, 720] {
      for spread in [255, 40, 12] {
        let rows = noise(width, 3, upTo: spread, &generator).map { $0.map { UInt8($0) } }
        let (above, row, below) = (rows[0], rows[1], rows[2])
        let found = Kernels.combing(above.span, row.span, below.span)
        #expect(found == Reference.combing(above, row, below))
      }
    }
    func combs(_ above: UInt8, _ row: UInt8, _ below: UInt8) -> Int {
      let first = [UInt8](repeating: above, count: 20)
      let second = [UInt8](repeating: row, count: 20)
      let third = [UInt8](repeating: below, count: 20)
      return Kernels.combing(first.span, second.span, third.span)
    }
    #expect(combs(200, 60, 200) == 20 * 132)
    #expect(combs(200, 200, 60) == 0)
    #expect(combs(200, 60, 60) == 0)
  }

  @Test("rows beyond the edges are rows of the same field")
  func edges() {
    for height in 2...9 {
      for y in -4..<height + 4 {
        let row = FieldRows.mirrored(y, in: height)
        #expect((0..<height).contains(row))
        #expect((row - y) % 2 == 0)
        if (0..<height).contains(y) { #expect(row == y) }
      }
    }
  }
}
