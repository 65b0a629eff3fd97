extension MovieContainer {
  /// MP4 (ISO/IEC 14496-14). `.m4v` is what some programs call the same.
  public static let mp4 = MovieContainer(
    name: "mp4", fileExtensions: ["mp4", "m4v"], videoCodecs: [.h264], audioCodecs: [.aac])
}
