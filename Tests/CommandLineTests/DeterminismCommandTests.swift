import Foundation
import Testing

@Suite("render --check-determinism")
struct DeterminismCommandTests {
  /// The gallery without what takes long or is drawn by libav's filters.
  static let projects = GalleryProject.all.filter { (try? $0.isExact) == true }

  @Test("a project of the gallery renders the same in every way", arguments: projects)
  func gallery(_ project: GalleryProject) {
    // Two seconds of the movies of full size, with the transition between their first clips.
    let isLong =
      project.description.hasPrefix("fifteen-seconds/") && !project.description.hasSuffix("small")
    let part = isLong ? ["--range", "4s..6s"] : []
    let run = GalleryRun(["render", project.file.path, "--check-determinism"] + part)
    #expect(run.status == 0, "\(run.said)\(run.printed)")
    #expect(run.printed.hasPrefix("\(project.file.path): the same plan, "))
    #expect(run.printed.hasSuffix(" with 1, 2 and 4 workers\n"))
  }

  @Test("only the range asked for is rendered, and what was rendered is told")
  func range() {
    let path = GalleryProject(description: "duck/duck").file.path
    let run = GalleryRun(["render", path, "--check-determinism", "--range", "0s..1s"])
    #expect(
      run.printed
        == "\(path): the same plan, 10 frames in 1 of 1 chunks, and 1 of 1 chunks of sound "
        + "with 1, 2 and 4 workers\n")
  }

  @Test("it writes no movie, and says so where one is named")
  func output() {
    let path = GalleryProject(description: "cut/cut").file.path
    let run = GalleryRun(["render", path, "--check-determinism", "-o", "/nowhere/cut.mp4"])
    #expect(run.status == 2)
    #expect(run.said.hasPrefix("cutlist: --check-determinism writes no movie; leave out -o"))
  }
}
