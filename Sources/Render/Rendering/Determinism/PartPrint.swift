import AudioMixing
import OutputKinds
import PlanModel
import Raster
import Synchronization
import TimelineModel
import Workers

/// What one rendering of a part came to.
struct PartPrint: Sendable {
  /// One for each composed frame or block of mixed sound.
  var hashes: [UInt64] = []
  var encoded: EncodedChunk?

  /// Where two renderings of the same part differ first.
  func firstDifference(
    to other: PartPrint, in part: RenderPart
  ) -> DeterminismDifference.Place? {
    let count = max(hashes.count, other.hashes.count)
    let offset = (0..<count).first { index in
      index >= hashes.count || index >= other.hashes.count || hashes[index] != other.hashes[index]
    }
    switch part {
    case .picture(let chunk):
      // Where there are two passes, each frame was composed twice.
      if let offset {
        return .frame(chunk.frames.lowerBound + offset % max(1, chunk.frames.count))
      }
      return encoded == other.encoded ? nil : .pictureBytes(frames: chunk.frames)
    case .sound(let chunk):
      guard let offset else {
        return encoded == other.encoded ? nil : .soundBytes(samples: chunk.samples)
      }
      let start = chunk.samples.lowerBound + Int64(offset) * chunk.block
      return .samples(start..<min(start + chunk.block, chunk.samples.upperBound))
    }
  }
}

/// Renders parts one after another, as one worker does.
struct PartPrinter {
  private let log = HashLog()
  private let pictures: ChunkRenderer
  private let backend: any RenderBackend
  private let plan: RenderPlan
  private let cancellation: Cancellation

  init(
    plan: RenderPlan, backend: any RenderBackend, cancellation: Cancellation, pool: WorkerPool
  ) {
    self.plan = plan
    self.cancellation = cancellation
    self.backend = HashingBackend(backend: backend, log: log)
    pictures = ChunkRenderer(
      plan: plan, backend: self.backend, cancellation: cancellation, pool: pool)
  }

  func print(_ part: RenderPart) throws(RenderError) -> PartPrint {
    var encoded: EncodedChunk?
    switch part {
    case .picture(let chunk):
      guard plan.output.video.sharesBits else {
        encoded = try pictures.render(chunk)
        break
      }
      // Both passes at some level: which one it will be follows from what they give.
      let level = QualityLevel(steps: plan.output.video.codec.quality.middle)
      let pilot = try pictures.render(chunk, .pilot(level))
      encoded = try pictures.render(chunk, .level(level))
      encoded?.packets += pilot.packets
    case .sound(let chunk):
      if var sound = AudioChunkRenderer(
        plan: plan, track: chunk.track, backend: backend, cancellation: cancellation)
      {
        encoded = try sound.render(chunk)
      }
    }
    return PartPrint(hashes: log.take(), encoded: encoded)
  }
}

/// Hashes of what was given to an encoder, in order.
private final class HashLog: Sendable {
  private let hashes = Mutex<[UInt64]>([])

  func add(_ hash: UInt64) { hashes.withLock { $0.append(hash) } }

  /// All of them; the log is empty afterwards.
  func take() -> [UInt64] {
    hashes.withLock { hashes in
      defer { hashes = [] }
      return hashes
    }
  }
}

/// Another backend whose encoders note what they are given.
private struct HashingBackend: RenderBackend {
  let backend: any RenderBackend
  let log: HashLog

  var textSource: any TextSource { backend.textSource }

  func makeImageSource() -> any ImageSource { backend.makeImageSource() }

  func makeAudioSource() -> any AudioSource { backend.makeAudioSource() }

  func makeAudioSource(ofMix mix: Int) -> any AudioSource { backend.makeAudioSource(ofMix: mix) }

  func makeChunkEncoder(_ quality: ChunkQuality) throws(RenderError) -> any ChunkEncoder {
    HashingFrameEncoder(encoder: try backend.makeChunkEncoder(quality), log: log)
  }

  func makeAudioEncoder(_ chunk: AudioChunk) throws(RenderError) -> any AudioChunkEncoder {
    HashingAudioEncoder(encoder: try backend.makeAudioEncoder(chunk), log: log)
  }
}

private final class HashingFrameEncoder: ChunkEncoder {
  private let encoder: any ChunkEncoder
  private let log: HashLog

  init(encoder: any ChunkEncoder, log: HashLog) {
    self.encoder = encoder
    self.log = log
  }

  func encode(_ image: Image) throws(RenderError) {
    log.add(ImageHash(image).value)
    try encoder.encode(image)
  }

  func finish() throws(RenderError) -> EncodedChunk { try encoder.finish() }
}

private final class HashingAudioEncoder: AudioChunkEncoder {
  private let encoder: any AudioChunkEncoder
  private let log: HashLog

  init(encoder: any AudioChunkEncoder, log: HashLog) {
    self.encoder = encoder
    self.log = log
  }

  func encode(_ block: AudioBuffer) throws(RenderError) {
    log.add(AudioHash(block).value)
    try encoder.encode(block)
  }

  func finish() throws(RenderError) -> EncodedChunk { try encoder.finish() }

  func heard() throws(RenderError) -> AudioBuffer? { try encoder.heard() }
}
