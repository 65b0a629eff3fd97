import BaseValues
import Foundation
import LibAV
import Testing

@testable import CommandLineInterface

/// A text that a file shows, in seconds.
private struct Shown: Hashable, CustomStringConvertible {
  var start: Double
  var end: Double
  var text: String

  init(_ start: Double, _ end: Double, _ text: String) {
    self.start = (start * 1000).rounded() / 1000
    self.end = (end * 1000).rounded() / 1000
    self.text = text
  }

  var description: String { "\(start)…\(end) \(text)" }
}

/// The subtitles of a movie as libav reads them, without the pauses that timed text has a sample for.
private func subtitles(_ path: String) throws -> [(stream: StreamDescription, texts: [Shown])] {
  var input = try InputFile(path: path)
  let streams = input.streams.filter { $0.mediaType == "subtitle" }
  var texts: [Int: [Shown]] = [:]
  while let packet = try input.readPacket() {
    guard let stream = streams.first(where: { $0.index == packet.streamIndex }),
      let time = packet.presentationTimestamp
    else { continue }
    var bytes = packet.payload.indices.map { packet.payload[$0] }
    if stream.codecName == "mov_text" { bytes.removeFirst(2) }
    if bytes.isEmpty { continue }
    let unit = Double(stream.timeBase.numerator) / Double(stream.timeBase.denominator)
    texts[stream.index, default: []].append(
      Shown(
        Double(time) * unit, Double(time + packet.duration) * unit,
        String(decoding: bytes, as: UTF8.self)))
  }
  return streams.map { ($0, texts[$0.index] ?? []) }
}

@Suite("Subtitles from titles", .timeLimit(.minutes(60)))
struct SubtitleCommandTests {
  private func project(_ tracks: String, _ more: String = "") -> String {
    """
    { "cutlist": 1,
      "output": { "size": "256x144", "frameRate": 25, "video": { "preset": "ultrafast" },
                  "audio": { "sampleRate": 16000, "bitRate": "48k" } }\(more),
      "media": { "a": { "generate": "counter" }, "t": { "generate": "tone" } },
      "tracks": [ { "video": [ { "clip": "a", "duration": "6s", "audio": false } ] },
                  { "audio": [ { "clip": "t", "duration": "6s" } ] }, \(tracks) ] }
    """
  }

  private let two = """
    { "output": "track", "subtitles": { "language": "de-AT", "name": "Deutsch" }, "titles": [
        { "at": "1s", "duration": "1s", "text": "Guten Tag" },
        { "at": "2s", "duration": "1.52s", "text": "a < b & c\\n\\nzweite Zeile" } ] },
      { "output": "both", "subtitles": { "language": "en", "forced": true, "default": true }, "titles": [
        { "at": "0.52s", "duration": "3s", "text": "One" }, { "at": "2.52s", "duration": "2s", "text": "Two" } ] }
    """

  @Test(
    "titles of a track are subtitles in every kind of movie that holds some, frame by frame",
    arguments: ["mp4", "mov", "mkv", "webm"])
  func kinds(_ ending: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "a.json",
      project(two).replacing(
        "\"preset\": \"ultrafast\"",
        with: ending == "webm" ? "\"speed\": 8" : "\"preset\": \"ultrafast\""
      ).replacing("16000", with: ending == "webm" ? "48000" : "16000"))
    let outcome = sandbox.render("a.json", to: "a.\(ending)", "--jobs", "1", "--verify")
    try #require(outcome.status == 0, "\(outcome.messages)")
    let found = try subtitles(sandbox.file("a.\(ending)"))
    let codec = ["mkv": "subrip", "webm": "webvtt"][ending] ?? "mov_text"
    #expect(found.map(\.stream.codecName) == [codec, codec])
    #expect(
      found.map(\.stream.language) == [
        ending.hasPrefix("m") && ending != "mkv" ? "deu" : "ger", "eng",
      ])
    #expect(found.map(\.stream.isDefault) == [false, true])
    let second = ending == "webm" ? "a &lt; b &amp; c\nzweite Zeile" : "a < b & c\nzweite Zeile"
    #expect(found[0].texts == [Shown(1, 2, "Guten Tag"), Shown(2, 3.52, second)])
    #expect(
      found[1].texts == [
        Shown(0.52, 2.52, "One"), Shown(2.52, 3.52, "One\nTwo"), Shown(3.52, 4.52, "Two"),
      ])
    let movie = try Movie(sandbox.file("a.\(ending)"))
    #expect(movie.pictures.count == 150)
    let bytes = try sandbox.bytes("a.\(ending)")
    #expect(sandbox.render("a.json", to: "b.\(ending)", "--jobs", "4", "--no-cache").status == 0)
    #expect(try sandbox.bytes("b.\(ending)") == bytes)
  }

  @Test("a track of subtitles alone draws nothing, and one that does both is drawn as it was")
  func drawn() throws {
    let sandbox = try Sandbox()
    func frames(_ output: String) throws -> Data {
      try sandbox.write(
        "a.json",
        project("{ \(output)\"titles\": [ { \"duration\": \"2s\", \"text\": \"Hello\" } ] }"))
      let run = sandbox.run("frames", sandbox.file("a.json"), "-o", sandbox.file("a.txt"))
      try #require(run.status == 0, "\(run.messages)")
      defer { try? FileManager.default.removeItem(atPath: sandbox.file("a.txt")) }
      return try sandbox.bytes("a.txt")
    }
    let drawn = try frames("")
    try sandbox.write("a.json", project("{ \"titles\": [] }"))
    let run = sandbox.run("frames", sandbox.file("a.json"), "-o", sandbox.file("a.txt"))
    try #require(run.status == 0)
    let bare = try sandbox.bytes("a.txt")
    try FileManager.default.removeItem(atPath: sandbox.file("a.txt"))
    #expect(try frames("\"output\": \"both\", ") == drawn)
    #expect(try frames("\"output\": \"track\", ") == bare)
    #expect(drawn != bare)
  }

  @Test(
    "texts of an edit within the movie follow its cuts, speed, direction and repetition",
    arguments: ["titles", "captions"])
  func nested(_ kind: String) throws {
    let sandbox = try Sandbox()
    // The edit shows a text from 1 s to 2 s of its 4 s.
    try sandbox.write(
      "inner.json",
      """
      { "cutlist": 1, "output": { "size": "256x144", "frameRate": 25 },
        "media": { "a": { "generate": "counter" } },
        "tracks": [ { "video": [ { "clip": "a", "duration": "4s" } ] },
          { "output": "both", "\(kind)": [ { "at": "1s", "duration": "1s", "text": "inner" } ] } ] }
      """)
    try sandbox.write(
      "a.json",
      """
      { "cutlist": 1, "output": { "size": "256x144", "frameRate": 25, "video": { "preset": "ultrafast" } },
        "media": { "i": { "project": "inner.json" } },
        "tracks": [ { "video": [
          { "clip": "i" },
          { "clip": "i", "in": "1.4s", "out": "3s" },
          { "clip": "i", "speed": 2 },
          { "clip": "i", "speed": -1 },
          { "clip": "i", "in": "1s", "out": "2.2s", "loop": true, "duration": "2.4s" } ] } ] }
      """)
    let outcome = sandbox.render("a.json", to: "a.mkv")
    try #require(outcome.status == 0, "\(outcome.messages)")
    let found = try subtitles(sandbox.file("a.mkv"))
    // 4 s; then 1.6 s, of which 0.6 s; then 2 s, in which it is half as long; then 4 s backwards; then twice.
    #expect(
      found.map(\.texts) == [
        [
          Shown(1, 2, "inner"), Shown(4, 4.6, "inner"), Shown(6.12, 6.6, "inner"),
          Shown(9.6, 10.6, "inner"), Shown(11.6, 12.6, "inner"), Shown(12.8, 13.8, "inner"),
        ]
      ])
  }

  @Test("a part of the movie has the texts that it shows, in its own times")
  func part() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", project(two))
    let outcome = sandbox.render("a.json", to: "a.mp4", "--range", "1.2s..3s")
    try #require(outcome.status == 0, "\(outcome.messages)")
    let found = try subtitles(sandbox.file("a.mp4"))
    #expect(
      found[0].texts == [Shown(0, 0.8, "Guten Tag"), Shown(0.8, 1.8, "a < b & c\nzweite Zeile")])
  }

  @Test("where a kind of movie holds none, they are said to be left out")
  func leftOut() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.json", project(two))
    let outcome = sandbox.render("a.json", to: "a.gif", "--range", "0..0.2s")
    #expect(outcome.status == 0)
    #expect(outcome.messages.contains("GIF holds no subtitles"))
  }

  @Test("odd texts: one of many bytes, of controls, in one frame, empty, behind the end")
  func odd() throws {
    let sandbox = try Sandbox()
    let long = String(repeating: "ä", count: 5000)
    try sandbox.write(
      "a.json",
      project(
        """
        { "output": "track", "titles": [
          { "at": "1s", "duration": "1f", "text": "\\u0007one\\r\\n \\n\\u001bframe" },
          { "at": "2s", "duration": "1s", "text": "\(long)" },
          { "at": "4s", "duration": "1s", "text": " " },
          { "at": "5.5s", "duration": "4s", "text": "over the end" } ] }
        """, ", \"duration\": \"6s\""
      ).replacing(" }, \"duration\": \"6s\"", with: ", \"duration\": \"6s\" }"))
    for ending in ["mp4", "mkv"] {
      let outcome = sandbox.render("a.json", to: "a.\(ending)")
      try #require(outcome.status == 0, "\(outcome.messages)")
      let texts = try #require(try subtitles(sandbox.file("a.\(ending)")).first?.texts)
      #expect(
        texts == [
          Shown(1, 1.04, "one\nframe"), Shown(2, 3, long), Shown(5.52, 6, "over the end"),
        ])
    }
  }
}
