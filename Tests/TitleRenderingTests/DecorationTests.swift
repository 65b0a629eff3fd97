import BaseValues
import Raster
import Testing
import TimelineModel

@testable import TitleRendering

@Suite struct DecorationTests {
  private let renderer = makeRenderer()

  private func box(_ edit: (inout TextStyle) -> Void = { _ in }) -> TextStyle {
    style("HH", size: 40) {
      $0.boxColor = .black
      $0.boxPadding = Rational(20)
      edit(&$0)
    }
  }

  @Test("round corners take away what a quarter of a circle leaves")
  func corners() throws {
    let (sharp, round) = (
      try renderer.draw(box()), try renderer.draw(box { $0.boxRadius = Rational(16) })
    )
    // Of each square of 16 pixels 1 − π/4 is gone.
    let gone = 4 * 256 * (1 - Double.pi / 4)
    #expect(abs(sharp.coverage - round.coverage - gone) < 3)
    #expect(sharp.alpha(x: -20, y: -20) == 255 && round.alpha(x: -20, y: -20) == 0)
    #expect(round.alpha(x: -20, y: 0) == 255)
    #expect(sharp.ink == round.ink)
  }

  @Test("a border lies within the box's edge")
  func border() throws {
    let bordered = try renderer.draw(
      box {
        $0.boxBorderWidth = Rational(4)
        $0.boxBorderColor = .white
      })
    #expect(try bordered.ink == renderer.draw(box()).ink)
    for x in -20..<(-16) { #expect(bordered.luma(x: x, y: 10) > 200) }
    for x in -16..<(-8) { #expect(bordered.luma(x: x, y: 10) < 20) }
    let alone = try renderer.draw(
      box {
        $0.boxColor = .clear
        $0.boxBorderWidth = Rational(4)
        $0.boxBorderColor = .white
      })
    #expect(alone.alpha(x: -18, y: 10) == 255 && alone.alpha(x: -10, y: 10) == 0)
  }

  @Test("each line has a box as wide as itself, and where they meet they are one")
  func perLine() throws {
    let style = style("HHHHHH\nH", size: 40) {
      $0.boxColor = Color(red: 0, green: 0, blue: 0, alpha: 128)
      $0.boxPadding = Rational(10)
      $0.isBoxPerLine = true
      $0.color = .clear
      $0.alignment = .left
    }
    let (drawn, seen) = (try renderer.draw(style), try renderer.seen(style))
    let (first, second) = (seen.lines[0].width / 65536, seen.lines[1].width / 65536)
    #expect(drawn.alpha(x: first + 5, y: 20) == 128)
    #expect(drawn.alpha(x: second + 20, y: 80) == 0)
    // The boxes overlap by twice their padding.
    #expect(drawn.alpha(x: 5, y: 46) == 128)
  }

  @Test("a run's box is behind its letters only")
  func runBox() throws {
    var style = style("", size: 40)
    style.append("HH")
    var run = TextRun()
    run.color = .black
    run.box = TextBox(color: .white, padding: Rational(2), radius: Rational(4))
    style.append("HH", run)
    let (drawn, seen) = (try renderer.draw(style), try renderer.seen(style))
    let left = seen.glyphs[2].x / 65536
    #expect(drawn.luma(x: left + 1, y: 20) > 200)
    #expect(drawn.alpha(x: left - 8, y: 2) == 0)
  }

  @Test("several shadows lie below each other, and one without an offset is all around")
  func shadows() throws {
    func draw(_ shadows: [TextShadow]) throws -> TextImage {
      try renderer.draw(
        style("H", size: 40) {
          $0.shadowColor = .clear
          $0.moreShadows = shadows
        })
    }
    let offset = Point(x: Rational(30), y: .zero)
    let black = TextShadow(color: .black, offset: offset, blur: .zero)
    let white = TextShadow(color: .white, offset: offset, blur: .zero)
    let (upper, lower) = (try draw([black, white]), try draw([white, black]))
    #expect(upper.ink == lower.ink)
    let row = 20
    let columns = 34..<60
    let dark = columns.map { upper.luma(x: $0, y: row) }
    let light = columns.map { lower.luma(x: $0, y: row) }
    #expect(dark.max() ?? 255 < 40)
    #expect(light.max() ?? 0 > 200)
    let plain = try draw([])
    let glow = try draw([
      TextShadow(color: .white, offset: Point(x: .zero, y: .zero), blur: Rational(10))
    ])
    let (small, large) = (plain.ink, glow.ink)
    #expect(large.x < small.x - 5 && large.y < small.y - 5)
    #expect(large.x + large.width > small.x + small.width + 5)
  }

  @Test("an outline within letters leaves them as large, one on both sides grows them by half")
  func sides() throws {
    func draw(_ side: OutlineSide?, width: Int64 = 4) throws -> TextImage {
      try renderer.draw(
        style("H", size: 80) {
          $0.outlineWidth = side == nil ? .zero : Rational(width)
          $0.outlineColor = .black
          $0.outlineSide = side ?? .outside
        })
    }
    let plain = try draw(nil)
    let (inside, center, outside) = (try draw(.inside), try draw(.center), try draw(.outside))
    #expect(inside.ink == plain.ink)
    #expect(center.ink.width == plain.ink.width + 4)
    #expect(outside.ink.width == plain.ink.width + 8)
    #expect(abs(inside.coverage - plain.coverage) < 2)
    // The stem of an H of 80 pixels is 7.7 pixels wide: 4 from both sides fill it.
    let row = plain.ink.y + 10
    let stem = (plain.ink.x..<plain.ink.x + 8).map { inside.luma(x: $0, y: row) }
    #expect(stem.max() ?? 255 < 60)
    #expect(try draw(.inside, width: 1).luma(x: plain.ink.x + 4, y: row) > 200)
  }

  @Test("a fill runs over the text's box, also where that is turned")
  func fill() throws {
    let style = style("HHHHH", size: 60) {
      $0.fill = Shading(
        .linear, angle: 90_000,
        stops: [Shading.Stop(.black, at: 0), Shading.Stop(.white, at: 1_000_000)])
    }
    let drawn = try renderer.draw(style)
    let width = try renderer.seen(style).width / 65536
    func luma(_ image: TextImage, _ columns: Range<Int>, _ rows: Range<Int>) -> Int {
      rows.flatMap { y in columns.map { image.luma(x: $0, y: y) } }.max() ?? 0
    }
    // At a tenth of the width and at nine tenths: R'G'B' 25 and 229 are luma 38 and 213.
    let rows = 20..<40
    #expect(luma(drawn, 0..<width / 5, rows) < 70)
    #expect(luma(drawn, width * 4 / 5..<width, rows) > 190)
    let one = 1 << TextTransform.factorBits
    let transform = try #require(
      TextTransform(xx: 0, xy: -one, yx: one, yy: 0, dx: 200 << 16, dy: 10 << 16))
    let turned = try #require(
      try renderer.render(
        style, anchorX: 0, anchorY: 0, scale: 1, through: transform,
        on: Rect(x: 0, y: 0, width: 300, height: 400)))
    let columns = 160..<180
    #expect(luma(turned, columns, 10..<10 + width / 5) < 70)
    #expect(luma(turned, columns, 10 + width * 4 / 5..<10 + width) > 190)
  }

  @Test("what is around letters is where it is when the text is drawn turned by nothing")
  func turned() throws {
    var style = style("", size: 40) {
      $0.boxColor = .black
      $0.boxRadius = Rational(6)
      $0.boxPadding = Rational(8)
      $0.boxBorderWidth = Rational(2)
      $0.boxBorderColor = .white
    }
    var run = TextRun()
    run.isUnderlined = true
    run.box = TextBox(color: .white)
    run.color = .black
    style.append("Hx ")
    style.append("xH", run)
    let upright = try renderer.draw(style)
    let one = 1 << TextTransform.factorBits
    let transform = try #require(
      TextTransform(xx: one, xy: 0, yx: 0, yy: one, dx: 40 << 16, dy: 40 << 16))
    let turned = try #require(
      try renderer.render(
        style, anchorX: 0, anchorY: 0, scale: 1, through: transform,
        on: Rect(x: 0, y: 0, width: 400, height: 300)))
    for y in stride(from: -8, to: 60, by: 3) {
      for x in stride(from: -8, to: 130, by: 3) {
        #expect(abs(upright.alpha(x: x, y: y) - turned.alpha(x: x + 40, y: y + 40)) <= 2)
        #expect(abs(upright.luma(x: x, y: y) - turned.luma(x: x + 40, y: y + 40)) <= 3)
      }
    }
  }
}
