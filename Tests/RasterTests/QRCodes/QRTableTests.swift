import BaseValues
import Testing

@testable import Raster

/// Tables of ISO/IEC 18004:2015 as they are published.
@Suite("QR codes: the standard's tables")
struct QRTableTests {
  @Test("every version holds as many codewords at each level as table 7 says")
  func dataCodewords() {
    let published: [[Int]] = [
      [
        19, 34, 55, 80, 108, 136, 156, 194, 232, 274, 324, 370, 428, 461, 523, 589, 647, 721, 795,
        861, 932, 1006, 1094, 1174, 1276, 1370, 1468, 1531, 1631, 1735, 1843, 1955, 2071, 2191,
        2306, 2434, 2566, 2702, 2812, 2956,
      ],
      [
        16, 28, 44, 64, 86, 108, 124, 154, 182, 216, 254, 290, 334, 365, 415, 453, 507, 563, 627,
        669, 714, 782, 860, 914, 1000, 1062, 1128, 1193, 1267, 1373, 1455, 1541, 1631, 1725, 1812,
        1914, 1992, 2102, 2216, 2334,
      ],
      [
        13, 22, 34, 48, 62, 76, 88, 110, 132, 154, 180, 206, 244, 261, 295, 325, 367, 397, 445,
        485, 512, 568, 614, 664, 718, 754, 808, 871, 911, 985, 1033, 1115, 1171, 1231, 1286, 1354,
        1426, 1502, 1582, 1666,
      ],
      [
        9, 16, 26, 36, 46, 60, 66, 86, 100, 122, 140, 158, 180, 197, 223, 253, 283, 313, 341, 385,
        406, 442, 464, 514, 538, 596, 628, 661, 701, 745, 793, 845, 901, 961, 986, 1054, 1096,
        1142, 1222, 1276,
      ],
    ]
    for (level, codewords) in zip(ErrorCorrection.allCases, published) {
      #expect((1...40).map { QRVersion($0).dataCodewords(level) } == codewords)
    }
  }

  @Test(
    "the smallest version is the one that table 7 says",
    arguments: [
      (ErrorCorrection.low, 1, [41, 25, 17]), (.medium, 1, [34, 20, 14]),
      (.quartile, 1, [27, 16, 11]), (.high, 1, [17, 10, 7]), (.low, 7, [370, 224, 154]),
      (.medium, 10, [513, 311, 213]), (.low, 40, [7089, 4296, 2953]),
      (.medium, 40, [5596, 3391, 2331]), (.quartile, 40, [3993, 2420, 1663]),
      (.high, 40, [3057, 1852, 1273]),
    ])
  func capacities(level: ErrorCorrection, version: Int, counts: [Int]) {
    for (character, count) in zip(["7", "A", "a"], counts) {
      let text = String(repeating: character, count: count)
      #expect(QRMessage.version(for: text, at: level, atLeast: 1)?.0.number == version)
      let next = QRMessage.version(for: text + character, at: level, atLeast: 1)?.0.number
      #expect(next == (version < 40 ? version + 1 : nil))
      #expect(QRCode.holds(text + character, at: level) == (version < 40))
    }
  }

  @Test("what is too long is told with what fits")
  func capacity() {
    #expect(QRCode.capacity(for: "123", at: .low) == .digits(7089))
    #expect(QRCode.capacity(for: "A-1", at: .medium) == .alphanumerics(3391))
    #expect(QRCode.capacity(for: "a", at: .high) == .bytes(1273))
    // The designator of UTF-8 takes 12 bits.
    #expect(QRCode.capacity(for: "ä", at: .high) == .bytes(1272))
    #expect(QRCode.holds(String(repeating: "ä", count: 636), at: .high))
    #expect(!QRCode.holds(String(repeating: "ä", count: 636) + "a", at: .high))
    #expect(!QRCode.holds(String(repeating: "1", count: 1 << 20), at: .low))
  }

  @Test("format information is that of table C.1")
  func format() {
    let published = [
      0x5412, 0x5125, 0x5E7C, 0x5B4B, 0x45F9, 0x40CE, 0x4F97, 0x4AA0, 0x77C4, 0x72F3, 0x7DAA,
      0x789D, 0x662F, 0x6318, 0x6C41, 0x6976, 0x1689, 0x13BE, 0x1CE7, 0x19D0, 0x0762, 0x0255,
      0x0D0C, 0x083B, 0x355F, 0x3068, 0x3F31, 0x3A06, 0x24B4, 0x2183, 0x2EDA, 0x2BED,
    ]
    let levels: [ErrorCorrection] = [.medium, .low, .high, .quartile]
    let made = levels.flatMap { level in (0...7).map { QRMatrix.format(level, mask: $0) } }
    #expect(made == published)
  }

  @Test("version information is that of table D.1")
  func versionInformation() {
    let published = [
      0x07C94, 0x085BC, 0x09A99, 0x0A4D3, 0x0BBF6, 0x0C762, 0x0D847, 0x0E60D, 0x0F928, 0x10B78,
      0x1145D, 0x12A17, 0x13532, 0x149A6, 0x15683, 0x168C9, 0x177EC, 0x18EC4, 0x191E1, 0x1AFAB,
      0x1B08E, 0x1CC1A, 0x1D33F, 0x1ED75, 0x1F250, 0x209D5, 0x216F0, 0x228BA, 0x2379F, 0x24B0B,
      0x2542E, 0x26A64, 0x27541, 0x28C69,
    ]
    #expect((7...40).map { QRMatrix.versionInformation(QRVersion($0)) } == published)
  }

  @Test("alignment patterns are where table E.1 says")
  func alignment() {
    let published: [Int: [Int]] = [
      1: [], 2: [6, 18], 6: [6, 34], 7: [6, 22, 38], 14: [6, 26, 46, 66], 15: [6, 26, 48, 70],
      22: [6, 26, 50, 74, 98], 31: [6, 30, 56, 82, 108, 134], 32: [6, 34, 60, 86, 112, 138],
      36: [6, 24, 50, 76, 102, 128, 154], 39: [6, 26, 54, 82, 110, 138, 166],
      40: [6, 30, 58, 86, 114, 142, 170],
    ]
    for (version, centers) in published {
      #expect(QRVersion(version).alignmentCenters == centers)
    }
  }

  @Test("generator polynomials are those of Annex A")
  func generators() {
    // As powers of 2: for 7 codewords of error correction and for 10.
    let published = [
      [87, 229, 146, 149, 238, 102, 21], [251, 67, 46, 61, 118, 70, 64, 94, 32, 45],
    ]
    for exponents in published {
      let code = ReedSolomonCode(checkCodewords: exponents.count)
      #expect(code.generator == exponents.map(power))
    }
  }

  private func power(_ exponent: Int) -> UInt8 {
    (0..<exponent).reduce(1) { value, _ in ReedSolomonCode.product(value, 2) }
  }
}
