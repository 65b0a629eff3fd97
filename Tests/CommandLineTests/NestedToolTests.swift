import Foundation
import Testing

@testable import CommandLineInterface

@Suite("tools and projects that show projects")
struct NestedToolTests {
  private func outer(_ more: String = "") -> String {
    """
    { "cutlist": 1, "output": { "size": "128x72", "frameRate": 10 },
      "media": { "intro": { "project": "sub/intro.json" } },
      "groups": { "card": { "tracks": [ { "titles": [ { "text": "card", "duration": "1s", "size": 12 } ] } ] } },
      "tracks": [ { "video": [ { "clip": "intro" }, { "clip": "card" }\(more) ] } ] }
    """
  }

  private func intro(_ seconds: String) -> String {
    """
    { "cutlist": 1, "output": { "size": "128x72", "frameRate": 10 },
      "media": { "c": { "generate": "counter" }, "pictures": "still.png" },
      "tracks": [ { "video": [ { "clip": "c", "duration": "\(seconds)" }, { "clip": "pictures", "duration": "1s" } ] } ] }
    """
  }

  private func sandbox() throws -> (Sandbox, String) {
    let sandbox = try Sandbox()
    try sandbox.makeFolder("sub")
    _ = try sandbox.write("sub/intro.json", intro("1s"))
    let path = try sandbox.write("p.json", outer())
    let still = sandbox.run(
      "frame",
      try sandbox.write(
        "still.json",
        #"{ "cutlist": 1, "output": { "size": "64x36" }, "media": { "r": { "color": "red" } }, "tracks": [ { "video": [ { "clip": "r", "duration": "1s" } ] } ] }"#
      ), "--at", "0", "-o", sandbox.file("sub/still.png"))
    #expect(still.status == 0, "\(still.messages)")
    return (sandbox, path)
  }

  @Test(
    "a nested project and its media are found beside it, explained and kept from being replaced")
  func reading() throws {
    let (sandbox, path) = try sandbox()
    #expect(sandbox.run("check", path).status == 0, "\(sandbox.run("check", path).messages)")
    let explained = sandbox.run("explain", path, "--frame", "15").output
    #expect(
      explained.contains("of 'intro' (\(sandbox.file("sub/intro.json")):3:63)"), "\(explained)")
    #expect(explained.contains("sub/still.png"), "\(explained)")
    for output in ["sub/intro.json", "sub/still.png", "p.json"] {
      let outcome = sandbox.run("frame", path, "--at", "0", "--force", "-o", sandbox.file(output))
      #expect(outcome.status == 2, "\(output): \(outcome.messages)")
    }
    let page = sandbox.run("inspect", path, "-o", sandbox.file("p.html"))
    #expect(page.status == 0, "\(page.messages)")
  }

  @Test("of a group that is shown twice each time's own values are told")
  func values() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write(
      "p.json",
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "audio": false },
        "parameters": { "length": { "type": "time", "default": "1s" } },
        "media": { "b": { "generate": "bars" }, "k": { "generate": "counter" } },
        "groups": { "g": {
          "parameters": { "m": { "type": "media" }, "s": { "type": "number" } },
          "tracks": [ { "video": [
            { "clip": { "use": "m" }, "duration": "{length}", "scale": { "use": "s" } } ] } ] } },
        "tracks": [ { "video": [
          { "clip": "g", "with": { "m": "b", "s": 0.5 } },
          { "clip": "g", "with": { "m": "k", "s": 0.8 } } ] } ] }
      """)
    for (frame, media, scale) in [("3", "b", "0.5"), ("13", "k", "0.8")] {
      let lines = sandbox.run("explain", path, "--frame", frame).output.split(separator: "\n")
        .filter { $0.contains(" written ") }.joined(separator: "\n")
      #expect(lines.contains("'m' is '\(media)', as it was given"), "\(lines)")
      #expect(lines.contains("'s' is '\(scale)', as it was given"), "\(lines)")
      #expect(lines.contains("'length' is '1s', by default"), "\(lines)")
    }
  }

  @Test("what is wrong with media is not said again of groups that show them")
  func brokenMedia() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write(
      "p.json",
      """
      { "cutlist": 1, "media": { "sun": { "color": "gold" } },
        "groups": { "g": { "tracks": [ { "video": [ { "clip": "sun", "duration": "1s" } ] } ] } },
        "tracks": [ { "video": [ { "clip": "g" } ] } ] }
      """)
    let messages = sandbox.run("check", path).messages
    #expect(messages.contains("[color-syntax]"), "\(messages)")
    #expect(!messages.contains("unknown-media"), "\(messages)")
  }

  @Test("a lock file knows nested projects, and a changed one is told")
  func locking() throws {
    let (sandbox, path) = try sandbox()
    #expect(sandbox.run("lock", path).status == 0)
    let lock = String(decoding: try sandbox.bytes("p.lock.json"), as: UTF8.self)
    #expect(
      lock.contains("\"sub/intro.json\"") && lock.contains("\"kind\": \"project\""), "\(lock)")
    #expect(lock.contains("sub/still.png"), "\(lock)")
    #expect(sandbox.run("check", "--locked", path).status == 0)
    _ = try sandbox.write("sub/intro.json", intro("2s"))
    let outcome = sandbox.run("check", "--locked", path)
    #expect(
      outcome.status != 0 && outcome.messages.contains("sub/intro.json"), "\(outcome.messages)")
  }

  @Test("a confined project reads no project outside of its folder")
  func confined() throws {
    let (sandbox, _) = try sandbox()
    try sandbox.makeFolder("own")
    let path = try sandbox.write(
      "own/q.json",
      #"{ "cutlist": 1, "media": { "x": { "project": "../sub/intro.json" } }, "tracks": [ { "video": [ { "clip": "x" } ] } ] }"#
    )
    #expect(sandbox.run("check", path).status == 0)
    let outcome = sandbox.run("check", path, "--confine")
    #expect(outcome.status != 0)
    #expect(
      outcome.messages.contains("lies outside of the folders that a confined project may read"),
      "\(outcome.messages)")
    #expect(
      sandbox.run("check", path, "--confine", "--allow-path", sandbox.file("sub")).status == 0)
  }

  @Test("what a group changes is told where the movie shows it")
  func differences() throws {
    let (sandbox, path) = try sandbox()
    let other = try sandbox.write(
      "q.json", outer().replacing("\"card\", \"dur", with: "\"new\", \"dur"))
    let outcome = sandbox.run("diff", path, other)
    #expect(outcome.status == 1, "\(outcome.output)\(outcome.messages)")
    #expect(outcome.output.contains("card") && outcome.output.contains("new"), "\(outcome.output)")
    #expect(outcome.output.contains("20"), "\(outcome.output)")
  }

  private func check(_ sandbox: Sandbox, _ text: String) throws -> Outcome {
    sandbox.run("check", try sandbox.write("c.json", text))
  }

  @Test("what is too loud or beyond an edge within a group is told where it is written")
  func findingsWithin() throws {
    let sandbox = try Sandbox()
    let outcome = try check(
      sandbox,
      """
      { "cutlist": 1, "output": { "size": "128x72", "frameRate": 10 },
        "media": { "t": { "generate": "tone" } },
        "groups": {
          "loud": { "tracks": [ { "audio": [ { "clip": "t", "duration": "1s", "gain": "24dB" } ] } ] },
          "wide": { "tracks": [ { "titles": [
            { "text": "A name far too long for this", "duration": "1s", "size": 40 } ] } ] } },
        "tracks": [ { "video": [ { "clip": "wide" } ] }, { "audio": [ { "clip": "loud" } ] } ] }
      """)
    #expect(outcome.status == 0)
    #expect(
      outcome.messages.contains("c.json:4:81: warning: the sound is too loud"),
      "\(outcome.messages)")
    #expect(outcome.messages.contains("[title-beyond-edge]"), "\(outcome.messages)")
    #expect(outcome.messages.contains("note: 'wide' is shown here"), "\(outcome.messages)")
    #expect(outcome.messages.contains("note: 'loud' is shown here"), "\(outcome.messages)")
  }

  @Test("a group that lasts and shows nothing is an empty picture, one that lasts no time is told")
  func emptyGroups() throws {
    let sandbox = try Sandbox()
    func project(_ group: String) -> String {
      """
      { "cutlist": 1, "output": { "frameRate": 10 }, "groups": { "g": { \(group) } },
        "tracks": [ { "video": [ { "clip": "g" } ] }, { "titles": [ { "text": "x", "duration": "1s" } ] } ] }
      """
    }
    let lasting = try check(sandbox, project(#""duration": "1s", "tracks": []"#))
    #expect(lasting.status == 0, "\(lasting.messages)")
    let empty = try check(sandbox, project(#""tracks": []"#))
    #expect(empty.status == 1 && empty.messages.contains("[empty-timeline]"), "\(empty.messages)")
    #expect(!empty.messages.contains("needs a \"duration\""), "\(empty.messages)")
  }

  @Test("expressions need no parameters, texts without any are what they are")
  func expressionsAlone() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write(
      "e.json",
      """
      { "cutlist": 1, "output": { "size": "128x72", "frameRate": 10, "audio": false },
        "media": { "c": { "generate": "counter" } },
        "tracks": [ { "video": [ { "clip": "c", "duration": "1s", "speed": "{3/2}" } ] },
          { "titles": [ { "text": "a {b}", "duration": "1s", "size": 9 } ] } ] }
      """)
    let plan = sandbox.run("plan", path)
    #expect(plan.status == 0, "\(plan.messages)")
    #expect(plan.output.contains("\"a {b}\""), "\(plan.output)")
    // Frame 9 shows frame 13.5, rounded down, of the source.
    let explained = sandbox.run("explain", path, "--frame", "9").output
    #expect(explained.contains("frame      13,"), "\(explained)")
  }

  @Test("a project that is named as a file is told how to name it")
  func projectAsFile() throws {
    let (sandbox, _) = try sandbox()
    let outcome = try check(
      sandbox,
      #"{ "cutlist": 1, "media": { "i": "sub/intro.json" }, "tracks": [ { "video": [ { "clip": "i" } ] } ] }"#
    )
    #expect(
      outcome.messages.contains(#"if it is a project, write { "project": "sub/intro.json" }"#),
      "\(outcome.messages)")
  }

  @Test("thousands of uses of a group are planned")
  func manyUses() throws {
    let sandbox = try Sandbox()
    let uses = Array(repeating: #"{ "clip": "g" }"#, count: 3000).joined(separator: ", ")
    let path = try sandbox.write(
      "m.json",
      """
      { "cutlist": 1, "output": { "size": "128x72", "frameRate": 10, "audio": false },
        "groups": { "g": { "tracks": [ { "titles": [ { "text": "x", "duration": "2f", "size": 9 } ] } ] } },
        "tracks": [ { "video": [ \(uses) ] } ] }
      """)
    let outcome = sandbox.run("plan", path)
    #expect(outcome.status == 0 && outcome.output.contains("6000 frames"), "\(outcome.messages)")
  }

  @Test("a nested project that was changed is a change, compared with what it was in the commit")
  func versions() throws {
    let sandbox = try Sandbox.withRepository()
    func inner(_ color: String, _ seconds: Int) -> String {
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "audio": false },
        "media": { "c": { "color": "\(color)" } },
        "tracks": [ { "video": [ { "clip": "c", "duration": "\(seconds)s" } ] } ] }
      """
    }
    let outer = """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "audio": false },
        "media": { "i": { "project": "in.json" } }, "tracks": [ { "video": [ { "clip": "i" } ] } ] }
      """
    try sandbox.commit(["in.json": inner("red", 1), "m.json": outer], "one")
    let path = sandbox.file("films/m.json")
    let same = sandbox.run("diff", path)
    #expect(same.status == 0 && same.output == "no change\n", "\(same.output)\(same.messages)")
    _ = try sandbox.write("films/in.json", inner("blue", 2))
    let changed = sandbox.run("diff", path)
    #expect(changed.status == 1, "\(changed.output)\(changed.messages)")
    #expect(changed.output.contains("'in.json' was changed"), "\(changed.output)")
    #expect(changed.output.contains("20 of 20 frames differ: 0..19"), "\(changed.output)")
    #expect(sandbox.run("diff", path, "--json").output.contains("\"in.json\""))
  }
}
