import Diagnostics
import BaseValues
import Testing

@testable import EditComparison

@Suite("What was done within groups, and to what looks alike")
struct GroupChangeTests {
  private let shown =
    #"{ "video": [ { "clip": "a", "duration": "4s" }, { "clip": "g", "duration": "3s" } ] }"#

  private func grouped(_ items: String, name: String = "g", tracks: String? = nil) -> String {
    let group = "\"groups\": { \"\(name)\": { \"tracks\": [ { \"video\": [ \(items) ] } ] } }"
    return project(tracks ?? shown).replacing("\"tracks\": [", with: "\(group), \"tracks\": [")
  }

  private func edit(_ base: String, _ other: String) throws -> EditChanges {
    EditChanges(try tree(base), try tree(other))
  }

  private let first = #"{ "id": "x", "clip": "b", "in": "1s", "duration": "2s" }"#
  private let second = #"{ "clip": "c", "in": "1s", "duration": "1s" }"#

  @Test(
    "a change within a group says what was changed, in which group, and when the movie shows it")
  func withinGroup() throws {
    let louder = first.replacing(" }", with: #", "gain": 0.5 }"#)
    let changes = try edit(grouped("\(first), \(second)"), grouped("\(louder), \(second)"))
    let lines = EditWords(changes).lines
    #expect(lines.map(\.words) == ["clip 'x': gain 0.5 (was not set)"])
    #expect(lines.map(\.section) == ["video track 1 of group 'g'"])
    // The clip that shows the group stands from 4 s to 7 s.
    let range = TimeRange(start: Rational(4), end: Rational(7))
    #expect(changes.changes.map(\.otherTimes) == [[try #require(range)]])
  }

  @Test("the length of a group's own tracks is not that of the movie")
  func length() throws {
    let long = first.replacing(#""2s""#, with: #""90s""#)
    let changes = try edit(grouped(first), grouped(long))
    #expect(EditWords(changes).lengths == nil)
    #expect(changes.otherLayout.end == Rational(7))
    #expect(EditWords(changes).lines.count == 1)
  }

  @Test("clips with one id in two groups are told apart")
  func ids() throws {
    func text(_ gain: String) -> String {
      let groups =
        #""groups": { "g": { "tracks": [ { "video": [ \(first) ] } ] }, "h": { "tracks": [ { "video": [ "#
        .replacing("\\(first)", with: first)
        + first.replacing("1s", with: "9s").replacing(" }", with: "\(gain) }") + " ] } ] } }"
      return project(shown).replacing(
        "\"tracks\": [ { \"video\": [ { \"clip\": \"a\"",
        with: "\(groups), \"tracks\": [ { \"video\": [ { \"clip\": \"a\"")
    }
    let lines = EditWords(try edit(text(""), text(#", "gain": 2"#))).lines
    #expect(lines.map(\.words) == ["clip 'x': gain 2 (was not set)"])
    #expect(lines.first?.section == "video track 1 of group 'h'")
  }

  @Test("a group and a style that are called otherwise are followed where they are used")
  func renames() throws {
    let other = grouped(first, name: "h", tracks: shown.replacing(#""g""#, with: #""h""#))
    #expect(
      EditWords(try edit(grouped(first), other)).lines.map(\.words)
        == ["'g' is called 'h' now, also where it is used"])
    func styled(_ name: String) -> String {
      project(
        shown.replacing(#""duration": "4s""#, with: "\"duration\": \"4s\", \"style\": \"\(name)\"")
      )
      .replacing(
        "\"tracks\": [ {",
        with: "\"styles\": { \"\(name)\": { \"opacity\": 0.5 } }, \"tracks\": [ {")
    }
    #expect(
      EditWords(try edit(styled("soft"), styled("faint"))).lines.map(\.words)
        == ["'soft' is called 'faint' now, also where it is used"])
  }

  @Test("a change of a style is seen where items take it")
  func styles() throws {
    func styled(_ opacity: String) -> String {
      project(shown.replacing(#""duration": "3s""#, with: #""duration": "3s", "style": "soft""#))
        .replacing(
          "\"tracks\": [ {",
          with: "\"styles\": { \"soft\": { \"opacity\": \(opacity) } }, \"tracks\": [ {")
    }
    let changes = try edit(styled("0.5"), styled("0.4"))
    #expect(EditWords(changes).lines.map(\.words) == ["style 'soft': opacity 0.4 (was 0.5)"])
    let range = TimeRange(start: Rational(4), end: Rational(7))
    #expect(changes.changes.map(\.otherTimes) == [[try #require(range)]])
  }

  // MARK: - Alike

  @Test(
    "of neighbours that show the same source times each is the one that it has most in common with")
  func alike() throws {
    func clip(_ rest: String) -> String {
      #"{ "clip": "a", "in": "1s", "duration": "2s", \(rest) }"#.replacing("\\(rest)", with: rest)
    }
    let left = clip(#""position": ["20%", "50%"], "scale": 0.4"#)
    let right = clip(#""position": ["80%", "50%"], "scale": 0.3"#)
    let white = right.replacing(" }", with: #", "opacity": 0.5 }"#)
    // The first is gone, and the second is changed.
    #expect(try match(video(left, right), video(white)).partners() == "1")
    let new = clip(#""position": ["50%", "50%"], "scale": 0.2"#)
    let faint = left.replacing(" }", with: #", "opacity": 0.2 }"#)
    #expect(try match(video(left, right), video(new, faint, white)).partners() == "- 0 1")
    #expect(EditWords(try edit(video(left, right), video(faint, white))).lines.count == 2)
  }

  @Test("neighbours of one media that were both slipped stay what they are")
  func slips() throws {
    func clip(_ start: Int) -> String {
      "{ \"clip\": \"a\", \"in\": \"\(start)s\", \"duration\": \"3s\" }"
    }
    #expect(try match(video(clip(0), clip(2)), video(clip(3), clip(5))).partners() == "0 1")
  }

  // MARK: - Words

  @Test("a clip plays backwards, is muted, and a transition is of another kind")
  func words() throws {
    let plain = #"{ "clip": "a", "in": "1s", "duration": "2s" }"#
    let next = #"{ "clip": "b", "in": "1s", "duration": "2s" }"#
    func words(_ a: String, _ b: String) throws -> [String] {
      EditWords(try edit(a, b)).lines.map(\.words)
    }
    let turned = plain.replacing(" }", with: #", "speed": -1 }"#)
    #expect(
      try words(video(plain, next), video(turned, next)) == ["clip 'a' plays backwards (was 1×)"])
    #expect(
      try words(video(turned, next), video(plain, next))
        == ["clip 'a' plays forwards (was backwards)"])
    let muted = plain.replacing(" }", with: #", "muted": true }"#)
    #expect(try words(video(plain, next), video(muted, next)) == ["muted clip 'a'"])
    #expect(try words(video(muted, next), video(plain, next)) == ["clip 'a' is not muted any more"])
    let dissolve = #"{ "transition": "dissolve", "duration": "1s" }"#
    let wipe = #"{ "transition": "wipe", "duration": "1s" }"#
    #expect(
      try words(video(plain, dissolve, next), video(plain, wipe, next))
        == ["a wipe in place of the dissolve after clip 'a'"])
    let trimmed = #"{ "clip": "a", "in": "2s", "duration": "0.5s" }"#
    #expect(
      try words(video(plain), video(trimmed)) == [
        "trimmed the head of clip 'a' by 30 frames and trimmed its tail by 15 frames: now 2s to 2.5s"
      ])
  }
}
