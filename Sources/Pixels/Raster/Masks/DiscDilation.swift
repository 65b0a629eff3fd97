/// Grows what is there by a disc: each sample becomes the largest of those within `radius` of it, those
/// less than one sample beyond counting up to what is left of that sample:
///
///     max over d of min(sample at d, radius + 1 − |d|)
///
/// So an edge keeps its softness, and a corner becomes a smooth arc.
package struct DiscDilation<Sample: PixelSample> {
  /// A row of the disc.
  private struct Row {
    /// Half the samples that count wholly, without the middle one; −1 where there is none.
    var half: Int
    /// Further columns and what their samples count up to.
    var rim: [(x: Int, limit: Sample)]
  }

  /// From the middle down; the upper half is the same.
  private let rows: [Row]
  /// The farthest column.
  private let reach: Int

  /// - Parameter radius: in samples, not below 0.
  package init(radius: Double) {
    let reach = Int(radius) + 1
    self.reach = reach
    rows = (0...reach).map { y in
      func distance(_ x: Int) -> Double { Double(x * x + y * y).squareRoot() }
      let half = (0...reach).last { distance($0) <= radius } ?? -1
      let rim = (half + 1..<reach + 1).compactMap { x -> (x: Int, limit: Sample)? in
        let share = radius + 1 - distance(x)
        let limit = (share * Double(Sample.maximum)).rounded()
        return limit > 0 ? (x, Sample(code: UInt32(min(limit, Double(Sample.maximum))))) : nil
      }
      return Row(half: half, rim: rim)
    }
  }

  /// What is beyond the plane does not count.
  ///
  /// - Complexity: O(n · radius) at worst; where the plane has large areas of one alpha, only what is
  ///   within the radius of their edges takes time.
  package func applied(to plane: AlphaPlane<Sample>) -> AlphaPlane<Sample> {
    var result = plane
    var seeds = [Sample](repeating: 0, count: plane.width)
    for y in 0..<plane.height {
      Self.findSeeds(of: plane, y, &seeds)
      var x = 0
      while x < plane.width {
        guard seeds[x] > 0 else {
          x += 1
          continue
        }
        let start = x
        var end = x + 1
        // Runs are done together where they are close.
        while x < plane.width, x - end < reach {
          if seeds[x] > 0 { end = x + 1 }
          x += 1
        }
        grow(seeds[start..<end], y, &result)
        x = max(x, end)
      }
    }
    return result
  }

  /// Samples with a smaller one beside, above or below: what is farther inside reaches nothing that these
  /// or it itself do not.
  private static func findSeeds(of plane: AlphaPlane<Sample>, _ y: Int, _ seeds: inout [Sample]) {
    let all = plane.samples.span
    let width = plane.width
    let row = all.extracting(plane.row(y))
    let above = all.extracting(plane.row(max(y - 1, 0)))
    let below = all.extracting(plane.row(min(y + 1, plane.height - 1)))
    var seeds = seeds.mutableSpan
    precondition(seeds.count == width && row.count == width)
    precondition(above.count == width && below.count == width)
    for x in row.indices { seeds[x] = min(above[x], below[x]) }
    if width > 1 {
      // Each with the one beside it, from both sides.
      let (left, right) = (row.extracting(0..<width - 1), row.extracting(1..<width))
      var first = seeds._mutatingExtracting(0..<width - 1)
      for x in right.indices { first[x] = min(first[x], right[x]) }
      var last = seeds._mutatingExtracting(1..<width)
      for x in left.indices { last[x] = min(last[x], left[x]) }
    }
    for x in row.indices { seeds[x] = seeds[x] < row[x] ? row[x] : 0 }
  }

  /// Brings what a run of a row grows to into the rows around it.
  private func grow(_ run: ArraySlice<Sample>, _ y: Int, _ result: inout AlphaPlane<Sample>) {
    let width = run.count + 2 * reach
    let padding = [Sample](repeating: 0, count: 2 * reach)
    // Each level holds the largest of 1, 2, 4 … samples from a place on.
    var levels = [padding + run + padding]
    while 1 << levels.count <= 2 * reach + 1 { levels.append(Self.widened(levels)) }
    let left = run.startIndex - reach
    let columns = max(0, left)..<min(result.width, left + width)
    let own = columns.lowerBound - left..<columns.upperBound - left
    var line = [Sample](repeating: 0, count: width)
    for (distance, part) in rows.enumerated() {
      let targets = (distance == 0 ? [y] : [y - distance, y + distance])
        .filter { $0 >= 0 && $0 < result.height }
      if targets.isEmpty { continue }
      fill(&line, part, levels)
      for target in targets {
        let first = target * result.width
        var samples = result.samples.mutableSpan
        var row = samples._mutatingExtracting(
          first + columns.lowerBound..<first + columns.upperBound)
        let values = line.span.extracting(own)
        for x in values.indices { row[x] = max(row[x], values[x]) }
      }
    }
  }

  /// The largest of twice as many samples as in the last level.
  private static func widened(_ levels: [[Sample]]) -> [Sample] {
    var result = levels[levels.count - 1]
    let step = 1 << (levels.count - 1)
    let last = result
    let source = last.span
    guard source.count > step else { return result }
    let next = source.extracting(step..<source.count)
    var target = result.mutableSpan
    for x in next.indices { target[x] = max(target[x], next[x]) }
    return result
  }

  /// What one row of the disc makes of a run.
  private func fill(_ line: inout [Sample], _ part: Row, _ levels: [[Sample]]) {
    let width = line.count
    var line = line.mutableSpan
    if part.half < 0 {
      line.update(repeating: 0)
    } else {
      let length = 2 * part.half + 1
      let level = length.bitWidth - 1 - length.leadingZeroBitCount
      let first = reach - part.half
      let second = first + length - (1 << level)
      let largest = levels[level]
      let a = largest.span.extracting(first..<first + width)
      let b = largest.span.extracting(second..<second + width)
      for x in line.indices { line[x] = max(a[x], b[x]) }
    }
    let own = levels[0]
    for (x, limit) in part.rim {
      let a = own.span.extracting(reach - x..<reach - x + width)
      let b = own.span.extracting(reach + x..<reach + x + width)
      for x in line.indices { line[x] = max(line[x], min(max(a[x], b[x]), limit)) }
    }
  }
}
