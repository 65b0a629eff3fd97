import PlanModel
import Testing
@testable import Workspace

@testable import CommandLineInterface

@Suite struct FrameHashesTests {
  @Test("hashes of frames and sound are the same on 1, 2 and 4 threads")
  func threads() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("a.json", IncrementalProject.text)
    let loader = try ReportingLoader(
      try Arguments(["--no-cache"], flags: [.noCache]),
      Console(isTerminal: false, allowsColor: false) { _, _ in })
    let (project, plan) = try loader.plan(path)
    func lines(_ frames: Range<Int>, jobs: Int) throws -> String {
      try FrameHashes(of: frames, plan: plan, backend: project.backend(for: plan), jobs: jobs).lines
    }
    let all = 0..<plan.output.frameCount
    let expected = try lines(all, jobs: 1)
    #expect(expected.split(separator: "\n").count > all.count)
    for jobs in [2, 4] {
      #expect(try lines(all, jobs: jobs) == expected)
      #expect(try lines(3..<20, jobs: jobs) == lines(3..<20, jobs: 1))
    }
  }
}
