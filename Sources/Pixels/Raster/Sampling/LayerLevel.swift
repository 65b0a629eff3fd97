public import BaseValues

/// A size of a layer that a turned picture of it is sampled in.
///
/// A picture is sampled in the layer's own pixels where it is not smaller, else in pixels about as
/// large as the output's. In perspective these change: half of the way from one level to the next,
/// in even steps of D, only the first is seen, and then it goes over into the other.
public struct LayerLevel: Hashable, Sendable {
  /// Of the whole layer.
  public let size: Size
  /// What is used of it, from an even column and row on: `Image.resized(to:part:)`.
  public let part: Rect
  /// Where D is from this down to `end`, only this level is seen.
  public let distance: Int64
  /// Where it begins to go over into the next one, which is for less.
  public let end: Int64

  /// The share of the next level, 0…255 of 256, from where this one ends, what was made of it with
  /// `inverse`, and D.
  @inline(__always)
  static func share(at denominator: Int64, from end: Int64, inverse: Int64) -> Int64 {
    ((end &- denominator) &* inverse) &>> 54
  }

  /// 2^62 over what D changes by until only the next level is seen.
  func inverse(to next: LayerLevel) -> Int64 { (1 << 62) / max(end &- next.distance, 1) }
}

/// Chooses the levels that a layer is sampled in.
///
/// ```
/// span of an output sample, in the layer's     0.8    1    1.33   1.78   2.37   …
/// level                                        0──────0~~~~~1~~~~~~2~~~~~~3~~~~
/// ```
struct LevelPlanner {
  private let map: Homography
  private let layer: Size
  private let span: SampleSpan
  /// The samples of the output that are touched: the range of columns of each row.
  private let rows: [(y: Int64, columns: Range<Int>)]
  /// The least and the greatest D of them.
  private let distances: ClosedRange<Int64>

  /// - Parameter rows: the touched columns of each row of `bounds`.
  init(_ map: Homography, _ layer: Size, _ rows: [(y: Int64, columns: Range<Int>)], _ bounds: Rect)
  {
    self.map = map
    self.layer = layer
    self.rows = rows
    span = SampleSpan(
      map, x: Int64(bounds.columns.lowerBound + bounds.columns.upperBound),
      y: Int64(bounds.rows.lowerBound + bounds.rows.upperBound))
    var (least, greatest) = (Int64.max, Int64(1))
    for row in rows where !row.columns.isEmpty {
      for column in [row.columns.lowerBound, row.columns.upperBound - 1] {
        let distance = map.denominator(x: Int64(2 * column + 1), y: row.y)
        least = min(least, distance)
        greatest = max(greatest, distance)
      }
    }
    least = min(max(least, 1), greatest)
    distances = least...greatest
  }

  /// From the largest to the smallest, at least one.
  func levels() -> [LayerLevel] {
    let plan = map.isAffine ? evenLevels() : distantLevels()
    return plan.indices.map { index in
      let rung = plan[index]
      let next = index + 1 < plan.count ? plan[index + 1].distance : .min
      var part = rung.size.bounds
      if rung.size != layer {
        let near = index > 0 ? plan[index - 1].end : .max
        part = self.part(of: rung.size, between: next, near)
      }
      return LayerLevel(size: rung.size, part: part, distance: rung.distance, end: rung.end)
    }
  }

  /// Where D is the same everywhere: the layer in the size it is shown in. Up to 1.25 times smaller
  /// it is mixed from the layer itself and what it is at that size, so that nothing is resampled
  /// twice for being a little smaller.
  private func evenLevels() -> [Rung] {
    let (most, one) = (span.greatest(at: map.i), SampleSpan.one)
    if most <= one { return [Rung(size: layer, distance: map.i)] }
    if most >= one * 5 / 4 {
      return [Rung(size: span.size(of: layer, at: map.i), distance: map.i)]
    }
    let share = (most - one) * 1024 / one
    let size = span.size(of: layer, at: map.i, narrowedBy: one * 5 / 4)
    return [
      Rung(size: layer, distance: map.i + share),
      Rung(size: size, distance: map.i + share - 256),
    ]
  }

  /// In perspective: a level for each time that a sample spans a third more.
  private func distantLevels() -> [Rung] {
    let (least, most) = (
      span.greatest(at: distances.upperBound), span.greatest(at: distances.lowerBound)
    )
    if most <= SampleSpan.one { return [Rung(size: layer, distance: distances.lowerBound)] }
    var ladder = [SampleSpan.one]
    while let last = ladder.last, last < most { ladder.append(last * 4 / 3) }
    // A floor that goes to the horizon.
    if ladder.count > 18 {
      ladder = [SampleSpan.one]
      while let last = ladder.last, last < most { ladder.append(last * 2) }
    }
    let first = (ladder.firstIndex { $0 > least } ?? ladder.count) - 1
    var result: [Rung] = []
    for span in ladder[max(first, 0)...] {
      let distance = self.span.distance(for: span, in: distances)
      if let last = result.indices.last {
        if result[last].distance <= distance { continue }
        result[last].end = distance + (result[last].distance - distance) / 2
      }
      let size = span == SampleSpan.one ? layer : self.span.size(of: layer, at: distance)
      result.append(Rung(size: size, distance: distance))
    }
    return result
  }

  /// What is seen of a level where D is between two values, with what the window reaches.
  private func part(of size: Size, between far: Int64, _ near: Int64) -> Rect {
    var box: (left: Int64, top: Int64, right: Int64, bottom: Int64)?
    for row in rows where !row.columns.isEmpty {
      let first = map.denominator(x: 1, y: row.y)
      let step = map.g &* 2
      var columns = row.columns
      if !map.isAffine {
        if far > .min { columns = columns.part(from: first &- far, step: step) }
        if near < .max { columns = columns.part(from: near &- first, step: -step) }
      }
      guard !columns.isEmpty else { continue }
      for column in [columns.lowerBound, columns.upperBound - 1] {
        guard let place = map.position(x: Int64(2 * column + 1), y: row.y) else { continue }
        let old = box ?? (place.u, place.v, place.u, place.v)
        box = (
          min(old.left, place.u), min(old.top, place.v), max(old.right, place.u),
          max(old.bottom, place.v)
        )
      }
    }
    guard let box else {
      return Rect(x: 0, y: 0, width: min(2, size.width), height: min(2, size.height))
    }
    let columns = Self.range(box.left, box.right, of: size.width, layer.width)
    let rows = Self.range(box.top, box.bottom, of: size.height, layer.height)
    let part = Rect(columns: columns, rows: rows)
    // One that is kept is better than a little less work.
    return part.width * part.height * 4 >= size.width * size.height * 3 ? size.bounds : part
  }

  private static func range(_ low: Int64, _ high: Int64, of count: Int, _ whole: Int) -> Range<Int>
  {
    let margin = 12
    let most = Int64(whole) << 17
    func place(_ position: Int64) -> Int {
      Int(Int128(min(max(position, 0), most)) * Int128(count) / Int128(most))
    }
    let start = max(0, min(place(low) - margin, count - 2)) / 2 * 2
    return start..<min(count, place(high) + margin)
  }
}

/// A level without its part.
private struct Rung {
  var size: Size
  var distance: Int64
  var end: Int64

  init(size: Size, distance: Int64) {
    self.size = size
    self.distance = distance
    end = distance
  }
}

/// How many samples of a layer one sample of the output spans, along the straight line through a
/// place on which D changes fastest.
///
/// There a coordinate changes by K/D² for each step along the line and by L/D for each step beside
/// it, with K and L the same everywhere on the line.
private struct SampleSpan {
  /// A span of one sample.
  static let one: Int64 = 65536

  private var across: (along: Int128, beside: Int128)
  private var down: (along: Int128, beside: Int128)
  private let isAffine: Bool
  /// The length of (g, h), in 2^-`lengthBits`.
  private let length: Int128
  private let lengthBits: Int128

  /// - Parameters:
  ///   - x: the place in the output, in half luma samples, as `y`.
  init(_ map: Homography, x: Int64, y: Int64) {
    let (g, h) = (Int128(map.g), Int128(map.h))
    isAffine = map.isAffine
    guard !isAffine else {
      across = (Int128(map.a), Int128(map.b))
      down = (Int128(map.d), Int128(map.e))
      (length, lengthBits) = (1, 0)
      return
    }
    let denominator = Int128(map.denominator(x: x, y: y))
    func rates(_ a: Int64, _ b: Int64, _ c: Int64) -> (Int128, Int128) {
      let numerator = Int128(a) * Int128(x) + Int128(b) * Int128(y) + Int128(c)
      let (right, below) = (
        Int128(a) * denominator - numerator * g, Int128(b) * denominator - numerator * h
      )
      return (right * g + below * h, Int128(b) * g - Int128(a) * h)
    }
    across = rates(map.a, map.b, map.c)
    down = rates(map.d, map.e, map.f)
    let squares = UInt128((g * g + h * h).magnitude)
    let bits = (squares.leadingZeroBitCount - 2) / 2
    length = Int128(squareRoot(squares << UInt128(2 * bits)))
    lengthBits = Int128(bits)
  }

  /// The larger one of both spans.
  func greatest(at distance: Int64) -> Int64 {
    max(value(across, at: distance), value(down, at: distance))
  }

  /// The size in which a layer has samples as large as the output's, never larger than it is.
  ///
  /// - Parameter most: what the larger one of both spans is taken for.
  func size(of layer: Size, at distance: Int64, narrowedBy most: Int64? = nil) -> Size {
    let greatest = greatest(at: distance)
    func side(_ count: Int, _ span: Int64) -> Int {
      let span = most.map { Int64(Int128(span) * Int128($0) / Int128(max(greatest, 1))) } ?? span
      guard span > Self.one else { return count }
      return max(1, Int((Int128(count) * Int128(Self.one) + Int128(span) / 2) / Int128(span)))
    }
    return Size(
      width: side(layer.width, value(across, at: distance)),
      height: side(layer.height, value(down, at: distance)))
  }

  /// The D at which the larger one of both spans is `span`, near enough, at most a third outside of
  /// `range`.
  func distance(for span: Int64, in range: ClosedRange<Int64>) -> Int64 {
    var low = max(1, range.lowerBound / 4 * 3)
    var high = range.upperBound / 3 * 4 + 4
    // It gets less with D.
    while high - low > max(1, low >> 16) {
      let middle = low + (high - low) / 2
      if greatest(at: middle) > span { low = middle } else { high = middle }
    }
    return high
  }

  /// √((K/D)² + L²) / D, at most 2^14 samples.
  private func value(_ rates: (along: Int128, beside: Int128), at distance: Int64) -> Int64 {
    let distance = Int128(max(distance, 1))
    let along = isAffine ? rates.along : rates.along / distance
    let most = max(along.magnitude, rates.beside.magnitude)
    let shift = max(0, 62 - most.leadingZeroBitCount + 4)
    let (a, b) = (along >> Int128(shift), rates.beside >> Int128(shift))
    let root = Int128(squareRoot(UInt128((a * a + b * b).magnitude)))
    let limit: Int128 = 1 << 104
    let quotient = min(root << Int128(shift), limit) * Int128(Self.one) / distance
    // What comes to a little more than the most.
    let enough = ((length << 31) >> lengthBits) + 1
    let value = (min(quotient, enough) << lengthBits) / length
    return Int64(min(value, Int128(Self.one) << 14))
  }
}

extension Homography {
  /// D at a place of the output, in half luma samples.
  @inline(__always)
  func denominator(x: Int64, y: Int64) -> Int64 { g &* x &+ h &* y &+ i }
}
