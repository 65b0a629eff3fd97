/// How often colours are seen, in 32 steps of red, green and blue each.
struct ColorCensus {
  private var counts = [Int](repeating: 0, count: 1 << 15)
  /// Sums of the components, so that a box of colours has the mean of what was seen in it.
  private var sums = [SIMD4<Int>](repeating: .zero, count: 1 << 15)

  private let pixels: PixelBytes

  init(_ pixels: PixelBytes) { self.pixels = pixels }

  /// Counts the pixels of a row that are seen.
  mutating func count(_ row: Span<UInt8>) {
    var place = 0
    while place + pixels.count <= row.count {
      defer { place += pixels.count }
      guard pixels.isSeen(row, at: place) else { continue }
      let (red, green, blue) = (Int(row[place]), Int(row[place + 1]), Int(row[place + 2]))
      let cell = (red >> 3) << 10 | (green >> 3) << 5 | blue >> 3
      counts[cell] &+= 1
      sums[cell] &+= SIMD4(red, green, blue, 0)
    }
  }

  /// At most 256 colours for all that was counted, one of them for what is not seen where pixels have alpha: the median
  /// cut (P. Heckbert, SIGGRAPH 1982). The box that is cut next is the one whose colours lie farthest apart, each counted
  /// as often as it was seen.
  func palette() -> ColorPalette {
    var boxes = [Box(counts.indices.filter { counts[$0] > 0 }, self)]
    while boxes.count < pixels.mostColours,
      let next = boxes.indices.max(by: { boxes[$0].spread < boxes[$1].spread }),
      boxes[next].spread > 0
    {
      let (low, high) = boxes[next].halves(self)
      boxes[next] = low
      boxes.append(high)
    }
    return ColorPalette(boxes.map(\.mean), pixels)
  }

  private struct Box {
    var cells: [Int]
    /// The sum of the squares of distances from the mean along the axis where it is greatest.
    var spread = 0
    var axis = 0
    var mean = SIMD4<Int>.zero

    init(_ cells: [Int], _ census: ColorCensus) {
      self.cells = cells
      let count = cells.reduce(0) { $0 + census.counts[$1] }
      guard count > 0 else { return }
      let sum = cells.reduce(SIMD4<Int>.zero) { $0 &+ census.sums[$1] }
      for place in 0..<3 { mean[place] = (sum[place] + count / 2) / count }
      for axis in 0..<3 {
        let total = cells.reduce(0) { total, cell in
          let distance = Self.component(cell, axis) - mean[axis] >> 3
          return total &+ distance * distance * census.counts[cell]
        }
        if total > spread { (spread, self.axis) = (total, axis) }
      }
    }

    static func component(_ cell: Int, _ axis: Int) -> Int { cell >> (10 - 5 * axis) & 31 }

    /// Cut where half of the pixels lie on either side.
    func halves(_ census: ColorCensus) -> (Box, Box) {
      let sorted = cells.sorted {
        (Self.component($0, axis), $0) < (Self.component($1, axis), $1)
      }
      let total = sorted.reduce(0) { $0 + census.counts[$1] }
      var (place, seen) = (0, 0)
      while place < sorted.count - 1,
        place == 0 || seen + census.counts[sorted[place]] <= total / 2
      {
        seen += census.counts[sorted[place]]
        place += 1
      }
      return (Box(Array(sorted[..<place]), census), Box(Array(sorted[place...]), census))
    }
  }
}

/// Red, green and blue of a pixel, a byte each, perhaps with alpha behind them.
struct PixelBytes {
  var hasAlpha: Bool

  /// libav's name of a picture of such pixels.
  var format: String { hasAlpha ? "rgba" : "rgb24" }
  var count: Int { hasAlpha ? 4 : 3 }
  /// Colours that a palette of 256 has for what is seen.
  var mostColours: Int { hasAlpha ? 255 : 256 }

  /// Whether the pixel is seen in a picture whose pixels are opaque or not there: from half of full alpha on.
  func isSeen(_ row: Span<UInt8>, at place: Int) -> Bool { !hasAlpha || row[place + 3] >= 128 }
}

/// At most 256 colours for all pictures of a movie, and which of them stands for any other.
final class ColorPalette {
  /// As libav has them: alpha, red, green and blue, a byte each from the highest; 256 in number, the last one clear
  /// where pixels have alpha.
  let colours: [UInt32]
  private let pixels: PixelBytes
  private let components: [SIMD4<Int>]
  /// The colour for each of 64 steps of red, green and blue, once it was asked for; -1 before.
  private var nearest = [Int16](repeating: -1, count: 1 << 18)
  /// How far colours are moved by the place of a pixel.
  private let reach: Int

  /// - Parameter components: red, green and blue of each, 0…255.
  init(_ components: [SIMD4<Int>], _ pixels: PixelBytes) {
    self.components = components
    self.pixels = pixels
    var colours = components.prefix(pixels.mostColours).map {
      0xFF00_0000 | UInt32($0[0]) << 16 | UInt32($0[1]) << 8 | UInt32($0[2])
    }
    colours += [UInt32](repeating: 0xFF00_0000, count: 256 - colours.count)
    if pixels.hasAlpha { colours[Self.clear] = 0 }
    self.colours = colours
    // With all colours that there are nothing is to be hidden.
    reach = components.count < pixels.mostColours ? 0 : 24
  }

  /// The number of what is not seen.
  private static let clear = 255

  /// Writes the numbers of a row's colours, with ordered dither (B. Bayer, 1973): a threshold of the position moves
  /// each pixel, the same in all pictures, so that what does not move does not flicker.
  func write(_ row: Span<UInt8>, y: Int, to result: inout MutableSpan<UInt8>) {
    for x in 0..<min(result.count, row.count / pixels.count) {
      let place = x * pixels.count
      guard pixels.isSeen(row, at: place) else {
        result[x] = UInt8(Self.clear)
        continue
      }
      let shift = (2 * Self.threshold(x, y) - 63) * reach / 128
      func step(_ component: UInt8) -> Int { min(max(Int(component) + shift, 0), 255) >> 2 }
      let cell = step(row[place]) << 12 | step(row[place + 1]) << 6 | step(row[place + 2])
      if nearest[cell] < 0 { nearest[cell] = Int16(number(nearest: cell)) }
      result[x] = UInt8(truncatingIfNeeded: nearest[cell])
    }
  }

  /// The matrix of 8 by 8 thresholds, 0…63.
  private static func threshold(_ x: Int, _ y: Int) -> Int {
    let z = x ^ y
    return (y & 1) << 4 | (z & 1) << 5 | (y & 2) << 1 | (z & 2) << 2 | (y & 4) >> 2 | (z & 4) >> 1
  }

  /// By distance, green counted most, as it is seen.
  private func number(nearest cell: Int) -> Int {
    let steps = SIMD4(cell >> 12 & 63, cell >> 6 & 63, cell & 63, 0)
    let color = steps &<< 2 | steps &>> 4
    var best = (number: 0, distance: Int.max)
    for (number, other) in components.enumerated() {
      let difference = color &- other
      let squares = difference &* difference
      let distance = 2 * squares[0] + 4 * squares[1] + 3 * squares[2]
      if distance < best.distance { best = (number, distance) }
    }
    return best.number
  }
}
