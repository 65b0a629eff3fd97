import BaseValues
import CaptionFiles
import Diagnostics
import Testing

/// Nothing that is said is lost where captions are parted.
@Suite("Texts of captions that are parted")
struct CaptionLossTests {
  private func words(_ captions: [Caption]) -> [Substring] {
    captions.flatMap { $0.text.split(whereSeparator: \.isWhitespace) }
  }

  @Test("words that are said for no time stay with their neighbours")
  func momentary() throws {
    let text = """
      WEBVTT

      00:00.000 --> 00:10.000
      Good <00:08.000>night.
      <00:09.000>- Bye, <00:09.500>Bob.
      """
    let caption = try #require(read(text, as: "a.vtt").captions.first)
    let all = words([caption])
    for count in 1...5 {
      #expect(words(caption.split(words: count)) == all, "\(count) words")
    }
    for characters in [3, 8, 12] {
      let parts = caption.split(characters: characters, lines: 1)
      #expect(words(parts) == all, "\(characters) characters")
      #expect(parts.allSatisfy { $0.start < $0.end })
    }
    // "- Bye," is said at 9 s, and not by the letters before it.
    let bye = try #require(
      caption.split(characters: 12, lines: 1).first { $0.text.contains("Bye") })
    #expect(bye.start >= Rational(8))
  }

  @Test("words of no length in a file of words are shown")
  func zeroLength() throws {
    let text = """
      {"segments":[{"start":0,"end":2,"text":"I really do","words":[
        {"word":" I","start":0,"end":0.5},{"word":" really","start":0.5,"end":0.5},
        {"word":" do","start":0.5,"end":2}]}]}
      """
    let caption = try #require(read(text, as: "a.json").captions.first)
    #expect(words(caption.split(words: 1)) == ["I", "really", "do"])
  }

  @Test(
    "of two voices in one caption each keeps its words, a line and, where there is a place for it, its name"
  )
  func voices() throws {
    let text = """
      WEBVTT

      00:01.000 --> 00:05.000
      <v Anna>Short.
      <v Bob>Short too.

      00:06.000 --> 00:07.000
      <v Anna>One. <v Anna>And more.
      """
    let (captions, findings, _) = read(text, as: "a.vtt")
    #expect(captions.map(\.speaker) == [nil, "Anna"])
    #expect(captions.map(\.text) == ["Short.\nShort too.", "One. And more."])
    #expect(findings.isEmpty, "\(findings)")
    #expect(captions[0].speakerNames == ["Anna", "Bob"])
    // One line would be long enough for both.
    let broken = try #require(captions[0].rebroken(characters: 40, lines: 2))
    #expect(broken.text == "Short.\nShort too.")
    let file = CaptionFile(captions: captions)
    let vtt = CaptionWriter.write(file, as: .vtt)
    #expect(vtt.text.contains("<v Anna>Short.</v>\n<v Bob>Short too.</v>"), "\(vtt.text)")
    #expect(vtt.text.contains("<v Anna>One. And more."))
    let ttml = CaptionWriter.write(file, as: .ttml).text
    let (again, _, _) = read(ttml, as: "a.ttml")
    #expect(again.map(\.speakerNames) == [["Anna", "Bob"], ["Anna"]])
    for format in [CaptionFormat.srt, .ass, .json] {
      let losses = CaptionWriter.write(file, as: format).findings
      #expect(losses.contains { $0.message.contains("who speaks") }, "\(format): \(losses)")
    }
  }

  @Test("a part of a paragraph that another one says takes nothing from the paragraph's speaker")
  func partOfParagraph() throws {
    let text = """
      <tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttm="http://www.w3.org/ns/ttml#metadata">
        <head><metadata><ttm:agent xml:id="a" type="person"><ttm:name type="full">Anna</ttm:name></ttm:agent>
          <ttm:agent xml:id="b" type="person"><ttm:name type="full">Bob</ttm:name></ttm:agent></metadata></head>
        <body><div><p begin="1s" end="3s" ttm:agent="a">Shall we?<br/><span ttm:agent="b">Yes.</span></p></div></body>
      </tt>
      """
    let caption = try #require(read(text, as: "a.ttml").captions.first)
    #expect(caption.speaker == nil && caption.speakerNames == ["Anna", "Bob"])
  }

  @Test(
    "words that are written at one time share it, and none is glued to another",
    arguments: [
      ("<00:00:01.000>the <00:00:01.000>quick <00:00:01.000>brown <00:00:01.000>fox", 4),
      ("One <00:00:04.000>two <00:00:04.000>three", 1),
    ])
  func wordsOfOneTime(_ text: String, _ count: Int) throws {
    let file = "WEBVTT\n\n00:01.000 --> 00:04.000\n\(text)\n"
    let caption = try #require(read(file, as: "a.vtt").captions.first)
    let parts = caption.split(words: 1)
    #expect(words(parts).joined(separator: " ") == caption.text)
    #expect(parts.count == count)
    #expect(parts.allSatisfy { $0.start < $0.end })
    #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.end <= $1.start })
    let narrow = caption.split(characters: 9, lines: 1)
    #expect(words(narrow).joined(separator: " ") == caption.text)
  }

  @Test("a dash is said with the word behind it, also on a second line")
  func dashesOfWords() throws {
    let text = """
      WEBVTT

      00:01.000 --> 00:05.000
      <00:01.500>- Hello <00:02.000>there?
      <00:03.000>- Yes.
      """
    let caption = try #require(read(text, as: "a.vtt").captions.first)
    let starts = caption.runs.map { ($0.text, $0.said?.start) }
    #expect(starts.map(\.0) == ["- Hello", " there?", "\n- Yes."])
    #expect(starts.map(\.1) == [Rational(3, over: 2), Rational(2), Rational(3)])
    let again = CaptionWriter.write(CaptionFile(captions: [caption]), as: .vtt).text
    let reread = try #require(read(again, as: "a.vtt").captions.first)
    #expect(reread.runs.map(\.said) == caption.runs.map(\.said), "\(again)")
  }

  @Test(
    "who begins to speak begins a line, however that is written",
    arguments: [
      "- \u{623}\u{64A}\u{646}\u{61F}", "\u{202B}- One.\u{202C}", "\u{FF0D} One.", "\u{2022} One.",
      ">> One.",
      "MAN #2: One.", "BOB (ON PHONE): One.", "[Bob]: One.", "Dr. van Dyke: One.",
      "\u{9C8D}\u{52C3}\u{FF1A}One.",
    ])
  func turns(_ line: String) {
    // As long as a line, so that more would be joined to it.
    let second = line + " And a few words more."
    let text = "- This is the first who speaks.\n" + second + "\nand goes on in a third line here."
    for part in caption(0, 9000, text).split(characters: 60, lines: 2) {
      for shown in part.lines where shown.contains("first") || shown.contains("speaks") {
        #expect(!shown.contains("more"), "\(part.text.debugDescription)")
      }
    }
  }

  @Test("a caption of thousands of words is broken at once")
  func long() {
    let text = (0..<3000).map { "word\($0)" }.joined(separator: " ")
    let broken = caption(0, 6000, text).rebroken(characters: 5000, lines: 32)
    #expect(broken.map { words([$0]).count } == 3000)
  }
}
