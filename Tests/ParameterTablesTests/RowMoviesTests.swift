import PlanModel
import ScratchFolders
import Testing
import Workspace

@testable import ParameterTables

@Suite("Movies of the rows of a table")
struct RowMoviesTests {
  private let folder: ScratchFolder
  private let project: String

  init() throws {
    folder = try ScratchFolder()
    project = try folder.write(
      "p.json",
      """
      { "cutlist": 1, "output": { "size": "64x36", "frameRate": 10, "audio": false },
        "parameters": {
          "length": { "type": "time", "default": "1s" }, "tint": { "type": "color", "default": "red" } },
        "media": { "c": { "color": { "use": "tint" } } },
        "tracks": [ { "video": [ { "clip": "c", "duration": { "use": "length" } } ] } ] }
      """)
  }

  private func movies(
    _ table: String, named template: String = "{row}.mp4", _ options: WorkspaceOptions = .init()
  ) throws -> [RowMovies.Movie] {
    try RowMovies(
      try folder.write("t.csv", table), project: project, named: folder.file(template), options
    ).movies
  }

  private func failure(_ body: () throws -> Void) -> String {
    do { try body() } catch { return (error as? CommandFailure)?.message ?? "\(error)" }
    return ""
  }

  @Test("a project is planned with the values of a row, beside those that are given")
  func values() throws {
    var options = WorkspaceOptions()
    options.settings = ["tint": "blue"]
    let rows = try movies("name,length\na,2s\nb,\n", named: "{name}-{row}.mp4", options)
    #expect(rows.map(\.name) == ["a-1.mp4", "b-2.mp4"].map { folder.file($0) })
    #expect(rows.map(\.title)[1] == "row 2 (line 3, \(folder.file("b-2.mp4")))")
    let counts = try rows.map { row in
      let loader = ProjectLoader(options.adding(row.settings))
      return try #require(loader.load(try loader.read(project)).plan).output.frameCount
    }
    // A field that is empty leaves the parameter as it is.
    #expect(counts == [20, 10])
    let one = try RowMovies.settings(
      ofRow: 1, of: folder.file("t.csv"), project: project, named: nil, options)
    #expect(one.values == ["length": "2s"])
    #expect(options.adding(one).settings == ["tint": "blue", "length": "2s"])
  }

  @Test("what is wrong with a table or with names is said of all rows at once")
  func mistakes() throws {
    var given = WorkspaceOptions()
    given.settings = ["length": "3s"]
    for (words, failed) in [
      ("is that of line 2, too", failure { _ = try movies("length\n1s\n1s\n", named: "x.mp4") }),
      ("and given with --set", failure { _ = try movies("length\n1s\n", given) }),
      ("is no parameter of", failure { _ = try movies("lenght\n1s\n") }),
      ("is not a parameter of", failure { _ = try movies("secret\nx\n") }),
      (
        "is not there; make it first", failure { _ = try movies("length\n1s\n", named: "no/{row}") }
      ),
      (
        "--data needs -o",
        failure {
          _ = try RowMovies(folder.file("t.csv"), project: project, named: nil, WorkspaceOptions())
        }
      ),
      (
        "has no row 9",
        failure {
          _ = try RowMovies.settings(
            ofRow: 9, of: folder.file("t.csv"), project: project, named: nil, WorkspaceOptions())
        }
      ),
    ] { #expect(failed.contains(words), "\(failed)") }
  }
}
