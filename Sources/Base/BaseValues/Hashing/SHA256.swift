/// SHA-256 (FIPS 180-4), fed piece by piece.
public struct SHA256 {
  private var state: InlineArray<8, UInt32> = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  /// Bytes that do not fill a block yet.
  private var rest: [UInt8] = []
  private var byteCount: UInt64 = 0

  private static let blockLength = 64

  /// A hash of no bytes yet.
  public init() {}

  /// Appends bytes; how the stream is cut into calls makes no difference.
  public mutating func update(_ bytes: [UInt8]) { update(bytes.span) }

  /// Appends bytes; how the stream is cut into calls makes no difference.
  public mutating func update(_ bytes: Span<UInt8>) {
    byteCount &+= UInt64(bytes.count)
    var index = 0
    if !rest.isEmpty {
      while index < bytes.count, rest.count < Self.blockLength {
        rest.append(bytes[index])
        index += 1
      }
      guard rest.count == Self.blockLength else { return }
      let block = rest
      rest = []
      compress(block.span)
    }
    while bytes.count - index >= Self.blockLength {
      compress(bytes.extracting(index..<index + Self.blockLength))
      index += Self.blockLength
    }
    while index < bytes.count {
      rest.append(bytes[index])
      index += 1
    }
  }

  /// The hash of everything so far, 32 bytes.
  public func finalized() -> [UInt8] {
    var copy = self
    let zeros = (119 - rest.count) % Self.blockLength
    var padding: [UInt8] = [0x80] + Array(repeating: 0, count: zeros)
    for shift in stride(from: 56, through: 0, by: -8) {
      padding.append(UInt8(truncatingIfNeeded: (byteCount &* 8) >> UInt64(shift)))
    }
    copy.update(padding)
    var result: [UInt8] = []
    result.reserveCapacity(32)
    for index in copy.state.indices {
      for shift in stride(from: 24, through: 0, by: -8) {
        result.append(UInt8(truncatingIfNeeded: copy.state[index] >> UInt32(shift)))
      }
    }
    return result
  }

  /// Bytes as lower-case hexadecimal digits.
  public static func hexadecimal(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(2 * bytes.count)
    for byte in bytes {
      for digit in [byte >> 4, byte & 15] {
        text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// - Precondition: 64 bytes.
  private mutating func compress(_ block: Span<UInt8>) {
    precondition(block.count == Self.blockLength, "a block of \(block.count) bytes")
    var words = InlineArray<64, UInt32>(repeating: 0)
    for i in 0..<16 {
      let byte = 4 &* i
      words[i] =
        UInt32(block[byte]) << 24 | UInt32(block[byte &+ 1]) << 16
        | UInt32(block[byte &+ 2]) << 8 | UInt32(block[byte &+ 3])
    }
    for i in 16..<64 {
      let a = words[i &- 15]
      let b = words[i &- 2]
      let s0 = Self.rotate(a, 7) ^ Self.rotate(a, 18) ^ (a &>> 3)
      let s1 = Self.rotate(b, 17) ^ Self.rotate(b, 19) ^ (b &>> 10)
      words[i] = words[i &- 16] &+ s0 &+ words[i &- 7] &+ s1
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for i in 0..<64 {
      let s1 = Self.rotate(e, 6) ^ Self.rotate(e, 11) ^ Self.rotate(e, 25)
      let choice = (e & f) ^ (~e & g)
      let first = h &+ s1 &+ choice &+ Self.constants[i] &+ words[i]
      let s0 = Self.rotate(a, 2) ^ Self.rotate(a, 13) ^ Self.rotate(a, 22)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ s0 &+ majority)
    }
    let mixed: InlineArray<8, UInt32> = [a, b, c, d, e, f, g, h]
    for i in 0..<8 { state[i] = state[i] &+ mixed[i] }
  }

  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word &>> count | word &<< (32 &- count)
  }

  private static let constants: InlineArray<64, UInt32> = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}
