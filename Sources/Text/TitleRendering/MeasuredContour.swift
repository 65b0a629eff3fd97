internal import BaseValues
internal import TimelineModel

/// A contour and how long it is, to be cut. Lengths are in 1/4096 raster pixel.
struct MeasuredContour {
  /// Units of lengths in a raster pixel.
  static let unit = 4096

  let contour: ShapeOutline.Contour
  let length: Int
  /// Where each segment begins.
  private let starts: [Int]
  /// Where each chord of each segment ends.
  private let ends: [[Int]]

  init(_ contour: ShapeOutline.Contour) {
    self.contour = contour
    var (starts, ends, length) = ([Int](), [[Int]](), 0)
    for segment in contour.segments {
      var current = segment.start
      starts.append(length)
      ends.append(
        (1...segment.chords).map { step in
          let next = segment.point(at: step, of: segment.chords)
          let (dx, dy) = (Double(next.x - current.x), Double(next.y - current.y))
          // IEEE 754 defines the root to the last bit.
          length += Int(((dx * dx + dy * dy).squareRoot() * 64).rounded())
          current = next
          return length
        })
    }
    (self.starts, self.ends, self.length) = (starts, ends, length)
  }

  /// The part between two lengths, open; nothing where they are not in order.
  func part(from: Int, to: Int) -> ShapeOutline.Contour {
    var result = ShapeOutline.Contour()
    var index = segment(at: from)
    while index < contour.segments.count, starts[index] < to {
      let segment = contour.segments[index]
      let (first, last) = (share(of: from, in: index), share(of: to, in: index))
      if first == 0, last == 65_536 {
        result.segments.append(segment)
      } else if first < last {
        result.segments.append(segment.part(first..<last))
      }
      index += 1
    }
    return result
  }

  /// The point at a length.
  func point(at length: Int) -> ShapePath.Place? {
    guard !contour.segments.isEmpty else { return nil }
    let index = segment(at: length)
    let share = share(of: length, in: index)
    let segment = contour.segments[index]
    return share == 0 ? segment.start : segment.part(0..<share).end
  }

  /// The last segment that begins at or before a length.
  private func segment(at length: Int) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= length { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }

  /// How much of a segment lies before a length, in 1/65536 of its parameter.
  private func share(of length: Int, in index: Int) -> Int {
    let ends = ends[index]
    if length <= starts[index] { return 0 }
    guard let chord = ends.firstIndex(where: { $0 >= length }) else { return 65_536 }
    let start = chord == 0 ? starts[index] : ends[chord - 1]
    let within = scale(length - start, by: 65_536, over: max(1, ends[chord] - start))
    return roundDivide(chord * 65_536 + within, by: ends.count)
  }
}

// MARK: - Dashes

extension MeasuredContour {
  /// What a stroke shows of a contour.
  struct Pattern {
    /// Dashes and gaps in turn, an even number of them; none for a whole line.
    var lengths: [Int] = []
    /// What of the pattern lies before the beginning.
    var offset = 0
    /// The part that is drawn at all, in 1/65536.
    var drawn = 0..<65_536

    /// - Parameters:
    ///   - unit: lengths in 1/4096 raster pixel for one pixel of the stroke.
    init(_ stroke: ShapeStroke, drawn: Range<Int>, unit: Int) {
      self.drawn = drawn
      var lengths = stroke.dashes.prefix(ShapeStroke.mostDashes).map {
        $0.fixed(unit, in: StyleLimits.dash)
      }
      if lengths.count % 2 == 1 { lengths += lengths }
      // Nothing is told apart that is shorter than a quarter of a pixel.
      guard lengths.reduce(0, +) >= MeasuredContour.unit / 4 else { return }
      self.lengths = lengths
      offset = stroke.dashOffset.fixed(unit, in: StyleLimits.offset)
    }
  }

  /// More dashes than this are a line.
  private static let mostDashes = 20_000

  /// The parts of the contour that a pattern shows, in the order in which they follow. A closed contour
  /// that is shown as a whole stays closed, and a dash over its beginning is one.
  func parts(_ pattern: Pattern) -> [ShapeOutline.Contour] {
    let from = scale(length, by: pattern.drawn.lowerBound, over: 65_536)
    let to = scale(length, by: pattern.drawn.upperBound, over: 65_536)
    guard from < to else { return [] }
    let period = pattern.lengths.reduce(0, +)
    guard period > 0, length / period < Self.mostDashes else {
      return from == 0 && to == length ? [contour] : [part(from: from, to: to)]
    }
    var dashes: [Range<Int>] = []
    var position = -(pattern.offset - floorDivide(pattern.offset, by: period) * period)
    var index = 0
    while position < to {
      let end = position + pattern.lengths[index % pattern.lengths.count]
      if index % 2 == 0, end >= from {
        // A dash of no length is a dot, where the caps are no straight ones.
        let (first, last) = (max(position, from), min(max(end, position + 128), to))
        if first < last { dashes.append(first..<last) }
      }
      position = end
      index += 1
    }
    var parts = dashes.map { part(from: $0.lowerBound, to: $0.upperBound) }
    if contour.isClosed, from == 0, to == length, let first = dashes.first, let last = dashes.last,
      first.lowerBound == 0, last.upperBound == length
    {
      if dashes.count == 1 { return [contour] }
      parts[0].segments = parts[parts.count - 1].segments + parts[0].segments
      parts.removeLast()
    }
    return parts.filter { !$0.segments.isEmpty }
  }
}
