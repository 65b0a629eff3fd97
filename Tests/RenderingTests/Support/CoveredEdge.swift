import BaseValues

/// The rule of hard edges once more: which part of a pixel a plane is above a threshold in, found by cutting
/// the pixel at the edge.
struct CoveredEdge {
  /// What the plane of a pixel is: in its middle, and how it rises over it.
  private let plane: (_ x: Int, _ y: Int) -> (middle: Double, across: Double, down: Double)
  /// When points of a pixel come that is no plane.
  private let points: (_ x: Int, _ y: Int) -> [Double]?

  /// That of a wipe to the right (1), or of one from the upper left corner (41).
  static func wipe(_ number: Int, of size: Size, on canvas: Size) -> CoveredEdge {
    let (width, height) = (Double(size.width), Double(size.height))
    func order(_ x: Double, _ y: Double) -> Double {
      let order = number == 1 ? x / width : (x / width + y / height) / 2
      return 32768 * min(order, 1)
    }
    return CoveredEdge(
      plane: { x, y in
        let (left, top) = (Double(x), Double(y))
        let corners = [(0, 0), (1, 0), (0, 1), (1, 1)].map { order(left + $0.0, top + $0.1) }
        return (
          corners.reduce(0, +) / 4, (corners[1] + corners[3] - corners[0] - corners[2]) / 2,
          (corners[2] + corners[3] - corners[0] - corners[1]) / 2
        )
      },
      points: { x, y in
        let (first, last) = (
          order(Double(x), Double(y)), order(Double(x) + 1, Double(y) + 1)
        )
        let side = Double(min(canvas.width, canvas.height))
        let (right, below) = (
          order(Double(x) + 1, Double(y)), order(Double(x), Double(y) + 1)
        )
        let isBent = 4 * abs(first - right - below + last) > last - first
        guard (last - first) > 32768 * 8 / side || last - first > 0.4 && isBent else { return nil }
        return (0..<64).map { point in
          order(
            Double(x) + (Double(point % 8) + 0.5) / 8, Double(y) + (Double(point / 8) + 0.5) / 8)
        }
      })
  }

  /// That of a picture's brightness, 0…32768.
  static func picture(
    _ canvas: Size, _ brightness: @escaping (_ x: Int, _ y: Int) -> Int
  ) -> CoveredEdge {
    /// How it rises from a sample to the next.
    func rise(_ number: Int, of count: Int, _ value: (Int) -> Int) -> Double {
      if count == 1 { return 0 }
      let steps = [number - 1, number].compactMap { first in
        (0..<count - 1).contains(first) ? Double(value(first + 1) - value(first)) : nil
      }
      let mean = steps.reduce(0, +) / Double(steps.count)
      if steps.allSatisfy({ abs($0) <= 300 }) { return mean }
      if steps.contains(where: { $0 > 0 }), steps.contains(where: { $0 < 0 }) { return 0 }
      let least = steps.map(abs).min() ?? 0
      return min(abs(mean), 2 * least) * (mean < 0 ? -1 : 1)
    }
    return CoveredEdge(
      plane: { x, y in
        (
          Double(brightness(x, y)), rise(x, of: canvas.width) { brightness($0, y) },
          rise(y, of: canvas.height) { brightness(x, $0) }
        )
      },
      points: { _, _ in nil })
  }

  /// The share of each pixel, 0 to `full`, rounded to nearest.
  func share(beyond threshold: Int, full: Int) -> (_ x: Int, _ y: Int) -> Int {
    { x, y in
      let threshold = Double(threshold)
      var share: Double
      if let points = points(x, y) {
        share = Double(points.count { $0 >= threshold }) / Double(points.count)
      } else {
        let (middle, across, down) = plane(x, y)
        share = Self.area(middle - threshold, across, down)
      }
      // What rounding leaves of halves.
      return Int((share * Double(full) + 0.5 + 1e-6).rounded(.down))
    }
  }

  /// The part of a unit square in which a plane is 0 or more.
  private static func area(_ middle: Double, _ across: Double, _ down: Double) -> Double {
    if across == 0, down == 0 { return middle >= 0 ? 1 : 0 }
    let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]
    func height(_ point: (Double, Double)) -> Double {
      middle + across * point.0 + down * point.1
    }
    var kept: [(Double, Double)] = []
    for (index, point) in corners.enumerated() {
      let next = corners[(index + 1) % 4]
      let (a, b) = (height(point), height(next))
      if a >= 0 { kept.append(point) }
      if (a >= 0) != (b >= 0) {
        let part = a / (a - b)
        kept.append(
          (point.0 + (next.0 - point.0) * part, point.1 + (next.1 - point.1) * part))
      }
    }
    var doubled = 0.0
    for (index, point) in kept.enumerated() {
      let next = kept[(index + 1) % kept.count]
      doubled += point.0 * next.1 - next.0 * point.1
    }
    return abs(doubled) / 2
  }
}
