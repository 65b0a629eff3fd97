/// A number for each pixel of some cells, in the order of `CellColors`, and two for each cell: codes, or
/// alphas.
struct CellNumbers: Sendable {
  private static let capacity = CellColors.capacity
  /// Where those of cells begin: blue differences, then red differences.
  private static let first = 4 * capacity
  private static let second = 5 * capacity

  private var numbers = [Float](repeating: 0, count: 6 * capacity)

  /// Makes all numbers 1.
  mutating func setOne() {
    var numbers = numbers.mutableSpan
    numbers.update(repeating: 1)
  }

  // MARK: - Rows

  /// Reads codes.
  @inline(__always)
  mutating func read<Sample: PixelSample>(
    _ rows: borrowing CellRows<Sample>, _ columns: Range<Int>
  ) {
    for side in 0..<2 {
      Self.split(rows.luma[side].span, columns, 2 &* side, into: &numbers)
    }
    Self.copy(rows.cb.span.extracting(columns), Self.first, into: &numbers)
    Self.copy(rows.cr.span.extracting(columns), Self.second, into: &numbers)
  }

  /// Reads alphas, as parts of 1.
  @inline(__always)
  mutating func readAlpha<Sample: PixelSample>(
    _ rows: borrowing CellRows<Sample>, _ columns: Range<Int>
  ) {
    for side in 0..<2 {
      Self.split(rows.alpha[side].span, columns, 2 &* side, into: &numbers)
    }
    Self.copy(rows.chromaAlpha.span.extracting(columns), Self.first, into: &numbers)
    let full = Float(Sample.maximum)
    var numbers = numbers.mutableSpan
    for x in numbers.indices { numbers[x] /= full }
  }

  /// Writes codes, rounded to nearest, ties to even.
  @inline(__always)
  func write<Sample: PixelSample>(into rows: inout CellRows<Sample>, _ columns: Range<Int>) {
    for side in 0..<2 {
      Self.join(numbers, 2 &* side, columns, into: &rows.luma[side])
    }
    Self.paste(numbers, Self.first, columns, into: &rows.cb)
    Self.paste(numbers, Self.second, columns, into: &rows.cr)
  }

  /// Even columns to one run, odd ones to the next. One that is not there is 0.
  @inline(__always)
  private static func split<Sample: PixelSample>(
    _ row: Span<Sample>, _ columns: Range<Int>, _ quarter: Int, into numbers: inout [Float]
  ) {
    var numbers = numbers.mutableSpan
    let (count, start) = (columns.count, 2 &* columns.lowerBound)
    let (left, right) = (quarter &* count, (quarter &+ 1) &* count)
    precondition(
      start >= 0 && count <= capacity && numbers.count == 6 &* capacity && quarter >= 0
        && quarter <= 2)
    if start &+ 2 &* count > row.count {
      for cell in 0..<count {
        let x = start &+ 2 &* cell
        numbers[left &+ cell] = Float(row[x].code)
        numbers[right &+ cell] = x &+ 1 < row.count ? Float(row[x &+ 1].code) : 0
      }
      return
    }
    let bytes = unsafe row.bytes
    for cell in 0..<count {
      // Safe: both columns of the cell are in the row, and there are four runs of `capacity` at most.
      let pair = unsafe samplePair(bytes, start / 2 &+ cell, of: Sample.self)
      unsafe numbers[unchecked: left &+ cell] = Float(pair.0)
      unsafe numbers[unchecked: right &+ cell] = Float(pair.1)
    }
  }

  /// Two neighbours, read as one word, of which vectors are made.
  @inline(__always)
  @unsafe private static func samplePair<Sample: PixelSample>(
    _ bytes: RawSpan, _ index: Int, of: Sample.Type
  ) -> (Int32, Int32) {
    if Sample.depth == 8 {
      let word = unsafe bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: 2 &* index, as: UInt16.self)
      let both = Int32(UInt16(littleEndian: word))
      return (both & 0xFF, both &>> 8)
    }
    let word = unsafe bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: 4 &* index, as: UInt32.self)
    let both = Int32(truncatingIfNeeded: UInt32(littleEndian: word))
    return (both & 0xFFFF, both &>> 16)
  }

  @inline(__always)
  private static func copy<Sample: PixelSample>(
    _ row: Span<Sample>, _ first: Int, into numbers: inout [Float]
  ) {
    var whole = numbers.mutableSpan
    var part = whole._mutatingExtracting(first..<first &+ row.count)
    for x in row.indices { part[x] = Float(Int32(truncatingIfNeeded: row[x])) }
  }

  @inline(__always)
  private static func join<Sample: PixelSample>(
    _ numbers: [Float], _ quarter: Int, _ columns: Range<Int>, into row: inout [Sample]
  ) {
    let numbers = numbers.span
    var row = row.mutableSpan
    let (count, start) = (columns.count, 2 &* columns.lowerBound)
    let (left, right) = (quarter &* count, (quarter &+ 1) &* count)
    precondition(
      start >= 0 && count <= capacity && numbers.count == 6 &* capacity && quarter >= 0
        && quarter <= 2)
    let whole = min(count, (row.count &- start) / 2)
    var bytes = unsafe row.mutableBytes
    for cell in 0..<whole {
      // Safe: as in `split`.
      let pair = unsafe (
        code(numbers[unchecked: left &+ cell]), code(numbers[unchecked: right &+ cell])
      )
      if Sample.depth == 8 {
        unsafe bytes.storeBytes(
          of: UInt16(truncatingIfNeeded: pair.0 & 0xFF | pair.1 &<< 8).littleEndian,
          toUncheckedByteOffset: start &+ 2 &* cell, as: UInt16.self)
      } else {
        unsafe bytes.storeBytes(
          of: (pair.0 & 0xFFFF | pair.1 &<< 16).littleEndian,
          toUncheckedByteOffset: 2 &* start &+ 4 &* cell, as: UInt32.self)
      }
    }
    if whole < count {
      row[row.count &- 1] = Sample(truncatingIfNeeded: code(numbers[left &+ whole]))
    }
  }

  @inline(__always)
  private static func paste<Sample: PixelSample>(
    _ numbers: [Float], _ first: Int, _ columns: Range<Int>, into row: inout [Sample]
  ) {
    let numbers = numbers.span.extracting(first..<first &+ columns.count)
    var whole = row.mutableSpan
    var row = whole._mutatingExtracting(columns)
    for x in numbers.indices { row[x] = Sample(truncatingIfNeeded: code(numbers[x])) }
  }

  /// The nearest whole number, ties to even: the lowest bit of what is added stands for 1.
  @inline(__always)
  private static func code(_ number: Float) -> UInt32 { (number + 0x1.8p23).bitPattern }

  // MARK: - Alpha

  /// Takes codes without alpha: what is transparent is black.
  @inline(__always)
  mutating func divide(_ codes: CellNumbers, by alpha: CellNumbers, _ count: Int, depth: Int) {
    numbers = codes.numbers
    divide(by: alpha, count, depth: depth)
  }

  @inline(__always)
  mutating func divide(by alpha: CellNumbers, _ count: Int, depth: Int) {
    let full: Float = depth == 8 ? 255 : 1023
    let scale = Float(1 << (depth - 8))
    let alpha = alpha.numbers.span
    var numbers = numbers.mutableSpan
    precondition(
      numbers.count == 6 &* Self.capacity && alpha.count == numbers.count
        && count <= Self.capacity)
    for pixel in 0..<4 &* count {
      numbers[pixel] = Self.straight(numbers[pixel], alpha[pixel], full, 16 * scale)
    }
    for cell in 0..<count {
      let alpha = alpha[Self.first &+ cell]
      numbers[Self.first &+ cell] = Self.straight(
        numbers[Self.first &+ cell], alpha, full, 128 * scale)
      numbers[Self.second &+ cell] = Self.straight(
        numbers[Self.second &+ cell], alpha, full, 128 * scale)
    }
  }

  @inline(__always)
  private static func straight(
    _ code: Float, _ alpha: Float, _ full: Float, _ transparent: Float
  ) -> Float {
    let quotient = code / alpha
    return alpha > 0 ? (quotient < full ? quotient : full) : transparent
  }

  // MARK: - Colours

  /// Makes R′G′B′ of codes, cut to 0…1.
  @inline(__always)
  func decode(_ count: Int, depth: Int, into block: inout ColorBlock) {
    let unit = Float(1 << (depth - 8))
    let (black, neutral) = (16 * unit, 128 * unit)
    let chroma = 1 / (224 * unit)
    // Divided, so that white is exactly 1.
    let white = 219 * unit
    let codes = numbers.span
    var row = block.components.mutableSpan
    let (green, blue) = (ColorBlock.stride, 2 * ColorBlock.stride)
    precondition(
      codes.count == 6 &* Self.capacity && row.count == 3 &* ColorBlock.stride
        && count <= Self.capacity)
    for quarter in 0..<4 {
      for cell in 0..<count {
        let x = quarter &* count &+ cell
        // Safe: there are `capacity` cells at most.
        let y = unsafe (codes[unchecked: x] - black) / white
        let cb = unsafe (codes[unchecked: Self.first &+ cell] - neutral) * chroma
        let cr = unsafe (codes[unchecked: Self.second &+ cell] - neutral) * chroma
        unsafe row[unchecked: x] = (y + ColorShares.redByCr * cr).clipped
        unsafe row[unchecked: x &+ green] =
          (y - ColorShares.greenByCb * cb - ColorShares.greenByCr * cr).clipped
        unsafe row[unchecked: x &+ blue] = (y + ColorShares.blueByCb * cb).clipped
      }
    }
  }

  /// Adds differences to the codes of opaque cells: a cell's are the means of its pixels'.
  @inline(__always)
  mutating func add(_ changes: ColorBlock, _ count: Int, depth: Int) {
    let unit = Float(1 << (depth - 8))
    let (luma, chroma) = (219 * unit, 224 * unit)
    let full: Float = depth == 8 ? 255 : 1023
    let changes = changes.components.span
    var codes = numbers.mutableSpan
    let (cb, cr) = (ColorBlock.stride, 2 * ColorBlock.stride)
    precondition(
      codes.count == 6 &* Self.capacity && changes.count == 3 &* ColorBlock.stride
        && count <= Self.capacity)
    for pixel in 0..<4 &* count {
      codes[pixel] = Self.sum(codes[pixel], luma * changes[pixel], full)
    }
    let (a, b, c) = (count, 2 &* count, 3 &* count)
    for cell in 0..<count {
      // Safe: as in `decode`.
      @inline(__always)
      func sum(_ x: Int) -> Float {
        let (left, right) = unsafe (changes[unchecked: x], changes[unchecked: x &+ a])
        let (below, last) = unsafe (changes[unchecked: x &+ b], changes[unchecked: x &+ c])
        return left + right + below + last
      }
      let (blueSum, redSum) = (sum(cb &+ cell), sum(cr &+ cell))
      let (first, second) = (Self.first &+ cell, Self.second &+ cell)
      unsafe codes[unchecked: first] = Self.sum(
        codes[unchecked: first], chroma * (blueSum * 0.25), full)
      unsafe codes[unchecked: second] = Self.sum(
        codes[unchecked: second], chroma * (redSum * 0.25), full)
    }
  }

  /// The same with alphas: changes count by both, a cell's means are weighted by the layer's own.
  @inline(__always)
  mutating func add(
    _ changes: ColorBlock, _ count: Int, _ alpha: CellNumbers, _ alphaBelow: CellNumbers,
    depth: Int
  ) {
    let unit = Float(1 << (depth - 8))
    let (luma, chroma) = (219 * unit, 224 * unit)
    let full: Float = depth == 8 ? 255 : 1023
    let (own, below) = (alpha.numbers.span, alphaBelow.numbers.span)
    let changes = changes.components.span
    var codes = numbers.mutableSpan
    precondition(
      codes.count == 6 &* Self.capacity && changes.count == 3 &* ColorBlock.stride
        && own.count == codes.count && below.count == codes.count && count <= Self.capacity)
    for pixel in 0..<4 &* count {
      codes[pixel] = Self.sum(
        codes[pixel], luma * changes[pixel] * (own[pixel] * below[pixel]), full * own[pixel])
    }
    for cell in 0..<count {
      var (blue, red, cover) = (Float(0), Float(0), Float(0))
      for quarter in 0..<4 {
        let pixel = quarter &* count &+ cell
        let weight = own[pixel] * below[pixel]
        blue += changes[ColorBlock.stride &+ pixel] * weight
        red += changes[2 &* ColorBlock.stride &+ pixel] * weight
        cover += own[pixel]
      }
      let alpha = own[Self.first &+ cell]
      let share: Float = cover > 0 ? chroma * alpha / cover : 0
      let (first, second) = (Self.first &+ cell, Self.second &+ cell)
      codes[first] = Self.sum(codes[first], blue * share, full * alpha)
      codes[second] = Self.sum(codes[second], red * share, full * alpha)
    }
  }

  /// A code and a change, cut to what it may be.
  @inline(__always)
  private static func sum(_ code: Float, _ change: Float, _ full: Float) -> Float {
    let sum = code + change
    let positive: Float = sum > 0 ? sum : 0
    return positive < full ? positive : full
  }
}
