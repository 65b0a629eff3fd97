/// A few columns of a plane side by side, which stay in the nearest memory while one filter after the other
/// goes over them.
struct ColumnStrip {
  /// A row of the strip.
  typealias Row = SIMD8<UInt16>
  /// In columns.
  static let width = Row.scalarCount

  /// Without the margins.
  private let height: Int
  /// Rows added above and below, like the outermost ones.
  private let margin: Int
  private var rows: [Row]
  /// Where a filter writes.
  private var filtered: [Row]

  init(height: Int, margin: Int) {
    self.height = height
    self.margin = margin
    rows = Array(repeating: Row(), count: height + 2 * margin)
    filtered = rows
  }

  mutating func apply(_ filter: ColumnFilter) {
    switch filter {
    case .kernel(let kernel):
      Self.convolve(rows, into: &filtered, kernel)
      swap(&rows, &filtered)
    case .boxes(let width, let count):
      for _ in 0..<count {
        Self.average(rows, into: &filtered, width: width)
        swap(&rows, &filtered)
      }
    }
  }

  // MARK: - Filters

  /// By a kernel, rounded to nearest, ties up.
  private static func convolve(
    _ rows: [Row], into filtered: inout [Row], _ kernel: GaussianKernel
  ) {
    let source = rows.span
    var target = filtered.mutableSpan
    let (middle, taps) = (kernel.taps[0], Array(kernel.taps.dropFirst()))
    let last = source.count - 1
    let inner = taps.count..<max(taps.count, source.count - taps.count)
    for y in source.indices {
      var sum = SIMD8<UInt32>(truncatingIfNeeded: source[y]) &* middle &+ 1 << 15
      if inner.contains(y) {
        for index in taps.indices {
          // Safe: so many rows are above and below.
          let above = unsafe source[unchecked: y &- index &- 1]
          let below = unsafe source[unchecked: y &+ index &+ 1]
          sum &+= products(above, taps[index]) &+ products(below, taps[index])
        }
      } else {
        for index in taps.indices {
          let (above, below) = (source[max(y - index - 1, 0)], source[min(y + index + 1, last)])
          sum &+= products(above, taps[index]) &+ products(below, taps[index])
        }
      }
      target[y] = Row(truncatingIfNeeded: sum &>> 16)
    }
  }

  /// - Parameter tap: below 65536.
  @inline(__always)
  private static func products(_ row: Row, _ tap: UInt32) -> SIMD8<UInt32> {
    let tap = UInt32(UInt16(truncatingIfNeeded: tap))
    return SIMD8<UInt32>(truncatingIfNeeded: row) &* SIMD8<UInt32>(repeating: tap)
  }

  /// Means over a column's neighbours, rounded to nearest, ties to even.
  ///
  /// - Parameter size: 2 · whole + 1 + 2 · part of the next ones.
  private static func average(_ rows: [Row], into filtered: inout [Row], width size: Double) {
    let source = rows.span
    var target = filtered.mutableSpan
    let whole = Int((size - 1) / 2)
    let part = Float((size - 1) / 2 - Double(whole))
    let scale = Float(1 / size)
    let last = source.count - 1
    var sum = SIMD8<Int32>()
    for y in -whole...whole {
      sum &+= SIMD8<Int32>(truncatingIfNeeded: source[min(max(y, 0), last)])
    }
    for y in source.indices {
      let above = SIMD8<Int32>(truncatingIfNeeded: source[max(y &- whole &- 1, 0)])
      let below = SIMD8<Int32>(truncatingIfNeeded: source[min(y &+ whole &+ 1, last)])
      let gone = SIMD8<Int32>(truncatingIfNeeded: source[max(y &- whole, 0)])
      let mean = (SIMD8<Float>(sum) + part * SIMD8<Float>(above &+ below)) * scale
      let bits = unsafe unsafeBitCast(mean + 0x1.8p23, to: SIMD8<UInt32>.self)
      target[y] = Row(truncatingIfNeeded: bits)
      sum = sum &+ below &- gone
    }
  }

  // MARK: - From and to planes

  /// Takes as many columns of a plane.
  mutating func load(columns: Range<Int>, of plane: Span<UInt16>, width: Int) {
    let (height, margin) = (height, margin)
    var target = rows.mutableSpan
    precondition(target.count >= height + margin)
    for y in 0..<height {
      let first = y * width
      let source = plane.extracting(first + columns.lowerBound..<first + columns.upperBound)
      target[y + margin] = Self.row(source)
    }
    fillMargins()
  }

  /// Gives them back.
  func store(columns: Range<Int>, into plane: inout MutableSpan<UInt16>, width: Int) {
    let source = rows.span
    for y in 0..<height {
      let first = y * width
      var row = plane._mutatingExtracting(
        first + columns.lowerBound..<first + columns.upperBound)
      let own = source[y + margin]
      for x in row.indices { row[x] = own[x] }
    }
  }

  /// Takes as many rows of a plane, as columns.
  mutating func load(rows lines: Range<Int>, of plane: Span<UInt16>, width: Int) {
    let (height, margin) = (height, margin)
    let source = plane.extracting(lines.lowerBound * width..<lines.upperBound * width)
    var whole = rows.mutableSpan
    var target = whole._mutatingExtracting(margin..<margin + height)
    precondition(target.count == width && source.count == lines.count * width)
    if lines.count == Self.width {
      for x in target.indices {
        // Safe: as many rows are there.
        let row = unsafe Row(
          source[unchecked: x], source[unchecked: width &+ x], source[unchecked: 2 &* width &+ x],
          source[unchecked: 3 &* width &+ x], source[unchecked: 4 &* width &+ x],
          source[unchecked: 5 &* width &+ x], source[unchecked: 6 &* width &+ x],
          source[unchecked: 7 &* width &+ x])
        target[x] = row
      }
    } else {
      for x in target.indices {
        var row = Row()
        for line in lines.indices {
          row[line - lines.lowerBound] = source[(line - lines.lowerBound) * width + x]
        }
        target[x] = row
      }
    }
    fillMargins()
  }

  /// Gives them back.
  func store(rows lines: Range<Int>, into plane: inout MutableSpan<UInt16>, width: Int) {
    var target = plane._mutatingExtracting(lines.lowerBound * width..<lines.upperBound * width)
    let source = rows.span.extracting(margin..<margin + height)
    precondition(source.count == width && target.count == lines.count * width)
    for x in source.indices {
      let row = source[x]
      if lines.count == Self.width {
        for line in 0..<Self.width {
          // Safe: as many rows are there.
          unsafe target[unchecked: line &* width &+ x] = row[line]
        }
      } else {
        for line in 0..<lines.count { target[line * width + x] = row[line] }
      }
    }
  }

  /// As many samples as there are, and zeros.
  @inline(__always)
  private static func row(_ samples: Span<UInt16>) -> Row {
    if samples.count == width {
      return Row(
        samples[0], samples[1], samples[2], samples[3], samples[4], samples[5], samples[6],
        samples[7])
    }
    var row = Row()
    for x in samples.indices { row[x] = samples[x] }
    return row
  }

  private mutating func fillMargins() {
    let (height, margin) = (height, margin)
    var rows = rows.mutableSpan
    let (top, bottom) = (rows[margin], rows[margin + height - 1])
    for y in 0..<margin {
      rows[y] = top
      rows[margin + height + y] = bottom
    }
  }
}
