extension PictureFormat {
  /// JPEG (ITU-T T.81, JFIF).
  ///
  /// Our mark is a comment (COM) behind the first segment.
  package static let jpeg = PictureFormat(
    name: "jpeg", title: "JPEG", fileExtensions: ["jpg", "jpeg"], encoder: "mjpeg",
    pixelFormat: "yuvj420p", isRGB: false,
    // Quantizer 4 of 1 (best) to 31, in libav's units of 118.
    options: [LibraryOption("flags", "+qscale"), LibraryOption("global_quality", "\(4 * 118)")],
    marked: { jpeg in
      guard jpeg.count > 6, jpeg.starts(with: jpegBeginning) else { return jpeg }
      let place = 4 + Int(jpeg[4]) << 8 + Int(jpeg[5])
      guard place <= jpeg.count else { return jpeg }
      return Array(jpeg[..<place]) + jpegMark + Array(jpeg[place...])
    },
    isOurs: { file in
      guard file.has(jpegBeginning, at: 0), let length = file.bytes(at: 4, count: 2) else {
        return false
      }
      return file.has(jpegMark, at: Int64(4 + Int(length[0]) << 8 + Int(length[1])))
    })

  /// The start of the picture, and that of JFIF's segment, whose length follows.
  private static let jpegBeginning: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]

  /// A comment: its marker, its length with these two bytes, its text.
  private static let jpegMark: [UInt8] = {
    let text = Array(OwnMark.text.utf8)
    return [0xFF, 0xFE, 0, UInt8(truncatingIfNeeded: text.count + 2)] + text
  }()
}
