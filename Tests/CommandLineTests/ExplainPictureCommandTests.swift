import Testing

@testable import CommandLineInterface

/// What `explain` says of pictures that are made of several.
@Suite struct ExplainPictureCommandTests {
  private func explain(_ project: String, in sandbox: Sandbox) throws -> String {
    try sandbox.write("p.json", project)
    let outcome = sandbox.run("explain", sandbox.file("p.json"), "--frame", "5")
    #expect(outcome.status == 0, "\(outcome.messages)")
    return outcome.output
  }

  private func project(_ media: String, _ tracks: String) -> String {
    """
    { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "audio": false },
      "media": { \(media) }, "tracks": [ \(tracks) ] }
    """
  }

  @Test("a picture that fills the canvas blurred says of which source time it is, on both layers")
  func blurredFit() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", Projects.counter(seconds: 1, size: "32x32"))
    #expect(sandbox.render("a.json", to: "square.mp4").status == 0)
    let text = try explain(
      project(
        #""v": "square.mp4""#,
        #"{ "video": [ { "clip": "v", "duration": "1s", "fit": "blur", "audio": false } ] }"#),
      in: sandbox)
    #expect(text.split(separator: "\n").filter { $0.contains("shown from") }.count == 2, "\(text)")
  }

  @Test(
    "a mask through points says no shape, and what lies behind its picture has no animation of it")
  func outline() throws {
    let text = try explain(
      project(
        #""c": { "generate": "counter" }, "below": { "generate": "below" }"#,
        #"""
        { "video": [ { "clip": "c", "duration": "1s" } ] },
        { "video": [ { "clip": "below", "duration": "1s", "effects": [ { "effect": "mask",
          "points": [[0, 0], [1, 0], [0.5, 1]],
          "animate": [ { "property": "x", "from": 0, "to": 0.3 } ] } ] } ] }
        """#), in: try Sandbox())
    #expect(text.contains("effect mask x 0.15"), "\(text)")
    #expect(text.contains("points 0,0 1,0 0.5,1"))
    #expect(!text.contains("rectangle") && !text.contains("radius"))
    #expect(text.split(separator: "\n").filter { $0.contains("animated") }.count == 1, "\(text)")
  }

  @Test("a view that leaves numbers out is told with what follows from the picture")
  func view() throws {
    let text = try explain(
      project(
        #""c": { "generate": "counter" }"#,
        #"""
        { "video": [ { "clip": "c", "duration": "1s", "animate": [ { "property": "view",
          "from": { "width": 1 }, "to": { "x": 0.5, "width": 0.5 } } ] } ] }
        """#), in: try Sandbox())
    #expect(text.contains("from [0, 0, 1, 1]"), "\(text)")
    #expect(text.contains("to [0.5, 0.25, 0.5, 0.5]"), "\(text)")
  }

  @Test("what is looked through is told with its source")
  func matte() throws {
    let text = try explain(
      project(
        #""c": { "generate": "counter" }, "red": { "color": "red" }"#,
        #"""
        { "id": "m", "video": [ { "clip": "c", "in": "2s", "duration": "1s" } ] },
        { "matte": { "track": "m", "by": "luma" }, "video": [ { "clip": "red", "duration": "1s" } ] }
        """#), in: try Sandbox())
    #expect(text.contains("another picture is seen through it"), "\(text)")
    #expect(text.contains("source     'c', generator"), "\(text)")
  }

  @Test("parts of a text on their way are told with where they are, by the motion's own arithmetic")
  func movedText() throws {
    // At frame 5 of 10 a second half a second is over: "A" is there, "B" has come half its way of 16 pixels
    // and has half its opacity, "C" begins then.
    let text = try explain(
      project(
        "",
        #"""
        { "titles": [ { "text": "A B C", "duration": "2s", "size": 12,
          "enter": { "by": "word", "duration": "0.4s", "stagger": "0.3s", "easing": "linear",
            "opacity": 0, "offset": [0, 16] } } ] }
        """#), in: try Sandbox())
    let told = text.split(separator: "\n").filter { $0.contains("on its way") }.map {
      $0.split(separator: "way")[1].trimmingPrefix { $0 == " " }
    }
    #expect(told == ["'B' 8 px down, opacity 0.5", "'C' 16 px down, opacity 0"], "\(text)")
  }

  @Test("neighbours that move alike are one part, and what is drawn in a letter's place is told")
  func scrambledText() throws {
    let text = try explain(
      project(
        "",
        #"""
        { "titles": [ { "text": "ABCDEFGHIJ KLMNOPQRST", "duration": "3s", "size": 2,
          "enter": "typewriter" } ] },
        { "titles": [ { "text": "UVWXYZUVWXYZUVWXYZ", "duration": "3s", "size": 2,
          "enter": "scramble" } ] }
        """#), in: try Sandbox())
    let told = text.split(separator: "\n").filter { $0.contains("on its way") }
    #expect(told.count { $0.contains("'") && $0.hasSuffix("opacity 0") } == 1, "\(text)")
    #expect(told.contains { $0.contains("drawn as '") }, "\(text)")
  }
}
