import BaseValues
import Diagnostics
import Testing
import TimelineModel

@testable import ProjectFormat

@Suite struct TextFormTests {
  private func compiled(_ keys: String, parameters: String = "") -> (TextStyle?, [Diagnostic]) {
    let compiled = compile(
      """
      { "cutlist": 1, "output": { "size": "640x360", "design": "1280x720" }, \(parameters)
        "tracks": [ { "titles": [ { "duration": "1s", \(keys) } ] } ] }
      """)
    guard case .text(let style) = compiled.timeline?.tracks.first?.titles.first?.layers[0].content
    else { return (nil, compiled.diagnostics) }
    return (style, compiled.diagnostics)
  }

  private func style(_ keys: String, parameters: String = "") throws -> TextStyle {
    let (style, diagnostics) = compiled(keys, parameters: parameters)
    return try #require(style, "\(diagnostics)")
  }

  @Test("a text of strings and runs is their words, with forms that say only what is written")
  func runs() throws {
    let style = try style(
      #"""
      "size": 40, "text": ["so", { "text": " be\u0301", "color": "yellow", "size": "1.5em" }, " it"]
      """#)
    #expect(style.text == "so be\u{301} it")
    #expect(style.runs.map(\.length) == [2, 4, 3])
    var run = TextRun(length: 4)
    run.color = Color(red: 255, green: 255, blue: 0, alpha: 255)
    // Of the text's 40 pixels on a canvas half as large.
    run.size = Rational(30)
    #expect(style.runs[1] == run)
    #expect(style.runs[0] == TextRun(length: 2))
    #expect(try self.style(#""text": "so be it""#).runs.isEmpty)
  }

  @Test("a run has every form that a text has, with lengths in pixels of the canvas")
  func forms() throws {
    let run = try style(
      #"""
      "size": 40, "text": [{ "text": "x", "font": "fonts/a.ttf", "weight": 700, "italic": true,
        "underline": true, "strike": false, "script": "super", "letterSpacing": "0.1em",
        "box": { "color": "black", "padding": 4, "radius": 6, "border": 2, "borderColor": "white" } }]
      """#
    ).runs[0]
    #expect(run.font == .file(path: "fonts/a.ttf") && run.weight == 700 && run.italic == true)
    #expect(run.isUnderlined == true && run.isStruck == false && run.script == .super)
    #expect(run.letterSpacing == Rational(2))
    #expect(
      run.box
        == TextBox(
          color: .black, padding: Rational(2), radius: Rational(3), borderWidth: .one,
          borderColor: .white))
  }

  @Test("lengths of a text are pixels of the canvas")
  func lengths() throws {
    let style = try style(
      #"""
      "text": "x\ny", "size": 40, "letterSpacing": -2, "paragraphSpacing": "1em", "tabs": 100,
      "height": "50%", "overflow": "shrink", "leastSize": 20, "features": { "smcp": true, "ss01": 2 },
      "axes": { "wdth": 75.5 }, "outline": { "side": "center" }
      """#)
    #expect(style.letterSpacing == Rational(-1) && style.paragraphSpacing == Rational(20))
    #expect(style.tabs == Rational(50) && style.maximumHeight == 180)
    #expect(style.overflow == .shrink && style.leastSize == Rational(10))
    #expect(style.features == [FontSetting("smcp", .one), FontSetting("ss01", Rational(2))])
    #expect(style.axes == [FontSetting("wdth", Rational(151, over: 2))])
    #expect(style.outlineSide == .center)
  }

  @Test("a text has one shadow or several, the uppermost first")
  func shadows() throws {
    let style = try style(
      #"""
      "text": "x", "shadow": [{ "color": "red" }, { "color": "blue", "offset": [0, 0], "blur": 8 }]
      """#)
    #expect(style.shadowColor.red == 255 && style.shadowOffset.x == .one)
    #expect(style.moreShadows.map(\.color.blue) == [255])
    #expect(style.moreShadows.map(\.blur) == [Rational(4)])
  }

  @Test("a fill is a gradient as those of media are")
  func fill() throws {
    let style = try style(
      #""text": "x", "fill": { "stops": ["yellow", "orange"], "direction": "down" }"#)
    #expect(style.fill?.kind == .linear && style.fill?.angle == 180_000)
    #expect(style.fill?.stops.map(\.position) == [0, 1_000_000])
  }

  @Test("names in braces are put into runs, too")
  func parameters() throws {
    let style = try style(
      #""text": ["to ", { "text": "{guest}", "weight": 700 }]"#,
      parameters: #""parameters": { "guest": { "type": "text", "default": "Ann" } },"#)
    #expect(style.text == "to Ann")
    #expect(style.runs.map(\.length) == [3, 3])
  }

  @Test(
    "what is no text is said with its place",
    arguments: [
      (#""text": []"#, MessageID.wrongCount), (#""text": [1]"#, .wrongType),
      (#""text": [{ "color": "red" }]"#, .missingKey), (#""text": [""]"#, .emptyText),
      (#""text": [{ "text": "a", "colour": "red" }]"#, .unknownKey),
      (#""text": "a", "features": { "smallcaps": true }"#, .fontTag),
      (#""text": "a", "axes": { "wdth": true }"#, .wrongType),
      (#""text": "a", "shadow": []"#, .wrongCount),
    ])
  func wrong(_ keys: String, _ id: MessageID) {
    #expect(compiled(keys).1.map(\.id).contains(id), "\(compiled(keys).1)")
  }

  @Test("more runs than a text may have are refused")
  func many() {
    let runs = Array(repeating: #""a""#, count: TextRun.most + 1).joined(separator: ",")
    #expect(compiled(#""text": [\#(runs)]"#).1.map(\.id) == [.wrongCount])
  }

  @Test("font files of runs are files of the project")
  func files() throws {
    let style = try style(
      #""text": [{ "text": "a", "font": "b.ttf" }, "c"], "font": "a.ttf""#)
    #expect(style.fontFiles == ["a.ttf", "b.ttf"])
  }
}
