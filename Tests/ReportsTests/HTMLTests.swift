import Testing

@testable import Reports

@Suite("HTML of reports")
struct HTMLTests {
  @Test("nothing in a text is markup, and characters that HTML lacks are replaced")
  func escaping() {
    #expect(
      HTMLText.escaped("<a href=\"x\">'&'</a>")
        == "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;")
    #expect(HTMLText.escaped("a\u{0}b\u{1b}c\nd\te\u{85}") == "a\u{fffd}b\u{fffd}c\nd\te\u{fffd}")
    #expect(HTMLText.escaped("é 日本 🎬") == "é 日本 🎬")
    #expect(HTMLText.escaped("a\u{202e}b\u{2066}\u{61c}") == #"a\u{202e}b\u{2066}\u{61c}"#)
  }

  @Test(
    "numbers are rounded to nearest and end without zeros",
    arguments: [
      (0.0, "0"), (1.0, "1"), (-1.5, "-1.5"), (0.005, "0.01"), (12.345678, "12.35"),
      (-0.001, "0"), (99.999, "100"), (.infinity, "0"), (.nan, "0"), (1e300, "10000000000000"),
    ])
  func numbers(value: Double, text: String) { #expect(HTMLText.number(value) == text) }

  @Test("a part of nothing is no percentage of it")
  func percent() {
    #expect(HTMLText.percent(1, of: 3) == "33.3333")
    #expect(HTMLText.percent(7, of: 7) == "100")
    #expect(HTMLText.percent(0, of: 0) == "0")
  }

  @Test(
    "base64 is that of RFC 4648's examples",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
  func base64(text: String, expected: String) { #expect(Base64.text(Array(text.utf8)) == expected) }

  @Test("base64 has every digit")
  func digits() {
    // Six bits at a time count from 0 to 63.
    var bytes: [UInt8] = []
    for group in stride(from: 0, to: 64, by: 4) {
      let bits = group << 18 | (group + 1) << 12 | (group + 2) << 6 | (group + 3)
      bytes += [UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255)]
    }
    #expect(
      Base64.text(bytes) == "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  }

  @Test("a page lets nothing come from a network")
  func page() {
    let text = HTMLPage(title: "<x>", style: ".a{}", script: "f()", body: "<p>hello</p>").text
    #expect(text.contains("default-src 'none'; img-src data:; style-src 'sha256-"))
    #expect(!text.contains("unsafe"))
    // The hash by OpenSSL of what stands between the tags.
    #expect(text.contains("script-src 'sha256-GpfXNSGA7AfjRV6DlBPnw1DCHfleUrLBhn1GCDoot4A='"))
    #expect(text.contains("<title>&lt;x&gt;</title>") && text.contains("<script>\nf()\n</script>"))
    let plain = HTMLPage(title: "", body: "").text
    #expect(!plain.contains("<script>") && plain.contains("script-src 'none'"))
  }
}
