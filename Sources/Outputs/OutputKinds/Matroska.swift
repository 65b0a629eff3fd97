extension MovieContainer {
  /// Matroska (RFC 9559).
  ///
  /// libav's clock for it counts milliseconds: each time is rounded to the nearest one, so that no rounding
  /// adds up. Tracks say how long a picture lasts in nanoseconds (`DefaultDuration`), from which players find
  /// the exact times again. Where sound begins and ends is said in nanoseconds too (`CodecDelay`,
  /// `DiscardPadding`). Facts of tracks that libav leaves out, `LanguageBCP47` among them, are completed when
  /// the movie is finished.
  package static let matroska = MovieContainer(
    name: "mkv", title: "Matroska",
    otherNames: ["matroska", "mk3d", "mka", "mks"],
    muxer: "matroska", fileExtensions: ["mkv"],
    videoCodecs: [.h264, .hevc, .vp9, .av1, .prores, .ffv1, .mjpeg],
    audioCodecs: [.aac, .opus, .flac, .mp3, .ac3, .pcm], holdsAlphaBeside: true,
    options: ebmlOptions, streaming: ebmlStream,
    tags: [LibraryOption(markName, OwnMark.text)], descriptionForm: .matroska,
    clock: 1000, isOurs: { $0.hasEBMLMark(of: "matroska", named: markName) })

  /// WebM: Matroska with codecs that every browser plays.
  package static let webm = MovieContainer(
    name: "webm", title: "WebM", muxer: "webm", fileExtensions: ["webm"],
    videoCodecs: [.vp9, .av1], audioCodecs: [.opus], holdsAlphaBeside: true,
    options: ebmlOptions, streaming: ebmlStream,
    tags: [LibraryOption(markName, OwnMark.text)], descriptionForm: .webm,
    clock: 1000, isOurs: { $0.hasEBMLMark(of: "webm", named: markName) })

  private static let ebmlStream = [
    LibraryOption("default_mode", "passthrough"), LibraryOption("live", "1"),
  ]

  /// The name of the tag that is our mark. libav leaves out those called as what it writes elsewhere, such as
  /// `ENCODING_TOOL`.
  private static let markName = "WRITING_APP"

  /// The index comes first: the file is moved once for that when it is finished.
  private static let ebmlOptions: @Sendable (Movie) -> [LibraryOption] = { _ in
    // Which tracks are played by themselves is said of each.
    [LibraryOption("default_mode", "passthrough"), LibraryOption("cues_to_front", "1")]
  }
}

/// Elements of EBML (RFC 8794): a name, a length and content.
extension FileBytes {
  /// Whether the head says what kind it is, and a tag of the whole file that it is ours. Only elements'
  /// beginnings are read.
  fileprivate func hasEBMLMark(of kind: String, named name: String) -> Bool {
    let whole = 0..<count
    guard has([0x1A, 0x45, 0xDF, 0xA3], at: 0),
      let head = content(ofElement: 0x1A45_DFA3, in: whole),
      let type = content(ofElement: 0x4282, in: head), isText(kind, in: type),
      let segment = content(ofElement: 0x1853_8067, in: whole),
      let tags = content(ofElement: 0x1254_C367, in: segment)
    else { return false }
    // The first tag is that of the whole file, and the mark its first text.
    guard let tag = content(ofElement: 0x7373, in: tags),
      let simple = content(ofElement: 0x67C8, in: tag),
      let tagName = content(ofElement: 0x45A3, in: simple), isText(name, in: tagName),
      let value = content(ofElement: 0x4487, in: simple)
    else { return false }
    return isText(OwnMark.text, in: value)
  }

  private func isText(_ text: String, in range: Range<Int64>) -> Bool {
    range.count == text.utf8.count && has(Array(text.utf8), at: range.lowerBound)
  }

  /// What is in the first element of a name among those of a range.
  private func content(ofElement name: UInt32, in range: Range<Int64>) -> Range<Int64>? {
    var position = range.lowerBound
    // A movie has a handful of elements on each level before its pictures; more are not looked at.
    for _ in 0..<256 where position < range.upperBound {
      guard let head = bytes(at: position, count: Int(min(12, count - position))),
        let nameLength = head.first.map({ $0.leadingZeroBitCount + 1 }), nameLength <= 4,
        head.count > nameLength
      else { return nil }
      let found = head[..<nameLength].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      let lengthLength = head[nameLength].leadingZeroBitCount + 1
      guard lengthLength <= 8, head.count >= nameLength + lengthLength else { return nil }
      let first = UInt64(head[nameLength]) & (UInt64(0xFF) >> UInt64(lengthLength))
      let length = head[(nameLength + 1)..<(nameLength + lengthLength)].reduce(first) {
        $0 << 8 | UInt64($1)
      }
      let start = position + Int64(nameLength + lengthLength)
      // All ones: a length that is not known, up to the end of what it lies in.
      let isOpen = length == (UInt64(1) << UInt64(7 * lengthLength)) - 1
      guard start <= range.upperBound, isOpen || length <= UInt64(range.upperBound - start) else {
        return nil
      }
      let end = isOpen ? range.upperBound : start + Int64(length)
      if found == name { return start..<end }
      position = end
    }
    return nil
  }
}
