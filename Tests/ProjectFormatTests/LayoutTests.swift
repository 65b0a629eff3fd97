import Diagnostics
import BaseValues
import ProjectFormat
import Testing
import TimelineModel

@Suite struct LayoutTests {
  /// A video track of endless colours with these lengths, a transition between each two.
  private func timeline(
    clips: [String], transition: String?, rate: String = "30"
  ) throws -> Timeline {
    var items: [String] = []
    for (index, clip) in clips.enumerated() {
      if index > 0, let transition { items.append(transition) }
      items.append(#"{"clip": "c", "duration": \#(clip)}"#)
    }
    let compilation = compile(
      """
      {"cutlist": 1, "output": {"frameRate": "\(rate)"}, "media": {"c": {"color": "red"}},
       "tracks": [{"video": [\(items.joined(separator: ", "))]}]}
      """)
    return try #require(compilation.timeline, "\(compilation.diagnostics)")
  }

  private func overlap(_ duration: String) -> String {
    #"{"transition": "dissolve", "duration": "\#(duration)", "mode": "overlap"}"#
  }

  private func range(_ start: Int64, _ end: Int64) -> TimeRange {
    TimeRange(start: Rational(start), end: Rational(end))!
  }

  @Test("three clips of 5 s that overlap by 2 s take 11 s, 330 frames")
  func overlapBy2() throws {
    let timeline = try timeline(clips: ["5", "5", "5"], transition: overlap("2s"))
    let track = timeline.tracks[0]
    #expect(track.clips.map(\.placed) == [range(0, 5), range(3, 8), range(6, 11)])
    #expect(track.transitions.map(\.placed) == [range(3, 5), range(6, 8)])
    #expect(track.transitions.map(\.overlaps) == [true, true])
    let grid = FrameGrid(timeline.output.frameRate)
    #expect(grid.nearestFrame(to: timeline.duration) == FrameIndex(330))
  }

  @Test(
    "the length of three overlapping clips of 5 s",
    arguments: [("1s", 390), ("0.5s", 420), ("2s", 330)] as [(String, Int64)])
  func overlapLengths(transition: String, frames: Int64) throws {
    let timeline = try timeline(clips: ["5", "5", "5"], transition: overlap(transition))
    let grid = FrameGrid(timeline.output.frameRate)
    #expect(grid.nearestFrame(to: timeline.duration) == FrameIndex(frames))
  }

  @Test("a clip that its two transitions use up exactly is legal")
  func exactlyConsumed() throws {
    let timeline = try timeline(clips: ["5", "4", "5"], transition: overlap("2s"))
    #expect(timeline.tracks[0].transitions.map(\.placed) == [range(3, 5), range(5, 7)])
  }

  @Test("a clip shorter than its two transitions is an error")
  func tooShort() {
    let compilation = compile(
      """
      {"cutlist": 1, "media": {"c": {"color": "red"}}, "tracks": [{"video": [
        {"clip": "c", "duration": 5}, \(overlap("2s")), {"clip": "c", "duration": 3},
        \(overlap("2s")), {"clip": "c", "duration": 5}]}]}
      """)
    #expect(compilation.diagnostics.map(\.id) == [.clipShorterThanTransitions])
  }

  @Test(
    "three clips of 17/3 s, exact or in nanoseconds, take 450 frames",
    arguments: ["\"17/3s\"", "5.666666667"])
  func seventeenThirds(clip: String) throws {
    let timeline = try timeline(clips: [clip, clip, clip], transition: overlap("1s"))
    let grid = FrameGrid(timeline.output.frameRate)
    #expect(grid.nearestFrame(to: timeline.duration) == FrameIndex(450))
    if clip == "\"17/3s\"" { #expect(timeline.duration == Rational(15)) }
  }

  @Test(
    "a transition with handles never changes the track's length",
    arguments: [
      ("center", Rational(9, 2)!), ("start", Rational(5)), ("end", Rational(4)),
    ])
  func handles(alignment: String, start: Rational) throws {
    let transition =
      #"{"transition": "wipe", "duration": "1s", "align": "\#(alignment)"}"#
    let timeline = try timeline(clips: ["5", "5"], transition: transition)
    #expect(timeline.duration == Rational(10))
    #expect(timeline.tracks[0].clips.map(\.placed) == [range(0, 5), range(5, 10)])
    let placed = timeline.tracks[0].transitions[0].placed
    #expect(placed.start == start)
    #expect(placed.duration == .one)
  }

  @Test("ten thousand clips of one frame at 29.97 end exactly at frame 10000")
  func noDrift() throws {
    let clips = Array(repeating: "\"1f\"", count: 10_000)
    let timeline = try timeline(clips: clips, transition: nil, rate: "29.97")
    #expect(timeline.duration == Rational(10_000 * 1001, 30_000))
  }

  @Test("clips that are written out of order stand in order, and transitions go with them")
  func order() throws {
    let compilation = compile(
      """
      {"cutlist": 1, "media": {"c": {"color": "red"}}, "tracks": [{"video": [
        {"clip": "c", "id": "late", "at": 10, "duration": 2},
        {"transition": "dissolve", "duration": "1s"},
        {"clip": "c", "id": "later", "duration": 2},
        {"clip": "c", "id": "early", "at": 0, "duration": 2}]}]}
      """)
    let track = try #require(compilation.timeline).tracks[0]
    #expect(track.clips.map { $0.name?.value } == ["early", "late", "later"])
    #expect(track.transitions.map(\.from) == [1])
    #expect(track.transitions.map(\.to) == [2])
  }

  @Test("a transition at the start of a track fades in after it, at the end before it")
  func edges() throws {
    let compilation = compile(
      """
      {"cutlist": 1, "media": {"c": {"color": "red"}}, "tracks": [{"video": [
        {"transition": "dissolve", "duration": 1}, {"clip": "c", "duration": 5},
        {"transition": "push", "duration": 2}]}]}
      """)
    let track = try #require(compilation.timeline).tracks[0]
    #expect(track.transitions.map(\.placed) == [range(0, 1), range(3, 5)])
    #expect(track.transitions[0].from == nil)
    #expect(track.transitions[1].to == nil)
  }

  @Test("a gap at the end of a track makes the movie longer")
  func lastGap() throws {
    let compilation = compile(
      """
      {"cutlist": 1, "media": {"c": {"color": "red"}}, "tracks": [{"video": [
        {"clip": "c", "duration": 2}, {"gap": "15f"}]}]}
      """)
    #expect(try #require(compilation.timeline).duration == Rational(5, 2))
  }
}
