/// H.264 streams whose pictures are stored as two fields, made by hand: 16 by 32, each field of one
/// macroblock that is stored as it is (I_PCM).
enum FieldMovie {
  /// What the rows of a picture are filled with: those of the upper field, and of the lower one.
  static func levels(_ number: Int) -> (top: UInt8, bottom: UInt8) {
    let level = UInt8(20 + number * 3)
    return (level, level + 1)
  }

  /// A byte stream (ITU-T H.264, Annex B) at 25 pictures a second.
  static func stream(pictures: Int) -> [UInt8] {
    var stream: [UInt8] = []
    for number in 0..<pictures {
      // Ten pictures to a group.
      let place = number % 10
      stream += [0, 0, 0, 1, 0x09, 0x10]
      if place == 0 { stream += unit(0x67, parameters) + unit(0x68, pictureParameters) }
      let levels = levels(number)
      stream += field(place, isBottom: false, levels.top)
      stream += field(place, isBottom: true, levels.bottom)
    }
    return stream
  }

  /// 7.3.2.1: Main profile, `frame_mbs_only_flag` 0, VUI with 50 fields a second.
  private static var parameters: [UInt8] {
    var bits = Bits()
    bits.add(77, 8)
    bits.add(0, 8)
    bits.add(30, 8)
    for value in [0, 0, 0, 4, 1] { bits.addExp(value) }
    bits.add(0, 1)
    bits.addExp(0)
    bits.addExp(0)
    // No whole frames only, no adaptive fields, direct inference, no cropping, VUI.
    bits.add(0b00101, 5)
    bits.add(0b00001, 5)
    bits.add(1, 32)
    bits.add(50, 32)
    bits.add(0b10000, 5)
    return bits.closed
  }

  /// 7.3.2.2: variable-length codes, with control of deblocking.
  private static var pictureParameters: [UInt8] {
    var bits = Bits()
    bits.addExp(0)
    bits.addExp(0)
    bits.add(0, 2)
    for _ in 0..<3 { bits.addExp(0) }
    bits.add(0, 3)
    for _ in 0..<3 { bits.addExp(0) }
    bits.add(0b100, 3)
    return bits.closed
  }

  /// 7.3.3: an I slice of one macroblock.
  private static func field(_ place: Int, isBottom: Bool, _ level: UInt8) -> [UInt8] {
    let isFirstOfGroup = place == 0 && !isBottom
    var bits = Bits()
    for value in [0, 7, 0] { bits.addExp(value) }
    bits.add(place, 4)
    bits.add(isBottom ? 0b11 : 0b10, 2)
    if isFirstOfGroup { bits.addExp(0) }
    bits.add(2 * place + (isBottom ? 1 : 0), 8)
    bits.add(0, isFirstOfGroup ? 2 : 1)
    // No change of the quantiser, no deblocking, I_PCM.
    for value in [0, 1, 25] { bits.addExp(value) }
    let samples = [UInt8](repeating: level, count: 256) + [UInt8](repeating: 128, count: 128)
    return unit(isFirstOfGroup ? 0x65 : 0x21, bits.bytes + samples + [0x80])
  }

  /// 7.3.1, with emulation prevention.
  private static func unit(_ header: UInt8, _ payload: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0, 0, 0, 1, header]
    var zeros = 0
    for byte in payload {
      if zeros >= 2, byte <= 3 {
        bytes.append(3)
        zeros = 0
      }
      bytes.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return bytes
  }

  private struct Bits {
    private var bits: [Bool] = []

    mutating func add(_ value: Int, _ count: Int) {
      for place in (0..<count).reversed() { bits.append(value >> place & 1 == 1) }
    }

    /// Exponential Golomb code (9.1).
    mutating func addExp(_ value: Int) {
      let length = Int.bitWidth - (value + 1).leadingZeroBitCount
      add(0, length - 1)
      add(value + 1, length)
    }

    /// Filled up with zeros.
    var bytes: [UInt8] {
      stride(from: 0, to: bits.count, by: 8).map { start in
        (start..<start + 8).reduce(UInt8(0)) {
          $0 << 1 | ($1 < bits.count && bits[$1] ? 1 : 0)
        }
      }
    }

    /// With the bit that ends a payload.
    var closed: [UInt8] {
      var copy = self
      copy.add(1, 1)
      return copy.bytes
    }
  }
}
