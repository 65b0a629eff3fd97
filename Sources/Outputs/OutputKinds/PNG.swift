extension PictureFormat {
  /// PNG (ISO/IEC 15948), each row stored as its difference from the one above: little more than half as large
  /// as rows that stand alone, and quicker to compress.
  ///
  /// Our mark is the text `Software: cutlist` (11.3.4.3).
  public static let png = PictureFormat(
    name: "png", title: "PNG", fileExtensions: ["png"], encoder: "png", pixelFormat: "rgb24",
    isRGB: true,
    options: [LibraryOption("pred", "up"), LibraryOption("compression_level", "2")],
    marked: { png in
      guard png.count > pngHeaderLength, png.starts(with: pngSignature) else { return png }
      return Array(png[..<pngHeaderLength]) + pngMark + Array(png[pngHeaderLength...])
    },
    isOurs: { file in
      file.has(pngSignature, at: 0) && file.has(pngMark, at: Int64(pngHeaderLength))
    })

  /// Where our mark is put into a PNG file, and what it is.
  static let pngMarkPlace = (place: Int64(pngHeaderLength), bytes: pngMark)

  /// With what every PNG file begins.
  package static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The signature and the chunk `IHDR`, which comes first and is always as long.
  private static let pngHeaderLength = 8 + 25

  /// A chunk's length, its type, its data and their checksum; no byte depends on anything.
  private static let pngMark: [UInt8] = {
    let content = Array("tEXtSoftware\u{0}\(OwnMark.text)".utf8)
    return bytes(UInt32(content.count - 4)) + content + bytes(checksum(content))
  }()

  private static func bytes(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
  }

  /// CRC-32 as in annex D.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
    }
    return ~sum
  }
}
