import BaseValues
import CaptionFiles
import Diagnostics
import Testing
import TimelineModel

@Suite("Files of ASS")
struct SubStationFileTests {
  private static func file(_ events: String, head: String = "PlayResX: 640\nPlayResY: 480\n")
    -> String
  {
    """
    [Script Info]
    \(head)
    [V4+ Styles]
    Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
    Style: Default,Arial,20,&H00FFFFFF,&H000000FF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,2,2,2,10,10,10,1
    Style: Sign,Lato,40,&H8000FFFF,&H000000FF,&H00332211,&H00000000,-1,0,0,0,100,100,0,0,3,2,2,8,10,10,24,1

    [Events]
    Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
    Dialogue: 0,0:00:09.00,0:00:09.50,Default,,0,0,0,,usual
    Dialogue: 0,0:00:09.00,0:00:09.50,Default,,0,0,0,,usual
    \(events)

    """
  }

  private func first(_ text: String) throws -> Caption {
    try #require(read(Self.file(text), as: "a.ass").captions.first)
  }

  @Test("times are in hundredths, commas in the text are text, comments are left out")
  func plain() throws {
    let caption = try first(
      "Comment: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,no\nDialogue: 0,0:00:01.25,0:00:02.50,Default,Bob,0,0,0,,a, b\\Nc\\hd\\ne{note}"
    )
    #expect(lines([caption]) == ["1250-2500 a, b/c\u{A0}d e"])
    #expect(caption.speaker == "Bob")
    #expect(caption.place.isUsual)
    #expect(caption.runs.map(\.style) == [CaptionStyle()])
  }

  @Test("syllables of karaoke are said one after the other")
  func karaoke() throws {
    let caption = try first(
      "Dialogue: 0,0:00:01.00,0:00:04.00,Default,,0,0,0,,{\\k50}ka{\\kf25}ra{\\K100}oke{\\k20} {\\ko40}now, bold"
    )
    #expect(
      words(caption)
        == "1000-1500 ka|1500-1750 ra|1750-2750 oke|2950-3121.4  now,|3121.4-3350  bold")
  }

  @Test(
    "numbers of tags are read in brackets, and with text behind them",
    arguments: [
      ("{\\k30 text}a {\\k(30)}b {\\kf( 30 )}c", "1000-1300 a|1300-1600  b|1600-1900  c"),
      ("{\\k50}a {\\kt150\\k50}b {\\k30}c", "1000-1500 a|2500-3000  b|3000-3300  c"),
      ("{\\k}a {\\K20}b", "1000-1100 a|1100-1300  b"),
    ])
  func numbers(text: String, said: String) throws {
    let file = read(
      Self.file("Dialogue: 0,0:00:01.00,0:00:04.00,Default,,0,0,0,,\(text)"), as: "a.ass")
    #expect(words(file.captions.first) == said)
    #expect(file.findings == [])
    let form = try first(
      "Dialogue: 0,0:00:01.00,0:00:04.00,Default,,0,0,0,,{\\i1 said aloud\\b(1)\\fs40 big}x")
    let style = form.runs[0].style
    #expect(style.isItalic && style.isBold && style.scale == Rational(2))
  }

  @Test("styles and tags are forms against the style that most captions have")
  func forms() throws {
    let caption = try first(
      "Dialogue: 0,0:00:01.00,0:00:02.00,Sign,,0,0,0,,a{\\c&H0000FF&\\alpha&H00&\\fs20\\fnArial}b{\\r}c{\\rDefault\\i1\\u1\\s1}d"
    )
    let styles = caption.runs.map(\.style)
    #expect(styles[0].isBold && styles[0].scale == Rational(2) && styles[0].font == "Lato")
    #expect(styles[0].color == Color(red: 255, green: 255, blue: 0, alpha: 127))
    #expect(styles[0].background == Color(red: 0x11, green: 0x22, blue: 0x33))
    #expect(styles[1].color == Color(red: 255, green: 0, blue: 0))
    #expect(styles[1].scale == nil && styles[1].font == nil)
    #expect(styles[2] == styles[0])
    #expect(styles[3].isItalic && styles[3].isUnderlined && styles[3].isStruck && !styles[3].isBold)
    #expect(caption.place.anchorY == .start && caption.place.y == Rational(1, over: 20))
  }

  @Test("places are shares of the script's picture")
  func places() throws {
    let caption = try first(
      "Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\an7\\pos(64,120)\\fad(100,200)}x")
    #expect(caption.place.x == Rational(1, over: 10) && caption.place.y == Rational(1, over: 4))
    #expect(caption.place.anchorX == .start && caption.place.anchorY == .start)
    #expect(caption.fadeIn == Rational(1, over: 10) && caption.fadeOut == Rational(1, over: 5))
  }

  @Test("what is not understood is told once for each tag, and drawings are left out")
  func unknown() throws {
    let file = read(
      Self.file(
        "Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\blur2\\t(0,1,\\fs30)}x{\\blur3}y{\\p1}m 0 0{\\p0}z"
      ),
      as: "a.ass")
    #expect(file.captions.first?.text == "xyz")
    #expect(
      file.findings.map(\.message)
        == [
          "\\blur is not understood and left out, 2 times", "\\t is not understood and left out",
        ])
  }

  @Test("of SSA, alignments are numbered otherwise and colours are in decimal")
  func old() throws {
    let file = read(
      """
      [Script Info]
      ScriptType: v4.00

      [V4 Styles]
      Format: Name, Fontname, Fontsize, PrimaryColour, Bold, Alignment, MarginV
      Style: Default,Arial,20,255,0,6,0

      [Events]
      Format: Marked, Start, End, Style, Name, Text
      Dialogue: Marked=0,0:00:01.00,0:00:02.00,Default,,x
      """, as: "a.ssa")
    let caption = try #require(file.captions.first)
    #expect(caption.runs[0].style.color == Color(red: 255, green: 0, blue: 0))
    #expect(caption.place.anchorY == .start)
    #expect(file.findings == [])
  }

  @Test(
    "open brackets and words of one time take no longer for being many", .timeLimit(.minutes(60)))
  func many() {
    func dialogue(_ text: String) -> String {
      "[Events]\nFormat: Start, End, Text\nDialogue: 0:00:00.00,0:00:05.00,\(text)\n"
    }
    // Each took the square of their number, many minutes of a debug build.
    let brackets = read(dialogue(String(repeating: "{", count: 400_000)), as: "a.ass")
    #expect(brackets.captions.first?.text.count == 20_000)
    _ = CaptionReader.read(
      SourceFile(path: "a.ass", text: dialogue(String(repeating: "{\\k0}a ", count: 15_000))))
  }
}
