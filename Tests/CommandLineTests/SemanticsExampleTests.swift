import Foundation
import Testing

/// Examples that *Semantics* gives for sentences that could be read in two ways, with their numbers as written
/// there or worked out here.
@Suite("examples of the format's meaning")
struct SemanticsExampleTests {
  /// A project of 64 × 36 pixels at 10 frames a second.
  private func project(
    _ tracks: String, output: String = #""audio": false"#, more: String = ""
  ) -> String {
    """
    { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, \(output) }, \(more)
      "media": { "white": { "color": "white" }, "black": { "color": "black" }, "red": { "color": "red" },
        "blue": { "color": "blue" }, "grey": { "color": "#808080" }, "tone": { "generate": "tone" },
        "counter": { "generate": "counter" }, "film": { "filter": "testsrc2=duration=4:rate=10:size=64x36" } },
      "tracks": [ \(tracks) ] }
    """
  }

  private func said(_ text: String, _ words: String...) throws -> String {
    let sandbox = try Sandbox(readsApart: false)
    let path = try sandbox.write("p.json", text)
    let outcome = sandbox.run([words[0], path] + words.dropFirst())
    return outcome.output + outcome.messages
  }

  /// Y′, C′b and C′r of a pixel of a frame.
  private func pixel(_ text: String, _ frame: Int, x: Int = 32) throws -> [Int] {
    let said = try said(text, "explain", "--frame", "\(frame)", "--pixel", "\(x),18")
    let found = said.matches(of: /Y′CbCr (\d+) (\d+) (\d+)/).last
    let codes = try #require(found, "\(said)")
    return [codes.1, codes.2, codes.3].compactMap { Int($0) }
  }

  private func video(_ items: String) -> String { "{ \"video\": [ \(items) ] }" }

  private let blue = #"{ "video": [ { "clip": "blue", "duration": "4s" } ] }"#

  @Test("one pass of autoreverse goes forward and back, in twice its duration")
  func autoreverse() throws {
    func luma(_ passes: String, _ frames: [Int]) throws -> [Int] {
      try frames.map {
        try pixel(
          project(
            video(
              #"""
              { "clip": "white", "duration": "4s", "animate": [ { "property": "opacity", "from": 0,
                "to": 1, "duration": "1s", "autoreverse": true, "repeat": \#(passes) } ] }
              """#)), $0)[0]
      }
    }
    #expect(try luma("1", [0, 10, 20, 30]) == [16, 235, 16, 16])
    #expect(try luma("1.5", [0, 10, 20, 30, 35]) == [16, 235, 16, 235, 235])
  }

  @Test("off the grid a transition's progress is that of its frames' times")
  func offGrid() throws {
    func progress(_ start: String, _ frame: Int) throws -> String {
      let text = project(
        video(
          #"""
          { "clip": "white", "duration": "\#(start)" },
          { "transition": "dissolve", "duration": "1s", "align": "start" },
          { "clip": "black", "duration": "2s" }
          """#))
      let found = try said(text, "explain", "--frame", "\(frame)").firstMatch(
        of: /progress .* = ([^ \n]+)/)
      return found.map { String($0.1) } ?? "none"
    }
    #expect(try progress("2.06s", 20) == "none" && progress("2.06s", 31) == "none")
    // (2.1 − 2.06) / 1 and (3.0 − 2.06) / 1.
    #expect(try progress("2.06s", 21) == "1/25" && progress("2.06s", 30) == "47/50")
    #expect(try progress("2.04s", 19) == "none" && progress("2.04s", 20) == "0")
  }

  @Test("an easing that overshoots moves animations beyond their values, and no transition")
  func overshoot() throws {
    let push = project(
      video(
        #"""
        { "clip": "white", "duration": "2s" },
        { "transition": "push", "duration": "1s", "easing": "ease-in-out-back" },
        { "clip": "black", "duration": "2s" }
        """#))
    #expect(try said(push, "explain", "--frame", "17").contains("top left corner at 0,0"))
    let moving = project(
      video(
        #"""
        { "clip": "white", "duration": "2s", "animate": [ { "property": "position",
          "values": [["0%", "50%"], ["100%", "50%"]], "easing": "ease-in-out-back" } ] }
        """#))
    // Penner's equation at 0.15, of 64 pixels: (2x)² · ((c + 1) · 2x − c) / 2.
    let (x, c) = (0.15, 1.70158 * 1.525)
    let y = 4 * x * x * ((c + 1) * 2 * x - c) / 2
    let found = try said(moving, "explain", "--frame", "3").firstMatch(
      of: /position = \[−([0-9.]+),/)
    #expect(abs((Double(found?.1 ?? "") ?? 0) + 64 * y) < 0.001)
  }

  @Test("at a track's edge and beside a gap a transition lies within its clip")
  func edges() throws {
    func range(_ items: String) throws -> [Substring] {
      try said(project(video(items)), "plan").matches(
        of: /transition (?:start|end) at ([0-9\/]+) s/
      )
      .map(\.1)
    }
    let dissolve = #"{ "transition": "dissolve", "duration": "1s" }"#
    let clip = #"{ "clip": "white", "duration": "2s" }"#
    #expect(try range("\(clip), \(dissolve)") == ["1", "2"])
    #expect(try range("\(dissolve), \(clip)") == ["0", "1"])
    #expect(try range("\(clip), \(dissolve), { \"gap\": \"1s\" }, \(clip)") == ["1", "2"])
    #expect(try range("\(clip), { \"gap\": \"1s\" }, \(dissolve), \(clip)") == ["3", "4"])
  }

  @Test(
    "where one of two pictures side by side can be seen through, what is below the track is seen",
    arguments: ["push", "cover", "reveal", "wipe"])
  func seenThrough(kind: String) throws {
    let half = #", "opacity": 0.5"#
    let text = project(
      blue + ", "
        + video(
          #"""
          { "clip": "red", "duration": "2s"\#(half) }, { "transition": "\#(kind)", "duration": "1s" },
          { "clip": "white", "duration": "2s"\#(half) }
          """#))
    func alone(_ clip: String) throws -> [Int] {
      try pixel(
        project(blue + ", " + video("{ \"clip\": \"\(clip)\", \"duration\": \"2s\"\(half) }")), 5)
    }
    func isNear(_ a: [Int], _ b: [Int]) -> Bool { zip(a, b).allSatisfy { abs($0 - $1) <= 1 } }
    #expect(try isNear(pixel(text, 20, x: 4), alone("red")))
    #expect(try isNear(pixel(text, 20, x: 60), alone("white")))
  }

  @Test("a mask's opacity multiplies what it covers, and masks that are added are summed")
  func masks() throws {
    func luma(_ masks: String, x: Int) throws -> Int {
      try pixel(
        project(
          video("{ \"clip\": \"white\", \"duration\": \"1s\", \"effects\": [ \(masks) ] }")),
        1, x: x)[0]
    }
    func mask(_ members: String, left: Bool = true) -> String {
      "{ \"effect\": \"mask\", \"x\": \(left ? 0 : 0.5), \"width\": 0.5, \(members) }"
    }
    // Half of white on black is 16 + 219 / 2.
    for (members, inside, outside) in [
      (#""opacity": 0.5"#, 125.5, 16.0), (#""opacity": 0"#, 16, 16),
      (#""opacity": 0.5, "invert": true"#, 16, 125.5),
      (#""opacity": 0.5, "combine": "subtract""#, 125.5, 235),
    ] {
      #expect(try abs(Double(luma(mask(members), x: 8)) - inside) <= 1, "\(members)")
      #expect(try abs(Double(luma(mask(members), x: 56)) - outside) <= 1, "\(members)")
    }
    let soft = #""y": -1, "height": 3, "feather": 0.3"#
    let both = mask(soft) + ", " + mask(soft + #", "combine": "add""#, left: false)
    #expect(try luma(both, x: 32) == 235)
    let twice = mask(#""opacity": 0.5"#) + ", " + mask(#""opacity": 0.5, "combine": "add""#)
    #expect(try luma(twice, x: 8) == 235)
  }

  @Test("a blend mode is done to what a transition makes of both pictures")
  func blends() throws {
    func items(_ from: String, _ transition: String, _ to: String) -> String {
      blue + ", "
        + video(
          """
          { "clip": "red", "duration": "2s"\(from) }, { "transition": \(transition), "duration": "1s" },
          { "clip": "grey", "duration": "2s"\(to) }
          """)
    }
    let multiply = #", "blend": "multiply""#
    // Blue times white, blue times red, and blue times grey's half.
    let dip = items(multiply, #""dip", "color": "white""#, multiply)
    #expect(try pixel(project(dip), 20) == [32, 240, 118])
    let both = items(multiply, #""dissolve""#, multiply)
    let (first, middle, last) = (
      try pixel(project(both), 15), try pixel(project(both), 20), try pixel(project(both), 30)
    )
    for index in 0..<3 { #expect(abs(2 * middle[index] - first[index] - last[index]) <= 2) }
    // From the first frame on the red itself, Y′ = 63.
    let one = items(multiply, #""dissolve""#, "")
    #expect(try pixel(project(one), 14)[0] == 16 && pixel(project(one), 15)[0] == 63)
  }

  @Test("an additive transition of one picture dissolves in half of its time")
  func additive() throws {
    let end = project(
      video(
        #"{ "clip": "white", "duration": "2s" }, { "transition": "additive", "duration": "1s" }"#))
    // min(1, 2 − 2p) of 219 above black.
    for (frame, share) in [(10, 1.0), (15, 1), (17, 0.6), (19, 0.2)] {
      #expect(abs(try Double(pixel(end, frame)[0]) - 16 - 219 * share) <= 1)
    }
  }

  @Test("ways of pushes, covers and wipes are rounded to the nearest pixel, halves up")
  func rounding() throws {
    for (kind, words) in [
      ("push", ["corner at -7,0", "corner at 45,0"]),
      ("cover", ["45×36 at 0,0", "corner at 45,0"]),
      ("reveal", ["corner at -7,0", "7×36 at 45,0"]), ("wipe", ["45×36 at 0,0", "7×36 at 45,0"]),
    ] {
      let text = project(
        video(
          #"""
          { "clip": "white", "duration": "2s" }, { "transition": "\#(kind)", "duration": "0.8s" },
          { "clip": "black", "duration": "2s" }
          """#)
      ).replacing("64x36\", \"frameRate", with: "52x36\", \"frameRate")
      // An eighth of 52 is 6.5.
      let found = try said(text, "explain", "--frame", "17")
      for word in words { #expect(found.contains(word), "\(kind): \(found)") }
    }
  }

  @Test("sound is as long as the movie's frames, and is counted from the nearest sample")
  func sound() throws {
    func plan(_ clip: String) throws -> String {
      try said(
        project(
          #"{ "video": [ { "clip": "counter", \#(clip) } ] }"#,
          output: #""audio": { "declick": 0 }"#), "plan")
    }
    #expect(try plan(#""duration": "1.04s""#).contains("channels, 48000 samples"))
    #expect(try plan(#""duration": "1.06s""#).contains("channels, 52800 samples"))
    #expect(try plan(#""duration": "1.06s""#).contains("samples 0..50879 counter"))
    // 48000 / 7 is 6857.14.
    for speed in ["1", "2", #"[{ "at": 0, "speed": 1 }, { "at": "1s", "speed": 2 }]"#] {
      #expect(
        try plan(#""in": "1/7s", "duration": "1s", "speed": \#(speed)"#)
          .contains("source counter from 6857"), "\(speed)")
    }
  }

  @Test("a change of gain at 0 holds in the handle before it, a later one does not")
  func changes() throws {
    func envelope(_ at: String) throws -> String {
      let text = project(
        #"""
        { "audio": [ { "clip": "tone", "in": "1s", "duration": "1s" },
          { "transition": "dissolve", "duration": "1s" },
          { "clip": "tone", "in": "1s", "duration": "1s", "automation": [ { "at": \#(at), "gain": 0.5 } ] } ] }
        """#, output: #""audio": { "declick": 0 }"#)
      return try said(text, "plan")
    }
    // Points are samples with gains of 2^24; before the first of them its gain holds.
    #expect(try envelope("0").contains("automation 48000=8388608\n"))
    #expect(try envelope("\"0.5s\"").contains("automation 48000=16777216 72000=8388608"))
  }

  @Test(
    "in and out are the part of the source that is played",
    arguments: [
      (#""in": "1s", "out": "2s", "speed": -1"#, "1", "2"),
      (#""in": "1s", "out": "2s", "loop": 3"#, "1", "2"),
      (#""in": "1s", "loop": true, "duration": "5s""#, "1", "4"),
      (
        #""in": "1s", "duration": "1s", "speed": [{ "at": 0, "speed": 1 }, { "at": "1s", "speed": 2 }]"#,
        "1", "5/2"
      ),
      (#""in": "1s", "duration": "1s", "speed": 2"#, "1", "3"),
      (#""timeMap": [{ "at": 0, "source": "2s" }, { "at": "1s", "source": "0.5s" }]"#, "2", "1/2"),
      (#""freeze": "1.5s", "duration": "1s""#, "3/2", "3/2"),
    ])
  func sourceTimes(members: String, start: String, end: String) throws {
    for (key, expected) in [("in", start), ("out", end)] {
      let text = project(
        video("{ \"clip\": \"film\", \"id\": \"k\", \(members) }") + ", "
          + video("{ \"clip\": \"white\", \"duration\": \"{k.\(key)}\" }"))
      let found = try said(text, "plan").firstMatch(
        of: /white \(track 1 clip 0\) end at ([0-9\/]+) s/)
      #expect(found.map { String($0.1) } == expected, "\(key)")
    }
  }

  @Test("a project's defaults are those of its groups, whose own come before them")
  func defaults() throws {
    func luma(_ own: String) throws -> Int {
      try pixel(
        project(
          video(#"{ "clip": "g" }"#),
          more: #"""
            "defaults": { "clip": { "opacity": 0.5 } },
            "groups": { "g": { \#(own) "tracks": [ { "video": [ { "clip": "white", "duration": "1s" } ] } ] } },
            """#), 1)[0]
    }
    // A quarter and a half of 219 above black.
    #expect(try abs(Double(luma("")) - 70.75) <= 1)
    #expect(try abs(Double(luma(#""defaults": { "clip": { "opacity": 1 } },"#)) - 125.5) <= 1)
  }

  @Test("ducks in a ring are errors, and a voice after the end lowers nothing")
  func ducks() throws {
    func music(_ id: String, under other: String) -> String {
      #"""
      { "id": "\#(id)", "audio": [ { "clip": "tone", "duration": "2s" } ],
        "duck": { "under": "\#(other)", "to": 0.2, "attack": "0.5s" } }
      """#
    }
    let sound = #""audio": { "declick": 0 }"#
    let ring = project(music("x", under: "y") + ", " + music("y", under: "x"), output: sound)
    #expect(try said(ring, "check").contains("[duck-cycle]"))
    #expect(
      try said(project(music("x", under: "x"), output: sound), "check").contains("[duck-itself]"))
    let late = project(
      music("x", under: "v")
        + #", { "id": "v", "audio": [ { "clip": "tone", "at": "2.2s", "duration": "1s" } ] }"#,
      output: sound + #", "duration": "2s""#)
    #expect(try !said(late, "plan").contains("\n    duck "))
  }

  @Test("a track that others are seen through is never seen itself")
  func mattes() throws {
    func tracks(_ matte: String, _ members: String = "", other: String = "") -> String {
      blue
        + ", { \"id\": \"m\", \"video\": [ { \"clip\": \"red\", \"duration\": \"2s\" } ]\(other) }, "
        + "{ \"matte\": { \"track\": \"m\"\(matte) }, \"video\": [ { \"clip\": \"white\", "
        + "\"duration\": \"\(members.isEmpty ? "4s" : members)\" } ] }"
    }
    func luma(_ tracks: String, _ frame: Int) throws -> Int { try pixel(project(tracks), frame)[0] }
    let blueLuma = 32
    #expect(try luma(tracks(""), 5) == 235 && luma(tracks(""), 25) == blueLuma)
    #expect(try luma(tracks(#", "invert": true"#), 5) == blueLuma)
    #expect(try luma(tracks(#", "invert": true"#), 25) == 235)
    #expect(try luma(tracks("", "1s"), 15) == blueLuma)
    let half = try luma(tracks("", other: #", "opacity": 0.5"#), 5)
    #expect(abs(Double(half) - Double(235 + blueLuma) / 2) <= 1)
    #expect(
      try said(
        project(
          #"{ "id": "m", "video": [ { "clip": "red", "duration": "3s" } ] }, { "matte": { "track": "m" }, "video": [ { "clip": "white", "duration": "1s" } ] }"#
        ), "plan"
      ).contains("10 fps, 30 frames"))
  }

  @Test("at rest on the edge of two frames the one that begins there is shown")
  func rest() throws {
    for members in [
      #""freeze": "1s""#,
      #""timeMap": [{ "at": 0, "source": "1.5s" }, { "at": "0.5s", "source": "1s" }, { "at": "2s", "source": "1s" }]"#,
      #""timeMap": [{ "at": 0, "source": "0.5s" }, { "at": "0.5s", "source": "1s" }, { "at": "2s", "source": "1s" }]"#,
    ] {
      let text = project(video("{ \"clip\": \"film\", \"duration\": \"1s\", \(members) }"))
      #expect(try said(text, "explain", "--frame", "8").contains("frame      10, "), "\(members)")
    }
  }

  @Test("on whole pixels at an odd place chroma is the mean of what it lies on")
  func chroma() throws {
    func codes(_ x: Int, at place: Int) throws -> [Int] {
      let sandbox = try Sandbox(readsApart: false)
      var picture = Data("P6\n64 36\n255\n".utf8)
      for _ in 0..<36 {
        for column in 0..<64 { picture += column < 32 ? [255, 0, 0] : [0, 0, 255] }
      }
      _ = try sandbox.write("c.ppm", picture)
      let path = try sandbox.write(
        "p.json",
        #"""
        { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "audio": false },
          "media": { "c": "c.ppm" }, "tracks": [ { "video": [ { "clip": "c", "duration": "1s",
            "fit": "none", "position": [\#(32 + x), 18] } ] } ] }
        """#)
      let said = sandbox.run("explain", path, "--frame", "1", "--pixel", "\(place),18").output
      let found = try #require(said.matches(of: /Y′CbCr (\d+) (\d+) (\d+)/).last)
      return [found.2, found.3].compactMap { Int($0) }
    }
    let (left, right) = (try codes(0, at: 30), try codes(0, at: 32))
    let between = try codes(1, at: 32)
    for index in 0..<2 { #expect(abs(2 * between[index] - left[index] - right[index]) <= 1) }
  }
}
