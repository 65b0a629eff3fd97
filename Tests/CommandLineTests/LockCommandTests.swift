import Foundation
import Testing

@testable import CommandLineInterface

@Suite struct LockCommandTests {
  /// A sandbox whose project is locked.
  private func locked() throws -> (Sandbox, project: String) {
    let sandbox = try SourceFiles.sandbox()
    let project = sandbox.file("work/cut.json")
    let outcome = sandbox.run("lock", project, "--no-cache")
    try #require(outcome.status == 0, "\(outcome.messages)")
    return (sandbox, project)
  }

  /// A lock file as another program reads it.
  private struct Lock: Decodable {
    struct Source: Decodable {
      var path: String?
      var bytes: Int?
      var facts: [String: Fact]
    }
    struct Fact: Decodable {
      var text: String

      init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        text = try (try? value.decode(Int.self)).map(String.init) ?? value.decode(String.self)
      }
    }
    struct Font: Decodable { var file: String }
    var versions: [String: String]
    var media: [String: Source]
    var fonts: [String: [Font]]
  }

  private func check(_ sandbox: Sandbox, _ project: String) -> Outcome {
    sandbox.run("check", "--locked", project, "--no-cache")
  }

  @Test("a lock has each source, each font and the libraries, and nothing of the machine's folders")
  func contents() throws {
    let (sandbox, project) = try locked()
    let lock = try JSONDecoder().decode(Lock.self, from: sandbox.bytes("work/cut.lock.json"))
    #expect(lock.media.keys.sorted() == ["clip", "noise", "shots"])
    let clip = try #require(lock.media["clip"])
    #expect(clip.path == "../footage/clip.mp4")
    #expect(clip.bytes == (try sandbox.bytes("footage/clip.mp4").count))
    #expect(
      clip.facts.mapValues(\.text) == [
        "kind": "movie", "duration": "1", "size": "64x36", "frameRate": "10", "frames": "10",
        "videoCodec": "h264", "audioCodec": "aac", "sampleRate": "48000", "channels": "2",
      ])
    #expect(
      lock.media["shots"]?.facts.mapValues(\.text) == [
        "kind": "sequence", "files": "3", "size": "64x36", "videoCodec": "png",
      ])
    #expect(lock.fonts["../footage/letters.ttf"]?.map(\.file) == ["letters.ttf"])
    let versions = lock.versions
    #expect(
      versions.keys.sorted() == [
        "Cutlist", "FFmpeg", "FreeType", "FriBidi", "HarfBuzz", "fontconfig", "libavcodec",
        "libavfilter", "libavformat", "libavutil", "libswresample", "libswscale",
      ])
    for name in ["FreeType", "FriBidi", "HarfBuzz", "fontconfig"] {
      #expect(versions[name]?.wholeMatch(of: /\d+\.\d+\.\d+/) != nil, "\(versions)")
    }
    #expect(!(try sandbox.text("work/cut.lock.json").contains(sandbox.path)))
    #expect(check(sandbox, project).messages == "\(project): nothing wrong\n")
  }

  @Test(
    "where nothing has changed the file is left alone; else the changes are printed and written")
  func again() throws {
    let (sandbox, project) = try locked()
    let then = try sandbox.modified("work/cut.lock.json")
    let same = sandbox.run("lock", project, "--no-cache")
    #expect(same.status == 0 && same.output.isEmpty)
    #expect(same.messages.hasSuffix("cut.lock.json: nothing has changed\n"))
    #expect(try sandbox.modified("work/cut.lock.json") == then)

    let text = SourceFiles.project.replacing("\"noise\"", with: "\"dots\"")
      .replacing("testsrc2", with: "testsrc")
    try sandbox.write("work/cut.json", text)
    let changed = sandbox.run("lock", project, "--no-cache")
    #expect(changed.status == 0)
    #expect(changed.output == "added 'dots'\nremoved 'noise'\n")
    #expect(check(sandbox, project).status == 0)
  }

  @Test("a byte that changed is named with its source, from what to what, by every command")
  func oneByte() throws {
    let (sandbox, project) = try locked()
    let lock = try sandbox.text("work/cut.lock.json")
    let hash = try #require(
      lock.firstMatch(of: /"path": "..\/footage\/shots[^"]*",\s*"hash": "(.{8})/))
    try sandbox.write("footage/shots/shot-0002.png", sandbox.bytes("footage/shots/shot-0001.png"))
    let line = try #require(lock.split(separator: "\n").firstIndex { $0.contains("\"shots\": {") })
    for words in [
      ["check"], ["plan"], ["frames"], ["test"],
      ["frame", "--frame", "0", "-o", sandbox.file("a.png")],
      ["render", "-o", sandbox.file("a.mp4"), "--no-cache"],
    ] {
      let outcome = sandbox.run([words[0], "--locked", project] + words.dropFirst())
      let said = outcome.output + outcome.messages
      #expect(outcome.status == 3, "\(words) \(said)")
      #expect(
        said.contains("'shots' (../footage/shots/shot-%04d.png) is not what was locked: "),
        "\(said)")
      #expect(said.contains("hash \(hash.1)…, now "), "\(said)")
      #expect(said.contains("work/cut.json:4:") && said.contains("[lock-source]"))
      #expect(said.contains("cut.lock.json:\(line + 1):5") && said.contains("cutlist relink"))
    }
    #expect(sandbox.run("lock", project, "--no-cache").output.hasPrefix("changed 'shots' ("))
    #expect(check(sandbox, project).status == 0)
  }

  @Test("a file that was damaged so that it cannot be opened is named as other than locked, too")
  func damaged() throws {
    let (sandbox, project) = try locked()
    for place in [40, try sandbox.bytes("footage/clip.mp4").count - 1] {
      var bytes = try sandbox.bytes("footage/clip.mp4")
      bytes[place] ^= 0xFF
      try sandbox.write("footage/clip.mp4", bytes)
      let outcome = check(sandbox, project)
      #expect(outcome.status == 3)
      #expect(
        outcome.messages.contains("'clip' (../footage/clip.mp4) is not what was locked: hash "),
        "\(outcome.messages)")
    }
    try sandbox.write("footage/clip.mp4", "nothing")
    #expect(check(sandbox, project).messages.contains(", now 7 [lock-source]"))
    try FileManager.default.removeItem(atPath: sandbox.file("footage/clip.mp4"))
    let gone = check(sandbox, project)
    #expect(gone.status == 3 && gone.messages.contains("1 error, 0 warnings"), "\(gone.messages)")
  }

  @Test("a font in the place of another is named")
  func font() throws {
    let (sandbox, project) = try locked()
    let other = URL(filePath: "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf")
    try sandbox.write("footage/letters.ttf", Data(contentsOf: other))
    let outcome = check(sandbox, project)
    #expect(outcome.status == 3)
    #expect(outcome.messages.contains("cut.json:11:29: error: "), "\(outcome.messages)")
    #expect(
      outcome.messages.contains(
        "texts in '../footage/letters.ttf' are drawn with 'letters.ttf' of the hash "))
  }

  @Test(
    "a lock that is missing, a link, damaged or of libraries that are not there is told with a way out"
  )
  func locks() throws {
    let (sandbox, project) = try locked()
    let name = "work/cut.lock.json"
    let lock = try sandbox.text(name)
    func said(_ text: String, status: Int32 = 1) throws -> String {
      try sandbox.write(name, text)
      let outcome = check(sandbox, project)
      #expect(outcome.status == status, "\(outcome.messages)")
      #expect(outcome.messages.contains("cutlist lock"))
      return outcome.messages
    }
    #expect(try said("{").contains("cut.lock.json:1:2"))
    #expect(try said("").contains("[json-syntax]"))
    #expect(
      try said(lock.replacing("Lock\": 1", with: "Lock\": 7")).contains(
        "has version 7; this cutlist reads version 1"))
    let version = try #require(lock.firstMatch(of: /"libavcodec": "([0-9.]*)"/)).1
    let old = lock.replacing("\"libavcodec\": \"\(version)\"", with: "\"libavcodec\": \"1.2.3\"")
    #expect(
      try said(old, status: 3).contains(
        "libavcodec is version \(version), and was version 1.2.3 when the project was locked"))
    let empty = lock.replacing(/"clip": \{[^}]*\{[^}]*\}\s*\},/, with: "")
    #expect(try said(empty).contains("'clip' (../footage/clip.mp4) is not in"))

    // One of a terabyte is not read.
    #expect(unsafe truncate(sandbox.file(name), 1 << 40) == 0)
    #expect(check(sandbox, project).messages.contains("it has 1099511627776 bytes"))

    // Something that is no file, or leads elsewhere, is not opened.
    try FileManager.default.moveItem(
      atPath: sandbox.file(name), toPath: sandbox.file("work/other.json"))
    #expect(check(sandbox, project).messages.contains("[lock-missing]"))
    try FileManager.default.createSymbolicLink(
      atPath: sandbox.file(name), withDestinationPath: sandbox.file("work/other.json"))
    for _ in 1...2 {
      let outcome = check(sandbox, project)
      #expect(outcome.status == 1 && outcome.messages.contains("it is not an ordinary file"))
      #expect(sandbox.run("lock", project, "--no-cache").status == 3)
      try FileManager.default.removeItem(atPath: sandbox.file(name))
      #expect(unsafe mkfifo(sandbox.file(name), 0o600) == 0)
    }
  }

  @Test("a damaged lock is written anew, what is no lock only by force")
  func anew() throws {
    let (sandbox, project) = try locked()
    let name = "work/cut.lock.json"
    let lock = try sandbox.bytes(name)
    try sandbox.write(name, lock.dropLast(20))
    #expect(sandbox.run("lock", project, "--no-cache").status == 0)
    #expect(try sandbox.bytes(name) == lock)
    // One that another program has laid out is a lock still.
    try sandbox.write(name, Data(lock.map { $0 == 10 ? 32 : $0 }))
    #expect(check(sandbox, project).status == 0)
    #expect(sandbox.run("lock", project, "--no-cache").status == 0)
    #expect(try sandbox.bytes(name) == lock)
    try sandbox.write(name, "mine")
    #expect(sandbox.run("lock", project, "--no-cache").messages.contains("--force"))
    #expect(try sandbox.text(name) == "mine")
    #expect(sandbox.run("lock", project, "--no-cache", "--force").status == 0)
    #expect(try sandbox.bytes(name) == lock)
    #expect(try sandbox.names("work") == ["cut.json", "cut.lock.json"])
  }

  @Test("no other command writes over a lock file, and a plan knows by itself what it was made of")
  func guarded() throws {
    let (sandbox, project) = try locked()
    let name = "work/cut.lock.json"
    let lock = try sandbox.bytes(name)
    let outcome = sandbox.run("plan", project, "-o", sandbox.file(name), "--force")
    #expect(outcome.status == 2 && outcome.messages.contains("its lock file"))
    #expect(try sandbox.bytes(name) == lock)
    let plan = sandbox.run("render", "--plan", sandbox.file("a.plan.json"), "--locked")
    #expect(plan.status == 2 && plan.messages.contains("--locked goes with a project"))
    #expect(sandbox.run("lock", "-").status == 2)
  }
}
