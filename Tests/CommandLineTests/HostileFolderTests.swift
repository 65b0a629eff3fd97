import Foundation
import Testing

@testable import CommandLineInterface

/// Renders into folders in which somebody has put things beforehand, and from sources that somebody
/// changes meanwhile.
@Suite struct HostileFolderTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// Every name below a folder, links not followed, with what a file holds.
  private func contents(_ name: String) throws -> [String: String] {
    var found: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: sandbox.file(name)) {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: sandbox.file(name + "/" + path))
      let type = attributes[.type] as? FileAttributeType
      let text =
        type == .typeRegular
        ? String(decoding: try sandbox.bytes(name + "/" + path), as: UTF8.self) : ""
      found[path] = "\(type?.rawValue ?? "") \(text)"
    }
    return found
  }

  @Test("a render without a cache removes nothing that it did not make, whatever it is called")
  func leftovers() throws {
    try sandbox.write("a.json", Projects.counter(seconds: 1))
    let files = FileManager.default
    for folder in [
      "tree/renders", "tree/chunks/aa", "tree/deep", "out/.cutlist-chunks-1-dead/renders",
    ] {
      try sandbox.makeFolder(folder)
    }
    for name in [
      "tree/renders/1-x", "tree/chunks/aa/a.chunk", "tree/deep/family.jpg",
      "out/.cutlist-chunks-1-dead/renders/1-x", "out/.cutlist-chunks-1-dead/mine.txt",
      "out/.a.mp4.1.partial", "out/.a.mp4.2-0123456789abcdef.partial",
    ] {
      try sandbox.write(name, "foreign")
    }
    let links = [
      "out/.cutlist-chunks-evil": "tree", "out/.cutlist-chunks-1-dead/nested": "tree",
      "out/.cutlist-verify-1-evil": "tree", "out/.a.mp4.3.partial": "tree/deep/family.jpg",
    ]
    for (link, target) in links {
      try files.createSymbolicLink(
        atPath: sandbox.file(link), withDestinationPath: sandbox.file(target))
    }
    try files.linkItem(
      atPath: sandbox.file("tree/deep/family.jpg"),
      toPath: sandbox.file("out/.a.mp4.4-0123456789abcdef.partial"))
    try #require(unsafe mkfifo(sandbox.file("out/.a.mp4.5.partial"), 0o666) == 0)
    let tree = try contents("tree")
    var out = try contents("out")
    for extra in [["--no-cache"], ["--no-cache", "--verify"]] {
      let outcome = sandbox.run(
        ["render", sandbox.file("a.json"), "-o", sandbox.file("out/a.mp4")] + extra)
      #expect(outcome.status == 0, "\(outcome.messages)")
      #expect(try contents("tree") == tree)
      out["a.mp4"] = try contents("out")["a.mp4"]
      #expect(try contents("out") == out)
    }
  }

  @Test("what stands in the place of chunks and records does not hold a render up")
  func entries() throws {
    try sandbox.write("a.json", IncrementalProject.text)
    try #require(sandbox.render("a.json", to: "whole.mp4").status == 0)
    let movie = try sandbox.bytes("whole.mp4")
    let entries = [".chunk", ".movie"].flatMap { sandbox.files(below: "cache", ending: $0) }
    try #require(entries.count == 6)
    for round in 0..<4 {
      for (number, name) in entries.enumerated() {
        let path = sandbox.file("cache/" + name)
        // What was looked at only may have been taken away.
        try? FileManager.default.removeItem(atPath: path)
        switch (number + round) % 4 {
        case 0: try sandbox.makeFolder("cache/" + name)
        case 1:
          try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: sandbox.file("whole.mp4"))
        case 2: try #require(unsafe mkfifo(path, 0o666) == 0)
        default: try sandbox.makeFolder("cache/\(name)/full")
        }
      }
      let outcome = sandbox.render("a.json", to: "again\(round).mp4")
      #expect(outcome.status == 0, "\(outcome.messages)")
      #expect(try sandbox.bytes("again\(round).mp4") == movie)
      #expect(try sandbox.bytes("whole.mp4") == movie)
      for name in entries {
        let path = sandbox.file("cache/\(name)/full")
        guard FileManager.default.fileExists(atPath: path) else { continue }
        try FileManager.default.removeItem(atPath: path)
      }
    }
  }

  @Test("a picture that is overwritten in place with its old time during a render poisons nothing")
  func poison() throws {
    try sandbox.write(
      "a.json",
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10 },
        "media": { "shot": { "sequence": "shot-%03d.ppm" } },
        "tracks": [ { "video": [ { "clip": "shot" } ] } ] }
      """)
    func picture(_ level: UInt8) -> Data {
      Data("P6\n64 36\n255\n".utf8) + Data(repeating: level, count: 64 * 36 * 3)
    }
    for number in 0..<60 {
      try sandbox.write(
        "shot-" + String(String(1000 + number).dropFirst()) + ".ppm", picture(UInt8(40 + number)))
    }
    try #require(
      sandbox.run("render", sandbox.file("a.json"), "-o", sandbox.file("right.mp4"), "--no-cache")
        .status == 0)
    try sandbox.write("a.mp4", "what was there")

    // With the first frame the last picture becomes another one.
    let path = sandbox.file("shot-055.ppm")
    let overwriting = Overwriting(path: path, with: picture(240))
    let texts = Texts()
    let console = Console(isTerminal: false, allowsColor: false) { descriptor, text in
      texts.append(text, to: descriptor)
      if text.contains("\"frame\":") { overwriting.doOnce() }
    }
    let status = Program.main(
      [
        "render", sandbox.file("a.json"), "-o", sandbox.file("a.mp4"), "--cache", sandbox.cache,
        "--jobs", "1", "--progress", "json", "--force",
      ], console: console)
    #expect(overwriting.isDone)
    #expect(status == 3)
    #expect(texts.text(2).contains("'\(path)' has changed since the render began"))
    #expect(try sandbox.bytes("a.mp4") == Data("what was there".utf8))

    // And back.
    try picture(95).write(to: URL(fileURLWithPath: path))
    #expect(sandbox.render("a.json", to: "a.mp4", "--progress", "none", "--force").status == 0)
    #expect(try sandbox.bytes("a.mp4") == sandbox.bytes("right.mp4"))
  }
}

/// Overwrites a file in place, once, and gives it its old time.
private final class Overwriting: @unchecked Sendable {
  private let path: String
  private let data: Data
  private let lock = NSLock()
  private(set) var isDone = false

  init(path: String, with data: Data) {
    self.path = path
    self.data = data
  }

  func doOnce() {
    lock.withLock {
      if isDone { return }
      isDone = true
      var status = stat()
      guard unsafe stat(path, &status) == 0, let file = FileHandle(forWritingAtPath: path) else {
        return
      }
      try? file.write(contentsOf: data)
      try? file.close()
      var times = [status.st_atim, status.st_mtim]
      unsafe utimensat(AT_FDCWD, path, &times, 0)
    }
  }
}
