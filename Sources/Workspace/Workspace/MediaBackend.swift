import LibAV
package import MediaReading
import MovieWriting
package import OutputKinds
package import PlanModel
package import Rendering
import RowKernels

/// Executes plans with libav: files in, encoded chunks out.
package struct MediaBackend: RenderBackend {
  private let plan: RenderPlan
  private let library: MediaLibrary
  private let settings: VideoEncoderSettings
  /// Shared by all workers.
  package let textSource: any TextSource
  /// Threads that decode one file for one worker, at least 1. The pictures do not depend on it; more
  /// than one serves who waits for a single frame.
  package var decodingThreads = 1

  /// Opens nothing: sources and encoders are made for each worker.
  ///
  /// - Precondition: the library holds every media item that the plan shows.
  package init(plan: RenderPlan, library: MediaLibrary, textSource: any TextSource) {
    self.plan = plan
    self.library = library
    self.textSource = textSource
    settings = VideoEncoderSettings(
      plan.output.video, size: plan.output.size, rate: plan.output.rate)
  }

  /// Opens files when their pictures are asked for.
  package func makeImageSource() -> any ImageSource {
    MediaImageSource(plan: plan, library: library, decodingThreads: decodingThreads)
  }

  /// The same, with files in common with another movie.
  package func makeImageSource(beside other: (any ImageSource)?) -> any ImageSource {
    MediaImageSource(
      plan: plan, library: library, decodingThreads: decodingThreads,
      beside: other as? MediaImageSource)
  }

  /// Opens files when their sound is asked for.
  package func makeAudioSource() -> any AudioSource {
    MediaAudioSource(plan: plan, library: library)
  }

  /// Opens files when their sound is asked for.
  package func makeAudioSource(ofMix mix: Int) -> any AudioSource {
    MediaAudioSource(plan: plan.mix(mix), library: library)
  }

  /// An encoder for one chunk of pictures.
  ///
  /// - Throws: `RenderError` of kind `encoder` when the encoder refuses the settings.
  package func makeChunkEncoder(
    _ quality: ChunkQuality
  ) throws(RenderError) -> any ChunkEncoder {
    try VideoChunkEncoder(settings.of(quality))
  }

  /// An encoder for one chunk of sound.
  ///
  /// - Throws: `RenderError` of kind `encoder` when the movie has no sound or the encoder refuses
  ///   the settings.
  package func makeAudioEncoder(_ chunk: AudioChunk) throws(RenderError) -> any AudioChunkEncoder {
    let own = plan.mix(chunk.track)
    guard let encoding = own.output.audio else {
      throw RenderError(.encoder, "the movie has no sound")
    }
    var settings = AudioEncoderSettings(encoding)
    settings.hasKnownPeaks = own.audio?.ceiling != nil
    return try SoundChunkEncoder(settings, chunk: chunk)
  }
}

/// The C libraries in use.
package enum MediaLibraries {
  /// Sets the process up for rendering; to be called once, before anything else.
  ///
  /// - Parameter processorLevel: the newest instructions that may be used, for example `sse2`; `nil`
  ///   for all that give the same movie.
  /// - Returns: false for a level that this kind of processor does not have.
  package static func prepare(processorLevel: String? = nil) -> Bool {
    ProcessMemory.prepare()
    guard let processorLevel else { return true }
    if processorLevel != ProcessorFeatures.levels.last { WideVectors.avoid() }
    return ProcessorFeatures.restrict(to: processorLevel)
  }

  /// Gives memory back that is free by now, for a process that will wait; see `ProcessMemory.trim`.
  package static func trimMemory() { ProcessMemory.trim() }

  /// What `prepare` knows, from no vector instructions at all to the newest.
  package static var processorLevels: [String] { ProcessorFeatures.levels }

  /// A line each: `libavcodec 59.37.100`.
  package static var versions: [String] { LibAVInfo.versions.map(\.description) }

  /// FFmpeg's release as its builder named it: `5.1.6-0+deb12u1`.
  package static var release: String { LibAVInfo.release }
}
