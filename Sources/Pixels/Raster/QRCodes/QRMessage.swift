import BaseValues

/// A text as the codewords of a QR code, in the order in which they are placed.
struct QRMessage {
  let version: QRVersion
  /// Data, then error correction, each interleaved.
  let codewords: [UInt8]

  /// Bits of the mode "ECI" and the number of UTF-8.
  static let designatorBits = 12
  /// More bytes than any text has that fits: 7089 digits.
  private static let longest = 7089

  /// `nil` if no version from `least` on holds the text.
  init?(_ text: String, level: ErrorCorrection, atLeast least: Int) {
    guard let (version, segments) = Self.version(for: text, at: level, atLeast: least) else {
      return nil
    }
    self.version = version
    let data = Self.data(Array(text.utf8), segments, version, version.dataCodewords(level))
    codewords = Self.interleaved(data, version, level)
  }

  /// The smallest version that holds a text, and its segments there.
  static func version(
    for text: String, at level: ErrorCorrection, atLeast least: Int
  ) -> (QRVersion, [QRSegment])? {
    guard text.utf8.count <= longest else { return nil }
    let bytes = Array(text.utf8)
    let designator = needsDesignator(bytes) ? designatorBits : 0
    // Versions of a group count characters in as many bits.
    for group in [1...9, 10...26, 27...40] where group.upperBound >= least {
      let segments = QRSegment.shortest(bytes, QRVersion(group.lowerBound))
      for number in group where number >= least {
        let version = QRVersion(number)
        let bits = segments.reduce(designator) { $0 + $1.bits(version) }
        if bits <= 8 * version.dataCodewords(level) { return (version, segments) }
      }
    }
    return nil
  }

  private static func needsDesignator(_ bytes: [UInt8]) -> Bool { bytes.contains { $0 >= 0x80 } }

  // MARK: - Bits

  /// Segments, terminator and pad codewords (7.4.9 and 7.4.10).
  private static func data(
    _ bytes: [UInt8], _ segments: [QRSegment], _ version: QRVersion, _ count: Int
  ) -> [UInt8] {
    var bits = QRBits()
    if needsDesignator(bytes) {
      bits.append(0b0111, count: 4)
      bits.append(26, count: 8)
    }
    for segment in segments {
      bits.append(segment.mode.indicator, count: 4)
      bits.append(segment.range.count, count: segment.mode.countBits(version))
      bits.append(bytes[segment.range], segment.mode)
    }
    bits.append(0, count: min(4, 8 * count - bits.count))
    bits.append(0, count: (8 - bits.count % 8) % 8)
    var codewords = bits.bytes
    var isFirst = true
    while codewords.count < count {
      codewords.append(isFirst ? 0xEC : 0x11)
      isFirst.toggle()
    }
    return codewords
  }

  // MARK: - Blocks

  /// Blocks of data with their error correction, codeword by codeword (7.5 and 7.6).
  private static func interleaved(
    _ data: [UInt8], _ version: QRVersion, _ level: ErrorCorrection
  ) -> [UInt8] {
    let count = version.blocks(level)
    // The last blocks are longer by one where it does not divide.
    let short = data.count / count
    let shortCount = count - data.count % count
    let code = ReedSolomonCode(checkCodewords: version.checkCodewords(level))
    var blocks: [ArraySlice<UInt8>] = []
    var start = 0
    for index in 0..<count {
      let end = start + short + (index < shortCount ? 0 : 1)
      blocks.append(data[start..<end])
      start = end
    }
    var result: [UInt8] = []
    result.reserveCapacity(version.codewords)
    for offset in 0...short {
      for block in blocks where offset < block.count {
        result.append(block[block.startIndex + offset])
      }
    }
    let checks = blocks.map { code.checks(of: $0) }
    for offset in 0..<code.count {
      for check in checks { result.append(check[offset]) }
    }
    return result
  }
}

/// Bits one after another, the most significant of each number first.
struct QRBits {
  private(set) var bytes: [UInt8] = []
  private(set) var count = 0

  /// Appends the lowest bits of a number.
  mutating func append(_ number: Int, count bits: Int) {
    for bit in (0..<bits).reversed() {
      if count % 8 == 0 { bytes.append(0) }
      if number >> bit & 1 == 1 { bytes[bytes.count - 1] |= 0x80 >> UInt8(count % 8) }
      count += 1
    }
  }

  /// Appends characters in a mode that holds them all.
  mutating func append(_ characters: ArraySlice<UInt8>, _ mode: QRMode) {
    switch mode {
    case .byte:
      for byte in characters { append(Int(byte), count: 8) }
    case .numeric:
      appendGroups(characters, of: 3, base: 10, bits: [4, 7, 10])
    case .alphanumeric:
      appendGroups(characters, of: 2, base: 45, bits: [6, 11])
    }
  }

  /// - Parameter bits: those of a group of one character, two, …
  private mutating func appendGroups(
    _ characters: ArraySlice<UInt8>, of length: Int, base: Int, bits: [Int]
  ) {
    var rest = characters
    while !rest.isEmpty {
      let group = rest.prefix(length)
      append(
        group.reduce(0) { $0 * base + (QRMode.value(of: $1) ?? 0) }, count: bits[group.count - 1])
      rest = rest.dropFirst(length)
    }
  }
}
