import BaseValues
import Diagnostics
import Testing
import TimelineModel

@testable import TitleRendering

private let pixel = 65536

@Suite struct TextFittingTests {
  private let renderer = makeRenderer()
  private let range = SourceRange(lower: 3, upper: 9)

  private func fitted(
    _ text: String, _ overflow: TextOverflow?, width: Int? = nil, height: Int,
    _ edit: (inout TextStyle) -> Void = { _ in }
  ) -> TextStyle {
    style(text, size: 100) {
      $0.maximumWidth = width
      $0.maximumHeight = height
      $0.overflow = overflow
      edit(&$0)
    }
  }

  @Test("a text shrinks to the largest size that fits, in 1/64 pixel")
  func shrinks() throws {
    let seen = try renderer.seen(fitted("be", .shrink, height: 50))
    // A line is 2384/2048 of the size high: 50 pixels are a size of 42.95.
    #expect(seen.glyphs.map(\.size) == [2748, 2748].map { $0 * 1024 })
    #expect(seen.height <= 50 * pixel)
    #expect(seen.excess == nil)
    #expect(try renderer.seen(fitted("be", .shrink, height: 117)).glyphs[0].size == 100 * pixel)
  }

  @Test("words stay whole where they can")
  func whole() throws {
    let seen = try renderer.seen(fitted("Incomprehensible", .shrink, width: 300, height: 400))
    #expect(seen.lines.count == 1)
    #expect(seen.width <= 300 * pixel)
  }

  @Test("nothing shrinks below its least size, and that is said")
  func least() throws {
    let style = fitted("be", .shrink, height: 50) { $0.leastSize = Rational(60) }
    #expect(try renderer.seen(style).glyphs[0].size == 60 * pixel)
    let findings = renderer.check(style, range: range)
    #expect(findings.map(\.id) == [.textOverflow])
    #expect(
      findings.first?.message == "the text 'be' takes 70 pixels of height, and its box has 50")
  }

  @Test("runs shrink with their text")
  func runs() throws {
    var style = fitted("", .shrink, height: 233)
    style.append("a")
    var run = TextRun()
    run.size = Rational(400)
    style.append("b", run)
    let sizes = try renderer.seen(style).glyphs.map(\.size)
    #expect(abs(sizes[1] - 4 * sizes[0]) <= 4)
    #expect(sizes[1] <= 201 * pixel)
  }

  @Test("a word is parted at a soft hyphen with a hyphen, for which there has to be room")
  func softHyphens() throws {
    let parted = "wonder\u{AD}ful"
    func seen(_ text: String, _ width: Int?) throws -> SeenLayout {
      try renderer.seen(style(text, size: 60) { $0.maximumWidth = width })
    }
    let dash = try seen("-", nil)
    let whole = try seen("wonderful", nil)
    let first = try seen("wonder-", nil)
    #expect(try seen(parted, nil).width == whole.width)
    // Room is for a hyphen that is not kerned.
    let parts = try seen("wonder", nil).width + dash.width
    let enough = parts / pixel + 1
    let two = try seen(parted, enough)
    #expect(two.lines.count == 2)
    #expect(two.glyphs.filter { $0.line == 0 }.last?.glyph == dash.glyphs[0].glyph)
    #expect(two.lines[0].width == first.width)
    func found(_ width: Int) -> [MessageID] {
      renderer.check(style(parted, size: 60) { $0.maximumWidth = width }, range: range).map(\.id)
    }
    // With a pixel less the hyphen does not fit, and the word is cut as one without it.
    #expect(found(enough) == [])
    #expect(found(parts / pixel - 1) == [.textCutWord])
    let cut = try seen(parted, parts / pixel - 1)
    #expect(cut.glyphs.filter { $0.line == 0 }.last?.glyph != dash.glyphs[0].glyph)
  }

  @Test("a word that is wider than a line is told, with or without a box")
  func cutWords() {
    for height in [nil, 400] {
      var plain = style("an incomprehensible word", size: 100) { $0.maximumWidth = 300 }
      plain.maximumHeight = height
      let findings = renderer.check(plain, range: range).filter { $0.id == .textCutWord }
      #expect(
        findings.map(\.message) == [
          "'incomprehensible' is wider than a line of 'an incomprehensible word', and is cut within"
        ])
      #expect(findings.map(\.severity) == [.warning])
    }
    let small = style("an incomprehensible word", size: 30) { $0.maximumWidth = 300 }
    #expect(renderer.check(small, range: range).isEmpty)
    let shrunk = fitted("an incomprehensible word", .shrink, width: 300, height: 400)
    #expect(renderer.check(shrunk, range: range).isEmpty)
    // Hyphens part words, and no word is cut there.
    let parted = style("aaaaaa-aaaaaa", size: 40) { $0.maximumWidth = 200 }
    #expect(renderer.check(parted, range: range).isEmpty)
  }

  @Test("what is proposed for a word that is cut parts words of its script")
  func parting() {
    func fixes(_ text: String) -> [String] {
      renderer.check(style(text, size: 100) { $0.maximumWidth = 300 }, range: range)
        .filter { $0.id == .textCutWord }.flatMap(\.fixes).map(\.message)
    }
    #expect(fixes("incomprehensible").first?.contains("U+00AD") == true)
    // Thai has no hyphens; after Hebrew letters lines do not break at them.
    #expect(
      fixes("\u{E02}\u{E2D}\u{E07}\u{E04}\u{E33}\u{E41}\u{E19}\u{E48}\u{E19}\u{E2D}\u{E19}")
        .first?.contains("U+200B") == true)
    #expect(
      fixes("\u{5D0}\u{5D1}\u{5D2}\u{5D3}\u{5D4}\u{5D5}\u{AD}\u{5D6}\u{5D7}\u{5D8}\u{5D9}")
        .first?.contains("U+200B") == true)
  }

  @Test("a text is cut and ends with an ellipsis")
  func ellipsis() throws {
    let text = "one two three four five six seven"
    let seen = try renderer.seen(fitted(text, .ellipsis, width: 400, height: 240))
    let whole = try renderer.seen(style(text, size: 100) { $0.maximumWidth = 400 })
    let dots = try renderer.seen(style("\u{2026}", size: 100)).glyphs[0].glyph
    #expect(whole.lines.count > 2)
    #expect(seen.lines.count == 2)
    #expect(seen.glyphs.last?.glyph == dots)
    #expect(seen.glyphs.count > 8)
    #expect(seen.excess == nil)
  }

  @Test("a text that does not fit is an error where it is to be, and else a warning")
  func findings() {
    let long = "one two three four"
    let warned = renderer.check(fitted(long, nil, width: 320, height: 100), range: range)
    #expect(warned.map(\.id) == [.textOverflow])
    #expect(warned.map(\.severity) == [.warning])
    let refused = renderer.check(fitted(long, .error, width: 320, height: 100), range: range)
    #expect(refused.map(\.id) == [.textTooHigh])
    #expect(refused.map(\.severity) == [.error])
    #expect(renderer.check(fitted("be", .error, width: 200, height: 120), range: range).isEmpty)
  }
}
