import Foundation
import Testing

@testable import CommandLineInterface

/// A project that is not ours may name any file as anything, and its messages are read by others than
/// those who may read that file.
@Suite("no text of a file that is another one than it was named as")
struct ForeignFileTests {
  /// Files with secrets, by what is in them.
  private static let files: [(name: String, text: String)] = [
    ("variables", "Hunter2KEY=Hunter2value\nOTHER='Hunter2more'\n"),
    ("JSON", "{\n  \"type\": \"Hunter2account\",\n  \"Hunter2key\": \"Hunter2value\"\n}\n"),
    ("JSON list", "[\"Hunter2first\", { \"Hunter2key\": 1 }]\n"),
    ("broken JSON", "{ \"Hunter2key\": Hunter2value, \"Hunter2key\": 'x' }\n"),
    ("JSON text", "\"Hunter2first\"\n"),
    ("XML", "<Hunter2settings id=\"Hunter2id\"><Hunter2key>Hunter2</Hunter2value></x>\n"),
    ("PEM", "-----BEGIN Hunter2 KEY-----\nHunter2\n-----END KEY-----\n"),
    ("a merge", "<<<<<<< Hunter2ours\nHunter2a\n=======\nHunter2b\n>>>>>>> Hunter2theirs\n"),
    ("words", "LUT_3D_SIZE Hunter2size\nHunter2word\n0 0 Hunter2\n"),
    ("golden words", "frame 0 Hunter2hash\nsound Hunter2 x\nHunter2\n"),
    ("a table", "Hunter2column,Hunter2other\nHunter2value,Hunter2\n"),
    ("Latin-1", "Hunter2\u{0}".replacing("\u{0}", with: "\u{E9}") + "\n"),
    ("a number", "4815162342\n"),
    ("binary", "Hunter2\0Hunter2line\nHunter2\n"),
    ("UTF-16", "Hunter2 \u{4E00}\nHunter2\n"),
    (
      "dependencies",
      "{\n  \"name\": \"Hunter2\",\n  \"dependencies\": { \"cutlist\": \"Hunter2\", },\n}\n"
    ),
    ("a comment", "# \"cutlistPart\": 1\n// \"cutlist\": 1\nHunter2=1\n"),
    ("a playlist", "{\"playlist\": {\"tracks\": [1]}, \"Hunter2token\": \"Hunter2\",}\n"),
    (
      "marks of something else",
      "{\"cutlistLock\": \"Hunter2\", \"cutlistPlan\": {\"Hunter2\": 1}, \"cutlist\": \"1Hunter2\", "
        + "\"cutlistPart\": [\"Hunter2\"], \"cutlistFarm\": true }\n"
    ),
    ("a sentence", "Hunter2 \"cutlist\": 1 Hunter2 \"cutlistPart\": 1\n"),
  ]

  /// What no output may have: words of the files, and their first bytes as a number.
  private func secrets(_ text: String) -> [String] {
    let first = Array(text.utf8.prefix(4))
    let hexadecimal = first.map { String($0, radix: 16, uppercase: true) }.joined()
    let number = first.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    return ["Hunter2", "4815162342", hexadecimal, "\(number)"]
  }

  private func expectNothing(
    of text: String, in outcome: Outcome, _ words: [String], status: ClosedRange<Int32> = 1...3
  ) {
    #expect(status.contains(outcome.status), "\(words): \(outcome.messages)")
    for secret in secrets(text) {
      let all = outcome.output + outcome.messages
      #expect(!all.localizedCaseInsensitiveContains(secret), "\(words): \(all)")
    }
  }

  private func data(_ file: (name: String, text: String)) -> Data {
    let encoding: String.Encoding =
      switch file.name {
      case "Latin-1": .isoLatin1
      case "UTF-16": .utf16
      default: .utf8
      }
    return file.text.data(using: encoding) ?? Data()
  }

  private static let output = """
    "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "audio": false }
    """

  @Test("no command quotes what it was given as a project or a plan", arguments: files.indices)
  func given(index: Int) throws {
    let sandbox = try Sandbox()
    let file = Self.files[index]
    let path = try sandbox.write("given", data(file))
    let good = try sandbox.write("good.json", Projects.counter(seconds: 1, size: "64x36"))
    let out = sandbox.file("out")
    let commands: [[String]] = [
      ["check", path], ["check", path, "--json"], ["check", path, "--fix", "--dry-run"],
      ["plan", path], ["explain", path, "--frame", "0"], ["render", path, "-o", out + ".mp4"],
      ["frame", path, "--frame", "0", "-o", out + ".png"], ["frames", path], ["format", path],
      ["format", path, "--check"], ["format", path, "--diff"], ["format", path, "--upgrade"],
      ["test", path], ["compare", path, good], ["compare", good, path],
      ["diff", path, good], ["diff", good, path], ["merge", good, path, good],
      ["merge", path, good, good], ["inspect", path, "-o", out + ".html"],
      ["sheet", path, "-o", out + ".png"], ["mix", path, "-o", out + ".wav"], ["loudness", path],
      ["lock", path], ["relink", path, sandbox.path],
      ["render", "--plan", path, "-o", out + ".mp4"],
      ["plan", path, "--write", out], ["probe", path], ["probe", path, "--json"],
      ["chunks", path, "--store", out], ["join", path, "--store", out, "-o", out + ".mp4"],
      ["render", good, "--data", path, "-o", out + "{row}.mp4"],
      ["check", good, "--data", path, "--row", "1"],
    ]
    for words in commands {
      let known = words.contains("--cache") || !["check", "render"].contains(words[0])
      expectNothing(of: file.text, in: sandbox.run(known ? words : words + ["--no-cache"]), words)
    }
  }

  @Test("no project makes a command quote what it names", arguments: files.indices)
  func named(index: Int) throws {
    let sandbox = try Sandbox()
    let file = Self.files[index]
    let names =
      ["x", "x.json", "x.mp4", "x.wav", "x.png", "x.jpg", "x.svg", "x.gif", "x.y4m", "x.m3u8"]
      + ["x.ffconcat", "x.tiff", "x.dpx", "x.mkv", "x.flac", "x.ttf", "s01.png"]
      + ["x.cube", "x.3dl", "x.cdl", "x.cc", "x.ccc"]
    for name in names { try sandbox.write(name, data(file)) }
    func project(_ media: String, _ tracks: String) -> String {
      "{ \(Self.output), \"media\": { \(media) }, \"tracks\": [ \(tracks) ] }"
    }
    let clip = #"{ "video": [ { "clip": "c", "duration": "1s" } ] }"#
    let plain = #""c": { "color": "red" }"#
    var projects: [String] = []
    for name in names {
      projects.append(project("\"c\": \"\(name)\"", clip))
      projects.append(project("\"c\": { \"project\": \"\(name)\" }", clip))
      let effect = #"{ "effect": "lut", "media": "l" }"#
      projects.append(
        project(
          "\(plain), \"l\": { \"lut\": \"\(name)\" }",
          #"{ "video": [ { "clip": "c", "duration": "1s", "effects": [ \#(effect) ] } ] }"#))
    }
    projects += [
      project(plain, #"{ "include": "x.json" }, "# + clip),
      project(plain, #"{ "video": [ { "include": "x" } ] }"#),
      project(
        plain,
        clip + #", { "titles": [ { "at": 0, "duration": "1s", "text": "A", "font": "x.ttf" } ] }"#),
      project(#""c": { "sequence": "s%02d.png", "frameRate": 10 }"#, clip),
    ]
    // Of all files and names each goes through one of the two commands, by turn.
    for (place, text) in projects.enumerated() {
      let path = try sandbox.write("p.json", text)
      let words =
        (place + index) % 2 == 0 ? ["check", path, "--no-cache"] : ["plan", path, "--json"]
      expectNothing(of: file.text, in: sandbox.run(words), [text] + words)
    }
  }

  @Test("no text of what lies beside a project under the names of ours", arguments: files.indices)
  func beside(index: Int) throws {
    let sandbox = try Sandbox()
    let file = Self.files[index]
    let text =
      "{ \(Self.output), \"media\": { \"c\": { \"color\": \"red\" } }, "
      + #""tracks": [ { "video": [ { "clip": "c", "duration": "1s" } ] } ], "#
      + #""expect": { "golden": { "frames": ["0s"], "pictures": ["0s"] } } }"#
    let path = try sandbox.write("p.json", text)
    try #require(sandbox.run("test", path, "--update").status == 0)
    let golden = sandbox.files(ending: ".txt") + sandbox.files(ending: ".png")
    try #require(golden.count == 3)
    for name in golden {
      let before = try sandbox.bytes(name)
      try sandbox.write(name, data(file))
      for more in [[], ["--json"], ["--junit", "-"]] {
        // A picture is looked at only where its frame is another one.
        expectNothing(
          of: file.text, in: sandbox.run(["test", path] + more), [name], status: 0...3)
      }
      try sandbox.write(name, before)
    }
    try sandbox.write("p.lock.json", data(file))
    for words in [["check", path, "--locked", "--no-cache"], ["lock", path]] {
      expectNothing(of: file.text, in: sandbox.run(words), words)
    }
  }

  @Test("a file that is none is not mended", arguments: files.indices)
  func unmended(index: Int) throws {
    let sandbox = try Sandbox()
    let before = data(Self.files[index])
    let tracks = #"{ "video": [ { "clip": "c", "duration": "1s" } ] }"#
    for (media, more) in [
      (#""c": { "color": "red" }"#, #"{ "include": "x.json" }, "#),
      (#""c": { "project": "x.json" }"#, ""),
    ] {
      let other = try sandbox.write("x.json", before)
      let path = try sandbox.write(
        "p.json", "{ \(Self.output), \"media\": { \(media) }, \"tracks\": [ \(more)\(tracks) ] }")
      _ = sandbox.run("check", path, "--fix", "--no-cache")
      #expect(try sandbox.bytes("x.json") == before, "\(Self.files[index].name)")
      #expect(!other.isEmpty)
    }
  }

  @Test("a file that is none is told with its place and kind, and what it was included by")
  func told() throws {
    let sandbox = try Sandbox()
    func message(_ text: String) throws -> String {
      let path = try sandbox.write("f", text)
      return sandbox.run("check", path).messages
    }
    #expect(
      try message("KEY=1\n").contains("f:1:1: error: the file is no project: it is no JSON"))
    let broken = try message("{\n  \"a\": 1\n  b\n}")
    #expect(broken.contains("f:3:3: error: the file is no project: it is no JSON from here on"))
    #expect(try message(" [1]").contains("f:1:2: error: the file is no project: it is an array"))
    #expect(try message("{\"a\": 1}").contains("it has neither \"cutlist\" nor \"tracks\""))
    // What says what it is, is quoted with all of its mistakes.
    let ours = try message("{ \"cutlist\": 1, \"tracks\": [], 'odd': tru }")
    #expect(ours.contains("'odd'") && ours.contains("tru"))
    try sandbox.write("sa.json", "{ \"type\": \"x\" }")
    let path = try sandbox.write(
      "p.json",
      "{ \(Self.output), \"media\": { \"c\": { \"project\": \"sa.json\" } }, "
        + "\"tracks\": [ { \"video\": [ { \"clip\": \"c\" } ] } ] }")
    let shown = sandbox.run("check", path)
    #expect(shown.messages.contains("sa.json:1:1: error: the file is no project"))
    #expect(shown.messages.contains("'c' is shown here ("))
    #expect(shown.messages.contains("1 error"))
  }
}
