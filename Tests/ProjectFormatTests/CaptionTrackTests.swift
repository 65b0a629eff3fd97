import BaseValues
import Diagnostics
import ProjectFormat
import Testing
import TimelineModel

@Suite("tracks of captions")
struct CaptionTrackTests {
  private static let talk = """
    1
    00:00:01,000 --> 00:00:03,000
    Hello there, <i>general</i>

    2
    00:00:02,500 --> 00:00:04,000
    You are a bold one

    3
    00:00:05,000 --> 00:00:07,000
    The last
    """

  /// The tracks of a project with files beside it, and its findings.
  private func compile(
    _ tracks: String, files: [String: String] = ["talk.srt": talk], rate: String = "25",
    more: String = ""
  ) -> (tracks: [Track], findings: String) {
    var file = SourceFile(
      path: "project.json",
      text: """
        { "cutlist": 1, "output": { "size": "640x360", "frameRate": \(rate) },
          "media": { "red": { "color": "red" }, "film": { "generate": "counter" }, "subs": "talk.srt"\(more) },
          "tracks": [ { "video": [{ "clip": "red", "duration": "20s" }] }, \(tracks) ] }
        """)
    let source = ProjectSource { path in
      guard let text = files[path] else { return .failure(.init("there is no '\(path)'")) }
      return .success(.init(file: SourceFile(path: path, text: text), identity: path))
    }
    let (document, reading) = ProjectCompiler.document(from: &file, projects: source)
    guard let document else {
      return ([], DiagnosticRenderer.text(reading, in: file, color: false))
    }
    let catalog = FakeMedia.catalog(for: document.mediaItems)
    let (timeline, resolving) = ProjectCompiler.timeline(from: document, catalog: catalog)
    let checking = timeline.map { TimelineRules.check($0, catalog: catalog) } ?? []
    return (
      timeline?.tracks ?? [],
      DiagnosticRenderer.text(
        (reading + resolving + checking).sortedByLocation(), in: file, color: false)
    )
  }

  private func texts(_ track: Track?) -> [String] {
    (track?.captions ?? []).map { "\($0.placed.start) \($0.placed.end) \($0.text)" }
  }

  private func drawn(_ track: Track?) -> [String] {
    (track?.titles ?? []).map { title in
      guard case .text(let style)? = title.layers.first?.content else { return "?" }
      return "\(title.placed.start) \(title.placed.end) \(style.text.replacing("\n", with: "/"))"
    }
  }

  @Test("captions of a file stand at its times, and those that overlap above each other")
  func file() {
    let (tracks, findings) = compile(#"{ "captions": [{ "clip": "subs" }] }"#)
    #expect(!findings.contains("error"))
    #expect(
      texts(tracks.last) == [
        "1 3 Hello there, general", "5/2 4 You are a bold one", "5 7 The last",
      ])
    #expect(
      drawn(tracks.last) == [
        "1 5/2 Hello there, general", "5/2 3 You are a bold one/Hello there, general",
        "3 4 You are a bold one/", "5 7 The last",
      ])
    #expect(tracks.map(\.end).max() == Rational(20))
  }

  @Test("a caption's own form is that of its runs")
  func forms() {
    let (tracks, _) = compile(#"{ "captions": [{ "clip": "subs" }] }"#)
    guard case .text(let style)? = tracks.last?.titles.first?.layers.first?.content else {
      Issue.record("no text")
      return
    }
    #expect(style.runs.map(\.length) == [13, 7])
    #expect(style.runs.map(\.italic) == [nil, true])
  }

  @Test("in, out, at, shift and speed place a file's times in the movie")
  func times() {
    let (tracks, findings) = compile(
      #"""
      { "captions": [
        { "clip": "subs", "at": "10s", "in": "2s", "out": "6s", "speed": 2 },
        { "clip": "subs", "at": "0s", "duration": "2s", "shift": "-0.5s" } ] }
      """#)
    #expect(!findings.contains("error"))
    // Movie time is 10 + (t - 2) / 2, from 10 to 12; then t - 1/2, from 0 to 2.
    #expect(
      texts(tracks.last) == [
        "10 21/2 Hello there, general", "41/4 11 You are a bold one", "23/2 12 The last",
        "1/2 2 Hello there, general",
      ])
  }

  @Test("captions follow what shows their film: cuts, speed, backwards, loops")
  func following() {
    let (tracks, findings) = compile(
      #"""
      { "video": [
        { "clip": "film", "in": "5s", "duration": "1s" },
        { "clip": "film", "in": "4s", "duration": "2s", "speed": 2 },
        { "clip": "film", "in": "0s", "out": "2s", "speed": -1 },
        { "clip": "film", "in": "6s", "out": "7.2s", "loop": true, "duration": "3s" } ] },
      { "captions": [{ "clip": "subs", "follow": "film" }] }
      """#)
    #expect(!findings.contains("error"))
    // 5...6 at 0; 4...8 in 1...3: the last at 1.5...2.5; 2...0 in 3...5: the first at 3...4;
    // 6...7.2 from 5, 6.2 and 7.4 to 8: the last in the first second of each.
    #expect(
      texts(tracks.last).sorted() == [
        "0 1 The last", "3 4 Hello there, general", "3/2 5/2 The last", "31/5 36/5 The last",
        "37/5 8 The last", "5 6 The last",
      ])
  }

  @Test("of captions that follow a film, in and out say which part of their times counts")
  func followingInPart() {
    let (tracks, findings) = compile(
      #"""
      { "video": [{ "clip": "film", "id": "one", "duration": "8s" }] },
      { "captions": [{ "clip": "subs", "follow": "one", "in": "2s", "out": "6s" }] }
      """#)
    #expect(!findings.contains("error"))
    #expect(
      texts(tracks.last) == [
        "2 3 Hello there, general", "5/2 4 You are a bold one", "5 6 The last",
      ])
  }

  @Test("in and out are the file's own times, whatever the shift")
  func shiftedPart() {
    let (tracks, findings) = compile(
      #"""
      { "captions": [
        { "clip": "subs", "at": "0s", "in": "2.75s", "out": "5.5s", "shift": "0.5s" } ] }
      """#)
    #expect(!findings.contains("error"))
    // 2.75...3, 2.75...4 and 5...5.5, half a second later, counted from 2.75.
    #expect(
      texts(tracks.last) == [
        "1/2 3/4 Hello there, general", "1/2 7/4 You are a bold one", "11/4 13/4 The last",
      ])
  }

  private static let timedWords = #"""
    [ { "at": 0, "duration": 2, "text": "AAA BBB", "words": [
      { "at": 0, "duration": 1.027, "text": "AAA" },
      { "at": 1.027, "duration": 0.973, "text": " BBB" } ] } ]
    """#

  /// The colours of the words of each title, with its times.
  private func colors(_ track: Track?) -> [String] {
    (track?.titles ?? []).map { title in
      guard case .text(let style)? = title.layers.first?.content else { return "?" }
      let colors = style.runs.map { $0.color.map { $0.red == 0 ? "now" : "said" } ?? "plain" }
      return
        "\(title.placed.start) \(title.placed.end) \(style.text) \(colors.joined(separator: ","))"
    }
  }

  @Test(
    "groups of words change in the frames that hold their times, and no frame is without a word")
  func groups() {
    let look = #""words": { "atMost": 1, "now": { "color": "lime" } }"#
    let (tracks, findings) = compile(
      #"{ "captions": [{ "clip": "w" }], \#(look) }"#,
      files: ["w.json": Self.timedWords, "talk.srt": Self.talk],
      rate: "30",
      more: #", "w": { "captions": "w.json" }"#)
    #expect(!findings.contains("error"))
    // 1.027 s is in frame 30, and nearer to frame 31.
    #expect(colors(tracks.last) == ["0 1 AAA now", "1 2 BBB now"])
  }

  @Test("words that a cut leaves out are said before it, and still to come behind it")
  func wordsElsewhere() {
    let look = #""words": { "now": { "color": "lime" }, "said": { "color": "red" } }"#
    func seen(_ clip: String) -> [String] {
      let (tracks, findings) = compile(
        #"{ "video": [\#(clip)] }, { "captions": [{ "clip": "w", "follow": "film" }], \#(look) }"#,
        files: ["w.json": Self.timedWords, "talk.srt": Self.talk],
        more: #", "w": { "captions": "w.json" }"#)
      #expect(!findings.contains("error"))
      return colors(tracks.last)
    }
    #expect(
      seen(#"{ "clip": "film", "in": "1.2s", "duration": "0.4s" }"#)
        == ["0 2/5 AAA BBB said,plain,now"])
    #expect(
      seen(#"{ "clip": "film", "duration": "0.4s" }"#) == ["0 2/5 AAA BBB now,plain,plain"])
  }

  @Test("captions that come after the last picture are told of")
  func late() {
    let (_, findings) = compile(#"{ "captions": [{ "clip": "subs", "at": "18s" }] }"#)
    #expect(findings.contains("2 captions come after the last picture, which ends at 20s"))
    let (_, none) = compile(#"{ "captions": [{ "clip": "subs", "at": "14s" }] }"#)
    #expect(!none.contains("captions-outside"))
  }

  @Test("captions of several items that overlap stand above each other, too, where they look alike")
  func itemsTogether() {
    let items =
      #"{ "text": "Low", "at": "0s", "duration": "4s" }, { "text": "High", "at": "1s", "duration": "1s""#
    let (alike, _) = compile(#"{ "captions": [\#(items) }] }"#)
    #expect(drawn(alike.last) == ["0 1 Low", "1 2 High/Low", "2 4 Low"])
    let (top, _) = compile(#"{ "captions": [\#(items) }], "style": { "place": "top" } }"#)
    #expect(drawn(top.last) == ["0 1 Low", "1 2 Low/High", "2 4 Low"])
    let (other, _) = compile(#"{ "captions": [\#(items), "style": { "place": "top" } }] }"#)
    #expect(drawn(other.last) == ["0 4 Low", "1 2 High"])
  }

  @Test("a caption stays at its place to its end, and the next one takes the first that is free")
  func places() {
    let items = [("A", 0, 3), ("B", 1, 6), ("C", 3, 4), ("D/E", 4, 5), ("F", 6, 7)].map {
      #"{ "text": "\#($0.0.replacing("/", with: "\\n"))", "at": "\#($0.1)s", "until": "\#($0.2)s" }"#
    }.joined(separator: ", ")
    let (low, _) = compile(#"{ "captions": [\#(items)] }"#)
    #expect(
      drawn(low.last) == [
        "0 1 A", "1 3 B/A", "3 4 B/C", "4 5 D/E/B/", "5 6 B/", "6 7 F",
      ])
    let (top, _) = compile(#"{ "captions": [\#(items)], "style": { "place": "top" } }"#)
    #expect(
      drawn(top.last) == [
        "0 1 A", "1 3 A/B", "3 4 C/B", "4 5 /B/D/E", "5 6 /B", "6 7 F",
      ])
    // A box about all of it would hold the free lines.
    let (boxed, _) = compile(
      #"{ "captions": [\#(items)], "style": { "box": { "color": "black" } } }"#)
    #expect(drawn(boxed.last).contains("5 6 B"), "\(drawn(boxed.last))")
    let (lines, _) = compile(
      #"{ "captions": [\#(items)], "style": { "box": { "color": "black", "perLine": true } } }"#)
    #expect(drawn(lines.last) == drawn(low.last))
  }

  @Test(
    "a caption that both parts of a dissolve show is there once, from the first to the last of it")
  func onceInDissolve() {
    let (tracks, findings) = compile(
      #"""
      { "video": [
        { "clip": "film", "in": "0s", "out": "2s" }, { "transition": "dissolve", "duration": "1s", "mode": "overlap" },
        { "clip": "film", "in": "1.5s", "out": "4s" } ] },
      { "captions": [{ "clip": "subs", "follow": "film" }] }
      """#,
      files: ["talk.srt": "1\n00:00:01,000 --> 00:00:03,000\nOnce\n"])
    #expect(!findings.contains("error"), "\(findings)")
    // Of the first part from 1 to 2 s, of the second, which begins at 1 s with 1.5 s of the file, from 1 to 2.5 s.
    let shown = drawn(tracks.last)
    #expect(shown.allSatisfy { $0.hasSuffix(" Once") }, "\(shown)")
    #expect(
      shown.first?.hasPrefix("1 ") == true && shown.last?.contains(" 5/2 ") == true, "\(shown)")
  }

  @Test("captions of several looks stand above each other, too, each in its own form")
  func looks() {
    let items =
      #"{ "text": "A", "at": "0s", "duration": "3s" }, { "text": "B", "at": "1s", "duration": "4s", "style": { "size": "10%" } }, { "text": "C", "at": "2s", "duration": "1s" }"#
    let (tracks, findings) = compile(#"{ "captions": [\#(items)] }"#)
    #expect(!findings.contains("error"))
    // Lines of 5 % are half as high as those of 10 %: A takes 0 to 5 %, B 10 to 20 %, C 20 to 25 %.
    #expect(
      drawn(tracks.last).sorted() == ["0 2 A", "1 5 B/", "2 3 C////A"], "\(drawn(tracks.last))")
    let boxes = items.replacing(#""size": "10%""#, with: #""box": { "color": "black" }"#)
    let (boxed, _) = compile(#"{ "captions": [\#(boxes)] }"#)
    let titles = boxed.last?.titles ?? []
    // A box about all of the text is not made larger, but stands higher.
    #expect(drawn(boxed.last).contains { $0.hasSuffix(" B") }, "\(drawn(boxed.last))")
    let places = titles.compactMap { $0.layers.first?.placement.position.y }
    #expect(Set(places).count == 2, "\(places)")
    // Where the file says how far down, too.
    let cues = "WEBVTT\n\n00:00.000 --> 00:02.000 line:50%\nA\n"
    let (placed, _) = compile(
      #"{ "captions": [{ "clip": "vtt" }, { "clip": "vtt", "at": "0s", "style": { "box": { "color": "black" } } }] }"#,
      files: ["talk.srt": Self.talk, "a.vtt": cues], more: #", "vtt": "a.vtt""#)
    let downs = (placed.last?.titles ?? []).compactMap { $0.layers.first?.placement.position.y }
    #expect(downs.sorted().first == Rational(180) && Set(downs).count == 2, "\(downs)")
  }

  @Test("what a file says of one direction leaves the other as the look has it, with its margin")
  func oneDirection() {
    let file = """
      WEBVTT

      00:00.000 --> 00:01.000 align:start position:0%
      A

      00:01.000 --> 00:02.000 line:10%
      B

      00:02.000 --> 00:03.000
      C
      """
    let (tracks, _) = compile(
      #"{ "captions": [{ "clip": "vtt" }], "style": { "place": "bottom-right", "margin": "10%" } }"#,
      files: ["talk.srt": Self.talk, "a.vtt": file], more: #", "vtt": "a.vtt""#)
    let places = (tracks.last?.titles ?? []).compactMap { title in
      title.layers.first.map { layer in
        let (position, anchor) = (layer.placement.position, layer.placement.anchor)
        return "\(position.x) \(position.y) \(anchor.x) \(anchor.y)"
      }
    }
    #expect(places == ["0 324 0 1", "576 36 1 0", "576 324 1 1"])
  }

  @Test("what is said when the movie is over is not drawn, but told of")
  func afterEnd() {
    let (tracks, findings) = compile(
      #"{ "captions": [{ "text": "In", "at": "1s", "duration": "30s" }, { "text": "Out", "at": "20s", "duration": "1s" }] }"#
    )
    #expect(drawn(tracks.last) == ["1 31 In"])
    #expect(texts(tracks.last).count == 2)
    #expect(findings.contains("captions-outside"))
  }

  @Test("a wave that is none leaves texts that count alone, and words to replace are not empty")
  func small() {
    let (_, findings) = compile(
      #"{ "titles": [{ "text": "{frame}", "duration": "1s", "wave": false }] }"#)
    #expect(!findings.contains("error"), "\(findings)")
    let (_, other) = compile(
      #"{ "captions": [{ "text": "a", "duration": "1s" }], "replace": { "": "x" } }"#)
    #expect(other.contains("[empty-text]"), "\(other)")
  }

  @Test("captions and titles that are on no frame are told, the first of a track with their number")
  func betweenFrames() {
    let (_, found) = compile(
      #"""
      { "captions": [
        { "text": "Seen", "at": "1s", "duration": "1s" },
        { "text": "Lost", "at": "2.005s", "duration": "0.01s" },
        { "text": "Also", "at": "3.005s", "duration": "0.01s" } ] },
      { "titles": [ { "text": "Gone", "at": "1.005s", "duration": "0.01s" } ] }
      """#)
    #expect(
      found.contains(
        "caption 'Lost' is shorter than a frame and falls between two; so is one more of its track")
    )
    #expect(found.matches(of: /\[text-never-shown\]/).count == 2, "\(found)")
  }

  @Test(
    "a word's opacity is that of the colour that it has: the speaker's, the state's, or the text's")
  func opacity() {
    let (tracks, findings) = compile(
      #"""
      { "captions": [{ "clip": "subs" }], "speakers": { "Anna": "aqua" }, "style": { "color": "#ff000080" },
        "words": { "coming": { "opacity": 0.5 }, "said": { "color": "lime", "opacity": 0.25 } } }
      """#,
      files: [
        "talk.srt":
          "1\n00:00:01,000 --> 00:00:02,000\nANNA: yes\n\n2\n00:00:03,000 --> 00:00:04,000\nno no\n"
      ])
    #expect(!findings.contains("error"), "\(findings)")
    let first = (tracks.last?.titles ?? []).compactMap { title -> [Color?]? in
      guard case .text(let style)? = title.layers.first?.content else { return nil }
      return style.runs.filter { !$0.room.isEmpty || $0.color != nil }.map(\.color)
    }
    let colors = Set(first.flatMap { $0 }.compactMap(\.self))
    #expect(
      colors == [
        Color(red: 0, green: 255, blue: 255), Color(red: 0, green: 255, blue: 255, alpha: 128),
        Color(red: 0, green: 255, blue: 0, alpha: 64),
        Color(red: 255, green: 0, blue: 0, alpha: 64),
      ], "\(colors)")
  }

  @Test("texts of the project are captions too, with expressions and styles of their own")
  func written() {
    let (tracks, findings) = compile(
      #"""
      { "captions": [
        { "text": "One", "duration": "2s" },
        { "text": "Two", "duration": "1s", "style": { "color": "yellow" } } ],
        "style": { "size": 40, "color": "red" } }
      """#, more: "")
    #expect(findings.contains("unused-media"))
    #expect(texts(tracks.last) == ["0 2 One", "2 3 Two"])
    let styles = (tracks.last?.titles ?? []).compactMap { title -> TextStyle? in
      guard case .text(let style)? = title.layers.first?.content else { return nil }
      return style
    }
    #expect(styles.map(\.size) == [Rational(40), Rational(40)])
    #expect(
      styles.map(\.color)
        == [Color(red: 255, green: 0, blue: 0), Color(red: 255, green: 255, blue: 0)])
  }

  private static let words = """
    { "segments": [{ "start": 0.4, "end": 3.1, "text": " a b c", "words": [
      { "word": " a", "start": 0.51, "end": 0.9 }, { "word": " b", "start": 1.37, "end": 1.5 },
      { "word": " c", "start": 2.77, "end": 3.1 } ] }] }
    """

  @Test(
    "a word changes in the frame that holds its time",
    arguments: [24, 25, 30, 50, 60, 120])
  func words(rate: Int) {
    let (tracks, findings) = compile(
      #"{ "captions": [{ "clip": "words" }], "words": { "now": { "color": "lime", "scale": 1.2 } } }"#,
      files: ["talk.srt": Self.talk, "words.json": Self.words], rate: "\(rate)",
      more: #", "words": { "captions": "words.json" }"#)
    #expect(!findings.contains("error"))
    let green = Color(red: 0, green: 255, blue: 0)
    var shown: [String: [Int64]] = [:]
    for title in tracks.last?.titles ?? [] {
      guard case .text(let style)? = title.layers.first?.content else { continue }
      var place = 0
      let scalars = Array(style.text.unicodeScalars)
      for run in style.runs {
        let word = scalars[place..<place + run.length].map(String.init).joined()
        place += run.length
        guard run.color == green else { continue }
        #expect(run.scale == Rational(6, over: 5))
        let start = try? title.placed.start * Rational(Int64(rate))
        shown[word, default: []].append(start?.floor() ?? -1)
        #expect(start?.floor() == start?.rounded(.up))
      }
      // Whatever state words are in, there is the same room for them.
      #expect(style.runs.filter { !$0.room.isEmpty }.allSatisfy { $0.room.count == 3 })
    }
    let thousandths: [String: Int64] = ["a": 510, "b": 1370, "c": 2770]
    for (word, time) in thousandths {
      #expect(shown[word]?.first == time * Int64(rate) / 1000, "\(word) at \(rate)")
    }
  }

  @Test("a word of two forms, and its punctuation, is said at once")
  func formsOfWord() {
    let (tracks, _) = compile(
      #"{ "captions": [{ "clip": "subs" }], "words": { "now": { "color": "lime" } } }"#,
      files: ["talk.srt": "1\n00:00:01,000 --> 00:00:03,000\none <i>two</i>, three\n"])
    let green = Color(red: 0, green: 255, blue: 0)
    let lit = (tracks.last?.titles ?? []).compactMap { title -> String? in
      guard case .text(let style)? = title.layers.first?.content else { return nil }
      let scalars = Array(style.text.unicodeScalars)
      var place = 0
      var text = ""
      for run in style.runs {
        if run.color == green {
          text += scalars[place..<place + run.length].map(String.init).joined()
        }
        place += run.length
      }
      return text
    }
    #expect(lit == ["one", "two,", "three"])
  }

  @Test("so many words at once, capitals, other words, hidden ones")
  func changed() {
    let (tracks, _) = compile(
      #"""
      { "captions": [{ "text": "the bold damn general sleeps", "duration": "5s" }],
        "words": { "atMost": 2 }, "replace": { "bold": "brave" }, "censor": ["damn"], "uppercase": true }
      """#)
    // The subtitle has the whole; what is drawn comes in parts.
    #expect(texts(tracks.last) == ["0 5 THE BRAVE D*** GENERAL SLEEPS"])
    var parts: [String] = []
    for title in drawn(tracks.last) {
      let text = title.split(separator: " ").dropFirst(2).joined(separator: " ")
      if parts.last != text { parts.append(text) }
    }
    #expect(parts == ["THE BRAVE", "D*** GENERAL", "SLEEPS"])
  }

  @Test("who speaks has a colour, from the file's voices and from labels, but for what has its own")
  func speakers() {
    let (aqua, yellow) = (
      Color(red: 0, green: 255, blue: 255), Color(red: 255, green: 255, blue: 0)
    )
    let red = Color(red: 255, green: 0, blue: 0)
    for file in [
      "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Anna>one <c.red>two</c></v>\n\n00:03.000 --> 00:04.000\n<v Ben>three\n"
        + "\n00:05.000 --> 00:06.000\n<v Carl>four\n",
      "1\n00:00:01,000 --> 00:00:02,000\nAnna: one <font color=\"#ff0000\">two</font>\n\n2\n00:00:03,000 --> "
        + "00:00:04,000\n- BEN: three\n\n3\n00:00:05,000 --> 00:00:06,000\nCarl: four: five\n",
    ] {
      let (tracks, findings) = compile(
        #"""
        { "captions": [{ "clip": "subs" }], "speakers": { "ANNA": "yellow", "Ben": "aqua" } }
        """#, files: ["talk.srt": file])
      #expect(!findings.contains("caption"))
      let colors = (tracks.last?.titles ?? []).map { title -> [Color?] in
        guard case .text(let style)? = title.layers.first?.content else { return [] }
        return style.runs.map(\.color)
      }
      #expect(colors.count == 3)
      #expect(colors.first?.first == yellow && colors.first?.contains(red) == true)
      #expect(colors.dropFirst().first?.allSatisfy { $0 == aqua } == true)
      #expect(colors.last?.isEmpty == true)
    }
    // Two in one caption, each in lines of their own.
    let (tracks, findings) = compile(
      #"""
      { "captions": [{ "clip": "subs" }], "speakers": { "Anna": "yellow", "Ben": "aqua" } }
      """#,
      files: [
        "talk.srt": "1\n00:00:01,000 --> 00:00:02,000\n- ANNA: Really?\n- BEN: Yes,\nof course.\n"
      ])
    #expect(!findings.contains("caption"))
    guard case .text(let style)? = tracks.last?.titles.first?.layers.first?.content else {
      Issue.record("there is no text")
      return
    }
    let lengths = [yellow, aqua].map { color in
      style.runs.filter { $0.color == color }.map(\.length).reduce(0, +)
    }
    #expect(lengths == ["- ANNA: Really?\n".count, "- BEN: Yes,\nof course.".count])
  }

  @Test("long captions are broken into lines, and into several")
  func broken() {
    let (tracks, _) = compile(
      #"""
      { "captions": [{ "text": "one two three four five six seven eight", "duration": "8s" }],
        "characters": 10, "lines": 2 }
      """#)
    for caption in tracks.last?.captions ?? [] {
      let lines = caption.text.split(separator: "\n")
      #expect(lines.count <= 2)
      #expect(lines.allSatisfy { $0.count <= 10 })
    }
    #expect((tracks.last?.captions ?? []).count > 1)
  }

  @Test("what is wrong in a file of captions is shown there")
  func damaged() {
    let (tracks, findings) = compile(
      #"{ "captions": [{ "clip": "subs" }] }"#,
      files: [
        "talk.srt": """
        1
        00:00:01,000 --> 00:00:00,500
        Back

        2
        00:00:02,000 --> 00:00:03,000
        Good
        """
      ])
    #expect(findings.contains("talk.srt:2:"))
    #expect(texts(tracks.last).contains("2 3 Good"))
  }

  @Test("a file that is not there is an error, and no line of what is no file of captions is shown")
  func missing() {
    let (_, findings) = compile(#"{ "captions": [{ "clip": "subs" }] }"#, files: [:])
    #expect(findings.contains("error: there is no 'talk.srt' [caption-file]"))
    let (_, secret) = compile(
      #"{ "captions": [{ "clip": "subs" }] }"#, files: ["talk.srt": "root:secret:0\nmore secrets\n"]
    )
    #expect(secret.contains("[caption-"))
    #expect(!secret.contains("root:secret"))
  }
}
