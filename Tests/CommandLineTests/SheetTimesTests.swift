import Testing

@testable import CommandLineInterface

@Suite("Contact sheets of named times")
struct SheetTimesTests {
  private let project = """
    { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "audio": false },
      "media": { "c": { "generate": "counter" } },
      "markers": [ { "at": "1.2s", "name": "chorus" } ],
      "tracks": [ { "video": [ { "clip": "c", "duration": "2s" } ] } ] }
    """

  @Test("a sheet of times, of markers and of numbers shows the same frames in the order given")
  func times() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("p.json", project)
    func sheet(_ words: String...) throws -> [UInt8] {
      let outcome = sandbox.run(
        ["sheet", path, "-o", sandbox.file("s.png"), "--width", "320", "--force"] + words)
      #expect(outcome.status == 0, "\(outcome.messages)")
      #expect(outcome.messages.contains("wrote 3 pictures"), "\(outcome.messages)")
      return try Array(sandbox.bytes("s.png"))
    }
    let numbered = try sheet("--frame", "15,12,3")
    #expect(try sheet("--at", "1.5s,{chorus},3f") == numbered)
    #expect(try sheet("--frame", "3,12,15") != numbered)
  }

  @Test("what cannot be meant is refused with a way out")
  func refused() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("p.json", project)
    for (words, said) in [
      (["--at", "{chrous}"], "did you mean '{chorus}'?"), (["--at", "2s"], "there is no frame 20"),
      (["--at", "1s", "--every", "1s"], "exclude each other"),
      (["--frame", "1", "--count", "3"], "--count does nothing"),
    ] {
      let outcome = sandbox.run(["sheet", path, "-o", sandbox.file("s.png")] + words)
      #expect(outcome.status == 2, "\(words)")
      #expect(outcome.messages.contains(said), "\(outcome.messages)")
      #expect(try sandbox.names() == ["p.json"])
    }
  }
}
