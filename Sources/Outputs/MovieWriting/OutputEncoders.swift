import FileSystem
internal import LibAV
public import PlanModel
public import Rendering
internal import TimelineModel

// The encoder of each codec: another codec has its own beside these.

extension VideoEncoderSettings {
  private static let encoders:
    [VideoCodec: @Sendable (Self) throws(RenderError) -> any ChunkEncoder] = [
      .h264: { (settings) throws(RenderError) in try VideoChunkEncoder(settings) }
    ]

  /// An encoder for one chunk.
  ///
  /// - Throws: `RenderError` of kind `encoder` when it refuses the settings, with its words.
  public func makeEncoder() throws(RenderError) -> any ChunkEncoder {
    guard let open = Self.encoders[codec] else {
      throw RenderError(.encoder, "there is no encoder for \(codec.title)")
    }
    return try open(self)
  }
}

extension AudioEncoderSettings {
  private struct Encoder: Sendable {
    var open:
      @Sendable (AudioEncoderSettings, AudioChunk) throws(RenderError)
        -> any AudioChunkEncoder
    var parameters: @Sendable (AudioEncoderSettings) throws(MovieWriteError) -> StreamParameters
  }

  private static let encoders: [AudioCodec: Encoder] = [
    .aac: Encoder(
      open: { (settings, chunk) throws(RenderError) in
        try AACChunkEncoder(settings, chunk: chunk)
      },
      parameters: { (settings) throws(MovieWriteError) in
        try AudioTrackEncoder(settings).parameters
      })
  ]

  /// An encoder for one chunk.
  ///
  /// - Throws: `RenderError` of kind `encoder` when it refuses the settings.
  public func makeEncoder(of chunk: AudioChunk) throws(RenderError) -> any AudioChunkEncoder {
    guard let encoder = Self.encoders[codec] else { throw noEncoder.renderError }
    return try encoder.open(self, chunk)
  }

  /// How the track is described to a `MovieWriter`.
  func parameters() throws(MovieWriteError) -> StreamParameters {
    guard let encoder = Self.encoders[codec] else { throw noEncoder }
    return try encoder.parameters(self)
  }

  private var noEncoder: MovieWriteError {
    MovieWriteError("encode sound", .refused("there is no encoder for \(codec.title)"))
  }
}
