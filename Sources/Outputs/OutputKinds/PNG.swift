extension PictureFormat {
  /// PNG (ISO/IEC 15948), each row stored as its difference from the one above: little more than half as large
  /// as rows that stand alone, and quicker to compress.
  ///
  /// Our mark is the text `Software: cutlist` (11.3.4.3).
  package static let png = PictureFormat(
    name: "png", title: "PNG", fileExtensions: ["png"], encoder: "png", pixelFormat: "rgb24",
    alphaPixelFormat: "rgba", isRGB: true,
    options: [LibraryOption("pred", "up"), LibraryOption("compression_level", "2")],
    marked: { png in
      guard png.count > pngHeaderLength, png.starts(with: pngSignature) else { return png }
      return Array(png[..<pngHeaderLength]) + pngMark + Array(png[pngHeaderLength...])
    },
    isOurs: { file in
      file.has(pngSignature, at: 0) && file.has(pngMark, at: Int64(pngHeaderLength))
    })

  /// Where our mark is put into a PNG file, and what it is.
  package static let pngMarkPlace = (place: Int64(pngHeaderLength), bytes: pngMark)

  /// With what every PNG file begins.
  package static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The signature and the chunk `IHDR`, which comes first and is always as long.
  private static let pngHeaderLength = 8 + 25

  /// A chunk's length, its type, its data and their checksum; no byte depends on anything.
  private static let pngMark: [UInt8] = {
    let content = Array("tEXtSoftware\u{0}\(OwnMark.text)".utf8)
    return bytes(UInt32(content.count - 4)) + content + bytes(checksum(content))
  }()

  /// A chunk of a kind, with its length and its checksum.
  package static func pngChunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
    let content = Array(kind.utf8) + data
    return bytes(UInt32(truncatingIfNeeded: data.count)) + content + bytes(checksum(content))
  }

  /// A text under a keyword: of ASCII as every program reads it, others in UTF-8 (11.3.3.2 and 11.3.3.4).
  package static func pngText(_ keyword: String, _ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    let name = Array(keyword.utf8) + [0]
    if bytes.allSatisfy({ $0 < 0x80 }) { return pngChunk("tEXt", name + bytes) }
    // Not compressed, in no language, and with no other keyword.
    return pngChunk("iTXt", name + [0, 0, 0, 0] + bytes)
  }

  /// What is in the chunks of a kind of a PNG file, one after the other.
  package static func pngContent(_ kind: String, of png: [UInt8]) -> [UInt8] {
    var place = pngSignature.count
    var result: [UInt8] = []
    while png.count - place >= 12 {
      let length = png[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= png.count - place - 12 else { break }
      if png[place + 4..<place + 8].elementsEqual(kind.utf8) {
        result += png[place + 8..<place + 8 + length]
      }
      place += 12 + length
    }
    return result
  }

  package static func bytes(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
  }

  /// CRC-32 as in annex D.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes { sum = checksums[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8 }
    return ~sum
  }

  private static let checksums: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
  }
}
