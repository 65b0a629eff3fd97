import Foundation
import Testing

@Suite("render --check-determinism")
struct DeterminismCommandTests {
  /// The gallery without what takes long or is drawn by libav's filters.
  static let projects = GalleryProject.all.filter { (try? $0.isExact) == true }

  /// Parts of projects whose frames take long, each over the end of a chunk where there are several.
  private static let parts = [
    "fifteen-seconds/fifteen-seconds": "4.5s..5s",
    "fifteen-seconds/fifteen-seconds-wipe": "3.8s..4.2s", "filter/filter": "1.8s..2.2s",
    "groups/groups": "0s..0.5s", "masks/masks": "0.5s..1s", "motion/motion": "1.8s..2.3s",
    "retiming/retiming": "9.4s..11s", "rotation/rotation": "0s..0.5s",
    "transitions/transitions": "1.5s..3s",
  ]

  /// Two of three in a smaller size, where encoding takes less: each of their frames goes the same ways.
  @Test(
    "a project of the gallery renders the same in every way", arguments: projects.indices)
  func gallery(_ number: Int) {
    let project = Self.projects[number]
    let part = Self.parts[project.description].map { ["--range", $0] } ?? []
    let size = number % 3 == 0 ? [] : ["--scale", "1/2"]
    let run = GalleryRun(["render", project.file.path, "--check-determinism"] + part + size)
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
