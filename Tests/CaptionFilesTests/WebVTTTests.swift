import BaseValues
import CaptionFiles
import Diagnostics
import Testing
import TimelineModel

@Suite("Files of WebVTT")
struct WebVTTFileTests {
  @Test("cues, names, languages, notes and entities are read")
  func plain() {
    let (file, _, findings) = CaptionReader.read(
      SourceFile(
        path: "a.vtt",
        text: """
          WEBVTT - title
          Language: fr

          NOTE
          a comment

          first
          00:01.000 --> 00:02.500
          A &amp; B &lt;i&gt; &#233;

          01:00:00.000 --> 01:00:01.000
          Hours
          """))
    #expect(lines(file?.captions ?? []) == ["1000-2500 A & B <i> é", "3600000-3601000 Hours"])
    #expect(file?.captions.map(\.name) == ["first", nil])
    #expect(file?.language == "fr")
    #expect(findings == [])
  }

  @Test("styles of classes, elements and voices are forms")
  func styles() throws {
    let file = read(
      """
      WEBVTT

      STYLE
      ::cue(.loud), ::cue(b) { font-weight: bold; font-size: 150% }
      ::cue(v[voice="Bob"]) { color: #00ff00; background-color: rgba(0, 0, 0, 0.5) }

      00:01.000 --> 00:02.000
      <v Bob>a <c.loud>b</c></v> <c.yellow.bg_blue>c</c>
      """, as: "a.vtt")
    let runs = try #require(file.captions.first).runs
    #expect(file.captions.first?.speaker == "Bob")
    #expect(runs.map(\.text) == ["a ", "b", " ", "c"])
    #expect(runs[0].style.color == Color(red: 0, green: 255, blue: 0))
    #expect(runs[0].style.background == Color(red: 0, green: 0, blue: 0, alpha: 128))
    #expect(runs[1].style.isBold && runs[1].style.scale == Rational(3, over: 2))
    #expect(runs[3].style.color == Color(red: 255, green: 255, blue: 0))
    #expect(runs[3].style.background == Color(red: 0, green: 0, blue: 255))
    #expect(file.findings == [])
  }

  @Test(
    "settings say places",
    arguments: [
      ("line:0", nil, Rational(0), CaptionPlace.Side.start),
      (
        "line:50%,center position:25%,line-left", Rational(5, over: 8), Rational(1, over: 2),
        .middle
      ),
      ("line:-1", nil, nil, nil), ("align:start", Rational(0), nil, nil),
      ("align:end", Rational(1), nil, nil),
      ("position:50%,center align:start", Rational(0), nil, nil),
      ("position:80%,line-right align:start size:40%", Rational(2, over: 5), nil, nil),
      ("size:40% align:start position:50%,center", Rational(3, over: 10), nil, nil),
      ("line:-3", nil, Rational(283, over: 340), .end),
      ("line:90%,end", nil, Rational(9, over: 10), .end),
    ] as [(String, Rational?, Rational?, CaptionPlace.Side?)])
  func settings(text: String, x: Rational?, y: Rational?, anchor: CaptionPlace.Side?) throws {
    let file = read("WEBVTT\n\n00:01.000 --> 00:02.000 \(text)\nA\n", as: "a.vtt")
    let place = try #require(file.captions.first).place
    #expect(place.x == x && place.y == y && place.anchorY == anchor)
    #expect(file.findings == [])
  }

  @Test(
    "a cue is no wider than the picture beside its position",
    arguments: [
      ("position:90%,line-left align:start", 10), ("position:20%,line-right", 20),
      ("position:30%", 60), ("position:70% size:80%", 60), ("position:100%,line-left", 5),
      ("align:start", nil), ("position:50%", nil), ("size:50%", nil),
    ] as [(String, Int64?)])
  func width(text: String, percent: Int64?) throws {
    let file = read("WEBVTT\n\n00:01.000 --> 00:02.000 \(text)\nA\n", as: "a.vtt")
    let place = try #require(file.captions.first).place
    #expect(place.mostWidth == percent.flatMap { Rational($0, 100) })
    if text.contains("size:80%") { #expect(place.width == place.mostWidth) }
  }

  @Test("times within a text are those of its words")
  func times() {
    let file = read(
      "WEBVTT\n\n00:01.000 --> 00:04.000\nNever <00:01.500>drink <00:02.000><c>liquid</c> <00:03.000>nitrogen.\n",
      as: "a.vtt")
    #expect(
      words(file.captions.first)
        == "1000-1500 Never|1500-2000  drink|2000-3000  liquid|3000-4000  nitrogen.")
    let automatic = read(
      "WEBVTT\n\n00:00.000 --> 00:02.000\nhello<00:00.500><c> big wide</c><00:01.500><c> world</c>\n",
      as: "a.vtt")
    #expect(
      words(automatic.captions.first)
        == "0-500 hello|500-928.6  big|928.6-1500  wide|1500-2000  world")
  }

  @Test("a line of white space does not end a caption", arguments: [" ", "\t", "  \t"])
  func whiteSpace(space: String) {
    let file = read(
      """
      WEBVTT

      00:01.000 --> 00:02.000
      \(space)
      first

      00:03.000 --> 00:04.000
      a
      \(space)
      b
      \(space)
      00:05.000 --> 00:06.000
      c
      """, as: "a.vtt")
    #expect(lines(file.captions) == ["1000-2000 first", "3000-4000 a/b", "5000-6000 c"])
    #expect(file.findings == [])
  }

  @Test("an arrow within a text ends the caption", arguments: ["foo --> bar", "-->", "a-->b"])
  func arrow(line: String) {
    let file = read(
      "WEBVTT\n\n00:01.000 --> 00:02.000\ntext\n\(line)\nmore\n\n00:03.000 --> 00:04.000\nb --&gt; c\n",
      as: "a.vtt")
    #expect(lines(file.captions) == ["1000-2000 text", "3000-4000 b --> c"])
    #expect(file.findings.map(\.id) == [.captionTextOutside])
    #expect(file.findings.first.map { file.text.position(ofOffset: $0.range.lower).line } == 5)
  }

  // Characters by the table of HTML, section 13.5.
  @Test(
    "characters are written by name and number",
    arguments: [
      ("&eacute;&copy;&hellip;&mdash;&quot;&apos;&#39;&rsquo;", "é©…—\"''’", 0),
      ("a &amp b &lt c &eacute, &#233 &#xE9;", "a & b < c é, é é", 0),
      ("&#146; &euro; &yuml; &nbsp;x&shy;", "’ € ÿ \u{A0}x\u{AD}", 0),
      ("a &foo; b &Bar2; &hellip c", "a &foo; b &Bar2; &hellip c", 1),
      ("R&D, A & B; &; &#; &#0; Q&A;", "R&D, A & B; &; &#; &#0; Q&A;", 1),
      ("R&AMP;D; A&ampb", "R&D; A&ampb", 0),
    ])
  func characters(written: String, shown: String, findings: Int) {
    let file = read("WEBVTT\n\n00:01.000 --> 00:02.000\n\(written)\n", as: "a.vtt")
    #expect(file.captions.first?.text == shown)
    #expect(
      file.findings.count == findings && file.findings.allSatisfy { $0.id == .captionSpelling })
  }

  @Test(
    "a sign that begins no tag is text, and is told",
    arguments: [
      ("I <3 you <b>so</b>", "I <3 you so"), ("a < b", "a < b"), ("x <", "x <"),
      ("1 <2 and 3> 2", "1 <2 and 3> 2"),
    ])
  func signs(written: String, shown: String) {
    let file = read("WEBVTT\n\n00:01.000 --> 00:02.000\n\(written)\n", as: "a.vtt")
    #expect(file.captions.first?.text == shown)
    #expect(file.findings.map(\.id) == [.captionSpelling])
  }

  @Test(
    "the first line is the format's name, alone or before a space",
    arguments: [("WEBVTT", 0), ("WEBVTT x", 0), ("WEBVTT\tx", 0), ("WEBVTTx", 1), ("WEBVTT-1", 1)])
  func header(line: String, findings: Int) {
    let file = read("\(line)\n\n00:01.000 --> 00:02.000\nA\n", as: "a.vtt")
    #expect(lines(file.captions) == ["1000-2000 A"])
    #expect(ids(file) == (findings == 0 ? [] : ["caption-header 1:1"]))
  }

  @Test("mistakes are read as they are meant")
  func damaged() {
    let comma = read("WEBVTT\n\n00:00:01,000 --> 00:00:02,000\nA\n", as: "a.vtt")
    #expect(lines(comma.captions) == ["1000-2000 A"])
    #expect(ids(comma) == ["caption-spelling 3:9"])
    let bare = read("00:00:01.000 --> 00:00:02.000\nA\n", as: "a.vtt")
    #expect(lines(bare.captions) == ["1000-2000 A"])
    #expect(ids(bare) == ["caption-header 1:1"])
    let close = read(
      "WEBVTT\n\n00:01.000 --> 00:02.000\nA\n00:03.000 --> 00:04.000\nB\n\nmore\n", as: "a.vtt")
    #expect(lines(close.captions) == ["1000-2000 A", "3000-4000 B"])
    #expect(ids(close) == ["caption-blank-line 8:1"])
    let sign = read("WEBVTT\n\n00:01.000 --> 00:02.000\n5 < 6 & 7 > 3\n", as: "a.vtt")
    #expect(lines(sign.captions) == ["1000-2000 5 < 6 & 7 > 3"])
    #expect(ids(sign) == ["caption-spelling 4:3"])
    let region = read(
      "WEBVTT\n\nREGION\nid:a\n\n00:01.000 --> 00:02.000 region:a vertical:rl\nA\n", as: "a.vtt")
    #expect(
      ids(region)
        == [
          "caption-not-understood 3:1", "caption-not-understood 6:25",
          "caption-not-understood 6:34",
        ])
  }
}
