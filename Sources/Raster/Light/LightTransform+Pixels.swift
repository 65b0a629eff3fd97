extension LightTransform {
  /// Converts a row of pixels where it lies.
  ///
  /// Components are in 0…65535.
  /// - Precondition: the rows have the same length.
  /// - Note: bit-exact with `Reference.apply`.
  public func apply(
    red: inout MutableSpan<UInt16>, green: inout MutableSpan<UInt16>,
    blue: inout MutableSpan<UInt16>
  ) {
    precondition(red.count == green.count && red.count == blue.count, "rows of unequal length")
    // What is done to a pixel in turn is done to a few hundred at once: so compilers make vectors
    // of all but the tables.
    var block = Block()
    var converted = [Int32](repeating: 0, count: Block.capacity)
    for first in stride(from: 0, to: red.count, by: Block.capacity) {
      let columns = first..<min(first + Block.capacity, red.count)
      var redCodes = red._mutatingExtracting(columns)
      var greenCodes = green._mutatingExtracting(columns)
      var blueCodes = blue._mutatingExtracting(columns)
      load(&redCodes, &greenCodes, &blueCodes, into: &block)
      write(0, of: block, through: &converted, into: &redCodes)
      write(1, of: block, through: &converted, into: &greenCodes)
      write(2, of: block, through: &converted, into: &blueCodes)
    }
  }

  /// Light of some pixels: whole numbers below 2⁵², with which floating point is exact. Processors
  /// have vectors for products of those, and not all of them for integers of 64 bits.
  private struct Block {
    static let capacity = 256
    var red = [Double](repeating: 0, count: capacity)
    var green = [Double](repeating: 0, count: capacity)
    var blue = [Double](repeating: 0, count: capacity)
  }

  /// Looks up light, for HLG on the display.
  @inline(__always)
  private func load(
    _ redCodes: inout MutableSpan<UInt16>, _ greenCodes: inout MutableSpan<UInt16>,
    _ blueCodes: inout MutableSpan<UInt16>, into block: inout Block
  ) {
    @inline(__always)
    func look(_ codes: inout MutableSpan<UInt16>, _ row: inout [Double]) {
      var row = row.mutableSpan
      let light = self.light.span
      precondition(light.count == 4096 && codes.count <= row.count)
      for x in codes.indices { codes[x] = (codes[x] &- codes[x] >> 12 &+ 8) >> 4 }
      // Safe: what was made of the codes is below 4096.
      for x in codes.indices { row[x] = unsafe light[unchecked: Int(codes[x])] }
    }
    look(&redCodes, &block.red)
    look(&greenCodes, &block.green)
    look(&blueCodes, &block.blue)
    guard !display.isEmpty else { return }
    for x in redCodes.indices {
      let (r, g, b) = shown(block.red[x], block.green[x], block.blue[x])
      block.red[x] = r
      block.green[x] = g
      block.blue[x] = b
    }
  }

  /// Codes of a component in BT.709.
  private func write(
    _ component: Int, of block: Block, through light: inout [Int32],
    into row: inout MutableSpan<UInt16>
  ) {
    var whole = light.mutableSpan
    var mixed = whole._mutatingExtracting(0..<row.count)
    mix(component, block.red.span, block.green.span, block.blue.span, into: &mixed)
    Self.writePlaces(of: light.span.extracting(0..<row.count), below: codes.count, into: &row)
    let codes = self.codes.span
    // Safe: the places are below `codes.count`.
    for x in row.indices { row[x] = unsafe codes[unchecked: Int(row[x])] }
  }

  /// Light of a component in BT.709, rounded to nearest, ties up.
  @inline(never)
  private func mix(
    _ component: Int, _ red: Span<Double>, _ green: Span<Double>, _ blue: Span<Double>,
    into result: inout MutableSpan<Int32>
  ) {
    precondition(
      result.count <= red.count && result.count <= green.count && result.count <= blue.count)
    let unit = Double(1 << Self.matrixBits)
    let byRed = Double(matrix[3 * component]) / unit
    let byGreen = Double(matrix[3 * component + 1]) / unit
    let byBlue = Double(matrix[3 * component + 2]) / unit
    // Less than any other difference, so that ties, and nothing else, are rounded otherwise.
    let tie = 1 / (2 * unit)
    for x in result.indices {
      let sum = byRed * red[x] + byGreen * green[x] + byBlue * blue[x] + tie
      // The lowest bit of what this is added to stands for 1.
      result[x] = Int32(truncatingIfNeeded: (sum + 0x1.8p52).bitPattern)
    }
  }

  /// As `place`, up to the last one of a table.
  @inline(never)
  private static func writePlaces(
    of light: Span<Int32>, below count: Int, into result: inout MutableSpan<UInt16>
  ) {
    precondition(light.count == result.count && count > 512 && count < 1 << 15)
    let last = Int32(count - 1)
    for x in result.indices {
      let light = light[x]
      // An exponent, and the nine bits below the highest. What is rounded here is above white.
      let bits = Int32(truncatingIfNeeded: Float(light).bitPattern >> 14)
      let place = light < 512 ? light : bits &- (127 + 8) << 9
      let positive = place > 0 ? place : 0
      result[x] = UInt16(truncatingIfNeeded: positive < last ? positive : last)
    }
  }

  /// HLG: from light of the scene to light on the display (BT.2100-2, OOTF), tone-mapped.
  @inline(__always)
  private func shown(_ r: Double, _ g: Double, _ b: Double) -> (Double, Double, Double) {
    // 0.2627, 0.6780 and 0.0593 of 65536.
    let luminance = (17_216 * r + 44_434 * g + 3886 * b) / 65536
    let factor = Double(display[Self.place(luminance)]) / 65536
    @inline(__always)
    func mapped(_ light: Double) -> Double { Double(tone[Self.place(light * factor + 0.5)]) }
    return (mapped(r), mapped(g), mapped(b))
  }

  /// As `place` of the whole number below: an exponent, and the nine bits below the highest.
  @inline(__always)
  private static func place(_ light: Double) -> Int {
    light < 512 ? Int(light) : Int(light.bitPattern >> 43) &- (1023 + 8) << 9
  }
}
