package import OutputFiles
import FileSystem
package import GoldenTesting
package import Workspace
import PlanModel
import TimelineModel
import Workers

/// Tests projects beside each other.
package struct TestRun {
  package var options: WorkspaceOptions
  package var projects: [FoundProject]
  package var updates: Bool
  /// Projects tested at the same time.
  package var jobs: Int
  /// What no golden file may be.
  package var protected = ProtectedFiles()
  /// The row of a table whose values the project takes, if it takes any.
  package var row: String?
  /// What of the command line chooses it.
  package var rowOptions = ""
  /// Whether findings are told in colour.
  package var usesColor = false

  package init(
    of projects: [FoundProject], _ options: WorkspaceOptions, updates: Bool = false, jobs: Int = 1
  ) {
    (self.projects, self.options) = (projects, options)
    (self.updates, self.jobs) = (updates, jobs)
  }

  /// One result a project, in their order; `done` is called in that order as soon as they are there.
  ///
  /// Projects that a folder search took for tested ones, and that are not, have no result.
  package func results(_ done: (ProjectResult) throws(CommandFailure) -> Void)
    throws(CommandFailure)
    -> [ProjectResult]
  {
    let board = ResultBoard()
    let pool: WorkerPool
    do throws(WorkerPoolError) {
      pool = try WorkerPool(threads: min(jobs, projects.count))
    } catch {
      throw CommandFailure(.failed, error.description)
    }
    for _ in 0..<min(jobs, projects.count) {
      pool.start {
        while let index = board.next(of: projects.count) {
          board.post(result(projects[index]), at: index)
        }
      }
    }
    var results: [ProjectResult] = []
    do throws(CommandFailure) {
      for index in projects.indices {
        guard let result = board.wait(for: index) else { continue }
        results.append(result)
        try done(result)
      }
    } catch {
      board.stop()
      pool.wait()
      throw error
    }
    return results
  }

  /// `nil` where there is nothing to be tested and nobody asked for it.
  private func result(_ found: FoundProject) -> ProjectResult? {
    let messages = CollectedMessages(usesColor: usesColor)
    var result = ProjectResult(path: found.path)
    do throws(CommandFailure) {
      let (project, plan) = try ReportingLoader(options, messages).plan(found.path)
      let expectations = project.timeline?.expectations
      if !found.isNamed, expectations == nil, !ProjectSearch.hasGoldenFiles(found.path) {
        return nil
      }
      let subject = TestSubject(
        plan: plan, expectations: expectations,
        names: GoldenNames(
          project: found.path, folderName: FileAccess.folderName(of: found.path), row: row),
        sources: project.sources(for: plan), storage: GoldenDisk(protected: protected))
      let test = ProjectTest(path: found.path, options: rowOptions, subject: subject)
      result = updates ? test.update() : test.run()
    } catch {
      let text = messages.text + error.message
      result.problem = TestProblem(
        error.status == .failed ? .machine : .project,
        text.hasSuffix("\n") ? String(text.dropLast()) : text)
    }
    return result
  }
}

/// Hands out projects to workers and collects what became of them.
private final class ResultBoard: Sendable {
  private struct State: Sendable {
    var next = 0
    var isStopped = false
    var results: [Int: ProjectResult?] = [:]
  }

  private let state = Monitor(State())

  /// The next project nobody has taken.
  func next(of count: Int) -> Int? {
    state.change { state in
      guard !state.isStopped, state.next < count else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  func post(_ result: ProjectResult?, at index: Int) {
    state.change { $0.results[index] = .some(result) }
  }

  func stop() { state.change { $0.isStopped = true } }

  /// Waits until a project is done. Used by one thread only.
  func wait(for index: Int) -> ProjectResult? {
    state.wait { $0.results.removeValue(forKey: index) }
  }
}
