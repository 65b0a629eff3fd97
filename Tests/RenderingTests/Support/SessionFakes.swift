import AudioMixing
import BaseValues
import OutputKinds
import PlanModel
import Raster
import Rendering
import Synchronization
import TimelineModel

/// What a render asks of its surroundings.
enum SessionEvent: Hashable, Sendable {
  case image(Int)
  case makeEncoder
  /// The number of frames that the encoder had before.
  case encode(Int)
  case finishChunk
  case readSound
  case makeAudioEncoder(Int)
  case encodeAudio(Int)
  case finishAudio(Int)
  /// The number of chunks saved before.
  case save(Int)
  /// The number of chunks of pictures, or of sound, that the sink had before.
  case appendPictures(Int)
  case appendAudio(Int)
  case finishMovie
}

/// Called before each event; throws to make it fail.
typealias SessionHook = @Sendable (SessionEvent) throws(RenderError) -> Void

/// A plan of pictures that differ from frame to frame, at one frame a second.
func sessionPlan(
  chunks: Int, chunkLength: Int = 4, sampleRate: Int = 1000, samples: Int64? = nil
) -> RenderPlan {
  let count = chunks * chunkLength
  let origin = PlanOrigin(track: TrackID(0), item: .clip(0), label: "")
  let picture = PictureInput(
    origin: origin,
    content: .picture(PerFrame((0..<count).map { .source(ConformID(0), sourceFrame: $0) })),
    geometry: .constant(.offset(x: 0, y: 0)))
  let audio = samples.map {
    AudioPlan(
      sampleRate: sampleRate, channels: 1, sampleCount: $0,
      spans: $0 == 0
        ? []
        : [
          AudioSpan(
            origin: origin, media: MediaID(0), samples: 0..<$0, sourceSample: 0, envelopes: [])
        ])
  }
  let size = Size(width: 4, height: 2)
  return RenderPlan(
    output: PlannedOutput(
      size: size, rate: FrameRate(1)!, frameCount: count,
      background: PlanModel.YCbCr(y: 16, cb: 128, cr: 128), video: VideoEncoding(),
      audio: samples == nil ? nil : AudioEncoding()),
    sources: [
      PlannedSource(
        media: MediaID(0), name: "a", content: .file(path: "a", videoStream: nil, audioStream: nil),
        contentHash: "a")
    ],
    conforms: [
      Conform(media: MediaID(0), crop: Rect(x: 0, y: 0, width: 4, height: 2), size: size)
    ],
    rasters: [],
    segments: count == 0
      ? [] : [PictureSegment(frames: 0..<count, layers: [PictureLayer(picture)])],
    audio: audio,
    chunks: (0..<chunks).map {
      Chunk(index: $0, frames: ($0 * chunkLength)..<(($0 + 1) * chunkLength))
    }, ledger: [])
}

/// Pictures and sound from nowhere. Counts the things it made that are still alive.
final class SessionBackend: RenderBackend {
  let hook: SessionHook
  /// The source frames that each image source was asked for.
  let asked = Mutex<[ObjectIdentifier: [Int]]>([:])
  let alive = Atomic<Int>(0)

  init(_ hook: @escaping SessionHook = { _ in }) { self.hook = hook }

  var textSource: any TextSource { SceneTexts(images: []) }

  func makeImageSource() -> any ImageSource { Images(self) }
  func makeAudioSource() -> any AudioSource { Sounds(self) }

  func makeChunkEncoder(_ quality: ChunkQuality) throws(RenderError) -> any ChunkEncoder {
    try hook(.makeEncoder)
    return Encoder(self)
  }

  func makeAudioEncoder(_ chunk: AudioChunk) throws(RenderError) -> any AudioChunkEncoder {
    try hook(.makeAudioEncoder(chunk.index))
    return SoundEncoder(self, chunk)
  }

  private class Counted {
    let backend: SessionBackend
    init(_ backend: SessionBackend) {
      self.backend = backend
      backend.alive.add(1, ordering: .relaxed)
    }
    deinit { backend.alive.subtract(1, ordering: .relaxed) }
  }

  private final class Images: Counted, ImageSource {
    func image(_ conform: ConformID, sourceFrame: Int) throws(RenderError) -> Image {
      try backend.hook(.image(sourceFrame))
      backend.asked.withLock { $0[ObjectIdentifier(self), default: []].append(sourceFrame) }
      return .flat(UInt8(sourceFrame % 256), 0, 0, Size(width: 4, height: 2))
    }

    func retain(only active: Set<MediaID>) {}
  }

  private final class Sounds: Counted, AudioSource {
    func read(
      _ media: MediaID, span: Int, from sample: Int64, into buffer: inout AudioBuffer
    ) throws(RenderError) {
      try backend.hook(.readSound)
      buffer.withChannel(0) { channel in
        for i in channel.indices { channel[i] = Float((Int(sample) + i) % 128) / 128 }
      }
    }
  }

  private final class Encoder: Counted, ChunkEncoder {
    private var packets: [EncodedPacket] = []

    func encode(_ image: Image) throws(RenderError) {
      try backend.hook(.encode(packets.count))
      packets.append(
        EncodedPacket(
          data: [image.row(0, 0)[0]], presentation: Int64(packets.count),
          decoding: Int64(packets.count), duration: 1, isKey: packets.isEmpty))
    }

    func finish() throws(RenderError) -> EncodedChunk {
      try backend.hook(.finishChunk)
      return EncodedChunk(parameters: [1], packets: packets, frameCount: packets.count)
    }
  }

  private final class SoundEncoder: Counted, AudioChunkEncoder {
    private let chunk: AudioChunk
    private var sum: [UInt8] = []

    init(_ backend: SessionBackend, _ chunk: AudioChunk) {
      self.chunk = chunk
      super.init(backend)
    }

    func encode(_ block: AudioBuffer) throws(RenderError) {
      try backend.hook(.encodeAudio(chunk.index))
      sum.append(UInt8(truncatingIfNeeded: Int(block.channels[0].reduce(0, +))))
    }

    func finish() throws(RenderError) -> EncodedChunk {
      try backend.hook(.finishAudio(chunk.index))
      let length = chunk.codec.packetLength
      let packets = chunk.packets.map { number in
        EncodedPacket(
          data: sum, presentation: (number - 1) * length, decoding: (number - 1) * length,
          duration: length, isKey: true)
      }
      return EncodedChunk(parameters: [2], packets: packets, frameCount: packets.count)
    }
  }
}

/// Keeps chunks in memory.
final class SessionStore: ChunkStore {
  private let hook: SessionHook
  /// Which of the saved chunks are lost at once, by the number saved before.
  private let losing: @Sendable (Int) -> Bool
  private let state = Mutex((chunks: [String: EncodedChunk](), saves: 0))
  private let measures = Mutex<[String: ChunkMeasure]>([:])

  init(
    losing: @escaping @Sendable (Int) -> Bool = { _ in false },
    _ hook: @escaping SessionHook = { _ in }
  ) {
    self.losing = losing
    self.hook = hook
  }

  var saves: Int { state.withLock { $0.saves } }
  var keys: [String] { state.withLock { $0.chunks.keys.sorted() } }

  func remove(_ key: String) { state.withLock { $0.chunks[key] = nil } }

  func chunk(for key: String) -> EncodedChunk? { state.withLock { $0.chunks[key] } }

  func contains(_ key: String) -> Bool { state.withLock { $0.chunks[key] != nil } }

  func measure(for key: String) -> ChunkMeasure? { measures.withLock { $0[key] } }

  func keep(_ measure: ChunkMeasure, for key: String) { measures.withLock { $0[key] = measure } }

  func save(_ chunk: EncodedChunk, for key: String) throws(RenderError) {
    let number = state.withLock { state in
      defer { state.saves += 1 }
      return state.saves
    }
    try hook(.save(number))
    if !losing(number) { state.withLock { $0.chunks[key] = chunk } }
  }
}

/// Keeps what it is given.
final class SessionSink: MovieSink {
  enum Part: Hashable {
    case pictures(EncodedChunk)
    case sound(EncodedChunk)
  }

  private let hook: SessionHook
  private(set) var parts: [Part] = []
  private(set) var isFinished = false
  private(set) var cancels = 0

  init(_ hook: @escaping SessionHook = { _ in }) { self.hook = hook }

  func append(_ chunk: EncodedChunk, to track: Int) throws(RenderError) {
    if track == 0 {
      try hook(.appendPictures(parts.count { if case .pictures = $0 { true } else { false } }))
      parts.append(.pictures(chunk))
    } else {
      try hook(.appendAudio(parts.count { if case .sound = $0 { true } else { false } }))
      parts.append(.sound(chunk))
    }
  }

  func finish() throws(RenderError) {
    try hook(.finishMovie)
    isFinished = true
  }

  func cancel() { cancels += 1 }

  /// The first luma sample of each picture.
  var pictures: [UInt8] {
    parts.flatMap { part in
      if case .pictures(let chunk) = part { chunk.packets.map { $0.data[0] } } else { [UInt8]() }
    }
  }
}
