extension MovieContainer {
  /// HTTP Live Streaming (RFC 8216) with segments of fragmented MP4 (CMAF, ISO/IEC 23000-19): a playlist, and a folder
  /// beside it with what it names.
  ///
  /// Our mark is a comment in the playlist. What lies in the folder is called by its own hash, by which it is known.
  package static let hls = MovieContainer(
    name: "hls", title: "HLS", muxer: "mp4", fileExtensions: ["m3u8"],
    videoCodecs: [.h264, .hevc], audioCodecs: [.aac], namesSampleEntries: true,
    manifest: .playlists,
    options: mp4.options, tags: mp4.tags, descriptionForm: .mp4,
    isOurs: { $0.has(Array(playlistHead.utf8), at: 0) })

  /// With what every playlist of ours begins. Lines that begin with `#` and not with `#EXT` are comments.
  package static let playlistHead = "#EXTM3U\n# \(OwnMark.text)\n"
}
