import Diagnostics
import BaseValues
import Testing

@testable import EditComparison

@Suite("What was done to an edit, in words")
struct ChangeTests {
  private let a = #"{ "clip": "a", "in": "1s", "duration": "2s" }"#
  private let b = #"{ "clip": "b", "in": "2s", "duration": "3s" }"#
  private let c = #"{ "clip": "c", "in": "3s", "duration": "4s" }"#
  private let d = #"{ "clip": "a", "in": "20s", "duration": "5s" }"#

  /// Each change as `TIME WORDS`, under its section where there are several.
  private func words(_ base: String, _ other: String) throws -> [String] {
    let words = EditWords(EditChanges(try tree(base), try tree(other)))
    return words.lines.map { line in
      (line.time.map { "\($0) " } ?? "") + line.words
    }
  }

  @Test("trims at either end, with what follows said once")
  func trims() throws {
    #expect(
      try words(video(a, b, c, d), video(a, b.replacing("3s", with: "78f"), c, d)) == [
        "2s trimmed the tail of clip 'b' by 12 frames: now 2s to 4.6s",
        "everything after 5s is 12 frames earlier",
      ])
    let head = #"{ "clip": "c", "in": "4s", "duration": "3s" }"#
    #expect(
      try words(video(a, b, c), video(a, b, head)) == [
        "5s trimmed the head of clip 'c' by 1 second: now 4s to 7s"
      ])
    let longer = #"{ "clip": "c", "in": "2s", "out": "8s" }"#
    #expect(
      try words(video(a, b, c), video(a, b, longer)) == [
        "5s extended the head of clip 'c' by 1 second and extended its tail by 1 second: now 2s to 8s"
      ])
  }

  /// When each change is seen, in the first and in the second version: `3..5 / 3..4`.
  private func times(_ base: String, _ other: String) throws -> [String] {
    func text(_ ranges: [TimeRange]) -> String {
      ranges.map { "\($0.start)..\($0.end)" }.joined(separator: " ")
    }
    return EditChanges(try tree(base), try tree(other)).changes.map {
      "\(text($0.baseTimes)) / \(text($0.otherTimes))"
    }
  }

  @Test("a trim is seen where only one version shows the clip, with its fades and transitions")
  func trimTimes() throws {
    let shorter = b.replacing("3s", with: "2s")
    // The tail: the last second of the first version, and nothing but the end of the second.
    #expect(try times(video(a, b), video(a, shorter)) == ["4..5 / 4..4"])
    #expect(try times(video(a, shorter), video(a, b)) == ["4..4 / 4..5"])
    let faded = #"{ "clip": "b", "in": "2s", "duration": "3s", "fadeOut": "0.5s" }"#
    #expect(
      try times(video(a, faded), video(a, faded.replacing("3s", with: "2s")))
        == ["7/2..5 / 7/2..4"])
    let dissolve = #"{ "transition": "dissolve", "duration": "1s", "align": "center" }"#
    #expect(
      try times(video(a, b, dissolve, c), video(a, shorter, dissolve, c))
        == ["4..5 9/2..11/2 / 4..4 7/2..9/2", "5..9 / 4..8"])
    // The head: what is left stands where it stood, or all of it elsewhere.
    let placed = #"{ "clip": "b", "at": "2s", "in": "2s", "duration": "3s" }"#
    let later = #"{ "clip": "b", "at": "3s", "in": "3s", "duration": "2s" }"#
    #expect(try times(video(a, placed), video(a, later)) == ["2..3 / 3..3"])
    let inward = #"{ "clip": "b", "in": "3s", "duration": "2s" }"#
    #expect(try times(video(a, b), video(a, inward)) == ["2..5 / 2..4"])
    // What is animated as long as the clip lasts is another animation.
    let animated =
      #"{ "clip": "b", "in": "2s", "duration": "3s", "animate": [{ "property": "opacity", "to": 0 }] }"#
    #expect(
      try times(video(a, animated), video(a, animated.replacing("3s", with: "2s")))
        == ["2..5 / 2..4"])
    // A roll is seen between the two places of the cut.
    #expect(
      try times(
        video(a, b, c),
        video(a.replacing("2s", with: "3s"), #"{ "clip": "b", "in": "3s", "duration": "2s" }"#, c))
        == ["2..2 2..3 / 2..3 3..3"])
  }

  @Test("a slip shows other material in the same place")
  func slip() throws {
    #expect(
      try words(video(a, b, c), video(a, b.replacing("2s", with: "1.5s"), c)) == [
        "2s slipped clip 'b' by 15 frames: it shows earlier material: now 1.5s to 4.5s"
      ])
  }

  @Test("a roll moves a cut, a slide moves a clip between its neighbours")
  func rollAndSlide() throws {
    let longA = a.replacing("2s", with: "3s")
    #expect(
      try words(
        video(a, b, c), video(longA, #"{ "clip": "b", "in": "3s", "duration": "2s" }"#, c))
        == ["3s rolled the cut between clip 'a' and clip 'b' 1 second later"])
    #expect(
      try words(
        video(a, b, c), video(longA, b, #"{ "clip": "c", "in": "4s", "duration": "3s" }"#))
        == ["3s slid clip 'b' 1 second later"])
  }

  @Test("a clip with another speed is retimed")
  func retime() throws {
    #expect(
      try words(video(a, b), video(a, b.replacing(" }", with: #", "speed": 0.5 }"#))) == [
        "2s clip 'b' plays at 0.5× (was 1×)"
      ])
  }

  @Test("a point of a ramp or a map of time is told by when it is")
  func ramps() throws {
    func ramp(_ speed: String) -> String {
      video(
        #"{ "id": "b", "clip": "b", "duration": "3s", "speed": [ { "at": "0s", "speed": 1 }, "#
          + #"{ "at": "2s", "speed": \#(speed) } ] }"#)
    }
    let told = try words(ramp("0.5"), ramp("0.25")).joined()
    #expect(told.contains("the speed at 2s › speed 0.25 (was 0.5"), "\(told)")
  }

  @Test("a split and a join are one change each")
  func splits() throws {
    let parts = [
      #"{ "clip": "c", "in": "3s", "duration": "1s" }"#,
      #"{ "clip": "c", "in": "4s", "duration": "1s" }"#,
      #"{ "clip": "c", "in": "5s", "duration": "2s" }"#,
    ]
    #expect(
      try words(video(a, c, b), video(a, parts[0], parts[1], parts[2], b)) == [
        "2s split clip 'c' in 3 at 3s and 4s"
      ])
    #expect(
      try words(video(a, parts[0], parts[1], parts[2], b), video(a, c, b)) == [
        "2s joined clip 'c' with the 2 parts after it: now 3s to 7s"
      ])
  }

  @Test("a replaced media, a renamed one and one that is added")
  func media() throws {
    #expect(
      try words(video(a, b, a), video(a, #"{ "clip": "c", "in": "9s", "duration": "3s" }"#, a)) == [
        "2s 'c' replaces 'b': now 9s to 12s"
      ])
    let renamed = #""z": "a.mp4", "b": "b.mp4", "c": "c.mp4""#
    #expect(
      try words(
        project("{ \"video\": [ \(a), \(b) ] }"),
        project("{ \"video\": [ \(a.replacing("\"a\"", with: "\"z\"")), \(b) ] }", media: renamed))
        == ["'a' is called 'z' now, also where it is used"])
    #expect(
      try words(
        project("{ \"video\": [ \(a) ] }"),
        project(
          "{ \"video\": [ \(a) ] }",
          media: #""a": "a2.mp4", "b": "b.mp4", "c": "c.mp4", "d": { "file": "d.mov" }"#))
        == ["'a' a2.mp4 (was a.mp4)", "added 'd': d.mov"])
  }

  @Test("clips that are added, removed and moved")
  func order() throws {
    #expect(
      try words(video(a, b), video(a, c, b)) == [
        "2s added clip 'c', 3s to 7s", "clip 'b' is 4 seconds later",
      ])
    #expect(
      try words(video(a, b, c, d), video(b, c, d, a)) == [
        "everything after 2s is 2 seconds earlier", "12s moved clip 'a', was at 0s",
      ])
    let tracks = (
      project(
        "{ \"id\": \"v1\", \"video\": [ \(a), \(b) ] }, { \"id\": \"v2\", \"video\": [ \(c) ] }"),
      project(
        "{ \"id\": \"v1\", \"video\": [ \(a) ] }, { \"id\": \"v2\", \"video\": [ \(c), \(b) ] }")
    )
    #expect(
      try words(tracks.0, tracks.1) == [
        "4s moved clip 'b' here from video track 'v1', was at 2s"
      ])
  }

  @Test("the runs of a title are its words; with the same words it is their form that changed")
  func runs() throws {
    func title(_ text: String) -> String {
      project(#"{ "titles": [ { "at": "1s", "duration": "2s", "text": \#(text) } ] }"#)
    }
    let plain = title(#""so be it""#)
    let runs = title(#"["so ", { "text": "be", "color": "red" }, " it"]"#)
    #expect(
      try words(runs, runs.replacing("be", with: "is")) == [
        "1s the title says 'so is it' instead of 'so be it'"
      ])
    let recolored = try words(plain, runs)
    #expect(recolored.count == 1 && recolored[0].contains("text"), "\(recolored)")
  }

  @Test("titles: their words, their times, and what they are made of")
  func titles() throws {
    func titles(_ titles: String...) -> String {
      project("{ \"titles\": [ \(titles.joined(separator: ", ")) ] }")
    }
    let one = #"{ "at": "1s", "duration": "2s", "text": "One", "shadow": { "blur": 2 } }"#
    let two =
      #"{ "id": "end", "at": "5s", "duration": "2s", "layers": [ { "image": "a" }, { "text": "Two", "size": 40 } ] }"#
    #expect(
      try words(titles(one, two), titles(one.replacing("One", with: "Eins"), two)) == [
        "1s the title says 'Eins' instead of 'One'"
      ])
    #expect(
      try words(
        titles(one, two),
        titles(
          one.replacing("\"blur\": 2", with: "\"blur\": 3").replacing("\"2s\"", with: "\"3s\""),
          two.replacing("40", with: "44"))) == [
          "1s title 'One' stays 1 second longer",
          "1s title 'One': shadow › blur 3 (was 2)",
          "5s title 'end': layer 2 › size 44 (was 40)",
        ])
    #expect(
      try words(
        titles(one, two),
        titles(one.replacing("\"1s\"", with: "\"2s\""), two.replacing("5s", with: "6s"))) == [
          "everything after 1s is 1 second later"
        ])
  }

  @Test("properties with both values, new ones and those that are gone")
  func properties() throws {
    let set = b.replacing(
      " }", with: #", "gain": "-6dB", "fadeIn": { "duration": "1s", "curve": "equal-power" } }"#)
    let other = b.replacing(
      " }", with: #", "pan": 0.5, "fadeIn": { "duration": "2s", "curve": "equal-power" } }"#)
    #expect(
      try words(video(a, set), video(a, other)) == [
        "2s clip 'b': gain is not set any more (was -6dB)",
        "2s clip 'b': pan 0.5 (was not set)",
        "2s clip 'b': fadeIn › duration 2s (was 1s)",
      ])
    #expect(
      try words(video(a, b), video(a, b.replacing("\"3s\"", with: "\"90f\""))) == [
        "2s clip 'b': duration 90f (was 3s, the same time)"
      ])
    #expect(
      try words(video(a), video(a).replacing("\"frameRate\": 30", with: "\"frameRate\": 25")) == [
        "frameRate 25 (was 30)"
      ])
  }

  @Test("transitions and gaps that are longer, and those of another kind")
  func between() throws {
    let dissolve = #"{ "transition": "dissolve", "duration": "1s" }"#
    #expect(
      try words(
        video(a, dissolve, b), video(a, dissolve.replacing("1s", with: "20f"), b)) == [
          "50f the dissolve after clip 'a' is 10 frames shorter: 20f"
        ])
    #expect(
      try words(
        video(a, #"{ "gap": "1s" }"#, b, c), video(a, #"{ "gap": "2s" }"#, b, c)) == [
          "2s the gap after clip 'a' is 1 second longer: 2s",
          "everything after 3s is 1 second later",
        ])
  }

  @Test("what is the same on all tracks is said once for all of them")
  func movieRipple() throws {
    func both(_ first: String) -> String {
      project("{ \"video\": [ \(first), \(b), \(c) ] }, { \"audio\": [ \(first), \(b), \(c) ] }")
    }
    #expect(
      try words(both(a), both(a.replacing("2s", with: "1s"))) == [
        "0s trimmed the tail of clip 'a' by 1 second: now 1s to 2s",
        "0s trimmed the tail of clip 'a' by 1 second: now 1s to 2s",
        "everything after 2s is 1 second earlier",
      ])
  }

  @Test("two clips that have changed places are one line, whatever stands between them")
  func swaps() throws {
    let swapped = ["0s swapped clip 'c' and clip 'a'"]
    #expect(try words(video(a, b, c), video(c, b, a)) == swapped)
    #expect(try words(video(a, c), video(c, a)) == swapped)
    let dissolve = #"{ "transition": "dissolve", "duration": "1s" }"#
    #expect(try words(video(a, dissolve, c, b), video(c, dissolve, a, b)) == swapped)
    #expect(try times(video(b, a, c), video(b, c, a)) == ["3..5 5..9 / 7..9 3..7"])
    #expect(
      try words(video(a, b, d), video(d, b, a)) == [
        "0s swapped clip 'a', 20s to 25s and clip 'a', 1s to 3s"
      ])
  }

  @Test("a parameter and a default are seen where they go into something")
  func takers() throws {
    func text(_ name: String, _ defaults: String) -> String {
      #"{ "cutlist": 1, "output": { "frameRate": 30 }, "media": { "a": "a.mp4" }, "#
        + #""parameters": { "name": { "type": "text", "default": "\#(name)" }, "#
        + #""both": { "type": "text", "default": "We" } }, "#
        + #""defaults": { \#(defaults) }, "tracks": [ { "video": [ "#
        + #"{ "clip": "a", "duration": "2s", "gain": 1 }, { "clip": "a", "duration": "3s" } ] }, "#
        + #"{ "titles": [ { "at": "1s", "duration": "2s", "text": "By {name}" }, "#
        + #"{ "at": "4s", "duration": "1s", "text": "name", "color": "red" }, "#
        + #"{ "at": "6s", "duration": "1s", "text": "By {both}" } ] } ] }"#
    }
    let base = text("Ann", #""clip": { "gain": 0.5 }"#)
    #expect(try times(base, text("Bob", #""clip": { "gain": 0.5 }"#)) == ["1..3 / 1..3"])
    // What the first clip says itself, no default says.
    #expect(try times(base, text("Ann", #""clip": { "gain": 0.25 }"#)) == ["2..5 / 2..5"])
    #expect(
      try times(base, text("Ann", #""clip": { "gain": 0.5 }, "title": { "color": "blue" }"#))
        == [" / 1..3 4..5 6..7"])
  }
}
