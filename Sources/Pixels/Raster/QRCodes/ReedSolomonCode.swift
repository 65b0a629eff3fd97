/// Codewords of error correction over the field of 256 elements with x⁸ + x⁴ + x³ + x² + 1 (ISO/IEC
/// 18004:2015, 7.5.2).
struct ReedSolomonCode {
  /// Coefficients of the generator polynomial below its leading 1, the highest power first.
  let generator: [UInt8]

  /// Codewords of error correction to a block.
  var count: Int { generator.count }

  /// The code whose generator polynomial is (x - 2⁰)(x - 2¹)…
  init(checkCodewords count: Int) {
    var polynomial = [UInt8](repeating: 0, count: count)
    if count > 0 { polynomial[count - 1] = 1 }
    var root: UInt8 = 1
    for _ in 0..<count {
      for index in 0..<count {
        polynomial[index] = Self.product(polynomial[index], root)
        if index + 1 < count { polynomial[index] ^= polynomial[index + 1] }
      }
      root = Self.product(root, 2)
    }
    generator = polynomial
  }

  /// The remainder of a block's polynomial after division by the generator.
  func checks(of data: some Sequence<UInt8>) -> [UInt8] {
    var rest = [UInt8](repeating: 0, count: count)
    for byte in data {
      guard let first = rest.first else { break }
      let factor = byte ^ first
      for index in 0..<count {
        let next = index + 1 < count ? rest[index + 1] : 0
        rest[index] = next ^ Self.product(generator[index], factor)
      }
    }
    return rest
  }

  /// The product of two elements of the field.
  static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
    var result: UInt16 = 0
    for bit in (0..<8).reversed() {
      result = result << 1 ^ (result >> 7) * 0x11D
      result ^= (UInt16(b) >> UInt16(bit) & 1) * UInt16(a)
    }
    return UInt8(truncatingIfNeeded: result)
  }
}
