extension SoundFormat {
  /// FLAC (RFC 9639) of 24 bits.
  public static let flac = SoundFormat(
    name: "flac", title: "FLAC", fileExtensions: ["flac"],
    isOurs: { file in
      file.has(flacBeginning, at: 0)
        && file.has(flacMark, at: Int64(flacBeginning.count + 3 + flacInfoLength))
    })

  /// The file's mark and the kind of its first block, STREAMINFO (0, of which more follow).
  private static let flacBeginning = Array("fLaC".utf8) + [0]
  private static let flacInfoLength = 34

  /// The last block before the frames (kind 4): a vendor's name, and no comments.
  private static let flacMark: [UInt8] = {
    let vendor = Array(OwnMark.text.utf8)
    let content = [UInt8(vendor.count), 0, 0, 0] + vendor + [0, 0, 0, 0]
    return [0x80 | 4] + length(content) + content
  }()

  /// What comes before the frames.
  package static func flacHead(_ streamInfo: [UInt8]) -> [UInt8] {
    flacBeginning + length(streamInfo) + streamInfo + flacMark
  }

  private static func length(_ bytes: [UInt8]) -> [UInt8] {
    [16, 8, 0].map { UInt8(truncatingIfNeeded: bytes.count >> $0) }
  }
}
