// What there is. The first of each list is what a project has where it says nothing.

extension MovieContainer {
  /// What movies are written to.
  package static let all: [MovieContainer] = [
    .mp4, .mov, .matroska, .webm, .nut, .gif, .apng, .m4a, .mp3, .ogg,
    .pngPictures, .jpegPictures, .tiffPictures, .webpPictures, .animatedWebP, .hls, .dash,
  ]
  /// Where a project says nothing.
  package static let usual = MovieContainer.mp4
}

extension VideoCodec {
  /// What pictures are encoded with.
  package static let all: [VideoCodec] = [
    .h264, .hevc, .vp9, .av1, .prores, .dnxhr, .ffv1, .mjpeg, .png, .tiff, .webp,
  ]
  /// Where a project says nothing.
  package static let usual = VideoCodec.h264
}

extension AudioCodec {
  /// What movies' sound is encoded with.
  package static let all: [AudioCodec] = [.aac, .opus, .flac, .alac, .mp3, .ac3, .pcm]
  /// Where a project says nothing.
  package static let usual = AudioCodec.aac
}

extension SoundFormat {
  /// What sound alone is written to.
  package static let all: [SoundFormat] = [.wave, .flac]
}

extension PictureFormat {
  /// What single pictures are written to.
  package static let all: [PictureFormat] = [.png, .jpeg, .tiff, .webp]
}
