import BaseValues
import Raster
import Testing
import TimelineModel

@testable import TitleRendering

@Suite struct TextRendererTests {
  private let renderer = makeRenderer()

  private static let black = Color(red: 0, green: 0, blue: 0)

  @Test(
    "nothing is clipped: the outermost rows and columns are clear",
    arguments: [
      style("Jjgf\u{301}Å Wy"),
      style("f", size: 300) { $0.italic = true },
      style("Outline") { $0.outlineWidth = Rational(9) },
      style("Shadow") {
        $0.shadowColor = black
        $0.shadowOffset = Point(x: Rational(-30), y: Rational(17))
        $0.shadowBlur = Rational(11)
      },
      style("Box") {
        $0.boxColor = black
        $0.boxPadding = Rational(7)
      },
      style("\u{5E9}\u{5C1}\u{5DC}\u{5D5}\u{5DD} \u{645}\u{631}\u{62D}\u{628}\u{627}"),
    ], [1, 3])
  func noClipping(_ style: TextStyle, scale: Int) throws {
    let drawn = try renderer.render(style, anchorX: 21845, anchorY: 60000, scale: scale)
    let size = drawn.image.size
    let last = drawn.image.row(Plane.alpha, size.height - 1)
    let first = drawn.image.row(Plane.alpha, 0)
    for x in 0..<size.width {
      #expect(first[x] == 0 && last[x] == 0)
    }
    for y in 0..<size.height {
      let row = drawn.image.row(Plane.alpha, y)
      #expect(row[0] == 0 && row[size.width - 1] == 0)
    }
    #expect(drawn.coverage > 10)
    #expect(drawn.originX & 1 == 0 && drawn.originY & 1 == 0)
    #expect(size.width & 1 == 0 && size.height & 1 == 0)
    #expect(drawn.image.format == .yuva420p8)
  }

  @Test("letters are white codes under full alpha")
  func colors() throws {
    let drawn = try renderer.draw(style("H", size: 100))
    var solid = 0
    for y in 0..<drawn.image.size.height {
      let alpha = drawn.image.row(Plane.alpha, y)
      let luma = drawn.image.row(Plane.luma, y)
      for x in alpha.indices where alpha[x] == 255 {
        solid += 1
        #expect(luma[x] == 235)
      }
    }
    #expect(solid > 500)
  }

  @Test("an H is two stems and a bar at the font's own measures")
  func metrics() throws {
    // DejaVu Sans, 2048 units an em: H is 1540 wide, from 201 to 1339, 1493 high; ascent 1901.
    let drawn = try renderer.draw(style("H", size: 2048 / 8))
    #expect(drawn.boxWidth == 65536 * 1540 / 8)
    let ink = drawn.ink
    #expect(ink.x == 201 / 8)
    #expect(ink.columns.upperBound == (1339 + 7) / 8)
    #expect(ink.rows.upperBound == (1901 + 4) / 8)
    #expect(ink.y == (1901 + 4) / 8 - (1493 + 7) / 8)
    let middle = (ink.y + ink.rows.upperBound) / 2 - 30
    #expect(drawn.alpha(x: ink.x + 10, y: middle) == 255)
    #expect(drawn.alpha(x: ink.x + ink.width / 2, y: middle) == 0)
  }

  @Test("the anchor moves the picture by its share of the box")
  func anchor() throws {
    let text = style("Anchor\nline two", size: 50)
    let corner = try renderer.render(text, anchorX: 0, anchorY: 0, scale: 1)
    let far = try renderer.render(text, anchorX: 65536, anchorY: 65536, scale: 1)
    let shiftX = corner.ink.x - far.ink.x
    let shiftY = corner.ink.y - far.ink.y
    #expect(abs(shiftX - corner.boxWidth / 65536) <= 1)
    #expect(abs(shiftY - corner.boxHeight / 65536) <= 1)
    let absurd = try renderer.render(text, anchorX: .max, anchorY: .min, scale: 8)
    #expect(absurd.image.size.width > 100)
  }

  @Test("twice the scale is the same picture twice as large")
  func scale() throws {
    let text = style("Scale it\nfi AV") {
      $0.outlineWidth = Rational(3)
      $0.outlineColor = Self.black
      $0.shadowColor = Self.black
      $0.shadowOffset = Point(x: Rational(4), y: Rational(4))
      $0.maximumWidth = 400
    }
    let one = try renderer.render(text, anchorX: 32768, anchorY: 32768, scale: 1)
    let two = try renderer.render(text, anchorX: 32768, anchorY: 32768, scale: 2)
    #expect(two.boxWidth == one.boxWidth)
    #expect(abs(two.coverage - 4 * one.coverage) < 0.01 * two.coverage)
    var difference = 0
    for y in one.ink.rows {
      for x in one.ink.columns {
        let sum =
          two.luma(x: 2 * x, y: 2 * y) + two.luma(x: 2 * x + 1, y: 2 * y)
          + two.luma(x: 2 * x, y: 2 * y + 1) + two.luma(x: 2 * x + 1, y: 2 * y + 1)
        difference += abs(sum / 4 - one.luma(x: x, y: y))
      }
    }
    #expect(Double(difference) < 4 * Double(one.ink.width * one.ink.height))
  }

  @Test("lines are apart by the font's distance times the spacing, on whole pixels")
  func lineSpacing() throws {
    func distance(_ spacing: Rational) throws -> Int {
      let drawn = try renderer.draw(
        style("_\n_", size: 100) { $0.lineSpacing = spacing })
      let rows = drawn.ink.rows.filter { drawn.alpha(x: drawn.ink.x + 20, y: $0) > 0 }
      let gaps = zip(rows, rows.dropFirst()).filter { $1 - $0 > 1 }
      let upper = try #require(rows.first)
      let lower = try #require(gaps.first?.1)
      return lower - upper
    }
    // 2384 of 2048 units at 100 pixels.
    #expect(abs(try distance(.one) - 116) <= 1)
    #expect(abs(try distance(Rational(2)) - 233) <= 1)
  }

  @Test("an outline surrounds the letters and lies under them")
  func outline() throws {
    let plain = try renderer.draw(style("I", size: 100))
    let drawn = try renderer.draw(
      style("I", size: 100) {
        $0.outlineWidth = Rational(6)
        $0.outlineColor = Self.black
      })
    #expect(drawn.ink.x == plain.ink.x - 6)
    #expect(drawn.ink.width == plain.ink.width + 12)
    #expect(drawn.ink.height == plain.ink.height + 12)
    let middle = (plain.ink.y + plain.ink.rows.upperBound) / 2
    #expect(drawn.luma(x: plain.ink.x - 3, y: middle) == 16)
    #expect(drawn.alpha(x: plain.ink.x - 3, y: middle) == 255)
    #expect(drawn.luma(x: plain.ink.x + plain.ink.width / 2, y: middle) == 235)
    // Round joins: the corner of the outline's box is clear.
    #expect(drawn.alpha(x: drawn.ink.x, y: drawn.ink.y) < 40)
  }

  @Test("letters that can be seen through do not show their outline")
  func translucentLetters() throws {
    let drawn = try renderer.draw(
      style("I", size: 100) {
        $0.color = Color(red: 255, green: 255, blue: 255, alpha: 128)
        $0.outlineWidth = Rational(4)
        $0.outlineColor = Self.black
      })
    let middle = (drawn.ink.y + drawn.ink.rows.upperBound) / 2
    let center = drawn.ink.x + drawn.ink.width / 2
    #expect(drawn.alpha(x: center, y: middle) == 128)
    #expect(drawn.alpha(x: drawn.ink.x + 2, y: middle) == 255)
  }

  @Test("a shadow without blur is the text elsewhere, below it")
  func shadow() throws {
    let plain = try renderer.draw(style("I", size: 100))
    let drawn = try renderer.draw(
      style("I", size: 100) {
        $0.shadowColor = Color(red: 0, green: 0, blue: 0, alpha: 128)
        $0.shadowOffset = Point(x: Rational(40), y: Rational(-5))
      })
    #expect(drawn.ink == .union(plain.ink, plain.ink.offset(x: 40, y: -5)))
    let middle = (plain.ink.y + plain.ink.rows.upperBound) / 2
    let stem = plain.ink.x + plain.ink.width / 2
    #expect(drawn.alpha(x: stem, y: middle) == 255)
    #expect(drawn.alpha(x: stem + 40, y: middle) == 128)
    #expect(drawn.luma(x: stem + 40, y: middle) == 8)
  }

  @Test("a blurred shadow is soft and weighs as much as a sharp one")
  func blurredShadow() throws {
    func shadow(_ blur: Int64) throws -> TextImage {
      try renderer.draw(
        style("IO", size: 100) {
          $0.color = .clear
          $0.shadowColor = Self.black
          $0.shadowBlur = Rational(blur)
        })
    }
    let sharp = try shadow(0)
    let soft = try shadow(20)
    #expect(soft.ink.width > sharp.ink.width + 20)
    #expect(abs(soft.coverage - sharp.coverage) < 0.02 * sharp.coverage)
  }

  @Test("a box is the text's typographic box and its padding, in whole pixels")
  func box() throws {
    let drawn = try renderer.draw(
      style("Box\nof two lines", size: 33) {
        $0.boxColor = Color(red: 0, green: 0, blue: 0, alpha: 100)
        $0.boxPadding = Rational(12)
      })
    #expect(drawn.ink.x == -12 && drawn.ink.y == -12)
    #expect(drawn.ink.width == (drawn.boxWidth + 32768) / 65536 + 24)
    #expect(drawn.ink.height == (drawn.boxHeight + 32768) / 65536 + 24)
    #expect(drawn.alpha(x: -12, y: -12) == 100)
    #expect(drawn.alpha(x: -13, y: 0) == 0)
  }

  @Test("a slant is drawn by the font's own italic where it has one")
  func italic() throws {
    let upright = try renderer.draw(style("I", size: 100))
    let slanted = try renderer.draw(style("I", size: 100) { $0.italic = true })
    #expect(slanted.ink.width > upright.ink.width + 8)
  }

  @Test("bold is wider than regular, by weight and by name")
  func bold() throws {
    let regular = try renderer.draw(style("Bold"))
    let byWeight = try renderer.draw(style("Bold") { $0.weight = 700 })
    let byName = try renderer.draw(style("Bold", family: "DejaVu Sans Bold"))
    #expect(byWeight.coverage > 1.2 * regular.coverage)
    #expect(byWeight.hash == byName.hash)
  }

  @Test("text that cannot fit a picture is an error, not a crash")
  func tooLarge() {
    let texts = [
      style(String(repeating: "W", count: 5000), size: 400),
      style("W") { $0.size = Rational(.max) },
      style(String(repeating: "W\n", count: 100)) { $0.lineSpacing = Rational(.max) },
      style(String(repeating: "a", count: 30_000)),
      style("W") {
        $0.size = Rational(4000)
        $0.outlineWidth = Rational(.max)
      },
    ]
    for text in texts {
      #expect(throws: TitleError.self) { try renderer.draw(text, scale: 8) }
    }
  }

  @Test("sizes and lengths out of range are taken as the nearest in range")
  func outOfRange() throws {
    let drawn = try renderer.draw(
      style("W") {
        $0.size = Rational(-5)
        $0.outlineWidth = Rational(-5)
        $0.shadowColor = Self.black
        $0.shadowBlur = Rational(-5)
        $0.boxColor = Self.black
        $0.boxPadding = Rational(.min)
        $0.lineSpacing = Rational(.min)
        $0.weight = .max
      }, scale: .max)
    #expect(drawn.scale == 8)
    #expect(drawn.image.size.width < 100)
  }

  @Test(
    "a letter is as many times larger as its size, up to the largest of a movie that is enlarged")
  func largest() throws {
    func ink(_ text: String, _ size: Int64) throws -> Rect {
      let lines = try renderer.ink(of: style(text, size: size), anchorX: 0, anchorY: 0, scale: 1)
      return try #require(lines.first)
    }
    // An l of DejaVu Sans is 1556 of 2048 units high.
    for size: Int64 in [4096, 8192, 16384] {
      #expect(abs(try ink("l", size).height - Int(size) * 1556 / 2048) <= 2)
    }
    // FreeType is not asked for such sizes.
    let (small, large) = (try ink(".", 4000), try ink(".", 40_000))
    #expect(abs(large.height - 10 * small.height) <= 20 && abs(large.y - 10 * small.y) <= 20)
    #expect(throws: TitleError.self) { try ink("l", 4096 * 64) }
  }

  @Test("empty text is a small clear picture")
  func empty() throws {
    let drawn = try renderer.draw(style(""))
    #expect(drawn.coverage == 0)
    #expect(drawn.boxWidth == 0)
    #expect(drawn.image.size.width <= 4)
  }
}

@Suite struct DeterminismTests {
  private static let texts = [
    style("Same every time"),
    style("AV \u{645}\u{631}\u{62D}\u{628}\u{627}", size: 31) { $0.weight = 700 },
    style("Outline", size: 60) { $0.outlineWidth = Rational(3) },
    style("Shadow") {
      $0.shadowColor = .black
      $0.shadowBlur = Rational(4)
    },
  ]

  private static func hashes(_ renderer: TextRenderer, _ order: [Int]) throws -> [Int: ImageHash] {
    var hashes: [Int: ImageHash] = [:]
    for index in order {
      hashes[index] = try renderer.draw(texts[index]).hash
    }
    return hashes
  }

  @Test("pictures do not depend on what was drawn before")
  func order() throws {
    let renderer = makeRenderer()
    let first = try Self.hashes(renderer, [0, 1, 2, 3])
    #expect(try Self.hashes(renderer, [3, 1, 2, 0]) == first)
    #expect(try Self.hashes(makeRenderer(), [2, 0, 3, 1]) == first)
    #expect(Set(first.values).count == 4)
  }

  @Test("four threads draw the pictures that one draws")
  func threads() async throws {
    let renderer = makeRenderer()
    let expected = try Self.hashes(makeRenderer(), [0, 1, 2, 3])
    try await withThrowingTaskGroup(of: [Int: ImageHash].self) { group in
      for start in 0..<4 {
        group.addTask { try Self.hashes(renderer, (0..<4).map { (start + $0) % 4 }) }
      }
      for try await hashes in group { #expect(hashes == expected) }
    }
  }
}
