import BaseValues
import Raster
import Testing
import TimelineModel

@testable import TitleRendering

@Suite struct ShapingTests {
  private let renderer = makeRenderer()

  private struct Shaped: Sendable {
    var glyphs: [UInt32]
    var width: Int
    var missing: [Unicode.Scalar]
    var lines: Int
    var fonts: Int
    var colorFonts: Int
    /// Left edges of the lines' first glyphs.
    var lefts: [Int]
  }

  private func shape(_ style: TextStyle) throws -> Shaped {
    try renderer.withEngine { engine throws(TitleError) in
      let layout = try TextLayout(style, in: engine.library, engine.shaper)
      return Shaped(
        glyphs: layout.glyphs.map(\.glyph), width: layout.width, missing: layout.missing,
        lines: layout.baselines.count,
        fonts: layout.faces.count, colorFonts: layout.faces.filter(\.hasColor).count,
        lefts: layout.baselines.indices.map { line in
          layout.glyphs.first { $0.line == line }?.x ?? 0
        })
    }
  }

  @Test("pairs are kerned")
  func kerning() throws {
    let pair = try shape(style("AV")).width
    let apart = try shape(style("A")).width + shape(style("V")).width
    #expect(pair < apart - 65536)
  }

  @Test("letters join to ligatures")
  func ligature() throws {
    let joined = try shape(style("fi"))
    let apart = try shape(style("f\u{200C}i"))
    #expect(joined.glyphs.count == 1)
    #expect(apart.glyphs.count > 1)
  }

  @Test("Arabic letters take the forms of their places")
  func arabicForms() throws {
    let alone = try shape(style("\u{628}")).glyphs
    let joined = try shape(style("\u{628}\u{628}\u{628}")).glyphs
    #expect(joined.count == 3)
    #expect(Set(joined).count == 3)
    #expect(!joined.contains(alone[0]))
  }

  @Test("right-to-left text runs from the right")
  func direction() throws {
    let alef = try shape(style("\u{5D0}")).glyphs
    let bet = try shape(style("\u{5D1}")).glyphs
    #expect(try shape(style("\u{5D0}\u{5D1}")).glyphs == bet + alef)
    let latin = try shape(style("a")).glyphs
    #expect(try shape(style("\u{5D0}a")).glyphs == latin + alef)
    #expect(try shape(style("a\u{5D0}\u{5D1}")).glyphs == latin + bet + alef)
  }

  @Test("brackets in right-to-left text are mirrored")
  func mirroring() throws {
    let brackets = try shape(style("\u{5D0}(\u{5D1})")).glyphs
    let open = try shape(style("(")).glyphs[0]
    #expect(brackets[0] == open)
  }

  @Test("widths grow with the size and with nothing else")
  func proportion() throws {
    let small = try shape(style("Proportion", size: 20)).width
    let large = try shape(style("Proportion", size: 200)).width
    #expect(abs(large - 10 * small) <= 100)
  }

  @Test("a code point that no font has is reported once and the rest is drawn")
  func missing() throws {
    let shaped = try shape(style("a\u{10FFF0}b\u{10FFF0}"))
    #expect(shaped.missing == ["\u{10FFF0}"])
    #expect(shaped.glyphs.count == 4)
  }

  @Test("letters that the font lacks come from another")
  func fallback() throws {
    // DejaVu Sans Mono has no Hebrew, DejaVu Sans has.
    let shaped = try shape(style("a\u{5D0}\u{5B8} b\u{5D1}", family: "DejaVu Sans Mono"))
    #expect(shaped.missing.isEmpty)
    #expect(shaped.fonts == 2)
    #expect(!shaped.glyphs.contains(0))
    #expect(try shape(style("abc", family: "DejaVu Sans Mono")).fonts == 1)
  }

  @Test("emoji are pictures, and joined ones are one")
  func emoji() throws {
    let face = try shape(style("\u{1F600}"))
    guard face.colorFonts == 1 else {
      try Test.cancel("no font with colour emoji is installed")
    }
    let family = try shape(style("\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}"))
    #expect(family.glyphs.count == 1)
    #expect(try shape(style("\u{263A}\u{FE0E}")).colorFonts == 0)
    let drawn = try renderer.draw(style("\u{1F600}", size: 64))
    let center = drawn.ink.x + drawn.ink.width / 2
    // A yellow face has less blue than grey has.
    let row = drawn.image.row(Plane.cb, (drawn.ink.y + drawn.ink.height / 2 - drawn.originY) / 2)
    #expect(row[(center - drawn.originX) / 2] < 100)
  }

  @Test("lines stand left, centred and right")
  func alignment() throws {
    func lefts(_ alignment: TextStyle.Alignment) throws -> [Int] {
      try shape(style("HHHH\nH") { $0.alignment = alignment }).lefts
    }
    let width = try shape(style("HHHH")).width
    let slack = try width - shape(style("H")).width
    #expect(try lefts(.left) == [0, 0])
    #expect(try lefts(.right) == [0, slack])
    #expect(try lefts(.center) == [0, slack / 2])
  }

  @Test("text is wrapped at its maximum width")
  func wrapping() throws {
    let text = "the quick brown fox jumps over the lazy dog"
    let free = try shape(style(text))
    #expect(free.lines == 1)
    let wrapped = try shape(style(text) { $0.maximumWidth = 300 })
    #expect(wrapped.lines > 2)
    #expect(wrapped.width <= 300 * 65536)
    let narrow = try shape(style(text) { $0.maximumWidth = -5 })
    #expect(narrow.lines == text.filter { $0 != " " }.count)
  }

  @Test("empty text is one empty line")
  func empty() throws {
    let shaped = try shape(style(""))
    #expect(shaped.width == 0)
    #expect(shaped.lines == 1)
    #expect(try shape(style("\n\n")).lines == 3)
  }
}
