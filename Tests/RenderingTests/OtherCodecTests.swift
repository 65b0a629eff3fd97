import AudioMixing
import BaseValues
import OutputKinds
import PlanModel
import RenderPlanning
import Testing
import TimelineModel

@testable import Rendering

/// Knows no level.
private struct NoLevels: AudioLevelStore {
  func level(for key: String) -> AudioLevel? { nil }

  func keep(_ level: AudioLevel, for key: String) {}
}

/// What follows from a codec's description alone, shown by a codec that does not exist.
@Suite(.timeLimit(.minutes(60))) struct OtherCodecTests {
  /// Sound in packets of 960 samples, the first of which the encoder adds none to.
  private var plan: RenderPlan {
    var codec = AudioCodec.aac
    codec.name = "other"
    codec.packetLength = 960
    codec.leadingSamples = 0
    codec.prerollPackets = 3
    var plan = sessionPlan(chunks: 12, chunkLength: 10, samples: 120_000)
    plan.output.audio = AudioEncoding(codec, sampleRate: 1000, channels: 1)
    return plan
  }

  @Test("chunks of sound are whole packets of the codec's length, and cover the sound")
  func chunks() {
    let chunks = plan.audioChunks
    #expect(chunks.map(\.packets) == [0..<31, 31..<62, 62..<93, 93..<125])
    #expect(chunks.map(\.firstPacket) == [0, 28, 59, 90])
    #expect(
      chunks.map(\.keptSamples) == [0..<29_760, 29_760..<59_520, 59_520..<89_280, 89_280..<120_000])
    #expect(
      chunks.map(\.samples) == [
        0..<31_680, 26_880..<61_440, 56_640..<91_200, 86_400..<120_000,
      ])
  }

  @Test("sound of another codec is mixed, measured and joined like AAC")
  func session() throws {
    let sink = SessionSink()
    let session = RenderSession(
      plan: plan, backend: SessionBackend(), store: SessionStore(), jobs: 2,
      cancellation: Cancellation())
    let level = try #require(try session.render(into: sink).level)
    let survey = AudioSurvey(
      plan: plan, backend: SessionBackend(), store: NoLevels(), context: "")
    let levels = try survey.levels(jobs: 2)
    #expect(levels.dropFirst().reduce(levels[0], +) == level)
    #expect(sink.parts.count == 16)
  }

  @Test("chunks of one codec are not taken for those of another")
  func keys() {
    var one = plan
    one.output.video.codec.name = "other"
    #expect(Set(one.pictureKeys()).isDisjoint(with: plan.pictureKeys()))
    var other = plan
    other.output.audio?.codec.name = "third"
    #expect(
      Set(other.audioKeys(of: plan.audioChunks)).isDisjoint(
        with: plan.audioKeys(of: plan.audioChunks)))
  }

  @Test("an encoder's pictures count as its codec says")
  func memory() {
    var one = plan
    one.output.video.codec.presets = [VideoCodec.Preset("only", heldPictures: 1)]
    one.output.video.preset = "only"
    let picture = one.output.size.width * one.output.size.height * 3 / 2
    #expect(
      MemoryEstimate(plan).bytesPerWorker - MemoryEstimate(one).bytesPerWorker == 113 * picture)
  }
}
