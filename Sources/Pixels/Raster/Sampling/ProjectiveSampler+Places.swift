import BaseValues
import RowKernels
import WideRowKernels

extension ProjectiveSampler {
  /// Where the samples of a row lie in the layer.
  func locate(
    _ row: CellRow, _ columns: Range<Int>, _ us: inout [Int64], _ vs: inout [Int64]
  ) {
    let map = homography
    let (x, y) = (row.site(columns.lowerBound), row.y)
    var u = (map.a &* x &+ map.b &* y &+ map.c) &<< Homography.fractionBits
    var v = (map.d &* x &+ map.e &* y &+ map.f) &<< Homography.fractionBits
    let uStep = (map.a &* row.step) &<< Homography.fractionBits
    let vStep = (map.d &* row.step) &<< Homography.fractionBits
    var allUs = us.mutableSpan
    var allVs = vs.mutableSpan
    var us = allUs._mutatingExtracting(0..<columns.count)
    var vs = allVs._mutatingExtracting(0..<columns.count)
    if let shift {
      for k in 0..<columns.count {
        us[k] = Self.limited(u &>> shift)
        vs[k] = Self.limited(v &>> shift)
        u &+= uStep
        v &+= vStep
      }
      return
    }
    let (d, dStep) = (map.denominator(x: x, y: y), map.g &* row.step)
    if WideVectors.areUsed {
      WideRowKernels.LineQuotients.write(
        u: u, uStep: uStep, v: v, vStep: vStep, d: d, dStep: dStep, into: &us, &vs)
    } else {
      RowKernels.LineQuotients.write(
        u: u, uStep: uStep, v: v, vStep: vStep, d: d, dStep: dStep, into: &us, &vs)
    }
  }

  /// A position, or one that is as far outside of every layer.
  @inline(__always)
  private static func limited(_ position: Int64) -> Int64 {
    min(max(position, -RowKernels.LineQuotients.limit), RowKernels.LineQuotients.limit)
  }

  /// Writes the places of a run in the planes of a level, and the shares of it where one goes over
  /// into it.
  func place(
    _ index: Int, _ run: LevelRun, _ first: Int, isChroma: Bool, _ us: [Int64], _ vs: [Int64],
    _ xs: inout [Int32], _ ys: inout [Int32], _ shares: inout [Int16]
  ) {
    let level = levels[index]
    let columns = PlaneScale(
      level.size.width, of: layer.width, from: level.part.x, isChroma: isChroma,
      isCentered: !isChroma)
    let rows = PlaneScale(
      level.size.height, of: layer.height, from: level.part.y, isChroma: isChroma,
      isCentered: true)
    let range = run.all.lowerBound - first..<run.all.upperBound - first
    let us = us.span.extracting(range)
    let vs = vs.span.extracting(range)
    var xs = xs.mutableSpan
    var ys = ys.mutableSpan
    columns.write(us, into: &xs)
    rows.write(vs, into: &ys)
    guard !run.mixed.isEmpty else { return }
    let near = levels[index - 1]
    let inverse = near.inverse(to: level)
    var shares = shares.mutableSpan
    var denominator = run.denominator
    for k in 0..<run.mixed.count {
      shares[k] = Int16(
        truncatingIfNeeded: LayerLevel.share(
          at: denominator, from: near.end, inverse: inverse))
      denominator &+= run.step
    }
  }

  /// The columns of a row where a level is seen.
  func run(of index: Int, _ row: CellRow, _ columns: Range<Int>) -> LevelRun {
    let map = homography
    let first = map.denominator(x: row.site(0), y: row.y)
    let step = map.g &* row.step
    // D ≤ where the level before ends, and above that of the next one.
    var all = columns
    if index > 0 { all = all.part(from: levels[index - 1].end &- first, step: -step) }
    var mixed = all.lowerBound..<all.lowerBound
    if index + 1 < levels.count {
      all = all.part(from: first &- levels[index + 1].distance &- 1, step: step)
    }
    if index > 0 { mixed = all.part(from: first &- levels[index].distance &- 1, step: step) }
    return LevelRun(
      all: all, mixed: mixed,
      denominator: first &+ step &* Int64(truncatingIfNeeded: mixed.lowerBound), step: step)
  }
}

/// Where a level is seen in a row.
struct LevelRun {
  var all: Range<Int>
  /// Where the level before goes over into it.
  var mixed: Range<Int>
  /// D at the first column of `mixed`, and its change from one to the next.
  var denominator: Int64
  var step: Int64
}

/// From places in the layer to places in a plane of a level, in one direction.
private struct PlaneScale {
  private let scale: Int64
  private let shift: Int64
  private let offset: Int64

  /// - Parameters:
  ///   - count: luma samples of the whole level, of `layerCount` of the layer.
  ///   - start: the first of the part that there is.
  ///   - isCentered: whether samples lie in the middle of their luma samples, not on the first.
  init(_ count: Int, of layerCount: Int, from start: Int, isChroma: Bool, isCentered: Bool) {
    let (count, layerCount) = (Int64(count), Int64(layerCount))
    scale = (count << 24 + layerCount / 2) / layerCount
    shift = isChroma ? 34 : 33
    offset = (isChroma && !isCentered ? 64 : 128) + 256 * Int64(isChroma ? start / 2 : start)
  }

  /// Writes places in 1/256 of a sample from the centre of the first one, rounded to nearest, ties up.
  func write(_ positions: Span<Int64>, into places: inout MutableSpan<Int32>) {
    if scale == 1 << 24 {
      // The same without products, which vectors of 64-bit numbers do not have.
      let shift = shift &- 24
      let half: Int64 = 1 &<< (shift &- 1)
      for k in positions.indices {
        places[k] = Int32(truncatingIfNeeded: ((positions[k] &+ half) &>> shift) &- offset)
      }
      return
    }
    let half: Int64 = 1 &<< (shift &- 1)
    for k in positions.indices {
      places[k] = Int32(truncatingIfNeeded: ((positions[k] &* scale &+ half) &>> shift) &- offset)
    }
  }
}
