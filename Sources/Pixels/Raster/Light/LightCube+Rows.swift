import RowKernels
import WideRowKernels

extension LightCube {
  /// What lies between the steps of converting a row, for as many pixels as are converted at once.
  public struct Block: Sendable {
    static let capacity = 256
    fileprivate var first = [UInt32](repeating: 0, count: capacity)
    fileprivate var places = [UInt16](repeating: 0, count: 2 * capacity)
    fileprivate var weights = [UInt16](repeating: 0, count: 3 * capacity)
    /// Columns whose colours are converted one by one: fewer than half of these, and then those of one
    /// more part of the row.
    fileprivate var marked = [UInt32](repeating: 0, count: 2 * capacity)
    fileprivate var red = [UInt16](repeating: 0, count: 2 * capacity)
    fileprivate var green = [UInt16](repeating: 0, count: 2 * capacity)
    fileprivate var blue = [UInt16](repeating: 0, count: 2 * capacity)
    fileprivate var light = LightBlock()

    /// Memory for rows of any length.
    public init() {}
  }

  /// Converts a row of R′G′B′ in 0…65535 to the movie's codes in limited range, in 16 bits: those of 8
  /// bits in the upper ones.
  ///
  /// - Precondition: the rows have the same length.
  /// - Note: bit-exact with `Reference.convert`.
  public func convert(
    red: Span<UInt16>, green: Span<UInt16>, blue: Span<UInt16>, through block: inout Block,
    luma: inout MutableSpan<UInt16>, cb: inout MutableSpan<UInt16>,
    cr: inout MutableSpan<UInt16>
  ) {
    let count = luma.count
    precondition(
      red.count == count && green.count == count && blue.count == count && cb.count == count
        && cr.count == count, "rows of unequal length")
    var marked = 0
    for start in stride(from: 0, to: count, by: Block.capacity) {
      let columns = start..<min(start + Block.capacity, count)
      block.place(
        red.extracting(columns), green.extracting(columns), blue.extracting(columns))
      var y = luma._mutatingExtracting(columns)
      var u = cb._mutatingExtracting(columns)
      var v = cr._mutatingExtracting(columns)
      Self.mix(
        nodes, block.first, block.places, block.weights, &block.marked, &marked, from: start, &y,
        &u, &v)
      if marked >= Block.capacity || columns.upperBound == count, marked > 0 {
        convertMarked(marked, red, green, blue, &block, &luma, &cb, &cr)
        marked = 0
      }
    }
  }

  /// Converts colours by the nodes around them, and adds the columns of marked cells to `marked`.
  @inline(never)
  private static func mix(
    _ nodes: [UInt64], _ first: [UInt32], _ places: [UInt16], _ weights: [UInt16],
    _ marked: inout [UInt32], _ markedCount: inout Int, from start: Int,
    _ luma: inout MutableSpan<UInt16>, _ cb: inout MutableSpan<UInt16>,
    _ cr: inout MutableSpan<UInt16>
  ) {
    let (nodes, first, places, weights) = (nodes.span, first.span, places.span, weights.span)
    var marked = marked.mutableSpan
    let capacity = Block.capacity
    precondition(
      nodes.count == nodeCount && luma.count <= capacity && cb.count == luma.count
        && cr.count == luma.count && first.count == capacity && places.count == 2 * capacity
        && weights.count == 3 * capacity && marked.count == 2 * capacity
        && 0 <= markedCount && markedCount < capacity)
    // Safe: no part is longer than a block, and what `Block` finds are nodes of the grid.
    if WideVectors.areUsed {
      unsafe WideRowKernels.ColorCells.mix(
        nodes, first: first, places: places, weights: weights, capacity: capacity,
        across: Block.across, luma: &luma, cb: &cb, cr: &cr)
    } else {
      unsafe RowKernels.ColorCells.mix(
        nodes, first: first, places: places, weights: weights, capacity: capacity,
        across: Block.across, luma: &luma, cb: &cb, cr: &cr)
    }
    var count = markedCount
    for x in luma.indices {
      unsafe marked[unchecked: count] = UInt32(truncatingIfNeeded: start &+ x)
      count &+= unsafe Int(truncatingIfNeeded: nodes[unchecked: Int(first[unchecked: x])] &>> 63)
    }
    markedCount = count
  }

  /// Converts colours of marked cells by what the grid was made with.
  private func convertMarked(
    _ count: Int, _ red: Span<UInt16>, _ green: Span<UInt16>, _ blue: Span<UInt16>,
    _ block: inout Block, _ luma: inout MutableSpan<UInt16>, _ cb: inout MutableSpan<UInt16>,
    _ cr: inout MutableSpan<UInt16>
  ) {
    func lend(
      _ marked: [UInt32], _ light: inout LightBlock, _ r: inout [UInt16], _ g: inout [UInt16],
      _ b: inout [UInt16]
    ) {
      let marked = marked.span.extracting(0..<count)
      var redRow = r.mutableSpan
      var greenRow = g.mutableSpan
      var blueRow = b.mutableSpan
      var r = redRow._mutatingExtracting(0..<count)
      var g = greenRow._mutatingExtracting(0..<count)
      var b = blueRow._mutatingExtracting(0..<count)
      for i in marked.indices {
        let x = Int(marked[i])
        (r[i], g[i], b[i]) = (red[x], green[x], blue[x])
      }
      transform.apply(red: &r, green: &g, blue: &b, through: &light)
      let factors = target.codeFactors
      for i in marked.indices {
        let x = Int(marked[i])
        let sums = Kernels.codes(red: r[i], green: g[i], blue: b[i], by: factors)
        luma[x] = UInt16(truncatingIfNeeded: (sums.y &+ 1 &<< 15) &>> 16)
        cb[x] = UInt16(truncatingIfNeeded: (sums.cb &+ 1 &<< 15) &>> 16)
        cr[x] = UInt16(truncatingIfNeeded: (sums.cr &+ 1 &<< 15) &>> 16)
      }
    }
    lend(block.marked, &block.light, &block.red, &block.green, &block.blue)
  }
}

extension LightCube.Block {
  /// From a cell's first node to its last.
  static let across = LightCube.redStep + LightCube.greenStep + 1

  /// Finds cells, and in them the tetrahedra and the weights of their nodes.
  @inline(never)
  fileprivate mutating func place(
    _ red: Span<UInt16>, _ green: Span<UInt16>, _ blue: Span<UInt16>
  ) {
    Self.place(red, green, blue, &first, &places, &weights)
  }

  @inline(__always)
  private static func place(
    _ red: Span<UInt16>, _ green: Span<UInt16>, _ blue: Span<UInt16>, _ first: inout [UInt32],
    _ places: inout [UInt16], _ weights: inout [UInt16]
  ) {
    let count = red.count
    var firstRow = first.mutableSpan
    var cells = firstRow._mutatingExtracting(0..<count)
    var placeRow = places.mutableSpan
    var weightRow = weights.mutableSpan
    if WideVectors.areUsed {
      WideRowKernels.ColorCells.find(red: red, green: green, blue: blue, into: &cells)
      WideRowKernels.ColorCells.divide(
        red: red, green: green, blue: blue, capacity: capacity, redStep: LightCube.redStep,
        greenStep: LightCube.greenStep, places: &placeRow, weights: &weightRow)
    } else {
      RowKernels.ColorCells.find(red: red, green: green, blue: blue, into: &cells)
      RowKernels.ColorCells.divide(
        red: red, green: green, blue: blue, capacity: capacity, redStep: LightCube.redStep,
        greenStep: LightCube.greenStep, places: &placeRow, weights: &weightRow)
    }
  }
}
