import Foundation
import Testing

@testable import TitleRendering

@Suite struct LineBreakingTests {
  /// Lines of a text whose scalars are all one unit wide.
  private func lines(_ text: String, _ maximum: Int?) -> [String] {
    let scalars = Array(text.unicodeScalars)
    return LineBreaking.lines(of: scalars, widths: scalars.map { _ in 1 }, maximum: maximum).ranges
      .map {
        String(String.UnicodeScalarView(scalars[$0]))
      }
  }

  @Test("lines break at the last space that fits, and spaces at their ends do not count")
  func words() {
    #expect(lines("aa bb cc", 5) == ["aa bb", "cc"])
    #expect(lines("aa bb cc", 6) == ["aa bb", "cc"])
    #expect(lines("aa bb cc", 4) == ["aa", "bb", "cc"])
    #expect(lines("aa    bb  ", 3) == ["aa", "bb"])
    #expect(lines("aa bb cc", 100) == ["aa bb cc"])
  }

  @Test("without a limit the text is one line")
  func unlimited() {
    #expect(lines("aa bb cc", nil) == ["aa bb cc"])
    #expect(lines("", nil) == [""])
    #expect(lines("", 3) == [""])
  }

  @Test("a word wider than the line is cut, and always makes progress")
  func longWord() {
    #expect(lines("abcdefgh ij", 3) == ["abc", "def", "gh", "ij"])
    #expect(lines("abc", 1) == ["a", "b", "c"])
    #expect(lines("abc", 0) == ["a", "b", "c"])
    #expect(lines("e\u{301}\u{302}x", 1) == ["e\u{301}\u{302}", "x"])
  }

  @Test("no line begins after a no-break space")
  func glue() {
    #expect(lines("a b\u{A0}c", 4) == ["a", "b\u{A0}c"])
  }

  /// Each line of the standard's own file: places with ÷ and × before, between and after scalars.
  @Test(
    "lines break as in the test file of UAX #14",
    .enabled(
      if: Self.cases != nil, "Unicode's LineBreakTest.txt is not here (Debian: unicode-data)"))
  func standard() throws {
    let cases = try #require(Self.cases)
    #expect(cases.count > 7000)
    let wrong = cases.filter { text in
      let words = text.split(separator: " ")
      let scalars = words.compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
      let places = words.filter { $0 == "÷" || $0 == "×" }.dropLast().map { $0 == "÷" }
      return LineOpportunities(scalars).isAllowed != places
    }
    #expect(wrong == [])
  }

  private static let cases: [String]? =
    (try? String(
      contentsOfFile: "/usr/share/unicode/auxiliary/LineBreakTest.txt", encoding: .utf8
    )).map { text in
      text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        .map { String($0.prefix { $0 != "#" }).trimmingCharacters(in: .whitespacesAndNewlines) }
    }

  @Test("a hyphen between letters may end a line, one before a number may not")
  func hyphen() {
    #expect(lines("well-known", 6) == ["well-", "known"])
    #expect(lines("ab -5", 4) == ["ab", "-5"])
  }

  @Test("ideographs break anywhere but before stops and after opening brackets")
  func ideographs() {
    #expect(lines("日本語日本語", 4) == ["日本語日", "本語"])
    #expect(lines("日本語。日本", 3) == ["日本", "語。日", "本"])
    #expect(lines("日本「語」日", 3) == ["日本", "「語」", "日"])
  }

  @Test("the lines hold every scalar but spaces, whatever the limit", arguments: 0...12)
  func nothingIsLost(maximum: Int) {
    let text = "The quick-brown 狐 jumps,  over 「犬」 e\u{301}tc."
    #expect(
      lines(text, maximum).joined().unicodeScalars.filter { $0 != " " }.map(\.value)
        == text.unicodeScalars.filter { $0 != " " }.map(\.value))
  }
}
