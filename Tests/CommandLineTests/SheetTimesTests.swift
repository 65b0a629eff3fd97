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

  @Test("names of markers, items and the end say the frames at which these are, for all commands")
  func named() throws {
    let sandbox = try Sandbox()
    let text = """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "audio": false },
        "media": { "c": { "generate": "counter" } },
        "markers": [ { "at": "1.2s", "name": "a, b" } ],
        "tracks": [ { "id": "film", "video": [ { "clip": "c", "duration": "0.5s" },
          { "clip": "c", "id": "two", "duration": "1s" },
          { "clip": "c", "id": "movie", "duration": "0.5s" } ] } ] }
      """
    let path = try sandbox.write("p.json", text)
    func frame(_ words: String...) throws -> [UInt8] {
      let outcome = sandbox.run(["frame", path, "-o", sandbox.file("f.png"), "--force"] + words)
      #expect(outcome.status == 0, "\(outcome.messages)")
      return try Array(sandbox.bytes("f.png"))
    }
    for (name, number) in [("a, b", 12), ("two.start", 5), ("[two].end", 15), ("movie.start", 15)] {
      #expect(try frame("--at", "{\(name)}") == frame("--frame", "\(number)"), "\(name)")
      let explained = sandbox.run("explain", path, "--at", "{\(name)}")
      #expect(explained.output.contains("frame \(number)"), "\(explained.output)")
    }
    // Sheets take several, also one by one.
    func sheet(_ words: String...) throws -> [UInt8] {
      let outcome = sandbox.run(
        ["sheet", path, "-o", sandbox.file("s.png"), "--width", "320", "--force"] + words)
      #expect(outcome.status == 0, "\(outcome.messages)")
      return try Array(sandbox.bytes("s.png"))
    }
    #expect(
      try sheet("--at", "{two.start}", "--at", "{a, b}") == sheet("--frame", "5,12"))
    #expect(
      try sheet("--range", "{two.start}..{two.end}", "--count", "3")
        == sheet("--range", "5f..15f", "--count", "3"))
    func plan(_ range: String) -> String { sandbox.run("plan", path, "--range", range).output }
    #expect(plan("{two.start}..{end}") == plan("5f..20f"))
    #expect(plan("{two.start}..{end}").isEmpty == false)
    // There is no frame at the end, and an item called movie comes before the movie.
    #expect(sandbox.run("explain", path, "--at", "{end}").messages.contains("no frame 20"))
    #expect(sandbox.run("explain", path, "--at", "{two.end} - 1f").status == 2)
  }

  @Test("sound that fits the movie does, whatever a marker is called")
  func fitting() throws {
    let sandbox = try Sandbox()
    func plan(_ marker: String) throws -> String {
      let path = try sandbox.write(
        "p.json",
        """
        { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10 },
          "media": { "c": { "generate": "counter" }, "t": { "generate": "tone" } },
          "markers": [ { "at": "1s", "name": "\(marker)" } ],
          "tracks": [ { "video": [ { "clip": "c", "duration": "3s" } ] },
            { "audio": [ { "clip": "t", "out": "5s", "fit": "movie" } ] } ] }
        """)
      return sandbox.run("plan", path).output
    }
    // Three seconds at 48 kHz.
    for marker in ["fin", "end"] {
      #expect(try plan(marker).contains("samples 0..143999 t (track 1 clip 0)"), "\(marker)")
    }
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
