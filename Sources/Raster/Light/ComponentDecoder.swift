/// Turns stored components into R′G′B′ of full range.
///
/// Components come in 16 bits, codes of fewer bits in the upper ones.
public struct ComponentDecoder: Sendable {
  /// What the three components are.
  public enum Matrix: Hashable, Sendable {
    case rgb, bt601, bt709, bt2020, fcc, smpte240M

    /// The shares of red and blue in luma.
    var weights: (red: Double, blue: Double) {
      switch self {
      case .rgb: (0, 0)
      case .bt601: (0.299, 0.114)
      case .bt709: (0.2126, 0.0722)
      case .bt2020: (0.2627, 0.0593)
      // ITU-T H.273, table 4.
      case .fcc: (0.30, 0.11)
      case .smpte240M: (0.212, 0.087)
      }
    }
  }

  private let isRGB: Bool
  /// What is black, and the factors of 16.16 fixed point for luma and for the differences.
  private let black: Int
  private let luma: Int
  private let redByCr: Int
  private let greenByCb: Int
  private let greenByCr: Int
  private let blueByCb: Int

  private static let neutral = 1 << 15

  /// - Parameter bitDepth: bits of the codes, 1…16; counts where the range is full.
  public init(_ matrix: Matrix, isFullRange: Bool, bitDepth: Int) {
    let depth = min(max(bitDepth, 1), 16)
    let full = Double((1 << depth - 1) << (16 - depth))
    let gain = 65535 * 65536.0
    let isFull = isFullRange || matrix == .rgb
    let (red, blue) = matrix.weights
    let difference = 2 * gain / (isFull ? full : 224 * 256)
    func fixed(_ number: Double) -> Int { Int(number.rounded()) }
    isRGB = matrix == .rgb
    black = isFull ? 0 : 16 * 256
    luma = fixed(gain / (isFull ? full : 219 * 256))
    redByCr = fixed((1 - red) * difference)
    blueByCb = fixed((1 - blue) * difference)
    let green = 1 - red - blue
    greenByCr = fixed(-red * (1 - red) / green * difference)
    greenByCb = fixed(-blue * (1 - blue) / green * difference)
  }

  /// Converts rows where they lie: Y′, C′b, C′r, or R′, G′, B′ become R′, G′, B′ in 0…65535.
  ///
  /// - Precondition: the rows have the same length.
  public func apply(
    _ first: inout MutableSpan<UInt16>, _ second: inout MutableSpan<UInt16>,
    _ third: inout MutableSpan<UInt16>
  ) {
    precondition(
      first.count == second.count && first.count == third.count, "rows of unequal length")
    @inline(__always)
    func code(_ sum: Int) -> UInt16 {
      UInt16(truncatingIfNeeded: min(max((sum &+ 32768) >> 16, 0), 65535))
    }
    if isRGB {
      for x in first.indices {
        first[x] = code(Int(first[x]) &* luma)
        second[x] = code(Int(second[x]) &* luma)
        third[x] = code(Int(third[x]) &* luma)
      }
      return
    }
    for x in first.indices {
      let y = (Int(first[x]) &- black) &* luma
      let cb = Int(second[x]) &- Self.neutral
      let cr = Int(third[x]) &- Self.neutral
      first[x] = code(y &+ cr &* redByCr)
      second[x] = code(y &+ cb &* greenByCb &+ cr &* greenByCr)
      third[x] = code(y &+ cb &* blueByCb)
    }
  }
}
