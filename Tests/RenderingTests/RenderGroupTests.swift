import BaseValues
import OutputKinds
import PlanModel
import Synchronization
import Testing
import TimelineModel

@testable import Rendering

/// 120 pictures and four chunks of sound.
private let plan = sessionPlan(chunks: 12, chunkLength: 10, samples: 120_000)

/// The same pictures, encoded in another way.
private func other(_ change: (inout RenderPlan) -> Void = { _ in }) -> RenderPlan {
  var other = plan
  other.output.video.rateControl = .crf(tenths: 300)
  change(&other)
  return other
}

/// Movies that are rendered together, with everything in memory.
private struct Together {
  var plans: [RenderPlan]
  var backends: [SessionBackend]
  var stores: [SessionStore]
  var sinks: [SessionSink]
  let cancellations: [Cancellation]

  init(_ plans: [RenderPlan]) {
    self.plans = plans
    backends = plans.map { _ in SessionBackend() }
    stores = plans.map { _ in SessionStore() }
    sinks = plans.map { _ in SessionSink() }
    cancellations = plans.map { _ in Cancellation() }
  }

  func render(
    jobs: Int = 2, progress: @escaping @Sendable (Int, RenderProgress) -> Void = { _, _ in }
  ) -> [Result<RenderStatistics, RenderError>] {
    let members = plans.indices.map { place in
      RenderGroup.Member(
        session: RenderSession(
          plan: plans[place], backend: backends[place], store: stores[place], jobs: jobs,
          cancellation: cancellations[place]),
        sink: sinks[place], progress: { progress(place, $0) })
    }
    return RenderGroup(members, jobs: jobs).render()
  }

  /// Source frames that a movie's sources were asked for.
  func asked(_ place: Int) -> Int {
    backends[place].asked.withLock { $0.values.reduce(0) { $0 + $1.count } }
  }
}

@Suite("Movies rendered side by side", .timeLimit(.minutes(60)))
struct RenderGroupTests {
  @Test(
    "each has the parts that it has alone, for any number of workers", arguments: [1, 2, 4, 30])
  func alone(jobs: Int) throws {
    let slower = other {
      $0.segments[0].layers[0].inputs[0].content = .picture(
        PerFrame((0..<120).map { .source(ConformID(0), sourceFrame: $0 / 2) }))
    }
    let plans = [plan, other(), slower]
    let together = Together(plans)
    let results = together.render(jobs: jobs)
    for (place, plan) in plans.enumerated() {
      _ = try results[place].get()
      let one = Together([plan])
      _ = try one.render(jobs: 1)[0].get()
      #expect(together.sinks[place].parts == one.sinks[0].parts)
      #expect(together.sinks[place].isFinished && together.sinks[place].cancels == 0)
      #expect(together.stores[place].keys == one.stores[0].keys)
    }
    #expect(together.sinks[2].pictures == (0..<120).map { UInt8($0 / 2) })
  }

  @Test("frames that are the same in several are composed once, others for each")
  func composing() throws {
    let larger = other { $0.output.size = .init(width: 4, height: 4) }
    let together = Together([plan, other(), larger])
    for result in together.render() { _ = try result.get() }
    #expect(together.asked(0) == 120 && together.asked(1) == 0 && together.asked(2) == 120)
    #expect(together.sinks[1].pictures == (0..<120).map { UInt8($0) })
  }

  @Test("chunks that are the same in several are encoded once")
  func sharing() throws {
    let encoders = Atomic<Int>(0)
    var together = Together([plan, plan])
    together.backends = together.plans.map { _ in
      SessionBackend { event in if event == .makeEncoder { encoders.add(1, ordering: .relaxed) } }
    }
    let reused = Mutex([0, 0])
    let results = together.render { place, progress in
      reused.withLock { $0[place] = progress.chunksReused }
    }
    for result in results { _ = try result.get() }
    #expect(encoders.load(ordering: .relaxed) == 12)
    #expect(reused.withLock { $0 } == [0, 12])
    #expect(together.sinks[0].parts == together.sinks[1].parts)
  }

  @Test("what is in the store is not rendered again, also where it is in one store only")
  func stored() throws {
    let together = Together([plan, other()])
    for result in together.render() { _ = try result.get() }
    var again = Together(together.plans)
    again.stores = [SessionStore(), together.stores[1]]
    for result in again.render() { _ = try result.get() }
    #expect(again.stores[1].saves == together.stores[1].saves)
    #expect(again.sinks[0].parts == together.sinks[0].parts)
    #expect(again.sinks[1].parts == together.sinks[1].parts)
  }

  @Test(
    "one that fails does not stop the others",
    arguments: [
      SessionEvent.encode(4), .finishChunk, .makeEncoder, .save(3), .appendPictures(2),
      .appendAudio(1), .finishMovie, .encodeAudio(1),
    ], [0, 1])
  func failures(event: SessionEvent, place: Int) throws {
    let hook: SessionHook = { found throws(RenderError) in
      if found == event { throw RenderError(.disk, "full") }
    }
    var together = Together([plan, other()])
    together.backends[place] = SessionBackend(hook)
    together.stores[place] = SessionStore(hook)
    together.sinks[place] = SessionSink(hook)
    let results = together.render()
    #expect(throws: RenderError.self) { try results[place].get() }
    #expect(together.sinks[place].cancels == 1 && !together.sinks[place].isFinished)
    _ = try results[1 - place].get()
    #expect(together.sinks[1 - place].pictures == (0..<120).map { UInt8($0) })
    #expect(together.sinks[1 - place].isFinished && together.sinks[1 - place].cancels == 0)
    for backend in together.backends { #expect(backend.alive.load(ordering: .relaxed) == 0) }
  }

  @Test("where the pictures of one cannot be read, another that shows the same reads them itself")
  func sourceFailure() throws {
    let fails: SessionHook = { found throws(RenderError) in
      if found == .image(57) { throw RenderError(.media, "damaged") }
    }
    var together = Together([plan, other()])
    together.backends[0] = SessionBackend(fails)
    let results = together.render()
    #expect(throws: RenderError.self) { try results[0].get() }
    _ = try results[1].get()
    #expect(together.sinks[1].pictures == (0..<120).map { UInt8($0) })
  }

  @Test("one that is stopped ends, and the others go on")
  func stopping() throws {
    let together = Together([plan, other()])
    let results = together.render { [first = together.cancellations[0]] place, progress in
      if place == 0, progress.framesDone > 20 {
        first.request(RenderError(.interrupted, "stopped"))
      }
    }
    #expect(throws: RenderError.self) { try results[0].get() }
    _ = try results[1].get()
    #expect(together.sinks[1].isFinished)
  }

  @Test("movies go together that have the same frames in the same chunks")
  func goTogether() {
    #expect(RenderGroup.goTogether([plan]))
    #expect(RenderGroup.goTogether([plan, other()]))
    #expect(RenderGroup.goTogether([plan, other { $0.output.size = .init(width: 8, height: 2) }]))
    #expect(!RenderGroup.goTogether([plan, sessionPlan(chunks: 6, chunkLength: 20)]))
    #expect(
      !RenderGroup.goTogether([plan, other { $0.output.video.rateControl = .bitRate(9000) }]))
    #expect(!RenderGroup.goTogether([sessionPlan(chunks: 0)]))
    let alone = other { $0.output.video.codec = .av1 }
    #expect(RenderGroup.goTogether([plan, alone]))
    #expect(!RenderGroup.goTogether([alone, alone]))
  }
}
