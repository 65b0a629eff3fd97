import Foundation
import Testing

@testable import CommandLineInterface

/// Chunks that a program keeps, as an object store would.
@Suite struct ProgramStoreTests {
  private let sandbox: Sandbox
  /// What one machine makes of the project.
  private let movie: Data

  /// A plan of four chunks of pictures and one of sound.
  private static let planned = Result {
    try PlannedMovie(
      Projects.counter(
        seconds: 16, rate: "5", size: "64x36", gop: 20, audio: Projects.fastSound))
  }

  /// The plan, and a program that keeps entries in a folder.
  init() throws {
    sandbox = try Sandbox()
    let planned = try Self.planned.get()
    try planned.write(to: sandbox)
    movie = planned.movie
    try keep(
      """
      case $1 in
        has) test -e "$objects/$2" ;;
        get) test -e "$objects/$2" || exit 1; cat "$objects/$2" ;;
        put) mkdir -p "$(dirname "$objects/$2")" && cat > "$objects/$2.new" \\
               && mv "$objects/$2.new" "$objects/$2" ;;
      esac
      """)
  }

  private var program: String { sandbox.file("keep it") }

  private func keep(_ script: String) throws {
    try sandbox.write(
      "keep it",
      "#!/bin/sh\nobjects='\(sandbox.file("objects"))'\necho \"$1\" >> '\(sandbox.file("calls"))'\n"
        + script + "\n")
    try sandbox.allow(0o755, "keep it")
  }

  private func chunks(_ more: String...) -> Outcome {
    sandbox.run(
      ["chunks", sandbox.file("p.json"), "--store-program", program, "--no-cache"] + more)
  }

  private func join() -> Outcome {
    sandbox.run(
      "join", sandbox.file("p.json"), "--store-program", program, "-o", sandbox.file("a.mp4"))
  }

  private var entries: [String] { sandbox.files(below: "objects", ending: ".chunk") }

  @Test("chunks that a program keeps are joined to the movie of one render", arguments: [1, 4])
  func movie(jobs: Int) throws {
    for range in ["0..1", "1..4"] {
      let outcome = chunks("--range", range, "--jobs", String(jobs))
      #expect(outcome.status == 0, "\(outcome.messages)")
      #expect(outcome.messages.contains("in the store of '\(program)'"), "\(outcome.messages)")
    }
    #expect(entries.count == 5)
    #expect(
      entries.allSatisfy { $0.wholeMatch(of: #/chunks/[0-9a-f]{2}/[0-9a-f]+\.chunk/#) != nil })
    let joined = join()
    #expect(joined.status == 0, "\(joined.messages)")
    #expect(try sandbox.bytes("a.mp4") == movie)
    // What is there is not put again.
    try sandbox.write("calls", "")
    #expect(chunks().messages.contains("0 rendered, 5 there"))
    #expect(!String(decoding: try sandbox.bytes("calls"), as: UTF8.self).contains("put"))
  }

  @Test("what a program lost or damaged is named, and rendered again")
  func damage() throws {
    try #require(chunks().status == 0)
    try FileManager.default.removeItem(atPath: sandbox.file("objects/" + entries[0]))
    var bytes = try sandbox.bytes("objects/" + entries[0])
    bytes[bytes.count / 2] ^= 1
    try sandbox.write("objects/" + entries[0], bytes)
    let lacking = join()
    #expect(lacking.status == 3 && !sandbox.exists("a.mp4"), "\(lacking.messages)")
    #expect(lacking.messages.contains("2 of 5 chunks cannot be joined"), "\(lacking.messages)")
    #expect(lacking.messages.contains("--store-program '\(program)' --range"))
    #expect(chunks().messages.contains("2 rendered, 3 there"))
    #expect(join().status == 0)
    #expect(try sandbox.bytes("a.mp4") == movie)
  }

  @Test(
    "a program that keeps nothing fails the task",
    arguments: [
      ("test \"$1\" != put || exit 7", "'put' ended with 7"),
      ("test \"$1\" != put || kill -9 $$", "'put' ended with 137"),
    ])
  func failure(script: String, words: String) throws {
    try keep(script)
    let outcome = chunks()
    #expect(outcome.status == 3, "\(outcome.messages)")
    #expect(outcome.messages.contains(words), "\(outcome.messages)")
    #expect(outcome.messages.contains("run the command again when it works"))
  }

  @Test("what a program fails to keep or to give is tried again", arguments: ["put", "get"])
  func again(verb: String) throws {
    let keeping = String(decoding: try sandbox.bytes("keep it"), as: UTF8.self)
      .split(separator: "\n").drop { !$0.hasPrefix("case") }.joined(separator: "\n")
    try keep(
      "if test $1 = \(verb) && mkdir '\(sandbox.file("failed"))' 2> /dev/null; then exit 7; fi\n"
        + keeping)
    let outcome = chunks("--range", "0..1", "--jobs", "1")
    #expect(outcome.status == 0, "\(outcome.messages)")
    try #require(chunks().status == 0)
    let joined = join()
    #expect(joined.status == 0 && !joined.messages.contains("warning"), "\(joined.messages)")
    #expect(sandbox.exists("failed"))
    #expect(try sandbox.bytes("a.mp4") == movie)
  }

  @Test(
    "a program that fails to give is told of once, and what it has is not called missing silently",
    arguments: [
      ("test \"$1\" = put || exit 9", "ended with 9"),
      ("test \"$1\" = put || kill -9 $$", "ended with 137"),
    ])
  func refusal(script: String, words: String) throws {
    try #require(chunks().status == 0)
    try keep(script)
    let joined = join()
    #expect(joined.status == 3 && !sandbox.exists("a.mp4"), "\(joined.messages)")
    #expect(joined.messages.contains("5 of 5 chunks cannot be joined"), "\(joined.messages)")
    #expect(
      joined.messages.matches(of: try Regex("warning: the store's program .*\(words)")).count == 1,
      "\(joined.messages)")
    // It took what was put, so the task has done its own.
    #expect(chunks("--range", "0..1").status == 0)
  }

  @Test(
    "what a program gives is taken for nothing else",
    arguments: ["echo hello", ":", "cat \"$0\"", "head -c 99 \"$0\"; exit 1"])
  func rubbish(script: String) throws {
    try keep("test \"$1\" != put || exit 0; " + script)
    let rendered = chunks("--range", "0..1")
    #expect(rendered.status == 0, "\(rendered.messages)")
    #expect(rendered.messages.contains("2 rendered, 0 there"), "\(rendered.messages)")
    let joined = join()
    #expect(joined.status == 3 && !sandbox.exists("a.mp4"), "\(joined.messages)")
  }

  @Test("chunks that are gone once they were given are joined all the same")
  func once() throws {
    try #require(chunks().status == 0)
    try keep(
      """
      test "$1" = get || exit 1
      mkdir "$objects/$(basename "$2").given" 2> /dev/null || exit 1
      cat "$objects/$2"
      """)
    let joined = join()
    #expect(joined.status == 0, "\(joined.messages)")
    #expect(try sandbox.bytes("a.mp4") == movie)
  }

  @Test("a program that hangs is ended with this one", .timeLimit(.minutes(60)))
  func hanging() throws {
    try keep("echo $$ > '\(sandbox.file("process"))'; sleep 600 & wait")
    let words = ["chunks", sandbox.file("p.json"), "--store-program", program, "--no-cache"]
    let running = try RunningProgram(words)
    while (try? sandbox.bytes("process"))?.isEmpty ?? true { usleep(10_000) }
    let text = String(decoding: try sandbox.bytes("process"), as: UTF8.self)
    let group = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    running.send(SIGTERM)
    #expect(running.wait().status == 130)
    #expect(ProcessGroup.ends(group))
  }

  @Test("chunks that show late are waited for where that is asked for")
  func late() throws {
    try #require(chunks().status == 0)
    try keep(
      """
      case $1 in
        get) test "$(wc -l < '\(sandbox.file("calls"))')" -gt 9 && cat "$objects/$2" ;;
        *) exit 1 ;;
      esac
      """)
    for (wait, status) in [("0s", 3), ("20s", 0)] as [(String, Int32)] {
      try sandbox.write("calls", "")
      let joined = sandbox.run(
        "join", sandbox.file("p.json"), "--store-program", program, "-o", sandbox.file("a.mp4"),
        "--wait", wait)
      #expect(joined.status == status, "\(joined.messages)")
    }
    #expect(try sandbox.bytes("a.mp4") == movie)
    let wrong = sandbox.run(
      "join", sandbox.file("p.json"), "--store-program", program, "-o", sandbox.file("a.mp4"),
      "--wait", "soon")
    #expect(wrong.status == 2 && wrong.messages.contains("--wait takes a time"))
  }

  @Test("a program that is not there is said")
  func missing() throws {
    let outcome = sandbox.run(
      "chunks", sandbox.file("p.json"), "--store-program", sandbox.file("none"), "--no-cache")
    #expect(outcome.status == 3, "\(outcome.messages)")
    #expect(outcome.messages.contains("no such file"), "\(outcome.messages)")
    for words in [["--store", "a", "--store-program", "b"], []] {
      let outcome = sandbox.run(["chunks", sandbox.file("p.json")] + words)
      #expect(outcome.status == 2, "\(outcome.messages)")
    }
  }

  @Test("jobs name the program of the store")
  func farm() throws {
    let outcome = sandbox.run(
      "farm", "slurm", sandbox.file("a.json"), "-o", sandbox.file("out.mp4"), "--no-cache",
      "--store-program", program, "--program", RunningProgram.path)
    #expect(outcome.status == 0, "\(outcome.messages)")
    for name in ["chunks.sh", "join.sh"] {
      let script = String(decoding: try sandbox.bytes("out.farm/" + name), as: UTF8.self)
      #expect(script.contains("--store-program '\(program)'"), "\(script)")
    }
    let bounded = sandbox.run(
      "farm", "slurm", sandbox.file("a.json"), "-o", sandbox.file("out.mp4"), "--no-cache",
      "--store-program", program, "--store-size", "1G")
    #expect(bounded.status == 2 && bounded.messages.contains("--store-size is for folders"))
  }
}
