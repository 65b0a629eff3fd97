import AudioMixing
import Glibc
import PlanModel
import Synchronization
import Testing
import TimelineModel

@testable import Rendering

/// A render with everything in memory.
private struct Run {
  var plan: RenderPlan
  var jobs = 2
  var store = SessionStore()
  var backend = SessionBackend()
  var sink = SessionSink()
  var cancellation = Cancellation()

  init(_ plan: RenderPlan, jobs: Int = 2) {
    self.plan = plan
    self.jobs = jobs
  }

  func callAsFunction(
    progress: @escaping @Sendable (RenderProgress) -> Void = { _ in }
  ) throws(RenderError) {
    let session = RenderSession(
      plan: plan, backend: backend, store: store, jobs: jobs, cancellation: cancellation)
    try session.render(into: sink, progress: progress)
  }
}

/// 120 pictures and four chunks of sound.
private let longPlan = sessionPlan(chunks: 12, chunkLength: 10, samples: 120_000)

@Suite(.timeLimit(.minutes(60))) struct RenderSessionTests {
  @Test("the movie is the same for any number of workers", arguments: [1, 2, 3, 4, 30])
  func workers(jobs: Int) throws {
    let one = Run(longPlan, jobs: 1)
    try one()
    let many = Run(longPlan, jobs: jobs)
    try many()
    #expect(many.sink.parts == one.sink.parts)
    #expect(many.sink.pictures == (0..<120).map { UInt8($0) })
    #expect(many.sink.isFinished && many.sink.cancels == 0)
    #expect(many.store.keys == one.store.keys)
  }

  @Test("sound comes after the pictures that it begins with, and all of it comes")
  func interleaving() throws {
    let run = Run(longPlan)
    try run()
    let order = run.sink.parts.map { part in
      if case .sound = part { "s" } else { "p" }
    }
    #expect(longPlan.audioChunks.count == 4)
    // Chunks of sound begin at 0, 29.7, 59.4 and 89.1 seconds, those of pictures every 10.
    #expect(order.joined() == "psppspppspppsppp")
  }

  @Test(
    "movies with no sound, with sound of no length, and with one chunk",
    arguments: [
      sessionPlan(chunks: 5), sessionPlan(chunks: 5, samples: 0), sessionPlan(chunks: 1),
      sessionPlan(chunks: 1, chunkLength: 1, samples: 1),
    ])
  func smallMovies(plan: RenderPlan) throws {
    let run = Run(plan, jobs: 4)
    try run()
    #expect(run.sink.pictures.count == plan.output.frameCount)
    #expect(run.sink.parts.count == plan.chunks.count + plan.audioChunks.count)
    #expect(run.sink.isFinished)
  }

  @Test("a movie of no chunks is finished at once")
  func noChunks() throws {
    let run = Run(sessionPlan(chunks: 0, samples: 0))
    try run()
    #expect(run.sink.parts.isEmpty && run.sink.isFinished)
  }

  @Test("a sink slower than the workers gets everything in order")
  func slowSink() throws {
    var run = Run(longPlan, jobs: 3)
    run.sink = SessionSink { (_) throws(RenderError) in usleep(3000) }
    try run()
    #expect(run.sink.pictures == (0..<120).map { UInt8($0) })
  }

  // MARK: - The chunk store

  @Test("chunks that are stored are not rendered again")
  func reuse() throws {
    let first = Run(longPlan)
    try first()
    let pictureKeys = longPlan.chunks.map { longPlan.key(ofFrames: $0.frames) }
    first.store.remove(pictureKeys[3])
    first.store.remove(pictureKeys[7])

    var second = Run(longPlan, jobs: 3)
    second.store = first.store
    let last = Mutex<RenderProgress?>(nil)
    try second { progress in last.withLock { $0 = progress } }
    #expect(second.sink.parts == first.sink.parts)
    let frames = second.backend.asked.withLock { $0.values.flatMap { $0 }.sorted() }
    #expect(frames == Array(30..<40) + Array(70..<80))
    let progress = try #require(last.withLock { $0 })
    #expect(progress.chunksRendered == 2 && progress.chunksReused == 10)
    #expect(progress.framesDone == 120)
  }

  @Test("changing the gain of a clip mixes the sound chunk it is heard in, and nothing else again")
  func gain() throws {
    // Chunk 2 has what is heard from 54.2 s to 90.1 s, its pre-roll included.
    var spans: [AudioSpan] = []
    for samples in [0..<62_000, 62_000..<78_000, 78_000..<120_000] as [Range<Int64>] {
      spans.append(
        AudioSpan(
          origin: PlanOrigin(track: TrackID(0), item: .clip(spans.count), label: ""),
          media: MediaID(0), samples: samples, sourceSample: samples.lowerBound, envelopes: []))
    }
    var plan = longPlan
    plan.audio?.spans = spans
    let first = Run(plan)
    try first()

    plan.audio?.spans[1].envelopes = [
      GainEnvelope(
        purpose: .gain,
        points: [GainPoint(sample: 0, gain: GainPoint.unity / 2, curve: .hold)])
    ]
    let made = Mutex<[SessionEvent]>([])
    var second = Run(plan)
    second.store = first.store
    second.backend = SessionBackend { (event) throws(RenderError) in
      switch event {
      case .makeEncoder, .image, .makeAudioEncoder: made.withLock { $0.append(event) }
      default: break
      }
    }
    try second()
    #expect(made.withLock(\.self) == [.makeAudioEncoder(2)])
    let fresh = Run(plan)
    try fresh()
    #expect(second.sink.parts == fresh.sink.parts && second.sink.parts != first.sink.parts)
  }

  @Test("a chunk that has vanished before it is joined is rendered again")
  func vanished() throws {
    let expected = Run(longPlan)
    try expected()
    for losing: @Sendable (Int) -> Bool in [{ $0 == 2 }, { _ in true }] {
      var run = Run(longPlan)
      run.store = SessionStore(losing: losing)
      let last = Mutex<RenderProgress?>(nil)
      try run { progress in last.withLock { $0 = progress } }
      #expect(run.sink.parts == expected.sink.parts)
      #expect(last.withLock { $0?.framesDone } == 120)
    }
  }

  @Test("a stored chunk of the wrong length is rendered again")
  func wrongLength() throws {
    let run = Run(longPlan)
    let key = longPlan.key(ofFrames: longPlan.chunks[4].frames)
    try run.store.save(EncodedChunk(parameters: [], packets: [], frameCount: 3), for: key)
    try run()
    #expect(run.sink.pictures == (0..<120).map { UInt8($0) })
  }

  // MARK: - Progress

  @Test("progress only rises and ends at everything")
  func progress() throws {
    let seen = Mutex<[RenderProgress]>([])
    let run = Run(longPlan, jobs: 3)
    try run { progress in seen.withLock { $0.append(progress) } }
    let all = seen.withLock { $0 }
    for (before, after) in zip(all, all.dropFirst()) {
      #expect(before.framesDone <= after.framesDone)
      #expect(before.chunksRendered <= after.chunksRendered)
    }
    #expect(all.last?.framesDone == 120 && all.last?.chunksRendered == 12)
    #expect(all.last?.frameCount == 120 && all.last?.chunkCount == 12)
  }

  // MARK: - Decoders

  @Test("each worker asks for frames in rising order within its runs")
  func forwardReading() throws {
    let run = Run(longPlan, jobs: 2)
    try run()
    let asked = run.backend.asked.withLock { Array($0.values) }
    #expect(asked.flatMap { $0 }.sorted() == Array(0..<120))
    for frames in asked {
      let jumps = zip(frames, frames.dropFirst()).count { $1 != $0 + 1 }
      // One at most for each time that a worker took over half of what another had left.
      #expect(jumps <= 4, "\(frames)")
    }
  }
}

@Suite(.timeLimit(.minutes(60))) struct RenderFailureTests {
  @Test(
    "what fails anywhere ends the render with that error and leaves nothing running",
    arguments: [
      SessionEvent.image(0), .image(57), .image(119), .makeEncoder, .encode(9), .finishChunk,
      .readSound, .makeAudioEncoder(0), .makeAudioEncoder(3), .encodeAudio(1), .finishAudio(2),
      .save(0), .save(5), .save(15), .appendPictures(0), .appendPictures(11), .appendAudio(0),
      .appendAudio(3), .finishMovie,
    ], [1, 3])
  func failure(event: SessionEvent, jobs: Int) {
    let error = RenderError(.disk, "\(event)")
    let hook: SessionHook = { (happening) throws(RenderError) in
      if happening == event { throw error }
    }
    var run = Run(longPlan, jobs: jobs)
    run.backend = SessionBackend(hook)
    run.store = SessionStore(hook)
    run.sink = SessionSink(hook)
    do {
      try run()
      Issue.record("no error")
    } catch {
      #expect(error.kind == .disk && error.message == "\(event)")
      if case .image(let frame) = event { #expect(error.frame == frame) }
    }
    #expect(run.sink.cancels == 1 && !run.sink.isFinished)
    #expect(run.backend.alive.load(ordering: .relaxed) == 0)
  }

  @Test("a failure while finished sound waits does not hang")
  func fullSoundQueue() {
    let chunksOfSound = Atomic<Int>(0)
    let hook: SessionHook = { (event) throws(RenderError) in
      switch event {
      case .finishAudio:
        chunksOfSound.add(1, ordering: .relaxed)
      case .image:
        // Until the queue is full and the third chunk is on its way.
        while chunksOfSound.load(ordering: .relaxed) < 3 { usleep(500) }
        throw RenderError(.media, "broken")
      default:
        break
      }
    }
    var run = Run(longPlan)
    run.backend = SessionBackend(hook)
    do {
      try run()
      Issue.record("no error")
    } catch {
      #expect(error.message == "broken")
    }
    #expect(run.backend.alive.load(ordering: .relaxed) == 0)
  }

  @Test("asking to stop from outside ends the render as interrupted", arguments: [0, 31, 119])
  func interruption(frame: Int) {
    let cancellation = Cancellation()
    let hook: SessionHook = { (event) throws(RenderError) in
      if event == .image(frame) { cancellation.request(RenderError(.interrupted, "stop")) }
    }
    var run = Run(longPlan)
    run.cancellation = cancellation
    run.backend = SessionBackend(hook)
    #expect(throws: RenderError(.interrupted, "stop")) { try run() }
    #expect(run.sink.cancels == 1 && !run.sink.isFinished)
    #expect(run.backend.alive.load(ordering: .relaxed) == 0)
  }

  @Test("what was rendered before an interruption is used by the next render")
  func resumption() throws {
    let whole = Run(longPlan)
    try whole()
    let cancellation = Cancellation()
    var stopped = Run(longPlan)
    stopped.cancellation = cancellation
    stopped.backend = SessionBackend { (event) throws(RenderError) in
      if event == .image(35) { cancellation.request(RenderError(.interrupted, "stop")) }
    }
    #expect(throws: RenderError.self) { try stopped() }
    var next = Run(longPlan)
    next.store = stopped.store
    let saved = stopped.store.saves
    try next()
    #expect(next.sink.parts == whole.sink.parts)
    #expect(saved >= 3 && next.store.saves == 16)
  }

  @Test("only the first of several reasons to stop is kept")
  func firstReason() {
    let cancellation = Cancellation()
    #expect(!cancellation.isRequested && cancellation.reason == nil)
    cancellation.request(RenderError(.media, "first"))
    cancellation.request(RenderError(.disk, "second"))
    #expect(cancellation.isRequested)
    #expect(throws: RenderError(.media, "first")) { try cancellation.check() }
  }
}
