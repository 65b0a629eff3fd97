import Foundation
import Testing
import Workspace

@testable import CommandLineInterface

@Suite struct CommandLineSyntaxTests {
  @Test("without a command the overview goes to standard error and the status is 2")
  func nothing() {
    let outcome = inProcess([])
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.messages.contains("usage: cutlist COMMAND"))
  }

  @Test("an option with two values is refused, unless all of them count")
  func twice() throws {
    func message(_ words: String...) -> String {
      let failure = #expect(throws: CommandFailure.self) {
        try Arguments(words, flags: [.jobs, .set, .movie])
      }
      return failure?.message ?? ""
    }
    #expect(
      message("--jobs", "4", "-j2")
        == "--jobs is given twice, with '4' and with '2'; choose one")
    #expect(message("-o", "a.mp4", "--file=b.mp4").hasPrefix("--file is given twice"))
    let same = try Arguments(["--jobs", "4", "--jobs=4"], flags: [.jobs])
    #expect(same.value(.jobs) == "4")
    let all = try Arguments(["--set", "a=1", "--set", "b=2"], flags: [.set])
    #expect(all.all(.set) == ["a=1", "b=2"])
  }

  @Test(
    "a number that nothing can be reckoned with is refused",
    arguments: [
      ["sheet", "p.json", "-o", "s.png", "--columns", "4611686018427387904"],
      ["sheet", "p.json", "-o", "s.png", "--width", "9223372036854775807"],
      ["render", "p.json", "--jobs", "4611686018427387904"],
    ])
  func largeNumbers(words: [String]) {
    // Where anyone may write.
    let picture = FileManager.default.temporaryDirectory.path + "/s.png"
    let outcome = inProcess(words.map { $0 == "s.png" ? picture : $0 })
    #expect(outcome.status == 2)
    #expect(outcome.messages.contains("up to 2147483647"), "\(outcome.messages)")
  }

  @Test("help lists every command", arguments: [["help"], ["--help"], ["-h"]])
  func overview(words: [String]) {
    let outcome = inProcess(words)
    #expect(outcome.status == 0)
    #expect(outcome.messages.isEmpty)
    for command in Command.all {
      #expect(outcome.output.contains("\n  \(command.name) "), "\(command.name)")
      #expect(outcome.output.contains(command.summary))
    }
  }

  @Test(
    "help tells a key that has no page of its own, wherever it means something else",
    arguments: [
      ("fit", ["a key of clip", "what is beyond is cut off", "a key of", "as long as the movie"]),
      ("key-times", ["keyTimes: a key of animation", "Left out, they are spread evenly"]),
      ("interlace", ["top-first", "telecine"]), ("opacity", ["1 opaque", "a key of mask"]),
    ])
  func helpOfKeys(name: String, texts: [String]) {
    let outcome = inProcess(["help", name])
    #expect(outcome.status == 0)
    let text = outcome.output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    for wanted in texts { #expect(text.contains(wanted), "\(wanted)") }
  }

  @Test("help of a command lists its flags with their defaults")
  func page() {
    for command in Command.all {
      let outcome = inProcess(["help", command.name])
      #expect(outcome.status == 0)
      #expect(outcome.output.hasPrefix("usage: cutlist \(command.name)"))
      for flag in command.flags {
        #expect(outcome.output.contains("--\(flag.name)"), "\(command.name) --\(flag.name)")
        if let `default` = flag.default {
          #expect(outcome.output.contains("(default: \(`default`))"))
        }
      }
      #expect(inProcess([command.name, "--help"]).output == outcome.output)
      #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }
  }

  @Test("the manual page is made of the same table")
  func manual() {
    let outcome = inProcess(["help", "--man"])
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix(".TH CUTLIST 1"))
    for command in Command.all {
      #expect(outcome.output.contains(".SS " + command.name.replacing("-", with: "\\-")))
      for flag in command.flags {
        #expect(outcome.output.contains("\\-\\-" + flag.name.replacing("-", with: "\\-")))
      }
    }
    // A line that begins with a full stop or an apostrophe is a request; all of them are known.
    let requests: Set<Substring> = [".TH", ".SH", ".SS", ".TP", ".PP", ".B", ".nf", ".fi"]
    for line in outcome.output.split(separator: "\n") where line.hasPrefix(".") {
      #expect(requests.contains(line.prefix { $0 != " " }), "\(line)")
    }
    #expect(!outcome.output.contains("\n'"))
  }

  @Test("help of several words is of what people call things")
  func wishes() {
    for words in [["help", "ken", "burns"], ["help", "Ken Burns"], ["help", "slow-motion"]] {
      let outcome = inProcess(words)
      #expect(
        outcome.status == 0 && outcome.output.contains("speed") || outcome.output.contains("view"))
    }
    #expect(inProcess(["help", "no", "such", "thing"]).status == 2)
  }

  @Test("the version as data has the program and its libraries")
  func versionData() throws {
    let outcome = inProcess(["version", "--json"])
    let data = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    #expect(data?["cutlist"] as? String == ProgramVersion.text)
    #expect((data?["libraries"] as? [String: String])?["libavcodec"]?.contains(".") == true)
  }

  @Test("scripts of completion name every command and every option", arguments: Completion.allCases)
  func completion(shell: Completion) throws {
    let script = inProcess(["completion", shell.rawValue]).output
    for command in Command.all {
      #expect(script.contains(command.name))
      for flag in command.flags {
        #expect(script.contains(shell == .fish ? " -l \(flag.name) " : "--\(flag.name)"))
      }
    }
    let sandbox = try Sandbox()
    let file = try sandbox.write("script", script)
    let checks = ["bash": "bash -n", "zsh": "zsh -n", "fish": "fish --no-execute"]
    let check = try #require(checks[shell.rawValue])
    let status = try Shell.run(
      "command -v \(shell.rawValue) || exit 0; exec \(check) \"$1\"", [file])
    #expect(status == 0)
    #expect(inProcess(["completion", "csh"]).status == 2)
  }

  @Test(
    "bash completes commands, options and their values",
    arguments: [
      ("cutlist ren", "render"), ("cutlist check --col", "--color"),
      ("cutlist check --color nev", "never"), ("cutlist no-such --x", ""),
      ("cutlist check --silence sound-cl", "sound-clips"),
      ("cutlist new --template fifteen-s", "fifteen-seconds"),
      ("cutlist render --progress no", "none"), ("cutlist render --on-damage con", "conceal"),
      ("cutlist check --silence unknown-k", ""), ("cutlist check --limit drawn", "drawn="),
    ])
  func bash(line: String, expected: String) throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write("script", inProcess(["completion", "bash"]).output)
    let words = line.split(separator: " ").map { "'\($0)'" }.joined(separator: " ")
    let script = """
      set -u; source "$1"; COMP_WORDS=(\(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      compopt() { :; }; _cutlist; printf '%s' "${COMPREPLY[*]}" > "$1.out"
      """
    _ = try Shell.run("exec bash -c '\(script.replacing("'", with: "'\\''"))' bash \"$1\"", [file])
    #expect(try String(contentsOfFile: file + ".out", encoding: .utf8) == expected)
  }

  @Test(
    "every shell completes the values of options from the table of flags",
    arguments: Completion.allCases)
  func values(shell: Completion) {
    let script = inProcess(["completion", shell.rawValue]).output
    for word in ["conceal", "sound-clips", "fifteen-seconds", "always", "openjd"] {
      #expect(script.contains(word), "\(word)")
    }
    #expect(!script.contains("unknown-key"))
  }

  @Test("warnings can be silenced, errors and words that are no ids cannot")
  func silence() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write(
      "p.json",
      """
      { "cutlist": 1, "output": { "size": "64x36", "audio": false },
        "media": { "c": { "color": "red" }, "d": { "color": "blue" } },
        "tracks": [ { "video": [ { "clip": "c", "duration": "1s" } ] } ] }
      """)
    #expect(sandbox.run("check", path).messages.contains("[unused-media]"))
    let silent = sandbox.run("check", path, "--silence", "unused-media")
    #expect(silent.status == 0 && !silent.messages.contains("[unused-media]"))
    let error = sandbox.run("check", path, "--silence", "unknown-key")
    #expect(error.status == 2)
    #expect(error.messages.contains("--silence hides warnings, and 'unknown-key' is an error"))
    let near = sandbox.run("check", path, "--silence", "unused-medio")
    #expect(near.status == 2 && near.messages.contains("did you mean 'unused-media'?"))
  }

  @Test("long words are not echoed whole")
  func longWords() throws {
    let long = String(repeating: "abcdefghij", count: 30)
    let sandbox = try Sandbox()
    let path = try sandbox.write("p.json", "{ \"cutlist\": 1, \"\(long)\": 1, \"tracks\": [] }")
    for words in [
      [long], ["help", long], ["check", "--\(long)", path], ["check", path, "--color", long],
      ["check", path, "--silence", long], ["new", "--template", long, sandbox.file("x")],
    ] {
      let outcome = sandbox.run(words)
      #expect(outcome.status == 2)
      #expect(
        outcome.messages.contains("abcdefghij") && !outcome.messages.contains(long.prefix(50)))
    }
    let found = sandbox.run("check", path)
    #expect(found.messages.contains("has no key \"\(long.prefix(37))…\""), "\(found.messages)")
  }

  @Test("the version names the program and its libraries", arguments: ["--version", "version"])
  func version(word: String) {
    let outcome = inProcess([word])
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("cutlist \(ProgramVersion.text)\n"))
    #expect(outcome.output.contains("libavcodec"))
  }

  @Test(
    "a wrong command line is told from a wrong project, and says what was meant",
    arguments: [
      (["rendr"], "unknown command 'rendr'; did you mean 'render'?"),
      (["zzzzzzz"], "unknown command 'zzzzzzz'"),
      (["help", "rendr"], "there is no help about 'rendr'; did you mean 'render'?"),
      (["help", "zzzzzzz"], "there is no help about 'zzzzzzz'; 'cutlist help' lists"),
      (["help", "positon"], "there is no help about 'positon'; did you mean 'position'?"),
      (["render", "--job", "2", "a.json"], "unknown option '--job'; did you mean --jobs?"),
      (["render", "-x", "a.json"], "unknown option '-x'"),
      (["render", "--jobs", "0", "a.json"], "--jobs takes a whole number from 1, not '0'"),
      (["render", "--jobs=many", "a.json"], "--jobs takes a whole number from 1, not 'many'"),
      (["render", "a.json", "--jobs"], "--jobs needs a value: N"),
      (["render", "a.json", "-o"], "-o needs a value: FILE"),
      (["render", "a.json", "-o", ""], "-o needs a value: FILE"),
      (["render", "--no-cache=yes", "a.json"], "--no-cache takes no value"),
      (
        ["render", "--progress", "loud", "a.json"],
        "--progress takes auto, json, none, not 'loud'"
      ),
      (["render"], "usage: cutlist render (PROJECT | --plan FILE) [-o FILE]"),
      (
        ["render", "a.json", "b.json"],
        "usage: cutlist render (PROJECT | --plan FILE) [-o FILE]"
      ),
      (["check", "--jobs", "2", "a.json"], "unknown option '--jobs'"),
      (["frame", "a.json", "--at", "1s"], "frame needs -o FILE.png"),
      (["check", "--color", "blue", "a.json"], "--color takes auto, always, never, not 'blue'"),
    ])
  func wrong(words: [String], message: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", Projects.counter(seconds: 1))
    let outcome = inProcess(words.map { $0 == "a.json" ? sandbox.file($0) : $0 })
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.messages.contains(message), "\(outcome.messages)")
    #expect(try sandbox.names() == ["a.json"])
  }

  @Test("what follows -- is no option, and a value may be given with =")
  func doubleDash() {
    let outcome = inProcess(["check", "--color=never", "--", "-h"])
    #expect(outcome.status == 2)
    #expect(outcome.messages.contains("project '-h' cannot be read"))
  }

  @Test(
    "a length of nothing on the command line never traps",
    arguments: [
      ["--range", ".."], ["--range", "1s"], ["--range", "1s..1s"], ["--range", "2s..1s"],
      ["--range", "-1s..1s"], ["--range", "0..99999999999999999999s"], ["--range", "x..y"],
      ["--range", "1/0s..2s"], ["--range", "0s..1e400s"], ["--range", "...."],
    ])
  func ranges(words: [String]) throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", Projects.counter(seconds: 1))
    let outcome = inProcess(["plan", sandbox.file("a.json")] + words)
    // An open range is all of the movie.
    #expect(outcome.status == (words[1] == ".." ? 0 : 2), "\(outcome.messages)")
  }
}
