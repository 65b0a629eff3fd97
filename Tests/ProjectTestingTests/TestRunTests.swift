import Reports
import OutputFiles
import GoldenTesting
import ScratchFolders
import Testing
import Workspace

@testable import ProjectTesting

@Suite("Tests of projects")
struct TestRunTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func project(_ duration: String, expected: String? = nil) -> String {
    let expectation = expected.map { ", \"expect\": { \"duration\": \"\($0)\" }" } ?? ""
    return """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "audio": false },
        "media": { "c": { "color": "red" } },
        "tracks": [ { "video": [ { "clip": "c", "duration": "\(duration)" } ] } ]\(expectation) }
      """
  }

  @Test("results come in the order of the projects, whoever is done first")
  func results() throws {
    try folder.write("a.json", project("1s", expected: "1s"))
    try folder.write("b.json", project("1s", expected: "2s"))
    try folder.write("c.json", "{ \"cutlist\": 1, \"expect\": ")
    try folder.write("d/e.json", project("1s", expected: "1s"))
    // Neither expects anything, nor was it kept.
    try folder.write("f.json", project("1s"))
    try folder.write("package.json", "{}")
    let found = try ProjectSearch.projects([folder.path])
    #expect(
      found.map(\.path) == ["a.json", "b.json", "c.json", "d/e.json"].map { folder.file($0) })
    var told: [String] = []
    let results = try TestRun(of: found, WorkspaceOptions(), jobs: 3).results {
      told.append($0.path)
    }
    #expect(told == found.map(\.path) && results.map(\.path) == told)
    #expect(results.map(\.verdict) == [.passed, .failed, .failed, .passed])
    let problem = try #require(results[2].problem)
    #expect(problem.kind == .project && problem.message.contains("c.json:1:"), "\(problem)")
  }

  @Test("what is kept passes, and frames that are other ones are told and kept as pictures")
  func golden() throws {
    let path = try folder.write("a.json", project("1s"))
    let found = try ProjectSearch.projects([path])
    #expect(found.map(\.isNamed) == [true] && !ProjectSearch.hasGoldenFiles(path))
    func test(updates: Bool = false) throws -> ProjectResult {
      let results = try TestRun(of: found, WorkspaceOptions(), updates: updates).results { _ in }
      return try #require(results.first)
    }
    #expect(try test(updates: true).verdict == .passed)
    #expect(ProjectSearch.hasGoldenFiles(path))
    #expect(try test().verdict == .passed)
    try folder.write("a.json", project("1s").replacing("red", with: "blue"))
    let result = try test()
    #expect(result.verdict == .failed)
    #expect(result.pictures?.differences.filter { !$0.passes }.map(\.frame) == Array(0..<10))
    try KeptFrames(folder.file("kept")).write(of: result, protected: .init())
    let kept = "kept" + folder.path + "/a"
    #expect(try folder.names(in: kept).contains("frame-0.actual.png"))
    #expect(throws: CommandFailure.self) { try KeptFrames("-") }
    #expect(throws: CommandFailure.self) { try KeptFrames(path) }
    #expect(throws: CommandFailure.self) { try ProjectSearch.projects([folder.file("nowhere")]) }
  }

  @Test("two projects differ in the frames that are other ones")
  func compared() throws {
    let loader = ReportingLoader(WorkspaceOptions(), CollectedMessages())
    let a = try loader.comparedMovie(try folder.write("a.json", project("1s")))
    let b = try loader.comparedMovie(
      try folder.write("b.json", project("1s").replacing("red", with: "blue")))
    #expect(try MovieComparison(a.movie, a.movie, jobs: 1).run().verdict == .passed)
    let result = try MovieComparison(a.movie, b.movie, jobs: 1).run()
    #expect(result.pictures?.differences.map(\.frame) == Array(0..<10))
    var page = DifferencePage()
    try page.add(result, title: "a and b", pictures: nil) { _ in nil }
    #expect(page.sections.map(\.frameCount) == [10])
    #expect(throws: CommandFailure.self) { try loader.comparedMovie(folder.file("none.mp4")) }
  }
}
