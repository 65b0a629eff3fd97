import BaseValues
import CaptionFiles
import Diagnostics
import Testing
import TimelineModel

@Suite("Files of Timed Text")
struct TimedTextFileTests {
  private static func file(_ body: String, root: String = "", head: String = "", at: String = "")
    -> String
  {
    """
    <?xml version="1.0"?>
    <tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" \(root) xml:lang="de">
    <head>\(head)</head><body \(at)><div>
    \(body)
    </div></body></tt>
    """
  }

  // TTML 1 (third edition), 10.3.1; frames of 30000/1001 by hand: 15 · 1001/30000 s = 500.5 ms.
  @Test(
    "times are clocks, frames, ticks and numbers with units",
    arguments: [
      ("", "", #"begin="00:00:01.5" end="00:00:02.75""#, "1500-2750 A"),
      ("", "", #"begin="3s" dur="1.25s""#, "3000-4250 A"),
      ("", "", #"begin="0.5m" end="31500ms""#, "30000-31500 A"),
      (#"ttp:frameRate="25""#, "", #"begin="00:00:01:05" end="75f""#, "1200-3000 A"),
      (
        #"ttp:frameRate="30" ttp:frameRateMultiplier="1000 1001""#, "",
        #"begin="00:00:01:15" end="00:00:02:00""#, "1500.5-2000 A"
      ),
      // Timecodes count frames: 108,000 · 1001/30000 s and 45 more; 1,800 frames are before 00:01:00:02.
      (
        #"ttp:timeBase="smpte" ttp:frameRate="30" ttp:frameRateMultiplier="1000 1001""#, "",
        #"begin="01:00:00:00" end="01:00:01:15""#, "3603600-3605101.5 A"
      ),
      (
        #"ttp:timeBase="smpte" ttp:frameRate="30" ttp:frameRateMultiplier="1000 1001" ttp:dropMode="dropNTSC""#,
        "", #"begin="00:01:00:02" end="00:10:00:00""#, "60060-599999.4 A"
      ),
      (
        #"ttp:timeBase="smpte" ttp:frameRate="30" ttp:frameRateMultiplier="1000 1001" ttp:dropMode="dropPAL""#,
        "", #"begin="00:02:00:04" end="01:00:00:00""#, "120120-3599996.4 A"
      ),
      (
        #"ttp:timeBase="smpte" ttp:frameRate="25""#, "",
        #"begin="01:00:00:00" end="01:00:01:05""#, "3600000-3601200 A"
      ),
      (#"ttp:tickRate="10000000""#, "", #"begin="15000000t" end="27500000t""#, "1500-2750 A"),
      ("", #"begin="10s" end="12s""#, #"begin="1s" end="5s""#, "11000-12000 A"),
    ])
  func times(root: String, body: String, paragraph: String, caption: String) {
    let file = read(Self.file("<p \(paragraph)>A</p>", root: root, at: body), as: "a.ttml")
    #expect(lines(file.captions) == [caption])
    #expect(file.findings == [])
  }

  @Test("styles that are referred to, regions and speakers are read")
  func styles() throws {
    let file = read(
      Self.file(
        """
        <p begin="1s" end="2s" region="r" style="b" ttm:agent="x">Hello
          <span tts:fontWeight="bold">you</span><br/>  &amp; me</p>
        """,
        head: """
          <ttm:agent xml:id="x"><ttm:name>Anna</ttm:name></ttm:agent>
          <styling><style xml:id="a" tts:color="yellow" tts:fontSize="150%"/>
          <style xml:id="b" style="a" tts:fontStyle="italic"/></styling>
          <layout><region xml:id="r" tts:origin="10% 80%" tts:extent="80% 10%"
            tts:displayAlign="after" tts:textAlign="center"/></layout>
          """), as: "a.ttml")
    let caption = try #require(file.captions.first)
    #expect(caption.text == "Hello you\n& me")
    #expect(caption.speaker == "Anna")
    #expect(caption.runs.allSatisfy { $0.style.color == Color(red: 255, green: 255, blue: 0) })
    #expect(caption.runs.map(\.style.isBold) == [false, true, false])
    #expect(caption.runs[0].style.scale == Rational(3, over: 2) && caption.runs[0].style.isItalic)
    #expect(caption.place.x == Rational(1, over: 2) && caption.place.y == Rational(9, over: 10))
    #expect(caption.place.anchorY == .end && caption.place.width == Rational(4, over: 5))
    #expect(file.findings == [])
  }

  @Test("parts that begin later and stay are words")
  func wordTimes() {
    let file = read(
      Self.file(
        #"<p begin="10s" end="12s"><span begin="0s">One</span> <span begin="0.5s" end="2s">two,</span></p>"#
      ),
      as: "a.ttml")
    #expect(words(file.captions.first) == "10000-10500 One|10500-12000  two,")
    let lyrics = read(
      Self.file(
        #"<p begin="10s" end="12s"><span begin="10s" end="10.5s">One</span> <span begin="11s" end="12s">two,</span></p>"#,
        root: #"itunes:timing="Word""#, at: #"begin="9s" end="20s""#),
      as: "a.ttml")
    #expect(lines(lyrics.captions) == ["10000-12000 One two,"])
    #expect(words(lyrics.captions.first) == "10000-10500 One|11000-12000  two,")
    let open = read(
      Self.file(#"<p><span begin="1s">One</span> <span begin="9s">two</span></p>"#), as: "a.ttml")
    #expect(words(open.captions.first) == "1000-9000 One|9000-10000  two")
    #expect(open.findings.map(\.id) == [.captionEndMissing])
  }

  // TTML 1 (third edition), 10.4: what has times is shown within these alone. Its line breaks stay.
  @Test(
    "parts that end before their paragraph are captions of their own",
    arguments: [
      (
        #"<p begin="0s" end="10s"><span begin="1s" end="2s">A</span><br/><span begin="5s" end="6s">B</span></p>"#,
        ["1000-2000 A", "5000-6000 B"]
      ),
      (
        #"<p begin="60s" end="64s"><span begin="0s" end="2s">A</span><span begin="2s" end="4s">B</span></p>"#,
        ["60000-62000 A", "62000-64000 B"]
      ),
      (
        #"<p begin="0s" end="4s">X <span begin="1s" end="2s">A</span> Y<br/><span begin="2s" end="3s">B</span></p>"#,
        ["0-1000 X Y", "1000-2000 X A Y", "2000-3000 X Y/B", "3000-4000 X Y"]
      ),
      (
        #"<p begin="0s" end="6s"><span end="4s">A</span><br/><span begin="2s">B</span></p>"#,
        ["0-2000 A", "2000-4000 A/B", "4000-6000 B"]
      ),
      (
        #"<p begin="0s" end="4s">X<span begin="1s" end="2s">A<br/></span>Y</p>"#,
        ["0-1000 X/Y", "1000-2000 XA/Y", "2000-4000 X/Y"]
      ),
      (
        #"<p><span begin="1s" end="2s">A</span></p><p begin="3s"><span end="1s">B</span></p>"#,
        ["1000-2000 A", "3000-4000 B"]
      ),
    ])
  func parts(paragraph: String, captions: [String]) {
    let file = read(Self.file(paragraph), as: "a.ttml")
    #expect(lines(file.captions) == captions)
    #expect(file.findings == [])
    #expect(file.captions.allSatisfy { !$0.hasWordTimes })
  }

  @Test("many parts that come and go take no longer for being many")
  func manyParts() {
    let parts = (0..<3_000).map { "<span begin=\"\($0)ms\" dur=\"1ms\">A</span>" }.joined()
    let file = read(Self.file("<p begin=\"0s\" end=\"30s\">\(parts)</p>"), as: "a.ttml")
    #expect(file.captions.map(\.text.utf8.count) == [3_000])
  }

  @Test("white space is kept where the file says so, and not where it says otherwise within")
  func space() {
    let file = read(
      Self.file(
        """
        <p begin="1s" end="2s">a  b<span xml:space="default">  c
            d</span></p>
        <p begin="3s" end="4s" xml:space="default">a  b</p>
        """, at: #"xml:space="preserve""#), as: "a.ttml")
    #expect(lines(file.captions) == ["1000-2000 a  b c d", "3000-4000 a b"])
    #expect(file.findings == [])
  }

  @Test(
    "times that are spelled otherwise are read as they are meant, and told",
    arguments: [
      (#"begin="00:00:01,500" end="00:00:02.5""#, "1500-2500 A", #"begin="00:00:01.500""#),
      (#"begin="19.764" end="00:00:20""#, "19764-20000 A", #"begin="19.764s""#),
      (#"begin="3:58.640" end="4m""#, "238640-240000 A", #"begin="00:03:58.640""#),
      (#"begin="1,5" end="2s""#, "1500-2000 A", #"begin="1.5s""#),
      (#"begin="1s" dur="2""#, "1000-3000 A", #"dur="2s""#),
    ])
  func spelling(times: String, caption: String, mended: String) {
    let file = read(Self.file("<p \(times)>A</p>"), as: "a.ttml")
    #expect(lines(file.captions) == [caption])
    #expect(file.findings.map(\.id) == [.captionSpelling])
    let text = CaptionReader.mended(file.text, format: .ttml)
    #expect(String(decoding: text.bytes, as: UTF8.self).contains(mended))
    #expect(read(text.bytes, as: "a.ttml").findings == [])
  }

  @Test("a time that cannot be read leaves its caption out")
  func wrongTime() {
    let file = read(
      Self.file(
        """
        <p begin="x" end="2s">A</p><p begin="1s" end="2s">B<span begin="1:2:3:4:5">C</span></p>
        <p begin="3s" end="4-5">D</p>
        """), as: "a.ttml")
    #expect(lines(file.captions) == ["1000-2000 B"])
    #expect(file.findings.map(\.id) == [MessageID](repeating: .captionTimeSyntax, count: 3))
  }

  // TTML 1 (third edition), 10.4: times in a sequence count from the end of what is before.
  @Test("parts of a sequence follow each other")
  func sequence() {
    let file = read(
      """
      <tt><body timeContainer="seq" begin="10s"><div timeContainer="seq">
      <p dur="2s">A<br/></p><p dur="3s">B</p><p begin="1s" end="2s">C</p></div>
      <div><p begin="1s" dur="2s">D</p><p dur="1s">E</p></div>
      <div timeContainer="par"><p timeContainer="seq"><span dur="1s">F</span></p></div>
      </body></tt>
      """, as: "a.ttml")
    #expect(
      lines(file.captions) == [
        "10000-12000 A", "12000-15000 B", "16000-17000 C", "17000-18000 E", "18000-20000 D",
        "20000-21000 F",
      ])
    #expect(file.findings == [])
  }

  @Test("captions are shown while their region is")
  func regionTimes() {
    let file = read(
      Self.file(
        """
        <p region="a" begin="1s" end="5s">A</p><p region="a" begin="2.5s" end="2.75s">B</p>
        <p region="a" begin="4s" end="5s">C</p><p region="b" begin="4s" end="5s">D</p>
        """,
        head: """
          <layout><region xml:id="a" begin="2s" dur="1s"/><region xml:id="b"/></layout>
          """), as: "a.ttml")
    #expect(lines(file.captions) == ["2000-3000 A", "2500-2750 B", "4000-5000 D"])
    #expect(ids(file) == ["caption-text-outside 5:1"])
    let wrong = read(
      Self.file(
        #"<p region="a" begin="1s" end="2s">A</p>"#,
        head: #"<layout><region xml:id="a" begin="x"/></layout>"#), as: "a.ttml")
    #expect(lines(wrong.captions) == ["1000-2000 A"])
    #expect(wrong.findings.map(\.id) == [.captionNotUnderstood])
  }

  @Test("declarations of types, depth and other XML are refused")
  func refused() {
    #expect(
      ids(read("<!DOCTYPE tt [<!ENTITY a \"b\">]><tt/>", as: "a.ttml")) == ["caption-markup 1:1"])
    #expect(ids(read("<html/>", as: "a.ttml")) == ["caption-markup 1:1"])
    let deep = Self.file(String(repeating: "<span>", count: 70) + "x")
    #expect(ids(read(deep, as: "a.ttml")).contains { $0.hasPrefix("caption-markup") })
  }

  @Test("elements that are not closed lose no caption")
  func damaged() {
    let file = read(
      "<tt><body><div><p begin=\"1s\" end=\"2s\">A<p begin=\"3s\" end=\"4s\"><span>B</p>",
      as: "a.ttml")
    #expect(lines(file.captions) == ["1000-2000 A", "3000-4000 B"])
    #expect(Set(file.findings.map(\.id)) == [.captionTag])
  }

  @Test("a file without any element is refused with a word, as is an empty one")
  func nothing() {
    for text in ["", "not timed text", "version https://git-lfs.github.com/spec/v1\nsize 1\n"] {
      let (file, _, findings) = CaptionReader.read(SourceFile(path: "a.ttml", text: text))
      #expect(file?.captions.isEmpty ?? true)
      #expect(!findings.isEmpty, "\(text)")
    }
  }
}
