import AudioMixing
import Diagnostics
import MediaTime
import PlanModel
import RenderPlanning
import Testing
import TimelineModel

/// What lowers what, by where it lies. Samples are those of the ramps' four corners:
/// start − attack, start, end + hold, end + hold + release.
@Suite struct DuckTests {
  private func duck(_ under: [Duck.Trigger]) -> Duck {
    Duck(
      under: under, to: .zero, attack: r(1, 2), hold: .zero, release: r(1, 2),
      range: .none)
  }

  private func named(_ clip: Clip, _ name: String) -> Clip {
    var clip = clip
    clip.name = Located(value: name)
    return clip
  }

  /// The corners of each envelope of a purpose, for each span.
  private func corners(_ scene: Scene, _ purpose: String) throws -> [[Int64]] {
    let spans = try #require(try scene.plan().audio).spans
    return spans.map { span in
      span.envelopes.filter { $0.purpose == purpose }.flatMap(\.points).map(\.sample)
    }
  }

  @Test("a clip is lowered under a clip of any track, and its neighbours are not")
  func clipUnderClip() throws {
    var scene = Scene()
    let music = scene.add("music", nil)
    let voice = scene.add("voice", nil)
    var bed = scene.clip(music, r(0), r(10), sound: AudioProperties())
    bed.sound?.duck = duck([.clips("speaker")])
    scene.add(.audio, [bed, scene.clip(music, r(10), r(20))])
    scene.add(
      .audio, [scene.clip(voice, r(1), r(2)), named(scene.clip(voice, r(4), r(6)), "speaker")])
    #expect(
      try corners(scene, "clip duck") == [[168_000, 192_000, 288_000, 312_000], [], [], []])
  }

  @Test("a track is lowered under several clips of one name, and under a track beside them")
  func trackUnderClips() throws {
    var scene = Scene()
    let music = scene.add("music", nil)
    let voice = scene.add("voice", nil)
    scene.add(.audio, [scene.clip(music, r(0), r(20))]) {
      $0.duck = duck([.clips("word"), .track(TrackID(2))])
    }
    scene.add(
      .audio,
      [
        named(scene.clip(voice, r(1), r(2)), "word"), scene.clip(voice, r(4), r(6)),
        named(scene.clip(voice, r(8), r(9)), "word"),
      ])
    scene.add(.audio, [scene.clip(voice, r(12), r(13))])
    #expect(
      try corners(scene, "duck").first == [
        24_000, 48_000, 96_000, 120_000, 360_000, 384_000, 432_000, 456_000, 552_000, 576_000,
        624_000, 648_000,
      ])
  }
}
