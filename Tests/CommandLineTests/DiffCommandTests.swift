import Foundation
import Testing

@Suite("cutlist diff")
struct DiffCommandTests {
  private func project(
    first: String = "1s", color: String = "#204060", title: String = "Hello", more: String = ""
  ) -> String {
    """
    { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10 },
      "media": { "color": { "color": "\(color)" }, "counter": { "generate": "counter" } },
      "tracks": [
        { "id": "picture", "video": [
          { "clip": "counter", "duration": "\(first)" },
          { "clip": "color", "duration": "1s" }\(more)
        ] },
        { "titles": [ { "id": "card", "at": "0.5s", "duration": "1s", "text": "\(title)", "size": 12 } ] }
      ] }
    """
  }

  @Test("each change is a line with its place in both files and the frames it changes")
  func text() throws {
    let sandbox = try Sandbox()
    let a = try sandbox.write("a.json", project())
    let b = try sandbox.write("b.json", project(first: "0.8s", title: "Hallo"))
    let outcome = sandbox.run("diff", a, b)
    #expect(outcome.status == 1, "\(outcome.messages)")
    let expected = """
      the movie is 2 frames shorter: 1.8s, was 2s
      video track 'picture'
          0s  trimmed the tail of clip 'counter' by 2 frames: now 0s to 0.8s \
      [frames 8..9] (a.json:5:7, b.json:5:7)
              clip 'color' is 2 frames earlier \
      [frames 8..14, 18..19, second 1 of sound] (a.json:6:7, b.json:6:7)
      title track 2
        0.5s  title 'card' says 'Hallo' instead of 'Hello' \
      [frames 5..14] (a.json:8:67, b.json:8:67)
      12 of 20 frames differ: 5..14, 18..19; 1 of 2 seconds of sound differ: 1

      """
    let printed = outcome.output.replacing(sandbox.path + "/", with: "")
    #expect(printed == expected)
  }

  @Test("where the frame rates differ, times of the first version are told with theirs")
  func clocks() throws {
    let sandbox = try Sandbox()
    func text(_ rate: Int, _ length: String, at: String) -> String {
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": \(rate), "audio": false },
        "media": { "counter": { "generate": "counter" } },
        "markers": [ { "at": "\(at)", "name": "night" } ],
        "tracks": [ { "video": [ { "clip": "counter", "duration": "\(length)" },
          { "clip": "counter", "in": "20s", "duration": "1s" } ] } ] }
      """
    }
    let a = try sandbox.write("a.json", text(25, "00:00:02:12", at: "00:00:01:20"))
    let b = try sandbox.write("b.json", text(30, "00:00:03:06", at: "00:00:02:21"))
    let words = sandbox.run("diff", a, b, "--no-frames").output
    #expect(
      words.hasPrefix(
        "the movie is 0.72s longer: 00:00:04:06 at 30 fps, was 00:00:03:12 at 25 fps\n"),
      "\(words)")
    #expect(words.contains("at 00:00:02:21 (was 00:00:01:20 at 25 fps)"), "\(words)")
    let same = sandbox.run(
      "diff", a, try sandbox.write("c.json", text(25, "00:00:02:10", at: "1s")))
    #expect(!same.output.contains("fps"), "\(same.output)")
  }

  @Test("notes and names change no frame, sound no picture, and pictures no sound")
  func senses() throws {
    let sandbox = try Sandbox()
    let base = """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10 },
        "media": { "counter": { "generate": "counter" }, "tone": { "generate": "tone" } },
        "tracks": [
          { "id": "main", "video": [ { "id": "one", "clip": "counter", "duration": "20f" } ] },
          { "id": "hum", "audio": [ { "clip": "tone", "duration": "20f" } ] } ] }
      """
    let other = base.replacing(#""id": "main""#, with: #""id": "top", "note": "x""#)
      .replacing(#""duration": "20f" } ] },"#, with: #""duration": "20f", "opacity": 0.5 } ] },"#)
      .replacing(
        #""clip": "tone", "duration": "20f""#,
        with: #""clip": "tone", "duration": "20f", "gain": 0.5, "note": "y""#)
    let a = try sandbox.write("a.json", base)
    let b = try sandbox.write("b.json", other)
    let lines = sandbox.run("diff", a, b).output.split(separator: "\n").map(String.init)
    func line(_ words: String) -> String { lines.first { $0.contains(words) } ?? "" }
    #expect(line("is called").contains("'top'") && !line("is called").contains("["), "\(lines)")
    #expect(!line("note x").contains("[") && !line("note y").contains("["), "\(lines)")
    #expect(line("opacity").contains("[frames 0..19] "), "\(lines)")
    #expect(line("gain").contains("[seconds 0..1 of sound] "), "\(lines)")
  }

  @Test("a version that is the same, whatever its layout, ends with 0")
  func same() throws {
    let sandbox = try Sandbox()
    let a = try sandbox.write("a.json", project())
    let b = try sandbox.write("b.json", project().replacing("\n", with: ""))
    let outcome = sandbox.run("diff", a, b)
    #expect(outcome.status == 0 && outcome.output == "no change\n")
  }

  @Test("counts, data and words without frames")
  func forms() throws {
    let sandbox = try Sandbox()
    let a = try sandbox.write("a.json", project())
    let b = try sandbox.write("b.json", project(color: "#204061", title: "Hallo"))
    let counts = sandbox.run("diff", a, b, "--stat")
    #expect(counts.status == 1)
    #expect(
      counts.output.hasPrefix(" media         | 1 property\n"), "\(counts.output)")
    #expect(counts.output.contains("2 changes; 15 of 20 frames differ: 5..19"), "\(counts.output)")
    let words = sandbox.run("diff", a, b, "--no-frames")
    #expect(words.status == 1 && !words.output.contains("frames"))
    let data = sandbox.run("diff", a, b, "--json").output
    let document = try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any]
    let changes = try #require(document?["changes"] as? [[String: Any]])
    let kinds = changes.compactMap { $0["change"] as? String }
    #expect(kinds == ["property", "reworded"])
    let other = changes.last?["other"] as? [String: Any]
    let pointer = other?["pointer"] as? String
    #expect(pointer == "/tracks/1/titles/0/text")
    let frames = changes.first?["differingFrames"] as? [[Int]]
    #expect(frames == [[10, 19]])
  }

  @Test("a change of a whole track of sound is heard everywhere and seen nowhere")
  func trackOfSound() throws {
    let sandbox = try Sandbox()
    func edit(_ gain: Int, _ color: String) -> String {
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10 },
        "media": { "color": { "color": "\(color)" }, "tone": { "generate": "tone" } },
        "tracks": [ { "video": [ { "clip": "color", "duration": "1s" } ] },
          { "id": "music", "gain": \(gain), "audio": [ { "clip": "tone", "duration": "1s" } ] } ] }
      """
    }
    let a = try sandbox.write("a.json", edit(1, "#fff"))
    let b = try sandbox.write("b.json", edit(0, "#000"))
    let output = sandbox.run("diff", a, b).output
    #expect(output.contains("color #000 (was #fff) [frames 0..9, "), "\(output)")
    #expect(output.contains("gain 0 (was 1) [second 0 of sound]"), "\(output)")
  }

  @Test("colour only where it is wanted")
  func color() throws {
    let sandbox = try Sandbox()
    let a = try sandbox.write("a.json", project())
    let b = try sandbox.write("b.json", project(title: "Hallo"))
    #expect(!sandbox.run("diff", a, b, "--no-frames").output.contains("\u{1b}"))
    #expect(
      sandbox.run("diff", a, b, "--no-frames", "--color", "always").output.contains("\u{1b}[1m"))
  }

  @Test("without their media two versions are compared in words")
  func missingMedia() throws {
    let sandbox = try Sandbox()
    let text = project(more: #", { "clip": "gone" }"#)
      .replacing(#""media": {"#, with: #""media": { "gone": "gone.mp4","#)
    let a = try sandbox.write("a.json", text)
    let b = try sandbox.write("b.json", text.replacing("Hello", with: "Hallo"))
    let outcome = sandbox.run("diff", a, b)
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("says 'Hallo'") && !outcome.output.contains("frames"))
    #expect(outcome.messages.contains("note: media of '\(a)' and '\(b)' are missing"))
    #expect(outcome.messages.matches(of: /missing/).count == 1, "\(outcome.messages)")
  }

  @Test("what is wrong in a version is no obstacle, unless it cannot be read at all")
  func wrongProjects() throws {
    let sandbox = try Sandbox()
    let a = try sandbox.write("a.json", project())
    let b = try sandbox.write("b.json", project(more: #", { "clip": "nobody", "in": "x" }"#))
    let outcome = sandbox.run("diff", a, b)
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("added clip 'nobody'"))
    #expect(outcome.messages.contains("warning: '\(b)' has"), "\(outcome.messages)")
    let both = sandbox.run(
      "diff", b, try sandbox.write("c.json", project(title: "x", more: #", { "clip": "no" }"#)))
    #expect(both.messages.hasPrefix("warning: '\(b)' and '\(sandbox.file("c.json"))' have errors"))
    #expect(both.messages.split(separator: "\n").count == 1, "\(both.messages)")
    let broken = try sandbox.write("broken.json", "{ \"cutlist\": 1, ")
    let unread = sandbox.run("diff", a, broken)
    #expect(unread.status == 2 && unread.messages.contains("json-syntax"), "\(unread.messages)")
    #expect(sandbox.run("diff", a, sandbox.file("none.json")).status == 2)
  }

  @Test("a file that is new has everything added")
  func newFile() throws {
    let sandbox = try Sandbox()
    let a = try sandbox.write("a.json", project())
    let outcome = sandbox.run("diff", "/dev/null", a)
    #expect(outcome.status == 1 && outcome.output.contains("added"), "\(outcome.messages)")
  }

  @Test("a version in a commit is named as git names it, and a path alone is compared with HEAD")
  func commits() throws {
    let sandbox = try Sandbox()
    try sandbox.makeFolder("edits")
    let file = try sandbox.write("edits/a.json", project())
    for words in [
      ["init", "-q"], ["add", "."],
      ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "first"],
    ] {
      let git = Process()
      git.executableURL = URL(filePath: "/usr/bin/git")
      git.arguments = ["-C", sandbox.path] + words
      try git.run()
      git.waitUntilExit()
      try #require(git.terminationStatus == 0)
    }
    #expect(sandbox.run("diff", file).status == 0)
    try sandbox.write("edits/a.json", project(title: "Hallo"))
    let outcome = sandbox.run("diff", file)
    #expect(outcome.status == 1 && outcome.output.contains("(HEAD:\(file):8:67, \(file):8:67)"))
    #expect(outcome.output.contains("10 of 20 frames differ: 5..14"), "\(outcome.output)")
    #expect(sandbox.run("diff", sandbox.file("none.json")).status == 2)
  }

  @Test("of a project that is shown it is told what was changed in it, and which frames show it")
  func nested() throws {
    let sandbox = try Sandbox.withRepository()
    let outer = """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "audio": false },
        "media": { "part": { "project": "part.json" }, "navy": { "color": "navy" } },
        "tracks": [ { "video": [ { "clip": "navy", "duration": "1s" },
          { "clip": "part", "duration": "1s" } ] } ] }
      """
    let part = """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "audio": false },
        "media": { "counter": { "generate": "counter" } },
        "tracks": [ { "id": "inner", "video": [ { "clip": "counter", "duration": "1s" } ] } ] }
      """
    try sandbox.commit(["outer.json": outer, "part.json": part], "both")
    let later = part.replacing(#""duration""#, with: #""in": "1s", "duration""#)
    _ = try sandbox.write("films/part.json", later)
    let outcome = sandbox.run("diff", sandbox.file("films/outer.json"))
    // Ten frames of the first second are navy, the ten of the part are others.
    #expect(
      outcome.output.contains("'part.json' was changed [frames 10..19]"), "\(outcome.output)")
    #expect(
      outcome.output.contains(
        "    video track 'inner': 0s slipped clip 'counter' by 1 second: it shows later material"),
      "\(outcome.output)")
  }
}
