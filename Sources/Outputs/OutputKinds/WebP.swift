extension PictureFormat {
  /// WebP (RFC 9649) of quality 90, by libwebp, which makes its own luma and chroma of R′G′B′. It has no mark.
  package static let webp = PictureFormat(
    name: "webp", title: "WebP", fileExtensions: ["webp"], encoder: "libwebp", pixelFormat: "bgra",
    alphaPixelFormat: "bgra", isRGB: true,
    options: [LibraryOption("lossless", "0"), LibraryOption("quality", "90")],
    marked: { $0 }, isOurs: { _ in false })

  /// A chunk of a file: its name, its length, its data, and a byte more where that is odd (RFC 9649, 2.3).
  package static func webpChunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    Array(name.utf8) + littleEndian(data.count, bytes: 4) + data
      + (data.count % 2 == 0 ? [] : [0])
  }

  /// The chunks with the data of a picture in a file of one picture.
  package static func webpData(of file: [UInt8]) -> [UInt8] {
    var place = 12
    var result: [UInt8] = []
    while file.count - place >= 8 {
      let length = file[place + 4..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
      let end = place + 8 + length + length % 2
      guard end <= file.count else { break }
      let name = file[place..<place + 4]
      if ["ALPH", "VP8 ", "VP8L"].contains(where: { name.elementsEqual($0.utf8) }) {
        result += file[place..<end]
      }
      place = end
    }
    return result
  }

  /// The lowest bytes of a number, the lowest first (RFC 9649, 2.2).
  package static func littleEndian(_ number: Int, bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// What a file that moves ends with: a chunk that no reader knows, with our mark.
  package static let webpMark = webpChunk("cutl", Array(OwnMark.text.utf8))
}
