import Foundation
import Testing

@testable import CommandLineInterface

/// A project, its part, the project that it shows and its media, each changed by a commit of its own: what
/// is said of a commit has to be what is said in a copy that has nothing but that commit.
@Suite("Files of commits")
struct CommittedFileTests {
  private static let fonts = "/usr/share/fonts/truetype/dejavu/"

  private static let film = """
    { "cutlist": 1, "include": "parts/looks.json",
      "output": { "size": "64x36", "frameRate": 10, "audio": false },
      "media": { "card": "../media/card.pgm", "sub": { "project": "sub.json" } },
      "tracks": [
        { "video": [ { "clip": "card", "duration": "1s" }, { "clip": "sub", "duration": "1s" },
          { "clip": "plain", "duration": "1s",
            "effects": [ { "effect": "lut", "media": "grade" } ] } ] },
        { "titles": [ { "at": "2s", "duration": "1s", "text": "Way", "size": 20,
          "font": "../media/letters.ttf" } ] } ] }
    """

  private static func part(_ color: String) -> String {
    """
    { "cutlistPart": 1, "media": { "plain": { "color": "\(color)" },
      "grade": { "lut": "../../media/grade.cube" } } }
    """
  }

  private static func sub(_ color: String) -> String {
    """
    { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "audio": false },
      "media": { "color": { "color": "\(color)" } },
      "tracks": [ { "video": [ { "clip": "color", "duration": "1s" } ] } ] }
    """
  }

  private static func picture(_ grey: Int) -> String {
    "P2\n4 2\n255\n" + String(repeating: "\(grey) ", count: 8) + "\n"
  }

  private static func cube(_ factor: String) -> String {
    var text = "LUT_3D_SIZE 2\n"
    for blue in ["0", factor] {
      for green in ["0", factor] {
        for red in ["0", factor] { text += "\(red) \(green) \(blue)\n" }
      }
    }
    return text
  }

  private func font(_ name: String, _ sandbox: Sandbox) throws {
    try sandbox.write(
      "films/media/letters.ttf", try Data(contentsOf: URL(filePath: Self.fonts + name)))
  }

  /// Six commits, then a working tree in which nothing is as it was.
  private func repository() throws -> Sandbox {
    let sandbox = try Sandbox.withRepository()
    try sandbox.makeFolder("films/media")
    try font("DejaVuSans.ttf", sandbox)
    try sandbox.commit(
      [
        "edits/film.json": Self.film, "edits/parts/looks.json": Self.part("#808080"),
        "edits/sub.json": Self.sub("navy"), "media/card.pgm": Self.picture(90),
        "media/grade.cube": Self.cube("1"),
      ], "first")
    try sandbox.commit(["media/card.pgm": Self.picture(120)], "picture")
    try sandbox.commit(["edits/sub.json": Self.sub("green")], "shown")
    try sandbox.commit(["edits/parts/looks.json": Self.part("#a0a0a0")], "part")
    try sandbox.commit(["media/grade.cube": Self.cube("0.5")], "look")
    try font("DejaVuSans-Bold.ttf", sandbox)
    try sandbox.commit([:], "font")
    for name in ["edits/film.json", "edits/sub.json", "edits/parts/looks.json"] {
      try sandbox.write("films/\(name)", "{ \"cutlist\": 1, ")
    }
    try sandbox.write("films/media/card.pgm", Self.picture(7))
    for name in ["grade.cube", "letters.ttf"] {
      try FileManager.default.removeItem(atPath: sandbox.file("films/media/\(name)"))
    }
    try sandbox.git("clone", "--quiet", "--bare", sandbox.file("films"), "bare")
    return sandbox
  }

  /// A copy of the repository in which a commit is checked out.
  private func copy(_ revision: String, _ sandbox: Sandbox) throws -> String {
    let name = "copy\(revision.dropFirst(4))"
    try sandbox.git("clone", "--quiet", sandbox.file("films"), name)
    try sandbox.git(
      in: name, "checkout", "--quiet", revision.replacing("HEAD", with: "origin/main"))
    return sandbox.file(name)
  }

  private func run(_ words: [String], in folder: String, _ sandbox: Sandbox) throws -> Outcome {
    let temporary = sandbox.file("temporary")
    try sandbox.makeFolder("temporary")
    let outcome = try RunningProgram(
      words, environment: ["TMPDIR": temporary, "XDG_CACHE_HOME": sandbox.cache], folder: folder
    ).wait()
    #expect(try sandbox.names("temporary") == [], "\(words)")
    return outcome
  }

  @Test(
    "blame of a commit is what it is where the commit is checked out, whatever lies in the working tree",
    arguments: ["HEAD", "HEAD~3", "HEAD~5"])
  func blame(_ revision: String) throws {
    let sandbox = try repository()
    let there = try copy(revision, sandbox)
    for question in [
      ["--frame", "13"], ["--frame", "23", "--pixel", "32,18"],
    ] {
      let expected = try run(["blame", "edits/film.json"] + question, in: there, sandbox)
      try #require(expected.status == 0, "\(expected.messages)")
      for (words, folder) in [
        (["\(revision):edits/film.json"], "films"), (["\(revision):./film.json"], "films/edits"),
        ([revision, "edits/film.json"], "films"), (["\(revision):edits/film.json"], "bare"),
      ] {
        let answer = try run(["blame"] + words + question, in: sandbox.file(folder), sandbox)
        #expect(answer.output == expected.output, "\(words) \(question): \(answer.messages)")
      }
      let last = try run(
        ["blame"] + question + [revision, "--", "edits/film.json"], in: sandbox.file("bare"),
        sandbox)
      #expect(last.output == expected.output, "\(question): \(last.messages)")
    }
  }

  @Test("each commit's change is found in the movie of that commit alone")
  func commits() throws {
    let sandbox = try repository()
    for (revision, frame, subject) in [
      ("HEAD", 3, "picture"), ("HEAD", 13, "shown"), ("HEAD", 23, "font"),
      ("HEAD~1", 23, "look"), ("HEAD~2", 23, "part"),
      ("HEAD~3", 23, "first"), ("HEAD~5", 3, "first"), ("HEAD~5", 13, "first"),
    ] {
      let answer = try run(
        ["blame", "\(revision):edits/film.json", "--frame", "\(frame)"], in: sandbox.file("bare"),
        sandbox)
      #expect(
        answer.output.contains(/content  .*: (\w+)\n/) && answer.output.contains(": \(subject)\n"),
        "\(revision) \(frame): \(answer.output)\(answer.messages)")
    }
  }

  @Test(
    "diff of two commits names the frames that differ where both are checked out",
    arguments: ["HEAD~1", "HEAD~5"])
  func diff(_ revision: String) throws {
    let sandbox = try repository()
    let (there, newest) = (try copy(revision, sandbox), try copy("HEAD", sandbox))
    let expected = sandbox.run("diff", there + "/edits/film.json", newest + "/edits/film.json")
    let total = expected.output.split(separator: "\n").last ?? ""
    try #require(expected.status == 1 && total.contains("of 30 frames differ"))
    for folder in ["films", "bare"] {
      let answer = try run(
        ["diff", "\(revision):edits/film.json", "HEAD:edits/film.json"], in: sandbox.file(folder),
        sandbox)
      #expect(answer.status == 1, "\(answer.messages)")
      #expect(answer.output.split(separator: "\n").last == total, "\(answer.output)")
    }
    // With the files that are there, of which one is another one.
    try sandbox.git(in: "films", "checkout", "--quiet", ".")
    try sandbox.write("films/media/card.pgm", Self.picture(200))
    let dirty = try run(["diff", "edits/film.json"], in: sandbox.file("films"), sandbox)
    #expect(
      dirty.output == """
        media files
          '../media/card.pgm' has another content
        10 of 30 frames differ: 0..9

        """)
  }

  @Test("what a commit has not is said with the commit, and is not taken from what came later")
  func absent() throws {
    let sandbox = try Sandbox.withRepository()
    try sandbox.commit(["edits/film.json": Self.film], "alone")
    try sandbox.commit(
      ["edits/sub.json": Self.sub("navy"), "edits/parts/looks.json": Self.part("red")], "rest")
    let answer = try run(
      ["blame", "HEAD~1:edits/film.json", "--frame", "3"], in: sandbox.file("films"), sandbox)
    #expect(answer.status == 1, "\(answer.messages)")
    #expect(answer.messages.contains("HEAD~1:edits/film.json:1:"), "\(answer.messages)")
    #expect(
      answer.messages.contains("there is no file 'edits/parts/looks.json' in commit"),
      "\(answer.messages)")
  }

  @Test("a confined project gets from a commit nothing that it may not read now")
  func confined() throws {
    let sandbox = try repository()
    for (flags, status) in [(["--confine"], Int32(1)), ([], 0)] {
      let answer = try run(
        ["blame", "HEAD:edits/film.json", "--frame", "3"] + flags, in: sandbox.file("films"),
        sandbox)
      #expect((answer.status == 0) == (status == 0), "\(answer.messages)")
      #expect(answer.messages.contains("--confine refuses") == (status == 1))
    }
    let allowed = try run(
      [
        "blame", "HEAD:edits/film.json", "--frame", "3", "--confine", "--allow-path",
        sandbox.file("films/media"),
      ], in: sandbox.file("films"), sandbox)
    #expect(allowed.status == 0, "\(allowed.messages)")
  }

  @Test(
    "what was taken out of a repository goes when the program is ended",
    arguments: [SIGINT, SIGTERM])
  func interrupted(_ signal: Int32) throws {
    let sandbox = try repository()
    try sandbox.makeFolder("bin")
    try sandbox.makeFolder("temporary")
    // Writes something, and then nothing for a long time. It keeps nothing open that is waited for.
    try sandbox.write(
      "bin/git",
      """
      #!/bin/sh
      case "$*" in *"cat-file blob"*) echo P2; touch '\(sandbox.file("started"))'; exec sleep 100 2>/dev/null;; esac
      exec /usr/bin/git "$@"

      """)
    try sandbox.allow(0o755, "bin/git")
    let running = try RunningProgram(
      ["diff", "HEAD~5:edits/film.json", "HEAD:edits/film.json"],
      environment: [
        "TMPDIR": sandbox.file("temporary"), "PATH": "\(sandbox.file("bin")):/usr/bin:/bin",
        "XDG_CACHE_HOME": sandbox.cache,
      ], folder: sandbox.file("films"))
    while !sandbox.exists("started") { usleep(10_000) }
    #expect(try sandbox.names("temporary") != [])
    let children = running.children
    running.send(signal)
    // Foundation waits for all that have inherited from what it has started, the child too.
    while running.processorTime.isFinite { usleep(10_000) }
    for child in children { kill(child, SIGKILL) }
    #expect(running.wait().status == 130)
    #expect(try sandbox.names("temporary") == [])
  }

  @Test("a movie on its way to standard output goes with its folder when the program is ended")
  func interruptedMovie() throws {
    let sandbox = try Sandbox()
    try sandbox.makeFolder("temporary")
    try sandbox.write("a.json", Projects.counter(seconds: 600, size: "320x180", gop: 30))
    let running = try RunningProgram(
      ["render", sandbox.file("a.json"), "-o", "-", "--no-cache", "--progress", "json"],
      environment: ["TMPDIR": sandbox.file("temporary")])
    _ = running.nextLine()
    #expect(try sandbox.names("temporary").count == 1)
    running.send(SIGTERM)
    #expect(running.wait().status == 130)
    #expect(try sandbox.names("temporary") == [])
  }

  @Test("what Git LFS keeps is taken from where it keeps it, else the way to get it is told")
  func largeFiles() throws {
    let sandbox = try Sandbox.withRepository()
    let film = """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "audio": false },
        "media": { "card": "card.pgm" },
        "tracks": [ { "video": [ { "clip": "card", "duration": "1s" } ] } ] }
      """
    // sha256sum of the pictures of grey 90, 120 and 150.
    let greys = [90, 120, 150]
    var hashes: [String] = []
    for grey in greys {
      let path = try sandbox.write("\(grey)", Self.picture(grey))
      let sum = try sandbox.execute("/usr/bin/sha256sum", [path]).output.prefix(64)
      hashes.append(String(sum))
      let size = Self.picture(grey).utf8.count
      try sandbox.commit(
        [
          "film.json": film,
          "card.pgm":
            "version https://git-lfs.github.com/spec/v1\noid sha256:\(sum)\nsize \(size)\n",
        ], "\(grey)")
    }
    try sandbox.write("films/card.pgm", Self.picture(150))
    let folder = sandbox.file("films")
    let before = try run(["diff", "HEAD~1:film.json", "film.json"], in: folder, sandbox)
    #expect(before.messages.contains("is kept by Git LFS"), "\(before.messages)")
    #expect(before.messages.contains("get it with 'git lfs fetch origin HEAD~1'"))
    #expect(before.output.contains("'card.pgm' has another content"), "\(before.output)")
    #expect(before.status == 1)
    let refused = try run(["blame", "HEAD~1:film.json", "--frame", "1"], in: folder, sandbox)
    #expect(refused.status == 3 && refused.messages.contains("'git lfs fetch origin "))

    let place = "films/.git/lfs/objects/\(hashes[1].prefix(2))/\(hashes[1].dropFirst(2).prefix(2))"
    try sandbox.makeFolder(place)
    try sandbox.write("\(place)/\(hashes[1])", Self.picture(120))
    let after = try run(["diff", "HEAD~1:film.json", "film.json"], in: folder, sandbox)
    #expect(after.output.hasSuffix("10 of 10 frames differ: 0..9\n"), "\(after.output)")
    #expect(after.messages == "", "\(after.messages)")
    // What is there is what the last commit's pointer says.
    let same = try run(["diff", "film.json"], in: folder, sandbox)
    #expect(same.output == "no change\n" && same.status == 0, "\(same.output)\(same.messages)")
    let blame = try run(["blame", "HEAD~1:film.json", "--frame", "1"], in: folder, sandbox)
    #expect(blame.output.contains(": 120\n"), "\(blame.output)\(blame.messages)")
    let log = try run(["log", "film.json"], in: folder, sandbox)
    #expect(log.output.matches(of: /10 of 10 frames differ/).count == 2, "\(log.output)")
    #expect(!log.output.contains("not committed"), "\(log.output)")
  }
}
