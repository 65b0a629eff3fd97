extension MovieContainer {
  /// NUT, FFmpeg's own container: exact times in any unit, and written without going back, so that other programs can
  /// read it from a pipe.
  package static let nut = MovieContainer(
    name: "nut", title: "NUT", muxer: "nut", fileExtensions: ["nut"],
    videoCodecs: [.h264, .hevc, .ffv1, .mjpeg, .av1, .vp9],
    audioCodecs: [.pcm, .aac, .flac, .opus, .mp3, .ac3],
    options: { _ in [] }, streaming: [], tags: [LibraryOption("encoding_tool", OwnMark.text)],
    descriptionForm: .plain,
    isOurs: { file in
      guard file.has(Array("nut/multimedia container\u{0}".utf8), at: 0),
        let head = file.bytes(at: 0, count: Int(min(file.count, 1 << 16)))
      else { return false }
      return head.holds(Array("encoding_tool".utf8)) && head.holds(Array(OwnMark.text.utf8))
    })
}
