import Raster
import Testing
import SeededNumbers

@Suite struct HomographyTests {
  @Test("a mapping says where an output place lies in the layer")
  func positions() {
    let one: Int64 = 1 << 16
    #expect(Homography.identity.position(x: 5, y: 9) == .init(u: 5 * one, v: 9 * one))
    #expect(
      Homography.offset(x: 3, y: -2).position(x: 1, y: 1) == .init(u: -5 * one, v: 5 * one))
    // D = 3: thirds, rounded down on both sides of zero.
    let thirds = Homography(a: 1, b: 0, c: 0, d: -1, e: 0, f: 0, g: 0, h: 0, i: 3)
    #expect(thirds.position(x: 1, y: 0) == .init(u: 21845, v: -21846))
    let behind = Homography(a: 1, b: 0, c: 0, d: 0, e: 1, f: 0, g: -1, h: 0, i: 3)
    #expect(behind.position(x: 3, y: 0) == nil)
    #expect(Homography.identity.isAffine && Homography.identity.isWithinLimits)
    #expect(!behind.isAffine)
  }

  @Test("normalizing keeps the mapping and makes the numbers as large as allowed")
  func normalizing() {
    let small = Homography(normalizing: [1, 0, -6, 0, 1, 4, 0, 0, 1])
    #expect(small.isWithinLimits)
    #expect(small.a == 1 << 29 && small.c == -6 << 29 && small.i == 1 << 29)
    #expect(small.position(x: 1, y: 1) == Homography.offset(x: 3, y: -2).position(x: 1, y: 1))

    let huge = Homography(
      normalizing: [3 << 100, 1, 0, 0, -(3 << 100), 5 << 110, -1, 0, 7 << 112])
    #expect(huge.isWithinLimits)
    #expect(huge.e == -huge.a && huge.b == 0 && huge.g == 0)
    #expect(huge.i == 7 << 40)
  }

  @Test("normalizing stays within the limits for numbers of any size")
  func normalizingExtremes() {
    for seed: UInt64 in 0..<500 {
      var generator = SeededGenerator(seed: seed)
      let numbers = InlineArray<9, Int128> { _ in
        let bits = Int128.random(in: .min ... .max, using: &generator)
        return bits >> Int128.random(in: 0...127, using: &generator)
      }
      let mapping = Homography(normalizing: numbers)
      #expect(mapping.isWithinLimits, "seed \(seed)")
      let largest = [
        mapping.a, mapping.b, mapping.d, mapping.e, mapping.g, mapping.h, mapping.c >> 15,
        mapping.f >> 15, mapping.i >> 15,
      ].map(\.magnitude).max()!
      #expect(largest >= 1 << 29 - 1, "seed \(seed)")
    }
    let ends = Homography(normalizing: [.min, .max, .min, .max, .min, .max, .min, .max, .min])
    #expect(ends.isWithinLimits && ends.a == -(1 << 29) && ends.b == 1 << 29)
    let nothing = Homography(normalizing: [0, 0, 0, 0, 0, 0, 0, 0, 0])
    #expect(nothing.i == 0 && nothing.position(x: 1, y: 1) == nil)
  }
}
