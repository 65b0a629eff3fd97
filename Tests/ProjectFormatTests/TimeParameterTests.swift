import Diagnostics
import BaseValues
import ProjectFormat
import Testing
import TimelineModel

@Suite("parameters of times, and values that are given to groups")
struct TimeParameterTests {
  private func project(
    rate: String?, parameters: String, duration: String, media: String = #"{ "color": "navy" }"#
  ) -> String {
    """
    { "cutlist": 1, "parameters": { \(parameters) },
      "output": { "size": "64x36"\(rate.map { ", \"frameRate\": \($0)" } ?? "") },
      "media": { "c": \(media) },
      "tracks": [ { "video": [ { "clip": "c", "duration": \(duration) } ] } ] }
    """
  }

  private func length(_ text: String, _ settings: [String: String] = [:]) -> String {
    let compilation = compile(SourceFile(path: "p.json", text: text), settings: settings)
    guard let clip = compilation.timeline?.tracks[0].clips.first else {
      return compilation.diagnostics.map(\.message).joined(separator: "; ")
    }
    return clip.placed.duration.description
  }

  /// SMPTE ST 12: at 50 frames a second 20 frames are 20/50 s; in drop-frame at 30000/1001 second 1,
  /// frame 20 is frame 50, and 00:01:00;02 is frame 1800.
  @Test("a timecode counts frames of the project's rate, wherever that is said")
  func timecodes() {
    let time = #""x": { "type": "time", "default": "00:00:00:20" }"#
    #expect(length(project(rate: "50", parameters: time, duration: #"{ "use": "x" }"#)) == "2/5")
    #expect(length(project(rate: "25", parameters: time, duration: #""{x}""#)) == "4/5")
    let drop = #""x": { "type": "time", "default": "00:00:01;20" }"#
    #expect(
      length(project(rate: "\"30000/1001\"", parameters: drop, duration: #""{x} * 1""#))
        == "1001/600")
    let given = #""x": { "type": "time" }"#
    let written = project(rate: "\"30000/1001\"", parameters: given, duration: #"{ "use": "x" }"#)
    #expect(length(written, ["x": "00:01:00;02"]) == "3003/50")
    let fps = #""fps": { "type": "number", "default": 50 }, "# + time
    let asked = project(rate: #"{ "use": "fps" }"#, parameters: fps, duration: #""{x}""#)
    #expect(length(asked) == "2/5")
    #expect(length(asked, ["fps": "25"]) == "4/5")
    let limited =
      #""x": { "type": "time", "default": "00:00:00:20", "maximum": "00:00:00:15" }"#
    #expect(
      length(project(rate: "50", parameters: limited, duration: #"{ "use": "x" }"#))
        .hasPrefix("00:00:00:20 is more than 0.3s"))
  }

  /// Where no pictures move a movie has 30 frames a second.
  @Test("without a written rate timecodes and frames count at that of the movie")
  func usualRate() {
    let time = #""x": { "type": "time", "default": "00:00:00:20" }"#
    #expect(length(project(rate: nil, parameters: time, duration: #"{ "use": "x" }"#)) == "2/3")
    let seconds = #""x": { "type": "time", "default": "2s" }"#
    #expect(length(project(rate: nil, parameters: seconds, duration: #""{x} - 15f""#)) == "3/2")
  }

  private func group(
    _ outer: String, with given: String, inner: String, parameter: String
  ) -> String {
    """
    { "cutlist": 1, \(outer) "output": { "size": "64x36", "frameRate": 25 },
      "media": { "c": { "color": "navy" } },
      "groups": { "g": { "parameters": { "x": \(parameter) },
        "tracks": [ { "video": [ { "clip": "c", "duration": "\(inner)" } ] } ] } },
      "tracks": [ { "video": [ { "clip": "g", "with": { "x": "\(given)" } } ] } ] }
    """
  }

  /// At 120 beats a minute a beat takes half a second.
  @Test("values that are given may be said by parameters and beats")
  func given() {
    let time = #"{ "type": "time" }"#
    let count = #""parameters": { "n": { "type": "number", "default": 3 } },"#
    let beats = #""beats": { "tempo": 120, "offset": "1s", "meter": 3 },"#
    #expect(length(group(count, with: "{n} * 2s", inner: "{x}", parameter: time)) == "6")
    #expect(length(group(count, with: "{n * 2s} - 1s", inner: "{x}", parameter: time)) == "5")
    #expect(length(group(beats, with: "{beats(5)}", inner: "{x}", parameter: time)) == "5/2")
    #expect(length(group(beats, with: "{bars(1)} + 5f", inner: "{x}", parameter: time)) == "17/10")
    #expect(
      length(group(count + beats, with: "{beats(n)}", inner: "{x}", parameter: time)) == "3/2")
    #expect(
      length(
        group(
          count, with: "{n / 2}", inner: "{x} * 1s",
          parameter: #"{ "type": "number", "maximum": 2 }"#)) == "3/2")
    let late = compile(
      group("", with: "{v.duration}", inner: "{x}", parameter: time)
    ).diagnostics.filter { $0.severity == .error }
    #expect(late.map(\.id) == [.givenTime])
  }

  @Test("a group counts the project's beats from its own beginning")
  func beatsWithin() {
    let text = """
      { "cutlist": 1, "beats": [ { "id": "slow", "tempo": 60, "offset": "{a.end}" },
          { "id": "song", "tempo": 120 } ],
        "output": { "size": "64x36", "frameRate": 25 }, "media": { "c": { "color": "navy" } },
        "groups": { "g": { "tracks": [
          { "video": [ { "clip": "c", "duration": "{slow.beats(4)}" } ] },
          { "titles": [ { "text": "x", "at": "{slow.beat(2)}", "duration": "{song.bars(1)}" } ] } ] } },
        "tracks": [ { "video": [ { "clip": "c", "id": "a", "duration": "7s" }, { "clip": "g" } ] } ] }
      """
    let compilation = compile(text)
    #expect(compilation.diagnostics == [])
    let edit = compilation.timeline?.edits.first?.timeline
    #expect(edit?.tracks[0].clips[0].placed.duration == Rational(4))
    #expect(edit?.tracks[1].titles[0].placed.start == Rational(1))
    #expect(edit?.tracks[1].titles[0].placed.duration == Rational(2))
  }

  @Test("a group that uses a time of the project around is told how to get one")
  func outerTimes() {
    for (time, name) in [("{a.end}", "a.end"), ("{chorus}", "chorus")] {
      let text = """
        { "cutlist": 1, "output": { "size": "64x36", "frameRate": 25 },
          "media": { "c": { "color": "navy" } }, "markers": [ { "at": "1s", "name": "chorus" } ],
          "groups": { "g": { "tracks": [ { "video": [ { "clip": "c", "duration": "\(time)" } ] } ] } },
          "tracks": [ { "video": [ { "clip": "c", "id": "a", "duration": "7s" }, { "clip": "g" } ] } ] }
        """
      let finding = compile(text).diagnostics.first { $0.severity == .error }
      #expect(finding?.id == .outerTime)
      #expect(finding?.message.contains("'\(name)'") == true)
      #expect(finding?.fixes.first?.message.contains("\"with\"") == true)
    }
  }

  @Test("in and out of a frozen clip are the time of its picture")
  func frozen() {
    for (key, expected) in [("in", "3/2"), ("out", "3/2"), ("duration", "1")] {
      let text = """
        { "cutlist": 1, "output": { "size": "64x36", "frameRate": 25 }, "media": { "a": "a.mov" },
          "tracks": [ { "video": [ { "clip": "a", "id": "k", "freeze": "1.5s", "duration": "1s" },
            { "clip": "a", "duration": "{k.\(key)}" } ] } ] }
        """
      #expect(
        compile(text).timeline?.tracks[0].clips[1].placed.duration.description == expected, "\(key)"
      )
    }
    let ring = """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 25 }, "media": { "a": "a.mov" },
        "tracks": [ { "video": [ { "clip": "a", "id": "k", "freeze": "{k.in}", "duration": "1s" } ] } ] }
      """
    #expect(compile(ring).diagnostics.map(\.id) == [.circularTimes])
  }
}
