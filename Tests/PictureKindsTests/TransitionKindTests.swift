import BaseValues
import PlanModel
import Testing
import TimelineModel

@testable import PictureKinds

@Suite("kinds of transition") struct TransitionKindTests {
  private let canvas = Size(width: 161, height: 91)
  private let origin = PlanOrigin(track: TrackID(0), item: .clip(0), label: "")

  private static let mixtures: [[String: ParameterValue]] = [true, false].flatMap { reverse in
    [("direction", "left"), ("direction", "down"), ("shape", "clock-cw12")].map { key, word in
      [
        key: .word(word), "reverse": .flag(reverse), "softness": .number(.one),
        "border": .number(.one),
      ]
    }
  }

  /// Every kind with each of its words and examples, and the wipe in all its ways.
  private static let all: [KindChoice] = TransitionKind.all.flatMap { kind in
    var choices = [kind.choice { _ in nil }]
    for parameter in kind.parameters where parameter.type != .media {
      var values = parameter.examples
      if case .choice(let words) = parameter.type { values = words.map { .word($0.name) } }
      choices += values.map { value in kind.choice { $0 == parameter.name ? value : nil } }
    }
    if kind.name == "wipe" {
      choices += mixtures.map { values in kind.choice { values[$0] } }
    }
    return choices
  }

  private func lowered(
    _ choice: KindChoice, _ progress: [Progress], from: Bool = true, to: Bool = true
  ) throws -> TransitionContext {
    func input(_ side: PictureInput.Side, _ color: Color) -> PictureInput {
      PictureInput(
        origin: origin, side: side, content: .picture(.constant(.color(color, canvas))),
        geometry: .constant(.offset(x: 0, y: 0)))
    }
    var context = TransitionContext(
      origin: origin, choice: choice, output: canvas, progress: progress,
      from: from ? input(.from, .white) : nil, to: to ? input(.to, .black) : nil)
    try #require(TransitionKind.named(choice.name)).lower(&context)
    return context
  }

  private func isSeen(_ input: PictureInput?, at offset: Int) -> Bool {
    guard let input else { return false }
    return input.share[offset] > 0 && input.coverage[offset].window?.isEmpty != true
  }

  @Test("at the beginning nothing is seen of the one picture, at the end nothing of the other")
  func ends() throws {
    for choice in Self.all {
      let context = try lowered(choice, [.begin, Progress(1, over: 3), .end])
      #expect(isSeen(context.from, at: 0) && !isSeen(context.to, at: 0), "\(choice.label)")
      #expect(!isSeen(context.from, at: 2) && isSeen(context.to, at: 2), "\(choice.label)")
      #expect(context.from?.side == .from && context.to?.side == .to)
    }
  }

  @Test("between them the two pictures leave nothing free and share no more than there is")
  func shares() throws {
    let steps = (0...12).map { Progress($0, over: 12) }
    for choice in Self.all {
      let context = try lowered(choice, steps)
      let (from, to) = (try #require(context.from), try #require(context.to))
      for offset in steps.indices {
        switch (from.coverage[offset], to.coverage[offset]) {
        case (.all, .all):
          #expect(from.share[offset] + to.share[offset] == PictureInput.one, "\(choice.label)")
        case (.window(let one), .window(let other)):
          #expect(one.intersection(other).isEmpty, "\(choice.label)")
          #expect(one.area + other.area == canvas.bounds.area, "\(choice.label)")
        case (.mask(let one, let a, let b), .outside(let other, let c, let d)),
          (.outside(let one, let a, let b), .mask(let other, let c, let d)):
          #expect(one == other && a == c && b == d, "\(choice.label)")
        default: Issue.record("\(choice.label) at \(offset)")
        }
      }
    }
  }

  @Test("every kind works from nothing and to nothing")
  func oneSided() throws {
    for choice in Self.all {
      let steps = [Progress.begin, Progress(1, over: 3), .end]
      let out = try lowered(choice, steps, to: false)
      #expect(isSeen(out.from, at: 0) && !isSeen(out.from, at: 2), "\(choice.label)")
      let into = try lowered(choice, steps, from: false)
      #expect(!isSeen(into.to, at: 0) && isSeen(into.to, at: 2), "\(choice.label)")
    }
  }

  @Test("a wipe's threshold goes from below the darkest to the brightest")
  func thresholds() throws {
    let wipe = try #require(TransitionKind.named("wipe"))
    let choice = wipe.choice {
      ["shape": .word("clock-cw12"), "softness": .number(.one)][$0]
    }
    #expect(choice.label == "wipe clock-cw12 softness 1")
    let context = try lowered(choice, (1...3).map { Progress($0, over: 4) })
    #expect(context.masks.masks == [.wipe(201, canvas)])
    // From −32768 to 32768, of which a quarter is done, and so on.
    #expect(
      context.to?.coverage
        == .varying(
          [-16384, 0, 16384].map { .outside(MaskID(0), threshold: $0, softness: 32768) }))
  }

  @Test("a plain wipe by a bar's number is one in its direction; a softer one leaves its windows")
  func bars() throws {
    let wipe = try #require(TransitionKind.named("wipe"))
    let steps = [Progress(1, over: 3)]
    let numbered = try lowered(wipe.choice { $0 == "shape" ? .word("bar-wipe-tb") : nil }, steps)
    let directed = try lowered(wipe.choice { $0 == "direction" ? .word("down") : nil }, steps)
    #expect(numbered.to == directed.to && numbered.masks.masks.isEmpty)
    let soft = try lowered(
      wipe.choice {
        ["direction": .word("left"), "softness": .number(.one)][$0]
      }, steps)
    #expect(soft.masks.masks == [.wipe(1, canvas)])
    guard case .mask = soft.to?.coverage[0] else { return #expect(Bool(false)) }
  }

  @Test("a dip shows its colour alone in the middle")
  func dip() throws {
    let context = try lowered(KindChoice("dip"), (0...4).map { Progress($0, over: 4) })
    let from = try #require(context.from)
    guard case .group(let group) = from.content else { return #expect(Bool(false)) }
    #expect(group.layers.count == 2)
    #expect(group.layers[1].inputs[0].opacity == .varying([0, 16384, 32768, 16384, 0]))
    #expect(from.share == .varying([32768, 32768, 0, 0, 0]))
    #expect(context.to?.share == .varying([0, 0, 32768, 32768, 32768]))
  }

  @Test("a zoom and a squeeze map the canvas's pixels to those of the scaled picture")
  func scaled() throws {
    let half = [Progress(1, over: 2)]
    // 4 times as large at the end, 2½ times in the middle.
    let zoomed = try lowered(KindChoice("zoom"), half).from?.geometry[0]
    guard case .projective(let map) = zoomed else { return #expect(Bool(false)) }
    for (x, y) in [(0, 0), (80, 45), (160, 90), (31, 77)] {
      let (u, v) = map.point(x, y)
      #expect(abs(u - (80.5 + (Double(x) + 0.5 - 80.5) / 2.5)) < 1e-6)
      #expect(abs(v - (45.5 + (Double(y) + 0.5 - 45.5) / 2.5)) < 1e-6)
    }
    let squeezed = try lowered(KindChoice("squeeze"), half)
    guard case .projective(let map) = squeezed.from?.geometry[0] else {
      return #expect(Bool(false))
    }
    // 23 rows above and below are gone of 91.
    #expect(abs(map.point(5, 22).v + 0.5 * 91 / 45) < 1e-6)
    #expect(abs(map.point(5, 23).v - 0.5 * 91 / 45) < 1e-6)
    #expect(abs(map.point(5, 23).u - 5.5) < 1e-6)
  }
}

extension Projection {
  /// Picture coordinates of a pixel's centre.
  fileprivate func point(_ x: Int, _ y: Int) -> (u: Double, v: Double) {
    let (x, y) = (Double(2 * x + 1), Double(2 * y + 1))
    let w = 2 * (Double(g) * x + Double(h) * y + Double(i))
    return (
      (Double(a) * x + Double(b) * y + Double(c)) / w,
      (Double(d) * x + Double(e) * y + Double(f)) / w
    )
  }
}
