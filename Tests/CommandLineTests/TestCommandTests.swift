import Foundation
import Testing

@Suite("cutlist test")
struct TestCommandTests {
  /// Small projects, each in a folder of its own.
  private func sandbox(_ names: [String] = ["a", "b", "c"]) throws -> Sandbox {
    let sandbox = try Sandbox()
    for name in names {
      try sandbox.makeFolder("all/\(name)")
      try sandbox.write("all/\(name)/\(name).json", Self.project())
    }
    return sandbox
  }

  private static func project(
    color: String = "#204060", level: String = "0.25", expect: String = "{}"
  ) -> String {
    """
    {
      "cutlist": 1,
      "output": { "size": "32x18", "frameRate": 10, "audio": { "sampleRate": 8000 } },
      "media": {
        "color": { "color": "\(color)" },
        "tone": { "generate": "tone", "level": \(level) }
      },
      "tracks": [
        { "video": [ { "clip": "color", "duration": "1s" } ] },
        { "audio": [ { "clip": "tone", "duration": "1s" } ] }
      ],
      "expect": \(expect)
    }
    """
  }

  private func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

  @Test("keeps movies, finds them unchanged, and says what is different")
  func update() throws {
    let sandbox = try sandbox()
    let folder = sandbox.file("all")
    let kept = GalleryRun(["test", "--update", folder])
    #expect(kept.status == 0, "\(kept.printed)")
    #expect(
      lines(kept.printed).prefix(4) == [
        "passed  \(folder)/a/a.json", "  \(folder)/a/golden/frame-5.png: new",
        "  \(folder)/a/golden/frames.txt: new", "  \(folder)/a/golden/plan.txt: new",
      ])
    let again = GalleryRun(["test", "--update", folder])
    #expect(lines(again.printed).last == "3 projects: 3 passed")
    #expect(lines(again.printed).count == 4)
    let tested = GalleryRun(["test", folder])
    #expect(tested.status == 0)
    #expect(
      lines(tested.printed).first
        == "passed  \(folder)/a/a.json: 10 frames, 1 second of sound, plan")
    try sandbox.write("all/b/b.json", Self.project(color: "#304060", level: "0.5"))
    let failed = GalleryRun(["test", folder])
    #expect(failed.status == 1)
    let said = lines(failed.printed).filter { $0.hasPrefix("  ") }
    #expect(said.contains { $0.hasPrefix("  frames: frames 0..9 of 10 differ (10): another hash") })
    #expect(said.contains { $0.contains("sound: sound from 0 s (sample 0) differs") })
    #expect(lines(failed.printed).last == "3 projects: 2 passed, 1 failed")
    let written = GalleryRun(["test", "--update", sandbox.file("all/b/b.json")])
    #expect(
      written.printed.contains("10 frames changed: 0..9, 1 second of sound changed"))
    #expect(GalleryRun(["test", folder]).status == 0)
  }

  @Test("a tolerance is measured on the kept picture")
  func tolerance() throws {
    let sandbox = try sandbox(["a"])
    let path = sandbox.file("all/a/a.json")
    func project(_ color: String) -> String {
      Self.project(
        color: color,
        expect: """
          { "golden": { "frames": [ "0.5s" ], "pictures": [ "0.5s" ], "sound": false },
            "tolerance": { "psnr": 40 } }
          """)
    }
    try sandbox.write("all/a/a.json", project("#204060"))
    #expect(GalleryRun(["test", "--update", path]).status == 0)
    #expect(sandbox.exists("all/a/golden/frame-5.png"))
    try FileManager.default.removeItem(atPath: sandbox.file("all/a/golden/plan.txt"))
    try sandbox.write("all/a/a.json", project("#224260"))
    let close = GalleryRun(["test", path])
    #expect(close.status == 0, "\(close.printed)")
    #expect(close.printed.contains("within the tolerance"))
    try sandbox.write("all/a/a.json", project("#80a0c0"))
    let far = GalleryRun(["test", path, "--keep", sandbox.file("kept")])
    #expect(far.status == 1)
    #expect(far.printed.contains("dB, at least 40"))
    let kept = try FileManager.default.subpathsOfDirectory(atPath: sandbox.file("kept"))
    #expect(kept.filter { $0.hasSuffix("/all/a/a/frame-5.actual.png") }.count == 1)
    #expect(kept.filter { $0.hasSuffix("/all/a/a/frame-5.expected.png") }.count == 1)
  }

  @Test("one project with mistakes does not stop the others")
  func mistake() throws {
    let sandbox = try sandbox()
    _ = GalleryRun(["test", "--update", sandbox.file("all")])
    try sandbox.write("all/b/b.json", "{ \"cutlist\": 1, \"tracks\": ")
    try sandbox.write("all/other.json", "{ \"name\": \"no project\" }")
    try sandbox.write("all/untested.json", Projects.counter(seconds: 1))
    let run = GalleryRun(["test", sandbox.file("all")])
    #expect(run.status == 1)
    #expect(run.printed.contains("b/b.json:1:"))
    #expect(run.printed.contains("error: "))
    #expect(lines(run.printed).last == "3 projects: 2 passed, 1 failed")
    let named = GalleryRun(["test", sandbox.file("all/untested.json")])
    #expect(named.status == 1)
    #expect(named.printed.contains("'cutlist test --update"))
    #expect(GalleryRun(["test", sandbox.file("nothing")]).status == 2)
  }

  @Test("media that are gone are status 3, a failure beside them is status 1")
  func media() throws {
    let sandbox = try sandbox(["a"])
    _ = GalleryRun(["test", "--update", sandbox.file("all")])
    try sandbox.makeFolder("all/m")
    try sandbox.write(
      "all/m/m.json",
      Self.project().replacing("{ \"color\": \"#204060\" }", with: "\"gone.mp4\""))
    let gone = GalleryRun(["test", sandbox.file("all")])
    #expect(gone.status == 3, "\(gone.printed)")
    #expect(lines(gone.printed).last == "2 projects: 1 passed, 1 could not be tested")
    try sandbox.write("all/a/a.json", Self.project(expect: "{ \"frames\": 11 }"))
    #expect(GalleryRun(["test", sandbox.file("all")]).status == 1)
  }

  @Test("results are the same for any number of jobs, in the order of paths")
  func jobs() throws {
    let names = ["a", "b", "c", "d", "e", "f"]
    let sandbox = try sandbox(names)
    _ = GalleryRun(["test", "--update", sandbox.file("all")])
    try sandbox.write("all/c/c.json", Self.project(color: "red"))
    func run(_ jobs: Int) throws -> [String] {
      let files = ["junit.xml", "lines.ndjson"].map(sandbox.file)
      let run = GalleryRun([
        "test", sandbox.file("all"), "--jobs", "\(jobs)", "--junit", files[0], "--ndjson", files[1],
      ])
      return try [run.printed, run.said]
        + files.map { String(decoding: try Data(contentsOf: URL(filePath: $0)), as: UTF8.self) }
    }
    let one = try run(1)
    #expect(try run(3) == one)
    #expect(try run(8) == one)
    let order = lines(one[0]).filter { $0.contains(".json") }.map { $0.split(separator: "/").last }
    #expect(order.count == 6 && order[0]?.hasPrefix("a.json") == true)
    #expect(one[1] == "")
    #expect(one[2].contains("name=\"cutlist\" tests=\"24\" failures=\"2\" errors=\"0\">"))
    #expect(lines(one[3]).count == 7)
  }

  @Test(
    "golden files are not written where CI is set, and are where it says no",
    arguments: ["true", "1"])
  func continuousIntegration(value: String) throws {
    let sandbox = try sandbox(["a"])
    let words = ["test", "--update", sandbox.file("all")]
    let refused = try RunningProgram(words, environment: ["CI": value]).wait()
    #expect(refused.status == 2)
    #expect(refused.messages.contains("golden files are not updated where the variable CI is set"))
    #expect(!sandbox.exists("all/a/golden"))
    let allowed = try RunningProgram(words, environment: ["CI": "false"]).wait()
    #expect(allowed.status == 0)
    #expect(sandbox.exists("all/a/golden/frames.txt"))
  }

  @Test("what is said to type has the row that was chosen")
  func row() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write(
      "a.json",
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10 },
        "parameters": { "name": { "type": "text", "default": "x" } },
        "tracks": [ { "titles": [ { "text": "{name}", "duration": "0.2s", "size": 8 } ] } ] }
      """)
    let table = try sandbox.write("t.csv", "name\nAnn\nBob\n")
    let run = sandbox.run("test", path, "--data", table, "--row", "2")
    #expect(run.status == 1)
    #expect(
      (run.output + run.messages).contains("cutlist test --update --data \(table) --row 2 \(path)"))
    let made = sandbox.run("test", "--update", "--data", table, "--row", "2", path)
    #expect(made.status == 0)
    #expect(sandbox.run("test", path, "--data", table, "--row", "2").status == 0)
  }
}
