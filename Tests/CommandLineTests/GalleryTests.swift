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

  @Test("a project of the gallery has the plan it had", arguments: GalleryProject.all)
  func plan(_ project: GalleryProject) throws {
    let run = GalleryRun(["plan", project.file.path])
    try #require(run.status == 0, "\(run.said)")
    try GallerySnapshot.expect(
      Self.withoutContentHashes(run.printed), like: project.golden("plan"))
  }

  @Test("a project of the gallery shows and sounds as it did", arguments: GalleryProject.all)
  func frames(_ project: GalleryProject) throws {
    guard try project.isExact else { return }
    let run = GalleryRun(["frames", project.file.path])
    try #require(run.status == 0, "\(run.said)")
    try GallerySnapshot.expect(run.printed, like: project.golden("frames"))
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
  func leftovers() throws {
    var expected: Set<String> = []
    for project in GalleryProject.all {
      expected.insert(project.golden("plan").path)
      if try project.isExact { expected.insert(project.golden("frames").path) }
    }
    for question in ExplainTests.questions {
      expected.insert(GalleryProject(description: question.project).golden("explain").path)
    }
    let found = GalleryProject.files(below: GalleryProject.folder)
      .filter { $0.contains("/golden/") && $0.hasSuffix(".txt") }
      .map { GalleryProject.folder.appending(path: $0).path }
    #expect(Set(found).subtracting(expected).sorted() == [])
    #expect(expected.count > 60)
  }

  @Test("the table in Projects/README.md names every project once", arguments: GalleryProject.all)
  func table(_ project: GalleryProject) throws {
    let readme = try String(
      contentsOf: GalleryProject.folder.appending(path: "README.md"), encoding: .utf8)
    let rows = readme.split(separator: "\n").filter { $0.contains("](\(project).json)") }
    #expect(rows.count == 1)
  }

  /// A plan without the hashes of its sources, which change with libav's version.
  static func withoutContentHashes(_ plan: String) -> String {
    plan.replacing(/(?m) hash .*$/, with: "")
  }
}

@Suite("Golden files of the gallery")
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

  @Test("a plan loses the hashes of its sources and nothing else")
  func hashes() {
    #expect(
      GalleryTests.withoutContentHashes("a bars hash made:bars\n\"hash\" 1\nb hash x y\n")
        == "a bars\n\"hash\" 1\nb\n")
  }
}
