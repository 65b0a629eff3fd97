import OutputFiles
import Diagnostics
import FileSystem
import PlanModel
import Rendering
import TimelineModel
package import Workspace

/// Whose jobs are written.
package enum Scheduler: String, CaseIterable {
  case slurm, openjd

  package var mostTasks: Int {
    switch self {
    case .slurm: SlurmScripts.mostTasks
    case .openjd: OpenJobTemplate.mostTasks
    }
  }

  /// Files by their names, in the order in which they are written.
  ///
  /// - Throws: `CommandFailure` for a job that cannot be said.
  func files(
    of job: FarmSteps
  ) throws(CommandFailure) -> [(name: String, text: String, form: OutputForm)] {
    switch self {
    case .slurm: return SlurmScripts(job: job).files.map { ($0.name, $0.text, .script) }
    case .openjd:
      try OpenJobTemplate.check(job)
      let template = OpenJobTemplate(job: job)
      return [(OpenJobTemplate.fileName, template.text + "\n", .jobTemplate)]
        + (template.values.map { [(OpenJobTemplate.valuesName, $0 + "\n", .jobParameters)] } ?? [])
    }
  }
}

/// What is wanted of jobs, whatever they render.
package struct FarmOrder {
  package static let standardTasks = 16

  package let scheduler: Scheduler
  package let project: String
  /// The movie, or a name for each row of a table.
  package let output: String
  /// Tasks of one job at most.
  package var tasks = Self.standardTasks
  /// Chunks rendered at the same time by one task.
  package var jobs = 1
  /// What a task may take of memory, in bytes.
  package var memoryLimit: Int?
  /// Absolute, else a folder in that of the jobs.
  package var store = StorePlace.folder("store")
  /// What the store may have at the end, in bytes.
  package var storeSize: Int?
  /// What machines call cutlist.
  package var program = "cutlist"
  /// The folder that is written; `nil` for one beside the movie.
  package var folder: String?
  /// Whether jobs are handed to the scheduler.
  package var isSubmitted = false
  /// Whether files may be replaced that we did not write.
  package var replacesAnything = false
  package var options = FarmOptions.Given()

  package init(_ scheduler: Scheduler, project: String, output: String) {
    (self.scheduler, self.project, self.output) = (scheduler, project, output)
  }

  /// What a task of a plan is expected to take of memory, or is allowed to.
  func memory(of plan: RenderPlan) throws(CommandFailure) -> Int {
    let estimate = MemoryEstimate(plan)
    let workers = min(jobs, max(1, plan.chunks.count))
    guard let memoryLimit else { return estimate.bytes(workers: workers) }
    return min(
      estimate.bytes(workers: workers), max(memoryLimit, estimate.bytes(workers: 1)))
  }

  /// What the jobs are called.
  var name: String {
    OutputFile.stem(of: project)
  }

  /// Makes the folder, or another where nothing is said; absolute.
  func makeFolder(else standard: String) throws(CommandFailure) -> String {
    let folder = folder ?? standard
    do throws(FileError) {
      try FileAccess.makeFolder(folder)
    } catch {
      throw CommandFailure(error)
    }
    return MediaLocator.resolve(folder) ?? folder
  }

  /// Hands what was written to Slurm where that is asked for; else says how.
  package func submit(_ folder: String, _ listener: any Listener) throws(CommandFailure) {
    guard scheduler == .slurm else { return }
    let script = MediaLocator.join(folder, SlurmScripts.submission)
    guard isSubmitted else {
      return listener.tell("hand it to Slurm with 'sh \(ShellText.word(script))'")
    }
    let status = try ShellProgram.run(script)
    guard status == 0 else {
      throw CommandFailure(
        .failed, "'\(script)' ended with \(status); the folder is complete, so run it by hand")
    }
  }
}
