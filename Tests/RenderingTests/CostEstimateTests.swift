import BaseValues
import OutputKinds
import PlanModel
import Synchronization
import Testing
import TimelineModel

@testable import Rendering

/// What chunks take, by the plan and by what was measured.
@Suite struct CostEstimateTests {
  private func plan(size: Size = Size(width: 1920, height: 1080), fps: Bool = true) -> RenderPlan {
    var plan = sessionPlan(chunks: 3, chunkLength: 10, samples: 30_000)
    plan.output.size = size
    plan.conforms[0].size = size
    plan.conforms[0].crop = size.bounds
    plan.sources[0].isOpaque = true
    plan.sources[0].pictures = PlannedFrames(
      size: size, storage: FrameStorage(bitsPerPixel: 12, bitDepth: 8), standAlone: false)
    return plan
  }

  private let pixels = 1920.0 * 1080

  @Test("pictures as they are read are decoded once and encoded, and hardly composed")
  func untouched() {
    let counter = WorkCounter(plan(), codings: [MediaID(0): .init(codec: "h264", keyDistance: 5)])
    let work = counter.pictures(in: 10..<20)
    #expect(work.of(.decode).units == [WorkKind(.decode, "h264 hd"): 10 * pixels])
    #expect(work.of(.compose).units == [WorkKind(.compose, "untouched"): 10 * pixels])
    let encoding = counter.encoding(Chunk(index: 1, frames: 10..<20))
    #expect(encoding.of(.encode).units == [WorkKind(.encode, "h264 medium crf-20 hd"): 10 * pixels])
    // Some presets encode the first four twice.
    var fast = plan()
    fast.output.video.preset = "ultrafast"
    let twice = WorkCounter(fast).encoding(Chunk(index: 1, frames: 10..<20)).of(.encode)
    #expect(twice.units.values.first == 14 * pixels)
    #expect(encoding.of(.size).units == [WorkKind(.size, "h264 medium crf-20 hd"): 10 * pixels])
  }

  @Test("who begins in the middle of a source decodes from the key picture before it")
  func entries() {
    let counter = WorkCounter(plan(), codings: [MediaID(0): .init(codec: "h264", keyDistance: 8)])
    #expect(counter.entry(at: 0).units.isEmpty && counter.entry(at: 16).units.isEmpty)
    #expect(counter.entry(at: 10).units == [WorkKind(.decode, "h264 hd"): 2 * pixels])
    #expect(WorkCounter(plan()).entry(at: 10).units.isEmpty)
    // Where key pictures are known, they count, and not their distance.
    let keys = WorkCounter.Coding(codec: "h264", keyDistance: 8, keys: [0, 9, 17])
    let exact = WorkCounter(plan(), codings: [MediaID(0): keys])
    #expect(exact.entry(at: 10).units.values.first == 1 * pixels)
    #expect(exact.entry(at: 9).units.isEmpty && exact.entry(at: 17).units.isEmpty)
    #expect(exact.entry(at: 29).units.values.first == 12 * pixels)
    // A clip that begins at picture 13 has that to itself, whoever renders it.
    var moved = plan()
    let pictures = PerFrame<PictureContent>(
      (13..<43).map { .source(ConformID(0), sourceFrame: $0) })
    moved.segments[0].layers[0].inputs[0].content = .picture(pictures)
    let later = WorkCounter(moved, codings: [MediaID(0): .init(codec: "h264", keyDistance: 8)])
    #expect(later.pictures(in: 0..<10).of(.decode).units.values.first == 15 * pixels)
  }

  @Test("twice as fast is twice as many pictures to decode, a frozen one is one")
  func speeds() {
    func decoded(_ number: (Int) -> Int) -> Double? {
      var plan = plan()
      plan.segments[0].layers[0].inputs[0].content = .picture(
        PerFrame((0..<30).map { .source(ConformID(0), sourceFrame: number($0)) }))
      let work = WorkCounter(plan).pictures(in: 0..<30)
      return work.of(.decode).units[WorkKind(.decode, "file hd")].map { $0 / pixels }
    }
    #expect(decoded { $0 } == 30 && decoded { _ in 5 } == 1)
    #expect(decoded { 2 * $0 } == 59 && decoded { 29 - $0 } == 30)
  }

  @Test("numbers that no picture has do not end the program")
  func hostile() {
    var plan = plan()
    for number in [Int.max, Int.max - 1, 0] {
      plan.segments[0].layers[0].inputs[0].content = .picture(
        PerFrame((0..<30).map { .source(ConformID(0), sourceFrame: $0 == 3 ? number : 0) }))
      let estimate = CostEstimate(WorkCounter(plan), rates: RenderRates())
      #expect(estimate.processor > 0)
      #expect(estimate.runCosts(cores: 2).allSatisfy { $0 >= 0 && $0 <= 3_000_000_000_000 })
    }
  }

  @Test("what was measured holds, the like is assumed in proportion, the rest as it is documented")
  func rates() {
    let known = WorkKind(.encode, "h264 medium crf-20 hd")
    let rates = RenderRates(measured: [known: .init(units: 1e9, taken: 44e9)])
    #expect(rates.rate(of: known) == (44, .measured))
    // Twice as slow as assumed, so others of the stage are, too.
    let slow = rates.rate(of: WorkKind(.encode, "h264 slow crf-30 uhd"))
    #expect(slow == (80, .similar))
    #expect(rates.rate(of: WorkKind(.decode, "h264 hd")) == (3, .assumed))
    #expect(rates.rate(of: WorkKind(.compose, "effect unheard-of")) == (8, .assumed))
    #expect(RenderRates(measured: [known: .init(units: 0, taken: 1)]).measured.isEmpty)
    #expect(RenderRates(measured: [known: .init(units: 1, taken: .nan)]).measured.isEmpty)
  }

  @Test("one clock for several sorts of work tells what each takes")
  func learning() {
    func work(_ layer: Double, _ blur: Double) -> Work {
      var work = Work()
      work.add(.compose, "layer", layer)
      work.add(.compose, "effect blur", blur)
      return work
    }
    let truth = (layer: 2.0, blur: 30.0)
    let samples = [(1e6, 0), (1e6, 5e5), (2e6, 1e6), (3e5, 1e6)].map { layer, blur in
      RenderRates.Sample(work(layer, blur), taken: layer * truth.layer + blur * truth.blur)
    }
    var rates = RenderRates()
    rates.learn(samples)
    let layer = rates.rate(of: WorkKind(.compose, "layer"))
    let blur = rates.rate(of: WorkKind(.compose, "effect blur"))
    #expect(abs(layer.value - 2) < 0.1 && abs(blur.value - 30) < 0.5, "\(layer) \(blur)")
    #expect(layer.basis == .measured)
    // Together the samples take what they took.
    let all = samples.reduce(0) { $0 + rates.total($1.work) }
    #expect(abs(all / samples.reduce(0) { $0 + $1.taken } - 1) < 0.01)
    // A machine that has become slower is believed in the end.
    for _ in 0..<40 {
      rates.learn([.init(work(1e9, 0), taken: 4e9)])
    }
    #expect(abs(rates.rate(of: WorkKind(.compose, "layer")).value - 4) < 0.2)
    rates.learn([.init(work(1, 1), taken: -.infinity), .init(Work(), taken: 1)])
    #expect(abs(rates.rate(of: WorkKind(.compose, "layer")).value - 4) < 0.2)
  }

  @Test("a render notes the work of each chunk that it renders, and of none that was there")
  func metering() throws {
    let plan = plan(size: Size(width: 4, height: 2))
    let store = SessionStore()
    let ticks = Atomic<Int64>(0)
    let clock: ThreadClock = { ticks.add(1000, ordering: .relaxed).newValue }
    func samples() throws -> [RenderRates.Sample] {
      var session = RenderSession(
        plan: plan, backend: SessionBackend(), store: store, jobs: 2, cancellation: Cancellation())
      session.clock = clock
      let meter = WorkMeter(WorkCounter(plan))
      session.meter = meter
      try session.render(into: SessionSink())
      return meter.samples
    }
    let first = try samples()
    #expect(first.filter { $0.work.of(.encode).units.count == 1 }.count == 3)
    #expect(first.filter { !$0.work.of(.encodeSound).units.isEmpty }.count == 1)
    #expect(first.allSatisfy { $0.taken > 0 })
    let again = try samples()
    #expect(again.map { Set($0.work.units.keys.map(\.stage)) } == [[.join]])
  }
}
