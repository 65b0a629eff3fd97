import AudioMixing
import Diagnostics
import BaseValues
import OutputKinds
import PictureKinds
import Testing
import TimelineModel

@testable import PlanModel
@testable import RenderPlanning

/// Ten seconds of one clip on an audio track.
private func music(
  _ end: Rational = r(10), sound: AudioProperties = AudioProperties(),
  change: (inout Track) -> Void = { _ in }
) throws -> AudioSpan {
  var scene = Scene()
  let a = scene.add("music", nil)
  scene.add(.audio, [scene.clip(a, r(0), end, sound: sound)], change: change)
  return try #require(try scene.plan().audio?.spans.first)
}

private func gain(_ span: AudioSpan, at millisecond: Int64) -> Double {
  span.envelopes.map { $0.gain(at: millisecond * 48) }.reduce(1, *)
}

private func change(_ start: Rational, _ duration: Rational, _ from: Rational, _ to: Rational)
  -> GainChange
{
  GainChange(start: start, duration: duration, from: from, to: to, range: .none)
}

private func near(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-6 }

@Suite struct AudioPlanTests {
  @Test("steps and ramps hold until the next change")
  func automation() throws {
    let span = try music(
      sound: AudioProperties(automation: [
        change(r(0), r(0), r(1, 2), r(1, 2)), change(r(2), r(2), r(1, 2), r(4, 5)),
        change(r(7), r(0), r(3, 10), r(3, 10)),
      ]))
    let expected = [
      (0, 0.5), (1999, 0.5), (3000, 0.65), (4000, 0.8), (5000, 0.8), (6990, 0.8), (7000, 0.3),
      (9999, 0.3),
    ]
    for (millisecond, value) in expected {
      #expect(near(gain(span, at: Int64(millisecond)), value))
    }
  }

  @Test("steps and ramps of pan begin at the clip's pan, and a track's go along with them")
  func panAutomation() throws {
    var sound = AudioProperties(pan: r(-1, 2))
    sound.panAutomation = [change(r(2), r(2), r(-1, 2), r(1)), change(r(6), r(0), r(0), r(0))]
    let span = try music(sound: sound) { track in
      track.panAutomation = [change(r(1), r(0), r(1, 4), r(1, 4))]
    }
    #expect(
      span.pan == 0 && span.panning.map(\.purpose) == [.trackPanAutomation, .panAutomation])
    let own = try #require(span.panning.last)
    for (millisecond, position) in [
      (0, -0.5), (2000, -0.5), (3000, 0.25), (4000, 1), (5990, 1), (6006, 0),
    ] {
      #expect(near(own.gain(at: Int64(millisecond) * 48), position))
    }
    let track = try #require(span.panning.first)
    #expect(near(track.gain(at: 47_999), 0) && near(track.gain(at: 1006 * 48), 0.25))
  }

  @Test("a clip's chain comes before its gain, fades and pan, a track's before its own")
  func filters() throws {
    var sound = AudioProperties(gain: r(1, 2), pan: r(-1))
    sound.filter = SoundFilter(media: MediaID(0), range: .none)
    var scene = Scene()
    let a = scene.add("music", nil)
    scene.add(
      .audio, [scene.clip(a, r(1), r(3), sound: sound), scene.clip(a, r(3), r(4), in: r(9))]
    ) { track in
      track.gain = r(1, 4)
      track.audioFilter = SoundFilter(media: MediaID(0), memory: .start, range: .none)
    }
    let audio = try #require(try scene.plan().audio)
    #expect(audio.spans.map(\.bus) == [1, 0])
    #expect(audio.spans[0].envelopes.isEmpty && audio.spans[0].pan == 0)
    #expect(audio.buses.map(\.parent) == [nil, 0] && audio.buses.map(\.memory) == [nil, 96_000])
    #expect(audio.buses[0].envelopes.map(\.purpose) == [.trackGain])
    #expect(audio.buses[1].envelopes.first?.purpose == .gain && audio.buses[1].pan == -32768)
    #expect(audio.buses[0].samples == 0..<audio.sampleCount)
    #expect(audio.buses[1].samples == 48_000..<144_000)
  }

  @Test("a ramp to nothing stays at nothing")
  func fadeOutVector() throws {
    let span = try music(
      sound: AudioProperties(automation: [
        change(r(0), r(0), r(1), r(1)), change(r(6), r(2), r(1), r(0)),
      ]))
    for (millisecond, value) in [(5900, 1.0), (7000, 0.5), (8000, 0), (9000, 0)] {
      #expect(near(gain(span, at: Int64(millisecond)), value))
    }
  }

  @Test("before a first change that is no step at 0 gain is one; a later ramp cuts one short")
  func cutShort() throws {
    let span = try music(
      sound: AudioProperties(automation: [
        change(r(2), r(4), r(0), r(1)), change(r(4), r(2), r(1, 4), r(3, 4)),
      ]))
    let expected = [
      (0, 1.0), (1999, 1), (2000, 0), (3000, 0.25), (4000, 0.25), (5000, 0.5), (8000, 0.75),
    ]
    for (millisecond, value) in expected {
      #expect(near(gain(span, at: Int64(millisecond)), value))
    }
  }

  @Test("fades lie at the clip's ends and move with the movie's end")
  func fades() throws {
    let fade = Fade(duration: r(3, 2), range: .none)
    let long = try music(r(15), sound: AudioProperties(fadeIn: fade, fadeOut: fade))
    for (millisecond, value) in [
      (0, 0.0), (750, 0.5), (1500, 1), (13500, 1), (14250, 0.5), (15000, 0),
    ] {
      #expect(near(gain(long, at: Int64(millisecond)), value))
    }
    var scene = Scene()
    let a = scene.add("music", nil)
    scene.add(.audio, [scene.clip(a, r(0), r(60), sound: AudioProperties(fadeOut: fade))])
    scene.duration = r(15)
    let audio = try #require(try scene.plan().audio)
    #expect(audio.spans[0].samples == 0..<720_000)
    #expect(near(gain(audio.spans[0], at: 14250), 0.5))
  }

  /// Music over 15 s with voices, ducked to 0.2 with half a second's ramps.
  private func ducked(_ voices: [(Rational, Rational)]) throws -> AudioSpan {
    var scene = Scene()
    let music = scene.add("music", nil)
    let voice = scene.add("voice", nil)
    let fade = Fade(duration: r(3, 2), range: .none)
    scene.add(
      .audio,
      [scene.clip(music, r(0), r(15), sound: AudioProperties(fadeIn: fade, fadeOut: fade))]
    ) {
      $0.duck = Duck(
        under: [.track(TrackID(1))], to: r(1, 5), attack: r(1, 2), hold: .zero, release: r(1, 2),
        range: .none)
    }
    scene.add(.audio, voices.map { scene.clip(voice, $0.0, $0.1) })
    return try #require(try scene.plan().audio?.spans.first)
  }

  @Test("a duck's ramps lie outside the voice and fades multiply it")
  func duck() throws {
    let span = try ducked([(r(2), r(7))])
    for (millisecond, value) in [
      (0, 0.0), (1500, 1), (1750, 0.2.squareRoot()), (2000, 0.2), (6999, 0.2), (7000, 0.2),
      (7250, 0.2.squareRoot()), (7500, 1), (13500, 1), (14250, 0.5), (15000, 0),
    ] {
      #expect(near(gain(span, at: Int64(millisecond)), value))
    }
    let late = try ducked([(r(12), r(14))])
    #expect(near(gain(late, at: 14000), 0.2 * 2 / 3))
    #expect(near(gain(late, at: 14250), 0.2.squareRoot() * 0.5))
  }

  @Test("voices between which the duck would be up for less than half a second are one")
  func closeVoices() throws {
    let close = try ducked([(r(2), r(4)), (r(49, 10), r(7))])
    #expect(near(gain(close, at: 4500), 0.2))
    let short = try ducked([(r(2), r(4)), (r(549, 100), r(7))])
    #expect(near(gain(short, at: 4750), 0.2))
    let apart = try ducked([(r(2), r(4)), (r(55, 10), r(7))])
    #expect(near(gain(apart, at: 4500), 1))
    #expect(near(gain(apart, at: 5000), 1))
  }

  @Test("the voice is heard only as far as its media sounds")
  func voiceRange() throws {
    var scene = Scene()
    let music = scene.add("music", nil)
    let voice = scene.add(
      "voice", nil, AudioFacts(sampleRate: 48_000, channels: 1, range: range(r(1), r(3))))
    scene.add(.audio, [scene.clip(music, r(0), r(15))]) {
      $0.duck = Duck(
        under: [.track(TrackID(1))], to: .zero, attack: r(1, 2), hold: r(1, 4), release: r(1, 2),
        range: .none)
    }
    scene.add(.audio, [scene.clip(voice, r(4), r(10))])
    let span = try #require(try scene.plan().audio?.spans.first)
    #expect(span.envelopes[0].points.map(\.sample) == [216_000, 240_000, 348_000, 372_000])
  }

  /// Two clips with a push of a second around 4 s, of one media or of two.
  private func crossing(_ sound: SoundCrossing?, ofOne: Bool, overlaps: Bool = false) throws
    -> [AudioSpan]
  {
    var scene = Scene()
    let a = scene.add("a")
    let b = ofOne ? a : scene.add("b")
    var push = transition(.push(.left), r(7, 2), r(9, 2), from: 0, to: 1, easing: easeInOut)
    push.sound = sound
    push.overlaps = overlaps
    let (end, start) = overlaps ? (r(9, 2), r(7, 2)) : (r(4), r(4))
    let clips = [
      scene.clip(a, r(0), end, in: r(2)),
      scene.clip(b, start, r(8), in: overlaps ? r(19, 2) : r(10)),
    ]
    scene.add(.video, clips, [push])
    return try #require(try scene.plan().audio).spans
  }

  @Test("in a transition two sounds cross over with the same power, those of one media to one")
  func crossFade() throws {
    for (sound, ofOne) in [(nil, false), (.equalPower, true)] as [(SoundCrossing?, Bool)] {
      let spans = try crossing(sound, ofOne: ofOne)
      #expect(spans.map(\.samples) == [0..<216_000, 168_000..<384_000])
      #expect(spans.map(\.sourceSample) == [96_000, 456_000])
      for millisecond: Int64 in [3500, 3700, 4000, 4499] {
        let gains = spans.map { gain($0, at: millisecond) }
        #expect(near(gains[0] * gains[0] + gains[1] * gains[1], 1))
      }
      #expect(near(gain(spans[1], at: 4000), 0.5.squareRoot()))
    }
    for (sound, ofOne) in [(nil, true), (.linear, false)] as [(SoundCrossing?, Bool)] {
      let spans = try crossing(sound, ofOne: ofOne)
      #expect(spans.map(\.samples) == [0..<216_000, 168_000..<384_000])
      for millisecond: Int64 in [3500, 3700, 4000, 4499] {
        #expect(near(gain(spans[0], at: millisecond) + gain(spans[1], at: millisecond), 1))
      }
      #expect(near(gain(spans[1], at: 4000), 0.5))
    }
  }

  @Test(
    "sound that is cut in a transition changes where the clips meet, or in the middle of their overlap"
  )
  func cutSound() throws {
    for overlaps in [false, true] {
      let spans = try crossing(.cut, ofOne: false, overlaps: overlaps)
      #expect(spans.map(\.samples) == [0..<192_000, 192_000..<384_000])
      #expect(spans.map(\.sourceSample) == [96_000, 480_000])
      #expect(spans.map(\.envelopes.count) == [0, 0])
    }
  }

  @Test("a track steps back for several others, and evenly in decibels unless it says otherwise")
  func duckUnderSeveral() throws {
    for (curve, middle) in [(DuckCurve.decibels, 0.01.squareRoot()), (.linear, 0.505)] {
      var scene = Scene()
      let music = scene.add("music", nil)
      let voice = scene.add("voice", nil)
      scene.add(.audio, [scene.clip(music, r(0), r(15))]) {
        $0.duck = Duck(
          under: [.track(TrackID(1)), .track(TrackID(2))], to: r(1, 100), attack: r(1), hold: .zero,
          release: r(1),
          curve: curve, range: .none)
      }
      scene.add(.audio, [scene.clip(voice, r(2), r(4))])
      scene.add(.audio, [scene.clip(voice, r(8), r(10))])
      let span = try #require(try scene.plan().audio?.spans.first)
      for (millisecond, wanted) in [
        (999, 1), (1500, middle), (2000, 0.01), (3999, 0.01), (4500, middle), (6000, 1),
        (7500, middle), (9000, 0.01), (11_000, 1),
      ] as [(Int64, Double)] {
        #expect(near(gain(span, at: millisecond), wanted), "\(curve) \(millisecond)")
      }
    }
  }

  @Test("the sample heard first is the nearest to its exact source time")
  func sourceSample() throws {
    var scene = Scene()
    scene.audio = AudioEncoding(sampleRate: 44_100)
    let a = scene.add("a")
    // 1/3 s is sample 14700; 1/7 s lies at 6300; one millisecond at 44.1.
    scene.add(
      .audio,
      [
        scene.clip(a, r(1, 1000), r(1), in: r(1, 1000)), scene.clip(a, r(1), r(2), speed: r(2)),
      ])
    let spans = try #require(try scene.plan().audio).spans
    #expect(spans[0].samples == 44..<44_100)
    #expect(spans[0].sourceSample == 44)
    #expect(spans[1].speed == r(2))
    #expect(spans[1].sourceSample == 0)
  }

  @Test("silent clips, muted tracks and media without sound have no spans")
  func silent() throws {
    var scene = Scene()
    let a = scene.add("a")
    let mute = scene.add("b", Scene.movie, nil)
    scene.add(.video, [scene.clip(a, r(0), r(1), sound: nil), scene.clip(mute, r(1), r(2))])
    scene.add(.audio, [scene.clip(a, r(0), r(1))]) { $0.muted = true }
    #expect(try scene.plan().audio?.spans.isEmpty == true)
    scene.audio = nil
    #expect(try scene.plan().audio == nil)
  }

  @Test("the sound is as long as the movie's frames")
  func length() throws {
    var scene = Scene()
    scene.rate = FrameRate(30000, per: 1001)!
    let a = scene.add("a")
    scene.add(.video, [scene.clip(a, r(0), r(10))])
    let plan = try scene.plan()
    #expect(plan.output.frameCount == 300)
    #expect(plan.audio?.sampleCount == 480_480)
    #expect(plan.audio?.spans[0].samples == 0..<480_000)
  }

  @Test("a gain, a track's gain and pan are fixed point")
  func gains() throws {
    let span = try music(sound: AudioProperties(gain: r(1, 2), pan: r(-1, 4))) {
      $0.gain = r(3)
    }
    #expect(span.pan == -8192)
    #expect(span.envelopes.map(\.purpose) == [.gain, .trackGain])
    #expect(span.envelopes.map(\.points[0].gain) == [1 << 23, 3 << 24])
  }
}
