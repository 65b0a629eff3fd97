import BaseValues

extension LightTransform {
  /// Converts pixels of R, G, B and A, straight alpha, where they lie.
  ///
  /// Components of 8 bits are widened evenly and rounded once.
  /// - Precondition: there are whole pixels.
  public func apply<Sample: PixelSample>(toPixels pixels: inout MutableSpan<Sample>) {
    precondition(pixels.count % 4 == 0, "no whole pixels")
    let wide = 65535 / UInt32(Sample.max)
    var block = LightBlock()
    var rows = [[UInt16]](repeating: [UInt16](repeating: 0, count: LightBlock.capacity), count: 3)
    for first in stride(from: 0, to: pixels.count / 4, by: LightBlock.capacity) {
      let count = min(LightBlock.capacity, pixels.count / 4 - first)
      for component in 0..<3 {
        for x in 0..<count {
          let code = UInt32(pixels[4 * (first + x) + component]) * wide
          rows[component][x] = UInt16(truncatingIfNeeded: code)
        }
      }
      func lend(_ red: inout [UInt16], _ green: inout [UInt16], _ blue: inout [UInt16]) {
        var red = red.mutableSpan
        var green = green.mutableSpan
        var blue = blue.mutableSpan
        var r = red._mutatingExtracting(0..<count)
        var g = green._mutatingExtracting(0..<count)
        var b = blue._mutatingExtracting(0..<count)
        apply(red: &r, green: &g, blue: &b, through: &block)
      }
      var (red, green, blue) = (rows[0], rows[1], rows[2])
      lend(&red, &green, &blue)
      for x in 0..<count {
        for (component, row) in [red, green, blue].enumerated() {
          pixels[4 * (first + x) + component] = Sample(
            truncatingIfNeeded: (UInt32(row[x]) + wide / 2) / wide)
        }
      }
    }
  }

  /// Converts a row of pixels where it lies.
  ///
  /// Components are in 0…65535.
  /// - Precondition: the rows have the same length.
  /// - Note: bit-exact with `Reference.apply`.
  public func apply(
    red: inout MutableSpan<UInt16>, green: inout MutableSpan<UInt16>,
    blue: inout MutableSpan<UInt16>
  ) {
    var block = LightBlock()
    apply(red: &red, green: &green, blue: &blue, through: &block)
  }

  /// The same with memory that is used again.
  func apply(
    red: inout MutableSpan<UInt16>, green: inout MutableSpan<UInt16>,
    blue: inout MutableSpan<UInt16>, through block: inout LightBlock
  ) {
    precondition(red.count == green.count && red.count == blue.count, "rows of unequal length")
    // What is done to a pixel in turn is done to a few hundred at once: so compilers make vectors
    // of all but the tables.
    for first in stride(from: 0, to: red.count, by: LightBlock.capacity) {
      let columns = first..<min(first + LightBlock.capacity, red.count)
      var redCodes = red._mutatingExtracting(columns)
      var greenCodes = green._mutatingExtracting(columns)
      var blueCodes = blue._mutatingExtracting(columns)
      load(&redCodes, &greenCodes, &blueCodes, into: &block)
      convert(&block, red: &redCodes, green: &greenCodes, blue: &blueCodes)
    }
  }

  /// Makes codes of the light of as many pixels as the rows have.
  ///
  /// - Precondition: the rows have the same length, of a block at most.
  @inline(__always)
  func convert(
    _ block: inout LightBlock, red: inout MutableSpan<UInt16>, green: inout MutableSpan<UInt16>,
    blue: inout MutableSpan<UInt16>
  ) {
    let count = red.count
    if !display.isEmpty { show(&block, count: count) }
    block.mix(by: matrix, count: count)
    keepInside(&block, count: count)
    scale(&block, count: count)
    if !scene.isEmpty { film(&block, count: count) }
    write(block.red, of: &block, into: &red)
    write(block.green, of: &block, into: &green)
    write(block.blue, of: &block, into: &blue)
  }

  /// Looks up light.
  @inline(__always)
  private func load(
    _ redCodes: inout MutableSpan<UInt16>, _ greenCodes: inout MutableSpan<UInt16>,
    _ blueCodes: inout MutableSpan<UInt16>, into block: inout LightBlock
  ) {
    @inline(__always)
    func look(_ codes: inout MutableSpan<UInt16>, _ table: [Double], _ row: inout [Double]) {
      var row = row.mutableSpan
      let light = table.span
      precondition(light.count == 4096 && codes.count <= row.count)
      for x in codes.indices { codes[x] = (codes[x] &- codes[x] >> 12 &+ 8) >> 4 }
      // Safe: what was made of the codes is below 4096.
      for x in codes.indices { row[x] = unsafe light[unchecked: Int(codes[x])] }
    }
    look(&redCodes, light, &block.red)
    look(&greenCodes, greenLight, &block.green)
    look(&blueCodes, blueLight, &block.blue)
  }

  /// HLG: from light of the scene to light on the display (BT.2100-2, OOTF), rounded to whole numbers.
  private func show(_ block: inout LightBlock, count: Int) {
    let display = self.display.span
    block.withRows { red, green, blue in
      for x in 0..<count {
        let luminance = Self.wideLuminance(red[x], green[x], blue[x])
        let factor = Double(display[Self.place(luminance)]) * (1.0 / 65536)
        red[x] = Self.whole(red[x] * factor)
        green[x] = Self.whole(green[x] * factor)
        blue[x] = Self.whole(blue[x] * factor)
      }
    }
  }

  /// HLG movies: from light on the display to light of the scene. A component that no code reaches, as that of a
  /// deep blue brighter than white, makes all three darker.
  private func film(_ block: inout LightBlock, count: Int) {
    let scene = self.scene.span
    let last = scene.count - 1
    block.withRows { red, green, blue in
      for x in 0..<count {
        let (r, g, b) = (max(0, red[x]), max(0, green[x]), max(0, blue[x]))
        let luminance = Self.wideLuminance(r, g, b)
        let factor = scene[min(Self.place(luminance), last)]
        let highest = max(r, max(g, b)) * factor
        let white = Double(Self.white)
        let share = highest > white ? factor * (white / highest) : factor
        (red[x], green[x], blue[x]) = (r * share, g * share, b * share)
      }
    }
  }

  /// Brings what lies outside of the target's primaries to their boundary.
  private func keepInside(_ block: inout LightBlock, count: Int) {
    guard let boundary, block.setLowest(count: count) < 0 else { return }
    let lowest = block.bound
    block.withRows { red, green, blue in
      let lowest = lowest.span
      for x in 0..<count where lowest[x] < 0 {
        let luminance = max(0, boundary.luminance(red[x], green[x], blue[x]))
        let color = boundary.color(
          red[x], green[x], blue[x], lowest: lowest[x], luminance: luminance)
        (red[x], green[x], blue[x]) = (color.red, color.green, color.blue)
      }
    }
  }

  /// Scales pixels so that the greatest component follows the tone curve.
  private func scale(_ block: inout LightBlock, count: Int) {
    // Nothing in most blocks is brighter than the knee.
    guard block.setHighest(count: count) > knee else { return }
    let (highest, tone) = (block.bound, self.tone.span)
    let last = tone.count - 1
    block.withRows { red, green, blue in
      let highest = highest.span
      for x in 0..<count where highest[x] > knee {
        let factor = tone[min(Self.place(highest[x]), last)] / highest[x]
        red[x] *= factor
        green[x] *= factor
        blue[x] *= factor
      }
    }
  }

  /// Codes of a component.
  @inline(__always)
  private func write(
    _ light: [Double], of block: inout LightBlock, into row: inout MutableSpan<UInt16>
  ) {
    LightBlock.writePlaces(of: light.span.extracting(0..<row.count), below: codes.count, into: &row)
    let codes = self.codes.span
    // Safe: the places are below `codes.count`.
    for x in row.indices { row[x] = unsafe codes[unchecked: Int(row[x])] }
  }

  /// The nearest whole number, ties to even, of one whose magnitude is below 2⁵¹: the lowest bit of
  /// what is added stands for 1.
  @inline(__always)
  static func whole(_ number: Double) -> Double { (number + 0x1.8p52) - 0x1.8p52 }
}

/// Light of some pixels: before the gamut and the tone curve whole numbers below 2⁵², with which
/// floating point is exact. Processors have vectors for products of those, and not all of them for
/// integers of 64 bits.
struct LightBlock {
  static let capacity = 256
  var red = [Double](repeating: 0, count: capacity)
  var green = [Double](repeating: 0, count: capacity)
  var blue = [Double](repeating: 0, count: capacity)
  /// The least or the greatest component of each pixel, whichever was asked for last.
  private(set) var bound = [Double](repeating: 0, count: capacity)

  /// Lends the three rows, `capacity` each.
  @inline(__always)
  mutating func withRows(
    _ body: (
      _ red: inout MutableSpan<Double>, _ green: inout MutableSpan<Double>,
      _ blue: inout MutableSpan<Double>
    ) -> Void
  ) {
    @inline(__always)
    func lend(_ red: inout [Double], _ green: inout [Double], _ blue: inout [Double]) {
      var red = red.mutableSpan
      var green = green.mutableSpan
      var blue = blue.mutableSpan
      precondition(
        red.count == Self.capacity && green.count == Self.capacity && blue.count == Self.capacity)
      body(&red, &green, &blue)
    }
    lend(&red, &green, &blue)
  }

  /// Brings the light of the first `count` pixels to other primaries, rounded to whole numbers.
  ///
  /// - Parameter matrix: rows, 2.18 fixed point.
  mutating func mix(by matrix: [Int64], count: Int) {
    precondition(count <= Self.capacity)
    let unit = Double(1 << LightTransform.matrixBits)
    let factors = matrix.map { Double($0) / unit }
    let (rr, rg, rb) = (factors[0], factors[1], factors[2])
    let (gr, gg, gb) = (factors[3], factors[4], factors[5])
    let (br, bg, bb) = (factors[6], factors[7], factors[8])
    withRows { red, green, blue in
      for x in 0..<count {
        let (r, g, b) = (red[x], green[x], blue[x])
        red[x] = LightTransform.whole(rr * r + rg * g + rb * b)
        green[x] = LightTransform.whole(gr * r + gg * g + gb * b)
        blue[x] = LightTransform.whole(br * r + bg * g + bb * b)
      }
    }
  }

  /// Sets `bound` to the least components of the first `count` and returns the least of all, or 0.
  mutating func setLowest(count: Int) -> Double {
    var row = Self.taken(&bound)
    Self.setBound(red, green, blue, of: &row, count: count) { $0 < $1 ? $0 : $1 }
    bound = row
    var result = 0.0
    for x in 0..<count where row[x] < result { result = row[x] }
    return result
  }

  /// Sets `bound` to the greatest components of the first `count` and returns the greatest of all, or 0.
  mutating func setHighest(count: Int) -> Double {
    var row = Self.taken(&bound)
    Self.setBound(red, green, blue, of: &row, count: count) { $0 > $1 ? $0 : $1 }
    bound = row
    var result = 0.0
    for x in 0..<count where row[x] > result { result = row[x] }
    return result
  }

  private static func taken(_ row: inout [Double]) -> [Double] {
    let result = row
    row = []
    return result
  }

  @inline(__always)
  private static func setBound(
    _ red: [Double], _ green: [Double], _ blue: [Double], of row: inout [Double],
    count: Int, _ choose: (Double, Double) -> Double
  ) {
    let (red, green, blue) = (red.span, green.span, blue.span)
    var row = row.mutableSpan
    precondition(
      red.count == row.count && green.count == row.count && blue.count == row.count
        && count <= row.count)
    for x in 0..<count { row[x] = choose(choose(red[x], green[x]), blue[x]) }
  }

  /// As `LightTransform.place` of the nearest whole number, up to the last one of a table.
  @inline(never)
  static func writePlaces(
    of light: Span<Double>, below count: Int, into result: inout MutableSpan<UInt16>
  ) {
    precondition(light.count == result.count && count > 512 && count < 1 << 15)
    let last = Int32(count - 1)
    for x in result.indices {
      // Light is no greater than white, but for what is rounded.
      let light = Int32(truncatingIfNeeded: (light[x] + 0x1.8p52).bitPattern)
      // An exponent, and the nine bits below the highest.
      let bits = Int32(truncatingIfNeeded: Float(light).bitPattern >> 14)
      let place = light < 512 ? light : bits &- (127 + 8) << 9
      let positive = place > 0 ? place : 0
      result[x] = UInt16(truncatingIfNeeded: positive < last ? positive : last)
    }
  }
}
