import BaseValues
import OutputKinds
import PlanModel
import Testing
import TimelineModel

@testable import Rendering

/// How long a movie takes with several workers.
@Suite struct RenderForecastTests {
  /// 40 chunks, each of a second of decoding and one of encoding.
  private func estimate(chunks: Int = 40) -> CostEstimate {
    var plan = sessionPlan(chunks: chunks, chunkLength: 60)
    plan.output.video.preset = "ultrafast"
    plan.sources[0].pictures = PlannedFrames(
      size: Size(width: 4, height: 2), storage: FrameStorage(bitsPerPixel: 12, bitDepth: 8),
      standAlone: false)
    let rates = RenderRates(measured: [
      WorkKind(.decode, "file small"): .init(units: 60 * 8, taken: 1e9),
      WorkKind(.encode, "h264 ultrafast crf-20 small"): .init(units: 64 * 8, taken: 1e9),
      WorkKind(.compose, "untouched"): .init(units: 1, taken: 0),
      WorkKind(.compose, "frame"): .init(units: 1, taken: 0),
      WorkKind(.compose, "layer"): .init(units: 1, taken: 0),
      WorkKind(.join, "chunks"): .init(units: 1, taken: 1e6),
      WorkKind(.join, "bytes"): .init(units: 1, taken: 0),
    ])
    return CostEstimate(WorkCounter(plan), rates: rates)
  }

  private func setting(cores: Int = 2, start: Double = 0.5) -> RenderForecast.Setting {
    RenderForecast.Setting(
      cores: cores, start: start, sources: [MediaID(0): 1e9], link: 1e8, storage: 1e9)
  }

  @Test("one worker composes and encodes at the same time; more share the cores")
  func here() {
    let two = RenderForecast(estimate(), setting())
    // 40 seconds, and the first frame of each chunk.
    #expect(abs(two.seconds(jobs: 1) - 41.2) < 0.2, "\(two.seconds(jobs: 1))")
    #expect(abs(two.seconds(jobs: 2) - 40.5) < 0.2, "\(two.seconds(jobs: 2))")
    #expect(two.seconds(jobs: 4) == two.seconds(jobs: 2))
    let one = RenderForecast(estimate(), setting(cores: 1))
    #expect(abs(one.seconds(jobs: 1) - 80.5) < 0.2)
    let eight = RenderForecast(estimate(), setting(cores: 8))
    #expect(abs(eight.seconds(jobs: 4) - 10.7) < 0.2, "\(eight.seconds(jobs: 4))")
  }

  @Test("machines divide the chunks, until there are as many; each reads the sources")
  func machines() {
    let forecast = RenderForecast(estimate(), setting())
    let one = forecast.split(machines: 1)
    #expect(one.machines == 1 && abs(one.rendering - 40.7) < 0.2 && abs(one.transfer - 10) < 0.1)
    let ten = forecast.split(machines: 10)
    #expect(ten.machines == 10 && abs(ten.rendering - 4.07) < 0.05)
    // Ten links fill the storage; beyond that all of them wait for it.
    #expect(abs(ten.transfer - 10) < 0.1)
    let many = forecast.split(machines: 1000)
    #expect(many.machines == 40 && abs(many.transfer - 40) < 0.1)
    #expect(abs(many.total - many.start - many.transfer - many.rendering - many.joining) < 1e-9)
    var last = Double.infinity
    for count in [1, 2, 4, 8] {
      let total = forecast.split(machines: count).total
      #expect(total < last)
      last = total
    }
  }

  @Test("a movie without a chunk takes nothing but its start")
  func empty() {
    let forecast = RenderForecast(estimate(chunks: 0), setting())
    #expect(abs(forecast.seconds(jobs: 4) - 0.5) < 1e-6)
    #expect(forecast.split(machines: 4).machines == 0)
  }
}
