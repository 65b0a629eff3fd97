import Foundation
import Testing

@testable import CommandLineInterface

@Suite("The explain command")
struct ExplainTests {
  /// Projects and what is asked of them, for the golden files.
  static let questions: [(project: String, options: [[String]])] = [
    ("dissolve/dissolve", [["--frame", "12", "--pixel", "20,30"], ["--at", "0.9s"]]),
    ("push/push", [["--frame", "9"]]),
    ("wipe/wipe", [["--frame", "8", "--pixel", "300,10"]]),
    ("transitions/transitions", [["--frame", "11"], ["--frame", "118"]]),
    ("keyframes/keyframes", [["--frame", "20"], ["--frame", "6", "--pixel", "160,90"]]),
    ("speed/speed", [["--frame", "7"], ["--frame", "29"]]),
    ("title-animation/title-animation", [["--frame", "6"], ["--frame", "0"]]),
    ("duck/duck", [["--sample", "60010"], ["--sample", "2.75s"]]),
    ("handles-freeze/handles-freeze", [["--frame", "10"]]),
    ("frame-rates/frame-rate-24", [["--frame", "7"]]),
    ("frame-rates/frame-rate-30000-1001", [["--frame", "9"]]),
    ("crop/crop", [["--frame", "9", "--pixel", "0,0"]]),
    ("layers/layers", [["--frame", "5"]]),
    ("speed-sound/speed-sound", [["--sample", "30000"]]),
    ("relative-times/relative-times", [["--frame", "46"], ["--sample", "60000"]]),
    ("beats/beats", [["--frame", "50"]]),
    ("styles/styles", [["--frame", "18"], ["--frame", "47"], ["--frame", "64"]]),
    ("parameters/parameters", [["--frame", "7"]]),
  ]

  @Test("explanations of the gallery are what they were", arguments: questions.map(\.project))
  func golden(_ name: String) throws {
    let project = GalleryProject(description: name)
    let options = try #require(Self.questions.first { $0.project == name }).options
    var texts: [String] = []
    for words in options {
      let run = GalleryRun(["explain", project.file.path, "--no-cache"] + words)
      try #require(run.status == 0, "\(run.said)")
      texts.append("$ cutlist explain \(name) \(words.joined(separator: " "))\n" + run.printed)
    }
    try GallerySnapshot.expect(
      Self.portable(texts.joined(separator: "\n")), like: project.golden("explain.txt"))
  }

  /// Without what differs from machine to machine: folders, keys of chunks, font files.
  static func portable(_ text: String) -> String {
    text.replacing(GalleryProject.folder.path + "/", with: "")
      .replacing(/key [0-9a-f]{64}/, with: "key …")
      .replacing(/(?m)^( *(?:font|stand-in) +).*$/) { "\($0.1)…" }
  }

  // MARK: - JSON

  /// Every number in a text or document; JSON says fractions where text adds decimals.
  private func strings(_ value: Any) -> [String] {
    switch value {
    case let text as String: [text]
    case let number as NSNumber: ["\(number)"]
    case let list as [Any]: list.flatMap(strings)
    case let object as [String: Any]: object.values.flatMap(strings)
    default: []
    }
  }

  @Test(
    "JSON says what the text says", arguments: questions.map(\.project))
  func json(_ name: String) throws {
    let project = GalleryProject(description: name)
    for words in try #require(Self.questions.first(where: { $0.project == name })).options {
      let text = GalleryRun(["explain", project.file.path, "--no-cache"] + words).printed
      let data = GalleryRun(["explain", project.file.path, "--no-cache", "--json"] + words).printed
      let document = try #require(
        try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any])
      let said = Set(strings(document))
      // Each fraction, place and quoted name of the text stands in the document.
      var count = 0
      for match in text.matches(of: /\d+\/\d+(?= s| \()/) {
        count += 1
        #expect(
          said.contains(String(match.output)) || said.contains { $0.contains(match.output) },
          "\(name) \(words): \(match.output)")
      }
      for match in text.matches(of: /\(([^ ()]+\.json:\d+:\d+)\)/) {
        count += 1
        #expect(said.contains(String(match.output.1)), "\(name) \(words): \(match.output.1)")
      }
      #expect(count > 0)
    }
  }

  // MARK: - Chunks

  @Test("a chunk is said to be stored after a render")
  func stored() throws {
    let sandbox = try Sandbox()
    let project = try sandbox.write(
      "a.json",
      """
      { "cutlist": 1, "output": { "size": "32x32", "frameRate": 10 },
        "media": { "one": { "generate": "counter" } },
        "tracks": [ { "video": [ { "clip": "one", "duration": "1s" } ] } ] }
      """)
    for words in [["--frame", "3"], ["--sample", "3"]] {
      let before = sandbox.run(["explain", project, "--cache", sandbox.cache] + words)
      #expect(before.output.contains("not in the store"))
    }
    #expect(sandbox.render("a.json", to: "a.mp4").status == 0)
    for words in [["--frame", "3"], ["--sample", "3"]] {
      let after = sandbox.run(["explain", project, "--cache", sandbox.cache] + words)
      #expect(!after.output.contains("not in the store"))
      #expect(after.output.contains("in the store"))
    }
    #expect(
      sandbox.run("explain", project, "--no-cache", "--frame", "3").output.contains("no store"))
  }

  // MARK: - Wrong command lines

  @Test(
    "a wrong question is refused with a reason",
    arguments: [
      (
        ["--frame", "45"],
        "there is no frame 45; the movie has frames 0 to 44 and ends at 00:00:01:15"
      ),
      (
        ["--at", "9s"],
        "there is no frame 270 at 9s; the movie has frames 0 to 44 and ends at 00:00:01:15"
      ),
      (["--at", "soon"], "'soon' is not a time"),
      (["--frame", "-1"], "--frame takes a whole number from 0, not '-1'"),
      ([], "say what to explain: --frame N, --at TIME or --sample N"),
      (["--pixel", "1,1"], "--pixel needs a frame: --frame N or --at TIME"),
      (
        ["--frame", "0", "--pixel", "320,0"],
        "there is no pixel 320,0; the picture has pixels 0,0 to 319,179"
      ),
      (["--frame", "0", "--pixel", "-1,0"], "there is no pixel -1,0"),
      (["--frame", "0", "--pixel", "10"], "--pixel takes X,Y, for example 10,20, not '10'"),
      (["--sample", "72000"], "there is no sample 72000; the movie has samples 0 to 71999"),
      (["--sample", "-1"], "there is no sample -1; the movie has samples 0 to 71999"),
      (["--sample", "x"], "'x' is not a time"),
    ] as [([String], String)])
  func refused(_ words: [String], _ message: String) {
    let project = GalleryProject(description: "dissolve/dissolve")
    let run = GalleryRun(["explain", project.file.path, "--no-cache"] + words)
    #expect(run.status == 2)
    #expect(run.printed.isEmpty)
    #expect(run.said.contains(message), "\(run.said)")
  }

  @Test("a movie without sound has no samples to explain")
  func silent() {
    let project = GalleryProject(description: "push/push")
    let run = GalleryRun(["explain", project.file.path, "--no-cache", "--sample", "0"])
    #expect(run.status == 2)
    #expect(run.said.contains("there is no sample 0; the movie has no sound"))
  }

  @Test("what is not seen is listed with the reason")
  func hidden() throws {
    let sandbox = try Sandbox()
    let project = try sandbox.write(
      "a.json",
      """
      { "cutlist": 1, "output": { "size": "64x32", "frameRate": 10, "audio": false },
        "media": { "one": { "generate": "bars" }, "two": { "color": "#ff0000" } },
        "tracks": [
          { "video": [ { "clip": "one", "duration": "1s" } ] },
          { "video": [ { "clip": "two", "duration": "1s" } ] },
          { "video": [ { "clip": "one", "duration": "1s", "opacity": 0 } ] },
          { "video": [ { "clip": "one", "duration": "1s", "position": [1000, 1000] } ] },
          { "video": [ { "clip": "one", "duration": "1s", "rotation": { "y": 90 } } ] }
        ] }
      """)
    let run = sandbox.run("explain", project, "--no-cache", "--frame", "3", "--pixel", "1,1")
    #expect(run.status == 0, "\(run.messages)")
    let reasons = run.output.matches(of: /not shown +(.*)/).map { String($0.output.1) }
    #expect(
      reasons == [
        "'two' on track 2 covers it", "its opacity is 0 here", "it lies beside the output",
        "it is seen from its edge or from behind the eye",
      ])
    // Red in the background's place, and nothing else is painted.
    let steps = run.output.components(separatedBy: "pixel 1,1").last ?? ""
    #expect(steps.contains("  background Y′CbCr 16 128 128, RGB 0 0 0\n"))
    #expect(steps.contains("  layer 2    Y′CbCr 63 102 240, RGB 255 1 0\n"), "\(steps)")
    #expect(!steps.contains("layer 1 ") && !steps.contains("layer 3 "))
  }
}
