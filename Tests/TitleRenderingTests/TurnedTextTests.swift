import Foundation
import BaseValues
import Raster
import Testing
import TimelineModel

@testable import TitleRendering

/// Turned by an angle, scaled, with the anchor at a place of the canvas.
private func transform(
  degrees: Double = 0, scale: Double = 1, stretch: Double = 1, x: Double, y: Double
) -> TextTransform {
  let angle = degrees * .pi / 180
  let one = Double(1 << TextTransform.factorBits) * scale
  return TextTransform(
    xx: Int(one * cos(angle) * stretch), xy: Int(-one * sin(angle)),
    yx: Int(one * sin(angle) * stretch), yy: Int(one * cos(angle)), dx: Int(x * 65536),
    dy: Int(y * 65536))!
}

@Suite struct TurnedTextTests {
  private let renderer = makeRenderer()
  private let canvas = Rect(x: 0, y: 0, width: 640, height: 400)

  private static let black = Color(red: 0, green: 0, blue: 0)

  /// Alpha by its place on the canvas.
  private func alpha(_ text: TextImage, x: Int = 0, y: Int = 0) -> [[Int]] {
    var result = Array(repeating: [Int](repeating: 0, count: canvas.width), count: canvas.height)
    for row in 0..<text.image.size.height {
      let samples = text.image.row(Plane.alpha, row)
      for column in samples.indices
      where canvas.contains(x: column + text.originX + x, y: row + text.originY + y) {
        result[row + text.originY + y][column + text.originX + x] = Int(samples[column])
      }
    }
    return result
  }

  private static let styles = [
    style("Plain"),
    style("Outline") { $0.outlineWidth = Rational(3) },
    style("Shadow") {
      $0.shadowColor = black
      $0.shadowOffset = Point(x: Rational(6), y: Rational(-5))
      $0.shadowBlur = Rational(6)
    },
    style("Box") {
      $0.boxColor = black
      $0.boxPadding = Rational(7)
    },
  ]

  @Test("a text that a transform only moves by whole pixels is the upright one", arguments: styles)
  func moved(_ style: TextStyle) throws {
    let upright = try renderer.render(style, anchorX: 32768, anchorY: 32768, scale: 1)
    let turned = try #require(
      try renderer.render(
        style, anchorX: 32768, anchorY: 32768, scale: 1, through: transform(x: 300, y: 200),
        on: canvas))
    #expect(alpha(turned) == alpha(upright, x: 300, y: 200))
  }

  @Test("a turned text covers as much as the upright one, a scaled one more by the square")
  func area() throws {
    for style in Self.styles {
      let upright = try renderer.render(style, anchorX: 32768, anchorY: 32768, scale: 1)
      let whole = Double(alpha(upright, x: 300, y: 200).joined().reduce(0, +))
      for (degrees, scale) in [(5.0, 1.0), (90, 1), (133, 1), (0, 1.5), (30, 1.5), (-20, 0.5)] {
        let turned = try #require(
          try renderer.render(
            style, anchorX: 32768, anchorY: 32768, scale: scale > 1 ? 2 : 1,
            // In raster pixels, of which there are two for one where it gets larger.
            through: transform(
              degrees: degrees, scale: scale > 1 ? scale / 2 : scale, x: 300.3, y: 200.6),
            on: canvas))
        let sum = Double(alpha(turned).joined().reduce(0, +))
        #expect(
          abs(sum / (whole * scale * scale) - 1) < 0.04, "\(style.text) \(degrees) \(scale)")
      }
    }
  }

  @Test("a text turned by half a turn is the upright one from its other end")
  func halfTurn() throws {
    let style = style("Half")
    let upright = try renderer.render(style, anchorX: 32768, anchorY: 32768, scale: 1)
    let turned = try #require(
      try renderer.render(
        style, anchorX: 32768, anchorY: 32768, scale: 1,
        through: transform(degrees: 180, x: 300, y: 200), on: canvas))
    let (a, b) = (alpha(upright, x: 300, y: 200), alpha(turned))
    var most = 0
    for y in 100..<300 {
      for x in 100..<500 { most = max(most, abs(a[y][x] - b[399 - y][599 - x])) }
    }
    // Outlines lie on 1/64 of a pixel: 4 codes of coverage at each of two edges.
    #expect(most <= 8)
  }

  @Test("what is beside the canvas is not drawn, and what is on it does not depend on its size")
  func clipped() throws {
    let style = style("A long line of words") {
      $0.shadowColor = Self.black
      $0.shadowOffset = Point(x: Rational(40), y: Rational(9))
      $0.outlineWidth = Rational(4)
    }
    func draw(_ canvas: Rect) throws -> TextImage {
      try #require(
        try renderer.render(
          style, anchorX: 32768, anchorY: 32768, scale: 1,
          through: transform(degrees: 12, scale: 2, x: 30, y: 40), on: canvas))
    }
    let small = Rect(x: 0, y: 0, width: 120, height: 90)
    let part = try draw(small)
    #expect(small.contains(Rect(x: part.originX, y: part.originY, width: 1, height: 1)))
    #expect(part.originX + part.image.size.width <= 122)
    let (a, b) = (alpha(part), alpha(try draw(canvas)))
    for y in 0..<90 { #expect(a[y][0..<120] == b[y][0..<120]) }
    let away = try draw(Rect(x: 0, y: 0, width: 2, height: 2))
    #expect(away.image.size.width <= 4)
  }

  @Test("uneven outlines and blurs are left to sampling, plain texts are not")
  func uneven() throws {
    func draw(_ style: TextStyle) throws -> TextImage? {
      try renderer.render(
        style, anchorX: 0, anchorY: 0, scale: 1, through: transform(stretch: 2, x: 50, y: 50),
        on: canvas)
    }
    #expect(try draw(Self.styles[0]) != nil)
    #expect(try draw(Self.styles[1]) == nil)
    #expect(try draw(Self.styles[2]) == nil)
    #expect(try draw(Self.styles[3]) != nil)
  }

  @Test("transforms out of all proportion are refused")
  func limits() {
    let one = 1 << 32
    #expect(TextTransform(xx: one, xy: 0, yx: 0, yy: one, dx: 0, dy: 0) != nil)
    #expect(TextTransform(xx: one << 9, xy: 0, yx: 0, yy: one, dx: 0, dy: 0) == nil)
    #expect(TextTransform(xx: one, xy: one, yx: one, yy: one, dx: 0, dy: 0) == nil)
    #expect(TextTransform(xx: one, xy: 0, yx: 0, yy: one, dx: 1 << 40, dy: 0) == nil)
  }
}
