import Foundation
import Testing

@testable import CommandLineInterface

@Suite("Golden files merged by git")
struct GitGoldenTests {
  private func repository() throws -> Sandbox {
    let sandbox = try Sandbox()
    _ = try sandbox.repository(["day/day.json": SmallEdit().text], patterns: ["day/*.json"])
    try update(sandbox)
    try sandbox.commit([:], "golden")
    return sandbox
  }

  private func update(_ sandbox: Sandbox) throws {
    let outcome = try RunningProgram(
      ["test", "--update", sandbox.file("films/day/day.json")]).wait()
    #expect(outcome.status == 0)
  }

  /// Edits and keeps the movie on two branches, and merges them.
  private func merge(
    _ sandbox: Sandbox, _ ours: (inout SmallEdit) -> Void, _ theirs: (inout SmallEdit) -> Void
  ) throws -> Outcome {
    try sandbox.git(in: "films", "checkout", "--quiet", "-b", "theirs")
    try sandbox.commit(["day/day.json": SmallEdit.changed(theirs)], "theirs")
    try update(sandbox)
    try sandbox.commit([:], "theirs, kept")
    try sandbox.git(in: "films", "checkout", "--quiet", "main")
    try sandbox.commit(["day/day.json": SmallEdit.changed(ours)], "ours")
    try update(sandbox)
    try sandbox.commit([:], "ours, kept")
    return try sandbox.git(in: "films", "merge", "--no-edit", "theirs")
  }

  @Test("frames that each side alone has changed are kept from that side, and are right")
  func apart() throws {
    let sandbox = try repository()
    let outcome = try merge(
      sandbox, { $0.titles[0] = $0.titles[0].replacing("Day", with: "Night") },
      { $0.clips[2] = $0.clips[2].replacing(" }", with: #", "opacity": 0.5 }"#) })
    #expect(outcome.status == 0, "\(outcome.messages)\(outcome.output)")
    let test = try RunningProgram(["test", sandbox.file("films/day/day.json")]).wait()
    #expect(test.status == 0, "\(test.output)")
  }

  @Test("what both have changed is marked, said to be unfinished, and written anew by an update")
  func together() throws {
    let sandbox = try repository()
    let outcome = try merge(
      sandbox, { $0.clips[1] = $0.clips[1].replacing(#""in": "2s""#, with: #""in": "3s""#) },
      { $0.clips[1] = $0.clips[1].replacing(" }", with: #", "opacity": 0.5 }"#) })
    #expect(outcome.status == 1)
    #expect(
      outcome.messages.contains(
        "day/golden/frames.txt: both sides have changed it; once the project is merged, "
          + "'cutlist test --update day/day.json' writes it anew"))
    let record = try sandbox.stored("day/golden/frames.txt")
    #expect(record.contains("<<<<<<< ours\nframe 20 "))
    #expect(!(try sandbox.stored("day/day.json")).contains("<<<<"))
    let path = sandbox.file("films/day/day.json")
    let test = try RunningProgram(["test", path]).wait()
    #expect(test.status == 1)
    #expect(test.output.contains("unfinished merge"))
    #expect(test.output.contains("cutlist test --update"))
    try update(sandbox)
    #expect(try RunningProgram(["test", path]).wait().status == 0)
  }
}
