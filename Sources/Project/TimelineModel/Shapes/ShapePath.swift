package import BaseValues

/// An outline of lines and cubic Bézier curves.
package struct ShapePath: Hashable, Sendable {
  /// A point in 1/65536 pixel, to the right and down.
  package struct Place: Hashable, Sendable {
    /// To the right.
    package var x: Int
    /// Downwards.
    package var y: Int

    /// A point in 1/65536 pixel.
    package init(x: Int, y: Int) {
      (self.x, self.y) = (x, y)
    }
  }

  /// One step of the pen.
  package enum Part: Hashable, Sendable {
    /// Begins a contour.
    case move(Place)
    case line(Place)
    /// By both control points and the end.
    case curve(Place, Place, Place)
    /// Leads back to where the contour began.
    case close
  }

  /// One pixel in the units of places.
  package static let unit = 65_536
  /// How many parts there may be.
  package static let mostParts = 2_000
  /// How far from the origin a place may be: 2²¹ pixels.
  package static let farthest = unit << 21

  /// In the order in which they are drawn; the first one is a move.
  package var parts: [Part]

  /// A path of some parts.
  package init(_ parts: [Part] = []) {
    self.parts = parts
  }

  /// A length in pixels.
  package static func pixels(_ length: Int) -> Rational {
    Rational(Int64(length), Int64(unit)) ?? .zero
  }

  /// A length in the units of places, rounded to nearest, kept within ``farthest``.
  package static func length(_ pixels: Rational) -> Int {
    let raw = roundDivide(
      Int128(pixels.numerator) * Int128(unit), by: Int128(pixels.denominator))
    return Int(min(max(raw, Int128(-farthest)), Int128(farthest)))
  }
}

extension ShapePath.Part {
  /// Where the pen goes, control points first.
  package var places: [ShapePath.Place] {
    switch self {
    case .move(let to), .line(let to): [to]
    case .curve(let first, let second, let to): [first, second, to]
    case .close: []
    }
  }

  /// The same step with other places.
  func map(_ change: (ShapePath.Place) -> ShapePath.Place) -> Self {
    switch self {
    case .move(let to): .move(change(to))
    case .line(let to): .line(change(to))
    case .curve(let first, let second, let to): .curve(change(first), change(second), change(to))
    case .close: .close
    }
  }

  /// Its letter in path data.
  package var letter: String {
    switch self {
    case .move: "M"
    case .line: "L"
    case .curve: "C"
    case .close: "Z"
    }
  }
}

extension ShapePath {
  /// The box of a path.
  package struct Extent: Hashable, Sendable {
    /// The upper left corner.
    package var corner: Place
    /// In 1/65536 pixel, at least 0.
    package var width: Int
    /// In 1/65536 pixel, at least 0.
    package var height: Int
  }

  /// The smallest upright box that holds the path, of curves 64 points each: less than 1/1000 of their
  /// size too small. An empty path has an empty one at the origin.
  package var extent: Extent {
    var (left, top, right, bottom) = (Int.max, Int.max, Int.min, Int.min)
    func add(_ place: Place) {
      (left, right) = (min(left, place.x), max(right, place.x))
      (top, bottom) = (min(top, place.y), max(bottom, place.y))
    }
    var current = Place(x: 0, y: 0)
    for part in parts {
      switch part {
      case .move(let to), .line(let to):
        add(to)
        current = to
      case .curve(let first, let second, let to):
        for step in 1...64 { add(Self.point(current, first, second, to, at: step, of: 64)) }
        current = to
      case .close: break
      }
    }
    guard left <= right else { return Extent(corner: Place(x: 0, y: 0), width: 0, height: 0) }
    return Extent(corner: Place(x: left, y: top), width: right - left, height: bottom - top)
  }

  /// A point of a cubic curve, rounded to nearest.
  ///
  /// - Precondition: `0 <= step <= count <= 4096`.
  package static func point(
    _ start: Place, _ first: Place, _ second: Place, _ end: Place, at step: Int, of count: Int
  ) -> Place {
    let (t, s) = (Int128(step), Int128(count - step))
    let whole = Int128(count) * Int128(count) * Int128(count)
    let shares = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
    func mixed(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Int {
      let sum =
        shares.0 * Int128(a) + shares.1 * Int128(b) + shares.2 * Int128(c) + shares.3 * Int128(d)
      return Int(roundDivide(sum, by: whole))
    }
    return Place(
      x: mixed(start.x, first.x, second.x, end.x), y: mixed(start.y, first.y, second.y, end.y))
  }

  /// The path with its places counted from a point.
  package func counted(from origin: Place) -> ShapePath {
    map { Place(x: $0.x - origin.x, y: $0.y - origin.y) }
  }

  /// Larger or smaller about the origin, rounded to nearest and kept within ``farthest``.
  package func scaled(x: Rational, y: Rational) -> ShapePath {
    func scaled(_ length: Int, _ factor: Rational) -> Int {
      // Halved until the product of the two fits.
      var (numerator, denominator) = (Int128(factor.numerator), Int128(factor.denominator))
      while abs(numerator) > 1 << 64 || denominator > 1 << 64 {
        (numerator, denominator) = (numerator / 2, max(1, denominator / 2))
      }
      let raw = roundDivide(Int128(length) * numerator, by: denominator)
      return Int(min(max(raw, Int128(-Self.farthest)), Int128(Self.farthest)))
    }
    return map { Place(x: scaled($0.x, x), y: scaled($0.y, y)) }
  }

  func map(_ change: (Place) -> Place) -> ShapePath {
    ShapePath(parts.map { $0.map(change) })
  }
}

// MARK: - Paths with the same parts

extension ShapePath {
  /// The first part in which two paths do not match, from 0; `nil` where one can become the other.
  package func firstDifference(from other: ShapePath) -> Int? {
    let pairs = zip(parts, other.parts)
    if let index = Array(pairs).firstIndex(where: { $0.letter != $1.letter }) { return index }
    return parts.count == other.parts.count ? nil : min(parts.count, other.parts.count)
  }

  /// The path with other places, both numbers of each in turn; itself where there are too few.
  package func replacing(_ numbers: [Int]) -> ShapePath {
    guard 2 * parts.reduce(0, { $0 + $1.places.count }) <= numbers.count else { return self }
    var rest = numbers[...]
    return map { _ in
      guard let x = rest.popFirst(), let y = rest.popFirst() else { return Place(x: 0, y: 0) }
      return Place(x: x, y: y)
    }
  }
}
