extension SoundFormat {
  /// WAVE: linear PCM of 24 bits (RIFF; beyond 4 GB RF64, EBU Tech 3306).
  public static let wave = SoundFormat(
    name: "wave", title: "WAVE", fileExtensions: ["wav"],
    isOurs: { file in
      (file.has(Array("RIFF".utf8), at: 0) || file.has(Array("RF64".utf8), at: 0))
        && file.has(waveMark, at: Int64(waveMarkPlace))
    })

  /// A list of information with the program that made it, 28 bytes.
  package static let waveMark: [UInt8] =
    Array("LIST".utf8) + [20, 0, 0, 0] + Array("INFOISFT".utf8) + [8, 0, 0, 0]
    + Array("\(OwnMark.text)\u{0}".utf8)

  /// Where it is in the file: behind `RIFF`, `WAVE` and a block for the sizes of a large file.
  package static let waveMarkPlace = 12 + 36
}
