import BaseValues

/// The modules of a QR code while they are placed (ISO/IEC 18004:2015, 6.3 and 7.7 to 7.10).
struct QRMatrix {
  let version: QRVersion
  let side: Int
  /// Whether a module is dark, row by row.
  private(set) var modules: [Bool]
  /// Whether a module belongs to a pattern or to what the symbol says of itself, and not to a codeword.
  private var isFixed: [Bool]

  /// All patterns, with room for the format information.
  init(_ version: QRVersion) {
    self.version = version
    side = version.side
    modules = [Bool](repeating: false, count: side * side)
    isFixed = modules
    for index in 0..<side {
      fix(column: 6, row: index, index % 2 == 0)
      fix(column: index, row: 6, index % 2 == 0)
    }
    for (column, row) in [(3, 3), (side - 4, 3), (3, side - 4)] { placeFinder(column, row) }
    let centers = version.alignmentCenters
    for row in centers {
      for column in centers where !isInFinder(column, row) { placeAlignment(column, row) }
    }
    place(format: .low, mask: 0)
    placeVersion()
  }

  /// Whether an alignment pattern at a centre would lie on a finder pattern.
  private func isInFinder(_ column: Int, _ row: Int) -> Bool {
    let far = side - 7
    return [(6, 6), (far, 6), (6, far)].contains { $0 == (column, row) }
  }

  private mutating func fix(column: Int, row: Int, _ isDark: Bool) {
    guard (0..<side).contains(column), (0..<side).contains(row) else { return }
    modules[row * side + column] = isDark
    isFixed[row * side + column] = true
  }

  // MARK: - Patterns

  /// A finder pattern with its separator.
  private mutating func placeFinder(_ column: Int, _ row: Int) {
    for down in -4...4 {
      for across in -4...4 {
        let ring = max(abs(across), abs(down))
        fix(column: column + across, row: row + down, ring != 2 && ring != 4)
      }
    }
  }

  private mutating func placeAlignment(_ column: Int, _ row: Int) {
    for down in -2...2 {
      for across in -2...2 {
        fix(column: column + across, row: row + down, max(abs(across), abs(down)) != 1)
      }
    }
  }

  /// Places the format information (7.9) twice, and the dark module.
  mutating func place(format level: ErrorCorrection, mask: Int) {
    let bits = Self.format(level, mask: mask)
    for index in 0..<15 {
      let isDark = bits >> index & 1 == 1
      // Around the upper left finder pattern, past the timing patterns.
      if index < 8 {
        fix(column: 8, row: index < 6 ? index : index + 1, isDark)
        fix(column: side - 1 - index, row: 8, isDark)
      } else {
        fix(column: index == 8 ? 7 : 14 - index, row: 8, isDark)
        fix(column: 8, row: side - 15 + index, isDark)
      }
    }
    fix(column: 8, row: side - 8, true)
  }

  /// Places the version information (7.10) twice where there is any.
  private mutating func placeVersion() {
    guard version.hasNumber else { return }
    let bits = Self.versionInformation(version)
    for index in 0..<18 {
      let isDark = bits >> index & 1 == 1
      fix(column: side - 11 + index % 3, row: index / 3, isDark)
      fix(column: index / 3, row: side - 11 + index % 3, isDark)
    }
  }

  /// 15 bits of format information: a BCH code (Annex C).
  static func format(_ level: ErrorCorrection, mask: Int) -> Int {
    let data = level.formatBits << 3 | mask
    return (data << 10 | remainder(data, bits: 10, generator: 0x537)) ^ 0x5412
  }

  /// 18 bits of version information: a Golay code (Annex D).
  static func versionInformation(_ version: QRVersion) -> Int {
    version.number << 12 | remainder(version.number, bits: 12, generator: 0x1F25)
  }

  private static func remainder(_ data: Int, bits: Int, generator: Int) -> Int {
    var rest = data
    for _ in 0..<bits { rest = rest << 1 ^ (rest >> (bits - 1)) * generator }
    return rest
  }

  // MARK: - Codewords

  /// Places codewords in columns of two modules, from the right, upwards and downwards by turns (7.7.3).
  mutating func place(_ codewords: [UInt8]) {
    var bit = 0
    var isUpwards = true
    var right = side - 1
    while right > 0 {
      // The vertical timing pattern has a column of its own.
      if right == 6 { right -= 1 }
      for step in 0..<side {
        let row = isUpwards ? side - 1 - step : step
        for column in [right, right - 1] where !isFixed[row * side + column] {
          guard bit < 8 * codewords.count else { continue }
          modules[row * side + column] = codewords[bit / 8] >> UInt8(7 - bit % 8) & 1 == 1
          bit += 1
        }
      }
      isUpwards.toggle()
      right -= 2
    }
  }

  /// Inverts the modules of codewords that a data mask pattern covers (table 10).
  mutating func apply(mask: Int) {
    for row in 0..<side {
      for column in 0..<side where !isFixed[row * side + column] {
        if Self.covers(mask, column, row) { modules[row * side + column].toggle() }
      }
    }
  }

  private static func covers(_ mask: Int, _ column: Int, _ row: Int) -> Bool {
    let product = row * column
    return switch mask {
    case 0: (row + column) % 2 == 0
    case 1: row % 2 == 0
    case 2: column % 3 == 0
    case 3: (row + column) % 3 == 0
    case 4: (row / 2 + column / 3) % 2 == 0
    case 5: product % 2 + product % 3 == 0
    case 6: (product % 2 + product % 3) % 2 == 0
    default: ((row + column) % 2 + product % 3) % 2 == 0
    }
  }
}
