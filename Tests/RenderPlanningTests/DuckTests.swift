import AudioMixing
import Diagnostics
import BaseValues
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
  private func corners(_ scene: Scene, _ purpose: GainEnvelope.Purpose) throws -> [[Int64]] {
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
      try corners(scene, .clipDuck) == [[168_000, 192_000, 288_000, 312_000], [], [], []])
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
      try corners(scene, .duck).first == [
        24_000, 48_000, 96_000, 120_000, 360_000, 384_000, 432_000, 456_000, 552_000, 576_000,
        624_000, 648_000,
      ])
  }

  // MARK: - Listening

  /// Music under a voice of two clips, at 1 s and at 10 s, lowered while somebody speaks.
  private var spoken: Scene {
    var scene = Scene()
    let music = scene.add("music", nil)
    let voice = scene.add("voice", nil)
    scene.add(.audio, [scene.clip(music, r(0), r(20))]) {
      $0.duck = duck([.track(TrackID(1))])
      $0.duck?.during = .speech
    }
    var loud = AudioProperties(gain: r(2))
    loud.duck = duck([.clips("nobody")])
    scene.add(
      .audio, [scene.clip(voice, r(1), r(5), sound: loud), scene.clip(voice, r(10), r(12))]
    ) { $0.gain = r(3) }
    return scene
  }

  @Test("a duck under speech asks for each clip's sound as it is, and answers are its voices")
  func speech() throws {
    let (timeline, catalog) = (spoken.timeline, spoken.catalog)
    let questions = try RenderPlanner.soundQuestions(of: timeline, catalog: catalog)
    #expect(questions.map(\.kind) == [.speech, .speech])
    #expect(questions.map(\.samples) == [48_000..<240_000, 480_000..<576_000])
    for question in questions {
      #expect(question.sound.spans.count == 1)
      #expect(
        question.sound.spans.allSatisfy { $0.envelopes.allSatisfy { $0.purpose == .declick } })
    }
    let plan = try RenderPlanner.plan(
      timeline, catalog: catalog,
      answers: [.speech([96_000..<144_000]), .speech([])])
    let envelope = try #require(plan.audio?.spans.first?.envelopes.first { $0.purpose == .duck })
    #expect(envelope.points.map(\.sample) == [72_000, 96_000, 144_000, 168_000])
  }

  @Test("without answers a duck under speech is under the clips")
  func unanswered() throws {
    #expect(
      try corners(spoken, .duck).first == [
        24_000, 48_000, 240_000, 264_000, 456_000, 480_000, 576_000, 600_000,
      ])
  }

  @Test("a clip's loudness is one gain: what is asked for less what it has, 40 dB at most")
  func leveling() throws {
    var scene = Scene()
    let voice = scene.add("voice", nil)
    var sound = AudioProperties()
    sound.loudness = Located(value: r(-20))
    scene.add(.audio, [scene.clip(voice, r(0), r(4), sound: sound)])
    let (timeline, catalog) = (scene.timeline, scene.catalog)
    func gain(_ answer: SoundAnswer) throws -> Double? {
      let plan = try RenderPlanner.plan(timeline, catalog: catalog, answers: [answer])
      let envelope = plan.audio?.spans[0].envelopes.first { $0.purpose == .clipLoudness }
      return envelope.map { Double($0.points[0].gain) / Double(GainPoint.unity) }
    }
    // 6.02 dB are a factor of 2.
    #expect(abs(try #require(try gain(.loudness(-2602))) - 2) < 0.001)
    #expect(abs(try #require(try gain(.loudness(-1398))) - 0.5) < 0.001)
    #expect(abs(try #require(try gain(.loudness(-6500))) - 100) < 0.001)
    #expect(try gain(.loudness(nil)) == nil)
  }
}
