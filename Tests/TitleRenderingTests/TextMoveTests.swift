import BaseValues
import Raster
import Testing
import TimelineModel

@testable import TitleRendering

/// "AB" with its B elsewhere.
private func moved(
  _ move: TextMove?, edit: (inout TextStyle) -> Void = { _ in }
) -> TextStyle {
  var result = style("", size: 60, edit)
  result.append("A")
  var run = TextRun()
  run.move = move
  result.append("B", run)
  return result
}

@Suite struct TextMoveTests {
  private let renderer = makeRenderer()

  /// Alpha of a picture around the letters, row by row.
  private func alphas(_ style: TextStyle, x: Int = 0, y: Int = 0) throws -> [Int] {
    let image = try renderer.draw(style)
    return (-20..<120).flatMap { row in
      (-20..<140).map { column in image.alpha(x: column + x, y: row + y) }
    }
  }

  @Test("a letter that is moved by whole pixels is the same elsewhere, and no other letter moves")
  func whole() throws {
    let line = try renderer.seen(moved(nil))
    let away = try renderer.seen(moved(TextMove(x: Rational(-7), y: Rational(11))))
    #expect(away.glyphs[0] == line.glyphs[0])
    #expect(away.glyphs[1].x == line.glyphs[1].x - 7 * 65536)
    #expect(away.glyphs[1].rise == 11 * 65536)
    #expect((away.width, away.height) == (line.width, line.height))
    // B alone: A is as faint as can be.
    func alone(_ move: TextMove?) -> TextStyle {
      var style = moved(move)
      style.runs[0].move = TextMove(opacity: .zero)
      return style
    }
    let still = try alphas(alone(nil))
    #expect(still.contains { $0 > 0 })
    #expect(
      try alphas(alone(TextMove(x: Rational(-7), y: Rational(11))), x: -7, y: 11) == still)
  }

  @Test("half an opacity is half of what is seen, with outline and shadow and without")
  func half() throws {
    for number in 0..<3 {
      func decorated(_ move: TextMove?) -> TextStyle {
        var style = moved(move) { style in
          if number > 0 { style.outlineWidth = Rational(4) }
          if number > 1 {
            style.shadowColor = .black
            style.shadowOffset = Point(x: Rational(60), y: .zero)
          }
        }
        style.runs[0].move = TextMove(opacity: .zero)
        return style
      }
      let full = try alphas(decorated(nil))
      let half = try alphas(decorated(TextMove(opacity: .half)))
      #expect(full.contains(255))
      // An outline and its letter meet at edges, where each covers a share.
      let worst = zip(full, half).map { abs($0 - 2 * $1) }.max() ?? 0
      #expect(worst <= (number == 0 ? 2 : 40), "\(number): \(worst)")
      let mean = zip(full, half).map { abs($0 - 2 * $1) }.reduce(0, +) / full.count
      #expect(mean <= 1)
    }
  }

  @Test("letters that are farther apart are so from the middle of their line")
  func spread() throws {
    let line = try renderer.seen(style("ABC", size: 60))
    var spread = style("ABC", size: 60)
    for letter in 0..<3 {
      var run = TextRun(length: 1)
      run.move = TextMove(spread: .half)
      if letter == 2 { run.move?.x = Rational(2) }
      spread.runs.append(run)
    }
    let seen = try renderer.seen(spread)
    #expect((seen.width, seen.height) == (line.width, line.height))
    var left = 0
    for letter in 0..<3 {
      let right = letter < 2 ? line.glyphs[letter + 1].x : line.width
      let away = ((left + right) / 2 - line.width / 2) / 2 + (letter == 2 ? 2 * 65536 : 0)
      // Middles of kerned letters lie by their own widths; half a pixel is less than any kerning.
      #expect(abs(seen.glyphs[letter].x - line.glyphs[letter].x - away) < 2 * 65536, "\(letter)")
      left = right
    }
  }

  @Test("letters in place of others stand in the middle of their room, and nothing else moves")
  func shown() throws {
    let line = try renderer.seen(style("AiC", size: 60))
    var other = style("AiC", size: 60)
    var run = TextRun(length: 1)
    other.runs = [run]
    run.shown = "W"
    other.runs.append(run)
    let seen = try renderer.seen(other)
    let wide = try renderer.seen(style("W", size: 60))
    #expect(
      seen.glyphs.map(\.glyph) == [
        line.glyphs[0].glyph, wide.glyphs[0].glyph, line.glyphs[2].glyph,
      ])
    #expect(abs(seen.width - line.width) < 65536)
    let room = line.glyphs[2].x - line.glyphs[1].x
    let middle = line.glyphs[1].x + room / 2
    #expect(abs(seen.glyphs[1].x + wide.width / 2 - middle) < 65536)
    // What lacks is drawn as it is.
    run.shown = ""
    other.runs[1] = run
    #expect(try renderer.seen(other).glyphs.map(\.glyph) == line.glyphs.map(\.glyph))
  }

  @Test("what is not seen is not drawn, and makes no picture larger")
  func unseen() throws {
    let alone = try renderer.draw(style("A", size: 60))
    let both = try renderer.draw(moved(TextMove(x: Rational(500), opacity: .zero)))
    #expect(both.image.size == alone.image.size)
  }
}
