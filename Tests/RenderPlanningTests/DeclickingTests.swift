import AudioMixing
import Diagnostics
import BaseValues
import Testing
import TimelineModel

@testable import PlanModel
@testable import RenderPlanning

@Suite struct DeclickingTests {
  /// A minute of sound, of which clips are cut, 5 ms for each end.
  private func spans(
    _ build: (Scene, MediaID, MediaID) -> [Clip], _ transitions: [Transition] = [],
    end: Rational? = nil
  ) throws -> [AudioSpan] {
    var scene = Scene()
    scene.declick = r(1, 200)
    scene.duration = end
    let minute = AudioFacts(
      sampleRate: 48_000, channels: 2, range: TimeRange(start: r(0), end: r(60)))
    let a = scene.add("a", nil, minute)
    let b = scene.add("b", nil, minute)
    scene.add(.audio, build(scene, a, b), transitions)
    return try #require(try scene.plan().audio).spans
  }

  private func gain(_ span: AudioSpan, _ sample: Int64) -> Double {
    span.envelopes.map { $0.gain(at: sample) }.reduce(1, *)
  }

  @Test("a clip that is cut out of its source rises and falls within 5 ms")
  func both() throws {
    let span = try spans { scene, a, _ in [scene.clip(a, r(1), r(2), in: r(3))] }[0]
    #expect(span.samples == 48_000..<96_000)
    #expect(span.envelopes.map(\.purpose) == [.declick, .declick])
    for (sample, expected) in [
      (48_000, 0.0), (48_120, 0.5), (48_240, 1), (95_760, 1), (95_880, 0.5), (95_999, 1.0 / 240),
    ] {
      #expect(abs(gain(span, Int64(sample)) - expected) < 1e-6)
    }
  }

  /// At 48 kHz a fade of 10 µs is less than a sample.
  @Test("a fade or cross-fade shorter than the ramps does not take their place")
  func shortFades() throws {
    let (short, long) = (r(1, 100_000), r(1, 200))
    for (fade, isRamped) in [(short, true), (long, false)] {
      let sound = AudioProperties(
        fadeIn: Fade(duration: fade, range: .none), fadeOut: Fade(duration: fade, range: .none))
      let span = try spans { scene, a, _ in [scene.clip(a, r(1), r(2), in: r(3), sound: sound)] }[0]
      #expect(span.envelopes.count { $0.purpose == .declick } == (isRamped ? 2 : 0))
      // In proportion to time over 240 samples: no step from one to the next is larger than 1/240, but for
      // the fade itself.
      for sample in Int64(48_000)..<48_400 {
        #expect(abs(gain(span, sample + 1) - gain(span, sample)) <= 1.0 / 239)
      }
    }
    // Two clips that go on in one source, with a short fade between them: that is heard, and ramped.
    let faded = AudioProperties(fadeIn: Fade(duration: short, range: .none))
    let pair = try spans { scene, a, _ in
      [
        scene.clip(a, r(0), r(1), in: r(3)), scene.clip(a, r(1), r(2), in: r(4), sound: faded),
      ]
    }
    #expect(pair[0].envelopes.contains { $0.purpose == .declick && $0.gain(at: 48_000) == 0 })
    #expect(pair[1].envelopes.contains { $0.purpose == .declick && $0.gain(at: 48_120) == 0.5 })
  }

  @Test("where a source begins or ends by itself nothing is done")
  func natural() throws {
    let whole = try spans { scene, a, _ in [scene.clip(a, r(1), r(61))] }[0]
    #expect(whole.envelopes.isEmpty)
    let start = try spans { scene, a, _ in [scene.clip(a, r(1), r(2))] }[0]
    #expect(start.envelopes.map { $0.points[0].gain } == [GainPoint.unity])
    let end = try spans { scene, a, _ in [scene.clip(a, r(1), r(2), in: r(59))] }[0]
    #expect(end.envelopes.map { $0.points[0].gain } == [0])
    // Backwards it begins at the source's end.
    let back = try spans { scene, a, _ in
      [scene.clip(a, r(1), r(2), in: r(60), speed: Rational(-1))]
    }[0]
    #expect(back.envelopes.map { $0.points[0].gain } == [GainPoint.unity])
  }

  @Test("two clips that go on in one source have no ramps between them")
  func throughEdits() throws {
    let found = try spans { scene, a, _ in
      [scene.clip(a, r(0), r(1), in: r(3)), scene.clip(a, r(1), r(2), in: r(4))]
    }
    #expect(found[0].envelopes.map { $0.points[0].gain } == [0])
    #expect(found[1].envelopes.map { $0.points[0].gain } == [GainPoint.unity])
    // The same place of a source, louder: both cross over from the cut on, and their sum does not dip.
    let louder = try spans { scene, a, _ in
      [
        scene.clip(a, r(0), r(1), in: r(3)),
        scene.clip(a, r(1), r(2), in: r(4), sound: AudioProperties(gain: r(1, 2))),
      ]
    }
    #expect(louder.map(\.samples) == [0..<48_240, 48_000..<96_000])
    for (sample, expected) in [(47_999, 1.0), (48_000, 1), (48_120, 0.75), (48_240, 0.5)] {
      let sample = Int64(sample)
      let sum = louder.reduce(0) { $0 + ($1.samples.contains(sample) ? gain($1, sample) : 0) }
      #expect(abs(sum - expected) < 1e-6)
    }
    let jump = try spans { scene, a, b in
      [scene.clip(a, r(0), r(1), in: r(3)), scene.clip(b, r(1), r(2), in: r(4))]
    }
    #expect(jump.map(\.envelopes.count) == [2, 2])
  }

  @Test("a split is only without a ramp where every property of its sound is the same")
  func everyProperty() throws {
    let fade = Fade(duration: r(1, 10), range: .none)
    let change = GainChange(
      start: r(1, 2), duration: r(0), from: r(1, 2), to: r(1, 2), range: .none)
    let changes: [String: (inout AudioProperties) -> Void] = [
      "gain": { $0.gain = r(1, 2) }, "fadeIn": { $0.fadeIn = fade },
      "fadeOut": { $0.fadeOut = fade }, "pan": { $0.pan = r(1, 2) },
      "automation": { $0.automation = [change] },
      "panAutomation": { $0.panAutomation = [change] }, "pitch": { $0.pitch = .follow },
      "lead": { $0.lead = r(1, 10) }, "tail": { $0.tail = r(1, 10) },
      "filter": { $0.filter = SoundFilter(media: MediaID(0), range: .none) },
      "channelMap": {
        $0.channelMap = ChannelMap(
          routes: [
            ChannelMap.Route(
              output: Located(value: .left, range: .none),
              source: Located(value: .number(1), range: .none), gain: r(1))
          ], range: .none)
      },
      "width": { $0.width = r(0) },
      "duck": {
        $0.duck = Duck(
          under: [.clips("v")], to: r(1, 2), attack: r(1, 10), hold: r(0), release: r(1, 10),
          range: .none)
      },
      "loudness": { $0.loudness = Located(value: r(-20), range: .none) },
    ]
    // A field that is added to the sound of a clip has to stand here.
    #expect(
      Set(Mirror(reflecting: AudioProperties()).children.compactMap(\.label)) == Set(changes.keys))
    // The ends of a clip are no treatment: they have ramps of their own, or move the cut.
    let ends: Set<String> = ["fadeIn", "fadeOut", "lead", "tail"]
    for (name, change) in changes where !ends.contains(name) {
      for isFirst in [true, false] {
        var changed = AudioProperties()
        change(&changed)
        let found = try spans { scene, a, _ in
          [
            scene.clip(a, r(0), r(1), in: r(3), sound: isFirst ? changed : AudioProperties()),
            scene.clip(a, r(1), r(2), in: r(4), sound: isFirst ? AudioProperties() : changed),
          ]
        }
        #expect(found[0].samples.upperBound == 48_240, "\(name)")
      }
    }
  }

  @Test("what begins anew with each clip crosses over where a source is split")
  func beginsAnew() throws {
    for (speed, isCrossed) in [(r(1), false), (r(-1), false), (r(6, 5), true), (r(1, 2), true)] {
      for pitch in [Pitch.keep, .follow] {
        let found = try spans { scene, a, _ in
          let sound = AudioProperties(pitch: pitch)
          return [
            scene.clip(a, r(0), r(1), in: r(30), speed: speed, sound: sound),
            scene.clip(a, r(1), r(2), in: try! r(30) + speed, speed: speed, sound: sound),
          ]
        }
        #expect((found[0].samples.upperBound == 48_240) == isCrossed, "\(speed)")
      }
    }
    var leveled = AudioProperties()
    leveled.loudness = Located(value: r(-20), range: .none)
    let found = try spans { scene, a, _ in
      [
        scene.clip(a, r(0), r(1), in: r(3), sound: leveled),
        scene.clip(a, r(1), r(2), in: r(4), sound: leveled),
      ]
    }
    #expect(found[0].samples.upperBound == 48_240)
  }

  @Test("a loop rises and falls only where its part is cut out of its source")
  func loops() throws {
    func found(_ start: Rational, _ length: Rational, _ count: Rational, speed: Rational = .one)
      throws -> AudioSpan
    {
      try spans { scene, a, _ in
        let movie = try! (length * count) / speed.magnitude()
        var clip = scene.clip(
          a, r(1), try! r(1) + movie, in: try! speed < .zero ? start + length * count : start,
          speed: speed)
        clip.loop = SourceLoop(start: start, length: length)
        return [clip]
      }[0]
    }
    // All of the source: the first hit of a drum loop is heard as it was made, each time.
    let whole = try found(r(0), r(60), r(2))
    #expect(whole.envelopes.isEmpty && whole.joint == nil)
    #expect(try found(r(0), r(60), r(2), speed: r(-1)).envelopes.isEmpty)
    // From its beginning, and to its end, with the other end cut.
    let start = try found(r(0), r(2), r(3))
    #expect(start.envelopes.map { $0.points[0].gain } == [GainPoint.unity])
    #expect(
      start.joint == LoopJoint(length: 240, first: 0, startsInside: false, endsInside: true))
    let end = try found(r(58), r(2), r(3))
    #expect(end.envelopes.map { $0.points[0].gain } == [0])
    #expect(end.joint == LoopJoint(length: 240, first: 0, startsInside: true, endsInside: false))
    // Ended in the middle of a time.
    let part = try found(r(0), r(60), r(3, 2))
    #expect(part.envelopes.map { $0.points[0].gain } == [GainPoint.unity] && part.joint == nil)
    let inside = try found(r(3), r(2), r(3), speed: r(2))
    #expect(inside.envelopes.count == 2 && inside.joint?.length == 480)
  }

  @Test("fades and cross-fades are enough, and a cut of the movie's end is softened")
  func others() throws {
    let fade = Fade(duration: r(1, 10), range: .none)
    let faded = try spans { scene, a, _ in
      [
        scene.clip(
          a, r(0), r(1), in: r(3), sound: AudioProperties(fadeIn: fade, fadeOut: fade))
      ]
    }[0]
    #expect(!faded.envelopes.contains { $0.purpose == .declick })
    let crossed = try spans(
      { scene, a, b in
        [scene.clip(a, r(0), r(1)), scene.clip(b, r(1), r(2), in: r(3))]
      }, [transition(.dissolve, r(9, 10), r(11, 10), from: 0, to: 1)])
    #expect(
      crossed.map { $0.envelopes.map(\.purpose) } == [[.crossFade], [.crossFade, .declick]])
    let cutOff = try spans({ scene, a, _ in [scene.clip(a, r(0), r(2))] }, end: r(1))[0]
    #expect(gain(cutOff, 47_880) == 0.5)
  }

  @Test("what is shorter than two ramps gets half of it for each")
  func short() throws {
    let span = try spans(
      { scene, a, _ in [scene.clip(a, r(1), r(126, 125), in: r(3))] }, end: r(2))[0]
    #expect(span.samples == 48_000..<48_384)
    #expect(abs(gain(span, 48_192) - 1) < 1e-6)
    #expect(abs(gain(span, 48_096) - 0.5) < 1e-6)
    #expect(abs(gain(span, 48_288) - 0.5) < 1e-6)
  }

  // MARK: - Steps

  private func points(_ points: [(Int64, Double, GainPoint.Curve)]) -> GainEnvelope {
    GainEnvelope(
      purpose: .automation,
      points: points.map {
        GainPoint(sample: $0.0, gain: Int64($0.1 * Double(GainPoint.unity)), curve: $0.2)
      })
  }

  @Test("a step of gain takes as long as a cut, from where it is")
  func steps() {
    let soft = points([(0, 1, .hold), (1000, 0.5, .hold)]).softened(over: 100)
    for (sample, expected) in [(999, 1.0), (1000, 1), (1050, 0.75), (1100, 0.5), (9000, 0.5)] {
      #expect(abs(soft.gain(at: Int64(sample)) - expected) < 1e-6)
    }
  }

  @Test("steps that follow each other closely meet at their levels")
  func closeSteps() {
    let soft = points([(0, 1, .hold), (1000, 0.5, .hold), (1040, 0.75, .hold)]).softened(over: 100)
    for (sample, expected) in [(1000, 1.0), (1020, 0.75), (1040, 0.5), (1090, 0.625), (1140, 0.75)]
    {
      #expect(abs(soft.gain(at: Int64(sample)) - expected) < 1e-6)
    }
  }

  @Test("a ramp that jumps to its start is met on its way, one without a jump stays as it is")
  func ramps() {
    let jump = points([(0, 1, .hold), (1000, 0, .linear), (2000, 1, .hold)]).softened(over: 100)
    for (sample, expected) in [(1000, 1.0), (1050, 0.55), (1100, 0.1), (1500, 0.5), (2500, 1)] {
      #expect(abs(jump.gain(at: Int64(sample)) - expected) < 1e-6)
    }
    let smooth = points([(0, 1, .hold), (1000, 1, .linear), (2000, 0, .hold)])
    #expect(smooth.softened(over: 100) == smooth)
    let cut = points([(0, 0, .linear), (1000, 0.5, .hold), (1000, 1, .hold)]).softened(over: 100)
    for (sample, expected) in [(500, 0.25), (1000, 0.5), (1050, 0.75), (1100, 1)] {
      #expect(abs(cut.gain(at: Int64(sample)) - expected) < 1e-6)
    }
  }
}

@Suite struct SplitEditTests {
  private func plan(_ lead: Rational?, _ tail: Rational?, fade: Bool = false) throws -> [AudioSpan]
  {
    var scene = Scene()
    let a = scene.add("a")
    let b = scene.add("b")
    var sound = AudioProperties()
    if fade {
      sound.fadeIn = Fade(duration: r(1, 2), range: .none)
      sound.fadeOut = Fade(duration: r(1, 2), range: .none)
    }
    sound.lead = lead
    sound.tail = tail
    scene.add(
      .video,
      [
        scene.clip(a, r(0), r(4)), scene.clip(b, r(4), r(8), in: r(10), sound: sound),
        scene.clip(a, r(8), r(12), in: r(20)),
      ],
      [
        transition(.dissolve, r(7, 2), r(9, 2), from: 0, to: 1),
        transition(.dissolve, r(15, 2), r(17, 2), from: 1, to: 2),
      ])
    return try #require(try scene.plan().audio).spans
  }

  @Test("sound that leads and trails has its own range, in step with its picture")
  func range() throws {
    let span = try plan(r(1), r(2))[1]
    #expect(span.samples == 144_000..<480_000)
    #expect(span.sourceSample == 9 * 48_000)
    #expect(span.envelopes.isEmpty)
  }

  @Test("below 0 it is heard later, and ends earlier")
  func later() throws {
    let span = try plan(Rational(-1), r(-1, 2))[1]
    #expect(span.samples == 240_000..<360_000)
    #expect(span.sourceSample == 11 * 48_000)
  }

  @Test("the other side of a transition keeps its cross-fade")
  func oneSide() throws {
    let found = try plan(r(1), nil)
    #expect(found[1].envelopes.map(\.purpose) == [.crossFade])
    #expect(found[1].samples == 144_000..<408_000)
    #expect(found[0].envelopes.map(\.purpose) == [.crossFade])
  }

  @Test("split edits that go on in one source have no ramps between them")
  func continued() throws {
    var scene = Scene()
    scene.declick = r(1, 200)
    let a = scene.add("a")
    var (left, right) = (AudioProperties(), AudioProperties())
    left.tail = r(1, 2)
    right.lead = r(-1, 2)
    scene.add(
      .video,
      [
        scene.clip(a, r(0), r(1), in: r(2), sound: left),
        scene.clip(a, r(1), r(2), in: r(3), sound: right),
      ])
    let spans = try #require(try scene.plan().audio).spans
    #expect(spans.map(\.samples) == [0..<72_000, 72_000..<96_000])
    #expect(spans.map { $0.envelopes.map { $0.points[0].sample } } == [[0], [95_760]])
    // A fade at one side is an end.
    left.fadeOut = Fade(duration: r(1, 10), range: .none)
    scene.tracks[0].clips[0].sound = left
    let faded = try #require(try scene.plan().audio).spans
    #expect(faded[1].envelopes.map { $0.points[0].sample } == [72_000, 95_760])
  }

  @Test("fades are at the ends of the sound")
  func fades() throws {
    let span = try plan(r(1), r(2), fade: true)[1]
    func gain(_ second: Double) -> Double {
      span.envelopes.map { $0.gain(at: Int64(second * 48_000)) }.reduce(1, *)
    }
    for (second, expected) in [(3.0, 0.0), (3.25, 0.5), (3.5, 1), (9.5, 1), (9.75, 0.5)] {
      #expect(abs(gain(second) - expected) < 1e-6)
    }
  }
}
