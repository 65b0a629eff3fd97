import Diagnostics
import EditComparison
import Testing

@testable import Reports

@Suite("Reports of changes")
struct ChangeReportTests {
  /// A project of tracks, at 10 frames a second.
  private func project(_ tracks: String, _ more: String = "") -> SourceFile {
    SourceFile(
      path: "a.json",
      text: """
        { "cutlist": 1, "output": { "frameRate": 10 },
          "media": { "sea": "sea.mp4", "sky": "sky.mp4" }, "tracks": [ \(tracks) ]\(more) }
        """)
  }

  private func report(
    _ before: String, _ after: String, more: (String, String) = ("", "")
  ) throws -> ChangeReport {
    let files = (project(before, more.0), project(after, more.1))
    let limits = JSONLimits()
    let a = try #require(JSONParser.parse(files.0, limits: limits).0)
    let b = try #require(JSONParser.parse(files.1, limits: limits).0)
    let edit = EditChanges(EditTree(a), EditTree(b))
    return ChangeReport(
      base: ChangeReport.Version(name: "old.json", file: files.0),
      other: ChangeReport.Version(name: "new.json", file: files.1), edit: edit,
      words: EditWords(edit))
  }

  /// `left:0%;width:50%` of the elements that have some classes.
  private func places(_ classes: String, _ html: String) throws -> [String] {
    try html.matches(
      of: Regex(
        "class=\"\(classes) (p\\d+)( [a-z]+)*\"", as: (Substring, Substring, Substring?).self)
    )
    .map { try rule(of: $0.1, html) }
  }

  /// What the page's style says of a class.
  private func rule(of name: Substring, _ html: String) throws -> String {
    let rule = try #require(html.firstMatch(of: try Regex("\\.\(name)\\{([^}]*)\\}")))
    return String(rule.output[1].substring ?? "")
  }

  @Test("both timelines have one scale, with what was changed marked by its number")
  func timelines() throws {
    let html = try report(
      #"{ "video": [ { "clip": "sea", "duration": "4s" }, { "clip": "sky", "duration": "4s" } ] }"#,
      #"{ "video": [ { "clip": "sea", "duration": "2s" }, { "clip": "sky", "duration": "4s" } ] }"#
    ).html
    #expect(
      try places("item video", html) == [
        "left:0%;width:50%", "left:50%;width:50%", "left:0%;width:25%", "left:25%;width:50%",
      ])
    // The trim on both sides, and the ripple under what has moved.
    #expect(html.matches(of: /class="item video p\d+ changed"/).count == 2)
    #expect(html.matches(of: /<a class="number changed" href="#change-1">1<\/a>/).count == 2)
    #expect(try places("ripple", html) == ["left:50%;width:50%", "left:25%;width:50%"])
    #expect(html.matches(of: /<a class="number rippled" href="#change-2">2<\/a>/).count == 2)
    #expect(try places("beyond", html) == ["left:75%;width:25%"])
    #expect(html.contains("<tr id=\"change-1\">") && html.contains("old.json:2:"))
    #expect(!html.contains("class=\"figures\"") && !html.contains("://"))
  }

  @Test("what is added is marked after, what is removed before, and a gap only where it is changed")
  func kinds() throws {
    let html = try report(
      #"{ "video": [ { "clip": "sea", "duration": "1s" }, { "gap": "1s" }, { "clip": "sky", "duration": "1s" } ] }"#,
      #"{ "video": [ { "clip": "sea", "duration": "1s" }, { "gap": "2s" } ] }, { "titles": [ { "at": "1s", "duration": "1s", "text": "Hi" } ] }"#
    ).html
    #expect(html.matches(of: /class="item video p\d+ removed"/).count == 1)
    #expect(html.matches(of: /class="item video p\d+ gap changed"/).count == 2)
    // A track that is new has its number beside its name.
    #expect(html.contains(#/<div class="name"><a class="number added"/#))
  }

  @Test("a ripple of all tracks is shown on all of them, under one number")
  func rippledMovie() throws {
    func tracks(_ first: String) -> String {
      let items =
        #"[ { "clip": "sea", "duration": "\#(first)" }, { "clip": "sky", "duration": "4s" } ]"#
      return #"{ "video": \#(items) }, { "audio": \#(items) }"#
    }
    let html = try report(tracks("4s"), tracks("2s")).html
    #expect(
      try places("ripple", html).sorted() == [
        "left:25%;width:50%", "left:25%;width:50%", "left:50%;width:50%", "left:50%;width:50%",
      ])
    #expect(Set(html.matches(of: /number rippled" href="#change-(\d+)"/).map(\.1)).count == 1)
  }

  @Test("a clip as long as its media is drawn as far as the text tells")
  func unknownTimes() throws {
    let html = try report(
      #"{ "video": [ { "clip": "sea" }, { "clip": "sky", "duration": "1s" }, { "clip": "sky", "at": "4s", "duration": "1s" } ] }"#,
      #"{ "video": [ { "clip": "sea", "in": "1s" }, { "clip": "sky", "duration": "1s" }, { "clip": "sky", "at": "4s", "duration": "1s" } ] }"#
    ).html
    #expect(html.matches(of: /class="item video p\d+ open changed"/).count == 2)
    #expect(try places("item video", html).first == "left:0%;width:80%")
    #expect(html.contains("1 item at times not known") && html.contains("its end is not known"))
  }

  @Test("markers stand on both timelines, with the number of what was changed of them")
  func markers() throws {
    let track = #"{ "video": [ { "clip": "sea", "duration": "4s" } ] }"#
    func markers(_ time: String) -> String {
      #", "markers": [ { "at": "\#(time)", "name": "a < b", "color": "navy", "note": "look" } ]"#
    }
    let html = try report(track, track, more: (markers("1s"), markers("3s"))).html
    #expect(html.matches(of: /<div class="lane ruler marked">/).count == 2)
    #expect(html.matches(of: />1<\/a>a &lt; b<\/span>/).count == 2)
    #expect(html.matches(of: /title="a &lt; b\n00:00:01:00, frame 10\nlook\nat 2:\d+"/).count == 1)
    #expect(html.matches(of: /title="a &lt; b\n00:00:03:00, frame 30\nlook\nat 2:\d+"/).count == 1)
    let rules = try html.matches(of: /class="marker (p\d+) (p\d+)"/).flatMap { found in
      [try rule(of: found.1, html), try rule(of: found.2, html)]
    }
    #expect(
      rules == ["left:25%", "border-color:#000080", "left:75%", "border-color:#000080"])
  }

  @Test("Markdown lists the changes by track, with pictures and sound")
  func markdown() throws {
    var report = try report(
      #"{ "video": [ { "clip": "sea", "duration": "4s" } ] }"#,
      #"{ "video": [ { "clip": "sea", "duration": "2s", "opacity": 0.5 } ] }"#)
    report.consequences = ["frames 20..39", ""]
    report.totals = ["20 of 40 frames differ: 20..39"]
    report.notes = ["media of 'a' are missing"]
    report.sound = [ChangeReport.SoundChange(seconds: 2...3, level: "second 2: -9 dB, was -6 dB")]
    let row = ChangeReport.PictureRow(
      run: "frames 20..39", frame: 20, changes: [1], before: "d e/1.png", after: nil)
    #expect(
      report.markdown(pictures: [row], leftOut: 2) == """
        <!-- cutlist diff -->
        ### 2 changes: `old.json` → `new.json`

        - 1 property, 1 trimmed
        - the movie is 2 seconds shorter: 2s, was 4s
        - 20 of 40 frames differ: 20..39
        - ⚠ `media of 'a' are missing`

        #### `video track 1`

        1. `0s` `trimmed the tail of clip 'sea' by 2 seconds: now 0s to 2s` — frames 20..39
        2. `0s` `clip 'sea': opacity 0.5 (was not set)`

        #### Pictures

        | frame | before | after |
        |---|---|---|
        | 20<br>of frames 20..39<br>change 1 | ![before, frame 20](d%20e/1.png) | none |

        Pictures of 2 more changes are not shown.

        #### Sound

        | differs | level where it changes most |
        |---|---|
        | seconds 2..3 | second 2: -9 dB, was -6 dB |

        """)
  }

  @Test(
    "nothing that a stranger writes is anything but text",
    arguments: [
      "</script><img src=x onerror=alert(1)>", "` <b>x</b> `", "```", "[x](https://example.org)",
      "@everyone #12 !3 :tada:", "| a | b |", "\\n\\n# head", "<!-- cutlist diff -->", "&lt;b&gt;",
    ])
  func hostile(name: String) throws {
    let name = name.replacing("\\n", with: "\n")
    let quoted = JSONText.quoted(name)
    let tracks = """
      { "id": \(quoted), "video": [ { "clip": \(quoted), "id": \(quoted), "duration": "4s" } ] },
      { "titles": [ { "at": "0s", "duration": "1s", "text": \(quoted) } ] }
      """
    var report = try report(
      tracks,
      tracks.replacing("4s", with: "2s").replacing("\"text\": \"", with: "\"text\": \"x ")
        .replacing("} ] }\n", with: "}, { \"clip\": \(quoted), \"duration\": \"1s\" } ] }\n"))
    report.notes = ["media of '\(name)' are missing"]
    let text = report.markdown(pictures: [], leftOut: 0)
    // What is left of each line without its code spans is ours.
    for line in text.split(separator: "\n").dropFirst() {
      let rest = withoutCode(line)
      #expect(!rest.contains("`") && !rest.contains(/[<>@\[\]!|&\\]/), "\(line)")
    }
  }

  /// A line without its code spans: a run of backticks up to the next that is as long (CommonMark 0.31.2,
  /// 6.1).
  private func withoutCode(_ line: Substring) -> String {
    let runs = line.matches(of: /`+/).map(\.range)
    var result = ""
    var place = line.startIndex
    var index = 0
    while index < runs.count {
      let length = line[runs[index]].count
      guard let end = runs[(index + 1)...].firstIndex(where: { line[$0].count == length }) else {
        index += 1
        continue
      }
      result += line[place..<runs[index].lowerBound]
      place = runs[end].upperBound
      index = end + 1
    }
    return result + line[place...]
  }

  @Test("of many changes the first hundred are listed")
  func limit() throws {
    func clips(_ speed: String) -> String {
      let clips = (0..<120).map {
        "{ \"clip\": \"sea\", \"id\": \"c\($0)\", \"duration\": \"1s\", \"opacity\": \(speed) }"
      }
      return "{ \"video\": [ \(clips.joined(separator: ", ")) ] }"
    }
    let text = try report(clips("1"), clips("0.5")).markdown(pictures: [], leftOut: 0)
    #expect(text.contains("\n100. ") && !text.contains("\n101. "))
    #expect(text.contains("20 more changes are not listed."))
  }
}
