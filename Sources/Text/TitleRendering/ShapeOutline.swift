internal import BaseValues
internal import TimelineModel

/// A shape's outline in 1/64 raster pixel, y downwards, whose lengths are known.
struct ShapeOutline: Sendable {
  typealias Place = ShapePath.Place

  /// A straight line, or a cubic Bézier curve.
  struct Segment: Sendable {
    var start: Place
    var end: Place
    /// `nil` for a line.
    var controls: (first: Place, second: Place)?
    /// How many chords stand for it.
    var chords: Int

    init(_ start: Place, _ end: Place, controls: (first: Place, second: Place)? = nil) {
      (self.start, self.end, self.controls) = (start, end, controls)
      guard let controls else {
        chords = 1
        return
      }
      func bend(_ a: Place, _ b: Place, _ c: Place) -> Int {
        abs(a.x - 2 * b.x + c.x) + abs(a.y - 2 * b.y + c.y)
      }
      let most = max(
        bend(start, controls.first, controls.second), bend(controls.first, controls.second, end))
      // n chords are off by at most 6 · bend / (8 n²): within 1/32 pixel.
      var count = 1
      while count < 200, count * count * 8 < 3 * most { count += 1 }
      chords = count
    }

    /// A point of it, rounded to nearest.
    func point(at step: Int, of count: Int) -> Place {
      if step == 0 { return start }
      if step == count { return end }
      guard let controls else {
        func mixed(_ a: Int, _ b: Int) -> Int { a + roundDivide((b - a) * step, by: count) }
        return Place(x: mixed(start.x, end.x), y: mixed(start.y, end.y))
      }
      return ShapePath.point(start, controls.first, controls.second, end, at: step, of: count)
    }

    /// The part between two shares in 1/65536, by de Casteljau's algorithm.
    func part(_ range: Range<Int>) -> Segment {
      let whole = 65_536
      func mixed(_ a: Place, _ b: Place, _ share: Int) -> Place {
        Place(
          x: a.x + roundDivide((b.x - a.x) * share, by: whole),
          y: a.y + roundDivide((b.y - a.y) * share, by: whole))
      }
      guard let controls else {
        return Segment(
          mixed(start, end, range.lowerBound), mixed(start, end, range.upperBound))
      }
      /// What is left before, and what after a share.
      func split(_ points: [Place], _ share: Int) -> (before: [Place], after: [Place]) {
        var (row, before, after) = (points, [points[0]], [points[3]])
        while row.count > 1 {
          row = zip(row, row.dropFirst()).map { mixed($0, $1, share) }
          before.append(row[0])
          after.append(row[row.count - 1])
        }
        return (before, after.reversed())
      }
      var points = [start, controls.first, controls.second, end]
      var from = 0
      if range.lowerBound > 0 {
        points = split(points, range.lowerBound).after
        from = range.lowerBound
      }
      if range.upperBound < whole {
        points =
          split(
            points, scale(range.upperBound - from, by: whole, over: max(1, whole - from))
          ).before
      }
      return Segment(points[0], points[3], controls: (points[1], points[2]))
    }
  }

  /// Segments that follow each other.
  struct Contour: Sendable {
    var segments: [Segment] = []
    var isClosed = false
  }

  private(set) var contours: [Contour] = []

  /// - Parameter place: from the units of the path to 1/64 raster pixel.
  init(_ path: ShapePath, _ place: (Place) -> Place) {
    var contour = Contour()
    var (start, current) = (Place(x: 0, y: 0), Place(x: 0, y: 0))
    func finish(_ contours: inout [Contour]) {
      if !contour.segments.isEmpty { contours.append(contour) }
      contour = Contour()
    }
    for part in path.parts.prefix(ShapePath.mostParts) {
      switch part {
      case .move(let to):
        finish(&contours)
        start = place(to)
        current = start
      case .line(let to):
        let end = place(to)
        if end != current { contour.segments.append(Segment(current, end)) }
        current = end
      case .curve(let first, let second, let to):
        let (first, second, end) = (place(first), place(second), place(to))
        if [first, second, end].contains(where: { $0 != current }) {
          contour.segments.append(Segment(current, end, controls: (first, second)))
        }
        current = end
      case .close:
        if current != start { contour.segments.append(Segment(current, start)) }
        contour.isClosed = true
        current = start
        finish(&contours)
      }
    }
    finish(&contours)
  }

  /// As straight lines, no more points than FreeType takes.
  var polygons: [[Place]] {
    let count = contours.flatMap(\.segments).reduce(0) { $0 + $1.chords }
    let most = 24_000
    return contours.map { contour in
      var points: [Place] = []
      for segment in contour.segments {
        let chords =
          count > most ? max(1, segment.chords * most / count) : segment.chords
        points += (0..<chords).map { segment.point(at: $0, of: chords) }
      }
      // An open one is closed by its last point.
      if let last = contour.segments.last, !contour.isClosed { points.append(last.end) }
      return points
    }
  }
}
