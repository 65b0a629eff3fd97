import BaseValues
import Testing
import TimelineModel

@testable import TitleRendering

private let pixel = 65536

@Suite struct LetterSpacingTests {
  private let renderer = makeRenderer()

  private func spaced(
    _ text: String, _ spacing: Int64, _ edit: (inout TextStyle) -> Void = { _ in }
  ) throws -> SeenLayout {
    try renderer.seen(
      style(text, size: 2048) {
        $0.letterSpacing = Rational(spacing)
        edit(&$0)
      })
  }

  @Test("letters are apart, but nothing is behind the last")
  func apart() throws {
    let seen = try spaced("word", 100)
    // w 1675, o 1253, r 806, d 1300.
    #expect(seen.xs == [0, 1775, 3128, 4034].map { $0 * pixel })
    #expect(seen.width == (4034 + 1300) * pixel)
    let near = try spaced("word", -100)
    #expect(near.width == (1675 + 1253 + 806 + 1300 - 300) * pixel)
  }

  @Test("letters that are apart make no ligature")
  func ligatures() throws {
    #expect(try spaced("fi", 0).glyphs.count == 1)
    let seen = try spaced("fi", 1)
    #expect(seen.xs == [0, 722 * pixel])
    #expect(try spaced("fi", 1) { $0.features = [FontSetting("liga", .one)] }.glyphs.count == 1)
  }

  @Test("Arabic letters stay joined, and their words do not")
  func arabic() throws {
    let word = "\u{628}\u{628}\u{628}"
    #expect(try spaced(word, 100).xs == spaced(word, 0).xs)
    let (plain, apart) = (try spaced(word + " " + word, 0), try spaced(word + " " + word, 100))
    #expect(apart.width == plain.width + 200 * pixel)
  }

  @Test(
    "what is not seen gets no distance",
    arguments: ["\u{AD}", "\u{200B}", "\u{200D}", "\u{200E}", "\u{2060}", "\u{FEFF}"])
  func unseen(_ character: String) throws {
    // Four letters have three distances between them, wherever the unseen one stands.
    for text in [
      "be\(character)be", "b\(character)e\(character)be", "be\(character)\(character)be",
    ] {
      #expect(try spaced(text, 100).width == spaced("bebe", 100).width, "\(text.debugDescription)")
    }
  }

  @Test(
    "joined letters stay joined over what is not seen, and are apart once where they may not join")
  func joining() throws {
    let letter = "\u{628}"
    let soft = letter + letter + "\u{AD}" + letter
    #expect(try spaced(soft, 100).width == spaced(soft, 0).width)
    let kept = letter + "\u{200C}" + letter
    #expect(try spaced(kept, 100).width == spaced(kept, 0).width + 100 * pixel)
  }

  @Test("lines of vowelled Arabic break where they are too wide, and not before")
  func vowels() throws {
    let word = "\u{628}\u{64E}\u{628}\u{64F}\u{628}\u{650}"
    let text = word + " " + word
    let width = try spaced(text, 100).width
    #expect(try spaced(text, 100) { $0.maximumWidth = width / pixel + 1 }.lines.count == 1)
    #expect(try spaced(text, 100) { $0.maximumWidth = width / pixel - 1 }.lines.count == 2)
  }

  @Test("marks stay on their letters")
  func marks() throws {
    let (plain, apart) = (try spaced("xq\u{323}x", 0), try spaced("xq\u{323}x", 100))
    #expect(apart.width == plain.width + 200 * pixel)
  }

  @Test("lines break by what is between letters, and what would be behind the last does not count")
  func breaking() throws {
    let width = 1300 + 1260 + 651 + 1300 + 1260 + 4 * 100
    #expect(try spaced("be be", 100) { $0.maximumWidth = width }.lines.count == 1)
    #expect(try spaced("be be", 100) { $0.maximumWidth = width - 1 }.lines.count == 2)
  }

  @Test("justified lines are as wide as the text may be, and the last is as it is")
  func justified() throws {
    let text = "be be be be be\nbe be"
    func lines(_ alignment: TextStyle.Alignment) throws -> SeenLayout {
      try renderer.seen(
        style(text, size: 2048) {
          $0.maximumWidth = 9500
          $0.alignment = alignment
        })
    }
    let (left, seen) = (try lines(.left), try lines(.justify))
    #expect(left.lines.map(\.width) == [8982, 5771, 5771].map { $0 * pixel })
    #expect(seen.lines.map(\.width) == [9500, 5771, 5771].map { $0 * pixel })
    #expect(seen.width == 9500 * pixel)
    // 518 more in two spaces.
    #expect(seen.xs[3] == (2560 + 651 + 259) * pixel)
    #expect(seen.xs[6] == (2 * (2560 + 651) + 518) * pixel)
    #expect(seen.lines.map(\.left) == [0, 0, 0])
  }

  @Test("ideographs are justified between each other")
  func ideographs() throws {
    let text = String(repeating: "\u{4E2D}", count: 7)
    let seen = try renderer.seen(
      style(text, size: 20, family: "sans-serif") {
        $0.maximumWidth = 70
        $0.alignment = .justify
      })
    guard seen.lines.count == 3 else { try Test.cancel("no font with ideographs is installed") }
    #expect(seen.lines.map(\.width).prefix(2) == [70 * pixel, 70 * pixel])
    #expect(seen.lines[2].width < 70 * pixel)
  }

  @Test("tabs lead to multiples of their distance, and without one they are spaces")
  func tabs() throws {
    let seen = try spaced("be\tbe\nbebe\tbe\t\tb", 0) { $0.tabs = Rational(3000) }
    let (first, second) = (
      seen.glyphs.filter { $0.line == 0 }, seen.glyphs.filter { $0.line == 1 }
    )
    // Lines are centred.
    #expect(first[2].x - first[0].x == 3000 * pixel)
    #expect(second[4].x - second[0].x == 6000 * pixel)
    #expect(second[6].x - second[0].x == 12_000 * pixel)
    #expect(try spaced("be\tbe", 0).xs == spaced("be be", 0).xs)
  }

  @Test("paragraphs are apart, lines within them are not")
  func paragraphs() throws {
    let seen = try renderer.seen(
      style("be be\nbe", size: 2048) {
        $0.maximumWidth = 3000
        $0.paragraphSpacing = Rational(500)
      })
    let baselines = seen.lines.map { $0.baseline / pixel }
    #expect(baselines == [1901, 1901 + 2384, 1901 + 2 * 2384 + 500])
  }

  @Test("features of the font are on and off as asked")
  func features() throws {
    #expect(try spaced("fi", 0) { $0.features = [FontSetting("liga", .zero)] }.glyphs.count == 2)
    #expect(
      try spaced("AV", 0) { $0.features = [FontSetting("kern", .zero)] }.width
        == (1401 + 1401) * pixel)
  }
}
