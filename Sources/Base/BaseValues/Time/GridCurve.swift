/// Where a source is at the points of a grid of movie time, by a curve of speeds, exactly: in each
/// stretch (a · j² + b · j + c) / d, with j the points from the stretch's own origin.
package struct GridCurve: Hashable, Sendable {
  private struct Piece: Hashable {
    /// The first point of the grid in the piece.
    var first: Int64
    /// The point from which j counts.
    var origin: Int64
    var square: Int128
    var slope: Int128
    var offset: Int128
    var denominator: Int128
    var loopStart: Int128 = 0
    var loopLength: Int128 = 0
  }

  private let pieces: [Piece]
  private let isPingPong: Bool?
  private let reach: Int64

  /// The points of time, and the unit of positions.
  package struct Grid: Sendable {
    /// Seconds between two points.
    package var step: WideRational
    /// Movie time of the curve's time 0.
    package var start: WideRational
    /// Source time at the curve's time 0.
    package var sourceStart: WideRational
    /// Source time of position 0.
    package var origin: WideRational
    /// Positions in a second of source.
    package var unitsPerSecond: WideRational
    /// Points are asked for as far from 0 as that.
    package var reach: Int64

    package init(
      step: WideRational, start: WideRational, sourceStart: WideRational, origin: WideRational,
      unitsPerSecond: WideRational, reach: Int64
    ) {
      self.step = step
      self.start = start
      self.sourceStart = sourceStart
      self.origin = origin
      self.unitsPerSecond = unitsPerSecond
      self.reach = reach
    }
  }

  /// A place in the source.
  package struct Position: Hashable, Sendable {
    package var numerator: Int128
    /// 1 or more.
    package var denominator: Int128
    /// Positions in a step of the grid, over `denominator`.
    package var speed: Int128
    /// Whether the source runs backwards from here.
    package var isBackwards: Bool

    /// The number of the unit that is shown there: forward a unit holds its start, backwards its end.
    package var unit: Int128 {
      isBackwards
        ? -floorDivide(-numerator, by: denominator) - 1
        : floorDivide(numerator, by: denominator)
    }
  }

  /// - Throws: when a number leaves no room for the grid's points within 128 bits.
  package init(
    _ curve: SpeedCurve, loop: SourceLoop? = nil, on grid: Grid
  ) throws(TimeOverflow) {
    isPingPong = loop?.isPingPong
    reach = grid.reach
    var loopUnits: (start: WideRational, length: WideRational)?
    if let loop {
      guard loop.length > .zero else { throw TimeOverflow() }
      loopUnits = (
        try (WideRational(loop.start) - grid.origin) * grid.unitsPerSecond,
        try WideRational(loop.length) * grid.unitsPerSecond
      )
    }
    let base = try grid.sourceStart - grid.origin
    pieces = try curve.pieces().pieces.map { piece throws(TimeOverflow) in
      try Self.piece(piece, grid, base, loopUnits)
    }
  }

  private static func piece(
    _ piece: SpeedPiece, _ grid: Grid, _ base: WideRational,
    _ loop: (start: WideRational, length: WideRational)?
  ) throws(TimeOverflow) -> Piece {
    let (step, unit) = (grid.step, grid.unitsPerSecond)
    let time = try grid.start + piece.origin
    let origin = try (time / step).floor
    // What is left of a step keeps the numbers small.
    let rest = try time - WideRational(origin, over: 1) * step
    let bend = try piece.acceleration * WideRational(1, over: 2)
    let square = try bend * step * step * unit
    let slope = try (piece.speed - piece.acceleration * rest) * step * unit
    let offset = try (base + piece.covered - piece.speed * rest + bend * rest * rest) * unit
    var denominator = loop?.start.denominator ?? 1
    for other in [
      loop?.length.denominator ?? 1, square.denominator, slope.denominator, offset.denominator,
    ] {
      denominator = try checkedProduct(
        denominator / greatestCommonDivisor(denominator, other), other)
    }
    func scaled(_ value: WideRational) throws(TimeOverflow) -> Int128 {
      try checkedProduct(value.numerator, denominator / value.denominator)
    }
    func point(_ time: WideRational?, else edge: Int64) throws(TimeOverflow) -> Int64 {
      guard let time else { return edge }
      let exact = try (time + grid.start) / step
      return Int64(clamping: -floorDivide(-exact.numerator, by: exact.denominator))
    }
    guard origin.magnitude < 1 << 60, denominator <= 1 << 96 else { throw TimeOverflow() }
    let first = try point(piece.start, else: .min)
    var result = Piece(
      first: first, origin: Int64(origin), square: try scaled(square), slope: try scaled(slope),
      offset: try scaled(offset), denominator: denominator)
    if let loop {
      (result.loopStart, result.loopLength) = (try scaled(loop.start), try scaled(loop.length))
    }
    // The farthest point for which it is asked.
    var farthest = try checkedSum(Int128(grid.reach), Int128(origin.magnitude))
    if result.square != 0 {
      farthest = Int128(try point(piece.end, else: .max)) - origin + 2
    }
    let most = try checkedSum(
      checkedProduct(
        checkedSum(
          checkedProduct(Int128(result.square.magnitude), farthest * 2),
          Int128(result.slope.magnitude)), farthest),
      checkedSum(
        Int128(result.offset.magnitude),
        checkedSum(Int128(result.loopStart.magnitude), result.loopLength * 2)))
    guard most < 1 << 120, result.loopLength < 1 << 118 else { throw TimeOverflow() }
    return result
  }

  /// Where the source is at a point of the grid.
  ///
  /// - Complexity: O(log n) for a curve of n points.
  package func position(at point: Int64) -> Position {
    let point = min(max(point, -reach), reach)
    var (low, high) = (0, pieces.count)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if pieces[middle].first <= point { low = middle } else { high = middle }
    }
    let piece = pieces[low]
    let steps = Int128(point) - Int128(piece.origin)
    let speed = 2 * piece.square * steps + piece.slope
    var position = Position(
      numerator: (piece.square * steps + piece.slope) * steps + piece.offset,
      denominator: piece.denominator, speed: speed,
      // At a turn what counts is which way it goes on.
      isBackwards: speed < 0 || speed == 0 && piece.square < 0)
    if let isPingPong { Self.roll(&position, piece, isPingPong) }
    return position
  }

  /// Brings a position into the loop: forward one at its end is at its start, backwards one at its
  /// start at its end.
  private static func roll(_ position: inout Position, _ piece: Piece, _ isPingPong: Bool) {
    let length = piece.loopLength
    let period = isPingPong ? 2 * length : length
    func remainder(_ value: Int128) -> Int128 {
      value - floorDivide(value, by: period) * period
    }
    let passed = position.numerator - piece.loopStart
    var place = position.isBackwards ? period - remainder(-passed) : remainder(passed)
    let returns = position.isBackwards ? place > length : place >= length
    if isPingPong, returns {
      place = period - place
      position.isBackwards.toggle()
      position.speed = -position.speed
    }
    position.numerator = piece.loopStart + place
  }
}
