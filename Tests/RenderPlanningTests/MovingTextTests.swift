import BaseValues
import Diagnostics
import Foundation
import Testing
import TimelineModel

@testable import PlanModel
@testable import RenderPlanning

/// Thirty frames a second.
private func plan(
  _ text: String, enter: TextMotion? = nil, leave: TextMotion? = nil, wave: TextWave? = nil,
  runs: [TextRun] = [],
  edit: (inout TextStyle) -> Void = { _ in }
) throws -> RenderPlan {
  var style = TextStyle(text: text, font: .family("DejaVu Sans"), size: r(40))
  style.runs = runs
  edit(&style)
  var layer = TitleLayer(
    content: .text(style), placement: Placement(position: Point(x: r(640), y: r(360))),
    range: .none)
  layer.enter = enter
  layer.leave = leave
  layer.wave = wave
  var scene = Scene()
  scene.duration = r(4)
  scene.add(.titles, titles: [Title(placed: range(r(1), r(3)), layers: [layer], range: .none)])
  return try scene.plan()
}

private func style(_ plan: RenderPlan, at frame: Int) throws -> TextStyle {
  guard case .text(let raster)? = plan.alone(at: frame)?.picture?[0] else {
    throw TimeOverflow()
  }
  return plan.rasters[raster.index].style
}

/// Of each of a style's scalars.
private func moves(_ style: TextStyle) -> [TextMove?] {
  let moves = style.runs.flatMap { Array(repeating: $0.move, count: $0.length) }
  let rest = style.text.unicodeScalars.count - moves.count
  return moves + Array(repeating: nil, count: rest)
}

private let typing = TextMotion(
  unit: .letter, order: .forward, duration: r(1, 10), stagger: r(1, 10),
  easing: .steps(count: 1, jump: .start), away: TextMove(opacity: .zero))
private let rising = TextMotion(
  unit: .word, order: .forward, duration: r(1, 2), stagger: r(1, 4), easing: .linear,
  away: TextMove(y: r(30), scale: .half, opacity: .zero))

@Suite("Frames of texts whose parts move") struct MovingTextTests {
  @Test("a letter is typed in the frame that holds its time, and the text is itself in the end")
  func typed() throws {
    let plan = try plan("ab cd", enter: typing)
    // Letter i of four from 1 s + i/10 s on: frame 30 + 3i.
    for frame in 30..<60 {
      let seen = try moves(style(plan, at: frame)).map { $0 == nil }
      let count = min(4, (frame - 30) / 3 + 1)
      let letters = [seen[0], seen[1], seen[3], seen[4]]
      #expect(letters == (0..<4).map { $0 < count }, "\(frame)")
    }
    #expect(try style(plan, at: 39).runs.isEmpty)
    // Each of four states is drawn once.
    #expect(plan.rasters.count == 4)
  }

  @Test("words come evenly, one after the other")
  func words() throws {
    let plan = try plan("a b", enter: rising)
    // 1.3 s: three fifths of the first word's way, a tenth of the second's.
    let moves = try moves(style(plan, at: 39))
    #expect(moves[0] == TextMove(y: r(12), scale: r(3277, 4096), opacity: r(2458, 4096)))
    #expect(moves[1] == nil)
    #expect(moves[2] == TextMove(y: r(27), scale: r(2253, 4096), opacity: r(410, 4096)))
  }

  @Test("what goes is what came, backwards, and is gone at the end")
  func leaving() throws {
    let plan = try plan("a b", enter: rising, leave: rising)
    // 0.75 s each: from 1 s and until 3 s, in which frames 30 + k and 90 − k are as far in.
    for k in 1..<22 {
      let coming = try moves(style(plan, at: 30 + k))
      let going = try moves(style(plan, at: 90 - k))
      #expect([coming[0], coming[2]] == [going[2], going[0]], "\(k)")
    }
    #expect(try style(plan, at: 60).runs.isEmpty)
  }

  @Test("runs keep their forms, and a text in a fill keeps it")
  func forms() throws {
    var bold = TextRun(length: 3)
    bold.weight = 700
    let plan = try plan("ab cd", enter: rising, runs: [bold])
    let runs = try style(plan, at: 33).runs
    #expect(runs.map(\.length) == [2, 1, 2])
    #expect(runs.map(\.weight) == [700, 700, nil])
    #expect(runs.map { $0.move == nil } == [false, true, false])
    #expect(try style(plan, at: 60).runs == [bold])
  }

  @Test("parts of a wave stand where sines put them, to 1/64 pixel")
  func waves() throws {
    let wave = TextWave(unit: .letter, height: r(10), period: r(1), stagger: r(1, 4))
    let plan = try plan("ab", wave: wave)
    for frame in 30..<90 {
      let moves = try moves(style(plan, at: frame))
      for (index, letter) in moves.enumerated() {
        let seconds = Double(frame - 30) / 30 - Double(index) / 4
        let wanted = -10 * sin(2 * Double.pi * seconds)
        let y = letter?.y ?? .zero
        #expect(abs(Double(y.numerator) / Double(y.denominator) - wanted) <= 1.001 / 128)
      }
    }
    #expect(try moves(style(plan, at: 30))[0] == nil)
  }

  @Test("a wave goes on below what comes")
  func wavesAndComes() throws {
    let wave = TextWave(unit: .text, height: r(10), period: r(1), stagger: .zero)
    let both = try moves(style(try plan("a b", enter: rising, wave: wave), at: 39))
    let coming = try moves(style(try plan("a b", enter: rising), at: 39))
    let waving = try moves(style(try plan("a b", wave: wave), at: 39))
    #expect(try both[0]?.y == coming[0].map { try $0.y + (waving[0]?.y ?? .zero) })
    #expect(both[1] == waving[1])
    #expect(both[0]?.opacity == coming[0]?.opacity)
  }

  @Test("letters move together from farther apart")
  func tracking() throws {
    let away = TextMove(opacity: .zero, spread: .half)
    let motion = TextMotion(
      unit: .letter, order: .forward, duration: r(1), stagger: .zero, easing: .linear, away: away)
    let plan = try plan("ab", enter: motion)
    #expect(try moves(style(plan, at: 30)) == [away, away])
    let middle = TextMove(opacity: .half, spread: r(1, 4))
    #expect(try moves(style(plan, at: 45)) == [middle, middle])
    #expect(try style(plan, at: 60).runs.isEmpty)
  }

  @Test("letters are others of their kind until their turn is over, and others from time to time")
  func scrambled() throws {
    let motion = TextMotion(
      unit: .letter, order: .forward, duration: r(1, 10), stagger: r(1, 10), easing: .linear,
      away: TextMove(), scramble: r(1, 15))
    let plan = try plan("Ab 7-", enter: motion)
    var seen: [Set<String>] = [[], [], [], []]
    for frame in 30..<60 {
      let style = try style(plan, at: frame)
      #expect(style.text == "Ab 7-")
      let shown = style.runs.flatMap { run -> [String?] in
        run.shown.map { $0.unicodeScalars.map { String($0) } }
          ?? Array(repeating: nil, count: run.length)
      }
      for (index, place) in [0, 1, 3, 4].enumerated() {
        let letter = shown.indices.contains(place) ? shown[place] : nil
        // There from 1 s and (index + 1) tenths on.
        #expect((letter == nil) == (frame >= 33 + 3 * index), "\(frame) \(index)")
        if let letter { seen[index].insert(letter) }
      }
      // Two frames each.
      if frame.isMultiple(of: 2) {
        #expect(try self.shown(plan, at: frame)[4] == self.shown(plan, at: frame + 1)[4])
      }
    }
    #expect(seen[0].allSatisfy { ("A"..."Z").contains($0) })
    #expect(seen[1].allSatisfy { ("a"..."z").contains($0) } && seen[1].count > 1)
    #expect(seen[2].allSatisfy { ("0"..."9").contains($0) } && seen[2].count > 2)
    #expect(seen[3] == ["-"])
  }

  private func shown(_ plan: RenderPlan, at frame: Int) throws -> [Int: String] {
    var place = 0
    var shown: [Int: String] = [:]
    for run in try style(plan, at: frame).runs {
      shown[place] = run.shown
      place += run.length
    }
    return shown
  }

  @Test("a text without letters stays as it is")
  func empty() throws {
    #expect(try plan(" ", enter: typing).rasters.count == 1)
  }
}
