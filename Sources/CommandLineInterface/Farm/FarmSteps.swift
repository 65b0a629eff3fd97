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
  /// Whether joins begin when all tasks have ended, well or not: each of several movies says by itself
  /// what it lacks.
  var joinsAnyway = false

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
