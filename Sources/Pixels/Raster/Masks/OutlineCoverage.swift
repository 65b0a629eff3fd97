import BaseValues

/// Finds how much of each luma sample an outline covers.
///
/// Each row is crossed by 16 lines, of which what lies within is known to 1/256 of a sample: a vertical
/// edge is exact, one across is right to 1/32 of a sample.
struct OutlineCoverage {
  /// A piece of the outline that goes down or up.
  private struct Edge {
    var top, bottom: Double
    /// Where it is at y = 0, and how far it goes aside for each row.
    var x, slope: Double
    /// 1 downwards, −1 upwards.
    var direction: Int
  }

  /// From the highest on.
  private let edges: [Edge]

  init(_ outline: MaskOutline) {
    let ends = outline.points.dropFirst() + outline.points.prefix(1)
    edges = zip(outline.points, ends).compactMap { start, end in
      guard start.y != end.y else { return nil }
      let (top, bottom) = start.y < end.y ? (start, end) : (end, start)
      let slope = (bottom.x - top.x) / (bottom.y - top.y)
      return Edge(
        top: top.y, bottom: bottom.y, x: top.x - top.y * slope, slope: slope,
        direction: start.y < end.y ? 1 : -1)
    }.sorted { $0.top < $1.top }
  }

  private static let lines = 16

  /// The coverage of samples, 0…32768.
  ///
  /// - Parameter area: which ones.
  func plane(_ area: Rect) -> FilterPlane {
    let width = area.width
    var result = FilterPlane(width: width, height: area.height)
    var (next, active): (Int, [Edge]) = (0, [])
    var changes = [Int32](repeating: 0, count: width + 2)
    var crossings: [(x: Double, direction: Int)] = []
    for y in 0..<area.height {
      let top = Double(area.y + y)
      while next < edges.count, edges[next].top < top + 1 {
        active.append(edges[next])
        next += 1
      }
      active.removeAll { $0.bottom <= top }
      if active.isEmpty { continue }
      for line in 0..<Self.lines {
        let place = top + (Double(line) + 0.5) / Double(Self.lines)
        crossings.removeAll(keepingCapacity: true)
        for edge in active where edge.top <= place && place < edge.bottom {
          crossings.append((edge.x + edge.slope * place - Double(area.x), edge.direction))
        }
        crossings.sort { $0.x < $1.x }
        Self.add(crossings, width, to: &changes)
      }
      Self.write(&changes, to: &result, y)
    }
    return result
  }

  /// Adds what a line has within, as changes of the sum from sample to sample.
  private static func add(
    _ crossings: [(x: Double, direction: Int)], _ width: Int, to changes: inout [Int32]
  ) {
    var winding = 0
    for crossing in crossings {
      let before = winding
      winding += crossing.direction
      guard before == 0 || winding == 0 else { continue }
      let place = Int((min(max(crossing.x, 0), Double(width)) * 256).rounded())
      let (sample, part) = (place >> 8, Int32(place & 0xFF))
      let sign: Int32 = before == 0 ? 1 : -1
      changes[sample] += sign * (256 - part)
      changes[sample + 1] += sign * part
    }
  }

  /// Writes a row's sums, of which 4096 are a whole sample, and begins anew.
  private static func write(_ changes: inout [Int32], to plane: inout FilterPlane, _ y: Int) {
    let columns = y * plane.width..<(y + 1) * plane.width
    var samples = plane.samples.mutableSpan
    var row = samples._mutatingExtracting(columns)
    var sum: Int32 = 0
    for x in row.indices {
      sum &+= changes[x]
      row[x] = UInt16(truncatingIfNeeded: sum &<< 3)
    }
    for x in changes.indices { changes[x] = 0 }
  }
}
