import Diagnostics
import BaseValues
import PictureKinds
import Raster
import Testing
import TimelineModel

@testable import PlanModel
@testable import RenderPlanning

private let amount = Parameter.number(
  "amount", "a number", "How much.", in: .zero...Rational(2), default: .one, examples: [.one])
private let steps = Parameter.whole(
  "steps", "a number", "How many.", in: 1...9, default: 3, examples: [2])
private let kind = EffectKind(
  "sample", "a sample.", parameters: [amount.description, steps.description]
) { _ in
  ColorChange.none
}
private let seeded = EffectKind(
  "noise", "a sample.", parameters: [amount.description], isSeeded: true
) { _ in
  ImageFilter.none
}

@Suite struct EffectTests {
  private let thirty = FrameRate(30)!

  @Test("an effect at rest has the same integers in all frames")
  func rest() throws {
    let effect = Effect(kind: kind.choice { $0 == "steps" ? .whole(7) : nil })
    let planned = try effect.planned(as: kind, start: .zero, over: 10..<20, rate: thirty)
    #expect(
      planned == PlannedEffect(name: "sample", parameters: [.constant(1_000_000), .constant(7)]))
  }

  @Test("a number with keyframes is evaluated at each frame, in time from its item's start")
  func keyframes() throws {
    let effect = Effect(
      kind: kind.choice { _ in nil },
      animations: [animation(.parameter("amount"), [[.zero], [r(3)]], duration: r(1))])
    let planned = try effect.planned(as: kind, start: r(1), over: 28..<62, rate: thirty)
    // Ten frames are a third of a second; values are cut to the parameter's limits.
    let values = (28..<62).map { min(2_000_000, max(0, ($0 - 30) * 100_000)) }
    #expect(planned.parameters == [.varying(values), .constant(3)])
  }

  @Test("every point of an outline goes straight to its place, and stays within the limits")
  func outline() throws {
    let mask = try #require(EffectKind.named("mask"))
    let rest = [(0, 0), (1, 0), (1, 1)].map { Point(x: r($0.0), y: r($0.1)) }
    let effect = Effect(
      kind: mask.choice { $0 == "points" ? .curve(rest) : nil },
      animations: [
        animation(
          .parameter("points"),
          [[r(0), r(0), r(1), r(0), r(1), r(1)], [r(1), r(1, 2), r(1), r(3), r(20), r(-20)]],
          duration: r(1))
      ])
    let planned = try effect.planned(as: mask, start: .zero, over: 0..<31, rate: thirty)
    for (frame, wanted) in [
      (0, "0,0 1,0 1,1"), (15, "0.5,0.25 1,1.5 8,-8"), (3, "0.1,0.05 1,0.3 2.9,-1.1"),
      (30, "1,0.5 1,3 8,-8"),
    ] {
      let label = mask.label(planned.parameters.map { $0[frame] })
      #expect(label.hasSuffix(" points \(wanted)"), "\(frame): \(label)")
    }
  }

  @Test("a kind that asks for it has the number of each frame, counted from its item's start")
  func seeds() throws {
    let effect = Effect(kind: seeded.choice { _ in nil })
    let planned = try effect.planned(as: seeded, start: r(1), over: 30..<33, rate: thirty)
    #expect(planned.parameters == [.constant(1_000_000), .varying([0, 1, 2])])
  }

  @Test("a kind of transition or effect that nobody knows is an error with its place")
  func unknown() {
    var scene = Scene()
    let a = scene.add("a")
    scene.add(
      .video, [scene.clip(a, r(0), r(1))],
      [transition(KindChoice("swirl"), r(0), r(1, 2), from: nil, to: 0)])
    #expect(throws: PlanningError.unknownKind("swirl", .none)) { try scene.plan() }
    var other = Scene()
    let b = other.add("b")
    other.add(
      .video,
      [other.clip(b, r(0), r(1)) { $0.look.effects = [Effect(kind: KindChoice("swirl"))] }])
    #expect(throws: PlanningError.unknownKind("swirl", .none)) { try other.plan() }
  }

  @Test("a clip's blend mode is that of its layer, alone and in a transition")
  func blendMode() throws {
    var scene = Scene()
    let a = scene.add("a")
    let multiply = BlendModeName(rawValue: "multiply")
    scene.add(
      .video, [scene.clip(a, r(0), r(2)) { $0.look.blendMode = multiply }],
      [transition(.dissolve, r(0), r(1), from: nil, to: 0)])
    let plan = try scene.plan()
    #expect(plan.layers(at: 15).map(\.blendMode) == [multiply])
    #expect(plan.layers(at: 45).map(\.blendMode) == [multiply])
  }
}
