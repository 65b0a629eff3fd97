/// What a frame shows as integers, in two parts: a shape that seldom changes, and as many numbers
/// for every frame of that shape.
struct FrameDescription {
  /// Which layers of which content there are.
  var shape: [Int64] = []
  /// Which frame of it, how strong, where.
  var numbers: [Int64] = []

  mutating func clear() {
    shape.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
  }
}

/// Frames in a short form that depends on what they show alone, not on how a plan is cut up.
///
/// Frames of one shape that follow each other are written once, with a column for each of their
/// numbers:
/// ```
/// shape A   frames 7 8 9 10 20 22    →  A, 6 frames, (7 +1 ×4) (20 +2 ×2)
///           weight 5 5 5  5  5  5                    (5 +0 ×6)
/// ```
struct FrameRuns {
  private var shape: [Int64] = []
  private var columns: [ArithmeticRuns] = []
  private var count = 0

  /// Says what shape the next frames have.
  mutating func begin(_ frame: FrameDescription, _ hasher: inout ContentHasher) {
    if count > 0, frame.shape == shape, frame.numbers.count == columns.count { return }
    end(&hasher)
    shape = frame.shape
    columns = Array(repeating: ArithmeticRuns(), count: frame.numbers.count)
  }

  /// - Precondition: as many numbers as the frame had for which `begin` was called.
  mutating func append(_ numbers: [Int64]) {
    precondition(numbers.count == columns.count, "\(numbers.count) numbers of \(columns.count)")
    for column in columns.indices { columns[column].append(numbers[column]) }
    count += 1
  }

  /// Appends frames that differ in nothing but which frames of sources they show.
  ///
  /// - Parameter sources: places among the numbers of what tells frames of sources apart, with
  ///   that of each frame.
  mutating func append(
    _ numbers: [Int64], count: Int, _ sources: [(column: Int, frames: [Int64])]
  ) {
    precondition(numbers.count == columns.count, "\(numbers.count) numbers of \(columns.count)")
    for column in columns.indices {
      guard let frames = sources.first(where: { $0.column == column })?.frames else {
        columns[column].append(numbers[column], count: Int64(count))
        continue
      }
      for frame in frames { columns[column].append(frame) }
    }
    self.count += count
  }

  /// Hashes what has not been yet.
  mutating func end(_ hasher: inout ContentHasher) {
    if count == 0 { return }
    hasher.add(shape)
    hasher.add(count)
    for column in columns { hasher.add(column.written) }
    count = 0
  }
}

/// Numbers as arithmetic runs, each as long as it gets from the left: the same numbers always give
/// the same runs.
struct ArithmeticRuns {
  /// Finished runs: first number, step, how many.
  private var finished: [Int64] = []
  private var first: Int64 = 0
  private var step: Int64 = 0
  private var last: Int64 = 0
  private var count: Int64 = 0

  mutating func append(_ number: Int64) {
    if count == 1 {
      step = number &- first
    } else if count == 0 || number != last &+ step {
      finish()
      first = number
    }
    last = number
    count += 1
  }

  mutating func append(_ number: Int64, count: Int64) {
    var left = count
    // Two of a kind make a run that the others belong to.
    while left > 0, self.count < 2 || step != 0 || last != number {
      append(number)
      left -= 1
    }
    self.count += left
  }

  private mutating func finish() {
    if count > 0 { finished += [first, count == 1 ? 0 : step, count] }
    count = 0
  }

  /// First number, step and length of every run.
  var written: [Int64] {
    var copy = self
    copy.finish()
    return copy.finished
  }
}
