/// Brings Y′C′bC′r codes of one matrix and range to those of another, in 16 bits: those of 8 bits in the upper
/// ones, as are codes that come in.
///
/// Nothing is cut to what R′G′B′ can be, so what lies above white stays there. Between two matrices
/// colour differences depend on colour differences alone; luma, too, is changed by these, which lie
/// where chroma is sited and are found between that by straight lines.
public struct CodeTransform: Sendable {
  /// Factors of 1.14 fixed point.
  private let luma: Int32
  private let lumaByCb: Int32
  private let lumaByCr: Int32
  private let cbByCb: Int32
  private let cbByCr: Int32
  private let crByCb: Int32
  private let crByCr: Int32
  private let black: Int32
  /// Black of the result.
  private let base: Int32

  private static let bits: Int32 = 14
  private static let neutral: Int32 = 1 << 15
  /// Black of limited range.
  private static let limitedBlack: Int32 = 16 << 8
  /// White of full range in 8 bits.
  private static let fullWhite = 255.0 * 256

  /// - Parameters:
  ///   - matrix: not that of R′G′B′.
  ///   - bitDepth: bits of the codes, 8…16; counts where the range is full.
  ///   - target: that of the result.
  ///   - isFullTarget: whether the result has full range, of 8 bits.
  public init(
    _ matrix: ComponentDecoder.Matrix, isFullRange: Bool, bitDepth: Int,
    to target: ComponentDecoder.Matrix = .bt709, isFullTarget: Bool = false
  ) {
    let depth = min(max(bitDepth, 8), 16)
    let full = Double((1 << depth - 1) << (16 - depth))
    // What 0 to 1, and -1/2 to 1/2, is in codes.
    let lumaRange = isFullTarget ? Self.fullWhite : 219 * 256
    let lumaGain = lumaRange / (isFullRange ? full : 219 * 256)
    let difference = isFullRange ? full : 224 * 256
    let chromaGain = (isFullTarget ? Self.fullWhite : 224 * 256) / difference
    black = isFullRange ? 0 : Self.limitedBlack
    base = isFullTarget ? 0 : Self.limitedBlack
    // R′, G′ and B′ less Y′ by P′b and P′r in the source, then Y′, P′b and P′r of those.
    let (red, blue) = matrix.weights
    let (byCb, byCr) = (2 * (1 - blue), 2 * (1 - red))
    let green = 1 - red - blue
    let rest = [(0, byCr), (-blue * byCb / green, -red * byCr / green), (byCb, 0)]
    let (newRed, newBlue) = target.weights
    let shares = [newRed, 1 - newRed - newBlue, newBlue]
    let y = (
      zip(shares, rest).reduce(0) { $0 + $1.0 * $1.1.0 },
      zip(shares, rest).reduce(0) { $0 + $1.0 * $1.1.1 }
    )
    func factor(_ number: Double) -> Int32 {
      Int32((number * Double(1 << Self.bits)).rounded())
    }
    luma = factor(lumaGain)
    lumaByCb = factor(y.0 * lumaRange / difference)
    lumaByCr = factor(y.1 * lumaRange / difference)
    cbByCb = factor((byCb - y.0) / (2 * (1 - newBlue)) * chromaGain)
    cbByCr = factor(-y.1 / (2 * (1 - newBlue)) * chromaGain)
    crByCb = factor(-y.0 / (2 * (1 - newRed)) * chromaGain)
    crByCr = factor((byCr - y.1) / (2 * (1 - newRed)) * chromaGain)
  }

  /// Whether luma is changed by colour differences.
  public var movesLuma: Bool { lumaByCb != 0 || lumaByCr != 0 }

  /// Converts a row of colour differences.
  ///
  /// - Parameter moved: receives what is to be added to luma there.
  /// - Precondition: the rows have the same length.
  public func differences(
    _ cb: inout MutableSpan<UInt16>, _ cr: inout MutableSpan<UInt16>,
    moved: inout MutableSpan<Int32>
  ) {
    precondition(cb.count == cr.count && cb.count == moved.count, "rows of unequal length")
    for x in cb.indices {
      let blue = Int32(cb[x]) &- Self.neutral
      let red = Int32(cr[x]) &- Self.neutral
      moved[x] = Self.rounded(lumaByCb &* blue &+ lumaByCr &* red)
      cb[x] = Self.code(Self.rounded(cbByCb &* blue &+ cbByCr &* red) &+ Self.neutral)
      cr[x] = Self.code(Self.rounded(crByCb &* blue &+ crByCr &* red) &+ Self.neutral)
    }
  }

  /// Converts a row of luma.
  ///
  /// - Parameters:
  ///   - near: what to add, from the row of chroma that the luma row belongs to.
  ///   - far: the same from the row of chroma that is the next nearest.
  /// - Precondition: `near` and `far` have half as many numbers, rounded up.
  public func luma(
    _ row: inout MutableSpan<UInt16>, near: Span<Int32>, far: Span<Int32>
  ) {
    let count = row.count / 2 + row.count % 2
    precondition(near.count == count && far.count == count, "rows of unequal length")
    for i in near.indices {
      let x = 2 &* i
      let next = min(i &+ 1, count &- 1)
      let here = 3 &* near[i] &+ far[i]
      row[x] = converted(row[x], 2 &* here)
      if x &+ 1 < row.count {
        row[x &+ 1] = converted(row[x &+ 1], here &+ 3 &* near[next] &+ far[next])
      }
    }
  }

  /// Converts a row of luma that colour differences leave alone.
  public func luma(_ row: inout MutableSpan<UInt16>) {
    for x in row.indices { row[x] = converted(row[x], 0) }
  }

  /// - Parameter moved: eight times what to add.
  @inline(__always)
  private func converted(_ code: UInt16, _ moved: Int32) -> UInt16 {
    Self.code(
      Self.rounded((Int32(code) &- black) &* luma) &+ base &+ (moved &+ 4) &>> 3)
  }

  @inline(__always)
  private static func rounded(_ product: Int32) -> Int32 {
    (product &+ 1 << (bits - 1)) &>> bits
  }

  @inline(__always)
  private static func code(_ number: Int32) -> UInt16 {
    UInt16(truncatingIfNeeded: min(max(number, 0), 65535))
  }
}
