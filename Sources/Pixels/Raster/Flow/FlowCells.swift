/// What each block of a picture between two shows of them.
struct FlowCell: Hashable, Sendable {
  /// In which of the two it is seen.
  enum Source: Hashable, Sendable {
    case both
    /// It is covered in the second.
    case first
    /// It comes out from behind something in the second.
    case second
  }

  /// From the first to the second.
  var vector: MotionVector
  var source: Source
  /// How far it fits, 0…32768; the rest is a mixture of the two as they are.
  var certainty: Int
}

/// The blocks of a picture between two: for each one, of the movements that come by there, the one by
/// which the two agree best.
///
/// ```
///   first    ──────a──────────    a and b are one thing where both fields say that it goes from a to
///   between  ─────────x───────    b; where only one says it, it is hidden in the other picture
///   second   ────────────b────
/// ```
struct FlowCells {
  let columns: Int
  let rows: Int
  private var cells: [FlowCell] = []

  /// Movements remembered of those that come by a block.
  private static let most = 4
  /// A field says the same where it differs by a sample at most.
  private static let tolerance = 4
  /// What it says counts where it has found the block again but for so many codes a sample.
  private static let found = 12

  init(_ motion: PairMotion, at share: Int) {
    columns = motion.forward.columns
    rows = motion.forward.rows
    let passing = Self.passing(motion, share)
    cells.reserveCapacity(columns * rows)
    var candidates: [MotionVector] = []
    for row in 0..<rows {
      for column in 0..<columns {
        candidates.removeAll(keepingCapacity: true)
        func add(_ vector: MotionVector) {
          if !candidates.contains(vector) { candidates.append(vector) }
        }
        add(.zero)
        for vector in passing[row * columns + column] { add(vector) }
        add(motion.forward[column, row])
        add(motion.backward[column, row].reversed)
        for y in max(0, row - 1)...min(rows - 1, row + 1) {
          for x in max(0, column - 1)...min(columns - 1, column + 1) {
            if let vector = passing[y * columns + x].first { add(vector) }
          }
        }
        cells.append(Self.cell(motion, share, column, row, candidates))
      }
    }
  }

  /// The block, or the nearest one.
  subscript(column: Int, row: Int) -> FlowCell {
    cells[min(max(row, 0), rows - 1) * columns + min(max(column, 0), columns - 1)]
  }

  /// The movements that come by each block.
  private static func passing(_ motion: PairMotion, _ share: Int) -> [[MotionVector]] {
    let field = motion.forward
    let step = field.step
    var result = [[MotionVector]](repeating: [], count: field.columns * field.rows)
    func add(_ vector: MotionVector, from column: Int, _ row: Int, _ share: Int) {
      let moved = FlowShift(vector, share)
      // In 1/32 of a sample, from the block's centre.
      let x = (column * step + step / 2) * 32 + moved.x
      let y = (row * step + step / 2) * 32 + moved.y
      let (left, top) = (x >> 5, y >> 5)
      guard left >= 0, top >= 0, left / step < field.columns, top / step < field.rows else {
        return
      }
      let index = top / step * field.columns + left / step
      if result[index].count < most, !result[index].contains(vector) {
        result[index].append(vector)
      }
    }
    for row in 0..<field.rows {
      for column in 0..<field.columns {
        add(motion.forward[column, row], from: column, row, share)
        let back = motion.backward[column, row].reversed
        add(back, from: column, row, share - Kernels.fullWeight)
      }
    }
    return result
  }

  /// The best of the candidates, the first of them nothing that moves.
  private static func cell(
    _ motion: PairMotion, _ share: Int, _ column: Int, _ row: Int, _ candidates: [MotionVector]
  ) -> FlowCell {
    let field = motion.forward
    let (step, side) = (field.step, field.side)
    let area = side * side
    let (x, y) = (column * step - step / 2, row * step - step / 2)
    var best = FlowCell(vector: .zero, source: .both, certainty: 0)
    var (bestCost, bestDifference, unmoved, isKnown) = (Int.max, 0, 0, false)
    for wanted in candidates {
      let shift = FlowShift(wanted, share)
      let origin = motion.firstGuide.window(
        x - shift.wholeX, y - shift.wholeY, side: side)
      let vector = motion.secondGuide.limited(wanted, from: origin.x, origin.y, side: side)
      let difference = motion.firstGuide.difference(
        origin.x, origin.y, side: side, from: motion.secondGuide, vector,
        limit: wanted == .zero ? .max : 64 * area)
      if wanted == .zero { unmoved = difference }
      let center = (x: x + step, y: y + step)
      let isInFirst = agrees(
        motion.forward, center.x - shift.wholeX, center.y - shift.wholeY, wanted)
      let rest = FlowShift(wanted, Kernels.fullWeight - share)
      let isInSecond = agrees(
        motion.backward, center.x + rest.wholeX, center.y + rest.wholeY, wanted.reversed)
      var cost = wanted == .zero ? 0 : area / 8
      var source = FlowCell.Source.both
      switch (isInFirst, isInSecond) {
      case (true, true): cost += difference
      case (false, false): cost += difference + 6 * area
      case (let first, _):
        source = first ? .first : .second
        cost += 10 * area + min(difference, 16 * area) / 8
        // What fits is seen in both, whatever the fields say.
        if difference < 4 * area { (source, cost) = (.both, difference + 2 * area) }
      }
      if cost < bestCost {
        (bestCost, bestDifference, isKnown) = (cost, difference, isInFirst || isInSecond)
        best = FlowCell(vector: wanted, source: source, certainty: 0)
      }
    }
    best.certainty =
      best.source == .both
      ? certainty(of: bestDifference, unmoved: unmoved, isKnown: isKnown, area)
      : Kernels.fullWeight
    return best
  }

  /// Of what a field says, full up to 10 codes a sample, or half of what is there without a movement;
  /// nothing from 26 on, or from where that is no better. What none says has to fit within 4 to 12.
  private static func certainty(
    of difference: Int, unmoved: Int, isKnown: Bool, _ area: Int
  ) -> Int {
    let one = Kernels.fullWeight
    if !isKnown { return min(max((12 * area - difference) * one / (8 * area), 0), one) }
    let absolute = (26 * area - difference) * one / (16 * area)
    let relative = unmoved > 0 ? 2 * (unmoved - difference) * one / unmoved : one
    return min(max(absolute, relative, 0), one)
  }

  /// Whether the field has a vector near one at a place of its picture.
  private static func agrees(
    _ field: MotionField, _ x: Int, _ y: Int, _ vector: MotionVector
  ) -> Bool {
    guard x >= 0, y >= 0, x / field.step < field.columns, y / field.step < field.rows else {
      return false
    }
    let index = y / field.step * field.columns + x / field.step
    let other = field.vectors[index]
    return max(abs(other.x - vector.x), abs(other.y - vector.y)) <= tolerance
      && field.differences[index] <= found * field.side * field.side
  }
}

/// A part of a movement, in 1/32 of a sample, rounded to nearest.
struct FlowShift: Hashable, Sendable {
  let x: Int
  let y: Int

  /// - Parameter share: −32768…32768
  init(_ vector: MotionVector, _ share: Int) {
    x = (8 * vector.x * share + 16384) >> 15
    y = (8 * vector.y * share + 16384) >> 15
  }

  /// In whole samples, rounded to nearest.
  var wholeX: Int { (x + 16) >> 5 }
  var wholeY: Int { (y + 16) >> 5 }
}

extension MotionGuide.Level {
  /// The origin of a window, not beyond the margin.
  fileprivate func window(_ x: Int, _ y: Int, side: Int) -> (x: Int, y: Int) {
    let margin = Self.margin
    return (
      x: min(max(x, -margin), width + margin - side),
      y: min(max(y, -margin), height + margin - side)
    )
  }
}
