import RowKernels
import WideRowKernels

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
  /// What is black, and the factors for luma and for the differences. IEEE 754 defines products and
  /// sums to the last bit, and processors have vectors for them.
  private let black: Float
  private let luma: Float
  private let redByCr: Float
  private let greenByCb: Float
  private let greenByCr: Float
  private let blueByCb: Float

  /// - Parameter bitDepth: bits of the codes, 1…16; counts where the range is full.
  public init(_ matrix: Matrix, isFullRange: Bool, bitDepth: Int) {
    let depth = min(max(bitDepth, 1), 16)
    let full = Double((1 << depth - 1) << (16 - depth))
    let gain = 65535.0
    let isFull = isFullRange || matrix == .rgb
    let (red, blue) = matrix.weights
    let difference = 2 * gain / (isFull ? full : 224 * 256)
    isRGB = matrix == .rgb
    black = isFull ? 0 : 16 * 256
    luma = Float(gain / (isFull ? full : 219 * 256))
    redByCr = Float((1 - red) * difference)
    blueByCb = Float((1 - blue) * difference)
    let green = 1 - red - blue
    greenByCr = Float(-red * (1 - red) / green * difference)
    greenByCb = Float(-blue * (1 - blue) / green * difference)
  }

  /// Converts rows of stored samples, two bytes each, the lower first: Y′, C′b, C′r, or R′, G′, B′, to
  /// R′, G′, B′ in 0…65535, rounded to nearest, ties to even.
  ///
  /// - Precondition: the rows have the same length, the stored ones at least that.
  public func read(
    _ first: RawSpan, _ second: RawSpan, _ third: RawSpan, red: inout MutableSpan<UInt16>,
    green: inout MutableSpan<UInt16>, blue: inout MutableSpan<UInt16>
  ) {
    let areWide = WideVectors.areUsed
    if isRGB {
      func scale(_ row: RawSpan, into result: inout MutableSpan<UInt16>) {
        if areWide {
          WideRowKernels.ComponentRows.scale(row, by: luma, into: &result)
        } else {
          RowKernels.ComponentRows.scale(row, by: luma, into: &result)
        }
      }
      scale(first, into: &red)
      scale(second, into: &green)
      scale(third, into: &blue)
      return
    }
    if areWide {
      WideRowKernels.ComponentRows.convert(
        luma: first, cb: second, cr: third, black: black, luma: luma, redByCr: redByCr,
        greenByCb: greenByCb, greenByCr: greenByCr, blueByCb: blueByCb, red: &red, green: &green,
        blue: &blue)
    } else {
      RowKernels.ComponentRows.convert(
        luma: first, cb: second, cr: third, black: black, luma: luma, redByCr: redByCr,
        greenByCb: greenByCb, greenByCr: greenByCr, blueByCb: blueByCb, red: &red, green: &green,
        blue: &blue)
    }
  }
}
