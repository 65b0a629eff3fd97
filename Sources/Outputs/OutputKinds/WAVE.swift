extension SoundFormat {
  /// WAVE: linear PCM of 24 bits (RIFF; beyond 4 GB RF64, EBU Tech 3306).
  package static let wave = SoundFormat(
    name: "wave", title: "WAVE", fileExtensions: ["wav"],
    names: { $0.waveName },
    isOurs: { file in
      (file.has(Array("RIFF".utf8), at: 0) || file.has(Array("RF64".utf8), at: 0))
        && file.has(Array("LIST".utf8), at: Int64(waveMarkPlace))
        && file.has(waveMark, at: Int64(waveMarkPlace + 8))
    })

  /// The beginning of a list of information: the program that made it.
  private static let waveMark = Array("INFO".utf8) + waveText("ISFT", OwnMark.text)

  /// A list of information: the program that made the file, and what a movie says of itself.
  package static func waveList(_ description: MovieDescription) -> [UInt8] {
    var content = waveMark
    for tag in description.tags {
      if let name = tag.waveName { content += waveText(name, tag.value) }
    }
    if let language = description.tracks.compactMap(\.language).first,
      !description.tags.contains(where: { $0.key == .language })
    {
      content += waveText("ILNG", language.text)
    }
    return Array("LIST".utf8) + number(content.count) + content
  }

  /// A text that ends with a byte of nothing, and with another where it would have an odd length.
  private static func waveText(_ name: String, _ text: String) -> [UInt8] {
    let bytes = Array(text.utf8) + [0]
    return Array(name.utf8) + number(bytes.count) + bytes
      + [UInt8](repeating: 0, count: bytes.count % 2)
  }

  private static func number(_ value: Int) -> [UInt8] {
    [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// Where it is in the file: behind `RIFF`, `WAVE` and a block for the sizes of a large file.
  package static let waveMarkPlace = 12 + 36
}
