import Foundation
import Testing

@Suite("The projects under Projects/")
struct GalleryTests {
  @Test("a project of the gallery has no findings", arguments: GalleryProject.all)
  func check(_ project: GalleryProject) {
    let run = GalleryRun(["check", project.file.path])
    #expect(run.status == 0)
    #expect(run.said == "\(project.file.path): nothing wrong\n")
  }

  @Test("every project of the gallery is planned, shows and sounds as it did")
  func golden() {
    // Media are read by processes of their own, as the program does it for people.
    let run = inProcess(["test", GalleryProject.folder.path])
    #expect(run.status == 0, "\(run.output)after a wanted change: cutlist test --update Projects")
    let tested = run.output.split(separator: "\n").filter { $0.hasPrefix("passed ") }
    #expect(tested.count == GalleryProject.all.count)
    #expect(tested.allSatisfy { $0.contains("plan") })
  }

  @Test("a range of frames has the hashes that it has in the whole")
  func range() throws {
    let path = GalleryProject(description: "dissolve/dissolve").file.path
    let whole = GalleryRun(["frames", path]).printed.split(separator: "\n")
    let part = GalleryRun(["frames", path, "--range", "12f..30f"]).printed.split(separator: "\n")
    try #require(whole.count > 30)
    #expect(part.filter { $0.hasPrefix("frame ") } == Array(whole[12..<30]))
  }

  @Test("no golden file is left of a project that is gone")
  func leftovers() {
    let explained = ExplainTests.questions.map { GalleryProject(description: $0.project) }
    let starts =
      GalleryProject.all.flatMap { project in
        ["plan.txt", "frames.txt", "frame-"].map { project.golden($0).path }
      } + explained.map { $0.golden("explain.txt").path }
    let found = GalleryProject.files(below: GalleryProject.folder)
      .filter { $0.contains("/golden/") }
      .map { GalleryProject.folder.appending(path: $0).path }
    #expect(found.filter { file in !starts.contains { file.hasPrefix($0) } } == [])
    #expect(found.count > 100)
  }

  @Test("the table in Projects/README.md names every project once", arguments: GalleryProject.all)
  func table(_ project: GalleryProject) throws {
    let readme = try String(
      contentsOf: GalleryProject.folder.appending(path: "README.md"), encoding: .utf8)
    let rows = readme.split(separator: "\n").filter { $0.contains("](\(project).json)") }
    #expect(rows.count == 1)
  }
}

@Suite("Golden files of explanations")
struct GallerySnapshotTests {
  @Test("updating is asked for by a variable and refused under CI")
  func updating() throws {
    #expect(try !GallerySnapshot.isUpdating([:]))
    #expect(try !GallerySnapshot.isUpdating(["CUTLIST_UPDATE_SNAPSHOTS": "0"]))
    #expect(try GallerySnapshot.isUpdating(["CUTLIST_UPDATE_SNAPSHOTS": "1"]))
    #expect(throws: GallerySnapshot.Refusal.self) {
      try GallerySnapshot.isUpdating(["CUTLIST_UPDATE_SNAPSHOTS": "1", "CI": "true"])
    }
  }

  @Test("a difference names its lines")
  func difference() {
    #expect(GallerySnapshot.difference("a\nb\n", "a\nb\n") == nil)
    #expect(
      GallerySnapshot.difference("a\nx\nc", "a\nb")
        == "2 lines differ\nline 2 was 'b', is 'x'\nline 3 was 'nothing', is 'c'")
  }
}
