import Foundation
import PlanModel
import RenderPlanning
import Testing
import Workspace

@testable import CommandLineInterface

/// What a library's user gets beside what the commands say.
@Suite struct WorkspaceCommandTests {
  @Test(
    "the plan that is printed is the one that the workspace makes",
    arguments: ["dissolve", "title-layers", "color-space"])
  func plans(_ name: String) throws {
    let path = GalleryProject(description: "\(name)/\(name)").file.path
    let project = ProjectLoader().load(try ProjectLoader().read(path))
    let outcome = try Sandbox().run("plan", path)
    #expect(outcome.status == 0)
    #expect(project.plan.map { PlanDump.text($0) } == outcome.output)
  }

  @Test("what a command stops at decides its exit status by where it comes from")
  func status() throws {
    let sandbox = try Sandbox()
    func status(_ media: String, _ clip: String) throws -> Int32 {
      let path = try sandbox.write(
        "a.json",
        #"{"cutlist": 1, "media": {\#(media)}, "tracks": [{"video": [{"clip": "\#(clip)", "duration": 1}]}]}"#
      )
      return sandbox.run("check", path).status
    }
    #expect(try status(#""a": "gone.mov""#, "a") == 3)
    #expect(try status(#""a": "gone.mov""#, "b") == 1)
    #expect(try status(#""a": {"filter": "movie=x"}"#, "a") == 1)
  }
}
