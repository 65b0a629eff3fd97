import Foundation
import BaseValues
import PlanModel
import Testing
import TimelineModel
import Workspace

@testable import CommandLineInterface

/// What a project may ask for, and what a machine can give.
@Suite struct LimitTests {
  /// As many clips of a frame each as are asked for.
  private func clips(_ count: Int, tracks: Int = 1) -> String {
    let items = Array(repeating: #"{"clip":"a","duration":"1f"}"#, count: count)
    let track = #"{"video":[\#(items.joined(separator: ","))]}"#
    return #"{"cutlist":1,"output":{"size":"64x36","frameRate":25},"media":{"a":{"color":"red"}},"#
      + #""tracks":[\#(Array(repeating: track, count: tracks).joined(separator: ","))]}"#
  }

  private func check(_ project: String, _ more: String...) throws -> Outcome {
    let sandbox = try Sandbox()
    return sandbox.run(["check", try sandbox.write("a.json", project)] + more)
  }

  @Test("the help names every limit with what holds and what can be allowed")
  func help() {
    let page = inProcess(["help", "limits"])
    #expect(page.status == 0)
    for kind in ProjectLimits.Kind.allCases {
      let line = page.output.split(separator: "\n").first {
        $0.hasPrefix("  \(kind.rawValue) ")
      }
      let words = line?.split(separator: " ") ?? []
      #expect(words.dropFirst().prefix(2).compactMap { Int($0) } == [kind.default, kind.greatest])
      #expect(1...kind.greatest ~= kind.default)
    }
  }

  @Test(
    "what is more than a limit is an error at its place, and one less is not",
    arguments: [
      ("items", 7, "the tracks hold 8 items; the limit is 7", "too-many-items"),
      ("tracks", 1, "there are 2 tracks; the limit is 1", "too-many-tracks"),
      ("layers", 1, "2 layers are shown at the same time; the limit is 1", "too-many-layers"),
      ("drawn", 1, "2 pictures would be drawn for one frame; the limit is 1", "too-many-drawn"),
      ("frames", 3, "the movie would have 4 frames; the limit is 3", "movie-too-long"),
      // 8 clips of two members each, 2 tracks and their lists, and what stands around them.
      ("values", 36, "more than 36 values in one file", "json-size"),
      ("depth", 4, "more than 4 objects and arrays inside each other", "json-depth"),
    ] as [(String, Int, String, String)])
  func exceeded(name: String, limit: Int, message: String, id: String) throws {
    let project = clips(4, tracks: 2)
    let refused = try check(project, "--limit", "\(name)=\(limit)")
    #expect(refused.status == 1)
    #expect(refused.messages.contains("\(message)"), "\(refused.messages)")
    #expect(refused.messages.contains("[\(id)]"))
    #expect(refused.messages.contains("--limit \(name)=N") || name == "depth")
    #expect(try check(project, "--limit", "\(name)=\(limit + 1)").status == 0)
  }

  @Test("moments of motion blur multiply in groups, and what they come to is limited")
  func moments() throws {
    func group(_ shown: String) -> String {
      """
      {"tracks":[{"video":[{"clip":"\(shown)","duration":"1s","scale":0.5,"motionBlur":{"samples":32},
        "animate":[{"property":"rotation","from":0,"to":90,"duration":"1s"}]}]}]}
      """
    }
    let project = """
      {"cutlist":1,"output":{"size":"64x36","frameRate":25,"audio":false},
       "media":{"white":{"color":"white"}},
       "groups":{"a":\(group("white")),"b":\(group("a")),"c":\(group("b"))},
       "tracks":[{"video":[{"clip":"c","duration":"1s"}]}]}
      """
    let refused = try check(project)
    #expect(refused.status == 1)
    #expect(
      refused.messages.contains("32768 pictures would be drawn for one frame; the limit is 10000"))
    #expect(try check(project, "--limit", "drawn=32768").status == 0)
  }

  @Test("a project file of more bytes than allowed is not read")
  func fileBytes() throws {
    let project = clips(4)
    let count = project.utf8.count
    #expect(try check(project, "--limit", "file-bytes=\(count)").status == 0)
    let refused = try check(project, "--limit", "file-bytes=\(count - 1)")
    #expect(refused.status == 2)
    #expect(refused.messages.contains("has more than \(count - 1) bytes"))
  }

  @Test("a text of more code points than allowed is refused")
  func textLength() throws {
    let project = """
      {"cutlist":1,"media":{},"tracks":[{"titles":[{"duration":"1s","text":"Grüße","font":"DejaVu Sans"}]}]}
      """
    #expect(try check(project, "--limit", "text-length=5").status == 0)
    let refused = try check(project, "--limit", "text-length=4")
    #expect(refused.status == 1)
    #expect(refused.messages.contains("the text has 5 code points; 4 are the limit"))
  }

  @Test("a picture of more pixels than allowed is refused, also when its facts are remembered")
  func picturePixels() throws {
    let sandbox = try Sandbox()
    try sandbox.write("made.json", Projects.counter(seconds: 1, size: "64x36"))
    sandbox.run("frame", sandbox.file("made.json"), "--frame", "0", "-o", sandbox.file("p.png"))
    let project = try sandbox.write(
      "a.json",
      #"{"cutlist":1,"media":{"p":"p.png"},"tracks":[{"video":[{"clip":"p","duration":"1s"}]}]}"#)
    for _ in 0..<2 {
      let refused = sandbox.run("check", project, "--limit", "picture-pixels=2303")
      #expect(refused.status == 3)
      #expect(refused.messages.contains("has 64×36 pixels; the limit is 2303"))
      #expect(sandbox.run("check", project, "--limit", "picture-pixels=2304").status == 0)
    }
  }

  @Test(
    "a limit that is not one, or not a number within what can be allowed, is a wrong command line",
    arguments: [
      ("itmes=5", "there is no limit 'itmes'; did you mean 'items'?"),
      ("qqqqqq=5", "there is no limit 'qqqqqq'; 'cutlist help limits' names them"),
      ("items", "--limit items= takes a whole number from 1 to 2000000, not ''"),
      ("items=0", "--limit items= takes a whole number from 1 to 2000000, not '0'"),
      ("items=-1", "not '-1'"), ("items=many", "not 'many'"),
      ("items=99999999999999999999", "not '99999999999999999999'"),
    ])
  func wrong(text: String, message: String) throws {
    let outcome = try check(clips(1), "--limit", text)
    #expect(outcome.status == 2)
    #expect(outcome.messages.contains(message), "\(outcome.messages)")
  }
}

/// Workers for a plan.
@Suite struct WorkerChoiceTests {
  private let plan: RenderPlan

  init() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("a.json", Projects.counter(seconds: 10))
    let arguments = try Arguments([path], flags: Command.projectFlags)
    let silent = Console(isTerminal: false, allowsColor: false) { _, _ in }
    plan = try ReportingLoader(arguments, silent).plan(path).1
  }

  private func choice(
    wanted: Int = 4, limit: Int? = nil, memory: Int? = nil, openFiles: Int = 1024
  ) throws -> WorkerChoice {
    try WorkerChoice(
      plan, wanted: wanted, limit: limit,
      resources: Machine.Resources(memory: memory, openFiles: openFiles))
  }

  @Test("without limits there are as many as are wanted")
  func wanted() throws {
    let all = try choice()
    #expect(all.jobs == 4 && all.warnings.isEmpty)
    #expect(try choice(wanted: 2).jobs == 2)
  }

  @Test("--memory is kept with fewer workers, or refused where one needs more")
  func memory() throws {
    let one = try choice(wanted: 1).memory
    let two = try choice(wanted: 2).memory
    #expect(try choice(limit: two).jobs == 2)
    #expect(try choice(limit: two - 1).jobs == 1)
    #expect(try choice(limit: one).jobs == 1)
    let failure = #expect(throws: CommandFailure.self) { try choice(limit: one - (1 << 20)) }
    #expect(failure?.status == .usage)
    #expect(failure?.message.contains("--memory allows") == true)
  }

  @Test("too few open files are told with the number that is needed")
  func files() throws {
    let sandbox = try Sandbox()
    let clip = sandbox.file("c.mp4")
    try #require(
      sandbox.run(
        "render", try sandbox.write("c.json", Projects.counter(seconds: 1, size: "64x36")), "-o",
        clip, "--no-cache"
      ).status == 0)
    let path = try sandbox.write(
      "b.json",
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10 }, "media": { "c": "c.mp4" },
        "tracks": [ { "video": [ { "clip": "c", "duration": "1s" } ] } ] }
      """)
    let silent = Console(isTerminal: false, allowsColor: false) { _, _ in }
    let arguments = try Arguments([path], flags: Command.projectFlags)
    let plan = try ReportingLoader(arguments, silent).plan(path).1
    let failure = #expect(throws: CommandFailure.self) {
      try WorkerChoice(
        plan, wanted: 1, limit: nil, resources: Machine.Resources(memory: nil, openFiles: 20))
    }
    // One file, open at two places at most, and 48 for all else.
    #expect(failure?.message.contains("the system allows 20") == true)
    #expect(failure?.message.contains("'ulimit -n 50'") == true)
  }

  @Test("free memory makes for fewer workers with a warning, and never for none")
  func free() throws {
    let two = try choice(wanted: 2).memory
    let fewer = try choice(memory: two)
    #expect(fewer.jobs == 2 && fewer.warnings.count == 1)
    let least = try choice(memory: 1 << 20)
    #expect(least.jobs == 1)
    #expect(least.warnings.last?.contains("it may fail") == true)
  }
}
