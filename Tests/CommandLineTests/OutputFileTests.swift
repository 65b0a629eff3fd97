import Foundation
import Testing

@testable import CommandLineInterface

@Suite struct OutputFileTests {
  @Test("an output that is the project or one of its sources is refused, whatever it is called")
  func ownFiles() throws {
    let sandbox = try Sandbox()
    try sandbox.write("make.json", Projects.counter(seconds: 1))
    try #require(sandbox.render("make.json", to: "clip.mp4").status == 0)
    let project = try sandbox.write(
      "a.json",
      """
      { "cutlist": 1, "output": { "size": "320x180" }, "media": { "clip": "clip.mp4" },
        "tracks": [ { "video": [ { "clip": "clip" } ] } ] }
      """)
    try FileManager.default.createSymbolicLink(
      atPath: sandbox.file("link.mp4"), withDestinationPath: sandbox.file("clip.mp4"))
    try FileManager.default.linkItem(
      atPath: sandbox.file("clip.mp4"), toPath: sandbox.file("hard.mp4"))
    try sandbox.makeFolder("folder")
    let clip = try sandbox.bytes("clip.mp4")
    let text = try sandbox.bytes("a.json")
    for name in ["clip.mp4", "./clip.mp4", "folder/../clip.mp4", "link.mp4", "hard.mp4"] {
      let outcome = sandbox.render("a.json", to: name, "--force")
      #expect(outcome.status == 2, "\(name)")
      #expect(outcome.messages.contains("own files (media"), "\(name): \(outcome.messages)")
    }
    let plan = sandbox.run("plan", project, "-o", project, "--force")
    #expect(plan.status == 2 && plan.messages.contains("own files (the project)"))
    #expect(sandbox.render("a.json", to: "a.json", "--force").status == 2)
    #expect(try sandbox.bytes("clip.mp4") == clip)
    #expect(try sandbox.bytes("a.json") == text)
  }

  @Test("an output folder that is missing, or an output that is a folder, is a failure of the disk")
  func badPlaces() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", Projects.counter(seconds: 1))
    try sandbox.makeFolder("folder")
    for (name, reason) in [
      ("missing/a.mp4", "is not there; make it first"), ("folder", "directory"),
      ("folder/", "file name"), ("a.json/a.mp4", "not a directory"),
    ] {
      let before = try sandbox.names()
      let outcome = sandbox.render("a.json", to: name)
      #expect(outcome.status == 3, "\(name)")
      #expect(outcome.output.isEmpty)
      #expect(outcome.messages.lowercased().contains(reason), "\(name): \(outcome.messages)")
      let after = try sandbox.names().filter { $0 != "cache" }
      #expect(after == before.filter { $0 != "cache" })
      #expect(try sandbox.names("folder").isEmpty)
    }
  }

  @Test(
    "a folder that may not be written in is a failure of the disk",
    .enabled(if: getuid() != 0, "nothing is forbidden to root"))
  func readOnly() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", Projects.counter(seconds: 1))
    try sandbox.makeFolder("folder")
    try sandbox.allow(0o555, "folder")
    let outcome = sandbox.render("a.json", to: "folder/a.mp4")
    #expect(outcome.status == 3)
    #expect(outcome.messages.contains("permission denied"))
    #expect(try sandbox.names("folder").isEmpty)
  }

  @Test("a cache that cannot be made does not end a render")
  func noCache() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", Projects.counter(seconds: 1))
    try sandbox.write("cache", "in the way")
    let outcome = sandbox.render("a.json", to: "a.mp4", "--force")
    #expect(outcome.status == 0)
    #expect(
      outcome.messages.contains(
        "warning: chunks are not kept: the cache '\(sandbox.cache)' cannot be written to: "
          + "not a directory"), "\(outcome.messages)")
    #expect(try sandbox.names() == ["a.json", "a.mp4", "cache"])
    #expect(
      sandbox.run(
        "render", sandbox.file("a.json"), "-o", sandbox.file("b.mp4"),
        "--no-cache"
      ).status == 0)
    #expect(try sandbox.bytes("a.mp4") == sandbox.bytes("b.mp4"))
  }
}
