import BaseValues
import OutputKinds
import PlanModel
import Raster
import Rendering
import Synchronization
import Testing
import TimelineModel

@testable import GoldenTesting

@Suite("Comparing two movies")
struct MovieComparisonTests {
  private func compared(
    _ movie: FakeMovie, _ name: String, _ change: (inout RenderPlan) -> Void = { _ in }
  ) -> ComparedMovie {
    var plan = movie.plan
    change(&plan)
    return ComparedMovie(name: name, plan: plan, sources: movie.subject().sources) { plan in
      plan.chunks.map { _ in "" }
    }
  }

  /// The same movie from other content, so that keys say nothing.
  private func other(_ plan: inout RenderPlan) { plan.sources[0].contentHash = "b" }

  @Test("frames with the same key are not composed")
  func keys() throws {
    let (one, two) = (FakeMovie(), FakeMovie())
    let result = try MovieComparison(compared(one, "a"), compared(two, "b"), jobs: 2).run()
    #expect(result.verdict == .passed && result.pictures?.tested.count == 10)
    #expect(one.state.withLock { $0.frames } == [] && two.state.withLock { $0.frames } == [])
    #expect(ComparisonText.text(result, a: "a", b: "b") == "a and b are the same: 10 frames")
  }

  @Test("frames are compared by their pixels where keys differ, the same for any number of threads")
  func pixels() throws {
    var texts: Set<String> = []
    for jobs in [1, 2, 4] {
      let (one, two) = (FakeMovie(frames: 200), FakeMovie(frames: 200))
      two.change { $0.brightness = [3: 1, 4: 2, 150: 9] }
      let result = try MovieComparison(
        compared(one, "a"), compared(two, "b", other), jobs: jobs
      ).run()
      let pictures = try #require(result.pictures)
      #expect(pictures.differences.map(\.frame) == [3, 4, 150])
      #expect(pictures.differences.map { $0.areas[0].difference.greatest?.amount } == [1, 2, 9])
      #expect(pictures.runs.map(\.firstFrame) == [3, 150] && result.verdict == .failed)
      #expect(one.state.withLock { $0.frames.sorted() } == Array(0..<200))
      texts.insert(ComparisonText.text(result, a: "a", b: "b"))
    }
    #expect(texts.count == 1)
    let text = try #require(texts.first)
    #expect(text.hasPrefix("a and b differ\n  frames 3..4 of 200 differ (2): frame 4: PSNR "))
    #expect(text.contains("\n  frame 150 of 200 differs: PSNR "))
  }

  @Test(
    "where it is not measured how much frames differ, what both show at other times is composed once"
  )
  func ripple() throws {
    let (one, two) = (FakeMovie(frames: 100), FakeMovie(frames: 100))
    let later = compared(two, "b") { plan in
      plan.segments[0].layers[0].inputs[0].content = .picture(
        PerFrame((0..<100).map { .source(ConformID(0), sourceFrame: $0 + 3) }))
    }
    let result = try MovieComparison(compared(one, "a"), later, jobs: 2, measures: false).run()
    // Pictures grow brighter for a hundred frames, and then they begin again.
    #expect(result.pictures?.differences.map(\.frame) == Array(0..<100))
    #expect(result.pictures?.differences.allSatisfy(\.areas.isEmpty) == true)
    #expect(one.state.withLock { $0.frames.sorted() } == Array(0..<100))
    #expect(two.state.withLock { $0.frames.sorted() } == Array(100..<103))
  }

  @Test("another length, encoding or size is told, and frames that both have are compared")
  func shape() throws {
    let longer = try MovieComparison(
      compared(FakeMovie(), "a"), compared(FakeMovie(frames: 12), "b"), jobs: 1
    ).run()
    #expect(longer.pictures?.differences.isEmpty == true && longer.verdict == .failed)
    #expect(
      ComparisonText.text(longer, a: "a", b: "b").contains("the movie's number of frames is 12"))
    let encoded = try MovieComparison(
      compared(FakeMovie(), "a"), compared(FakeMovie(), "b") { $0.output.video.preset = "slow" },
      jobs: 1
    ).run()
    #expect(encoded.verdict == .passed)
    let wide = try MovieComparison(
      compared(FakeMovie(), "a"),
      compared(FakeMovie(), "b") { $0.output.size = Size(width: 32, height: 8) }, jobs: 1
    ).run()
    #expect(wide.pictures == nil && wide.verdict == .failed)
  }

  @Test("sound is compared second by second")
  func sound() throws {
    let (one, two) = (FakeMovie(samples: 20_000), FakeMovie(samples: 20_000))
    two.change { $0.amplitude = 0.25 }
    let result = try MovieComparison(compared(one, "a"), compared(two, "b"), jobs: 1).run()
    #expect(result.sound?.differences.map(\.sample) == [0, 8000, 16_000])
    let text = ComparisonText.text(result, a: "a", b: "b")
    #expect(text.contains("sound from 1 s (sample 8000) differs: other samples; level "))
  }

  @Test("what cannot be read ends the comparison with its reason")
  func failure() {
    let broken = FakeMovie()
    broken.change { $0.fails = true }
    #expect(throws: RenderError.self) {
      try MovieComparison(compared(FakeMovie(), "a"), compared(broken, "b", other), jobs: 2).run()
    }
  }
}
