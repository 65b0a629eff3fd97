import Foundation
import SeededNumbers
import Testing

@testable import CommandLineInterface

@Suite("projects and groups as media")
struct NestedProjectTests {
  /// The hashes of all frames and of all seconds of sound.
  private func hashes(_ sandbox: Sandbox, _ text: String, _ name: String = "p.json") throws
    -> String
  {
    let path = try sandbox.write(name, text)
    let outcome = sandbox.run("frames", path)
    #expect(outcome.status == 0, "\(outcome.messages)")
    return outcome.output.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .joined(separator: "\n")
  }

  private func project(
    _ media: String, groups: String = "", tracks: String, rate: String = "30",
    size: String = "128x72"
  ) -> String {
    """
    { "cutlist": 1, "output": { "size": "\(size)", "frameRate": \(rate) },
      "media": { \(media) }, "groups": { \(groups) }, "tracks": [ \(tracks) ] }
    """
  }

  private let counter = #""c": { "generate": "counter" }"#
  private let gradient = #""g": { "generate": "gradient", "from": "navy", "to": "orange" }"#

  @Test("three levels deep gives the frames and the sound of the flat edit")
  func flatEquality() throws {
    let sandbox = try Sandbox()
    let title =
      #"{ "titles": [ { "at": "0.2s", "duration": "0.9s", "text": "Hi", "size": 20, "fade": { "in": "0.3s" } } ] }"#
    let inner =
      #"{ "video": [ { "clip": "c", "in": "0.5s", "duration": "1s", "gain": 0.5 }, { "transition": "dissolve", "duration": "0.3s" }, { "clip": "g", "duration": "1s", "audio": false } ] }, "#
      + title
    _ = try sandbox.write("a.json", project(counter + ", " + gradient, tracks: inner))
    _ = try sandbox.write(
      "b.json",
      project(
        #""a": { "project": "a.json" }"#,
        groups: #""mid": { "tracks": [ { "video": [ { "clip": "a", "fadeOut": "0.4s" } ] } ] }"#,
        tracks: #"{ "video": [ { "clip": "mid", "gain": 0.5 } ] }"#))
    let nested = try hashes(
      sandbox,
      project(
        #""b": { "project": "b.json" }, "# + gradient,
        tracks:
          #"{ "video": [ { "clip": "g", "duration": "10f" }, { "clip": "b", "in": "0.25s", "duration": "1.5s" } ] }"#
      ))
    // Written out by hand: 0.25 s are cut off at the beginning, and 0.25 s at the end.
    let flat = try hashes(
      sandbox,
      project(
        counter + ", " + gradient,
        tracks:
          #"{ "video": [ { "clip": "g", "duration": "10f" }, { "clip": "c", "in": "0.75s", "duration": "0.75s", "gain": 0.25, "automation": [ { "at": "1.35s", "duration": "0.4s", "from": 1, "gain": 0 } ] }, { "transition": "dissolve", "duration": "0.3s" }, { "clip": "g", "duration": "0.75s", "audio": false } ] }, { "titles": [ { "at": "10f", "duration": "0.85s", "text": "Hi", "size": 20, "animate": [ { "property": "opacity", "from": "1/6", "to": 1, "duration": "0.25s" } ] } ] }"#
          .replacing("\"1/6\"", with: "0.16666666666666666")
      ))
    let (frames, others) = (nested.split(separator: "\n"), flat.split(separator: "\n"))
    #expect(frames.count == others.count && !frames.isEmpty)
    #expect(nested == flat)
  }

  @Test(
    "a group shows the frames of the edit in any order, as its only clip would by itself",
    arguments: [
      // The frames of the counter that are expected: backwards each is shown at its end.
      (#""in": "1s", "out": "2s", "speed": -1"#, [19, 18, 17, 16, 15, 14, 13, 12, 11, 10]),
      (#""in": "2s", "out": "2.3s", "speed": -0.5"#, [22, 22, 21, 21, 20, 20]),
      (#""freeze": "1.5s", "duration": "0.3s""#, [15, 15, 15]),
      (#""in": "1s", "out": "1.3s", "loop": 2"#, [10, 11, 12, 10, 11, 12]),
      (
        #""in": "1s", "out": "1.3s", "duration": "0.8s", "loop": "ping-pong""#,
        [10, 11, 12, 12, 11, 10, 10, 11]
      ),
      (
        #""in": "1s", "out": "1.3s", "duration": "0.5s", "loop": true, "speed": -1"#,
        [12, 11, 10, 12, 11]
      ),
      (
        #""in": "1s", "out": "1.3s", "duration": "0.8s", "loop": "ping-pong", "speed": -1"#,
        [12, 11, 10, 10, 11, 12, 12, 11]
      ),
      // 2 · t² seconds of source: 0, 0.02, 0.08, 0.18, 0.32, 0.5, 0.72.
      (
        #""in": "1s", "duration": "0.7s", "audio": false, "speed": [{ "at": "0s", "speed": 0 }, { "at": "1s", "speed": 4 }]"#,
        [10, 10, 10, 11, 13, 15, 17]
      ),
      (
        #""audio": false, "timeMap": [{ "at": "0s", "source": "3s" }, { "at": "0.2s", "source": "2s" }, { "at": "0.5s", "source": "2.3s" }]"#,
        [29, 24, 20, 21, 22]
      ),
    ])
  func films(_ keys: String, _ frames: [Int]) throws {
    let sandbox = try Sandbox()
    let group =
      #""part": { "tracks": [ { "video": [ { "clip": "c", "duration": "4s" } ] } ] }"#
    func shown(_ clip: String) throws -> [String] {
      try hashes(
        sandbox,
        project(counter, groups: group, tracks: #"{ "video": [ \#(clip) ] }"#, rate: "10")
      ).split(separator: "\n").map(String.init)
    }
    func pictures(_ lines: [String]) -> [Substring] {
      lines.filter { $0.hasPrefix("frame") }.map { $0.split(separator: " ")[2] }
    }
    let whole = pictures(try shown(#"{ "clip": "c", "duration": "4s" }"#))
    let nested = try shown(#"{ "clip": "part", \#(keys) }"#)
    #expect(pictures(nested) == frames.map { whole[$0] })
    #expect(nested == (try shown(#"{ "clip": "c", \#(keys) }"#)), "the sound")
  }

  @Test(
    "a cut that was rounded down shows the in point, as deep as the edit may lie",
    arguments: [
      #"{ "clip": "part", "in": "2s", "duration": "0.3s", "audio": false }"#,
      #"{ "clip": "outer", "in": "2s", "duration": "0.3s", "audio": false }"#,
    ])
  func roundedCut(_ clip: String) throws {
    let sandbox = try Sandbox()
    let groups =
      #""part": { "tracks": [ { "video": [ { "clip": "c", "duration": "4s" } ] } ] }, "#
      + #""outer": { "tracks": [ { "video": [ { "clip": "part" } ] } ] }"#
    func pictures(_ clips: String) throws -> [Substring] {
      try hashes(
        sandbox,
        project(counter, groups: groups, tracks: #"{ "video": [ \#(clips) ] }"#, rate: "25")
      ).split(separator: "\n").filter { $0.hasPrefix("frame") }.map { $0.split(separator: " ")[2] }
    }
    let whole = try pictures(#"{ "clip": "c", "duration": "4s", "audio": false }"#)
    // 0.21 s are 5.25 frames: frame 5 shows 2 s of the source, frame 6 what is 0.03 s later.
    let shown = try pictures(#"{ "clip": "part", "duration": "0.21s", "audio": false }, "# + clip)
    #expect(Array(shown[4...7]) == [4, 50, 50, 51].map { whole[$0] })
  }

  @Test("a film of an edit with several clips, fades and an edit within is its frames turned round")
  func turnedEdit() throws {
    let sandbox = try Sandbox()
    let groups =
      #""inner": { "tracks": [ { "video": [ { "clip": "c", "in": "2s", "duration": "0.6s" }, { "clip": "g", "duration": "0.4s" } ] } ] }, "#
      + #""part": { "tracks": [ { "video": [ { "clip": "c", "duration": "0.8s" }, { "transition": "dissolve", "duration": "0.4s" }, { "clip": "inner", "in": "0.2s", "speed": 0.5, "audio": false } ] }, "#
      + #"{ "titles": [ { "at": "0.3s", "duration": "1s", "text": "Hi", "size": 20, "fade": { "in": "0.3s" } } ] } ] }"#
    func pictures(_ clip: String) throws -> [Substring] {
      try hashes(
        sandbox,
        project(
          counter + ", " + gradient, groups: groups, tracks: #"{ "video": [ \#(clip) ] }"#,
          rate: "10")
      ).split(separator: "\n").filter { $0.hasPrefix("frame") }.map { $0.split(separator: " ")[2] }
    }
    let forward = try pictures(#"{ "clip": "part", "audio": false }"#)
    #expect(forward.count == 24)
    #expect(
      try pictures(#"{ "clip": "part", "speed": -1, "audio": false }"#) == forward.reversed())
    // A film within a film: what is turned twice is as it was.
    let twice =
      groups
      + #", "back": { "tracks": [ { "video": [ { "clip": "part", "speed": -1, "audio": false } ] } ] }"#
    let found = try hashes(
      sandbox,
      project(
        counter + ", " + gradient, groups: twice,
        tracks: #"{ "video": [ { "clip": "back", "speed": -1 } ] }"#, rate: "10")
    ).split(separator: "\n").filter { $0.hasPrefix("frame") }.map { $0.split(separator: " ")[2] }
    #expect(found == forward)
  }

  @Test("times of another frame rate and speed are composed exactly and rounded once")
  func rates() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.write(
      "a.json",
      project(
        counter + #", "red": { "color": "red" }"#,
        tracks:
          #"{ "video": [ { "clip": "red", "duration": "1f" }, { "clip": "c", "in": "10f", "duration": "7f" }, { "clip": "red", "duration": "3f" } ] }"#,
        rate: "24"))
    let nested = try hashes(
      sandbox,
      project(
        #""a": { "project": "a.json" }"#,
        tracks: #"{ "video": [ { "clip": "a", "in": "0", "speed": 0.5, "pitch": "follow" } ] }"#,
        rate: "30"))
    let flat = try hashes(
      sandbox,
      project(
        counter + #", "red": { "color": "red" }"#,
        tracks:
          #"{ "video": [ { "clip": "red", "duration": "2/24s" }, { "clip": "c", "in": "10/24s", "duration": "14/24s", "speed": 0.5, "pitch": "follow" }, { "clip": "red", "duration": "6/24s" } ] }"#,
        rate: "30"))
    #expect(nested == flat)
  }

  @Test("a smaller canvas is scaled as a whole, and transparent where nothing of it is")
  func canvas() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write(
      "p.json",
      project(
        #""red": { "color": "red" }, "blue": { "color": "blue" }"#,
        groups:
          #""half": { "size": "64x72", "tracks": [ { "video": [ { "clip": "red", "duration": "1s" } ] } ] }, "framed": { "background": "white", "size": "64x36", "tracks": [ { "video": [ { "gap": "1s" } ] } ] }"#,
        tracks:
          #"{ "video": [ { "clip": "blue", "duration": "1s" } ] }, { "video": [ { "clip": "half", "position": [32, 36] } ] }, { "video": [ { "clip": "framed", "fit": "none", "position": [112, 36], "scale": 0.5 } ] }"#
      ))
    let plan = sandbox.run("plan", path).output
    #expect(plan.contains("half (track 1 clip 0): group 64x72"), "\(plan)")
    #expect(plan.contains("red (track 3 clip 0): colour #ff0000ff 64x72"), "\(plan)")
    #expect(plan.contains("framed (track 2 clip 0): colour #ffffffff 64x36"), "\(plan)")
  }

  @Test("what a clip gives to a group or project is typed, and each set of values is read once")
  func values() throws {
    let sandbox = try Sandbox()
    let group =
      #""card": { "parameters": { "who": { "type": "text" }, "n": { "type": "number", "default": 1, "maximum": 9 } }, "tracks": [ { "titles": [ { "text": "{who} {n} of {series}", "duration": "{n} * 1s", "size": 12 } ] } ] }"#
    func text(_ tracks: String) -> String {
      project("", groups: group, tracks: tracks).replacing(
        #""cutlist": 1,"#,
        with:
          #""cutlist": 1, "parameters": { "series": { "type": "text", "default": "S" }, "m": { "type": "number", "default": 3 } },"#
      )
    }
    let path = try sandbox.write(
      "p.json",
      text(
        #"{ "video": [ { "clip": "card", "with": { "who": "Ann" } }, { "clip": "card", "with": { "who": "Bo", "n": "{m + 1}" } }, { "clip": "card", "with": { "who": "Ann" } } ] }"#
      ))
    let plan = sandbox.run("plan", path).output
    #expect(plan.contains("180 frames"), "\(plan)")
    #expect(plan.contains("\"Ann 1 of S\" size 12") && plan.contains("\"Bo 4 of S\" size 12"))
    let wrong = try sandbox.write(
      "q.json",
      text(
        #"{ "video": [ { "clip": "card" }, { "clip": "card", "with": { "who": "A", "n": 10 } }, { "clip": "card", "with": { "whom": "A" } } ] }"#
      ))
    let outcome = sandbox.run("check", wrong)
    #expect(outcome.status == 1)
    for words in [
      "the parameter 'who' has no value", "10 is more than 9", "there is no parameter 'whom'",
      "did you mean \"who\"?", "note: 'card' is shown here",
    ] { #expect(outcome.messages.contains(words), "\(words): \(outcome.messages)") }
  }

  @Test("mistakes within are told with the inner file, and the way there")
  func places() throws {
    let sandbox = try Sandbox()
    try sandbox.makeFolder("sub")
    _ = try sandbox.write(
      "sub/inner.json",
      """
      { "cutlist": 1,
        "tracks": [ { "video": [ { "clip": "nix", "duration": "1sec" } ] } ] }
      """)
    _ = try sandbox.write(
      "middle.json",
      #"{ "cutlist": 1, "media": { "i": { "project": "sub/inner.json" } }, "tracks": [ { "video": [ { "clip": "i" } ] } ] }"#
    )
    let path = try sandbox.write(
      "p.json",
      #"{ "cutlist": 1, "media": { "m": { "project": "middle.json" } }, "tracks": [ { "video": [ { "clip": "m" } ] } ] }"#
    )
    let outcome = sandbox.run("check", path)
    #expect(outcome.status == 1)
    #expect(
      outcome.messages.contains("sub/inner.json:2:38: error: there is no media 'nix'"),
      "\(outcome.messages)")
    #expect(outcome.messages.contains("sub/inner.json:2:57: error: '1sec' is not a time"))
    #expect(
      outcome.messages.contains("note: 'i' is shown here (\(sandbox.file("middle.json")):1:103)"))
    #expect(outcome.messages.contains("note: 'm' is shown here (\(path):1:100)"))
    let json = sandbox.run("check", path, "--json").output
    #expect(json.contains("sub/inner.json\""), "\(json)")
  }

  @Test("rings of projects and groups are shown and cut")
  func rings() throws {
    let sandbox = try Sandbox()
    func edit(_ name: String) -> String {
      #"{ "cutlist": 1, "media": { "x": { "project": "\#(name).json" } }, "tracks": [ { "video": [ { "clip": "x" } ] } ] }"#
    }
    _ = try sandbox.write("b.json", edit("a"))
    _ = try sandbox.write("c.json", edit("b"))
    let path = try sandbox.write("a.json", edit("c"))
    let outcome = sandbox.run("check", path)
    #expect(outcome.status == 1)
    #expect(
      outcome.messages.contains("'x' → 'x' → 'x' → 'x' [circular-projects]"), "\(outcome.messages)")
    #expect(outcome.messages.contains("1 error, 0 warnings"), "\(outcome.messages)")
    let own = try sandbox.write("own.json", edit("own"))
    #expect(sandbox.run("check", own).messages.contains("'x' shows itself"))
    let groups = try sandbox.write(
      "g.json",
      project(
        "",
        groups:
          #""a": { "tracks": [ { "video": [ { "clip": "b" } ] } ] }, "b": { "tracks": [ { "titles": [ { "image": "a", "duration": "1s" } ] } ] }"#,
        tracks: #"{ "video": [ { "clip": "a" } ] }"#))
    #expect(
      sandbox.run("check", groups).messages.contains(
        "circular reference: 'a' shows itself: 'a' → 'b' → 'a'"),
      "\(sandbox.run("check", groups).messages)")
  }

  @Test("groups that multiply are counted before anything is made of them")
  func multiplication() throws {
    let sandbox = try Sandbox()
    let uses = (0..<10).map { _ in #"{ "clip": "NAME" }"# }.joined(separator: ", ")
    var groups =
      #""g0": { "tracks": [ { "titles": [ { "text": "x", "duration": "1s" } ] } ] }"#
    for level in 1...9 {
      groups +=
        #", "g\#(level)": { "tracks": [ { "video": [ \#(uses.replacing("NAME", with: "g\(level - 1)")) ] } ] }"#
    }
    let path = try sandbox.write(
      "p.json", project("", groups: groups, tracks: #"{ "video": [ { "clip": "g9" } ] }"#))
    let outcome = sandbox.run("check", path)
    #expect(outcome.status == 1)
    #expect(outcome.messages.contains("has more than 100000 items"), "\(outcome.messages)")
  }

  @Test("the sound of a group is lowered, faded and heard under others as that of a file is")
  func sound() throws {
    let sandbox = try Sandbox()
    let media =
      #""t": { "generate": "tone", "frequency": 440 }, "v": { "generate": "tone", "frequency": 880 }"#
    let nested = try hashes(
      sandbox,
      project(
        media,
        groups:
          #""voice": { "tracks": [ { "audio": [ { "gap": "0.5s" }, { "clip": "v", "duration": "0.5s" } ] } ] }, "music": { "tracks": [ { "audio": [ { "clip": "t", "duration": "3s", "gain": 0.5 } ] } ] }"#,
        tracks:
          #"{ "id": "voice", "audio": [ { "clip": "voice", "at": "0.5s" } ] }, { "audio": [ { "clip": "music", "fadeIn": "0.2s", "pan": -0.5 } ], "duck": { "under": "voice", "to": 0.2, "attack": "0.2s", "release": "0.2s" } }"#
      ))
    let flat = try hashes(
      sandbox,
      project(
        media,
        tracks:
          #"{ "id": "voice", "audio": [ { "clip": "v", "at": "1s", "duration": "0.5s" } ] }, { "audio": [ { "clip": "t", "duration": "3s", "gain": 0.5, "fadeIn": "0.2s", "pan": -0.5 } ], "duck": { "under": "voice", "to": 0.2, "attack": "0.2s", "release": "0.2s" } }"#
      ))
    #expect(nested == flat)
  }

  @Test("the chunks of an intro are those of its own movie")
  func sharedChunks() throws {
    let sandbox = try Sandbox()
    let intro = project(
      counter, tracks: #"{ "video": [ { "clip": "c", "duration": "4s" } ] }"#)
    _ = try sandbox.write("intro.json", intro)
    #expect(sandbox.render("intro.json", to: "intro.mp4").status == 0)
    _ = try sandbox.write(
      "p.json",
      project(
        #""intro": { "project": "intro.json" }, "# + counter,
        tracks:
          #"{ "video": [ { "clip": "intro" }, { "clip": "c", "in": "9s", "duration": "2s" } ] }"#))
    let outcome = sandbox.render("p.json", to: "p.mp4", "--json")
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(
      outcome.output.contains("\"reused\": 2") || outcome.output.contains("\"reused\":2"),
      "\(outcome.output)")
  }

  @Test("a project at another size is the project written for that size")
  func otherSizes() throws {
    let sandbox = try Sandbox()
    func text(_ size: String, _ design: String, _ numbers: (Int, Int, Int)) -> String {
      """
      { "cutlist": 1, "output": { "size": "\(size)"\(design), "frameRate": 10, "audio": false },
        "media": { \(gradient) },
        "tracks": [ { "video": [ { "clip": "g", "duration": "1s", "scale": 0.5, "position": [\(numbers.0), \(numbers.1)] } ] },
          { "titles": [ { "duration": "1s", "text": "x", "size": \(numbers.2), "place": "bottom" } ] } ] }
      """
    }
    let large = try sandbox.write("p.json", text("256x144", "", (64, 96, 32)))
    let small = try hashes(sandbox, text("128x72", "", (32, 48, 16)), "q.json")
    for words in [["--size", "128x72"], ["--scale", "1/2"], ["--scale", "0.5"]] {
      let outcome = sandbox.run(["frames", large] + words)
      #expect(outcome.output == small + "\n", "\(outcome.messages)")
    }
    #expect(
      try hashes(sandbox, text("128x72", ", \"design\": \"256x144\"", (64, 96, 32)), "r.json")
        == small)
    for words in [
      ["--size", "127x72"], ["--size", "12872"], ["--scale", "0"], ["--scale", "1/0"],
      ["--scale", "x"], ["--scale", "65"], ["--size", "128x72", "--scale", "2"],
    ] { #expect(sandbox.run(["check", large] + words).status == 2, "\(words)") }
  }

  @Test("items of groups take styles and defaults, and times refer to clips that show groups")
  func reuse() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write(
      "p.json",
      """
      { "cutlist": 1, "output": { "size": "320x180", "frameRate": 10, "audio": false },
        "defaults": { "title": { "size": 30, "color": "red" } },
        "styles": { "big": { "size": 60 } },
        "groups": {
          "card": {
            "parameters": { "t": { "type": "text" } }, "defaults": { "title": { "color": "yellow" } },
            "tracks": [ { "titles": [
              { "id": "a", "text": "{t}", "duration": "1s" },
              { "text": "two", "style": "big", "at": "{a.end} - 0.5s", "duration": "1s" } ] } ] } },
        "tracks": [
          { "video": [ { "gap": "1s" }, { "id": "c", "clip": "card", "with": { "t": "X" } } ] },
          { "titles": [ { "text": "after", "at": "{c.end}", "duration": "1s" } ] } ] }
      """)
    #expect(sandbox.run("check", path).status == 0)
    let plan = sandbox.run("plan", path).output
    for line in [
      "35 frames", "\"X\" size 30 weight 400 colour #ffff00ff",
      "\"two\" size 60 weight 400 colour #ffff00ff",
      "\"after\" size 30 weight 400 colour #ff0000ff",
      "two (track 2 title 1 layer 0) start at 3/2 s: frame 15",
      "after (track 1 title 0 layer 0) start at 5/2 s: frame 25",
    ] { #expect(plan.contains(line), "\(line): \(plan)") }
  }

  @Test("editing an intro renders again the chunks that show it, in every episode")
  func editedIntro() throws {
    let sandbox = try Sandbox()
    func intro(_ color: String) -> String {
      project(
        "\"x\": { \"color\": \"\(color)\" }",
        tracks: #"{ "video": [ { "clip": "x", "duration": "2s" } ] }"#, rate: "10", size: "64x36")
    }
    func episode(_ number: Int) -> String {
      project(
        #""intro": { "project": "intro.json" }, "c": { "generate": "counter", "clip": NUMBER }"#
          .replacing("NUMBER", with: "\(number)"),
        tracks: #"{ "video": [ { "clip": "intro" }, { "clip": "c", "duration": "4s" } ] }"#,
        rate: "10", size: "64x36")
    }
    _ = try sandbox.write("intro.json", intro("red"))
    for number in 1...3 {
      _ = try sandbox.write("e\(number).json", episode(number))
      #expect(sandbox.render("e\(number).json", to: "e\(number).mp4").status == 0)
    }
    _ = try sandbox.write("intro.json", intro("blue"))
    for number in 1...3 {
      let outcome = sandbox.render("e\(number).json", to: "e\(number).mp4", "--json")
      // Three chunks of two seconds; the first one shows the intro, which is one for all episodes.
      let kept = number == 1 ? 2 : 3
      #expect(outcome.output.contains("\"reused\": \(kept)"), "\(outcome.output)")
    }
  }

  @Test("whatever values parameters get, there is a movie or a finding with its kind")
  func randomValues() throws {
    let sandbox = try Sandbox()
    let text = """
      { "cutlist": 1,
        "parameters": {
          "t": { "type": "text", "default": "a" }, "n": { "type": "number", "default": 1 },
          "d": { "type": "time", "default": "1s" }, "c": { "type": "color", "default": "red" },
          "k": { "type": "choice", "of": ["contain", "cover"], "default": "cover" },
          "b": { "type": "boolean", "default": true } },
        "output": { "size": "64x36", "frameRate": 10, "audio": false },
        "media": { "m": { "color": { "use": "c" } } },
        "groups": { "g": {
          "parameters": { "w": { "type": "time" }, "s": { "type": "number", "default": 1 } },
          "tracks": [
            { "video": [ { "clip": "m", "duration": "{w} / 2 + 1f", "scale": "{s}" } ] },
            { "titles": [ { "text": "{t} {n}", "duration": "{w}", "size": 9, "when": "{b}" } ] } ] } },
        "tracks": [
          { "video": [ { "id": "a", "clip": "g", "with": { "w": "{d}", "s": "{n}" }, "fit": { "use": "k" } } ] },
          { "titles": [ { "at": "{a.end}", "duration": "{d} * {n}", "text": "x", "size": 9 } ] } ] }
      """
    let path = try sandbox.write("r.json", text)
    let values = [
      "", "0", "1", "-1", "2.5", "1e9", "1e-9", "99999999999999999999", "1/3", "1s", "0s", "3f",
      "-2s",
      "00:00:01:05", "0.04s", "1/30s", "true", "false", "red", "#12345678", "#zz", "contain",
      "cover",
      "{n}", "{", "}}", "\u{202E}x", "é́", "a\nb", "{a.end}", "..",
      String(repeating: "x", count: 3000),
    ]
    var random = SeededGenerator(seed: 14)
    var (movies, findings) = (0, 0)
    for _ in 0..<250 {
      let words = ["t", "n", "d", "c", "k", "b"].flatMap { name -> [String] in
        Int.random(in: 0..<3, using: &random) == 0
          ? [] : ["--set", "\(name)=\(values[Int.random(in: 0..<values.count, using: &random)])"]
      }
      let outcome = sandbox.run(["plan", path] + words)
      if outcome.status == 0 {
        movies += 1
        #expect(outcome.output.contains("segments"), "\(words)")
      } else {
        findings += 1
        #expect(outcome.status == 1 && outcome.messages.contains("error: "), "\(words)")
      }
    }
    #expect(movies > 3 && findings > 100)
  }

  @Test("the projects within one have bytes together as one may have")
  func bytes() throws {
    let sandbox = try Sandbox()
    let inner = project("", tracks: #"{ "titles": [ { "text": "{n}", "duration": "1s" } ] }"#)
      .replacing(
        "\"cutlist\": 1,", with: #""cutlist": 1, "parameters": { "n": { "type": "text" } },"#)
    _ = try sandbox.write("in.json", inner)
    let uses = (0..<9).map { #"{ "clip": "i", "with": { "n": "\#($0)" } }"# }
    let path = try sandbox.write(
      "p.json",
      project(
        #""i": { "project": "in.json" }"#,
        tracks: "{ \"video\": [ \(uses.joined(separator: ", ")) ] }"))
    #expect(sandbox.run("check", path).status == 0, "\(sandbox.run("check", path).messages)")
    let outcome = sandbox.run("check", path, "--limit", "file-bytes=\(8 * inner.utf8.count)")
    #expect(
      outcome.status == 1 && outcome.messages.contains("[nested-bytes]"), "\(outcome.messages)")
  }
}
