import Foundation
import Testing

@testable import CommandLineInterface

/// A project and a table of names, for jobs that make a movie of each.
struct BatchProject {
  let sandbox: Sandbox
  let project: String
  let table: String
  private let rows: Int

  init(rows: Int) throws {
    sandbox = try Sandbox()
    self.rows = rows
    project = try sandbox.write(
      "p.json",
      """
      { "cutlist": 1,
        "parameters": { "guest": { "type": "text" } },
        "output": { "size": "64x36", "frameRate": 10, "video": { "gop": "5f", "preset": "ultrafast" },
                    "audio": { "sampleRate": 16000, "bitRate": "48k" } },
        "media": { "counter": { "generate": "counter" } },
        "tracks": [
          { "video": [ { "clip": "counter", "duration": "6s" } ] },
          { "titles": [ { "at": "1.5s", "duration": "1s", "text": "{guest}", "size": 12 } ] } ] }
      """)
    table = try sandbox.write(
      "t.csv", "guest,id\n" + (0..<rows).map { "Guest \($0),\($0)\n" }.joined())
  }

  /// The command that writes jobs for a scheduler.
  func words(_ scheduler: String) -> [String] {
    [
      "farm", scheduler, project, "--data", table, "-o", sandbox.file("{id}.mp4"), "--no-cache",
      "--folder", sandbox.file("farm"), "--program", RunningProgram.path, "--tasks", "3",
      "--store-size", "1G",
    ]
  }

  /// Whether the movies are those that one machine makes of the table.
  func check() throws {
    let whole = sandbox.run(
      "render", project, "--data", table, "-o", sandbox.file("whole-{id}.mp4"), "--no-cache")
    #expect(whole.status == 0, "\(whole.messages)")
    for row in 0..<rows {
      #expect(try sandbox.bytes("\(row).mp4") == sandbox.bytes("whole-\(row).mp4"), "row \(row)")
    }
  }
}
