import Foundation
import Testing

@testable import CommandLineInterface

@Suite("Histories of projects with files of captions")
struct CaptionHistoryTests {
  private static func project(_ text: String) -> String {
    """
    { "cutlist": 1, "output": { "size": "64x36", "frameRate": 25, "audio": false },
      "media": { "s": "s.srt", "c": { "color": "navy" } },
      "tracks": [ { "video": [ { "clip": "c", "duration": "4s" } ] },
        { "captions": [ { "id": "c1", "at": "1s", "duration": "1s", "text": "\(text)" },
          { "clip": "s", "at": "0s" } ], "style": { "size": 8 } } ] }

    """
  }

  private static func file(_ text: String) -> String {
    "1\n00:00:03,000 --> 00:00:03,500\n\(text)\n"
  }

  @Test(
    "a frame of a caption comes from the commit that wrote its words, in the project or in the file"
  )
  func blame() throws {
    let sandbox = try Sandbox.withRepository()
    try sandbox.commit(["c.json": Self.project("One"), "s.srt": Self.file("Hello")], "first words")
    try sandbox.commit(["c.json": Self.project("Two")], "other words")
    try sandbox.commit(["s.srt": Self.file("Goodbye")], "another file")
    try sandbox.commit(["notes.txt": "nothing"], "notes")
    func run(_ words: [String]) throws -> Outcome {
      try RunningProgram(
        words, environment: ["XDG_CACHE_HOME": sandbox.cache], folder: sandbox.file("films")
      ).wait()
    }
    for (frame, subject) in [(30, "other words"), (78, "another file"), (10, "first words")] {
      let answer = try run(["blame", "c.json", "--frame", "\(frame)"])
      #expect(answer.status == 0, "\(answer.messages)")
      #expect(answer.output.contains(subject), "\(frame): \(answer.output)")
    }
    let log = try run(["log", "c.json"])
    #expect(!log.output.contains("not compared") && !log.messages.contains("not compared"))
    #expect(log.output.contains("13 of 100 frames differ: 75..87"), "\(log.output)")
  }
}
