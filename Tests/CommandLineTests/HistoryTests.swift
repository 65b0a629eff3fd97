import Foundation
import PlanModel
import SeededNumbers
import Testing
import Workspace

@testable import CommandLineInterface

@Suite("History of edits")
struct HistoryTests {
  private func project(
    _ clips: [String], title: String = "Hello", gain: Double = 0.2
  ) -> String {
    let items = clips.map { text in
      let parts = text.split(separator: " ")
      return "{ \"id\": \"\(parts[0])\", \"clip\": \"counter\", \"in\": \"\(parts[1])f\", "
        + "\"duration\": \"\(parts[2])f\" }"
    }
    return """
      { "cutlist": 1,
        "output": { "size": "64x36", "frameRate": 10, "audio": { "sampleRate": 8000 } },
        "media": { "counter": { "generate": "counter" },
          "tone": { "generate": "tone", "level": 0.2 } },
        "tracks": [
          { "id": "picture", "gain": 0, "video": [ \(items.joined(separator: ",\n      ")) ] },
          { "audio": [ { "id": "tone", "clip": "tone", "duration": "3s", "gain": \(gain) } ] },
          { "titles": [ { "id": "card", "at": "0.5s", "duration": "1s", "text": "\(title)",
            "size": 12 } ] } ] }

      """
  }

  private func blame(_ sandbox: Sandbox, _ words: String...) -> Outcome {
    sandbox.run(
      ["blame", sandbox.file("films/film.json"), "--cache", sandbox.cache] + words)
  }

  /// The lines of an answer that name commits, each as its label and the commit's subject.
  private func commits(_ outcome: Outcome) -> [String] {
    outcome.output.split(separator: "\n").compactMap { line in
      guard let name = line.split(separator: ": ").dropFirst().first,
        line.hasPrefix("  content") || line.hasPrefix("  moved")
      else { return line.contains("not committed") ? "not committed" : nil }
      let label = line.split(separator: " ").first ?? ""
      return "\(label) \(name)"
    }
  }

  @Test("frames, pixels and samples of a history with a merge, told with the change")
  func answers() throws {
    let sandbox = try Sandbox.withRepository()
    try sandbox.commit(["film.json": project(["a 0 20", "b 100 20"])], "first")
    try sandbox.commit(["film.json": project(["a 0 14", "b 100 20"])], "trim")
    try sandbox.commit(["film.json": project(["a 0 14", "b 100 20"], title: "Bye")], "words")
    try sandbox.git(in: "films", "checkout", "--quiet", "-b", "side")
    let front = ["x 300 5", "a 0 14", "b 100 20"]
    try sandbox.commit(["film.json": project(front, title: "Bye")], "front")
    try sandbox.git(in: "films", "checkout", "--quiet", "main")
    try sandbox.commit(
      ["film.json": project(["a 0 14", "b 100 20"], title: "Bye", gain: 0.3)], "louder")
    try sandbox.git(in: "films", "merge", "--quiet", "-s", "ours", "--no-commit", "side")
    try sandbox.commit(["film.json": project(front, title: "Bye", gain: 0.3)], "merge")

    #expect(commits(blame(sandbox, "--frame", "2")) == ["content front"])
    let shifted = blame(sandbox, "--frame", "12")
    #expect(commits(shifted) == ["content words", "moved front"], "\(shifted.output)")
    #expect(shifted.output.hasPrefix("frame 12 of 39, 00:00:01:02\n  shows    'a', 'card'\n"))
    #expect(shifted.output.contains("title 'card' says 'Bye' instead of 'Hello' ("))
    #expect(shifted.output.contains("frame 12, was frame 7\n"))
    // Under the title the clip's own picture is older.
    let pixel = blame(sandbox, "--frame", "12", "--pixel", "1,1")
    #expect(commits(pixel) == ["content first", "moved front"], "\(pixel.output)")
    // The words lie in the middle of the picture.
    #expect(
      (20..<44).contains { column in
        commits(blame(sandbox, "--frame", "12", "--pixel", "\(column),18")).first
          == "content words"
      })
    #expect(commits(blame(sandbox, "--frame", "30")) == ["content first", "moved front"])
    let sound = blame(sandbox, "--sample", "100")
    #expect(commits(sound) == ["content louder"], "\(sound.output)")
    #expect(sound.output.contains("clip 'tone': gain 0.3 (was 0.2)"), "\(sound.output)")

    let data = blame(sandbox, "--at", "1.2s", "--json").output
    let answer = try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any]
    let content = answer?["content"] as? [String: Any]
    #expect(content?["subject"] as? String == "words" && content?["frame"] as? Int == 7)
    let moves = answer?["moves"] as? [[String: Any]]
    #expect(moves?.compactMap { $0["from"] as? Int } == [7])

    let log = sandbox.run("log", sandbox.file("films/film.json"), "--cache", sandbox.cache)
    #expect(log.status == 0)
    let subjects = log.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
      .compactMap { $0.split(separator: " ").last }
    #expect(Set(subjects) == ["merge", "front", "louder", "words", "trim", "first"])
    #expect(log.output.contains("10 of 34 frames differ: 5..14\n"), "\(log.output)")
    let newest = sandbox.run(
      "log", sandbox.file("films/film.json"), "-n", "1", "--json", "--cache", sandbox.cache)
    let list = try JSONSerialization.jsonObject(with: Data(newest.output.utf8)) as? [[String: Any]]
    #expect(list?.count == 1 && list?[0]["subject"] as? String == "merge")
    let movie = list?[0]["movie"] as? [String: Any]
    #expect(movie?["differingFrames"] as? [[Int]] == [[0, 38]])
  }

  @Test("a copy is new where it stands, and the clip that was copied is not")
  func copies() throws {
    let sandbox = try Sandbox.withRepository()
    try sandbox.commit(["film.json": project(["a 0 9", "b 100 9", "c 200 9"])], "first")
    try sandbox.commit(["film.json": project(["a 0 9", "b 100 9", "c 200 9", "d 0 9"])], "copy")
    // The title hides nothing of what is compared: it ends at frame 15.
    #expect(commits(blame(sandbox, "--frame", "2")) == ["content first"])
    #expect(commits(blame(sandbox, "--frame", "29")) == ["content copy"])
  }

  @Test("another loudness of the movie is a change of all its sound")
  func loudness() throws {
    let sandbox = try Sandbox.withRepository()
    func text(_ loudness: Int) -> String {
      project(["a 0 9"]).replacing(
        "\"sampleRate\": 8000", with: "\"sampleRate\": 8000, \"loudness\": \(loudness)")
    }
    try sandbox.commit(["film.json": text(-16)], "first")
    try sandbox.commit(["film.json": text(-20)], "quieter")
    let log = sandbox.run("log", sandbox.file("films/film.json"), "--cache", sandbox.cache)
    #expect(!log.output.contains("no sound differs"), "\(log.output)")
    #expect(commits(blame(sandbox, "--sample", "12000")) == ["content quieter"])
    #expect(commits(blame(sandbox, "--frame", "2")) == ["content first"])
  }

  @Test("of several changes in one commit only those are named that concern the frame")
  func severalChanges() throws {
    let sandbox = try Sandbox.withRepository()
    try sandbox.commit(["film.json": project(["a 0 20", "b 100 20"])], "first")
    try sandbox.commit(["film.json": project(["a 0 14", "b 100 20"], title: "Bye")], "both")
    let title = blame(sandbox, "--frame", "7")
    #expect(commits(title) == ["content both"])
    #expect(title.output.contains("says 'Bye'"), "\(title.output)")
    #expect(!title.output.contains("trimmed"), "\(title.output)")
  }

  @Test("what is not committed is the newest version, and a broken one is passed over and named")
  func uncommitted() throws {
    let sandbox = try Sandbox.withRepository()
    let clips = ["a 0 20", "b 100 20"]
    let path = sandbox.file("films/film.json")
    try sandbox.write("films/film.json", project(clips))
    // Neither a commit nor a file that git knows is needed.
    #expect(commits(blame(sandbox, "--frame", "30")) == ["not committed"])
    try sandbox.commit([:], "first")
    try sandbox.commit(["film.json": "{ \"cutlist\": 1, "], "broken")
    try sandbox.commit(["film.json": project(clips, title: "Bye")], "mended")
    try sandbox.write("films/film.json", project(["a 0 20", "b 105 20"], title: "Bye"))
    let mended = blame(sandbox, "--frame", "7")
    #expect(commits(mended) == ["content mended"])
    #expect(mended.output.contains(": broken, of which there is no movie: "), "\(mended.output)")
    let moved = blame(sandbox, "--frame", "22").output
    #expect(moved.contains("  moved    not committed: frame 22, was frame 27\n"), "\(moved)")
    #expect(commits(blame(sandbox, "--frame", "39")).first == "not committed")
    let log = sandbox.run("log", path, "--cache", sandbox.cache).output
    let lines = log.split(separator: "\n").map(String.init)
    #expect(
      lines.first == "not committed" && log.contains("slipped clip 'b' by 5 frames"), "\(log)")
    #expect(log.contains("it is no project that can be read"))
    #expect(lines.last == "  the project was added")
  }

  @Test(
    "a project that was renamed since the last commit keeps its history",
    arguments: [["git"], ["plain"], ["git", "edited"], ["plain", "edited"]])
  func uncommittedRename(_ ways: [String]) throws {
    let sandbox = try Sandbox.withRepository()
    let clips = ["a 0 20", "b 100 20"]
    try sandbox.commit(["edits/old.json": project(clips)], "first")
    try sandbox.commit(["edits/old.json": project(clips, title: "Bye")], "words")
    if ways.contains("git") {
      try sandbox.git(in: "films", "mv", "edits/old.json", "film.json")
    } else {
      try FileManager.default.moveItem(
        atPath: sandbox.file("films/edits/old.json"), toPath: sandbox.file("films/film.json"))
    }
    let isEdited = ways.contains("edited")
    if isEdited {
      try sandbox.write("films/film.json", project(["a 0 20", "b 105 20"], title: "Bye"))
    }
    let path = sandbox.file("films/film.json")
    #expect(commits(blame(sandbox, "--frame", "7")) == ["content words"])
    let log = sandbox.run("log", path, "--cache", sandbox.cache).output
    #expect(log.hasPrefix("not committed\n"), "\(log)")
    #expect(log.contains("renamed from edits/old.json"), "\(log)")
    #expect(log.contains("slipped clip 'b' by 5 frames") == isEdited, "\(log)")
    #expect(log.contains("title 'card' says 'Bye' instead of 'Hello'"), "\(log)")
    let diff = sandbox.run("diff", path)
    #expect(diff.status == (isEdited ? 1 : 0), "\(diff.output)\(diff.messages)")
    #expect(diff.output.contains("HEAD:edits/old.json:") == isEdited, "\(diff.output)")
    let status = try sandbox.git(in: "films", "status", "--porcelain").output
    #expect(status.contains("R") == ways.contains("git"), "\(status)")
  }

  @Test("a project with conflicts is called an unfinished merge")
  func conflict() throws {
    let sandbox = try Sandbox.withRepository()
    try sandbox.commit(["film.json": project(["a 0 5"])], "base")
    _ = try sandbox.merge(
      ours: ["film.json": project(["a 0 5"], title: "Hallo")],
      theirs: ["film.json": project(["a 0 5"], title: "Hullo")])
    try #require(sandbox.stored("film.json").contains("<<<<<<< "))
    let log = sandbox.run("log", sandbox.file("films/film.json"), "--cache", sandbox.cache)
    #expect(log.output.hasPrefix("not committed\n  it is an unfinished merge\n"), "\(log.output)")
  }

  @Test("authors and subjects that are no UTF-8 leave data that can be read")
  func otherEncoding() throws {
    let sandbox = try Sandbox.withRepository()
    let text = project(["a 0 5"])
    var stream = Array("commit refs/heads/main\ncommitter J".utf8) + [0xE9]
    stream += Array("r <j@example.org> 1700000000 +0000\ndata 4\ncaf".utf8) + [0xE9, 0x0A]
    stream += Array("M 100644 inline film.json\ndata \(text.utf8.count)\n\(text)\n".utf8)
    try sandbox.write("stream", Data(stream))
    try sandbox.git(in: "films", "fast-import", "--quiet", input: sandbox.file("stream"))
    try sandbox.git(in: "films", "reset", "--quiet", "--hard")
    let path = sandbox.file("films/film.json")
    let log = try RunningProgram(["log", path, "--json", "--cache", sandbox.cache]).wait().output
    let list = try JSONSerialization.jsonObject(with: Data(log.utf8)) as? [[String: Any]]
    #expect(list?.first?["subject"] as? String == "caf\u{FFFD}", "\(log)")
    #expect(list?.first?["author"] as? String == "J\u{FFFD}r", "\(log)")
    let data = blame(sandbox, "--frame", "2", "--json").output
    let answer = try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any]
    let content = answer?["content"] as? [String: Any]
    #expect(content?["subject"] as? String == "caf\u{FFFD}", "\(data)")
  }

  @Test("a git that says something without end is not waited for")
  func endlessMessages() throws {
    let sandbox = try Sandbox()
    try sandbox.makeFolder("bin")
    let path = try sandbox.write("film.json", project(["a 0 5"]))
    try sandbox.write("bin/git", "#!/bin/sh\nexec yes 'no end' >&2\n")
    try sandbox.allow(0o755, "bin/git")
    let answer = try RunningProgram(
      ["log", path], environment: ["PATH": "\(sandbox.file("bin")):/usr/bin:/bin"]
    ).wait()
    #expect(answer.status == 3, "\(answer.messages)")
    #expect(answer.messages.contains("writes messages without end"), "\(answer.messages)")
  }

  @Test("what is lost in the repository is an error, and no change of the project")
  func lost() throws {
    let sandbox = try Sandbox.withRepository()
    for (count, title) in [(5, "One"), (6, "Two"), (7, "Three")] {
      try sandbox.commit(["film.json": project(["a 0 \(count)"], title: title)], title)
    }
    let path = sandbox.file("films/film.json")
    let object = try sandbox.git(in: "films", "rev-parse", "HEAD~1:film.json").output
      .trimmingCharacters(in: .newlines)
    let file = sandbox.file("films/.git/objects/\(object.prefix(2))/\(object.dropFirst(2))")
    try FileManager.default.removeItem(atPath: file)
    for answer in [
      sandbox.run("log", path, "--cache", sandbox.cache), blame(sandbox, "--frame", "2"),
      sandbox.run("diff", "HEAD~1:\(path)", path),
    ] {
      #expect(answer.status != 0 && answer.status != 1, "\(answer.output)")
      #expect(!answer.output.contains("added again"))
    }
    #expect(
      sandbox.run("log", path, "--cache", sandbox.cache).messages.contains(
        "is missing or damaged in"))
  }

  @Test("where media are gone the changes are told, and why no frames are")
  func goneMedia() throws {
    let sandbox = try Sandbox.withRepository()
    let edit = project(["a 0 5"])
    func with(_ media: String, _ title: String) -> String {
      project(["a 0 5"], title: title).replacing(
        #""counter": { "generate": "counter" }"#, with: #""counter": "\#(media)""#)
    }
    try sandbox.commit(["film.json": with("gone.mp4", "One")], "one")
    try sandbox.commit(["film.json": with("gone.mp4", "Two")], "two")
    try sandbox.commit(["film.json": edit], "three")
    let log = sandbox.run("log", sandbox.file("films/film.json"), "--cache", sandbox.cache)
    #expect(log.output.contains("title 'card' says 'Two' instead of 'One'"), "\(log.output)")
    #expect(log.output.contains("'gone.mp4' is not there, and known by name alone"))
    #expect(log.output.contains("10 of 10 frames differ") == false, "\(log.output)")
    #expect(log.output.components(separatedBy: "the project was added").count == 2)
  }

  @Test(
    "a history that goes in a ring is told, and traps nothing", arguments: ["grafts", "replace"])
  func ring(_ way: String) throws {
    let sandbox = try Sandbox.withRepository()
    for number in 1...4 {
      try sandbox.commit(["film.json": project(["a 0 \(number)"])], "\(number)")
    }
    let hashes = try sandbox.git(in: "films", "log", "--format=%H").output.split(separator: "\n")
    let path = sandbox.file("films/film.json")
    // The oldest follows from one after it: first from the newest, then from the one before that.
    for child in [hashes[0], hashes[1]] {
      if way == "grafts" {
        try sandbox.write("films/.git/info/grafts", "\(hashes[3]) \(child)\n")
      } else {
        try sandbox.git(
          in: "films", "replace", "--force", "--graft", String(hashes[3]), String(child))
      }
      for words in [["log", path], ["log", path, "--json"], ["blame", path, "--frame", "0"]] {
        let answer = sandbox.run(words + ["--cache", sandbox.cache])
        let isTold = answer.status == 3 && answer.messages.contains("in a ring")
        #expect(answer.status == 0 || isTold, "\(words): \(answer.messages)")
        if child == hashes[0] { #expect(isTold, "\(words): \(answer.messages)\(answer.output)") }
      }
    }
  }

  @Test("a shallow copy says that it ends, a folder without a repository that there is none")
  func ends() throws {
    let sandbox = try Sandbox.withRepository()
    try sandbox.commit(["film.json": project(["a 0 20"])], "first")
    try sandbox.commit(["film.json": project(["a 0 20"], title: "Bye")], "second")
    try sandbox.git("clone", "--quiet", "--depth=1", "file://\(sandbox.file("films"))", "copy")
    let path = sandbox.file("copy/film.json")
    let answer = sandbox.run("blame", path, "--frame", "18", "--cache", sandbox.cache)
    #expect(answer.output.contains(": second\n"), "\(answer.output)\(answer.messages)")
    #expect(answer.output.contains("or one before it: this copy of the repository is shallow"))
    #expect(sandbox.run("log", path, "--cache", sandbox.cache).messages.contains("is shallow"))

    let outside = try sandbox.write("film.json", project(["a 0 20"]))
    let none = sandbox.run("blame", outside, "--frame", "18", "--cache", sandbox.cache)
    #expect(none.status == 2 && none.messages.contains("is in no git repository"))
    let noGit = try RunningProgram(["log", path], environment: ["PATH": sandbox.path]).wait()
    #expect(noGit.status == 3 && noGit.messages.contains("git is not installed"))
    let both = sandbox.run("blame", path, "--frame", "1", "--sample", "1")
    #expect(both.status == 2 && both.messages.contains("one of them"))
  }

  /// `first ── second ── third`, of which git does not tell the first.
  @Test(
    "where a history ends that has commits before that is said, and marked as git marks it",
    arguments: ["shallow", "grafts", "replace"])
  func boundaries(_ way: String) throws {
    let sandbox = try Sandbox.withRepository()
    try sandbox.commit(["film.json": project(["a 0 20"])], "first")
    try sandbox.commit(["other": "x"], "second")
    try sandbox.commit(["film.json": project(["a 0 20"], title: "Bye")], "third")
    let second = try sandbox.git(in: "films", "rev-parse", "HEAD~1").output
      .trimmingCharacters(in: .newlines)
    switch way {
    case "shallow":
      try sandbox.git("clone", "--quiet", "--depth=2", "file://\(sandbox.file("films"))", "copy")
    case "grafts":
      try sandbox.git("clone", "--quiet", sandbox.file("films"), "copy")
      try sandbox.write("copy/.git/info/grafts", "\(second)\n")
    default:
      try sandbox.git("clone", "--quiet", sandbox.file("films"), "copy")
      try sandbox.git(in: "copy", "replace", "--graft", second)
    }
    let path = sandbox.file("copy/film.json")
    // What git says of the lines that have been there all along.
    let expected = try sandbox.git(in: "copy", "blame", "-L1,1", "film.json").output
    try #require(expected.hasPrefix("^\(second.prefix(7))"), "\(expected)")
    let name = "^\(second.prefix(8)) "
    let answer = sandbox.run("blame", path, "--frame", "18", "--cache", sandbox.cache)
    #expect(answer.output.contains("  content  \(name)"), "\(answer.output)")
    #expect(answer.output.contains("or one before it: "), "\(answer.output)")
    #expect(!answer.output.contains("added"))
    let log = sandbox.run("log", path, "--cache", sandbox.cache)
    let end = way == "shallow" ? "shallow clone" : "graft"
    #expect(log.output.contains("\n\(name)"), "\(log.output)")
    #expect(log.output.hasSuffix("  history ends here: \(end)\n"), "\(log.output)")
    #expect(log.messages.contains("is shallow") == (way == "shallow"))
    let data = sandbox.run("log", path, "--json", "--cache", sandbox.cache).output
    #expect(data.matches(of: /"boundary": true/).count == 1, "\(data)")
    let title = sandbox.run("blame", path, "--frame", "7", "--cache", sandbox.cache)
    #expect(title.output.contains(": third\n") && !title.output.contains("^"), "\(title.output)")
    // A project that was added after the end was added.
    // Nothing in it is as in the other one, which git would take it for a copy of.
    try sandbox.write(
      "copy/new.json",
      #"{"cutlist":1,"output":{"size":"32x18"},"media":{"c":{"color":"red"}},"#
        + #""tracks":[{"video":[{"clip":"c","duration":"1s"}]}]}"#)
    try sandbox.git(in: "copy", "add", "--all")
    try sandbox.git(in: "copy", "commit", "--quiet", "-m", "new")
    let added = sandbox.run("log", sandbox.file("copy/new.json"), "--cache", sandbox.cache).output
    #expect(added.hasSuffix(": new\n  the project was added\n"), "\(added)")
  }

  @Test("of a range nothing is said of what was there before but that it was there")
  func range() throws {
    let sandbox = try Sandbox.withRepository()
    try sandbox.commit(["film.json": project(["a 0 20", "b 100 20"])], "first")
    try sandbox.commit(["film.json": project(["a 0 20", "b 150 20"])], "second")
    try sandbox.commit(["film.json": project(["a 0 20", "b 150 20"], title: "Bye")], "third")
    func content(_ frame: Int, _ range: String) -> [String] {
      let answer = blame(sandbox, range, "--frame", "\(frame)")
      return answer.output.split(separator: "\n").map(String.init)
    }
    #expect(content(7, "HEAD~1..HEAD").contains { $0.hasSuffix(": third") && !$0.contains("^") })
    let before = content(30, "HEAD~1..HEAD")
    #expect(before.contains { $0.contains("content  ^") && $0.hasSuffix(": second") }, "\(before)")
    #expect(before.last?.contains("the commits that are asked for come after it") ?? false)
    #expect(content(30, "HEAD~2..HEAD").contains { $0.hasSuffix(": second") && !$0.contains("^") })
  }

  private func still(_ path: String, card: String = "card.ppm") -> String {
    project(["a 0 20", "b 100 20"], title: "Hello").replacing(
      "\"tone\": {", with: "\"card\": \"\(card)\", \"tone\": {"
    ).replacing(
      "\"id\": \"b\", \"clip\": \"counter\"", with: "\"id\": \"b\", \"clip\": \"\(path)\"")
  }

  private func picture(_ grey: Int) -> String {
    "P2\n4 2\n255\n" + String(repeating: "\(grey) ", count: 8) + "\n"
  }

  @Test("a file that is gone makes others of the frames that show it, and of no others")
  func missingMedia() throws {
    let sandbox = try Sandbox.withRepository()
    try sandbox.commit(["film.json": still("counter", card: "gone.pgm")], "first")
    try sandbox.commit(["film.json": still("card", card: "gone.pgm")], "gone")
    try sandbox.commit(["film.json": still("counter"), "card.ppm": picture(9)], "back")
    let other = blame(sandbox, "--frame", "18")
    #expect(commits(other) == ["content first"], "\(other.output)")
    let shown = blame(sandbox, "--frame", "30")
    #expect(commits(shown) == ["content back"], "\(shown.output)")
    #expect(shown.output.contains("'counter' replaces 'card'"))
    #expect(shown.output.contains("'gone.pgm' is not there, and known by name alone"))
    // Once more from what was kept.
    #expect(blame(sandbox, "--frame", "30").output == shown.output)
    let log = sandbox.run("log", sandbox.file("films/film.json"), "--cache", sandbox.cache)
    #expect(log.output.contains("20 of 40 frames differ: 20..39"), "\(log.output)")
    #expect(log.output.contains("'card' replaces 'counter'"), "\(log.output)")
  }

  @Test(
    "a file that lies elsewhere now is the same where its hash is known",
    arguments: ["by its lock", "by what was kept", "by git", "not at all"])
  func movedMedia(_ way: String) throws {
    let sandbox = try Sandbox.withRepository()
    let path = sandbox.file("films/film.json")
    // Without a lock, and in a cache that nothing is in, only git knows what is in it.
    if way != "by git" {
      try sandbox.commit([".gitignore": "*.pgm\n"], "media are not kept")
    }
    try sandbox.commit(
      ["film.json": still("card", card: "card.pgm"), "card.pgm": picture(90)], "first")
    if way == "by its lock" { #expect(sandbox.run("lock", path).status == 0) }
    if way == "by what was kept" {
      try sandbox.write(
        "films/film.json", still("card", card: "card.pgm").replacing("Hello", with: "Bye"))
      #expect(commits(blame(sandbox, "--frame", "30")) == ["content first"])
    }
    try sandbox.commit(["film.json": still("card", card: "card.pgm")], "second")
    try sandbox.makeFolder("films/media")
    try FileManager.default.moveItem(
      atPath: sandbox.file("films/card.pgm"), toPath: sandbox.file("films/media/card.pgm"))
    try sandbox.commit(["film.json": still("card", card: "media/card.pgm")], "moved")
    if way == "by git" {
      let renamed = try sandbox.git(
        in: "films", "show", "--name-status", "--format=", "HEAD"
      ).output
      #expect(renamed.contains("R100\tcard.pgm\tmedia/card.pgm"))
    }
    let answer = blame(sandbox, "--frame", "30")
    let made = way == "not at all" ? "moved" : "first"
    #expect(commits(answer) == ["content \(made)"], "\(way): \(answer.output)")
  }

  /// ```
  /// base ─┬─ ahead ────────┬─ merge
  ///       └─ later, words ─┘
  /// ```
  @Test(
    "what both sides of a merge have moved or made is traced to their commits, not to the merge")
  func merges() throws {
    let sandbox = try Sandbox.withRepository()
    let all = ["a 0 20", "b 100 20", "c 200 20"]
    try sandbox.commit(["film.json": project(all)], "base")
    try sandbox.git(in: "films", "checkout", "--quiet", "-b", "side")
    try sandbox.commit(
      ["film.json": project(["a 0 20", "y 400 3", "b 100 20", "c 200 20"])], "later")
    try sandbox.commit(
      ["film.json": project(["a 0 20", "y 400 3", "b 100 20", "c 200 20"], title: "Bye")], "words")
    try sandbox.git(in: "films", "checkout", "--quiet", "main")
    try sandbox.commit(["film.json": project(["a 50 20", "b 100 20", "c 200 20"])], "other")
    try sandbox.commit(
      ["film.json": project(["x 300 5", "a 50 20", "b 100 20", "c 200 20"])], "ahead")
    try sandbox.git(in: "films", "merge", "--quiet", "-s", "ours", "--no-commit", "side")
    try sandbox.commit(
      [
        "film.json": project(
          ["x 300 5", "a 50 20", "y 400 3", "b 100 20", "c 200 20"], title: "Bye")
      ], "merge")
    // Clip c was moved by both sides.
    let moved = blame(sandbox, "--frame", "60")
    #expect(commits(moved) == ["content base", "moved later"], "\(moved.output)")
    #expect(moved.output.contains(": ahead: frame 57, was frame 52"), "\(moved.output)")
    #expect(!moved.output.contains(": merge"))
    // Under the title lies a clip that one side has changed, and the other has changed the title.
    let mixed = blame(sandbox, "--frame", "12")
    #expect(commits(mixed) == ["content merge"], "\(mixed.output)")
    #expect(mixed.output.contains("  merged   "), "\(mixed.output)")
    for name in ["other", "words"] { #expect(mixed.output.contains(": \(name)\n"), "\(name)") }
    let data = blame(sandbox, "--frame", "12", "--json").output
    let answer = try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any]
    let merged = (answer?["merged"] as? [[String: Any]])?.compactMap { $0["subject"] as? String }
    #expect(Set(merged ?? []) == ["other", "words"])
  }

  @Test("a file that was moved is found from whatever folder the question is asked")
  func movedFromAbove() throws {
    let sandbox = try Sandbox.withRepository()
    let text = still("card", card: "../media/card.pgm")
    try sandbox.commit(["edits/film.json": text, "media/card.pgm": picture(90)], "first")
    let path = sandbox.file("films/edits/film.json")
    #expect(sandbox.run("lock", path).status == 0)
    try sandbox.commit([:], "locked")
    try sandbox.makeFolder("films/media/old")
    try sandbox.git(in: "films", "mv", "media/card.pgm", "media/old/card.pgm")
    try sandbox.commit(
      ["edits/film.json": still("card", card: "../media/old/card.pgm")], "moved")
    for (folder, name) in [("films", "edits/film.json"), ("films/edits", "./film.json")] {
      let answer = try RunningProgram(
        ["blame", name, "--frame", "30", "--cache", sandbox.cache], folder: sandbox.file(folder)
      ).wait()
      #expect(commits(answer) == ["content first"], "\(folder): \(answer.output)")
      let diff = try RunningProgram(
        ["diff", "HEAD~1:\(name)", name], folder: sandbox.file(folder)
      ).wait()
      #expect(diff.output.contains("no frame and no sound differs"), "\(folder): \(diff.output)")
    }
  }

  @Test("a project that was renamed there and back has its whole history")
  func renamedBack() throws {
    let sandbox = try Sandbox.withRepository()
    try sandbox.commit(["film.json": project(["a 0 20"])], "first")
    try sandbox.git(in: "films", "mv", "film.json", "other.json")
    try sandbox.commit([:], "away")
    try sandbox.git(in: "films", "mv", "other.json", "film.json")
    try sandbox.commit([:], "back")
    #expect(commits(blame(sandbox, "--frame", "18")) == ["content first"])
    let log = sandbox.run("log", sandbox.file("films/film.json"), "--cache", sandbox.cache)
    let subjects = log.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
      .compactMap { $0.split(separator: " ").last }
    #expect(subjects == ["back", "away", "first"], "\(log.output)")
    #expect(!log.output.contains("removed") && !log.output.contains("again"), "\(log.output)")
  }

  @Test("what another branch did to a project before its renaming was merged is that branch's")
  func renamedBeside() throws {
    let sandbox = try Sandbox.withRepository()
    try sandbox.commit(["old.json": project(["a 0 20", "b 100 20"])], "first")
    try sandbox.git(in: "films", "checkout", "--quiet", "-b", "side")
    try sandbox.commit(["old.json": project(["a 0 20", "b 150 20"])], "slip")
    try sandbox.git(in: "films", "checkout", "--quiet", "main")
    try sandbox.git(in: "films", "mv", "old.json", "film.json")
    try sandbox.commit(["film.json": project(["a 0 20", "b 100 20"], title: "Bye")], "rename")
    #expect(try sandbox.git(in: "films", "merge", "--quiet", "--no-edit", "side").status == 0)
    let answer = blame(sandbox, "--frame", "30")
    #expect(commits(answer) == ["content slip"], "\(answer.output)")
    let log = sandbox.run("log", sandbox.file("films/film.json"), "--cache", sandbox.cache)
    #expect(log.output.contains(": slip\n"), "\(log.output)")
  }

  @Test("a clip that was moved itself is the reason, and not what made room for it")
  func movedItself() throws {
    let sandbox = try Sandbox.withRepository()
    try sandbox.commit(["film.json": project(["a 0 10", "b 100 10", "c 200 10"])], "first")
    try sandbox.commit(["film.json": project(["c 200 10", "a 0 10", "b 100 10"])], "front")
    let answer = blame(sandbox, "--frame", "3")
    #expect(answer.output.contains("moved clip 'c'"), "\(answer.output)")
    #expect(!answer.output.contains("everything after"), "\(answer.output)")
  }
}
