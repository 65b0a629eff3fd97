import BaseValues
import CaptionFiles
import Testing

@Suite("Changes of captions")
struct CaptionChangeTests {
  private let file = CaptionFile(captions: [caption(1000, 2000, "A"), caption(3000, 5000, "B")])

  @Test("times are shifted, and what would end before 0 is left out")
  func shift() throws {
    #expect(
      lines(try file.shifted(by: Rational(1, over: 2)).captions) == ["1500-2500 A", "3500-5500 B"])
    #expect(lines(try file.shifted(by: Rational(-2)).captions) == ["1000-3000 B"])
    #expect(lines(try file.shifted(by: Rational(-4)).captions) == ["0-1000 B"])
  }

  @Test("times are stretched, by a factor or by two points")
  func stretch() throws {
    #expect(
      lines(try file.stretched(by: Rational(25, over: 24)).captions) == [
        "1041.7-2083.3 A", "3125-5208.3 B",
      ])
    let fitted = try file.fitted((.one, .zero), (Rational(3), Rational(4)))
    #expect(lines(fitted.captions) == ["0-2000 A", "4000-8000 B"])
    #expect(throws: TimeOverflow.self) { try file.fitted((.one, .one), (.one, .one)) }
    #expect(throws: TimeOverflow.self) { try file.stretched(by: .zero) }
  }

  @Test("a part begins at 0, and files are merged in order of time")
  func parts() throws {
    let range = try TimeRange(start: Rational(3, over: 2), duration: Rational(2))
    #expect(lines(try file.part(range).captions) == ["0-500 A", "1500-2000 B"])
    let other = CaptionFile(captions: [caption(0, 500, "C"), caption(1500, 1600, "D")])
    #expect(lines(file.merged(with: other).captions).map { $0.suffix(1) } == ["C", "A", "D", "B"])
  }

  @Test("captions are split into ones of at most so many words, by the times of these")
  func words() {
    let plain = caption(0, 1200, "aa bb cc dd ee ff gg")
    #expect(
      lines(plain.split(words: 3)) == ["0-514.3 aa bb cc", "514.3-857.1 dd ee", "857.1-1200 ff gg"])
    var timed = caption(0, 4000, "")
    timed.runs = [("One", 0, 1000), (" two,", 1500, 2000), (" three", 3000, 4000)].map {
      CaptionRun(
        $0.0,
        said: TimeRange(start: Rational($0.1, 1000) ?? .zero, end: Rational($0.2, 1000) ?? .zero))
    }
    #expect(lines(timed.split(words: 1)) == ["0-1500 One", "1500-3000 two,", "3000-4000 three"])
    #expect(CaptionFilesTests.words(timed.split(words: 2).last) == "3000-4000 three")
  }

  @Test(
    "lines are broken evenly, after punctuation, and not after an article",
    arguments: [
      ("One two three four", 10, "One two/three four"),
      ("He said no, and then he left the room", 25, "He said no,/and then he left the room"),
      ("We went to see the big house", 18, "We went to see/the big house"),
      ("short", 10, "short"), ("こんにちは世界です", 10, "こんにちは/世界です"),
      ("はい、そうです。今日は東京へ行きます。", 24, "はい、そうです。/今日は東京へ行きます。"),
    ])
  func breaking(text: String, characters: Int, result: String) {
    let broken = caption(0, 1000, text).rebroken(characters: characters, lines: 2)
    #expect(broken?.text.replacing("\n", with: "/") == result)
  }

  @Test("a text that does not fit is not broken but split")
  func splitting() {
    let long = caption(0, 9000, "aaaa bbbb cccc dddd eeee ffff")
    #expect(long.rebroken(characters: 9, lines: 2) == nil)
    let parts = long.split(characters: 9, lines: 1)
    #expect(parts.allSatisfy { $0.text.count <= 9 && !$0.text.contains("\n") })
    #expect(parts.map(\.text).joined(separator: " ") == long.text)
    #expect(parts.first?.start == .zero && parts.last?.end == Rational(9))
  }

  @Test("words are replaced, censored and made capitals, whole words alone, also across forms")
  func texts() {
    var mixed = caption(0, 1000, "")
    var bold = CaptionStyle()
    bold.isBold = true
    mixed.runs = [CaptionRun("Color"), CaptionRun("ful col", style: bold), CaptionRun("or, color")]
    let replaced = mixed.replacing([("color", "colour"), ("colorful", "colourful")])
    #expect(replaced.text == "colourful colour, colour")
    #expect(replaced.runs.map(\.text) == ["colourful", " colour", ", colour"])
    #expect(caption(0, 1, "Damn, damned!").censoring(["damn"]).text == "D***, damned!")
    #expect(caption(0, 1, "straße").uppercased.text == "STRASSE")
  }

  @Test(
    "in scripts without spaces letters match wherever they stand, and accents however they are written",
    arguments: [
      ("日本語です", "日本語", "日**です"), ("これは日本語", "日本語", "これは日**"), ("ภาษาไทยดี", "ไทย", "ภาษาไ**ดี"),
      ("un cafe\u{301} noir", "café", "un c*** noir"), ("cafés", "café", "cafés"),
      ("नमस्ते", "नम", "नमस्ते"),
    ])
  func matching(text: String, word: String, result: String) {
    #expect(caption(0, 1, text).censoring([word]).text == result)
    #expect(
      caption(0, 1, text).replacing([(word, "X")]).text
        == (text == result ? text : text.replacing(word, with: "X")))
  }

  @Test("where nothing tells words of Chinese and Japanese apart, each character is one")
  func characters() {
    let times = CaptionFilesTests.words(caption(0, 1000, "日本語。です").timed)
    #expect(times == "0-200 日|200-400 本|400-600 語。|600-800 で|800-1000 す")
    #expect(CaptionFilesTests.words(caption(0, 900, "one two").timed) == "0-450 one|450-900  two")
  }

  @Test("a word that is taken away takes a space with it, and a tab keeps words apart")
  func spaces() {
    func without(_ text: String) -> String {
      caption(0, 1, text).replacing([("hello", "")]).text
    }
    #expect(without("say hello world") == "say world")
    #expect(without("hello my friend") == "my friend")
    #expect(without("say (hello) twice") == "say () twice")
    let file = CaptionFile(captions: [caption(0, 1000, "tab\there\rand")])
    for format in [CaptionFormat.srt, .vtt, .ass, .ttml] {
      let text = CaptionWriter.write(file, as: format).text
      #expect(text.contains("tab here and"), "\(format): \(text)")
    }
  }

  @Test(
    "Timed Text of our own says nothing of the place of captions that stand where they usually do")
  func ownTimedText() {
    let text = CaptionWriter.write(file, as: .ttml).text
    let places = read(text, as: "a.ttml").captions.map(\.place)
    #expect(places == [CaptionPlace(), CaptionPlace()])
  }

  @Test("times that no file of captions can hold are refused")
  func tooLate() throws {
    #expect(throws: TimeOverflow.self) { try file.shifted(by: Rational(99_999_999_999)) }
    let late = try file.shifted(by: Rational(2_000_000_000)).captions
    let text = CaptionWriter.write(CaptionFile(captions: late), as: .srt).text
    #expect(lines(read(text, as: "a.srt").captions).count == 2)
  }

  @Test(
    "a word that is said to its caption's end is said to the later end that is put in its place")
  func lastWord() {
    let text = """
      WEBVTT

      00:00:01.000 --> 00:00:01.500
      One <00:00:01.200>two
      """
    let file = read(text, as: "a.vtt")
    let faults = CaptionRules.faults(of: file.captions, .netflixEnglish)
    let mended = CaptionMending.mended(file.captions, faults)
    #expect(CaptionFilesTests.words(mended.first) == "1000-1200 One|1200-1833.3  two")
    let written = CaptionWriter.write(CaptionFile(captions: mended), as: .vtt).text
    #expect(written.hasSuffix("One<00:00:01.200> two\n"), "\(written)")
  }
}
