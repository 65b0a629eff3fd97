import Foundation
import MediaProbing
import MediaSources
import Testing
import Workspace

@testable import CommandLineInterface

/// Projects that `cutlist new` begins.
@Suite struct NewCommandTests {
  /// A folder with two videos, two photos, a song in a folder of its own, and what is no media.
  private func media() throws -> Sandbox {
    let sandbox = try Sandbox()
    let project = try sandbox.write(
      "make.txt",
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": "25/2" },
        "media": { "red": { "color": "#f00" }, "tone": { "generate": "tone" } },
        "tracks": [ { "video": [ { "clip": "red", "duration": "2s" } ] },
                    { "audio": [ { "clip": "tone", "duration": "2s" } ] } ] }
      """)
    try FileManager.default.createDirectory(
      atPath: sandbox.file("music"), withIntermediateDirectories: true)
    for words in [
      ["render", project, "-o", sandbox.file("shot 10.mp4")],
      ["render", project, "-o", sandbox.file("shot 9.mp4")],
      ["frame", project, "--at", "1s", "-o", sandbox.file("a.png")],
      ["frame", project, "--at", "1s", "-o", sandbox.file("A.b.png")],
      ["mix", project, "-o", sandbox.file("music/shot 9.wav")],
    ] {
      let outcome = sandbox.run(words)
      try #require(outcome.status == 0, "\(outcome.messages)")
    }
    try sandbox.write("broken.mov", "no movie")
    try sandbox.write("notes.md", "not looked at")
    return sandbox
  }

  @Test(
    "a folder of media becomes a project without a fault, with all of it, in the order of names")
  func folder() throws {
    let sandbox = try media()
    let outcome = sandbox.run("new", sandbox.file(""))
    #expect(outcome.status == 0)
    #expect(outcome.messages.contains("'broken.mov' is left out"))
    #expect(outcome.messages.contains("2 clips, 2 photos, 1 sound, 64x36"))
    let text = try String(decoding: sandbox.bytes("edit.json"), as: UTF8.self)
    #expect(
      text == """
        {
          "$schema": "cutlist-1.schema.json",
          "cutlist": 1,
          "output": {
            "size": "64x36",
            "frameRate": "25/2"
          },
          "media": {
            "A.b": "A.b.png",
            "a": "a.png",
            "shot 9.mp4": "shot 9.mp4",
            "shot 10": "shot 10.mp4",
            "music/shot 9.wav": "music/shot 9.wav"
          },
          "defaults": {
            "transition": { "transition": "dissolve", "duration": "1s", "mode": "overlap" }
          },
          "tracks": [
            {
              "video": [
                { "clip": "A.b", "duration": "4s" },
                { "transition": "default" },
                { "clip": "a", "duration": "4s" },
                { "clip": "shot 9.mp4" },
                { "clip": "shot 10" }
              ]
            },
            {
              "audio": [
                { "clip": "music/shot 9.wav" }
              ]
            }
          ]
        }

        """)
    let path = sandbox.file("edit.json")
    #expect(sandbox.run("format", "--check", path).status == 0)
    #expect(sandbox.run("check", path).messages == "\(path): nothing wrong\n")
    // 4 s and 4 s that overlap by one, and 2 s twice, at 12.5 frames a second: 137.5 frames.
    let frames = sandbox.run("frames", path).output.split(separator: "\n")
      .filter { $0.hasPrefix("frame ") }
    #expect((137...138).contains(frames.count))
  }

  @Test("every template that can be asked for is a project without a fault")
  func templates() throws {
    let sandbox = try Sandbox(readsApart: false)
    let said = sandbox.run("new", "--template", "none", sandbox.file("x")).messages
    let list = try #require(said.firstMatch(of: /there are ([^\n]+)/)?.1)
    let names = list.split(separator: ", ").map(String.init)
    #expect(names.count > 60)
    // The schema that is written beside each takes debug builds long: all but the first have it already.
    var schema: Data?
    for name in names {
      let folder = sandbox.file(name)
      if let schema {
        try sandbox.makeFolder(name)
        try sandbox.write(name + "/cutlist-1.schema.json", schema)
      }
      let outcome = sandbox.run("new", "--template", name, folder)
      schema = schema ?? (try? sandbox.bytes(name + "/cutlist-1.schema.json"))
      try #require(outcome.status == 0, "\(name): \(outcome.messages)")
      let project = try #require(outcome.messages.firstMatch(of: /wrote ([^\n]+)/)?.1)
      #expect(sandbox.run("check", String(project)).status == 0, "\(name)")
    }
  }

  @Test("short sound has a track of its own, is not repeated, and music steps back under it")
  func recordings() throws {
    let sandbox = try media()
    let voice = try sandbox.write(
      "voice.txt",
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10 },
        "media": { "tone": { "generate": "tone" } },
        "tracks": [ { "audio": [ { "clip": "tone", "duration": "20s" } ] } ] }
      """)
    let outcome = sandbox.run("mix", voice, "-o", sandbox.file("long.wav"))
    try #require(outcome.status == 0, "\(outcome.messages)")
    #expect(sandbox.run("new", sandbox.file("")).status == 0)
    let text = try String(decoding: sandbox.bytes("edit.json"), as: UTF8.self)
    #expect(text.contains("{ \"clip\": \"long\", \"fit\": \"movie\" }"))
    #expect(text.contains("{ \"clip\": \"music/shot 9.wav\" }"))
    #expect(text.contains("\"under\": [\"pictures\", \"recordings\"]"))
    #expect(sandbox.run("check", sandbox.file("edit.json")).messages.hasSuffix("nothing wrong\n"))
  }

  @Test("where all pictures say when they were recorded, they stand in that order")
  func recorded() throws {
    let sandbox = try media()
    var files = MediaFolder(sandbox.file(""), project: sandbox.file(""), limit: 100, .init()).files
    #expect(files.count == 5)
    func order() -> [String] { NewProject(files, schema: nil).pictures.map(\.path) }
    #expect(order() == ["A.b.png", "a.png", "shot 9.mp4", "shot 10.mp4"])
    let times = ["shot 10.mp4": "2024-01-01", "a.png": "2024-03-01", "A.b.png": "2024-02-01"]
    for index in files.indices {
      files[index].report.details.recorded = times[files[index].path]
    }
    // One does not say it: names count for all.
    #expect(order() == ["A.b.png", "a.png", "shot 9.mp4", "shot 10.mp4"])
    for index in files.indices where files[index].path == "shot 9.mp4" {
      files[index].report.details.recorded = "2024-02-15"
    }
    #expect(order() == ["shot 10.mp4", "A.b.png", "shot 9.mp4", "a.png"])
  }

  @Test("a project that is there is never replaced, and of nothing no project is made")
  func refusals() throws {
    let sandbox = try Sandbox()
    let empty = sandbox.run("new", sandbox.file(""))
    #expect(empty.status != 0 && empty.messages.contains("no videos, photos or sounds"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.file("")) == [])
    try sandbox.write("edit.json", "mine")
    let kept = sandbox.run("new", sandbox.file(""))
    #expect(kept.status != 0 && kept.messages.contains("is there already"))
    #expect(try sandbox.bytes("edit.json") == Data("mine".utf8))
    #expect(sandbox.run("new", sandbox.file("nowhere")).status == 2)
  }

  @Test("names that are no text, or that are alike but for their bytes, are names of their own")
  func oddNames() throws {
    let sandbox = try media()
    let status = try Shell.run(
      """
      cd "$1" && cp a.png "$(printf 'n\\303\\244.png')" && cp a.png "$(printf 'na\\314\\210.png')" \\
        && cp a.png "$(printf 'b\\377.png')" && cp a.png '{x}.png' && cp a.png './-q".png'
      """, [sandbox.file("")])
    try #require(status == 0)
    let outcome = sandbox.run("new", sandbox.file(""))
    #expect(outcome.status == 0 && outcome.messages.contains("7 photos"), "\(outcome.messages)")
    let path = sandbox.file("edit.json")
    #expect(sandbox.run("check", path).messages == "\(path): nothing wrong\n")
    #expect(sandbox.run("format", "--check", path).status == 0)
  }

  @Test("a link to nothing is neither followed nor replaced, by any output")
  func danglingLinks() throws {
    let sandbox = try media()
    let link = sandbox.file("out.json")
    for name in ["out.json", "out.mp4", "out.png"] {
      try FileManager.default.createSymbolicLink(
        atPath: sandbox.file(name), withDestinationPath: sandbox.file("nowhere"))
    }
    #expect(sandbox.run("new", sandbox.file(""), "-o", link).status == 3)
    #expect(
      sandbox.run("render", sandbox.file("make.txt"), "-o", sandbox.file("out.mp4")).status == 3)
    let frame = sandbox.run(
      "frame", sandbox.file("make.txt"), "--at", "1s", "-o", sandbox.file("out.png"))
    #expect(frame.status == 3 && frame.messages.contains("a link to a file that is not there"))
    for name in ["out.json", "out.mp4", "out.png"] {
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: sandbox.file(name))
          == sandbox.file("nowhere"))
    }
    #expect(!FileManager.default.fileExists(atPath: sandbox.file("nowhere")))
  }

  @Test("a template is copied with what it shows and without what it is tested against")
  func template() throws {
    let sandbox = try Sandbox()
    let folder = sandbox.file("my show")
    let outcome = sandbox.run("new", "--template", "series", folder)
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(outcome.messages.contains("cutlist check '\(folder)/episode-1.json'"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(
      names == [
        "cutlist-1.schema.json", "episode-1.json", "episode-2.json", "episode-3.json", "intro.json",
        "outro.json", "viewers.csv",
      ])
    #expect(sandbox.run("check", folder + "/episode-1.json").status == 0)
    #expect(
      try String(contentsOfFile: folder + "/episode-1.json", encoding: .utf8)
        .contains("\"$schema\": \"cutlist-1.schema.json\""))
    let again = sandbox.run("new", "--template", "series", folder)
    #expect(again.status != 0 && again.messages.contains("is there already"))
    let unknown = sandbox.run("new", "--template", "seriez", folder)
    #expect(unknown.status == 2 && unknown.messages.contains("did you mean 'series'?"))
  }
}
