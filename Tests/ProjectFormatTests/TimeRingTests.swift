import Diagnostics
import BaseValues
import ProjectFormat
import Testing
import TimelineModel

@Suite("times that lead back to themselves, and many of them")
struct TimeRingTests {
  private func project(_ video: String, titles: String = "") -> String {
    """
    { "cutlist": 1, "output": { "size": "64x36", "frameRate": 25, "audio": false },
      "media": { "c": { "color": "navy" } },
      "tracks": [ { "id": "picture", "video": [ \(video) ] }, { "titles": [ \(titles) ] } ] }
    """
  }

  private func clip(_ id: String, _ times: String) -> String {
    "{ \"clip\": \"c\", \"id\": \"\(id)\", \(times) }"
  }

  @Test("a ring is shown, with the place of each time in it")
  func ring() {
    let text = project(
      clip("voice", "\"at\": \"{title.end}\", \"duration\": \"1s\""),
      titles:
        "{ \"id\": \"title\", \"text\": \"x\", \"at\": \"{voice.end} + 1s\", \"duration\": \"2s\" }"
    )
    let errors = compile(text).diagnostics.filter { $0.severity == .error }
    #expect(
      errors.map(\.message) == [
        "circular reference: voice.at → title.end → title.at → voice.end → voice.at"
      ])
    let file = SourceFile(path: "p.json", text: text)
    #expect(errors.first.map { file.text(in: $0.range) } == "\"{title.end}\"")
    #expect(
      errors.first?.notes.map { $0.range.map { file.text(in: $0) } ?? "" } == [
        "\"{voice.end} + 1s\""
      ])
  }

  @Test("items that follow one another are part of a ring")
  func sequence() {
    let text = project(
      [
        clip("a", "\"duration\": \"{d.start}\""), clip("b", "\"duration\": \"1s\""),
        "{ \"gap\": \"1s\" }", clip("d", "\"duration\": \"1s\""),
      ].joined(separator: ", "))
    #expect(
      compile(text).diagnostics.filter { $0.severity == .error }.map(\.message) == [
        "circular reference: a.duration → d.start → a.duration"
      ])
  }

  @Test("a time may go to and fro between items, as long as it leads nowhere twice")
  func noRing() {
    // a lasts as long as b, and b ends where a third clip with a time of its own begins.
    let text = project(
      [
        clip("a", "\"duration\": \"{b.duration}\""),
        clip("b", "\"duration\": \"{c.start} / 5\""),
        clip("c", "\"at\": \"10s\", \"until\": \"{c.start} + {a.end}\""),
      ].joined(separator: ", "))
    let clips = compile(text).timeline?.tracks[0].clips ?? []
    #expect(clips.map(\.placed.start) == [.zero, Rational(2), Rational(10)])
    #expect(clips.map(\.placed.end) == [Rational(2), Rational(4), Rational(12)])
  }

  @Test("an item that leads to itself is the smallest ring")
  func itself() {
    for (times, ring) in [
      ("\"at\": \"{a.start}\", \"duration\": \"1s\"", "a.at → a.start → a.at"),
      ("\"duration\": \"{a.duration}\"", "a.duration → a.duration"),
      ("\"until\": \"{picture.end}\"", "a.until → picture.end → a.until"),
    ] {
      let messages = compile(project(clip("a", times))).diagnostics.filter {
        $0.severity == .error
      }.map(\.message)
      #expect(
        messages.count == 1 && messages[0].hasPrefix("circular reference: \(ring)"),
        "\(messages)")
    }
  }

  @Test(
    "ten thousand references, each to the next, are followed and a ring of them is told shortly")
  func deep() throws {
    let count = 10_000
    var clips = (0..<count).map {
      clip("c\($0)", "\"at\": \"{c\($0 + 1).start} - 1f\", \"duration\": \"1f\"")
    }
    clips.append(clip("c\(count)", "\"at\": \"\(count)f\", \"duration\": \"1f\""))
    let timeline = try #require(compile(project(clips.joined(separator: ","))).timeline)
    let starts = timeline.tracks[0].clips.map(\.placed.start)
    #expect(starts == (0...count).compactMap { Rational(Int64($0), 25) })

    clips[count] = clip("c\(count)", "\"at\": \"{c0.start}\", \"duration\": \"1f\"")
    let errors = compile(project(clips.joined(separator: ","))).diagnostics.filter {
      $0.severity == .error
    }
    #expect(errors.count == 1)
    let message = try #require(errors.first?.message)
    #expect(message.hasPrefix("circular reference: c0.at → c1.start → c1.at → "))
    #expect(message.contains(" more … → ") && message.hasSuffix(" → c0.at") && message.count < 300)
    #expect(errors[0].notes.count == 5)
  }

  @Test("ten thousand times that follow one another and all end with the movie")
  func wide() throws {
    let clips = (0..<5000).map { clip("c\($0)", "\"duration\": \"1f\"") }
    let titles = (0..<5000).map {
      "{ \"text\": \"x\", \"at\": \"{c\($0).start}\", \"duration\": \"{end} / 200\" }"
    }
    let timeline = try #require(
      compile(project(clips.joined(separator: ","), titles: titles.joined(separator: ","))).timeline
    )
    #expect(timeline.tracks[1].titles.allSatisfy { $0.placed.duration == .one })
    #expect(timeline.tracks[1].titles[77].placed.start == Rational(77, 25))
  }

  @Test("names that are nowhere are told, however many they are")
  func unknown() {
    let clips = (0..<3000).map { clip("c\($0)", "\"duration\": \"{x\($0).end}\"") }
    let findings = compile(project(clips.joined(separator: ","))).diagnostics
    #expect(findings.count { $0.id == .unknownTime } == 3000)
  }
}
