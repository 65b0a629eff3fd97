import Foundation
import Testing

/// A project that is rendered and planned once for all tests of a suite, and written into a folder for each.
struct PlannedMovie {
  /// What one machine makes of the project.
  let movie: Data
  private let project: String
  private let plan: Data

  init(_ project: String) throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("a.json", project)
    let outcome = sandbox.run("render", path, "-o", sandbox.file("whole.mp4"), "--no-cache")
    try #require(outcome.status == 0, "\(outcome.messages)")
    movie = try sandbox.bytes("whole.mp4")
    try #require(sandbox.run("plan", path, "--write", sandbox.file("p.json")).status == 0)
    plan = try sandbox.bytes("p.json")
    self.project = project
  }

  /// Writes `a.json`, its plan `p.json` and the movie `whole.mp4`. A plan of generated media names no folder.
  func write(to sandbox: Sandbox) throws {
    try sandbox.write("a.json", project)
    try sandbox.write("p.json", plan)
    try sandbox.write("whole.mp4", movie)
  }
}
