extension ShapePath {
  /// An arc of an ellipse as SVG path data have it, as cubic curves of at most a quarter each (SVG 1.1,
  /// appendix F.6). Only sums, products, quotients and roots are taken, which are the same on every
  /// machine.
  ///
  /// - Parameters:
  ///   - radii: in 1/65536 pixel; too small ones grow until they reach.
  ///   - rotation: of the ellipse, in degrees clockwise.
  ///   - isLarge: whether the longer way round is taken.
  ///   - isClockwise: which way it goes.
  /// - Returns: the curves; a line where a radius is 0, nothing where the two points are one.
  static func arc(
    from start: Place, to end: Place, radii: (x: Int, y: Int), rotation: Double, isLarge: Bool,
    isClockwise: Bool
  ) -> [Part] {
    if start == end { return [] }
    var (rx, ry) = (Double(abs(radii.x)), Double(abs(radii.y)))
    if rx == 0 || ry == 0 { return [.line(end)] }
    let (sine, cosine) = CircleAngle.sineAndCosine(degrees: rotation)
    // F.6.5.1: half the way between the points, seen along the ellipse's axes.
    let (dx, dy) = (Double(start.x - end.x) / 2, Double(start.y - end.y) / 2)
    let (x, y) = (cosine * dx + sine * dy, cosine * dy - sine * dx)
    // F.6.6.2 and 3.
    let excess = x * x / (rx * rx) + y * y / (ry * ry)
    if excess > 1 {
      let factor = excess.squareRoot()
      (rx, ry) = (rx * factor, ry * factor)
    }
    // F.6.5.2: the centre, in units of the radii.
    let (u, v) = (x / rx, y / ry)
    let square = u * u + v * v
    guard square > 0 else { return [.line(end)] }
    let root = (max(0, 1 - square) / square).squareRoot()
    let side = isLarge == isClockwise ? -root : root
    let center = (x: side * v, y: -side * u)
    // Where it begins and ends on the unit circle.
    let from = unit(u - center.x, v - center.y)
    let to = unit(-u - center.x, -v - center.y)
    let middle = (
      x: (Double(start.x) + Double(end.x)) / 2 + cosine * center.x * rx - sine * center.y * ry,
      y: (Double(start.y) + Double(end.y)) / 2 + sine * center.x * rx + cosine * center.y * ry
    )
    func place(_ x: Double, _ y: Double) -> Place {
      let (a, b) = (x * rx, y * ry)
      func kept(_ value: Double) -> Int {
        Int(min(max(value, Double(-farthest)), Double(farthest)).rounded())
      }
      return Place(
        x: kept(middle.x + cosine * a - sine * b), y: kept(middle.y + sine * a + cosine * b))
    }
    var parts: [Part] = []
    for piece in pieces(from, to, isClockwise: isClockwise, isLarge: isLarge) {
      let (a, b, reach) = (piece.from, piece.to, piece.reach)
      parts.append(
        .curve(
          place(a.x - reach * a.y, a.y + reach * a.x), place(b.x + reach * b.y, b.y - reach * b.x),
          place(b.x, b.y)))
    }
    if case .curve(let first, let second, _)? = parts.last {
      parts[parts.count - 1] = .curve(first, second, end)
    }
    return parts.isEmpty ? [.line(end)] : parts
  }

  private typealias Direction = (x: Double, y: Double)

  /// A part of the unit circle; `reach` is that of its control points, negative anticlockwise.
  private typealias Piece = (from: Direction, to: Direction, reach: Double)

  /// Quarters, and what is left.
  private static func pieces(
    _ from: Direction, _ to: Direction, isClockwise: Bool, isLarge: Bool
  ) -> [Piece] {
    let sign: Double = isClockwise ? 1 : -1
    var pieces: [Piece] = []
    var current = from
    // The longer way takes two quarters before it can be over.
    for turn in 0..<4 {
      let cross = sign * (current.x * to.y - current.y * to.x)
      let dot = current.x * to.x + current.y * to.y
      let canEnd = !isLarge || turn >= 2
      if canEnd, dot >= -1e-9, cross >= -1e-9 {
        // tan(θ/4) from the sine and cosine of θ.
        let half = cross / (1 + dot)
        let reach = 4.0 / 3 * half / (1 + (1 + half * half).squareRoot())
        if cross > 1e-12 { pieces.append((current, to, sign * reach)) }
        return pieces
      }
      let next = (x: -sign * current.y, y: sign * current.x)
      pieces.append((current, next, sign * 0.5522847498307936))
      current = next
    }
    return pieces
  }

  private static func unit(_ x: Double, _ y: Double) -> Direction {
    let length = (x * x + y * y).squareRoot()
    return length > 0 ? (x / length, y / length) : (1, 0)
  }
}
