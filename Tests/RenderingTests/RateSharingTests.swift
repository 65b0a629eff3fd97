import AudioMixing
import OutputKinds
import PlanModel
import Raster
import Synchronization
import Testing
import TimelineModel

@testable import Rendering

/// Encodes a picture of luma `y` to bytes that grow with `y` and shrink with the level.
private final class RatedBackend: RenderBackend {
  private let backend: SessionBackend
  /// Encoders made at levels, and in first passes.
  let made = Mutex<[ChunkQuality: Int]>([:])

  init(_ hook: @escaping SessionHook = { _ in }) { backend = SessionBackend(hook) }

  var textSource: any TextSource { backend.textSource }
  func makeImageSource() -> any ImageSource { backend.makeImageSource() }
  func makeAudioSource() -> any AudioSource { backend.makeAudioSource() }

  func makeAudioEncoder(_ chunk: AudioChunk) throws(RenderError) -> any AudioChunkEncoder {
    try backend.makeAudioEncoder(chunk)
  }

  func makeChunkEncoder(_ quality: ChunkQuality) throws(RenderError) -> any ChunkEncoder {
    made.withLock { $0[quality, default: 0] += 1 }
    return Encoder(quality)
  }

  /// Bytes of one frame.
  static func size(luma: UInt8, at quality: ChunkQuality) -> Int {
    switch quality {
    case .planned: 1
    case .pilot(let level): (40 + Int(luma)) * (1400 - level.steps) / 90
    case .level(let level): (30 + Int(luma)) * (1300 - level.steps) / 100
    }
  }

  private final class Encoder: ChunkEncoder {
    private let quality: ChunkQuality
    private var packets: [EncodedPacket] = []

    init(_ quality: ChunkQuality) { self.quality = quality }

    func encode(_ image: Image) {
      let luma = image.row(0, 0)[0]
      packets.append(
        EncodedPacket(
          data: Array(repeating: luma, count: RatedBackend.size(luma: luma, at: quality)),
          presentation: Int64(packets.count), decoding: Int64(packets.count), duration: 1,
          isKey: packets.isEmpty))
    }

    func finish() -> EncodedChunk {
      EncodedChunk(parameters: [1], packets: packets, frameCount: packets.count)
    }
  }
}

/// 200 pictures that get brighter, one a second.
private func plan(bitRate: Int, maxRate: Int? = nil, bufferSize: Int? = nil) -> RenderPlan {
  var plan = sessionPlan(chunks: 20, chunkLength: 10)
  plan.output.video.rateControl = .bitRate(bitRate)
  plan.output.video.maxRate = maxRate
  plan.output.video.bufferSize = bufferSize
  return plan
}

@Suite(.timeLimit(.minutes(60))) struct RateSharingTests {
  private func render(
    _ plan: RenderPlan, jobs: Int = 2, store: SessionStore = SessionStore(),
    backend: RatedBackend = RatedBackend(),
    progress: @escaping @Sendable (RenderProgress) -> Void = { _ in }
  ) throws -> (parts: [SessionSink.Part], statistics: RenderStatistics) {
    let sink = SessionSink()
    let session = RenderSession(
      plan: plan, backend: backend, store: store, jobs: jobs, cancellation: Cancellation())
    let statistics = try session.render(into: sink, progress: progress)
    return (sink.parts, statistics)
  }

  private func bits(_ parts: [SessionSink.Part]) -> Int {
    parts.reduce(0) { sum, part in
      guard case .pictures(let chunk) = part else { return sum }
      return sum + chunk.packets.reduce(0) { $0 + 8 * $1.data.count }
    }
  }

  @Test("a movie has the bit rate that was asked for", arguments: [3000, 6000, 9000])
  func rate(bitRate: Int) throws {
    let (parts, statistics) = try render(plan(bitRate: bitRate))
    let wanted = 200 * bitRate
    #expect(abs(bits(parts) - wanted) * 100 <= wanted, "\(bits(parts)) of \(wanted)")
    let result = try #require(statistics.rate)
    #expect(result.bits == bits(parts) && result.wantedBits == wanted)
    #expect(result.levels.upperBound.steps - result.levels.lowerBound.steps <= 20)
    #expect(result.pilotFrames >= 200)
  }

  @Test("the movie is the same for any number of workers", arguments: [1, 2, 3, 4])
  func workers(jobs: Int) throws {
    let one = try render(plan(bitRate: 5000), jobs: 1).parts
    #expect(try render(plan(bitRate: 5000), jobs: jobs).parts == one)
  }

  @Test("a render that was stopped at any frame goes on to the same movie")
  func stopped() throws {
    let whole = try render(plan(bitRate: 5000)).parts
    for count in [1, 35, 90, 210, 300, 450, 600] {
      let store = SessionStore()
      let left = Atomic<Int>(count)
      let failing = RatedBackend { (event) throws(RenderError) in
        guard case .image = event else { return }
        if left.subtract(1, ordering: .relaxed).newValue < 0 {
          throw RenderError(.interrupted, "interrupted")
        }
      }
      #expect(throws: RenderError.self) {
        try render(plan(bitRate: 5000), store: store, backend: failing)
      }
      #expect(try render(plan(bitRate: 5000), store: store).parts == whole, "after \(count)")
    }
  }

  @Test("chunks at their levels are found in the store, also when others are lost")
  func reuse() throws {
    let store = SessionStore()
    let first = try render(plan(bitRate: 5000), store: store).parts
    let last = Mutex<RenderProgress?>(nil)
    let second = try render(plan(bitRate: 5000), store: store) { news in
      last.withLock { $0 = news }
    }
    #expect(second.parts == first)
    let latest = last.withLock { $0 }
    let progress = try #require(latest)
    #expect(progress.chunksReused == 20 && progress.chunksRendered == 0)
    #expect(progress.framesDone == 200)
    for key in store.keys.enumerated().filter({ $0.offset % 3 == 0 }).map(\.element) {
      store.remove(key)
    }
    #expect(try render(plan(bitRate: 5000), store: store).parts == first)
  }

  @Test("progress only rises, and all frames are counted once")
  func progress() throws {
    let seen = Mutex<[RenderProgress]>([])
    _ = try render(plan(bitRate: 5000), jobs: 3) { news in seen.withLock { $0.append(news) } }
    let all = seen.withLock(\.self)
    #expect(zip(all, all.dropFirst()).allSatisfy { $0.framesDone <= $1.framesDone })
    #expect(zip(all, all.dropFirst()).allSatisfy { $0.framesMeasured <= $1.framesMeasured })
    let last = try #require(all.last)
    #expect(last.framesDone == 200 && last.chunksRendered == 20 && last.chunksReused == 0)
    #expect(last.framesMeasured >= 200)
  }

  @Test("a bit rate that is a little different needs no first pass again")
  func otherRate() throws {
    let store = SessionStore()
    _ = try render(plan(bitRate: 5000), store: store)
    let backend = RatedBackend()
    let again = try render(plan(bitRate: 5100), store: store, backend: backend).parts
    let fresh = try render(plan(bitRate: 5100)).parts
    #expect(again == fresh)
    #expect(again != (try render(plan(bitRate: 5000)).parts))
    let pilots = backend.made.withLock { made in
      made.keys.count { if case .pilot = $0 { true } else { false } }
    }
    #expect(pilots == 0)
  }

  @Test("every chunk keeps the rule of the decoder's buffer, and so does the movie")
  func buffer() throws {
    // The brightest pictures take 12 times as many bits as the darkest.
    let limited = plan(bitRate: 4000, maxRate: 5500, bufferSize: 22_000)
    let buffer = try #require(limited.output.video.buffer)
    let free = try render(plan(bitRate: 4000)).parts
    let (parts, _) = try render(limited)
    func broken(_ parts: [SessionSink.Part]) -> Int {
      parts.count { part in
        guard case .pictures(let chunk) = part else { return false }
        return buffer.excess(of: ChunkMeasure(chunk).packetBits, at: limited.output.rate) > 0
      }
    }
    #expect(broken(free) > 0 && broken(parts) == 0)
    var filled = 11_000
    var lowest = filled
    for part in parts {
      guard case .pictures(let chunk) = part else { continue }
      for packet in chunk.packets {
        filled -= 8 * packet.data.count
        lowest = min(lowest, filled)
        filled = min(22_000, filled + 5500)
      }
    }
    #expect(lowest >= 0)
    #expect(abs(bits(parts) - 800_000) <= 8000, "\(bits(parts))")
  }

  @Test("a quality is kept where the buffer allows it")
  func limitedQuality() throws {
    var limited = plan(bitRate: 1, maxRate: 6000, bufferSize: 24_000)
    limited.output.video.rateControl = .crf(tenths: 300)
    let levels = try #require(try render(limited).statistics.rate?.levels)
    #expect(levels.lowerBound.steps == 600 && levels.upperBound.steps > 600)
  }

  @Test("what does not fit at the worst quality is an error that says so")
  func impossible() throws {
    #expect(throws: RenderError.self) {
      try render(plan(bitRate: 4000, maxRate: 4000, bufferSize: 1000))
    }
  }

  @Test("the movie's key depends on all that is asked of its rate")
  func movieKey() {
    func key(_ plan: RenderPlan) -> String {
      RenderSession(
        plan: plan, backend: RatedBackend(), store: SessionStore(), jobs: 1,
        cancellation: Cancellation()
      ).movieKey(context: "")
    }
    let plans = [
      plan(bitRate: 5000), plan(bitRate: 5001), plan(bitRate: 5000, maxRate: 6000),
      plan(bitRate: 5000, maxRate: 7000), plan(bitRate: 5000, maxRate: 6000, bufferSize: 6000),
    ]
    #expect(Set(plans.map(key)).count == plans.count)
  }
}
