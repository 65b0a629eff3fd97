import AudioMixing
import BaseValues
import OutputKinds
import PlanModel
import Raster
import Synchronization
import Testing
import TimelineModel
import Workers

@testable import Rendering

/// 60 pictures in six chunks, and two chunks of sound.
private let plan = sessionPlan(chunks: 6, chunkLength: 10, samples: 60_000)

@Suite("The check that a render depends on the plan alone", .timeLimit(.minutes(60)))
struct DeterminismTests {
  @Test("what depends on the plan alone passes, and every part is rendered once a pass")
  func same() throws {
    let backend = SessionBackend()
    let check = DeterminismCheck(plan: plan, backend: backend, cancellation: Cancellation())
    var passes: [String] = []
    let result = try check.run { passes.append($0.name) }
    #expect(result.differences == [])
    #expect(result.partsOfWorkers.map { $0.reduce(0, +) } == [8, 8, 8])
    #expect(
      passes == [
        "1 worker, in order", "2 workers, backward", "4 workers, every other chunk first",
      ])
    #expect(check.parts.count == 8)
    let asked = backend.asked.withLock { $0.values.flatMap { $0 } }
    #expect(asked.sorted() == (0..<60).flatMap { [$0, $0, $0] })
    #expect(backend.alive.load(ordering: .relaxed) == 0)
  }

  @Test("a picture that depends on what was read before it is found, with its frame")
  func order() throws {
    // The first pass reads on from frame 0. In the others each chunk follows another than the one
    // before it, or is a worker's first, which only frame 0 does not mind.
    let found = try differences(.afterSeek)
    let backward = found.filter { $0.pass.workers == 2 && $0.place != .frame(0) }
    #expect(backward.map(\.place) == [10, 20, 30, 40, 50].map { .frame($0) })
    #expect(
      backward.first?.message == "frame 10 is composed differently (2 workers, backward)")
    // The second chunk is the first that any of the four takes.
    #expect(found.contains { $0.pass.workers == 4 && $0.place == .frame(10) })
  }

  @Test("encoders and sound that differ from run to run are told apart from pictures")
  func kinds() throws {
    let bytes = try differences(.encoderCount)
    #expect(bytes.contains { $0.place == .pictureBytes(frames: 0..<10) })
    #expect(bytes.allSatisfy { $0.message.contains("composed alike but encoded") })
    let sound = try differences(.soundCount)
    #expect(sound.first?.place == .samples(0..<16_384))
    #expect(
      sound.first?.message == "samples 0 to 16383 are mixed differently (2 workers, backward)")
  }

  @Test("at most as many chunks as asked for are taken, in pairs from the first to the last")
  func sample() {
    #expect(DeterminismCheck.sample(Array(0..<8), limit: 8) == Array(0..<8))
    #expect(DeterminismCheck.sample(Array(0..<9), limit: 4) == [0, 1, 7, 8])
    #expect(DeterminismCheck.sample(Array(0..<300), limit: 6) == [0, 1, 149, 150, 298, 299])
    #expect(DeterminismCheck.sample([Int](), limit: 8) == [])
  }

  @Test("as many workers as are told work side by side, whatever the cores", arguments: [1, 6])
  func workers(chunks: Int) throws {
    let backend = GatedBackend()
    let plan = sessionPlan(chunks: chunks, chunkLength: 10)
    let check = DeterminismCheck(plan: plan, backend: backend, cancellation: Cancellation())
    let result = try check.run { backend.gate.open(for: $0.workers) }
    #expect(result.differences == [])
    #expect(result.partsOfWorkers.map(\.count) == [1, 2, 4])
    #expect(result.partsOfWorkers.allSatisfy { $0.allSatisfy { $0 > 0 } })
    // Each pass goes on only when all of its workers have begun a chunk and none has ended it.
    #expect(backend.gate.passed == [1, 2, 4])
  }

  @Test("a failure ends the check with its reason")
  func failure() {
    let backend = SessionBackend { (event) throws(RenderError) in
      if event == .image(34) { throw RenderError(.media, "gone") }
    }
    let check = DeterminismCheck(plan: plan, backend: backend, cancellation: Cancellation())
    #expect(throws: RenderError(.media, "gone", frame: 34)) { try check.run() }
  }

  private func differences(_ fault: FaultyBackend.Fault) throws -> [DeterminismDifference] {
    try DeterminismCheck(
      plan: plan, backend: FaultyBackend(fault), cancellation: Cancellation()
    ).run().differences
  }
}

/// A backend whose first pictures wait until as many workers as expected wait for theirs.
private final class GatedBackend: RenderBackend {
  /// Lets workers through together, or alone after so long that the rest will not come any more.
  final class Gate: Sendable {
    private struct State: Sendable {
      var expected = 0
      var waiting = 0
      var passed: [Int] = []
    }

    private let state = Monitor(State())

    var passed: [Int] { state.change { $0.passed } }

    func open(for count: Int) {
      state.change { state in
        state.expected = count
        state.waiting = 0
      }
    }

    func wait() {
      state.change { state in
        state.waiting += 1
        if state.waiting == state.expected { state.passed.append(state.waiting) }
      }
      _ = state.wait(milliseconds: 10_000) { $0.waiting >= $0.expected }
    }
  }

  let gate = Gate()
  private let backend = SessionBackend()

  var textSource: any TextSource { backend.textSource }

  func makeImageSource() -> any ImageSource {
    GatedImages(images: backend.makeImageSource(), gate: gate)
  }

  func makeAudioSource() -> any AudioSource { backend.makeAudioSource() }

  func makeChunkEncoder(_ quality: ChunkQuality) throws(RenderError) -> any ChunkEncoder {
    try backend.makeChunkEncoder(quality)
  }

  func makeAudioEncoder(_ chunk: AudioChunk) throws(RenderError) -> any AudioChunkEncoder {
    try backend.makeAudioEncoder(chunk)
  }

  private final class GatedImages: ImageSource {
    private let images: any ImageSource
    private let gate: Gate
    private var hasBegun = false

    init(images: any ImageSource, gate: Gate) {
      self.images = images
      self.gate = gate
    }

    func image(_ conform: ConformID, sourceFrame: Int) throws(RenderError) -> Image {
      if !hasBegun { gate.wait() }
      hasBegun = true
      return try images.image(conform, sourceFrame: sourceFrame)
    }

    func retain(only active: Set<MediaID>) { images.retain(only: active) }
  }
}

/// A backend whose work depends on what it did before.
private final class FaultyBackend: RenderBackend {
  enum Fault {
    /// The first picture after another than its predecessor is brighter.
    case afterSeek
    /// Encoded pictures carry the number of encoders made.
    case encoderCount
    /// Sound gets louder with each source made.
    case soundCount
  }

  let fault: Fault
  private let backend = SessionBackend()
  private let count = Atomic<Int>(0)

  init(_ fault: Fault) { self.fault = fault }

  var textSource: any TextSource { backend.textSource }

  func makeImageSource() -> any ImageSource {
    fault == .afterSeek ? SeekingImages() : backend.makeImageSource()
  }

  func makeAudioSource() -> any AudioSource {
    guard fault == .soundCount else { return backend.makeAudioSource() }
    return LoudAudio(level: count.add(1, ordering: .relaxed).newValue)
  }

  func makeChunkEncoder(_ quality: ChunkQuality) throws(RenderError) -> any ChunkEncoder {
    let encoder = try backend.makeChunkEncoder(quality)
    guard fault == .encoderCount else { return encoder }
    return NumberedEncoder(encoder, number: count.add(1, ordering: .relaxed).newValue)
  }

  func makeAudioEncoder(_ chunk: AudioChunk) throws(RenderError) -> any AudioChunkEncoder {
    try backend.makeAudioEncoder(chunk)
  }

  private final class SeekingImages: ImageSource {
    private var next = 0

    func image(_ conform: ConformID, sourceFrame: Int) throws(RenderError) -> Image {
      let brightness = sourceFrame == next ? sourceFrame : sourceFrame + 100
      next = sourceFrame + 1
      return .flat(UInt8(brightness), 0, 0, Size(width: 4, height: 2))
    }

    func retain(only active: Set<MediaID>) {}
  }

  private final class LoudAudio: AudioSource {
    let level: Int

    init(level: Int) { self.level = level }

    func read(
      _ media: MediaID, span: Int, from sample: Int64, into buffer: inout AudioBuffer
    ) throws(RenderError) {
      buffer.withChannel(0) { channel in
        for i in channel.indices { channel[i] = Float(level) / 64 }
      }
    }
  }

  private final class NumberedEncoder: ChunkEncoder {
    private let encoder: any ChunkEncoder
    private let number: Int

    init(_ encoder: any ChunkEncoder, number: Int) {
      self.encoder = encoder
      self.number = number
    }

    func encode(_ image: Image) throws(RenderError) { try encoder.encode(image) }

    func finish() throws(RenderError) -> EncodedChunk {
      var chunk = try encoder.finish()
      chunk.parameters.append(UInt8(number))
      return chunk
    }
  }
}
