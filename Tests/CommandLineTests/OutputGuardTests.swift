import Foundation
import Testing

@testable import CommandLineInterface

/// What a command may write over.
@Suite("Outputs and the files of people")
struct OutputGuardTests {
  /// A project with media, numbered pictures, a font and golden files, in a folder of its own.
  private struct Edit {
    let sandbox: Sandbox
    let folder: String
    let project: String
    /// By what they are.
    var files: [String: String] = [:]

    init(_ sandbox: Sandbox, in folder: String) throws {
      self.sandbox = sandbox
      self.folder = folder
      try sandbox.makeFolder(folder + "/shots")
      try sandbox.write(folder + "/make.json", Projects.counter(seconds: 1))
      let clip = sandbox.file(folder + "/clip.mp4")
      try #require(
        sandbox.run("render", sandbox.file(folder + "/make.json"), "-o", clip, "--no-cache").status
          == 0)
      for number in 1...3 {
        try #require(
          sandbox.run(
            "frame", sandbox.file(folder + "/make.json"), "--frame", "\(number)", "-o",
            sandbox.file("\(folder)/shots/s000\(number).png")
          ).status == 0)
      }
      let font = try #require(
        ["/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"].first {
          FileManager.default.fileExists(atPath: $0)
        })
      try FileManager.default.copyItem(
        atPath: font, toPath: sandbox.file(folder + "/letters.ttf"))
      project = try sandbox.write(
        "\(folder)/\(folder).json",
        """
        { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10 },
          "media": { "clip": "clip.mp4",
                     "shots": { "sequence": "shots/s%04d.png", "frameRate": 10 } },
          "tracks": [
            { "video": [ { "clip": "clip", "duration": "0.5s" },
                         { "clip": "shots", "duration": "0.3s" } ] },
            { "titles": [ { "at": "0s", "duration": "0.5s", "text": "A", "font": "letters.ttf" } ] } ],
          "expect": { "golden": { "frames": ["0s"], "pictures": ["0s"] } } }
        """)
      let kept = sandbox.run("test", "--update", project)
      try #require(kept.status == 0, "\(kept.output)\(kept.messages)")
      files = [
        "the project": project, "media": clip,
        "a picture": sandbox.file(folder + "/shots/s0002.png"),
        "a font": sandbox.file(folder + "/letters.ttf"),
        "golden plan": sandbox.file(folder + "/golden/plan.txt"),
        "golden frames": sandbox.file(folder + "/golden/frames.txt"),
        "golden picture": sandbox.file(folder + "/golden/frame-0.png"),
      ]
    }

    func contents() throws -> [String: Data] {
      try files.mapValues { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    }
  }

  /// Every option of every command that writes a file.
  private static let options: [(words: [String], option: String, ending: String)] = [
    (["render", "P", "--no-cache"], "-o", "mp4"), (["frame", "P", "--frame", "0"], "-o", "png"),
    (["sheet", "P"], "-o", "png"), (["inspect", "P"], "-o", "html"), (["plan", "P"], "-o", "txt"),
    (["plan", "P", "--json"], "-o", "json"), (["frames", "P"], "-o", "txt"),
    (["frames", "P", "--json"], "-o", "json"), (["explain", "P", "--frame", "0"], "-o", "txt"),
    (["explain", "P", "--frame", "0", "--json"], "-o", "json"),
    (["test", "P"], "--junit", "xml"), (["test", "P"], "--ndjson", "ndjson"),
    (["test", "P"], "--html", "html"), (["compare", "P", "P"], "--html", "html"),
    (["diff", "P", "P"], "--html", "html"), (["diff", "P", "P"], "--markdown", "md"),
  ]

  @Test("no output of any command replaces what a project reads or keeps, not with --force either")
  func sources() throws {
    let sandbox = try Sandbox()
    let edit = try Edit(sandbox, in: "edit")
    let before = try edit.contents()
    for (place, (words, option, ending)) in Self.options.enumerated() {
      for (index, what) in edit.files.keys.sorted().enumerated() {
        // By another name that suits the command: a link to the file, or the file once more.
        let path = try #require(edit.files[what])
        let name = sandbox.file("other.\(ending)")
        try? FileManager.default.removeItem(atPath: name)
        if (place + index) % 2 == 0 {
          try FileManager.default.createSymbolicLink(atPath: name, withDestinationPath: path)
        } else {
          try FileManager.default.linkItem(atPath: path, toPath: name)
        }
        let outcome = sandbox.run(
          words.map { $0 == "P" ? edit.project : $0 } + [option, name, "--force"])
        #expect(outcome.status == 2, "\(words) \(what): \(outcome.messages)")
        #expect(outcome.messages.contains("own files"), "\(words) \(what): \(outcome.messages)")
        #expect(outcome.output.isEmpty)
      }
    }
    #expect(try edit.contents() == before)
  }

  @Test("the sources of every project of a test are safe from its results")
  func manyProjects() throws {
    let sandbox = try Sandbox()
    _ = try Edit(sandbox, in: "a")
    let second = try Edit(sandbox, in: "b")
    let before = try second.contents()
    for path in second.files.values {
      for option in ["--junit", "--ndjson", "--html"] {
        let name = sandbox.file("results.html")
        try? FileManager.default.removeItem(atPath: name)
        try FileManager.default.linkItem(atPath: path, toPath: name)
        let outcome = sandbox.run("test", sandbox.path, option, name, "--force")
        #expect(outcome.status == 2 && outcome.messages.contains("own files"))
        #expect(outcome.output.isEmpty, "said before any test")
      }
    }
    #expect(try second.contents() == before)
  }

  @Test("golden files are updated, but not in the place of what a project reads")
  func update() throws {
    let sandbox = try Sandbox()
    try sandbox.makeFolder("e/golden")
    try sandbox.write("make.json", Projects.counter(seconds: 1))
    let picture = sandbox.file("e/golden/frame-0.png")
    try #require(
      sandbox.run("frame", sandbox.file("make.json"), "--frame", "3", "-o", picture).status == 0)
    let project = try sandbox.write(
      "e/e.json",
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10 },
        "media": { "still": "golden/frame-0.png" },
        "tracks": [ { "video": [ { "clip": "still", "duration": "1s" } ] } ],
        "expect": { "golden": { "frames": ["0s"], "pictures": ["0s"] } } }
      """)
    let before = try sandbox.bytes("e/golden/frame-0.png")
    let outcome = sandbox.run("test", "--update", project)
    #expect(outcome.status == 3)
    #expect(outcome.output.contains("own files (media)"), "\(outcome.output)")
    #expect(try sandbox.bytes("e/golden/frame-0.png") == before)
  }

  @Test("a file that cutlist did not write is replaced only with --force, its own ones always")
  func foreign() throws {
    let sandbox = try Sandbox()
    let project = try sandbox.write("a.json", Projects.counter(seconds: 1))
    for (words, option, ending) in Self.options {
      let name = sandbox.file("result.\(ending)")
      // As somebody would have it: a movie by another program, a picture, a page, notes, data.
      let theirs: Data
      switch ending {
      case "mp4": theirs = try Self.movieByFFmpeg(sandbox)
      case "png":
        theirs = Data(
          [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + (0..<200).map { UInt8($0) })
      case "html": theirs = Data("<!doctype html><title>holidays</title>".utf8)
      case "xml": theirs = Data("<?xml version=\"1.0\"?><testsuites name=\"other\"/>".utf8)
      case "json": theirs = Data("{ \"tracks\": [ \"holidays\" ] }".utf8)
      default: theirs = Data("frame by frame, plan A: a sample of notes".utf8)
      }
      try theirs.write(to: URL(fileURLWithPath: name))
      let all = words.map { $0 == "P" ? project : $0 } + [option, name]
      let refused = sandbox.run(all)
      #expect(refused.status == 2, "\(all)")
      #expect(refused.messages.contains("replace it with --force"), "\(refused.messages)")
      #expect(!refused.messages.contains("cutlist help"))
      #expect(try Data(contentsOf: URL(fileURLWithPath: name)) == theirs)
      // A test of a project without golden files does not pass, but its results are written.
      let usual: Int32 = words[0] == "test" ? 1 : 0
      #expect(sandbox.run(all + ["--force"]).status == usual, "\(all)")
      let ours = try Data(contentsOf: URL(fileURLWithPath: name))
      #expect(ours != theirs)
      #expect(sandbox.run(all).status == usual, "\(all): our own are replaced")
      try Data().write(to: URL(fileURLWithPath: name))
      #expect(sandbox.run(all).status == usual, "\(all): an empty file is nothing to lose")
      try FileManager.default.removeItem(atPath: name)
    }
  }

  private static func movieByFFmpeg(_ sandbox: Sandbox) throws -> Data {
    let path = sandbox.file("theirs.mp4")
    if !sandbox.exists("theirs.mp4") {
      // The same boxes by the same muxer, with another tool's name.
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=s=64x36:d=0.2", "-metadata",
        "title=cutlist", path,
      ]
      process.standardInput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
    }
    return try sandbox.bytes("theirs.mp4")
  }

  @Test("two outputs of one command are two files")
  func twice() throws {
    let sandbox = try Sandbox()
    let project = try sandbox.write("a.json", Projects.counter(seconds: 1))
    for (one, two) in [
      ("r.html", "r.html"), ("r.html", "./r.html"), ("r.html", "link/r.html"), ("-", "-"),
    ] {
      try? FileManager.default.createSymbolicLink(
        atPath: sandbox.file("link"), withDestinationPath: sandbox.path)
      let paths = [one, two].map { $0 == "-" ? $0 : sandbox.file($0) }
      let outcome = sandbox.run("test", project, "--ndjson", paths[0], "--html", paths[1])
      #expect(outcome.status == 2)
      #expect(outcome.messages.contains("--ndjson and --html both write "), "\(outcome.messages)")
      #expect(!sandbox.exists("r.html"))
    }
  }

  @Test(
    "a name promises what is written",
    arguments: [
      (
        ["render", "P", "-o", "x.avi"],
        "'.avi' is not written; a movie is written as .mp4 or .m4v or .mov"
      ),
      (["render", "P", "-o", "x.png"], "written as 'x-%04d.png', and one by 'cutlist frame'"),
      (["render", "P", "-o", "x.mp4.bak"], "written as .mp4 or .m4v"),
      (["render", "P", "-o", "movie"], "'movie' has no extension"),
      (["render", "P", "-o", ".mp4"], "has no extension"),
      (["frame", "P", "--frame", "0", "-o", "x.avif"], "a picture is written as .png"),
      (["sheet", "P", "-o", "x.bmp"], "a picture is written as .png"),
      (["inspect", "P", "-o", "x.pdf"], "a page is written as .html or .htm"),
      (["compare", "P", "P", "--html", "x.mp4"], "a page is written as .html or .htm"),
      (["test", "P", "--html", "x"], "has no extension"),
      (["plan", "P", "-o", "x.MOV"], "no name for a plan"),
      (["plan", "P", "--write", "x.mp4"], "no name for a plan"),
      (["frames", "P", "-o", "x.png"], "no name for a text"),
      (["test", "P", "--keep", "-"], "--keep takes a folder"),
      (["render", "P", "-o", "-", "--json"], "both write to standard output"),
    ])
  func names(words: [String], message: String) throws {
    let sandbox = try Sandbox()
    let project = try sandbox.write("a.json", Projects.counter(seconds: 1))
    let outcome = sandbox.run(words.map { $0 == "P" ? project : $0 })
    #expect(outcome.status == 2)
    #expect(outcome.messages.contains(message), "\(outcome.messages)")
    let left = try FileManager.default.contentsOfDirectory(atPath: ".")
    #expect(!left.contains { $0.hasPrefix("x.") || $0 == "movie" || $0 == ".mp4" })
  }

  @Test("a place that cannot be written to is told of before the work", arguments: options.indices)
  func places(index: Int) throws {
    let (words, option, ending) = Self.options[index]
    let sandbox = try Sandbox()
    // Loading this project would be an error of its own, said later.
    let project = try sandbox.write("a.json", "{ }")
    for name in ["missing/x.\(ending)", "a.json/x.\(ending)", "folder.\(ending)"] {
      try sandbox.makeFolder("folder.\(ending)")
      let outcome = sandbox.run(
        words.map { $0 == "P" ? project : $0 } + [option, sandbox.file(name)])
      #expect(outcome.status == 3, "\(name): \(outcome.messages)")
      #expect(outcome.messages.contains("cannot be written"), "\(outcome.messages)")
      #expect(!outcome.messages.contains("error:"))
    }
  }
}
