import BaseValues

/// Where a hard edge of a wipe runs through pixels: how much of each is uncovered at a moment.
///
/// ```
///   corners    0.41 ──── 0.44      a threshold of 0.43 runs through the pixel; what lies
///               │  · ╱    │        above it is found as if the order were a plane
///               │   ╱     │
///              0.42 ──── 0.45
/// ```
/// Where it is no plane, at corners of figures and where a place that is uncovered early lies beside one that is
/// late, 8 × 8 points of the pixel are counted.
struct WipeEdges: Sendable {
  private let canvas: Size
  /// The order at the corners of pixels, row after row, one more than pixels in each direction.
  private let corners: [Float]
  /// Pixels that are no plane, by their index in rows.
  private var broken: [Int32] = []
  /// The order of each one's points, rising.
  private var points: [Float] = []

  private static let side = 8
  private static let count = side * side

  /// - Parameter order: when a place is uncovered, 0…1; pixels are one long and begin at 0.
  init(on canvas: Size, _ order: (_ x: Double, _ y: Double) -> Double) {
    self.canvas = canvas
    var corners: [Float] = []
    corners.reserveCapacity((canvas.width + 1) * (canvas.height + 1))
    // A pixel in which the order changes by more is no plane.
    let steep = 8 / Double(max(1, min(canvas.width, canvas.height)))
    var (above, below) = ([Double](), [Double]())
    for y in 0...canvas.height {
      (above, below) = (below, above)
      below.removeAll(keepingCapacity: true)
      for x in 0...canvas.width { below.append(order(Double(x), Double(y))) }
      for value in below { corners.append(Float(value)) }
      guard y > 0 else { continue }
      for x in 0..<canvas.width {
        let (a, b, c, d) = (above[x], above[x + 1], below[x], below[x + 1])
        let range = max(max(a, b), max(c, d)) - min(min(a, b), min(c, d))
        let twist = (a - b - c + d).magnitude
        guard range > steep || range > 1e-5 && 4 * twist > range else { continue }
        broken.append(Int32((y - 1) * canvas.width + x))
        var inside: [Float] = []
        for row in 0..<Self.side {
          for column in 0..<Self.side {
            let (across, down) = (Double(2 * column + 1) / 16, Double(2 * row + 1) / 16)
            inside.append(Float(order(Double(x) + across, Double(y - 1) + down)))
          }
        }
        points += inside.sorted()
      }
    }
    self.corners = corners
  }

  /// The share of each pixel that is uncovered after a threshold of 0…1, or what that leaves.
  func coverage<Sample: PixelSample>(
    beyond threshold: Float, isInverted: Bool, as sample: Sample.Type, pool: ImagePool?
  ) -> Image {
    var image = MutableImage(
      format: Sample.depth == 8 ? .coverage8 : .coverage10, size: canvas, pool: pool)
    let (all, width) = (corners.span, canvas.width)
    let full = Float(Sample.maximum)
    var next = 0
    for y in 0..<canvas.height {
      let above = all.extracting(y * (width + 1)..<(y + 1) * (width + 1))
      let below = all.extracting((y + 1) * (width + 1)..<(y + 2) * (width + 1))
      var row = image.mutableRow(Plane.coverage, y, as: sample)
      for x in 0..<width {
        let share = Self.share(
          above[x], above[x &+ 1], below[x], below[x &+ 1], beyond: threshold)
        row[x] = Sample(truncatingIfNeeded: Int32(share * full + 0.5))
      }
      while next < broken.count, Int(broken[next]) < (y + 1) * width {
        let share = Float(counted(next, beyond: threshold)) / Float(Self.count)
        row[Int(broken[next]) - y * width] = Sample(truncatingIfNeeded: Int32(share * full + 0.5))
        next += 1
      }
      if isInverted {
        for x in row.indices { row[x] = Sample(code: Sample.maximum) - row[x] }
      }
    }
    return image.freeze()
  }

  /// How many points of a pixel come after a threshold, or with it.
  private func counted(_ index: Int, beyond threshold: Float) -> Int {
    var (low, high) = (index * Self.count, (index + 1) * Self.count)
    let end = high
    while low < high {
      let middle = (low + high) / 2
      if points[middle] < threshold { low = middle + 1 } else { high = middle }
    }
    return end - low
  }

  /// The share of a square in which a plane with these corners is above a threshold.
  @inline(__always)
  private static func share(
    _ a: Float, _ b: Float, _ c: Float, _ d: Float, beyond threshold: Float
  ) -> Float {
    let middle = (a + b + c + d) * 0.25 - threshold
    let (across, down) = (((b - a) + (d - c)).magnitude, ((c - a) + (d - b)).magnitude)
    // Halves of the changes from one side to the other.
    let (more, less) = (
      across > down ? across * 0.25 : down * 0.25, across > down ? down * 0.25 : across * 0.25
    )
    return EdgeShare.above(middle, more, less)
  }
}
