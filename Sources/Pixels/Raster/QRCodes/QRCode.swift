public import BaseValues

/// A QR code: a text as a square of dark and light modules, as ISO/IEC 18004:2015 has it (model 2,
/// versions 1 to 40).
///
/// Digits, the 45 alphanumeric characters and other bytes of UTF-8 stand in segments of their modes, divided
/// so that the whole is shortest. A text with characters beyond ASCII begins with the designator ECI 26, which
/// says that bytes are UTF-8; others have none, as it would say nothing. Kanji mode is not used.
public struct QRCode: Hashable, Sendable {
  /// Versions that there are; each has 4 modules more across than the one before.
  public static let versions = 1...40

  /// 1 … 40.
  public let version: Int
  /// The data mask pattern, 0 … 7.
  public let mask: Int
  /// Modules, row by row.
  private let modules: [Bool]

  /// Modules of a side: 21 … 177.
  public var side: Int { QRVersion(version).side }

  /// Encodes a text in the smallest version that holds it, with the mask whose penalty is least.
  ///
  /// - Parameters:
  ///   - level: it is kept: what a version has to spare does not raise it.
  ///   - least: the smallest version to use, 1 … 40.
  /// - Returns: `nil` if no version holds it.
  public init?(_ text: String, level: ErrorCorrection, atLeast least: Int = 1) {
    self.init(text, level: level, atLeast: least, mask: nil)
  }

  /// The same with a mask, 0 … 7; `nil` chooses it.
  init?(_ text: String, level: ErrorCorrection, atLeast least: Int, mask: Int?) {
    guard let message = QRMessage(text, level: level, atLeast: least) else { return nil }
    var matrix = QRMatrix(message.version)
    matrix.place(message.codewords)
    var best: (penalty: Int, mask: Int, matrix: QRMatrix)?
    for candidate in mask.map({ $0...$0 }) ?? 0...7 {
      var masked = matrix
      masked.apply(mask: candidate)
      masked.place(format: level, mask: candidate)
      let penalty = mask == nil ? masked.penalty : 0
      if best.map({ penalty < $0.penalty }) ?? true { best = (penalty, candidate, masked) }
    }
    guard let best else { return nil }
    version = message.version.number
    self.mask = best.mask
    modules = best.matrix.modules
  }

  /// Whether a module is dark; `false` outside, in the quiet zone.
  public subscript(column: Int, row: Int) -> Bool {
    let range = 0..<side
    return range.contains(column) && range.contains(row) && modules[row * side + column]
  }

  /// Whether some version holds a text.
  public static func holds(_ text: String, at level: ErrorCorrection) -> Bool {
    QRMessage.version(for: text, at: level, atLeast: 1) != nil
  }

  /// What the largest version holds of a text's kind.
  public static func capacity(for text: String, at level: ErrorCorrection) -> Capacity {
    let version = QRVersion(versions.upperBound)
    let mode = QRMode(holdingAll: text.utf8)
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    let bits =
      8 * version.dataCodewords(level) - mode.headerBits(version)
      - (isASCII ? 0 : QRMessage.designatorBits)
    return switch mode {
    case .numeric: .digits(bits / 10 * 3 + (bits % 10 >= 7 ? 2 : bits % 10 >= 4 ? 1 : 0))
    case .alphanumeric: .alphanumerics(bits / 11 * 2 + (bits % 11 >= 6 ? 1 : 0))
    case .byte: .bytes(bits / 8)
    }
  }

  /// A number of characters of a kind.
  public enum Capacity: Hashable, Sendable {
    /// Digits only.
    case digits(Int)
    /// Digits, capital letters, spaces and `$%*+-./:`.
    case alphanumerics(Int)
    /// Bytes of UTF-8.
    case bytes(Int)
  }
}
