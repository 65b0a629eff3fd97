/// What a scheduler is given: commands that render chunks in any order and on any machine, then those that
/// join them, then perhaps one that makes room in the store. They run in a folder that all machines see.
struct FarmSteps {
  /// What the jobs are called.
  var name: String
  /// Absolute.
  var folder: String
  /// Cores that a task of chunks is given.
  var cores: Int
  var chunks: Step
  var join: Step
  /// Makes room in the store when all joins have ended, well or not.
  var room: Step?
  /// What a task of chunks is expected to need at most.
  var need: Need?
  /// Files and folders outside of the jobs' folder that their words name.
  var paths: [Path] = []

  /// All of them, in their order.
  var steps: [Step] { [chunks, join] + (room.map { [$0] } ?? []) }

  /// A command, or several that differ in one word.
  struct Step {
    /// The words before the one that differs.
    var start: [String]
    /// A task for each; empty for one task without such a word.
    var tasks: [Task] = []
    /// The words after it.
    var end: [String] = []

    /// All words of all tasks.
    var words: [String] { start + tasks.map(\.word) + end }
  }

  /// What a scheduler sets apart for a task.
  struct Need: Hashable {
    var bytes: Int
    var seconds: Int

    var mebibytes: Int { bytes >> 20 + (bytes & (1 << 20 - 1) == 0 ? 0 : 1) }
    var minutes: Int { (seconds + 59) / 60 }

    /// - Parameters:
    ///   - bytes: as estimated; there is an eighth more for what the estimate does not know.
    ///   - cost: of the longest task, in microseconds, as estimated. Other machines may be slower, so it is four
    ///     times that, and ten minutes.
    init(estimatedBytes bytes: Int, cost: Int) {
      self.bytes = bytes + bytes / 8
      seconds = cost / 1_000_000 * 4 + 600
    }
  }

  /// A word that names a file or a folder of which a host of jobs has to know.
  struct Path: Hashable {
    enum Use { case file, folder, movie, store }

    /// What stands before the path in the word: `clip.mp4=` of a map's entry.
    var before = ""
    /// Absolute.
    var path: String
    var use: Use

    var word: String { before + path }
  }

  struct Task: Hashable {
    var word: String
    /// About how long it takes, in microseconds; `nil` where that is not estimated.
    var cost: Int?
  }
}

extension Int {
  /// Microseconds as seconds, to the millisecond below.
  var secondsOfMicroseconds: Double { Double(self / 1000) / 1000 }
}
