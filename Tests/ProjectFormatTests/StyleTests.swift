import Diagnostics
import ProjectFormat
import Testing
import TimelineModel

@Suite("defaults and styles")
struct StyleTests {
  /// A project of a picture track with a transition, a sound track and titles.
  private func project(
    _ more: String = "", video: String = "{ \"clip\": \"a\", \"duration\": \"4s\" }",
    audio: String = "", titles: String = "", on: (video: String, titles: String) = ("", "")
  ) -> String {
    """
    { "cutlist": 1, \(more)
      "output": { "size": "640x360", "frameRate": 25 },
      "media": { "a": "a.mov", "v": "voice.wav", "l": "logo.png" },
      "tracks": [
        { \(on.video) "video": [ \(video) ] },
        { "audio": [ \(audio) ] },
        { \(on.titles) "titles": [ \(titles) ] } ] }
    """
  }

  /// The timeline in words; the errors where there are some.
  private func dump(_ text: String) -> String {
    let compilation = compile(text)
    return compilation.timeline.map { TimelineDump.text($0) }
      ?? compilation.diagnostics.map(\.message).joined(separator: "\n")
  }

  private func errors(_ text: String) -> [(id: MessageID, place: String)] {
    let file = SourceFile(path: "p.json", text: text)
    return compile(text).diagnostics.filter { $0.severity == .error }.map {
      ($0.id, file.text(in: $0.range))
    }
  }

  @Test("items have what defaults say, and the track's come before the project's")
  func defaults() {
    let styled = project(
      """
      "defaults": {
        "clip": { "in": "1s", "duration": "2s", "fit": "cover", "fadeIn": "10f" },
        "audio": { "gain": 0.5 },
        "title": { "size": 30, "color": "red", "duration": "1s" },
        "transition": { "transition": "push", "direction": "up", "duration": "1s" } },
      """,
      video: """
        { "clip": "a" }, { "transition": "default" }, { "clip": "a", "duration": "3s" },
        { "transition": "dissolve" }, { "clip": "a", "in": "2s", "until": "8s", "fit": "contain" }
        """,
      audio: "{ \"clip\": \"v\" }, { \"clip\": \"v\", \"gain\": 2 }",
      titles: "{ \"text\": \"x\" }, { \"text\": \"y\", \"color\": \"blue\", \"until\": \"5s\" }",
      on: ("\"defaults\": { \"clip\": { \"fadeIn\": \"5f\" } },", ""))
    let plain = project(
      video: """
        { "clip": "a", "in": "1s", "duration": "2s", "fit": "cover", "fadeIn": "5f" },
        { "transition": "push", "direction": "up", "duration": "1s" },
        { "clip": "a", "in": "1s", "duration": "3s", "fit": "cover", "fadeIn": "5f" },
        { "transition": "dissolve", "duration": "1s" },
        { "clip": "a", "in": "2s", "duration": "3s", "fit": "contain", "fadeIn": "5f" }
        """,
      audio: "{ \"clip\": \"v\", \"gain\": 0.5 }, { \"clip\": \"v\", \"gain\": 2 }",
      titles: """
        { "text": "x", "size": 30, "color": "red", "duration": "1s" },
        { "text": "y", "size": 30, "color": "blue", "until": "5s" }
        """)
    #expect(dump(styled) == dump(plain))
    #expect(dump(plain).hasPrefix("output"))
  }

  @Test("what an item writes comes before its styles, the last of these first, then the defaults")
  func precedence() {
    let styled = project(
      """
      "defaults": { "title": { "size": 10, "weight": 100, "color": "red", "align": "left", "italic": true } },
      "styles": {
        "one": { "size": 20, "weight": 200, "color": "lime", "align": "right" },
        "two": { "size": 30, "weight": 300, "color": "blue" } },
      """,
      titles: """
        { "text": "x", "duration": "1s", "style": ["one", "two"], "size": 40, "box": { "color": "navy" } }
        """, on: ("", "\"defaults\": { \"title\": { \"italic\": false, \"opacity\": 0.5 } },"))
    let plain = project(
      titles: """
        { "text": "x", "duration": "1s", "size": 40, "weight": 300, "color": "blue", "align": "right",
          "italic": false, "opacity": 0.5, "box": { "color": "navy" } }
        """)
    #expect(dump(styled) == dump(plain))
  }

  @Test("objects are put together key by key, one level deep; lists and all else count as a whole")
  func objects() {
    let styled = project(
      """
      "defaults": { "title": {
        "fade": { "in": "5f", "out": "6f" }, "position": [1, 2], "box": { "color": "red", "padding": 9 } } },
      "styles": { "s": { "fade": { "out": "7f" }, "shadow": { "color": "black", "offset": [1, 1] } } },
      """,
      titles: """
        { "text": "x", "duration": "2s", "style": "s", "shadow": { "offset": [3, 3], "blur": 2 },
          "box": { "color": "blue" }, "position": [5, 6] }
        """)
    let plain = project(
      titles: """
        { "text": "x", "duration": "2s", "fade": { "in": "5f", "out": "7f" },
          "shadow": { "color": "black", "offset": [3, 3], "blur": 2 },
          "box": { "color": "blue", "padding": 9 }, "position": [5, 6] }
        """)
    #expect(dump(styled) == dump(plain))
  }

  @Test("the layers of a title take what is said of texts and images, each what it can have")
  func layers() {
    let styled = project(
      """
      "defaults": { "title": { "font": "DejaVu Sans", "size": 22, "imageWidth": 50, "position": [9, 9] } },
      "styles": { "t": { "color": "red", "opacity": 0.5, "scale": 2 }, "l": { "size": 33, "place": "top" } },
      """,
      titles: """
        { "duration": "1s", "style": "t", "layers": [ { "text": "x" }, { "text": "y", "style": "l" },
          { "image": "l" } ] },
        { "duration": "1s", "image": "l" }
        """)
    let plain = project(
      titles: """
        { "duration": "1s", "opacity": 0.5, "layers": [
          { "text": "x", "font": "DejaVu Sans", "size": 22, "color": "red", "scale": 2, "position": [9, 9] },
          { "text": "y", "font": "DejaVu Sans", "size": 33, "color": "red", "scale": 2, "place": "top" },
          { "image": "l", "imageWidth": 50, "scale": 2, "position": [9, 9] } ] },
        { "duration": "1s", "image": "l", "imageWidth": 50, "position": [9, 9] }
        """)
    #expect(dump(styled) == dump(plain))
  }

  @Test("defaults that mean nothing for an item do not count for it")
  func unfit() {
    let styled = project(
      """
      "defaults": { "transition": { "transition": "wipe", "direction": "up", "align": "start", "duration": "1s" } },
      """,
      video: """
        { "clip": "a", "duration": "4s" }, { "transition": "dissolve", "mode": "overlap" },
        { "clip": "a", "in": "1s", "duration": "4s" }
        """,
      audio: """
        { "clip": "v", "duration": "3s" }, { "transition": "default" },
        { "clip": "v", "in": "1s", "duration": "3s" }
        """)
    let plain = project(
      video: """
        { "clip": "a", "duration": "4s" }, { "transition": "dissolve", "mode": "overlap", "duration": "1s" },
        { "clip": "a", "in": "1s", "duration": "4s" }
        """,
      audio: """
        { "clip": "v", "duration": "3s" },
        { "transition": "dissolve", "align": "start", "duration": "1s" },
        { "clip": "v", "in": "1s", "duration": "3s" }
        """)
    #expect(dump(styled) == dump(plain))
  }

  @Test("styles use parameters and times of other items")
  func expressions() {
    let styled = project(
      """
      "parameters": { "big": { "type": "number", "default": 44 } },
      "styles": { "s": { "size": "{big} + 1", "until": "{one.end}" } },
      """, video: "{ \"clip\": \"a\", \"id\": \"one\", \"duration\": \"4s\" }",
      titles:
        "{ \"text\": \"x\", \"style\": \"s\" }, { \"text\": \"y\", \"at\": \"1s\", \"style\": \"s\" }"
    )
    let plain = project(
      video: "{ \"clip\": \"a\", \"id\": \"one\", \"duration\": \"4s\" }",
      titles: """
        { "text": "x", "size": 45, "until": "4s" },
        { "text": "y", "at": "1s", "size": 45, "until": "4s" }
        """)
    #expect(dump(styled) == dump(plain))
  }

  @Test("what is wrong in a style is told once, where it stands, however many take it")
  func once() {
    let titles = (0..<50).map { "{ \"text\": \"\($0)\", \"duration\": \"1s\", \"style\": \"s\" }" }
      .joined(separator: ",")
    for (keys, id, place) in [
      ("\"size\": \"big\"", .wrongType, "\"big\""),
      ("\"sice\": 5", .unknownKey, "\"sice\""),
      ("\"id\": \"x\"", .unknownKey, "\"id\""),
      ("\"font\": \"x\", \"gain\": 2", .styleOfNothing, "\"gain\""),
      ("\"fade\": { \"in\": \"0.8s\", \"out\": \"0.8s\" }", .fadesLongerThanTitle, ""),
    ] as [(String, MessageID, String)] {
      let found = errors(project("\"styles\": { \"s\": { \(keys) } },", titles: titles))
      if place.isEmpty {
        // This is about each of the titles.
        #expect(found.first?.id == id)
      } else if id == .styleOfNothing {
        #expect(found.first.map { $0 == (id, place) } == true, "\(found)")
      } else {
        #expect(found.count == 1 && found[0] == (id, place), "\(found)")
      }
    }
    let unused = errors(project("\"styles\": { \"s\": { \"size\": \"big\" } },"))
    #expect(unused.count == 1 && unused[0] == (.wrongType, "\"big\""))
    let defaults = errors(
      project(
        "\"defaults\": { \"title\": { \"size\": -1 }, \"clips\": {} },",
        titles: titles.replacing(", \"style\": \"s\"", with: "")))
    #expect(
      defaults.map(\.id) == [.numberOutOfRange, .unknownKey])
  }

  @Test("styles that are not there, do not fit, or are not used are told")
  func names() {
    let styles = "\"styles\": { \"lower-third\": { \"size\": 20 }, \"loud\": { \"gain\": 2 } },"
    let unknown = errors(
      project(
        styles, titles: "{ \"text\": \"x\", \"duration\": \"1s\", \"style\": \"lower-thrd\" }"))
    #expect(unknown.count == 1 && unknown[0] == (.unknownStyle, "\"lower-thrd\""))
    let none = errors(
      project(titles: "{ \"text\": \"x\", \"duration\": \"1s\", \"style\": \"s\" }"))
    #expect(none.count == 1 && none[0] == (.unknownStyle, "\"s\""))
    let unfit = errors(
      project(styles, titles: "{ \"text\": \"x\", \"duration\": \"1s\", \"style\": \"loud\" }"))
    #expect(unfit.count == 1 && unfit[0] == (.styleKey, "\"loud\""))
    let unused = compile(
      project(
        styles, titles: "{ \"text\": \"x\", \"duration\": \"1s\", \"style\": \"lower-third\" }"))
    #expect(
      unused.diagnostics.map(\.message).filter { !$0.hasPrefix("media") } == [
        "the style 'loud' is not used"
      ])
    let absent = compile(
      project(
        styles.replacing(", \"loud\": { \"gain\": 2 }", with: ""),
        titles:
          "{ \"text\": \"x\", \"duration\": \"1s\", \"style\": \"lower-third\", \"when\": false }"))
    #expect(Set(absent.diagnostics.map(\.id)) == [.unusedMedia])
    let nothing = errors(
      project(video: "{ \"clip\": \"a\", \"duration\": \"1s\" }, { \"transition\": \"default\" }"))
    #expect(nothing.contains { $0 == (.defaultTransition, "\"default\"") })
    let other = errors(project(on: ("\"defaults\": { \"title\": { \"size\": 2 } },", "")))
    #expect(other.count == 1 && other[0] == (.defaultsOfOtherTrack, "\"title\""))
  }

  @Test("anything may stand where styles and defaults are expected")
  func anything() {
    for value in ["1", "\"x\"", "null", "[]", "{ \"a\": 1 }", "{ \"title\": [] }", "{ \"\": {} }"] {
      for key in ["styles", "defaults"] {
        _ = compile(
          project(
            "\"\(key)\": \(value),",
            titles: "{ \"text\": \"x\", \"duration\": \"1s\", \"style\": \(value) }",
            on: ("\"defaults\": \(value),", "")))
      }
    }
  }

  @Test("a key that is left out with null is mended in the item alone")
  func edits() {
    let text = project(
      "\"styles\": { \"s\": { \"size\": null, \"weight\": 700 } },",
      titles: "{ \"text\": \"x\", \"duration\": \"1s\", \"style\": \"s\", \"color\": null }")
    let file = SourceFile(path: "p.json", text: text)
    let edits = compile(text).diagnostics.flatMap(\.fixes).flatMap(\.edits)
    #expect(edits.map { file.text(in: $0.range) } == [", \"color\": null"])
  }

  @Test("a layer takes its style where its title has none")
  func layerStyles() {
    let styles = "\"styles\": { \"big\": { \"size\": 20 } },"
    let title = "{ \"duration\": \"1s\", \"layers\": [ { \"text\": \"a\"KEYS } ] }"
    let styled = project(styles, titles: title.replacing("KEYS", with: ", \"style\": \"big\""))
    #expect(errors(styled).map(\.id) == [])
    let written = project("", titles: title.replacing("KEYS", with: ", \"size\": 20"))
    #expect(dump(styled).contains("20") && dump(written).contains("20"))
    let unknown = project(styles, titles: title.replacing("KEYS", with: ", \"style\": \"bg\""))
    #expect(errors(unknown).map(\.id) == [.unknownStyle])
  }

  @Test(
    "a style of sizes of images alone is one of images", arguments: ["imageWidth", "imageHeight"])
  func imageStyle(key: String) {
    let styles = "\"styles\": { \"logo\": { \"\(key)\": 20 } },"
    let title = "{ \"duration\": \"1s\", \"image\": \"l\", \"style\": \"logo\" }"
    #expect(errors(project(styles, titles: title)).map(\.id) == [])
  }
}
