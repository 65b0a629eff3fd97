import RasterReference
import Raster
import SeededNumbers
import Testing

/// What the rows of fields become beside what was there: every picture is known.
@Suite("filled fields")
struct FilledFieldsTests {
  private static let width = 64
  private static let height = 48
  private static let pictures = 8
  /// Samples of a scene to one of a picture, in both directions.
  private static let fineness = 4

  /// How far a scene moves from one field to the next, in fine samples.
  struct Motion: CustomTestStringConvertible, Sendable {
    let down: Int
    let right: Int
    var testDescription: String {
      "\(Double(down) / 4) rows and \(Double(right) / 4) columns a field"
    }
  }

  /// Strokes of letters' sizes on a dark ground, in fine samples.
  private func strokes(_ motion: Motion, seed: UInt64) -> FieldPlane {
    let width = Self.fineness * Self.width + Self.pictures * motion.right
    let height = Self.fineness * Self.height + Self.pictures * motion.down
    var generator = SeededGenerator(seed: seed)
    func number(_ range: Range<Int>) -> Int {
      range.lowerBound + Int(generator.next() % UInt64(range.count))
    }
    var plane = FieldPlane(repeating: Array(repeating: 40, count: width), count: height)
    for index in 0..<width * height / 260 {
      let (top, left) = (number(0..<height), number(0..<width))
      let (long, short, light) = (number(6..<30), number(2..<5), number(150..<230))
      let (rows, columns) = index % 2 == 0 ? (long, short) : (short, long)
      for y in top..<min(top + rows, height) {
        for x in left..<min(left + columns, width) { plane[y][x] = light }
      }
    }
    return plane
  }

  /// What a camera sees at a field's time: means of squares of fine samples.
  private func picture(_ scene: FieldPlane, _ motion: Motion, field: Int) -> FieldPlane {
    let size = Self.fineness
    return (0..<Self.height).map { y in
      (0..<Self.width).map { x in
        var sum = size * size / 2
        for row in 0..<size {
          for column in 0..<size {
            sum +=
              scene[y * size + row + field * motion.down][x * size + column + field * motion.right]
          }
        }
        return sum / (size * size)
      }
    }
  }

  @Test(
    "moving strokes come as near to the truth as by the published filter, or nearer",
    arguments: [
      Motion(down: 1, right: 0), Motion(down: 4, right: 0), Motion(down: 10, right: 0),
      Motion(down: 12, right: 0), Motion(down: 20, right: 0), Motion(down: 0, right: 8),
      Motion(down: 0, right: 22), Motion(down: 12, right: 5), Motion(down: 3, right: 7),
    ])
  func strokes(motion: Motion) {
    var (found, published) = (0, 0)
    for seed: UInt64 in [1, 2] {
      let scene = strokes(motion, seed: seed)
      let truth = (0..<Self.pictures).map { picture(scene, motion, field: $0) }
      for time in 2..<Self.pictures - 2 {
        let fields = Reference.Fields(
          own: truth[time], before: truth[time - 2], after: truth[time + 2],
          otherBefore: truth[time - 1], otherAfter: truth[time + 1])
        let keepsEven = time % 2 == 0
        let made = filled(fields, keepsEven: keepsEven, maximum: 255)
        for y in 6..<Self.height - 6 where (y % 2 == 0) != keepsEven {
          for x in 0..<Self.width {
            let wanted = truth[time][y][x]
            let (own, other) = (made[y][x] - wanted, publishedSample(fields, x, y) - wanted)
            found += own * own
            published += other * other
          }
        }
      }
    }
    // A twentieth of a decibel.
    #expect(Double(found) <= 1.012 * Double(published))
    // Where rows move by parts of themselves there is more to win.
    if motion.down == 1 { #expect(2 * found <= 3 * published / 2) }
  }
}
