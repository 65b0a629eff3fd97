import BaseValues
import CaptionFiles
import Diagnostics
import Testing
import TimelineModel

@Suite("Written files of captions")
struct CaptionWriterTests {
  /// One with much in it.
  private static func rich() -> CaptionFile {
    var first = caption(1000, 4000, "")
    var bold = CaptionStyle()
    bold.isBold = true
    bold.color = Color(red: 255, green: 255, blue: 0)
    var odd = CaptionStyle()
    odd.color = Color(red: 1, green: 2, blue: 3, alpha: 4)
    odd.font = "Lato"
    odd.scale = Rational(3, over: 2)
    odd.isStruck = true
    func said(_ start: Int64, _ end: Int64) -> TimeRange? {
      TimeRange(start: Rational(start, 1000) ?? .zero, end: Rational(end, 1000) ?? .zero)
    }
    first.runs = [
      CaptionRun("Never", style: bold, said: said(1200, 1500)),
      CaptionRun(" <drink>", said: said(1800, 2000)),
      CaptionRun("\n&{liquid}", style: odd, said: said(2000, 3900)),
    ]
    first.name = "a"
    first.speaker = "Bob"
    first.place.x = Rational(1, over: 4)
    first.place.y = Rational(1, over: 10)
    first.place.anchorX = .start
    first.place.anchorY = .start
    first.place.alignment = .start
    first.place.mostWidth = Rational(3, over: 4)
    return CaptionFile(captions: [first, caption(5000, 6001, "plain\ntext")], language: "en")
  }

  @Test("WebVTT that was written is read as the same captions")
  func vtt() throws {
    let (text, losses) = CaptionWriter.write(Self.rich(), as: .vtt)
    #expect(losses == [])
    let back = CaptionReader.read(SourceFile(path: "a.vtt", text: text))
    #expect(back.findings == [])
    #expect(back.file?.language == "en")
    for (old, var new) in zip(Self.rich().captions, try #require(back.file).captions) {
      new.range = old.range
      new.timeRange = old.timeRange
      #expect(new == old)
    }
  }

  @Test(
    "WebVTT has the times of words that the file has, and not those that were shared out",
    arguments: [
      "never drink liquid\nnitrogen<00:00:03.000> it's<00:00:03.500> cold",
      "one two <00:00:03.000>three four<00:00:03.500> five",
      "hello<00:00:03.000> big wide<00:00:04.000> world",
    ])
  func sharedTimes(text: String) throws {
    let file = "WEBVTT\n\n00:00:02.000 --> 00:00:05.000\n\(text)\n"
    let read = CaptionReader.read(SourceFile(path: "a.vtt", text: file)).file
    let written = CaptionWriter.write(try #require(read), as: .vtt).text
    #expect(written == file.replacing(" <00:00:03.000>three", with: "<00:00:03.000> three"))
    let again = CaptionReader.read(SourceFile(path: "a.vtt", text: written)).file
    #expect(again?.captions.map(\.runs) == read?.captions.map(\.runs))
  }

  @Test("SubRip has times, lines and forms, and tells what it loses")
  func srt() throws {
    let (text, losses) = CaptionWriter.write(Self.rich(), as: .srt)
    #expect(
      text == """
        1
        00:00:01,000 --> 00:00:04,000
        {\\an7}<font color="#ffff00"><b>Never</b></font> <\u{2060}drink>
        <font color="#010203" face="Lato"><s>&{liquid}</s></font>

        2
        00:00:05,000 --> 00:00:06,001
        plain
        text

        """)
    let words = losses.map { $0.message }
    #expect(words.count == 7 && losses.allSatisfy { $0.id == .captionLost })
    let back = read(text, as: "a.srt")
    #expect(back.findings == [])
    #expect(CaptionWriter.write(CaptionFile(captions: back.captions), as: .srt).text == text)
  }

  @Test("ASS has words, forms and places")
  func ass() throws {
    let (text, _) = CaptionWriter.write(Self.rich(), as: .ass)
    #expect(
      text.contains(
        "Dialogue: 0,0:00:01.00,0:00:04.00,Default,Bob,0,0,0,,{\\an7\\pos(480,108)}"
          + "{\\k20}{\\k30\\b1\\c&H00FFFF&}Never"))
    let back = read(text, as: "a.ass")
    #expect(words(back.captions.first) == "1200-1500 Never|1800-2000  <drink>|2000-3900 /&{liquid}")
    #expect(back.captions.first?.place.x == Rational(1, over: 4))
    #expect(back.captions.first?.runs[2].style == Self.rich().captions[0].runs[2].style)
    #expect(back.findings == [])
  }

  // A player shows an event in frames whose time is at or after its start and before its end.
  @Test(
    "times of ASS hit just the frames of a rate", arguments: [24, 25, 30, 48, 50, 60] as [Int64])
  func frames(rate: Int64) throws {
    let frameRate = try #require(FrameRate(rate))
    let grid = FrameGrid(frameRate)
    let captions = try (1..<200).map { number in
      Caption(
        start: try grid.time(of: FrameIndex(number)),
        end: try grid.time(of: FrameIndex(number + 7)),
        runs: [CaptionRun("x")])
    }
    let (text, losses) = CaptionWriter.write(
      CaptionFile(captions: captions), as: .ass, rate: frameRate)
    #expect(losses == [])
    for (number, shown) in read(text, as: "a.ass").captions.enumerated() {
      #expect(grid.firstFrame(atOrAfter: shown.start).value == Int64(number + 1))
      #expect(grid.firstFrame(atOrAfter: shown.end).value == Int64(number + 8))
    }
  }

  @Test("Timed Text is read as the same texts, forms and places")
  func ttml() throws {
    let (text, _) = CaptionWriter.write(Self.rich(), as: .ttml)
    let back = read(text, as: "a.ttml")
    #expect(back.findings == [])
    #expect(lines(back.captions) == ["1000-4000 Never <drink>/&{liquid}", "5000-6001 plain/text"])
    let first = try #require(back.captions.first)
    #expect(first.speaker == "Bob" && first.place.x == Rational(1, over: 4))
    #expect(first.place.y == Rational(1, over: 10) && first.place.anchorY == .start)
    #expect(first.runs[0].style == Self.rich().captions[0].runs[0].style)
    #expect(back.captions[1].place.isUsual)
  }

  @Test("Cutlist's own JSON keeps times exactly")
  func json() throws {
    var file = Self.rich()
    file.captions[1].end = Rational(16, over: 3)
    let (text, _) = CaptionWriter.write(file, as: .json)
    let back = read(text, as: "a.json")
    #expect(back.captions.map(\.end) == file.captions.map(\.end))
    #expect(back.captions.map(\.text) == file.captions.map(\.text))
    #expect(back.captions[0].runs.map(\.said) == file.captions[0].runs.map(\.said))
    #expect(back.captions[0].speaker == "Bob")
  }

  @Test("plain text has a line for each caption")
  func plain() {
    #expect(
      CaptionWriter.write(Self.rich(), as: .txt).text == "Never <drink> &{liquid}\nplain text\n")
  }

  @Test("streams of movies are files of captions")
  func stored() throws {
    let texts = [StoredCaption(start: .one, end: Rational(2), bytes: Array("<i>A</i>".utf8))]
    let srt = try #require(StoredCaptions.file(texts, codec: "subrip", header: [], path: "a.mkv"))
    #expect(
      lines(CaptionReader.read(srt.file, format: srt.format).file?.captions ?? []) == [
        "1000-2000 A"
      ])
    // `styl` with one record: characters 1 to 3 bold and italic.
    let sample: [UInt8] =
      [0, 4] + "a<bc".utf8 + [0, 0, 0, 22] + "styl".utf8 + [
        0, 1, 0, 1, 0, 3, 0, 1, 3, 18, 255, 255, 255, 255,
      ]
    let timed = [
      StoredCaption(start: .one, end: Rational(2), bytes: sample),
      StoredCaption(start: Rational(2), end: Rational(3), bytes: [0, 0]),
    ]
    let text = try #require(
      StoredCaptions.file(timed, codec: "mov_text", header: [], path: "a.mp4"))
    let captions = CaptionReader.read(text.file, format: text.format).file?.captions ?? []
    #expect(lines(captions) == ["1000-2000 a<bc"])
    #expect(captions.first?.runs.map(\.style.isBold) == [false, true, false])
    let parted = [
      StoredCaption(start: .one, end: Rational(2), bytes: [0, 5] + Array("a\r\n\nb".utf8))
    ]
    let whole = try #require(
      StoredCaptions.file(parted, codec: "mov_text", header: [], path: "a.mp4"))
    #expect(
      lines(CaptionReader.read(whole.file, format: whole.format).file?.captions ?? []) == [
        "1000-2000 a/b"
      ])
    let event = [
      StoredCaption(start: .one, end: Rational(2), bytes: Array("0,0,Default,,0,0,0,,a, b".utf8))
    ]
    let ass = try #require(StoredCaptions.file(event, codec: "ass", header: [], path: "a.mkv"))
    #expect(
      lines(CaptionReader.read(ass.file, format: ass.format).file?.captions ?? []) == [
        "1000-2000 a, b"
      ])
    #expect(StoredCaptions.file(event, codec: "dvd_subtitle", header: [], path: "a.mkv") == nil)
  }
}
