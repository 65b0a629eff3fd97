import AudioMixing
import Diagnostics
import BaseValues
import OutputKinds
import PictureKinds
import Testing
import TimelineModel
import SeededNumbers

@testable import PlanModel
@testable import RenderPlanning

private let clock = KindChoice(
  "wipe",
  [
    .init("shape", .word("clock-cw12")), .init("softness", .number(r(1, 5))),
    .init("border", .number(r(1, 9))),
  ])

/// A random timeline: tracks of clips with and without gaps, transitions on cuts, titles that move.
func randomScene(_ generator: inout SeededGenerator) -> Scene {
  var scene = Scene()
  let rates = [
    FrameRate(24)!, FrameRate(25)!, FrameRate(30)!, FrameRate(30000, per: 1001)!, FrameRate(50)!,
  ]
  scene.rate = rates.randomElement(using: &generator)!
  scene.video.gopFrames = [nil, 1, 12, 100].randomElement(using: &generator)!
  func time(_ low: Int64, _ high: Int64) -> Rational {
    let unit = [1, 30, 48_000, 7, 1000].randomElement(using: &generator)! as Int64
    return r(Int64.random(in: low * unit...high * unit, using: &generator), unit)
  }
  let times: [Int64] = (0..<500).map { 40 * $0 + ($0 % 3) }
  let media = [
    scene.add("regular"),
    scene.add(
      "film",
      VideoFacts(
        codedSize: Size(width: 720, height: 576), pixelAspect: r(64, 45),
        frames: .regular(start: r(1, 25), rate: FrameRate(24000, per: 1001)!, count: 200))),
    scene.add(
      "phone",
      VideoFacts(
        codedSize: Size(width: 641, height: 361), orientation: .rotatedClockwise,
        frames: .irregular(times: times, end: 20_040, timeBase: r(1, 1000)))),
    scene.add("still", VideoFacts(codedSize: Size(width: 99, height: 33), frames: .still)),
  ]
  for track in 0..<Int.random(in: 1...4, using: &generator) {
    var clips: [Clip] = []
    var transitions: [Transition] = []
    var cursor = r(0)
    for index in 0..<Int.random(in: 0...5, using: &generator) {
      if Bool.random(using: &generator) { cursor = try! cursor + time(0, 1) }
      let end = try! cursor + time(1, 4)
      let speed = [r(1), r(1, 2), r(5, 4), r(7, 3)].randomElement(using: &generator)!
      clips.append(
        scene.clip(
          media.randomElement(using: &generator)!, cursor, end, in: time(0, 3), speed: speed
        ) {
          $0.fit = Fit.allCases.randomElement(using: &generator)!
          if Bool.random(using: &generator) {
            $0.animations = [
              animation(.rotationZ, [[.zero], [r(400)]], duration: time(1, 2)),
              animation(.scale, [[.zero, .one], [.one, r(2)]], duration: time(1, 3)),
              animation(.opacity, [[.zero], [.one], [.zero]], easing: easeInOut, duration: r(1)),
            ]
          }
        })
      if index > 0, clips[index - 1].placed.end == cursor, Bool.random(using: &generator) {
        let half = r(Int64.random(in: 1...490, using: &generator), 1000)
        let kinds: [KindChoice] =
          TransitionKind.all.map { kind in kind.choice { _ in nil } } + [
            .push(.up), .push(.left), .wipe(.right), clock,
          ]
        transitions.append(
          transition(
            kinds.randomElement(using: &generator)!, try! cursor - half, try! cursor + half,
            from: index - 1, to: index, easing: Bool.random(using: &generator) ? easeInOut : .linear
          ))
      }
      cursor = end
    }
    scene.add(track == 3 ? .audio : .video, clips, transitions) {
      if track == 1 {
        $0.duck = Duck(
          under: [.track(TrackID(0))], to: r(1, 4), attack: r(1, 2), hold: r(1, 10), release: r(1),
          range: .none)
      }
    }
  }
  let style = TextStyle(text: "Title", font: .family("Sans"), size: r(40))
  let titles = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
    let start = time(0, 5)
    return Title(
      placed: range(start, try! start + time(0, 3)),
      layers: [
        TitleLayer(
          content: .text(style), placement: Placement(position: scene.centre),
          animations: [animation(.rotationY, [[.zero], [r(360)]], duration: r(2))], range: .none)
      ], range: .none)
  }
  scene.add(.titles, titles: titles)
  return scene
}

private func checkPictures(_ plan: RenderPlan) {
  let size = plan.output.size
  func check(_ picture: PictureInput) {
    #expect(picture.isConstant)
    #expect((1...32768).contains(picture.opacity[0]) && (1...32768).contains(picture.share[0]))
    switch picture.picture?[0] {
    case .source(let conform, let frame):
      #expect(plan.conforms.indices.contains(conform.index))
      #expect(frame >= 0)
    case .text(let raster): #expect(plan.rasters.indices.contains(raster.index))
    case .color: break
    case .blend, .flow, .gradient: Issue.record("nothing makes these")
    case nil: for part in picture.pictures { check(part) }
    }
    if let window = picture.coverage[0].window {
      #expect(window.x >= 0 && window.y >= 0 && window.width > 0 && window.height > 0)
      #expect(window.x + window.width <= size.width && window.y + window.height <= size.height)
    }
  }
  for frame in 0..<plan.output.frameCount {
    for layer in plan.layers(at: frame) {
      #expect((1...2).contains(layer.inputs.count))
      if let mix = layer.mix { #expect((1..<32768).contains(mix[0])) }
      layer.inputs.forEach(check)
    }
  }
}

/// Source frames of each clip in the order of output frames, over all segments.
/// The frames that items show one after the other; a picture in front of itself shows one once.
private func sourceFrames(_ plan: RenderPlan) -> [PlanOrigin: [Int]] {
  var frames: [PlanOrigin: [Int]] = [:]
  for segment in plan.segments {
    var seen: Set<PlanOrigin> = []
    for picture in segment.layers.flatMap(\.pictures) where seen.insert(picture.origin).inserted {
      for offset in 0..<segment.frames.count {
        if case .source(_, let frame) = picture.picture?[offset] {
          frames[picture.origin, default: []].append(frame)
        }
      }
    }
  }
  return frames
}

@Suite struct PlanPropertyTests {
  @Test("plans of random timelines keep their promises", arguments: 0..<20)
  func promises(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let scene = randomScene(&generator)
    let plan = try scene.plan()
    // Projects without a frame are refused before they are planned.
    guard plan.output.frameCount > 0 else {
      let place = [PlanStep.name("output"), .name("frameCount")]
      return #expect(plan.faults(kinds: .all).map(\.path) == [place])
    }
    #expect(plan.faults(kinds: .all) == [])
    let file = SourceFile(path: "plan.json", text: PlanJSON.text(plan, style: .compact))
    #expect(PlanJSON.read(file, kinds: .all).plan?.plan == plan)

    // Segments and chunks cover the movie without gap or overlap.
    for bounds in [plan.segments.map(\.frames), plan.chunks.map(\.frames)] {
      var next = 0
      for frames in bounds {
        #expect(frames.lowerBound == next && !frames.isEmpty)
        next = frames.upperBound
      }
      #expect(next == plan.output.frameCount)
    }
    checkPictures(plan)
    for (origin, frames) in sourceFrames(plan) {
      #expect(zip(frames, frames.dropFirst()).allSatisfy { $0 <= $1 }, "\(origin)")
    }

    // Rounding is at most half a unit.
    for entry in plan.ledger {
      let unit = entry.unit == .frame ? scene.rate.frameDuration : r(1, 48_000)
      let double = try entry.error.magnitude() + entry.error.magnitude()
      #expect(double <= unit)
    }

    // Sound lies within the movie and envelopes rise in time.
    let audio = try #require(plan.audio)
    for span in audio.spans {
      #expect(!span.samples.isEmpty)
      #expect(span.samples.lowerBound >= 0 && span.samples.upperBound <= audio.sampleCount)
      for envelope in span.envelopes {
        #expect(!envelope.points.isEmpty)
        let samples = envelope.points.map(\.sample)
        #expect(samples == samples.sorted())
        #expect(envelope.points.allSatisfy { $0.gain >= 0 })
      }
    }

    // Planning is a function of the timeline.
    #expect(PlanDump.text(plan) == PlanDump.text(try scene.plan()))
  }

  @Test("numbers at the ends of their ranges throw or give a plan, and never trap")
  func extremes() throws {
    var generator = SeededGenerator(seed: 99)
    let corners: [Int64] = [
      .min, .min + 1, -1, 0, 1, 2, 3, 1 << 31, 1 << 62, .max - 1, .max, 999_999_937,
      1_000_000_000_000_000_003,
    ]
    var planned = 0
    for round in 0..<300 {
      let rarity = round.isMultiple(of: 3) ? 3 : 200
      func number() -> Rational {
        if Int.random(in: 0..<rarity, using: &generator) > 0 {
          return r(Int64.random(in: 0...8, using: &generator), 4)
        }
        let n = corners.randomElement(using: &generator)!
        let d = corners.randomElement(using: &generator)!
        return Rational(n, d) ?? .one
      }
      var scene = Scene()
      scene.duration = Bool.random(using: &generator) ? r(2) : nil
      let a = scene.add(
        "a",
        VideoFacts(
          codedSize: Size(width: Int.random(in: 0...9000, using: &generator), height: 480),
          pixelAspect: number(),
          frames: Bool.random(using: &generator)
            ? .regular(start: number(), rate: FrameRate(1_000_000, per: 999_983)!, count: nil)
            : .irregular(times: [.min, -5, 0, 7, .max], end: .max, timeBase: number())),
        AudioFacts(sampleRate: 1, channels: 1, range: TimeRange(start: number(), end: number())))
      func span() -> TimeRange {
        let (start, end) = (number(), number())
        return TimeRange(start: min(start, end), end: max(start, end)) ?? range(r(0), r(1))
      }
      func clip() -> Clip {
        var clip = scene.clip(a, r(0), r(1), in: number(), speed: number())
        clip.placed = span()
        clip.picture.crop = Crop(left: number(), top: number(), right: number(), bottom: number())
        clip.picture.fit = Fit.allCases.randomElement(using: &generator)!
        clip.picture.perspective = number()
        clip.picture.placement = Placement(
          position: Point(x: number(), y: number()), anchor: Point(x: number(), y: number()),
          scale: Point(x: number(), y: number()), rotationX: number(), rotationY: number(),
          rotationZ: number(), opacity: number())
        clip.picture.animations = AnimatedProperty.allCases.map { property in
          var moving = animation(
            property, [[number(), number()], [number()], []],
            easing: .cubicBezier(x1: number(), y1: number(), x2: number(), y2: number()),
            begin: number(), duration: number(), repeatCount: number(),
            autoreverses: Bool.random(using: &generator))
          moving.keyTimes = [number(), number(), number()]
          return moving
        }
        clip.sound = AudioProperties(
          gain: number(), fadeIn: Fade(duration: number(), range: .none),
          fadeOut: Fade(duration: number(), curve: .equalPower, range: .none), pan: number(),
          automation: [
            GainChange(
              start: number(), duration: number(), from: number(), to: number(), range: .none),
            GainChange(
              start: number(), duration: number(), from: number(), to: number(), range: .none),
          ])
        return clip
      }
      var wild = transition(.dissolve, r(0), r(1), from: 0, to: 7)
      wild.placed = span()
      wild.easing = .cubicBezier(x1: number(), y1: number(), x2: number(), y2: number())
      var push = wild
      push.kind = .push(.down)
      push.to = 1
      scene.add(.video, [clip(), clip()], [wild, push]) {
        $0.gain = number()
        $0.duck = Duck(
          under: [.track(TrackID(Int.random(in: -1...2, using: &generator)))], to: number(),
          attack: number(), hold: number(), release: number(), range: .none)
      }
      do {
        let plan = try scene.plan()
        planned += 1
        if plan.output.frameCount <= 300 {
          checkPictures(plan)
          #expect(!PlanDump.text(plan).isEmpty)
          #expect(!plan.chunks.indices.contains { plan.key(ofChunk: $0).count != 64 })
        }
      } catch is PlanningError {
        continue
      }
    }
    #expect(planned > 75)
  }

  @Test("a movie beyond the limit and media without facts are errors")
  func errors() throws {
    var scene = Scene()
    let a = scene.add("a")
    scene.add(.video, [scene.clip(a, r(0), r(1 << 40))])
    #expect(throws: PlanningError.tooManyFrames(30 << 40)) { try scene.plan() }
    scene.tracks[0].clips = [scene.clip(a, r(0), r(1))]
    scene.facts[0] = nil
    #expect(throws: PlanningError.missingFacts(a, .none)) { try scene.plan() }
  }

  @Test("an empty timeline is an empty plan")
  func empty() throws {
    let plan = try Scene().plan()
    #expect(plan.output.frameCount == 0)
    #expect(plan.segments.isEmpty && plan.chunks.isEmpty)
    #expect(plan.layers(at: 0).isEmpty)
  }
}
