internal import BaseValues
internal import Raster

/// All points within a distance of a glyph's edge: the outline of the letters, with round joins.
///
/// Offset curves fold over inside narrow counters and leave holes there. Distances do not: a pixel
/// is covered by how much nearer than the width its centre is to the nearest segment.
struct Ribbon {
  /// Units of distances in a pixel: 16 times those of the path.
  private static let unit = 1024

  /// Half the ribbon's width in 1/64 pixel.
  let radius: Int

  /// - Parameter radius: in 1/64 pixel, at least 0.
  init(radius: Int) {
    self.radius = max(0, radius)
  }

  /// What the ribbon may touch, in raster pixels, y downwards.
  func bounds(of path: OutlinePath) -> Rect {
    guard let first = path.segments.first else { return .empty }
    var (left, right) = (first.from.x, first.from.x)
    var (bottom, top) = (first.from.y, first.from.y)
    for segment in path.segments {
      left = min(left, segment.to.x)
      right = max(right, segment.to.x)
      bottom = min(bottom, segment.to.y)
      top = max(top, segment.to.y)
    }
    let reach = radius + 64
    let x = floorDivide(left - reach, by: 64)
    let y = floorDivide(-top - reach, by: 64)
    return Rect(
      x: x, y: y, width: floorDivide(right + reach, by: 64) + 1 - x,
      height: floorDivide(-bottom + reach, by: 64) + 1 - y)
  }

  /// The ribbon's coverage within `bounds`, and that of `fill` wherever it is greater.
  ///
  /// - Precondition: `bounds` holds `fill`.
  /// - Complexity: O(segments · rows), and the pixels near edges.
  func mask(of path: OutlinePath, bounds: Rect, with fill: CoverageMask) -> CoverageMask {
    var samples = [UInt8](repeating: 0, count: bounds.width * bounds.height)
    for y in 0..<fill.bounds.height {
      let start = (fill.bounds.y - bounds.y + y) * bounds.width + fill.bounds.x - bounds.x
      for x in 0..<fill.bounds.width {
        samples[start + x] = fill.samples[y * fill.bounds.width + x]
      }
    }
    // Where runs of full coverage begin and end, row by row.
    var changes = [Int32](repeating: 0, count: (bounds.width + 1) * bounds.height)
    for segment in path.segments {
      draw(
        Segment(segment.from, segment.to, bounds), bounds, samples: &samples, changes: &changes)
    }
    for y in 0..<bounds.height {
      var depth: Int32 = 0
      for x in 0..<bounds.width {
        depth &+= changes[y * (bounds.width + 1) + x]
        if depth > 0 { samples[y * bounds.width + x] = 255 }
      }
    }
    return CoverageMask(bounds: bounds, samples: samples)
  }

  // MARK: - One segment

  /// A segment relative to a mask's corner: 1/64 pixel, y downwards.
  private struct Segment {
    var x: Int
    var y: Int
    var runX: Int
    var runY: Int
    /// In 1/64 pixel.
    var length: Double

    init(_ from: OutlinePath.Point, _ to: OutlinePath.Point, _ bounds: Rect) {
      x = from.x - bounds.x * 64
      y = -from.y - bounds.y * 64
      runX = to.x - from.x
      runY = from.y - to.y
      length = Double(max(1, runX * runX + runY * runY)).squareRoot()
    }

    /// Distance from a point, in 1/1024 pixel.
    @inline(__always)
    func distance(_ px: Int, _ py: Int) -> Int {
      let (dx, dy) = (px &- x, py &- y)
      let along = dx &* runX &+ dy &* runY
      if along <= 0 { return Ribbon.length(dx, dy) }
      if along >= runX &* runX &+ runY &* runY { return Ribbon.length(dx &- runX, dy &- runY) }
      return Int((Double(abs(dx &* runY &- dy &* runX)) * 16 / length).rounded())
    }
  }

  /// Length of a vector of 1/64 pixels, in 1/1024 pixel. IEEE 754 defines division and the square
  /// root to the last bit, so distances are the same numbers on every machine.
  @inline(__always)
  private static func length(_ x: Int, _ y: Int) -> Int {
    Int((Double(x &* x &+ y &* y).squareRoot() * 16).rounded())
  }

  private func draw(
    _ segment: Segment, _ bounds: Rect, samples: inout [UInt8], changes: inout [Int32]
  ) {
    let reach = radius + 64
    let low = min(segment.y, segment.y + segment.runY) - reach
    let high = max(segment.y, segment.y + segment.runY) + reach
    // Full coverage ends half a pixel inside the edge, and none begins half a pixel outside.
    let edge = radius * 16 + Self.unit / 2
    let firstRow = max(0, floorDivide(low, by: 64))
    let lastRow = min(bounds.height - 1, floorDivide(high, by: 64) + 1)
    guard firstRow <= lastRow else { return }
    for row in firstRow...lastRow {
      let y = row * 64 + 32
      let span = columns(of: segment, y, reach)
      var left = max(0, span.lowerBound)
      var right = min(bounds.width - 1, span.upperBound)
      var isCovered = false
      while left <= right {
        let coverage = edge - segment.distance(left * 64 + 32, y)
        if coverage >= Self.unit {
          isCovered = true
          break
        }
        Self.raise(&samples[row * bounds.width + left], coverage)
        left += 1
      }
      guard isCovered else { continue }
      // Distance along a row is convex, so all between two covered pixels is covered.
      while right > left {
        let coverage = edge - segment.distance(right * 64 + 32, y)
        if coverage >= Self.unit { break }
        Self.raise(&samples[row * bounds.width + right], coverage)
        right -= 1
      }
      changes[row * (bounds.width + 1) + left] += 1
      changes[row * (bounds.width + 1) + right + 1] -= 1
    }
  }

  /// Pixels of a row outside of which nothing is within `reach` of the segment.
  private func columns(of segment: Segment, _ y: Int, _ reach: Int) -> ClosedRange<Int> {
    // The part of the segment that is near enough in height.
    var (near, far) = (0, 65536)
    if segment.runY != 0 {
      let one = floorDivide((y - reach - segment.y) * 65536, by: abs(segment.runY))
      let other = floorDivide((y + reach - segment.y) * 65536, by: abs(segment.runY)) + 1
      let (first, last) = segment.runY > 0 ? (one, other) : (-other, -one)
      near = max(0, min(first, 65536))
      far = max(0, min(last, 65536))
    }
    let one = segment.x + floorDivide(segment.runX * near, by: 65536)
    let other = segment.x + floorDivide(segment.runX * far, by: 65536)
    let left = floorDivide(min(one, other) - reach, by: 64) - 1
    return left...max(left, floorDivide(max(one, other) + reach, by: 64) + 1)
  }

  @inline(__always)
  private static func raise(_ sample: inout UInt8, _ coverage: Int) {
    guard coverage > 0 else { return }
    let value = UInt8(truncatingIfNeeded: (coverage &* 255 &+ unit / 2) / unit)
    if value > sample { sample = value }
  }
}
