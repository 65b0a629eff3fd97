import Foundation
import Testing

@testable import CommandLineInterface

/// Jobs of projects, movies and stores with names that shells and templates might take for something else.
@Suite struct JobNameTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write(
      "a.json",
      Projects.counter(
        seconds: 4, rate: "5", size: "64x36", gop: 10, audio: Projects.noSound))
  }

  /// As `printf` reads them. `\314\201` is an accent, which makes one character with what is before it.
  private static let names = [
    "a b", "it'\\''s", "'\\314\\201; touch pwned; '\\314\\201", "$(touch pwned)", "`touch pwned`",
    "a\\nb", "-n", "a;b&c|d>e", "\\\"x\\\"", "caf\\351", "~", "*?[a]", "\\360\\237\\216\\254", "#",
    "a\\\\b",
    String(repeating: "x", count: 240),
  ]

  @Test("the scripts of jobs name what they were told, and run nothing of it", arguments: names)
  func scripts(name: String) throws {
    try sandbox.makeFolder("bin")
    // Runs at once what it is given, both tasks of an array.
    try sandbox.write(
      "bin/sbatch",
      """
      #!/bin/sh
      for script; do :; done
      export SLURM_ARRAY_TASK_ID
      case $script in
        chunks.sh) for SLURM_ARRAY_TASK_ID in 0 1; do /bin/sh chunks.sh; done >> log/text 2>&1 ;;
        *) /bin/sh "$script" >> log/text 2>&1 ;;
      esac || exit
      echo 7
      """)
    try sandbox.allow(0o755, "bin/sbatch")
    try sandbox.write(
      "try",
      """
      program=$1; cd "$2" || exit 99
      name=$(printf -- "$3"; echo x); name=${name%x}
      mkdir "./$name" && cp a.json "./$name/$name.json" && cp "$program" "./$name/$name" || exit 98
      cd "./$name" || exit 97
      "$program" render "./$name.json" -o ../whole.mp4 --no-cache --quiet || exit 1
      PATH="$2/bin:$PATH" "$program" farm slurm "./$name.json" -o "./$name.mp4" --folder "./$name.jobs" \\
        --store "./$name.store" --program "$PWD/$name" --tasks 2 --no-cache --submit || exit 2
      cat "./$name.jobs/log/text"
      cmp "./$name.mp4" ../whole.mp4 || exit 3
      if find "$2" -name 'pwned*' | grep .; then exit 4; fi
      """)
    let run = try sandbox.execute("/bin/sh", ["try", RunningProgram.path, sandbox.path, name])
    #expect(run.status == 0, "\(run.output)\(run.messages)")
  }

  @Test(
    "a template holds what hosts take as it is",
    arguments: ["a b", "it's", "a{b}{c}", "a\nb", "$(touch pwned)", "\"x\"", "a\\b", "é", "{"])
  func template(name: String) throws {
    let outcome = sandbox.run(
      "farm", "openjd", sandbox.file("a.json"), "-o", sandbox.file(name + ".mp4"), "--no-cache")
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(
      try template(in: name + ".farm").steps[1].script.actions.onRun.args
        .contains(sandbox.file(name + ".mp4")))
  }

  @Test(
    "what a template cannot say is refused",
    arguments: [
      ("a{{b", "'{{' in it"), ("a{{\u{301}b", "'{{' in it"), ("a\tb", "a control character"),
      ("a\u{10FEE9}", "bytes in it that are no UTF-8"),
    ])
  func refused(name: String, words: String) throws {
    let outcome = sandbox.run(
      "farm", "openjd", sandbox.file("a.json"), "-o", sandbox.file(name + ".mp4"), "--no-cache")
    #expect(outcome.status == 2 && outcome.messages.contains(words), "\(outcome.messages)")
    #expect(!sandbox.exists(name + ".farm/job.json"))
  }

  @Test("a job is called by its project, as far as a template's name may be")
  func label() throws {
    for (name, label) in [
      ("x{{{y", "x{ { {y"), ("p\tq\nr", "p q r"),
      (String(repeating: "n", count: 200), String(repeating: "n", count: 128)),
    ] {
      let project = try sandbox.write(name + ".json", sandbox.bytes("a.json"))
      let outcome = sandbox.run(
        "farm", "openjd", project, "-o", sandbox.file("out.mp4"), "--no-cache", "--force")
      #expect(outcome.status == 0, "\(outcome.messages)")
      #expect(try template(in: "out.farm").name == label)
    }
  }

  @Test("paths of media may have equals signs in them")
  func equals() throws {
    try sandbox.makeFolder("q=r/more")
    let movie = sandbox.file("q=r/more/=x==y.mp4")
    try #require(sandbox.run("render", sandbox.file("a.json"), "-o", movie).status == 0)
    let project = try sandbox.write(
      "q=r/e.json",
      """
      { "cutlist": 1, "media": { "a": "=x==y.mp4" }, "tracks": [ { "video": [ { "clip": "a" } ] } ] }
      """)
    let outcome = sandbox.run(
      "farm", "slurm", project, "-o", sandbox.file("out.mp4"), "--no-cache", "--tasks", "1",
      "--media", sandbox.file("q=r/more"), "--program", RunningProgram.path)
    #expect(outcome.status == 0, "\(outcome.messages)")
    for script in ["chunks.sh", "join.sh"] {
      let run = try sandbox.execute(
        "/bin/sh", [script], in: "out.farm", environment: ["SLURM_ARRAY_TASK_ID": "0"])
      #expect(run.status == 0, "\(run.messages)")
    }
    #expect(sandbox.exists("out.mp4"))
  }

  private struct Template: Decodable {
    struct Step: Decodable {
      struct Script: Decodable {
        struct Actions: Decodable {
          struct Action: Decodable { var args: [String] }
          var onRun: Action
        }
        var actions: Actions
      }
      var script: Script
    }
    var name: String
    var steps: [Step]
  }

  private func template(in folder: String) throws -> Template {
    try JSONDecoder().decode(Template.self, from: sandbox.bytes(folder + "/job.json"))
  }
}
