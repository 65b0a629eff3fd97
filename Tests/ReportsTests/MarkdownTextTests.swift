import Testing

@testable import Reports

@Suite("Text of strangers in Markdown")
struct MarkdownTextTests {
  /// Examples 328 to 350 of CommonMark 0.31.2, read backwards.
  @Test(
    "a code span shows a text as it is",
    arguments: [
      ("foo", "`foo`"), ("foo ` bar", "``foo ` bar``"), ("``", "``` `` ```"),
      (" a ", "`  a  `"), ("a", "`a`"), ("`", "`` ` ``"), ("a``b`c", "```a``b`c```"),
      ("<a href=\"`\">`", "`` <a href=\"`\">` ``"), ("*foo*", "`*foo*`"),
      ("foo\\", "`foo\\`"), ("a|b", "`a|b`"),
    ])
  func spans(text: String, expected: String) { #expect(MarkdownText.code(text) == expected) }

  @Test("a text stays on its line, and nothing in it turns what is around it")
  func lines() {
    let text = MarkdownText.code("a\n\n# b\r\u{2028}\u{202e}c\u{1b}[1m")
    #expect(text.first == "`" && text.last == "`")
    #expect(text.unicodeScalars.allSatisfy { (0x20..<0x7f).contains($0.value) }, "\(text)")
  }

  @Test("a link has no character that could end it")
  func links() {
    #expect(MarkdownText.link("d-pictures/1-before.png") == "d-pictures/1-before.png")
    #expect(MarkdownText.link("a b(c)|<é>") == "a%20b%28c%29%7C%3C%C3%A9%3E")
  }
}
