package import PlanModel
import Rendering
import TimelineModel

/// How many workers render a movie: as many as there are cores, but no more than the memory and the
/// open files allow. Nothing is begun that is known not to fit.
package struct WorkerChoice {
  /// Workers that render at the same time, at least 1.
  package let jobs: Int
  /// Memory that the render needs at most, in bytes.
  package let memory: Int
  /// What a person should know before it begins, a line each.
  package let warnings: [String]

  /// For one movie.
  ///
  /// - Parameters:
  ///   - wanted: the cores, or what `--jobs` says.
  ///   - limit: what `--memory` says, in bytes.
  /// - Throws: `CommandFailure` where one worker needs more memory than `--memory` allows, or more
  ///   open files than the system does.
  package init(
    _ plan: RenderPlan, wanted: Int, limit: Int?, resources: Machine.Resources
  ) throws(CommandFailure) {
    try self.init(together: [plan], wanted: wanted, limit: limit, resources: resources)
  }

  /// For movies that are rendered side by side; see the other one.
  package init(
    together plans: [RenderPlan], wanted: Int, limit: Int?, resources: Machine.Resources
  ) throws(CommandFailure) {
    let estimate = MemoryEstimate(together: plans)
    let least = estimate.bytes(workers: 1)
    if let limit, least > limit {
      throw CommandFailure(
        .usage,
        "one worker needs up to \(Self.needed(least)) of memory for this movie, and --memory allows "
          + "\(Self.available(limit)); give it --memory \(Self.roundedUp(least))MiB, or make the movie "
          + "smaller")
    }
    var warnings: [String] = []
    var jobs = min(wanted, max(1, plans.map(\.chunks.count).max() ?? 1))
    if let limit { jobs = estimate.workers(within: limit, atMost: jobs) }
    let files = plans.reduce(0) { $0 + Self.filesPerWorker($1) }
    let room = resources.openFiles - Self.filesOfProgram
    if files > room {
      throw CommandFailure(
        .failed,
        "up to \(files) media files are open at the same time, for which the program has to have "
          + "\(files + Self.filesOfProgram) files open in all; the system allows "
          + "\(resources.openFiles); allow more with 'ulimit -n \(files + Self.filesOfProgram)', or "
          + "show fewer files at a time")
    }
    if files > 0, jobs > room / files {
      jobs = room / files
      warnings.append(
        "only \(Self.workers(jobs)), for the system lets the program open no more than "
          + "\(resources.openFiles) files ('ulimit -n')")
    }
    if let free = resources.memory, limit == nil {
      let fitting = estimate.workers(within: free, atMost: jobs)
      if fitting < jobs {
        jobs = fitting
        warnings.append(
          "only \(Self.workers(jobs)), for \(Self.available(free)) of memory are free")
      }
      if estimate.bytes(workers: jobs) > free {
        warnings.append(
          "this movie needs up to \(Self.needed(least)) of memory, and "
            + "\(Self.available(free)) are free; it may fail, or make the machine slow")
      }
    }
    self.jobs = jobs
    memory = estimate.bytes(workers: jobs)
    self.warnings = warnings
  }

  /// `2 workers, at most about 310 MiB of memory`
  package var text: String {
    "\(Self.workers(jobs)), at most about \(Self.needed(memory)) of memory"
  }

  private static func workers(_ count: Int) -> String {
    "\(count) \(count == 1 ? "worker" : "workers")"
  }

  private static func roundedUp(_ bytes: Int) -> Int {
    max(1, bytes >> 20 + (bytes & (1 << 20 - 1) == 0 ? 0 : 1))
  }

  /// What is needed is rounded up and what there is down, so that the numbers never look as if it fitted.
  package static func needed(_ bytes: Int) -> String { "\(roundedUp(bytes)) MiB" }

  package static func available(_ bytes: Int) -> String {
    bytes % (1 << 20) == 0 || bytes >= 10 << 30 ? "\(bytes >> 20) MiB" : "\(bytes >> 10) KiB"
  }

  /// Standard streams, the movie, the store, fonts, and the sound's readers.
  private static let filesOfProgram = 48

  /// Files that one worker has open at most. A file that is read at two places, as in a dissolve
  /// within it, is open twice.
  private static func filesPerWorker(_ plan: RenderPlan) -> Int {
    plan.chunks.map { chunk in
      plan.media(in: chunk.frames).count { media in
        switch plan.source(of: media)?.content.unfiltered {
        case .file?, .sequence?: true
        default: false
        }
      } * 2
    }.max() ?? 0
  }
}
