/// Draws one plane of a picture between two, block over block.
///
/// ```
///   weight  ╱╲╱╲╱╲    each block reaches over half of its neighbours, and counts the less the
///          ╱╱╲╱╲╱╲╲   farther from its middle; all that lie over a sample add up to one
/// ```
/// After M. Orchard and G. Sullivan, "Overlapped block motion compensation" (IEEE Transactions on Image
/// Processing 3, 1994), with triangles as windows.
struct FlowDrawing<Sample: PixelSample> {
  private let first: Image
  private let second: Image
  private let plane: Int
  private let share: Int
  private let width: Int
  private let height: Int
  /// Samples of a block, and of the window that is drawn of it.
  private let step: Int
  private let side: Int
  /// Vectors count half in chroma.
  private let halving: Int
  private let taps: FlowTaps
  private let windowWeights: [Int32]
  /// In 1/16 of codes, times the weights of windows.
  private var sums: [Int32]

  // MARK: - Scratch, of a window each

  private var scratch: FlowScratch<Sample>
  private var before: [Int32]
  private var after: [Int32]
  private var mixed: [Int32]

  init(_ first: Image, _ second: Image, plane: Int, share: Int) {
    self.first = first
    self.second = second
    self.plane = plane
    self.share = share
    width = first.width(of: plane)
    height = first.height(of: plane)
    halving = first.format.isChroma(plane: plane) ? 1 : 0
    step = PairMotion.step >> halving
    let side = 2 * step
    self.side = side
    // Beyond its alpha a colour would not be one.
    taps = FlowTaps(isLinear: first.format.hasAlpha)
    windowWeights = (0..<side).map { Int32(2 * min($0, side - 1 - $0) + 1) }
    sums = [Int32](repeating: 0, count: width * height)
    scratch = FlowScratch(side: side)
    before = [Int32](repeating: 0, count: side * side)
    after = before
    mixed = before
  }

  /// Adds the windows of all blocks.
  mutating func draw(_ cells: FlowCells) {
    for row in -1...cells.rows {
      let y = row * step - step / 2
      if y >= height || y + side <= 0 { continue }
      for column in -1...cells.columns {
        let x = column * step - step / 2
        if x >= width || x + side <= 0 { continue }
        draw(cells[column, row], x, y)
      }
    }
  }

  /// A row of what was drawn.
  func finish(_ y: Int, into row: inout MutableSpan<Sample>) {
    // The weights of a sample add up to a window's side, across and down; 1/16 are four bits.
    let bits = Int32(truncatingIfNeeded: 4 + 2 * side.trailingZeroBitCount)
    Kernels.round(sums.span.extracting(y * width..<(y + 1) * width), bits: bits, into: &row)
  }

  private mutating func draw(_ cell: FlowCell, _ x: Int, _ y: Int) {
    let one = Kernels.fullWeight
    let plain = (one - share, share)
    let shares =
      switch cell.source {
      case .both: plain
      case .first: (one, 0)
      case .second: (0, one)
      }
    if cell.certainty < one {
      mix(.zero, x, y, plain)
      add(x, y, one - cell.certainty)
    }
    if cell.certainty > 0 {
      mix(cell.vector, x, y, shares)
      add(x, y, cell.certainty)
    }
  }

  /// What lies on a movement of a window, of each picture its share.
  private mutating func mix(
    _ vector: MotionVector, _ x: Int, _ y: Int, _ shares: (Int, Int)
  ) {
    let shift = FlowShift(vector, share)
    if shares.0 > 0 {
      scratch.sample(first, plane, x, y, -shift.x >> halving, -shift.y >> halving, taps, &before)
    }
    if shares.1 > 0 {
      scratch.sample(
        second, plane, x, y, (8 * vector.x - shift.x) >> halving,
        (8 * vector.y - shift.y) >> halving, taps, &after)
    }
    Self.mix(before, shares.0, after, shares.1, into: &mixed)
  }

  private static func mix(
    _ a: [Int32], _ share: Int, _ b: [Int32], _ otherShare: Int, into result: inout [Int32]
  ) {
    var row = result.mutableSpan
    Kernels.mix(
      a.span, Int32(truncatingIfNeeded: share), b.span, Int32(truncatingIfNeeded: otherShare),
      into: &row)
  }

  /// Adds a share of the window that was mixed last.
  private mutating func add(_ x: Int, _ y: Int, _ share: Int) {
    // Two shares of a window may add up to 1/16 of a code too much.
    if share < Kernels.fullWeight { Self.scale(&mixed, share) }
    let columns = max(0, -x)..<min(side, width - x)
    for row in max(0, -y)..<min(side, height - y) {
      let start = (y + row) * width + x
      Self.add(
        mixed, from: row * side, columns, windowWeights, row, to: &sums,
        from: start)
    }
  }

  private static func scale(_ mixed: inout [Int32], _ share: Int) {
    let part = Int32(truncatingIfNeeded: share)
    var row = mixed.mutableSpan
    for i in row.indices { row[i] = (row[i] &* part &+ 16384) &>> 15 }
  }

  private static func add(
    _ mixed: [Int32], from first: Int, _ columns: Range<Int>, _ weights: [Int32], _ row: Int,
    to sums: inout [Int32], from start: Int
  ) {
    var span = sums.mutableSpan
    var target = span._mutatingExtracting(start + columns.lowerBound..<start + columns.upperBound)
    Kernels.add(
      mixed.span.extracting(first + columns.lowerBound..<first + columns.upperBound),
      weights.span.extracting(columns), times: weights[row], to: &target)
  }
}

/// Takes windows of pictures from between their samples; its memory is used again.
struct FlowScratch<Sample: PixelSample> {
  private let side: Int
  private var gathered: [Sample]
  /// Weighed across, by rows.
  private var weighed: [Int32]

  init(side: Int) {
    self.side = side
    gathered = [Sample](repeating: Sample(code: 0), count: side + 3)
    weighed = [Int32](repeating: 0, count: side * (side + 3))
  }

  /// Takes a window, moved by 1/32 of samples; edges go on beyond the picture.
  mutating func sample(
    _ image: Image, _ plane: Int, _ x: Int, _ y: Int, _ right: Int, _ down: Int, _ taps: FlowTaps,
    _ patch: inout [Int32]
  ) {
    let left = x + (right >> 5) - 1
    let top = y + (down >> 5) - 1
    let across = taps.weights(right)
    let lastRow = image.height(of: plane) - 1
    let width = image.width(of: plane)
    let count = side + 3
    for row in 0..<count {
      let source = image.row(plane, min(max(top + row, 0), lastRow), as: Sample.self)
      if left >= 0, left + count <= width {
        Self.weigh(source.extracting(left..<left + count), across, &weighed, row * side, side)
      } else {
        for i in 0..<count { gathered[i] = source[min(max(left + i, 0), width - 1)] }
        Self.weigh(gathered, across, &weighed, row * side, side)
      }
    }
    Self.weigh(weighed, taps.weights(down), side, into: &patch)
  }

  private static func weigh(
    _ samples: [Sample], _ weights: (Int32, Int32, Int32, Int32), _ rows: inout [Int32],
    _ start: Int, _ count: Int
  ) {
    weigh(samples.span, weights, &rows, start, count)
  }

  private static func weigh(
    _ samples: Span<Sample>, _ weights: (Int32, Int32, Int32, Int32), _ rows: inout [Int32],
    _ start: Int, _ count: Int
  ) {
    var span = rows.mutableSpan
    var target = span._mutatingExtracting(start..<start + count)
    Kernels.weigh(samples, weights, into: &target)
  }

  private static func weigh(
    _ weighed: [Int32], _ weights: (Int32, Int32, Int32, Int32), _ side: Int,
    into patch: inout [Int32]
  ) {
    // Rows follow each other without a gap: all of them are one.
    let count = side * side
    let rows = weighed.span
    var target = patch.mutableSpan
    Kernels.weigh(
      rows.extracting(0..<count), rows.extracting(side..<side + count),
      rows.extracting(2 * side..<2 * side + count), rows.extracting(3 * side..<3 * side + count),
      weights, into: &target)
  }
}
