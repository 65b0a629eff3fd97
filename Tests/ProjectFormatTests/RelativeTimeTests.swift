import Diagnostics
import BaseValues
import ProjectFormat
import SeededNumbers
import Testing
import TimelineModel

@Suite("times that other times say")
struct RelativeTimeTests {
  /// A project at 25 fps of a picture track, a sound track and titles.
  private func project(
    video: String = "{ \"clip\": \"c\", \"duration\": \"4s\" }", audio: String = "",
    titles: String = "", markers: String = "", more: String = ""
  ) -> String {
    """
    { "cutlist": 1, \(more)
      "output": { "size": "640x360", "frameRate": 25 },
      "media": { "c": { "color": "navy" }, "a": "a.mov", "v": "voice.wav" },
      "tracks": [
        { "id": "picture", "video": [ \(video) ] },
        { "id": "sound", "audio": [ \(audio) ] },
        { "titles": [ \(titles) ] } ],
      "markers": [ \(markers) ] }
    """
  }

  private func title(_ times: String, _ text: String = "x") -> String {
    "{ \"text\": \"\(text)\", \(times) }"
  }

  private func dump(_ text: String) -> String {
    let compilation = compile(text)
    let errors = compilation.diagnostics.filter { $0.severity == .error }
    #expect(errors == [], "\(text)")
    return compilation.timeline.map { TimelineDump.text($0) } ?? "none"
  }

  /// Where the first title stands, in seconds.
  private func placed(_ text: String) -> String {
    let compilation = compile(text)
    guard let title = compilation.timeline?.tracks[2].titles.first else {
      return compilation.diagnostics.map(\.message).joined(separator: "; ")
    }
    return "\(title.placed.start) to \(title.placed.end)"
  }

  @Test("items, tracks, markers and the movie have times, and they are exact")
  func names() {
    // c stands from 0 to 4 s; a follows it from source time 1 s to 3 s twice as fast, for 1 s; the
    // voice begins at 1/3 s, and its file has 5 s.
    let video = """
      { "clip": "c", "id": "back", "duration": "4s" },
      { "clip": "a", "id": "fast", "in": "1s", "out": "3s", "speed": 2 }
      """
    let audio = "{ \"clip\": \"v\", \"id\": \"voice\", \"at\": \"1/3s\" }"
    let markers = """
      { "at": "2.5s", "name": "chorus" }, { "at": "14f", "name": "night falls" },
      { "at": "{chorus} + 1f", "name": "a]b" }
      """
    let table = [
      ("{back.end}", "{back.end} + 1s", "4 to 5"),
      ("{back.duration}", "{fast.end}", "4 to 5"),
      ("{fast.in}", "{fast.out}", "1 to 3"),
      ("{voice.start}", "{voice.end}", "1/3 to 16/3"),
      ("{voice.end} - 10f", "{voice.end}", "74/15 to 16/3"),
      ("{voice.end - 10f}", "{voice.end}", "74/15 to 16/3"),
      ("({voice.start} + {voice.end}) / 2", "{voice.end}", "17/6 to 16/3"),
      ("{chorus}", "{chorus} * 2", "5/2 to 5"),
      ("{[night falls]}", "{[chorus]}", "14/25 to 5/2"),
      ("{[a]]b]}", "{end}", "127/50 to 16/3"),
      ("{picture.start}", "{picture.end}", "0 to 5"),
      ("{sound.start}", "{sound.duration}", "1/3 to 5"),
      ("{movie.start}", "{movie.end}", "0 to 16/3"),
      ("{movie.duration} - {movie.end}", "{end}", "0 to 16/3"),
      ("{back.end} / 2s", "{[fast].end}", "2 to 5"),
    ]
    for (at, until, expected) in table {
      let titles = title("\"at\": \"\(at)\", \"until\": \"\(until)\"")
      #expect(
        placed(project(video: video, audio: audio, titles: titles, markers: markers)) == expected,
        "\(at) \(until)")
    }
  }

  @Test("a project with times of other items is the one with their values")
  func wholeProjects() {
    let relative = project(
      video: """
        { "gap": "{word}" },
        { "clip": "c", "id": "one", "until": "{voice.end}" },
        { "transition": "dissolve", "duration": "{one.duration} / 4", "mode": "overlap" },
        { "clip": "a", "id": "two", "in": "{one.start}", "duration": "{voice.duration} / 2" },
        { "clip": "c", "id": "three", "duration": "{four.start} - {two.end}" },
        { "clip": "c", "id": "four", "at": "10s", "duration": "{two.duration}" }
        """,
      audio: """
        { "clip": "v", "id": "voice", "at": "{word} + 1s", "in": "1s", "fadeOut": "{two.duration} / 2",
          "automation": [ { "at": "{word}", "gain": 0.5 } ] }
        """,
      titles: title("\"id\": \"t\", \"at\": \"{t.end} - 1s\", \"until\": \"{end}\"") + ","
        + title("\"duration\": \"{t.duration}\", \"at\": 0, \"fade\": { \"in\": \"{word} / 4\" }"),
      markers: "{ \"at\": \"2s\", \"name\": \"word\" }")
    // The voice: 3 s to 7 s. The first clip: 2 s to 7 s; over 1.25 s of it goes the second one, from
    // 5.75 s for 2 s to 7.75 s; the third reaches to 10 s, the fourth to 12 s.
    let plain = project(
      video: """
        { "gap": "2s" },
        { "clip": "c", "id": "one", "duration": "5s" },
        { "transition": "dissolve", "duration": "1.25s", "mode": "overlap" },
        { "clip": "a", "id": "two", "in": "2s", "duration": "2s" },
        { "clip": "c", "id": "three", "duration": "2.25s" },
        { "clip": "c", "id": "four", "at": "10s", "duration": "2s" }
        """,
      audio: """
        { "clip": "v", "id": "voice", "at": "3s", "in": "1s", "fadeOut": "1s",
          "automation": [ { "at": "2s", "gain": 0.5 } ] }
        """,
      titles: title("\"id\": \"t\", \"at\": \"11s\", \"until\": \"12s\"") + ","
        + title("\"duration\": \"1s\", \"at\": 0, \"fade\": { \"in\": \"0.5s\" }"),
      markers: "{ \"at\": \"2s\", \"name\": \"word\" }")
    let (one, other) = (compile(relative), compile(plain))
    #expect(
      one.timeline.map { TimelineDump.text($0) } ?? "\(one.diagnostics)"
        == other.timeline.map { TimelineDump.text($0) } ?? "\(other.diagnostics)")
  }

  @Test("until is where a clip ends, on tracks of pictures and of sound")
  func until() {
    let relative = project(
      video: "{ \"gap\": \"1s\" }, { \"clip\": \"a\", \"speed\": 2, \"until\": \"4s\" }",
      audio: "{ \"clip\": \"v\", \"at\": \"2s\", \"until\": \"75f\" }")
    let plain = project(
      video: "{ \"gap\": \"1s\" }, { \"clip\": \"a\", \"speed\": 2, \"duration\": \"3s\" }",
      audio: "{ \"clip\": \"v\", \"at\": \"2s\", \"duration\": \"1s\" }")
    #expect(dump(relative) == dump(plain))
    let wrong = compile(
      project(video: "{ \"gap\": \"1s\" }, { \"clip\": \"c\", \"until\": \"1s\" }"))
    #expect(
      wrong.diagnostics.map(\.message) == [
        "clip 'c' ends at 1s, which is not after its start at 1s"
      ])
    let both = compile(
      project(video: "{ \"clip\": \"c\", \"until\": \"1s\", \"duration\": \"1s\" }"))
    #expect(both.diagnostics.map(\.id) == [.conflictingKeys])
  }

  @Test("what is placed by the movie's end does not count for it")
  func movieEnd() {
    let music = "{ \"clip\": \"a\", \"id\": \"music\", \"at\": 0, \"until\": \"{end}\" }"
    #expect(
      placed(project(audio: music, titles: title("\"at\": 0, \"until\": \"{music.end}\"")))
        == "0 to 4")
    // After what depends on the end stands what depends on it too.
    let tail = music + ", { \"clip\": \"a\", \"duration\": \"1s\" }"
    let longer = compile(project(audio: tail))
    #expect(longer.timeline?.duration == Rational(5))
    #expect(longer.diagnostics.contains { $0.id == .endPassed })
    let fixed = project(audio: music).replacing(
      "\"frameRate\": 25", with: "\"frameRate\": 25, \"duration\": \"3s\"")
    let clip = compile(fixed).timeline?.tracks[1].clips.first
    #expect(clip?.placed.end == Rational(3))
    let nothing = compile(
      project(video: "{ \"clip\": \"c\", \"until\": \"{end}\" }", audio: music))
    #expect(Set(nothing.diagnostics.map(\.id)) == [.noMovieEnd])
  }

  @Test("what the project calls end or movie comes before the movie's own end")
  func endAsName() {
    let markers = "{ \"at\": \"2s\", \"name\": \"end\" }"
    let titles = title("\"at\": 0, \"until\": \"{end}\"")
    #expect(placed(project(titles: titles, markers: markers)) == "0 to 2")
    let both = title("\"at\": \"{end}\", \"until\": \"{movie.end}\"")
    #expect(placed(project(titles: both, markers: markers)) == "2 to 4")
    let parameters = "\"parameters\": { \"end\": { \"type\": \"time\", \"default\": \"3s\" } },"
    #expect(placed(project(titles: titles, more: parameters)) == "0 to 3")
    let movie = "{ \"clip\": \"c\", \"id\": \"movie\", \"duration\": \"1s\" }"
    #expect(
      placed(project(video: movie, titles: title("\"at\": 0, \"until\": \"{movie.end}\"")))
        == "0 to 1")
  }

  @Test("parameters stand beside times in one expression")
  func parameters() {
    let parameters = """
      "parameters": { "pause": { "type": "time", "default": "10f" },
        "times": { "type": "number", "default": 2 } },
      """
    let titles = title("\"at\": \"{back.end} - {pause} * {times}\", \"until\": \"{back.end}\"")
    let video = "{ \"clip\": \"c\", \"id\": \"back\", \"duration\": \"4s\" }"
    #expect(placed(project(video: video, titles: titles, more: parameters)) == "16/5 to 4")
  }

  @Test("a name of a parameter and of a marker is neither where a time is expected")
  func parameterAndMarker() {
    let parameters = "\"parameters\": { \"chorus\": { \"type\": \"time\", \"default\": \"3s\" } },"
    let text = project(
      titles: title("\"at\": \"{chorus}\", \"duration\": \"1s\"", "{chorus}"),
      markers: "{ \"at\": \"2s\", \"name\": \"chorus\" }", more: parameters)
    let errors = compile(text).diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.message) == ["'chorus' is the name of more than one thing"])
    #expect(errors.first?.notes.map(\.message) == ["a parameter", "a marker"])
  }

  @Test(
    "what cannot be told is said where it is written",
    arguments: [
      ("{voise.end}", "there is no item or track 'voise'"),
      ("{chrous}", "there is no parameter or marker 'chrous'"),
      ("{voice}", "'voice' is not a time: it has a start, an end and a duration"),
      ("{voice.middle}", "a clip, as 'voice' is, has no time 'middle'"),
      ("{sound.in}", "a track, as 'sound' is, has no time 'in'"),
      ("{movie.in}", "the movie has no time 'in'"),
      ("{chorus.end}", "'chorus' is a marker, which has no \"end\""),
      ("{word.start}", "'word' is the name of more than one thing"),
      ("{both}", "'both' is the name of more than one thing"),
      ("{voice-over.end}", "'voice-over' has to stand in brackets here"),
      ("{voice.end - 10s}", "-4.667s is not a time of 0 or more"),
      ("{voice.end} + 3", "a time and a number cannot be added"),
      ("{voice.}", "after '.' comes start, end, duration, in or out"),
      ("{[voice.end}", "a name in brackets does not end"),
      ("{voice.end} == 1s", "this is a time, and the expression gives true or false"),
      ("{voice.end} / ({voice.end} - {voice.end}) * 1s", "this divides by zero"),
      ("{voice.end} * 9000000000000000000 * 9", "too large or too fine for a fraction of 64 bits"),
    ])
  func mistakes(_ written: String, _ message: String) {
    let text = project(
      audio: """
        { "clip": "v", "id": "voice", "at": "1/3s" }, { "clip": "v", "id": "word" },
        { "clip": "v", "id": "voice-over" }
        """,
      titles: title("\"at\": \"\(written)\", \"duration\": \"1s\""),
      markers: """
        { "at": 1, "name": "chorus" }, { "at": 1, "name": "both" }, { "at": 2, "name": "both" }
        """
    ).replacing("\"id\": \"picture\"", with: "\"id\": \"word\"")
    let errors = compile(text).diagnostics.filter { $0.severity == .error }
    #expect(errors.count == 1 && errors[0].message.contains(message), "\(errors)")
    let file = SourceFile(path: "p.json", text: text)
    #expect(errors.first.map { file.text(in: $0.range) } == "\"\(written)\"")
  }

  @Test("what a condition leaves out is missed by its condition")
  func absent() {
    let text = project(
      audio: "{ \"clip\": \"v\", \"id\": \"voice\", \"when\": false }",
      titles: title("\"at\": \"{voice.end}\", \"duration\": \"1s\""))
    let errors = compile(text).diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.message) == ["'voice' is not there: its \"when\" is false"])
    let file = SourceFile(path: "p.json", text: text)
    #expect(errors.first?.notes.first?.range.map { file.text(in: $0) } == "false")
  }

  @Test("times of items are for times: not for texts, conditions and numbers")
  func elsewhere() {
    let parameters = "\"parameters\": { \"n\": { \"type\": \"number\", \"default\": 1 } },"
    for (titles, words) in [
      (title("\"duration\": \"{n} * 1s\"", "{voice.end}"), "\"{voice.end}\""),
      (title("\"duration\": \"{n} * 1s\", \"when\": \"{voice.end > 1s}\""), "\"{voice.end > 1s}\""),
      (
        title("\"duration\": \"{n} * 1s\", \"opacity\": \"{voice.end / 9s}\""),
        "\"{voice.end / 9s}\""
      ),
    ] {
      let text = project(
        audio: "{ \"clip\": \"v\", \"id\": \"voice\" }", titles: titles, more: parameters)
      let errors = compile(text).diagnostics.filter { $0.severity == .error }
      let file = SourceFile(path: "p.json", text: text)
      #expect(
        errors.map { file.text(in: $0.range) } == [words]
          && errors[0].message.contains("a time of the movie, which only times can use"),
        "\(errors)")
    }
  }

  @Test("what expressions see of items is where the layout puts them, whatever the items say")
  func layout() throws {
    var random = SeededGenerator(seed: 41)
    var placedCount = 0
    for _ in 0..<150 {
      var items: [String] = []
      var titles: [String] = []
      for index in 0..<Int.random(in: 1...8, using: &random) {
        let id = "c\(index)"
        switch Int.random(in: 0..<4, using: &random) {
        case 0: items.append("{ \"gap\": \"\(Int.random(in: 1...40, using: &random))f\" }")
        case 1 where index > 0 && items.last?.contains("clip") == true:
          let length = Int.random(in: 1...10, using: &random)
          let mode = Bool.random(using: &random) ? "overlap" : "handles"
          items.append(
            "{ \"transition\": \"dissolve\", \"duration\": \"\(length)f\", \"mode\": \"\(mode)\" }")
        default: break
        }
        let length = Int.random(in: 30...90, using: &random)
        let start = Int.random(in: 1...25, using: &random)
        let times = [
          "\"duration\": \"\(length)/7s\"",
          "\"in\": \"\(start)f\", \"out\": \"\(start + length)f\", \"speed\": 0.75",
          "\"at\": \"\(index * 12)s\", \"duration\": \"\(length)f\"",
          index > 0 ? "\"duration\": \"{c\(index - 1).duration} * 3 / 2\"" : "\"duration\": 3",
          "\"until\": \"\(index * 12 + 10)s\"",
        ]
        let media = ["c", "a"][Int.random(in: 0...1, using: &random)]
        let chosen = times[Int.random(in: 0..<times.count, using: &random)]
        items.append("{ \"clip\": \"\(media)\", \"id\": \"\(id)\", \(chosen) }")
        titles.append(title("\"at\": \"{\(id).start}\", \"until\": \"{\(id).end}\"", id))
      }
      let text = project(
        video: items.joined(separator: ", "), titles: titles.joined(separator: ", "))
      let (document, _) = ProjectCompiler.document(from: SourceFile(path: "p.json", text: text))
      let read = try #require(document)
      let (timeline, _) = ProjectCompiler.timeline(
        from: read, catalog: FakeMedia.catalog(for: read.mediaItems))
      // Rules may object to what was rolled; where it stands is known all the same.
      var places: [String: TimeRange] = [:]
      for clip in timeline?.tracks[0].clips ?? [] { places[clip.name?.value ?? ""] = clip.placed }
      for title in timeline?.tracks[2].titles ?? [] {
        guard case .text(let style) = title.layers.first?.content, let placed = places[style.text]
        else { continue }
        #expect(title.placed == placed, "\(text)")
        placedCount += 1
      }
    }
    #expect(placedCount > 300)
  }

  @Test("anything may be written where a time is expected")
  func anything() {
    var random = SeededGenerator(seed: 42)
    let pieces = [
      "{", "}", "[", "]", "(", ")", ".", "a", "b.end", "a.start", "movie", "end", "beat(", "3",
      "1s",
      "+", "-", "*", "/", " ", "'", "{a.end}", "{b.duration}", "picture.end", "10f", "==", "not",
    ]
    func roll() -> String {
      (0..<Int.random(in: 1...7, using: &random)).compactMap { _ in
        pieces.randomElement(using: &random)
      }.joined()
    }
    for _ in 0..<800 {
      _ = compile(
        project(
          video: """
            { "clip": "c", "id": "a", "at": "\(roll())", "duration": "\(roll())" },
            { "clip": "a", "id": "b", "until": "\(roll())", "in": "\(roll())" }
            """,
          titles: title("\"at\": \"\(roll())\", \"duration\": \"\(roll())\""),
          markers: "{ \"at\": \"\(roll())\", \"name\": \"a\" }",
          more: "\"beats\": { \"tempo\": 120, \"offset\": \"\(roll())\" },"))
    }
  }
}
