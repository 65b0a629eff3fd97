import Diagnostics
import ScratchFolders
import Testing
import Workspace

@testable import EditReports

@Suite("What versions of an edit differ in")
struct EditReportTests {
  @Test(
    "of each change a frame is shown that differs for few others, in the middle of such frames",
    arguments: [
      (
        [[10, 11, 12, 13, 14, 15], [12, 13], [13], []], [], ["11: 1", "12: 2, 1", "13: 3, 1, 2"]
      ),
      ([[5, 6], [5, 6]], [], ["6: 1, 2"]),
      ([[]], [3, 4, 5, 9], ["4: ", "9: "]),
      // Of the longer version's end there is no picture before.
      ([[16, 17, 18, 19]], [], ["17: 1"]),
      ([[18, 19]], [], ["19: 1"]),
    ])
  func choices(_ shares: [[Int]], _ others: [Int], _ expected: [String]) {
    let found = ChangePictures.choices(
      shares, differing: Set(shares.joined()).union(others).sorted(), common: 18, count: 20)
    let told = found.map { choice in
      "\(choice.frame): \(choice.changes.map(String.init).joined(separator: ", "))"
    }
    #expect(told == expected)
  }

  private func project(_ first: String, color: String = "#204060") -> String {
    """
    { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "audio": false },
      "media": { "color": { "color": "\(color)" }, "counter": { "generate": "counter" } },
      "tracks": [ { "id": "picture", "video": [
        { "clip": "counter", "duration": "\(first)" },
        { "clip": "color", "duration": "1s" } ] } ] }
    """
  }

  private func versions(
    _ texts: [String], opensMedia: Bool = true
  ) throws -> (folder: ScratchFolder, base: EditVersion, other: EditVersion) {
    let folder = try ScratchFolder()
    let paths = [try folder.write("a.json", texts[0]), try folder.write("b.json", texts[1])]
    let loader = ReportingLoader(WorkspaceOptions(), CollectedMessages())
    let (base, other) = try loader.editVersions(paths, opensMedia: opensMedia)
    return (folder, base, other)
  }

  /// The counter shows other pictures from frame 8 on, where the colour begins two frames earlier; so it
  /// ends two frames earlier, too.
  @Test("frames differ where the pictures are other ones, composed and by their plans")
  func frames() throws {
    let (_, base, other) = try versions([project("1s"), project("0.8s")])
    let (a, b) = (try #require(base.planned), try #require(other.planned))
    let composed = try MovieDifference(a, b, jobs: 2)
    #expect(composed.frames == [8, 9, 18, 19] && composed.seconds == [])
    #expect(composed.frameCount == 20 && composed.common.frames == 18)
    let planned = MovieDifference(VersionContent(a.1), VersionContent(b.1))
    #expect(planned.frames == composed.frames && planned.composed == nil)
    var report = EditReport(base, other)
    report.movie = composed
    #expect(report.lengths?.contains("1.8s, was 2s") == true, "\(report.lengths ?? "")")
    let text = report.text(color: false)
    #expect(text.contains("4 of 20 frames differ: 8..9, 18..19"), "\(text)")
    #expect(!text.contains("\u{1b}") && report.text(color: true).contains("\u{1b}[1m"))
    #expect(report.json.contains("\"frames\": 20"))
    #expect(report.summary().hasSuffix("4 of 20 frames differ: 8..9, 18..19"))
  }

  @Test("versions that are the same have no change, and media need not be there for words")
  func words() throws {
    let (_, base, again) = try versions([project("1s"), project("1s")])
    #expect(EditReport(base, again).isEmpty)
    let lacking = project("1s").replacing("{ \"generate\": \"counter\" }", with: "\"gone.mp4\"")
    let (_, old, new) = try versions([project("1s"), lacking], opensMedia: false)
    #expect(!EditReport(old, new).isEmpty)
    #expect(EditVersion.warnings(of: [old, new], opensMedia: false).isEmpty)
    let (_, whole, missing) = try versions([project("1s"), lacking])
    let warnings = EditVersion.warnings(of: [whole, missing], opensMedia: true)
    #expect(warnings.map(\.severity) == ["note"] && missing.planned == nil)
  }

  @Test("what cannot be read is told, and compared with nothing")
  func unreadable() throws {
    let folder = try ScratchFolder()
    let messages = CollectedMessages()
    let loader = ReportingLoader(WorkspaceOptions(), messages)
    let paths = [try folder.write("a.json", project("1s")), try folder.write("b.json", "{ ")]
    #expect(throws: CommandFailure.self) { try loader.editVersions(paths, opensMedia: false) }
    #expect(messages.text.contains("b.json:1:"), "\(messages.text)")
  }
}
