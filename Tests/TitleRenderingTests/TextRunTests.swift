import BaseValues
import Raster
import Testing
import TimelineModel

@testable import TitleRendering

/// DejaVu Sans at a size of 2048 pixels: font units are pixels. Advances are those that hb-shape 6.0 prints.
private func runs(
  size: Int64 = 2048, _ parts: (String, (inout TextRun) -> Void)...
) -> TextStyle {
  var style = style("", size: size)
  for (text, edit) in parts {
    var run = TextRun()
    edit(&run)
    style.append(text, run)
  }
  return style
}

private let pixel = 65536

@Suite struct TextRunTests {
  private let renderer = makeRenderer()

  @Test("colour alone moves no letter and parts no ligature, Arabic or kerned pair")
  func colorAlone() throws {
    for text in ["office AVAWA fi", "\u{628}\u{628}\u{628} ab \u{5D0}\u{5D1}", "e\u{301}x\ny"] {
      var colored = style("", size: 41)
      for (index, scalar) in text.unicodeScalars.enumerated() {
        var run = TextRun()
        run.color = index % 3 == 0 ? .white : .black
        colored.append(String(scalar), run)
      }
      #expect(colored.text == text)
      let (plain, seen) = (
        try renderer.seen(style(text, size: 41)), try renderer.seen(colored)
      )
      #expect(seen.glyphs.map(\.glyph) == plain.glyphs.map(\.glyph))
      #expect(seen.xs == plain.xs)
      #expect(seen.lines == plain.lines)
      #expect(Set(seen.glyphs.map(\.paint)).count == 2)
    }
  }

  @Test("runs without a form give the picture of the plain text")
  func plain() throws {
    let plain = style("Plain\ntext", size: 30) { $0.maximumWidth = 300 }
    var parted = style("", size: 30) { $0.maximumWidth = 300 }
    for part in ["Pl", "ain\nte", "xt"] { parted.append(part) }
    #expect(try renderer.draw(parted).hash == renderer.draw(plain).hash)
  }

  @Test("a run in another weight stands behind the one before it")
  func weights() throws {
    let seen = try renderer.seen(runs(("so ", { _ in }), ("be", { $0.weight = 700 })))
    // 1067 + 1253 + 651, then 1466.
    #expect(seen.xs == [0, 1067, 2320, 2971, 4437].map { $0 * pixel })
    #expect(seen.width == (2971 + 1466 + 1389) * pixel)
  }

  @Test("a line is as high as its tallest run")
  func heights() throws {
    let seen = try renderer.seen(
      runs(("a", { _ in }), ("b\n", { $0.size = Rational(4096) }), ("c", { _ in })))
    // DejaVu Sans has an ascent of 1901 and a descent of 483, and no gap.
    #expect(seen.lines.map(\.ascent) == [3802 * pixel, 1901 * pixel])
    #expect(seen.lines.map(\.baseline) == [3802 * pixel, (3802 + 966 + 1901) * pixel])
    #expect(seen.height == (3802 + 966 + 1901 + 483) * pixel)
    #expect(seen.glyphs.map(\.size) == [2048 * pixel, 4096 * pixel, 2048 * pixel])
  }

  @Test("small letters are raised and lowered as the font says, and leave the line as high")
  func scripts() throws {
    let seen = try renderer.seen(
      runs(("a", { _ in }), ("b", { $0.script = .super }), ("c", { $0.script = .sub })))
    // ySuperscriptYSize 1433, ySuperscriptYOffset 983, ySubscriptYOffset 286 in its OS/2 table.
    #expect(seen.glyphs.map(\.size) == [2048 * pixel, 1433 * pixel, 1433 * pixel])
    #expect(seen.glyphs.map(\.rise) == [0, -983 * pixel, 286 * pixel])
    #expect(seen.lines.map(\.ascent) == [1901 * pixel])
  }

  @Test("lines below and through letters are where the font has them, over runs of one colour")
  func rules() throws {
    let seen = try renderer.seen(
      runs(
        ("so ", { $0.isUnderlined = true }),
        (
          "be",
          {
            $0.isUnderlined = true
            $0.weight = 700
          }
        ), ("x", { $0.isStruck = true })))
    // post: underlinePosition −40, thickness 90; OS/2: yStrikeoutPosition 530, size 102.
    let below = 40 * pixel..<130 * pixel
    let through = -530 * pixel..<(-530 + 102) * pixel
    #expect(seen.rules.map(\.rows) == [below, through])
    #expect(seen.rules[0].columns == 0..<(2971 + 2855) * pixel)
    #expect(seen.rules[1].columns.lowerBound == (2971 + 2855) * pixel)
  }

  @Test("a run's colour and its lines are painted, and the others keep theirs")
  func painted() throws {
    var style = style("", size: 40)
    style.append("HH")
    var run = TextRun()
    run.color = .black
    run.isUnderlined = true
    style.append("HH", run)
    let (drawn, seen) = (try renderer.draw(style), try renderer.seen(style))
    let middle = seen.glyphs[2].x / pixel
    var (light, dark) = (0, 0)
    for y in 5..<30 {
      for x in 0..<middle { light = max(light, drawn.luma(x: x, y: y)) }
      for x in middle + 2..<seen.width / pixel { dark = max(dark, drawn.luma(x: x, y: y)) }
    }
    #expect(light > 200)
    #expect(dark < 20)
    // One pixel below the baseline at 37.1.
    let row = 37 + 1
    #expect(drawn.alpha(x: middle + 10, y: row) == 255)
    #expect(drawn.alpha(x: middle - 10, y: row) == 0)
  }

  @Test("glyphs from a thousand runs are one text")
  func many() throws {
    var style = style("", size: 20) { $0.maximumWidth = 500 }
    for index in 0..<TextRun.most {
      var run = TextRun()
      run.weight = index % 2 == 0 ? 400 : 700
      style.append("a ", run)
    }
    #expect(try renderer.seen(style).lines.count > 20)
  }

  @Test("runs that are longer or shorter than the text do no harm")
  func lengths() throws {
    var style = style("abc")
    style.runs = [TextRun(length: 2), TextRun(length: .max), TextRun(length: -5)]
    #expect(try renderer.seen(style).glyphs.count == 3)
    style.runs = [TextRun(length: 1)]
    #expect(try renderer.seen(style).glyphs.count == 3)
  }
}

// MARK: - States of words

@Suite struct TextRoomTests {
  private let renderer = makeRenderer()

  private static let room = [
    TextRunForm(), TextRunForm(weight: 700), TextRunForm(italic: true),
    TextRunForm(scale: Rational(6, over: 5)),
  ]

  private func line(
    _ words: [String], width: Int? = nil, _ state: (Int, inout TextRun) -> Void
  ) -> TextStyle {
    var style = style("", size: 37) { $0.maximumWidth = width }
    for (index, word) in words.enumerated() {
      var run = TextRun()
      run.room = Self.room
      state(index, &run)
      style.append(word, run)
    }
    return style
  }

  @Test("a word takes the width of its widest form and stands in the middle of it")
  func widest() throws {
    let seen = try renderer.seen(
      runs(("so ", { _ in }), ("be", { $0.room = [TextRunForm(weight: 700)] }), ("x", { _ in })))
    // 2855 in bold, 2560 as it is.
    #expect(seen.width == (2971 + 2855) * pixel + (seen.width - seen.xs[5]))
    #expect(seen.xs[3] == 2971 * pixel + (2855 - 2560) * pixel / 2)
    #expect(seen.xs[5] == (2971 + 2855) * pixel)
  }

  @Test("no other letter moves, whatever a word is like")
  func steady() throws {
    let words = ["so", " be", " it,", " \u{628}\u{628}", " AV", "AV", " fi"]
    let states: [(inout TextRun) -> Void] = [
      { _ in }, { $0.weight = 700 }, { $0.italic = true }, { $0.color = .black },
      { $0.scale = Rational(6, over: 5) }, { $0.rise = Rational(9) }, { $0.isUnderlined = true },
      { $0.box = TextBox(color: .black, padding: Rational(4), radius: Rational(3)) },
    ]
    for width in [nil, 120] {
      let rest = try renderer.seen(line(words, width: width) { _, _ in })
      for word in words.indices {
        for state in states {
          let seen = try renderer.seen(
            line(words, width: width) { index, run in if index == word { state(&run) } })
          #expect(seen.lines == rest.lines)
          #expect(seen.width == rest.width)
          // All glyphs in front of and behind those of the word.
          let before = zip(seen.glyphs, rest.glyphs).prefix { $0.x == $1.x && $0.size == $1.size }
          let behind = zip(seen.glyphs.reversed(), rest.glyphs.reversed()).prefix {
            $0.x == $1.x && $0.rise == $1.rise && $0.size == $1.size
          }
          let count = words[word].unicodeScalars.count
          #expect(before.count + behind.count >= rest.glyphs.count - count, "\(word)")
        }
      }
    }
  }

  @Test("lines break as the widest form needs it")
  func breaking() throws {
    // "be be" is 1300 + 1260 + 651 + 2560 = 5771 wide, in bold 2855 more than 2560 each.
    var style = runs(("be", { $0.room = [TextRunForm(weight: 700)] }), (" be", { _ in }))
    style.maximumWidth = 5771 + 295
    #expect(try renderer.seen(style).lines.count == 1)
    style.maximumWidth = 5771 + 294
    #expect(try renderer.seen(style).lines.count == 2)
  }

  @Test("a larger word grows about the middle of its width on the baseline, with its box")
  func scaled() throws {
    let seen = try renderer.seen(
      runs(
        ("so ", { _ in }),
        (
          "be",
          {
            $0.scale = Rational(2)
            $0.rise = Rational(100)
            $0.box = TextBox(color: .white)
          }
        ), (" x", { _ in })))
    let middle = 2971 + 2560 / 2
    #expect(seen.xs[3] == (middle - 2560) * pixel)
    #expect(seen.xs[4] == (middle - 2560 + 2 * 1300) * pixel)
    #expect(seen.glyphs[3].size == 4096 * pixel)
    #expect(seen.glyphs[3].rise == -100 * pixel)
    #expect(seen.boxes.map(\.columns) == [(middle - 2560) * pixel..<(middle + 2560) * pixel])
    #expect(seen.boxes.map(\.rows) == [(-3802 - 100) * pixel..<(966 - 100) * pixel])
    #expect(seen.width == (2971 + 2560 + 651) * pixel + seen.width - seen.xs[6])
  }

  @Test("a run's box is behind its letters on each line, without white space at its ends")
  func boxes() throws {
    var style = runs(
      ("so", { _ in }), (" be be ", { $0.box = TextBox(color: .black) }), ("x", { _ in }))
    style.maximumWidth = 6000
    let seen = try renderer.seen(style)
    #expect(seen.lines.count == 2)
    #expect(seen.boxes.map(\.line) == [0, 1])
    #expect(seen.boxes[0].columns.lowerBound == (2320 + 651) * pixel)
    #expect(seen.boxes[0].columns.count == 2560 * pixel)
    #expect(seen.boxes[1].columns.count == 2560 * pixel)
  }
}
