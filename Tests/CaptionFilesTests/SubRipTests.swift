import CaptionFiles
import Diagnostics
import Testing
import TimelineModel

@Suite("Files of SubRip")
struct SubRipTests {
  @Test("captions have the times and the lines of the file")
  func plain() {
    let file = read(
      "1\n00:00:01,000 --> 00:00:02,500\nHello\nthere\n\n2\n01:00:03,250 --> 01:00:04,000\nWorld\n",
      as: "a.srt")
    #expect(lines(file.captions) == ["1000-2500 Hello/there", "3603250-3604000 World"])
    #expect(file.captions.map(\.name) == ["1", "2"])
    #expect(file.findings == [])
  }

  // What pysubs2 1.8 reads of the same files, but for the texts that it drops or keeps as tags.
  @Test(
    "files that people damage are read as they are meant",
    arguments: [
      ("1\n00:00:01.000 --> 00:00:02.500\nHello\n", "1000-2500 Hello", "caption-spelling 2:9"),
      ("00:00:01,000 --> 00:00:02,500\nHello\n", "1000-2500 Hello", "caption-spelling 1:1"),
      ("1\n00:00:01,000 -> 00:00:02,500\nHello\n", "1000-2500 Hello", "caption-spelling 2:14"),
      ("1\n0:0:1,5 --> 0:0:2,50\nHello\n", "1500-2500 Hello", "caption-spelling 2:1"),
      ("1\n00:00:01,000 --> 00:00:02,000\nA\n\nB\n", "1000-2000 A/B", "caption-blank-line 4:1"),
      (
        "1\n00:00:01,000 -->\nAn end is missing\n", "1000-2133.3 An end is missing",
        "caption-end-missing 2:1"
      ),
      (
        "1\n00:00:05,000 --> 00:00:02,000\nBack\n", "5000-6000 Back", "caption-end-before-start 2:1"
      ),
      ("1\n00:00:01,000 --> 00:00:02,000\n<i>Open\n", "1000-2000 Open", "caption-tag 3:1"),
      ("1\n00:00:01,000 --> 00:00:02,000\nOpen</b>\n", "1000-2000 Open", "caption-tag 3:5"),
      ("1\n00:00:01,000 --> 00:00:02,000 X1:5\nA\n", "1000-2000 A", "caption-not-understood 2:31"),
      ("1\n100:00:01,000 --> 100:00:02,000\nLate\n", "360001000-360002000 Late", ""),
    ])
  func damaged(text: String, caption: String, finding: String) {
    let file = read(text, as: "a.srt")
    #expect(lines(file.captions) == [caption])
    #expect(ids(file) == (finding.isEmpty ? [] : [finding]))
  }

  @Test("what cannot be read leaves out its caption and none beside it")
  func lost() {
    let file = read(
      "1\n00:00:01,000 --> 00:00:02,000\nA\n\n2\nzz:00:03 --> 00:00:04,000\nB\n\n3\n00:00:05,000 --> 00:00:06,000\nC\n",
      as: "a.srt")
    #expect(lines(file.captions) == ["1000-2000 A", "5000-6000 C"])
    #expect(ids(file) == ["caption-time-syntax 6:1"])
    #expect(file.findings.containsErrors)
  }

  @Test("a number at a caption's end belongs to it where no times follow")
  func numbers() {
    let file = read(
      "1\n00:00:01,000 --> 00:00:02,000\nHow many?\n42\n\n2\n00:00:03,000 --> 00:00:04,000\n7\n3\n00:00:05,000 --> 00:00:06,000\nB\n",
      as: "a.srt")
    #expect(lines(file.captions) == ["1000-2000 How many?/42", "3000-4000 7", "5000-6000 B"])
    #expect(file.findings == [])
  }

  @Test("captions may overlap, and stand in the order of their starts")
  func overlap() {
    let file = read(
      "1\n00:00:03,000 --> 00:00:05,000\nB\n\n2\n00:00:01,000 --> 00:00:04,000\nA\n", as: "a.srt")
    #expect(lines(file.captions) == ["1000-4000 A", "3000-5000 B"])
    #expect(file.findings == [])
  }

  @Test("tags are forms, and what only looks like one is text")
  func tags() throws {
    let file = read(
      "1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<b>B</b> <font color=\"#00ff00\" face=\"Lato\">G</font> 1 < 2 <3 <hm>\n",
      as: "a.srt")
    let caption = try #require(file.captions.first)
    #expect(caption.text == "B G 1 < 2 <3 <hm>")
    #expect(caption.runs.map(\.style.isBold) == [true, false, false, false])
    #expect(caption.runs[2].style.color == Color(red: 0, green: 255, blue: 0))
    #expect(caption.runs[2].style.font == "Lato")
    #expect(caption.place.anchorY == .start && caption.place.anchorX == .middle)
  }

  @Test("breaks and hard spaces of ASS are read")
  func escapes() {
    let file = read("1\n00:00:01,000 --> 00:00:02,000\na\\hb\\Nc\n", as: "a.srt")
    #expect(lines(file.captions) == ["1000-2000 a\u{A0}b/c"])
    #expect(file.findings == [])
  }

  @Test("certain fixes make a file without findings of spelling that reads the same")
  func fixes() {
    let file = read(
      "1\n0:00:01.5 -> 0:00:02.5\nA\n\n2\n00:00:03.000 --> 00:00:04.000\nB\n", as: "a.srt")
    let again = read(CaptionReader.mended(file.text, format: .srt).bytes, as: "a.srt")
    #expect(lines(again.captions) == lines(file.captions))
    #expect(again.findings == [])
  }

  @Test("more findings than anybody reads are counted")
  func manyFindings() {
    let text = (0..<3000).map { "\($0 + 1)\n00:00:01,000 --> 00:00:02,000\n<i>x\n" }
      .joined(separator: "\n")
    let file = read(text, as: "a.srt")
    #expect(file.captions.count == 3000)
    #expect(file.findings.count == 1001)
  }
}
