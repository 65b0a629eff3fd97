import LibAV
public import RenderPlanning
public import Rendering

/// Executes plans with libav: files in, encoded chunks out.
public struct MediaBackend: RenderBackend {
  private let plan: RenderPlan
  private let library: MediaLibrary
  private let settings: VideoEncoderSettings
  public let textSource: any TextSource

  public init(plan: RenderPlan, library: MediaLibrary, textSource: any TextSource) {
    self.plan = plan
    self.library = library
    self.textSource = textSource
    settings = VideoEncoderSettings(plan.output)
  }

  public func makeImageSource() -> any ImageSource {
    MediaImageSource(plan: plan, library: library)
  }

  public func makeAudioSource() -> any AudioSource {
    MediaAudioSource(plan: plan, library: library)
  }

  public func makeChunkEncoder() throws(RenderError) -> any ChunkEncoder {
    try settings.makeEncoder()
  }

  public func makeSoundEncoder(_ chunk: SoundChunk) throws(RenderError) -> any SoundChunkEncoder {
    guard let encoding = plan.output.audio else {
      throw RenderError(.encoder, "the movie has no sound")
    }
    return try AudioEncoderSettings(encoding).makeEncoder(of: chunk)
  }
}

/// The C libraries in use.
public enum MediaLibraries {
  /// Sets the process up for rendering; to be called once, before anything else.
  ///
  /// - Parameter processorLevel: the newest instructions that may be used, for example `sse2`; `nil`
  ///   for all that give the same movie.
  /// - Returns: false for a level that this kind of processor does not have.
  public static func prepare(processorLevel: String? = nil) -> Bool {
    ProcessMemory.prepare()
    return processorLevel.map(ProcessorFeatures.restrict) ?? true
  }

  /// What `prepare` knows, from no vector instructions at all to the newest.
  public static var processorLevels: [String] { ProcessorFeatures.levels }

  /// A line each: `libavcodec 59.37.100`.
  public static var versions: [String] { LibAVInfo.versions.map(\.description) }
}
