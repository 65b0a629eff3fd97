import Foundation
import MediaSources
import BaseValues
import Testing
import TimelineModel

/// Files that lie beside a table of when each of their pictures is shown.
private let tabled: String = {
  let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  let beside = package.deletingLastPathComponent().appendingPathComponent("shared").path
  let folder = ProcessInfo.processInfo.environment["CUTLIST_SHARED"] ?? beside
  return folder + "/media/real/video/"
}()

@Suite(
  .enabled(
    if: FileManager.default.fileExists(atPath: tabled),
    "the shared media folder is not beside the package"))
struct PresentationTableTests {
  private struct Row: Decodable {
    /// Seconds with six digits.
    var time: String

    enum CodingKeys: String, CodingKey { case time = "pts_time" }
  }

  @Test(
    "every picture is shown when the table beside the file says",
    arguments: [
      ("nasa_13013.mp4", 0, 0), ("nasa_13013.mp4", 1, 3), ("nasa_13013_rotated.mp4", 0, 0),
    ]
  )
  func pictures(name: String, number: Int, stream: Int) throws {
    let data = try Data(
      contentsOf: URL(fileURLWithPath: tabled + "\(name).stream\(stream).all_frames_info.json"))
    let rows = try JSONDecoder().decode([Row].self, from: data)
    let facts = try #require(try Media.probe(tabled + name, video: number).facts.video)
    var times: [Rational] = []
    switch facts.frames {
    case .still: break
    case .regular(let start, let rate, let count):
      for place in 0..<(count ?? 0) {
        times.append(try start + Rational(Int64(place)) / rate.rational)
      }
    case .irregular(let ticks, _, let timeBase):
      times = try ticks.map { try Rational($0) * timeBase }
    }
    #expect(times.count == rows.count)
    // The table has microseconds.
    let microsecond = try #require(Rational(1, 1_000_000))
    for (place, (time, row)) in zip(times, rows).enumerated() {
      let wanted = try #require(Rational.decimal(row.time))
      #expect(try (time - wanted).magnitude() <= microsecond, "picture \(place)")
    }
  }
}
