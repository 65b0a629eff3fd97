extension MovieContainer {
  /// MPEG-DASH (ISO/IEC 23009-1) with the segments that HLS has: a description of the presentation, and a folder beside
  /// it with what it names.
  ///
  /// Our mark is a comment at its beginning. What lies in the folder is called by its own hash, by which it is known.
  package static let dash = MovieContainer(
    name: "dash", title: "DASH", muxer: "mp4", fileExtensions: ["mpd"],
    videoCodecs: [.h264, .hevc, .av1, .vp9], audioCodecs: [.aac, .opus], namesSampleEntries: true,
    manifest: .presentation,
    options: mp4.options, tags: mp4.tags, descriptionForm: .mp4,
    isOurs: { $0.has(Array(presentationHead.utf8), at: 0) })

  /// With what every description of ours begins.
  package static let presentationHead =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- \(OwnMark.text) -->\n"
}
