import Raster
import Testing
import SeededNumbers

@Suite("deinterlacing")
struct DeinterlacingTests {
  /// A plane as rows of samples.
  private typealias Plane = [[Int]]

  private func noise(
    _ width: Int, _ height: Int, upTo maximum: Int, _ generator: inout SeededGenerator
  ) -> Plane {
    (0..<height).map { _ in
      (0..<width).map { _ in Int(generator.next() % UInt64(maximum + 1)) }
    }
  }

  private func bytes(_ row: [Int], _ bytesPerSample: Int) -> [UInt8] {
    row.flatMap { value in
      (0..<bytesPerSample).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
  }

  private func deinterlaced(
    before: Plane?, _ own: Plane, after: Plane, keepsEven: Bool, maximum: Int
  ) -> Plane {
    let width = maximum > 255 ? 2 : 1
    var rows = FieldRows(bytesPerSample: width, maximum: maximum)
    var result = own
    for y in own.indices where (y % 2 == 0) != keepsEven {
      for part in FieldRows.Part.all {
        let (plane, distance): (Plane?, Int) =
          switch part {
          case .own(let dy), .laterAfter(let dy): (own, dy)
          case .laterBefore(let dy), .earlierBefore(let dy): (before, dy)
          case .earlierAfter(let dy): (after, dy)
          }
        guard let plane else { continue }
        let row = plane[FieldRows.mirrored(y + distance, in: own.count)]
        // Any distance from a multiple of 16 bytes, as columns of a picture have.
        let shift = (y + own[y].count) % 16
        let memory = Array(repeating: 0xFF, count: shift) + bytes(row, width)
        rows.load(part, memory.span.extracting(shift...))
      }
      var output = GuardedRow(count: own[y].count * width)
      output.write { rows.interpolate(hasPictureBefore: before != nil, into: &$0) }
      #expect(output.isGuardIntact)
      let samples = output.samples
      result[y] = own[y].indices.map { x in
        (0..<width).reduce(0) { $0 | Int(samples[x * width + $1]) << (8 * $1) }
      }
    }
    return result
  }

  @Test(
    "rows are those of the reference, at any size, depth and field order",
    arguments: [255, 1023, 8191, 8192, 65535], [2, 3, 4, 5, 8, 11])
  func reference(maximum: Int, height: Int) {
    var generator = SeededGenerator(seed: UInt64(maximum * 100 + height))
    for width in height == 3 ? [1, 256] : [1, 7, 16, 31] {
      let planes = (0..<3).map { _ in noise(width, height, upTo: maximum, &generator) }
      // Where little moves other branches are taken.
      let calm = planes.map { plane in
        plane.indices.map { y in
          plane[y].indices.map { (plane[y][$0] % 5 + y * 3 + $0 * maximum / 300) % maximum }
        }
      }
      // The largest sums.
      let harsh = planes.map { $0.map { $0.map { $0 % 2 * maximum } } }
      for planes in [planes, calm, harsh] {
        for keepsEven in [true, false] {
          for before in [planes[0], nil] {
            let found = deinterlaced(
              before: before, planes[1], after: planes[2], keepsEven: keepsEven, maximum: maximum)
            let wanted = Reference.deinterlaced(
              before: before, planes[1], after: planes[2], keepsEven: keepsEven, maximum: maximum)
            #expect(found == wanted, "\(width) x \(height)")
          }
        }
      }
    }
  }

  @Test("a picture that stands still stays as it is, to the last row")
  func still() {
    var generator = SeededGenerator(seed: 5)
    let plane = noise(40, 12, upTo: 255, &generator)
    for keepsEven in [true, false] {
      let found = deinterlaced(
        before: plane, plane, after: plane, keepsEven: keepsEven, maximum: 255)
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
    func picture(_ number: Int) -> Plane {
      (0..<16).map { y in (0..<80).map { sample($0, y, 2 * number + (y % 2 == 0 ? 0 : 1)) } }
    }
    let found = deinterlaced(
      before: picture(1), picture(2), after: picture(3), keepsEven: true, maximum: 255)
    for y in 0..<16 {
      for x in 0..<80 { #expect(abs(found[y][x] - sample(x, y, 4)) <= 2, "\(x), \(y)") }
    }
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
