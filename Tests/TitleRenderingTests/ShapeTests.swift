import BaseValues
import Diagnostics
import Raster
import Testing
import TimelineModel

@testable import TitleRendering

@Suite struct ShapeTests {
  private let unit = ShapePath.unit

  /// A white shape in a box of whole pixels.
  private func shape(
    _ kind: ShapeKind, _ width: Int, _ height: Int, _ path: ShapePath,
    _ edit: (inout ShapeStyle) -> Void = { _ in }
  ) -> ShapeStyle {
    var style = ShapeStyle(kind: kind, path: path, width: width * unit, height: height * unit)
    edit(&style)
    return style
  }

  private func ellipse(
    _ width: Int, _ height: Int, _ edit: (inout ShapeStyle) -> Void = { _ in }
  ) -> ShapeStyle {
    shape(.ellipse, width, height, .ellipse(width: width * unit, height: height * unit), edit)
  }

  private func line(
    _ points: [(Int, Int)], width: Int64, _ edit: (inout ShapeStyle) -> Void = { _ in }
  ) -> ShapeStyle {
    let path = ShapePath.polyline(
      points.map { ShapePath.Place(x: $0.0 * unit, y: $0.1 * unit) }, isClosed: false)
    return shape(.line, 0, 0, path) {
      $0.fill = nil
      $0.stroke = ShapeStroke(width: Rational(width), color: .white)
      edit(&$0)
    }
  }

  private func draw(_ style: ShapeStyle, scale: Int = 1) throws -> TextImage {
    try ShapeRenderer.render(style, anchorX: 0, anchorY: 0, scale: scale)
  }

  @Test("an ellipse covers π · a · b")
  func ellipses() throws {
    let area = Double.pi * 100 * 40
    #expect(abs(try draw(ellipse(200, 80)).coverage - area) < 0.002 * area)
    let circle = try draw(ellipse(31, 31), scale: 4)
    #expect(abs(circle.coverage - Double.pi * 62 * 62) < 0.002 * Double.pi * 62 * 62)
  }

  @Test("a rectangle covers its sides, less what round corners leave of four squares")
  func rectangles() throws {
    func rectangle(_ radius: Int) -> ShapeStyle {
      shape(
        .rectangle, 120, 50, .rectangle(width: 120 * unit, height: 50 * unit, radius: radius * unit)
      )
    }
    let sharp = try draw(rectangle(0))
    #expect(sharp.coverage == 120 * 50)
    #expect(sharp.alpha(x: 0, y: 0) == 255 && sharp.alpha(x: 119, y: 49) == 255)
    #expect(sharp.alpha(x: -1, y: 0) == 0 && sharp.alpha(x: 120, y: 0) == 0)
    let gone = 4 * 20 * 20 * (1 - Double.pi / 4)
    #expect(abs(try draw(rectangle(20)).coverage - 6000 + gone) < 6)
    // Corners that are too round make half circles.
    let pill = 70.0 * 50 + Double.pi * 25 * 25
    #expect(abs(try draw(rectangle(900)).coverage - pill) < 8)
  }

  @Test("polygons and stars cover what their corners enclose")
  func corners() throws {
    // A regular polygon: n/2 · r² · sin(2π/n), with sin 60° = √3/2.
    let hexagon = shape(
      .polygon, 200, 200, .polygon(sides: 6, width: 200 * unit, height: 200 * unit))
    let area = 3 * 100.0 * 100 * 0.8660254037844386
    #expect(abs(try draw(hexagon).coverage - area) < 0.001 * area)
    // A star of n points: n · r · R · sin(π/n), with sin 36° = 0.587785….
    let star = shape(
      .star, 200, 200, .star(points: 5, inner: unit / 2, width: 200 * unit, height: 200 * unit))
    let points = 5 * 50.0 * 100 * 0.5877852522924731
    #expect(abs(try draw(star).coverage - points) < 0.001 * points)
    #expect(try draw(star).alpha(x: 100, y: 3) > 0 && draw(star).alpha(x: 50, y: 3) == 0)
  }

  @Test("a stroke is as wide as it says, and its ends are as its cap says")
  func strokes() throws {
    let points = [(20, 20), (120, 20)]
    #expect(try draw(line(points, width: 6)).coverage == 600)
    #expect(try draw(line(points, width: 6) { $0.stroke?.cap = .square }).coverage == 636)
    let round = try draw(line(points, width: 20) { $0.stroke?.cap = .round }).coverage
    #expect(abs(round - 2000 - Double.pi * 100) < 3)
  }

  @Test("corners are pointed, round or cut off, and pointed ones end at 4 times the width")
  func joins() throws {
    // Two arms of 100 by 10 at a right angle share a quarter, and miss a square of 5 by 5.
    func corner(_ join: StrokeJoin) throws -> Double {
      try draw(line([(20, 120), (20, 20), (120, 20)], width: 10) { $0.stroke?.join = join })
        .coverage
    }
    let arms = 2000.0 - 25
    #expect(abs(try corner(.miter) - arms - 25) < 1)
    #expect(abs(try corner(.bevel) - arms - 12.5) < 1)
    #expect(abs(try corner(.round) - arms - 25 * Double.pi / 4) < 1)
    // At 14° a point would be 8 times as long as the stroke is wide.
    let sharp = line([(20, 20), (220, 32), (20, 44)], width: 10)
    #expect(try draw(sharp).alpha(x: 228, y: 32) == 0)
  }

  @Test("dashes and gaps follow each other along the outline, from their offset on")
  func dashes() throws {
    func row(_ dashes: [Int64], offset: Int64 = 0) throws -> [Int] {
      let image = try draw(
        line([(0, 10), (60, 10)], width: 4) {
          $0.stroke?.dashes = dashes.map { Rational($0) }
          $0.stroke?.dashOffset = Rational(offset)
        })
      return (0..<60).filter { image.alpha(x: $0, y: 10) > 127 }
    }
    #expect(try row([10, 5]) == (0..<60).filter { $0 % 15 < 10 })
    #expect(try row([10, 5], offset: 12) == (0..<60).filter { ($0 + 12) % 15 < 10 })
    #expect(try row([10, 5], offset: -3) == (0..<60).filter { ($0 + 12) % 15 < 10 })
    // An odd number of lengths is taken twice: 8, 4, 2, 8, 4, 2.
    let shown = [0..<8, 12..<14, 22..<26]
    #expect(
      try row([8, 4, 2]) == (0..<60).filter { x in shown.contains { $0.contains(x % 28) } })
  }

  @Test("dashes of no length are dots where caps are round")
  func dots() throws {
    let dots = try draw(
      line([(10, 10), (90, 10)], width: 8) {
        $0.stroke?.dashes = [.zero, Rational(20)]
        $0.stroke?.cap = .round
      })
    // At 10, 30, 50 and 70; a pattern that begins where the line ends shows nothing.
    #expect(abs(dots.coverage - 4 * Double.pi * 16) < 8, "\(dots.coverage)")
    #expect(dots.alpha(x: 30, y: 10) == 255 && dots.alpha(x: 40, y: 10) == 0)
    // Along a curve too: 2π · 50 / 10 of them.
    let ring = try draw(
      ellipse(100, 100) {
        $0.fill = nil
        $0.stroke = ShapeStroke(width: Rational(6), color: .white)
        $0.stroke?.dashes = [.zero, Rational(10)]
        $0.stroke?.cap = .round
      })
    #expect(abs(ring.coverage - 31.4 * Double.pi * 9) < 40)
  }

  @Test("strokes of outlines that are next to nothing are drawn")
  func tiny() throws {
    for data in ["M 0 0 L 0.001 0", "M 0 0 C 0.01 0 0 0.01 0 0", "M 0 0 h 0.02 v 0.02 z"] {
      for cap in StrokeCap.allCases {
        let style = try shape(.path, 1, 1, ShapePath(data: data)) {
          $0.stroke = ShapeStroke(width: Rational(9), color: .white)
          $0.stroke?.cap = cap
          $0.stroke?.dashes = [.zero, Rational(1, over: 3)]
        }
        #expect(try draw(style).coverage < 100)
      }
    }
  }

  @Test("a part of the outline is drawn by its length, from the top clockwise")
  func drawn() throws {
    let half = try draw(
      ellipse(100, 100) {
        $0.fill = nil
        $0.stroke = ShapeStroke(width: Rational(10), color: .white)
        $0.drawnTo = ShapeStyle.wholeOutline / 2
      })
    #expect(half.alpha(x: 99, y: 50) == 255 && half.alpha(x: 0, y: 50) == 0)
    // Half of a ring: π/2 · (55² − 45²).
    #expect(abs(half.coverage - Double.pi / 2 * 1000) < 8)
    let part = try draw(
      line([(0, 10), (100, 10)], width: 4) {
        $0.drawnFrom = ShapeStyle.wholeOutline / 4
        $0.drawnTo = ShapeStyle.wholeOutline * 3 / 4
      })
    #expect(part.coverage == 200 && part.alpha(x: 24, y: 10) == 0)
    #expect(part.alpha(x: 25, y: 10) == 255 && part.alpha(x: 75, y: 10) == 0)
    let nothing = try draw(line([(0, 10), (100, 10)], width: 4) { $0.drawnTo = 0 })
    #expect(nothing.coverage == 0)
  }

  @Test("a stroke lies on its side of the edge")
  func sides() throws {
    func frame(_ side: StrokeSide) throws -> TextImage {
      try draw(
        shape(.rectangle, 100, 60, .rectangle(width: 100 * unit, height: 60 * unit, radius: 0)) {
          $0.fill = nil
          $0.stroke = ShapeStroke(width: Rational(10), color: .white)
          $0.stroke?.side = side
        })
    }
    #expect(try frame(.inside).coverage == 100 * 60 - 80 * 40)
    #expect(try frame(.outside).coverage == 120 * 80 - 100 * 60)
    #expect(try frame(.center).coverage == 110 * 70 - 90 * 50)
  }

  @Test("the head of an arrow is a triangle as wide as long, at the end of what is drawn")
  func arrows() throws {
    func arrow(_ heads: ArrowHeads, _ part: Int = ShapeStyle.wholeOutline) throws -> TextImage {
      try draw(
        line([(0, 50), (200, 50)], width: 8) {
          $0.headSize = Rational(40)
          $0.heads = heads
          $0.drawnTo = part
        })
    }
    let end = try arrow(.end)
    // The triangle is 40 · 40 / 2, and 160 pixels of the line are beside it.
    #expect(abs(end.coverage - 800 - 1280) < 20)
    #expect(end.alpha(x: 162, y: 35) == 255 && end.alpha(x: 158, y: 35) == 0)
    #expect(end.alpha(x: 199, y: 50) > 0 && end.alpha(x: 201, y: 50) == 0)
    #expect(try arrow(.start).alpha(x: 38, y: 35) == 255)
    #expect(try abs(arrow(.both).coverage - 1600 - 960) < 40)
    let begun = try arrow(.end, ShapeStyle.wholeOutline / 2)
    #expect(begun.alpha(x: 62, y: 35) == 255 && begun.alpha(x: 102, y: 50) == 0)
  }

  @Test("what winds the other way is a hole")
  func holes() throws {
    let path = try ShapePath(data: "M 0 0 H 100 V 100 H 0 Z M 20 20 V 80 H 80 V 20 Z")
    #expect(try draw(shape(.path, 100, 100, path)).coverage == 10_000 - 3600)
    let same = try ShapePath(data: "M 0 0 H 100 V 100 H 0 Z M 20 20 H 80 V 80 H 20 Z")
    #expect(try draw(shape(.path, 100, 100, same)).coverage == 10_000)
  }

  @Test("a gradient runs over the box, and a shadow is that of fill and stroke")
  func fills() throws {
    let gradient = try draw(
      shape(.rectangle, 200, 20, .rectangle(width: 200 * unit, height: 20 * unit, radius: 0)) {
        $0.fill = nil
        $0.shading = Shading(
          .linear, angle: 90_000,
          stops: [Shading.Stop(.black, at: 0), Shading.Stop(.white, at: Shading.end)])
      })
    #expect(gradient.luma(x: 4, y: 10) < 30 && gradient.luma(x: 195, y: 10) > 220)
    #expect(abs(gradient.luma(x: 100, y: 10) - 126) < 4)
    let shadow = try draw(
      shape(.rectangle, 40, 40, .rectangle(width: 40 * unit, height: 40 * unit, radius: 0)) {
        $0.stroke = ShapeStroke(width: Rational(10), color: .white)
        $0.shadows = [
          TextShadow(color: .black, offset: Point(x: Rational(60), y: .zero), blur: .zero)
        ]
      })
    // With half of the stroke on each side 50 · 50, twice.
    #expect(shadow.coverage == 5000)
    #expect(shadow.luma(x: 80, y: 20) < 20 && shadow.alpha(x: 104, y: 20) == 255)
  }

  @Test("a stroke of hundreds of pieces has no seams")
  func pieces() throws {
    let points = (0...700).map { (10 + $0, $0 % 2 == 0 ? 10 : 11) }
    // Up and down by 45 degrees all the way.
    let length = 700 * 2.0.squareRoot()
    let rough = try draw(line(points, width: 9))
    #expect(abs(rough.coverage - 9 * length) < 0.02 * 9 * length)
    #expect((12..<708).allSatisfy { rough.alpha(x: $0, y: 10) == 255 })
  }

  @Test("a turned shape covers what it covers upright")
  func turned() throws {
    let style = shape(
      .star, 120, 90, .star(points: 5, inner: unit / 2, width: 120 * unit, height: 90 * unit)
    ) {
      $0.stroke = ShapeStroke(width: Rational(6), color: .black)
      $0.stroke?.dashes = [Rational(9), Rational(6)]
    }
    let upright = try draw(style)
    // A turn by the angle of 3, 4 and 5, in 2⁻³².
    let (sine, cosine) = (Int(0.6 * 4_294_967_296), Int(0.8 * 4_294_967_296))
    let transform = try #require(
      TextTransform(xx: cosine, xy: -sine, yx: sine, yy: cosine, dx: 150 << 16, dy: 80 << 16))
    let image = try #require(
      try ShapeRenderer.render(
        style, anchorX: 0, anchorY: 0, scale: 1, through: transform,
        on: Rect(x: 0, y: 0, width: 400, height: 300)))
    #expect(abs(image.coverage - upright.coverage) < 0.004 * upright.coverage)
    // What is seen of it on a canvas that is smaller is a part of it.
    let part = try #require(
      try ShapeRenderer.render(
        style, anchorX: 0, anchorY: 0, scale: 1, through: transform,
        on: Rect(x: 0, y: 0, width: 160, height: 300)))
    #expect(part.coverage < image.coverage && part.originX + part.image.size.width <= 160)
  }

  @Test("a shape that is too large is told, and drawing it fails")
  func tooLarge() throws {
    let style = ellipse(32_700, 32_700)
    #expect(ShapeRenderer.check(style, range: .none).map(\.id) == [.titleTooLarge])
    #expect(throws: TitleError.self) { try draw(style) }
    #expect(ShapeRenderer.check(ellipse(300, 300), range: .none).isEmpty)
  }
}
