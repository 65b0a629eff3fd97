import OutputKinds
import Testing

@Suite("Languages by BCP 47")
struct LanguageTagTests {
  @Test("a tag has its usual form and the codes of ISO 639-2")
  func codes() throws {
    // Text, usual form (RFC 5646, 2.1.1 and 4.5), ISO 639-2/T, ISO 639-2/B, whether it says more than three letters.
    let rows: [(String, String, String, String, Bool)] = [
      ("de", "de", "deu", "ger", false), ("DEU", "de", "deu", "ger", false),
      ("ger", "de", "deu", "ger", false), ("fre", "fr", "fra", "fre", false),
      ("en", "en", "eng", "eng", false), ("zh", "zh", "zho", "chi", false),
      ("pt-br", "pt-BR", "por", "por", true), ("ZH-hANT-tw", "zh-Hant-TW", "zho", "chi", true),
      ("und", "und", "und", "und", false), ("gsw", "gsw", "gsw", "gsw", false),
      ("sl-rozaj-biske", "sl-rozaj-biske", "slv", "slv", true),
      ("de-CH-1901", "de-CH-1901", "deu", "ger", true), ("es-419", "es-419", "spa", "spa", true),
      ("zh-cmn-Hans-CN", "zh-cmn-Hans-CN", "zho", "chi", true),
      ("en-US-u-islamcal", "en-US-u-islamcal", "eng", "eng", true),
      ("de-a-DE-x-Foo", "de-a-de-x-foo", "deu", "ger", true),
      ("x-whatever", "x-whatever", "und", "und", true), ("qq", "qq", "und", "und", true),
    ]
    for (text, form, code, library, exceeds) in rows {
      let tag = try #require(LanguageTag(text), "\(text)")
      #expect(tag.text == form)
      #expect(tag.code == code && tag.libraryCode == library, "\(text)")
      #expect(tag.exceedsCode == exceeds, "\(text)")
    }
    #expect(LanguageTag("ger") == LanguageTag("de"))
  }

  @Test("what is no tag is none")
  func faults() {
    for text in [
      "", "d", "-", "de-", "-de", "de--CH", "de_CH", "deutschland", "de-DE-DE", "419-de", "de-a",
      "de-x",
      "a-DE", "é", "de CH", "de-1", "de-a-b-cc", String(repeating: "de-variant", count: 40),
    ] {
      #expect(LanguageTag(text) == nil, "\(text)")
    }
  }
}
