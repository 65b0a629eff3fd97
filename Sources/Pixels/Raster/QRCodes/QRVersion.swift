import BaseValues

/// A size of QR code and what it holds (ISO/IEC 18004:2015, tables 1 and 9).
struct QRVersion: Hashable, Sendable {
  /// 1 … 40.
  let number: Int

  /// The version of a number, or the nearest there is.
  init(_ number: Int) {
    self.number = min(max(number, QRCode.versions.lowerBound), QRCode.versions.upperBound)
  }

  /// Modules of a side.
  var side: Int { 17 + 4 * number }

  /// Whether it says its number in the symbol.
  var hasNumber: Bool { number >= 7 }

  /// Rows and columns in which alignment patterns have their centres (Annex E).
  var alignmentCenters: [Int] {
    if number == 1 { return [] }
    let count = number / 7 + 2
    // The distance is even; the first one takes what is left over. Version 32 alone differs.
    let step = number == 32 ? 26 : (number * 4 + count * 2 + 1) / (count * 2 - 2) * 2
    return [6] + (1..<count).map { side - 7 - (count - 1 - $0) * step }
  }

  /// Codewords, those of error correction included.
  var codewords: Int {
    var modules = (16 * number + 128) * number + 64
    if number >= 2 {
      let count = number / 7 + 2
      modules -= (25 * count - 10) * count - 55
    }
    return (modules - (hasNumber ? 36 : 0)) / 8
  }

  /// Codewords of a message.
  func dataCodewords(_ level: ErrorCorrection) -> Int {
    codewords - blocks(level) * checkCodewords(level)
  }

  /// Blocks that are corrected each by itself.
  func blocks(_ level: ErrorCorrection) -> Int { Self.blocks[level.index][number - 1] }

  /// Codewords of error correction in each block.
  func checkCodewords(_ level: ErrorCorrection) -> Int {
    Self.checkCodewords[level.index][number - 1]
  }

  private static let checkCodewords: [[Int]] = [
    [
      7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28,
      28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ],
    [
      10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26,
      26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
    ],
    [
      13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30,
      28, 30, 30, 30, 30, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ],
    [
      17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28,
      30, 24, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ],
  ]

  private static let blocks: [[Int]] = [
    [
      1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8,
      8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25,
    ],
    [
      1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16,
      17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
    ],
    [
      1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20,
      23, 23, 25, 27, 29, 34, 34, 35, 38, 40, 43, 45, 48, 51, 53, 56, 59, 62, 65, 68,
    ],
    [
      1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25,
      25, 34, 30, 32, 35, 37, 40, 42, 45, 48, 51, 54, 57, 60, 63, 66, 70, 74, 77, 81,
    ],
  ]
}

extension ErrorCorrection {
  /// Its line in the tables.
  fileprivate var index: Int {
    switch self {
    case .low: 0
    case .medium: 1
    case .quartile: 2
    case .high: 3
    }
  }

  /// Its two bits in the format information (table 12).
  var formatBits: Int {
    switch self {
    case .low: 0b01
    case .medium: 0b00
    case .quartile: 0b11
    case .high: 0b10
    }
  }
}
