// Files that hold sound alone.
extension MovieContainer {
  /// An MP4 of sound alone, as music players call it.
  package static let m4a = MovieContainer(
    name: "m4a", title: "M4A", otherNames: ["aac", "ipod", "m4b"], muxer: "ipod",
    fileExtensions: ["m4a"], videoCodecs: [],
    audioCodecs: [.aac, .alac], namesSampleEntries: true, options: mp4.options, tags: mp4.tags,
    descriptionForm: .mp4, isOurs: mp4.isOurs)

  /// A stream of MP3 with its tags before it (ID3v2.4), and how much of its beginning and end is the encoder's own.
  package static let mp3 = MovieContainer(
    name: "mp3", title: "MP3", otherNames: ["lame", "mpga"], muxer: "mp3", fileExtensions: ["mp3"],
    videoCodecs: [],
    audioCodecs: [.mp3], isOfOneSound: true,
    options: { _ in [LibraryOption("id3v2_version", "4")] },
    tags: [LibraryOption("encoding_tool", OwnMark.text)], descriptionForm: .plain,
    describesTracks: false,
    isOurs: { $0.beginsWith("ID3", holding: "encoding_tool\u{0}" + OwnMark.text) })

  /// Opus in Ogg (RFC 7845).
  package static let ogg = MovieContainer(
    name: "ogg", title: "Ogg", otherNames: ["oga", "opus", "vorbis"], muxer: "ogg",
    fileExtensions: ["opus", "ogg", "oga"],
    videoCodecs: [],
    audioCodecs: [.opus, .flac], isOfOneSound: true,
    options: { _ in
      [LibraryOption("serial_offset", "1"), LibraryOption("page_duration", "1000000")]
    },
    streaming: [LibraryOption("serial_offset", "1"), LibraryOption("page_duration", "1000000")],
    tags: [LibraryOption("encoding_tool", OwnMark.text)], descriptionForm: .plain,
    namesChapters: true,
    isOurs: { $0.beginsWith("OggS", holding: "encoding_tool=" + OwnMark.text) })
}

extension FileBytes {
  /// Whether a file begins so, and has a text in its first part.
  fileprivate func beginsWith(_ beginning: String, holding text: String) -> Bool {
    guard has(Array(beginning.utf8), at: 0),
      let head = bytes(at: 0, count: Int(min(count, 1 << 16)))
    else { return false }
    return head.holds(Array(text.utf8))
  }
}

extension [UInt8] {
  /// Whether another sequence is a part of it.
  func holds(_ pattern: [UInt8]) -> Bool {
    guard count >= pattern.count, let first = pattern.first else { return pattern.isEmpty }
    return (0...(count - pattern.count)).contains {
      self[$0] == first && self[$0...].starts(with: pattern)
    }
  }
}
