import FileSystem
import Rendering

/// A movie as jobs for a scheduler: runs of chunks in any order and on any machine, then a join.
///
/// The commands run in a folder that all machines see, in which the plan lies.
struct FarmJob {
  /// The file's name of the plan in the folder.
  static let planName = "plan.json"

  /// What the jobs are called.
  var name: String
  /// The program as the machines call it.
  var program: String
  /// The folder of the plan and the scripts, absolute.
  var folder: String
  /// Where chunks are kept; a folder's path is absolute, or from the job's folder.
  var store: StorePlace
  /// Bytes that may be left in the store when the movie is joined; `nil` where no room is made.
  var storeSize: Int?
  /// The movie, absolute.
  var movie: String
  /// Chunks rendered at the same time by one task.
  var jobs: Int
  /// Whether the movie may replace a file that is not ours.
  var replaces: Bool
  /// Options that say what the plan may reach, and where its files are.
  var options: [String]
  /// Options that only rendering takes.
  var renderingOptions: [String]
  var tasks: [Task]
  /// What a task is expected to need; see `FarmSteps.Need`.
  var need: FarmSteps.Need?
  /// Files and folders that options name.
  var paths: [FarmSteps.Path] = []
  /// Options that make tasks tell a host of jobs how far they are.
  var progressOptions: [String] = []

  /// A run of chunks that one task renders.
  struct Task: Hashable {
    var chunks: Range<Int>
    /// About how long it takes, in microseconds; see `CostEstimate`.
    var cost: Int

    var range: String { ChunkRange.text(chunks) }
  }

  /// Where chunks are kept: an absolute path, or a program.
  var storePath: String {
    switch store {
    case .folder(let path): path.hasPrefix("/") ? path : MediaLocator.join(folder, path)
    case .program(let program): program
    }
  }

  /// What a scheduler is given.
  var steps: FarmSteps {
    FarmSteps(
      name: name, folder: folder, cores: jobs,
      chunks: FarmSteps.Step(
        start: chunksCommand(plan: Self.planName) + ["--range"],
        tasks: tasks.map { FarmSteps.Task(word: $0.range, cost: $0.cost) }),
      join: FarmSteps.Step(start: joinCommand(plan: Self.planName, movie: movie, wait: Self.wait)),
      room: room, need: need, paths: paths + outerPaths)
  }

  /// The movie, and the store where it is not in the jobs' folder.
  private var outerPaths: [FarmSteps.Path] {
    let movie = FarmSteps.Path(path: movie, use: .movie)
    guard case .folder(let path) = store, path.hasPrefix("/") else { return [movie] }
    return [movie, FarmSteps.Path(path: path, use: .store)]
  }

  /// What was used within this time stays in a store whatever its size: other jobs may need it.
  private static let leastUnused = "24h"

  /// What clients of NFS believe for so long of a folder that they have looked at (`acdirmax`).
  private static let wait = "60s"

  /// The command that makes room in the store.
  var room: FarmSteps.Step? {
    guard let storeSize, case .folder(let store) = store else { return nil }
    return FarmSteps.Step(
      start: [program, "cache", "prune", "--cache", store, "--max-size", String(storeSize)]
        + ["--unused-for", Self.leastUnused])
  }

  /// The words of a command that renders chunks of a plan; its run goes behind them.
  func chunksCommand(plan: String) -> [String] {
    [program, "chunks", plan] + store.options + ["--jobs", String(jobs)] + progressOptions
      + renderingOptions + options
  }

  /// The words of the command that joins all of them.
  ///
  /// - Parameter wait: how long it looks for chunks that other machines have written and that are not to
  ///   be seen yet.
  func joinCommand(plan: String, movie: String, wait: String) -> [String] {
    [program, "join", plan] + store.options + ["-o", movie, "--wait", wait]
      + (replaces ? ["--force"] : []) + options
  }

  /// Runs that take about the same time.
  ///
  /// - Parameter costs: of each chunk of pictures with its sound, in microseconds.
  static func tasks(of costs: [Int], count: Int) -> [Task] {
    BalancedRuns.runs(of: costs, count: count).map { run in
      Task(chunks: run, cost: costs[run].reduce(0, +))
    }
  }
}
