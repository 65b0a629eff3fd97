package import LibAV

/// Whether a container's header says all that decoding needs, so that who knows the facts can open
/// the file without reading ahead.
///
/// Reading ahead decodes the beginning of every stream, which costs more than all else about opening
/// a file. The codecs named here were tried: what is decoded is the same either way
/// (`HeaderSurveyTests`). Everything else is read ahead.
package struct HeaderSufficiency: Hashable, Sendable {
  package var forPictures = false
  package var forSound = false

  /// Movie files give each packet's times and hold the parameters of these codecs in their header.
  /// All but H.264 and HEVC have no reordering.
  private static let pictureCodecs: Set<String> = [
    "dnxhd", "h264", "hevc", "mjpeg", "png", "prores", "qtrle",
  ]
  private static let soundCodecs: Set<String> = ["aac", "pcm_s16le", "pcm_s24le"]

  package init() {}

  /// - Parameters:
  ///   - header: the streams as the header describes them.
  ///   - video: the pictures that are used, as described after reading ahead; `nil` for none.
  ///   - sounds: the sound that is used, likewise.
  ///   - hasTimeline: whether it is a movie file that has a timeline of its own.
  package init(
    header: [StreamDescription], video: StreamDescription?, sounds: [StreamDescription],
    hasTimeline: Bool
  ) {
    guard hasTimeline else { return }
    if let stream = video, header.indices.contains(stream.index) {
      let said = header[stream.index]
      forPictures =
        Self.pictureCodecs.contains(stream.codecName) && said.codecName == stream.codecName
        && Self.saysReordering(said, stream)
    }
    forSound = sounds.allSatisfy { stream in
      guard header.indices.contains(stream.index) else { return false }
      let said = header[stream.index]
      // AAC may hold twice the rate and channels that its header says.
      return Self.soundCodecs.contains(stream.codecName) && said.codecName == stream.codecName
        && said.audio.sampleRate == stream.audio.sampleRate
        && said.audio.channelCount == stream.audio.channelCount
    }
  }

  /// A decoder of H.264 that begins with too small a depth loses pictures. HEVC says the depth in its
  /// own parameters, and its decoder heeds nothing else.
  private static func saysReordering(
    _ header: StreamDescription, _ stream: StreamDescription
  ) -> Bool {
    stream.codecName == "hevc" || header.video.reorderDepth == stream.video.reorderDepth
  }
}
