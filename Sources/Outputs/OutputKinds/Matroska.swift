extension MovieContainer {
  /// Matroska (RFC 9559). Its clock counts milliseconds: pictures' times are rounded to them, and players that know the
  /// rate of the track find the exact ones again.
  public static let matroska = MovieContainer(
    name: "mkv", title: "Matroska", muxer: "matroska", fileExtensions: ["mkv"],
    videoCodecs: [.h264, .hevc, .vp9, .av1, .prores, .ffv1, .mjpeg],
    audioCodecs: [.aac, .opus, .flac, .mp3, .ac3, .pcm],
    options: ebmlOptions, streaming: ebmlStream, tags: [LibraryOption("ENCODING_TOOL", OwnMark.text)],
    isOurs: { $0.isEBML && $0.hasEBMLMark(of: "matroska") })

  /// WebM: Matroska with codecs that every browser plays.
  public static let webm = MovieContainer(
    name: "webm", title: "WebM", muxer: "webm", fileExtensions: ["webm"],
    videoCodecs: [.vp9, .av1], audioCodecs: [.opus],
    options: ebmlOptions, streaming: ebmlStream, tags: [LibraryOption("ENCODING_TOOL", OwnMark.text)],
    isOurs: { $0.isEBML && $0.hasEBMLMark(of: "webm") })

  private static let ebmlStream = [
    LibraryOption("default_mode", "infer_no_subs"), LibraryOption("live", "1"),
  ]

  /// The index comes first where it is known how large it gets at most: a cue of 20 bytes for each key picture, of
  /// which there are fewer than pictures.
  private static let ebmlOptions: @Sendable (Movie) -> [LibraryOption] = { movie in
    [LibraryOption("default_mode", "infer_no_subs"), LibraryOption("cues_to_front", "1")]
  }
}

// EBML (RFC 8794): elements of a name, a length and content.
extension FileBytes {
  fileprivate var isEBML: Bool { has([0x1A, 0x45, 0xDF, 0xA3], at: 0) }

  /// Whether the beginning of the file, where its head and tags are, says what kind it is and that it is ours.
  fileprivate func hasEBMLMark(of kind: String) -> Bool {
    guard let head = bytes(at: 0, count: Int(min(count, 1 << 16))) else { return false }
    // TagName and TagString with lengths of one byte.
    func element(_ id: [UInt8], _ text: String) -> [UInt8] {
      id + [0x80 | UInt8(truncatingIfNeeded: text.utf8.count)] + Array(text.utf8)
    }
    let mark = element([0x45, 0xA3], "ENCODING_TOOL") + element([0x44, 0x87], OwnMark.text)
    return head.contains(element([0x42, 0x82], kind)) && head.contains(mark)
  }
}

extension [UInt8] {
  fileprivate func contains(_ pattern: [UInt8]) -> Bool {
    guard count >= pattern.count, !pattern.isEmpty else { return false }
    return (0...(count - pattern.count)).contains { self[$0...].starts(with: pattern) }
  }
}
