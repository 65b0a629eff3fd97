import AudioMixing
import Foundation
import PlanModel
import Testing
import TimelineModel

@testable import Rendering

/// Full scale in all channels.
private final class Level: AudioSource {
  func read(
    _ media: MediaID, span: Int, from sample: Int64, into buffer: inout AudioBuffer
  ) throws(RenderError) {
    for channel in 0..<buffer.channelCount {
      buffer.withChannel(channel) { $0.update(repeating: 1) }
    }
  }
}

@Suite("pans that move")
struct PanningTests {
  private let unity = GainPoint.unity

  private func plan(
    pan: Int = 0, channels: Int = 2, _ panning: [[GainPoint]]
  ) -> AudioPlan {
    var span = AudioSpan(
      origin: PlanOrigin(track: TrackID(0), item: .clip(0), label: "clip"), media: MediaID(0),
      samples: 0..<10_000, sourceSample: 0, envelopes: [], pan: pan)
    span.panning = panning.map { GainEnvelope(purpose: .panAutomation, points: $0) }
    return AudioPlan(
      sampleRate: 48_000, channels: channels, sampleCount: 10_000, spans: [span])
  }

  /// From the left to the right over samples 1000 to 9000.
  private var sweep: [GainPoint] {
    [
      GainPoint(sample: 1000, gain: -unity, curve: .linear),
      GainPoint(sample: 9000, gain: unity, curve: .hold),
    ]
  }

  /// Of a position: the side that sound moves away from falls by a quarter cosine.
  private func sides(_ position: Double) -> (left: Double, right: Double) {
    (
      position <= 0 ? 1 : cos(position * .pi / 2), position >= 0 ? 1 : cos(position * .pi / 2)
    )
  }

  @Test("positions move evenly, and sides follow a quarter cosine")
  func law() throws {
    let mixed = try AudioRenderer(plan: plan([sweep]), source: Level()).mix(0..<10_000)
    for sample in stride(from: 0, to: 10_000, by: 77) {
      let position = min(max(Double(sample - 5000) / 4000, -1), 1)
      let wanted = sides(position)
      #expect(abs(Double(mixed.channels[0][sample]) - wanted.left) < 1e-6)
      #expect(abs(Double(mixed.channels[1][sample]) - wanted.right) < 1e-6)
    }
    // In the centre nothing changes.
    #expect(mixed.channels[0][5000] == 1 && mixed.channels[1][5000] == 1)
  }

  @Test("several pans multiply, those that rest too")
  func product() throws {
    let half = [GainPoint(sample: 0, gain: unity / 2, curve: .hold)]
    let mixed = try AudioRenderer(plan: plan(pan: 8192, [sweep, half]), source: Level())
      .mix(0..<10_000)
    let wanted = sides(0.5).left * sides(0.25).left * sides(0.75).left
    #expect(abs(Double(mixed.channels[0][8000]) - wanted) < 1e-6)
    #expect(mixed.channels[1][8000] == 1)
  }

  @Test("how sound is cut changes no sample, and one channel is left as it is")
  func cuts() throws {
    let plan = plan([sweep])
    let whole = try AudioRenderer(plan: plan, source: Level()).mix(0..<10_000)
    let renderer = AudioRenderer(plan: plan, source: Level())
    for start in stride(from: Int64(0), to: 10_000, by: 617) {
      let end = min(start + 617, 10_000)
      let part = try renderer.mix(start..<end)
      for channel in 0..<2 {
        #expect(part.channels[channel] == Array(whole.channels[channel][Int(start)..<Int(end)]))
      }
    }
    let mono = try AudioRenderer(plan: self.plan(channels: 1, [sweep]), source: Level())
      .mix(0..<10_000)
    #expect(mono.channels[0].allSatisfy { $0 == 1 })
  }

  @Test("a share says where each pan is")
  func shares() throws {
    let share = try #require(
      try AudioRenderer(plan: plan([sweep]), source: Level()).shares(of: 7000).first)
    #expect(share.positions == [0.5] && share.added[1] == 1)
    #expect(abs(share.pan.left - sides(0.5).left) < 1e-9)
  }
}
