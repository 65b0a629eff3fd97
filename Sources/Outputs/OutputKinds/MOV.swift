extension MovieContainer {
  /// QuickTime (Apple's QuickTime File Format), written as MP4 is. Our mark is an item of its metadata.
  package static let mov = MovieContainer(
    name: "mov", title: "QuickTime",
    otherNames: ["qt", "quicktime"],
    muxer: "mov", fileExtensions: ["mov", "qt"],
    videoCodecs: [.h264, .hevc, .prores, .dnxhr, .mjpeg],
    audioCodecs: [.aac, .pcm, .alac, .ac3, .mp3], namesSampleEntries: true, canBeFragmented: true,
    options: { movie in
      mp4.options(movie).map { option in
        option.name == "movflags"
          ? LibraryOption("movflags", option.value + "+use_metadata_tags") : option
      } + (movie.packetCount == nil ? [] : [LibraryOption("movflags", "+use_metadata_tags")])
    }, tags: [LibraryOption(markKey, OwnMark.text)], descriptionForm: .quickTime,
    isOurs: { $0.hasQuickTimeMark(markKey) })

  /// The key of the mark, which no tag of a movie's description has.
  private static let markKey = "encoding_tool"
}
