import Foundation
import Testing

@testable import CommandLineInterface

@Suite("tools and projects that show projects")
struct NestedToolTests {
  private func outer(_ more: String = "") -> String {
    """
    { "cutlist": 1, "output": { "size": "128x72", "frameRate": 10 },
      "media": { "intro": { "project": "sub/intro.json" } },
      "groups": { "card": { "tracks": [ { "titles": [ { "text": "card", "duration": "1s", "size": 12 } ] } ] } },
      "tracks": [ { "video": [ { "clip": "intro" }, { "clip": "card" }\(more) ] } ] }
    """
  }

  private func intro(_ seconds: String) -> String {
    """
    { "cutlist": 1, "output": { "size": "128x72", "frameRate": 10 },
      "media": { "c": { "generate": "counter" }, "pictures": "still.png" },
      "tracks": [ { "video": [ { "clip": "c", "duration": "\(seconds)" }, { "clip": "pictures", "duration": "1s" } ] } ] }
    """
  }

  private func sandbox() throws -> (Sandbox, String) {
    let sandbox = try Sandbox()
    try sandbox.makeFolder("sub")
    _ = try sandbox.write("sub/intro.json", intro("1s"))
    let path = try sandbox.write("p.json", outer())
    let still = sandbox.run(
      "frame",
      try sandbox.write(
        "still.json",
        #"{ "cutlist": 1, "output": { "size": "64x36" }, "media": { "r": { "color": "red" } }, "tracks": [ { "video": [ { "clip": "r", "duration": "1s" } ] } ] }"#
      ), "--at", "0", "-o", sandbox.file("sub/still.png"))
    #expect(still.status == 0, "\(still.messages)")
    return (sandbox, path)
  }

  @Test(
    "a nested project and its media are found beside it, explained and kept from being replaced")
  func reading() throws {
    let (sandbox, path) = try sandbox()
    #expect(sandbox.run("check", path).status == 0, "\(sandbox.run("check", path).messages)")
    let explained = sandbox.run("explain", path, "--frame", "15").output
    #expect(
      explained.contains("of 'intro' (\(sandbox.file("sub/intro.json")):3:63)"), "\(explained)")
    #expect(explained.contains("sub/still.png"), "\(explained)")
    for output in ["sub/intro.json", "sub/still.png", "p.json"] {
      let outcome = sandbox.run("frame", path, "--at", "0", "--force", "-o", sandbox.file(output))
      #expect(outcome.status == 2, "\(output): \(outcome.messages)")
    }
    let page = sandbox.run("inspect", path, "-o", sandbox.file("p.html"))
    #expect(page.status == 0, "\(page.messages)")
  }

  @Test("a lock file knows nested projects, and a changed one is told")
  func locking() throws {
    let (sandbox, path) = try sandbox()
    #expect(sandbox.run("lock", path).status == 0)
    let lock = String(decoding: try sandbox.bytes("p.lock.json"), as: UTF8.self)
    #expect(
      lock.contains("\"sub/intro.json\"") && lock.contains("\"kind\": \"project\""), "\(lock)")
    #expect(lock.contains("sub/still.png"), "\(lock)")
    #expect(sandbox.run("check", "--locked", path).status == 0)
    _ = try sandbox.write("sub/intro.json", intro("2s"))
    let outcome = sandbox.run("check", "--locked", path)
    #expect(
      outcome.status != 0 && outcome.messages.contains("sub/intro.json"), "\(outcome.messages)")
  }

  @Test("a confined project reads no project outside of its folder")
  func confined() throws {
    let (sandbox, _) = try sandbox()
    try sandbox.makeFolder("own")
    let path = try sandbox.write(
      "own/q.json",
      #"{ "cutlist": 1, "media": { "x": { "project": "../sub/intro.json" } }, "tracks": [ { "video": [ { "clip": "x" } ] } ] }"#
    )
    #expect(sandbox.run("check", path).status == 0)
    let outcome = sandbox.run("check", path, "--confine")
    #expect(outcome.status != 0)
    #expect(
      outcome.messages.contains("lies outside of the folders that a confined project may read"),
      "\(outcome.messages)")
    #expect(
      sandbox.run("check", path, "--confine", "--allow-path", sandbox.file("sub")).status == 0)
  }

  @Test("what a group changes is told where the movie shows it")
  func differences() throws {
    let (sandbox, path) = try sandbox()
    let other = try sandbox.write(
      "q.json", outer().replacing("\"card\", \"dur", with: "\"new\", \"dur"))
    let outcome = sandbox.run("diff", path, other)
    #expect(outcome.status == 1, "\(outcome.output)\(outcome.messages)")
    #expect(outcome.output.contains("card") && outcome.output.contains("new"), "\(outcome.output)")
    #expect(outcome.output.contains("20"), "\(outcome.output)")
  }
}
