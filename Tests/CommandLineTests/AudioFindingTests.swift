import Foundation
import Testing

/// What `check` and `render` say of sound that is too loud.
@Suite struct AudioFindingTests {
  /// Two tones of the same phase: 0.8 and a second one of another level, that begins at 1 s.
  private func project(second level: String, gain: String = "1", rate: Int = 8000) -> String {
    """
    { "cutlist": 1,
      "output": { "size": "32x18", "frameRate": 10, "video": { "preset": "ultrafast" },
                  "audio": { "sampleRate": \(rate), "declick": 0 } },
      "media": { "red": { "color": "red" },
                 "low": { "generate": "tone", "frequency": 100, "level": 0.8 },
                 "high": { "generate": "tone", "frequency": 100, "level": \(level) } },
      "tracks": [
        { "video": [ { "clip": "red", "duration": "3s" } ] },
        { "audio": [ { "clip": "low", "duration": "3s" } ] },
        { "audio": [ { "clip": "high", "at": "1s", "duration": "1s", "gain": \(gain) } ] } ] }
    """
  }

  private func check(_ text: String, _ more: String...) throws -> String {
    let sandbox = try Sandbox()
    let path = try sandbox.write("a.json", text)
    return sandbox.run(["check", path, "--no-cache"] + more).messages
      .replacing(sandbox.path + "/", with: "")
  }

  @Test("sound beyond full scale is found with its level, time, clips and ways out")
  func found() throws {
    // 0.8 + 0.8 is 1.6, 4.08 dB above full scale. A sine of 100 Hz and 80 samples, 1.6 high, is beyond
    // 1 where its sine is above 0.625, for arcsin 0.625 = 38.68°: 180° − 2 · 38.68° is 102.6° of 360°, or
    // 22.8 samples, of each half; samples 9 to 31 of 80 are 23. Both halves, 100 periods, both channels
    // are 9200. The first is sample 9 of the second second, 1.001125 s.
    #expect(
      try check(project(second: "0.8")) == """
        a.json:9:28: warning: the sound is too loud: it reaches 4.1 dBTP at 1.003s, and 9200 samples are cut off, which crackles, the first at 1.001s [sound-clips]
         9 |     { "audio": [ { "clip": "low", "duration": "3s" } ] },
           |                            ^~~~~
        note: clip 'high' sounds there too (a.json:10:28)
        fix: lower the "gain" of each of the 2 clips by 4.1 dB
        0 errors, 1 warning

        """)
    #expect(try check(project(second: "0.2")) == "a.json: nothing wrong\n")
    #expect(try check(project(second: "0.8", gain: "0.24")) == "a.json: nothing wrong\n")
    #expect(
      try check(project(second: "0.8"), "--silence", "sound-clips") == "a.json: nothing wrong\n")
  }

  @Test("the gain that is offered for one clip is enough and no more than needed")
  func gain() throws {
    func text(_ gain: String) -> String {
      """
      { "cutlist": 1, "output": { "size": "32x18", "frameRate": 10, "audio": { "sampleRate": 8000 } },
        "media": { "red": { "color": "red" },
                   "tone": { "generate": "tone", "frequency": 100, "level": 0.8 } },
        "tracks": [ { "video": [ { "clip": "red", "duration": "1s" } ] },
                    { "audio": [ { "clip": "tone", "duration": "1s", "gain": \(gain) } ] } ] }
      """
    }
    let said = try check(text("2"))
    // 2 is 6.02 dB, 1.6 is 4.08 dB; 6.0 − 4.1 is 1.9 dB.
    #expect(said.contains(#"fix: set "gain" of clip 'tone' to "1.9dB""#), "\(said)")
    #expect(try check(text(#""1.9dB""#)) == "a.json: nothing wrong\n")
    #expect(try check(text(#""2.1dB""#)).contains("[sound-clips]"))
  }

  @Test("a render tells what was cut off, as text and data, also from kept chunks")
  func render() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", project(second: "0.8"))
    let expected = #""clippedSamples":9200,"firstClippedSample":8009"#
    for (movie, jobs) in [("a.mp4", "1"), ("b.mp4", "2"), ("a.mp4", "1")] {
      let outcome = sandbox.render("a.json", to: movie, "--jobs", jobs, "--progress", "json")
      #expect(outcome.status == 0)
      #expect(outcome.messages.contains(expected), "\(outcome.messages)")
    }
    let said = sandbox.render("a.json", to: "c.mp4").messages
    #expect(
      said == """
        cutlist: warning: the sound is too loud: 9200 samples are cut off, the first at 1.001s; it reaches 4.1 dBTP at 1.003s; 'cutlist check' names the clips

        """)
    // What a render found, a check need not find again, and the other way round.
    let kept = sandbox.files(below: "cache", ending: ".level")
    #expect(kept == [])
    let path = sandbox.file("a.json")
    #expect(
      sandbox.run("check", path, "--cache", sandbox.cache).messages.contains("[sound-clips]"))
    #expect(sandbox.files(below: "cache", ending: ".level") == [])
    #expect(
      sandbox.run("check", path, "--cache", sandbox.file("new")).messages.contains("[sound-clips]"))
    #expect(sandbox.files(below: "new", ending: ".level").count == 1)
    #expect(
      sandbox.run("check", path, "--cache", sandbox.file("new")).messages.contains("[sound-clips]"))
    try sandbox.write("b.json", project(second: "0.1"))
    #expect(sandbox.render("b.json", to: "d.mp4").messages == "")
  }
}
