/// How the blocks of a picture move to another one.
///
/// ```
///   ┌───┬───┬───┐    a block is a square of `step` samples; it is looked for by the window of twice
///   │ ┌─┼───┼─┐ │    its side around it, so that windows overlap by half
///   ├─┼─┼───┼─┼─┤
///   │ └─┼───┼─┘ │
///   └───┴───┴───┘
/// ```
struct MotionField: Sendable {
  let step: Int
  let columns: Int
  let rows: Int
  /// By rows.
  private(set) var vectors: [MotionVector]
  /// How far each window is from the one to which its vector leads.
  private(set) var differences: [Int]

  var side: Int { 2 * step }

  /// Nothing moves.
  fileprivate init(width: Int, height: Int, step: Int) {
    self.step = step
    columns = (width + step - 1) / step
    rows = (height + step - 1) / step
    vectors = [MotionVector](repeating: .zero, count: columns * rows)
    differences = [Int](repeating: .max, count: columns * rows)
  }

  /// The vector of a block, or of the nearest one.
  subscript(column: Int, row: Int) -> MotionVector {
    vectors[min(max(row, 0), rows - 1) * columns + min(max(column, 0), columns - 1)]
  }
}

/// Looks for the movement from one picture to another: in their smallest sizes everywhere around, then
/// from size to size near what was found, near what the neighbours do, and at rest.
///
/// Of equally good ones the first in a fixed order is taken, so that all is the same everywhere.
struct MotionSearch {
  private let from: MotionGuide.Level
  private let to: MotionGuide.Level
  private(set) var field: MotionField

  /// Samples of the smallest size that are searched to each side.
  private static let reach = 6

  /// The vector of a block while others are tried.
  private struct Choice {
    var vector: MotionVector
    var difference: Int
    /// With what it costs not to go with its neighbours.
    var cost: Int
  }

  /// Compares two sizes.
  ///
  /// - Parameter coarse: what was found in the next smaller size; `nil` for the smallest one.
  init(
    from: MotionGuide.Level, to: MotionGuide.Level, step: Int, after coarse: MotionField?
  ) {
    self.from = from
    self.to = to
    field = MotionField(width: from.width, height: from.height, step: step)
    for index in field.vectors.indices {
      find(index % field.columns, index / field.columns, after: coarse)
    }
    for index in field.vectors.indices.reversed() {
      improve(index % field.columns, index / field.columns)
    }
  }

  /// Moves each vector to the best place between samples.
  mutating func refine() {
    for row in 0..<field.rows {
      for column in 0..<field.columns {
        let predicted = MotionVector.median(
          field[column - 1, row], field[column, row - 1], field[column + 1, row])
        var choice = current(column, row, predicted)
        for distance in [2, 1] {
          for vector in choice.vector.neighbours(distance) {
            attempt(vector, column, row, predicted, &choice)
          }
        }
        field.set(choice.vector, choice.difference, column, row)
      }
    }
  }

  private mutating func find(_ column: Int, _ row: Int, after coarse: MotionField?) {
    let left = column > 0 ? field[column - 1, row] : .zero
    let above = row > 0 ? field[column, row - 1] : left
    let aside = row > 0 ? field[column + 1, row - 1] : left
    let predicted = MotionVector.median(left, above, aside)
    var choice = Choice(vector: .zero, difference: .max, cost: .max)
    attempt(.zero, column, row, predicted, &choice)
    if let coarse {
      // Blocks of both may be of one number of samples or of one part of the picture.
      let scale = 2 * coarse.step / field.step
      let (x, y) = (column / scale, row / scale)
      for (dx, dy) in [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)] {
        attempt(coarse[x + dx, y + dy].doubled, column, row, predicted, &choice)
      }
    } else {
      for y in -Self.reach...Self.reach {
        for x in -Self.reach...Self.reach {
          attempt(MotionVector(x: 4 * x, y: 4 * y), column, row, predicted, &choice)
        }
      }
    }
    for vector in [left, above, aside] { attempt(vector, column, row, predicted, &choice) }
    descend(column, row, predicted, &choice, rounds: 3)
    field.set(choice.vector, choice.difference, column, row)
  }

  /// Tries what the neighbours found that came later.
  private mutating func improve(_ column: Int, _ row: Int) {
    let right = field[column + 1, row]
    let below = field[column, row + 1]
    let predicted = MotionVector.median(right, below, field[column - 1, row])
    var choice = current(column, row, predicted)
    let found = choice.vector
    for vector in [right, below, field[column + 1, row + 1], field[column - 1, row + 1]] {
      attempt(vector, column, row, predicted, &choice)
    }
    if choice.vector != found { descend(column, row, predicted, &choice, rounds: 1) }
    field.set(choice.vector, choice.difference, column, row)
  }

  /// Goes sample by sample to where it is better.
  private func descend(
    _ column: Int, _ row: Int, _ predicted: MotionVector, _ choice: inout Choice, rounds: Int
  ) {
    for _ in 0..<rounds {
      let center = choice.vector
      for vector in center.neighbours(4) { attempt(vector, column, row, predicted, &choice) }
      if choice.vector == center { return }
    }
  }

  private func current(_ column: Int, _ row: Int, _ predicted: MotionVector) -> Choice {
    let index = row * field.columns + column
    let (vector, difference) = (field.vectors[index], field.differences[index])
    return Choice(
      vector: vector, difference: difference, cost: difference + penalty(vector, predicted))
  }

  private func attempt(
    _ wanted: MotionVector, _ column: Int, _ row: Int, _ predicted: MotionVector,
    _ choice: inout Choice
  ) {
    let side = field.side
    let x = column * field.step - field.step / 2
    let y = row * field.step - field.step / 2
    let vector = to.limited(wanted, from: x, y, side: side)
    if vector == choice.vector, choice.difference != .max { return }
    let penalty = penalty(vector, predicted)
    if penalty >= choice.cost { return }
    let difference = from.difference(
      x, y, side: side, from: to, vector, limit: choice.cost - penalty)
    if difference + penalty < choice.cost {
      choice = Choice(vector: vector, difference: difference, cost: difference + penalty)
    }
  }

  /// A quarter of a sample away from the neighbours counts as 1/64 code of each sample, up to 4
  /// samples; to move at all as an eighth.
  private func penalty(_ vector: MotionVector, _ predicted: MotionVector) -> Int {
    let area = field.side * field.side
    return area * min(vector.distance(predicted), 16) / 64 + (vector == .zero ? 0 : area / 8)
  }
}

extension MotionField {
  fileprivate mutating func set(
    _ vector: MotionVector, _ difference: Int, _ column: Int, _ row: Int
  ) {
    vectors[row * columns + column] = vector
    differences[row * columns + column] = difference
  }
}
