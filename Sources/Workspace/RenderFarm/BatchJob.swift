import Workspace
import OutputFiles

/// Many movies as jobs for a scheduler: scripts with a command for each movie.
///
/// ```
/// FOLDER/plans/00001.json    the plan of the first movie
/// FOLDER/chunks/0.sh         what the first task renders, of one or more movies
/// FOLDER/joins/0.sh          which movies the first task of the second job joins
/// ```
struct BatchJob {
  /// What all movies have in common; of its options those of a movie are others.
  var common: FarmJob
  var movies: [Movie]
  var tasks: [[BatchSplit.Item]]
  /// Tasks that join at most.
  var mostTasks: Int
  /// Whether tasks tell a host of Open Job Description how far they are.
  var tellsProgress = false

  struct Movie {
    /// From the folder.
    var plan: String
    /// Absolute.
    var path: String
    /// As of `FarmOptions`.
    var options: FarmOptions
    /// For messages: `row 3 (line 4, out/3.mp4)`.
    var title: String
  }

  /// What a scheduler is given.
  var steps: FarmSteps {
    FarmSteps(
      name: common.name, folder: common.folder, cores: common.jobs,
      chunks: FarmSteps.Step(
        start: ["/bin/sh"],
        tasks: tasks.enumerated().map {
          FarmSteps.Task(word: Self.chunkScript($0.offset), cost: $0.element.cost)
        }),
      join: FarmSteps.Step(
        start: ["/bin/sh"],
        tasks: joins.indices.map { FarmSteps.Task(word: Self.joinScript($0)) }),
      room: common.room, need: common.need)
  }

  /// Scripts by their names in the folder.
  var scripts: [(name: String, text: String)] {
    let chunks = tasks.enumerated().map { number, items in
      (Self.chunkScript(number), script("renders chunks", chunkLines(items)))
    }
    let joins = joins.enumerated().map { number, range in
      (
        Self.joinScript(number),
        script("joins movies", movies[range].map { line($0, joinCommand($0)) })
      )
    }
    return chunks + joins
  }

  /// Less than one movie waits: where tasks have failed many do, one after the other.
  private static let wait = "5s"

  static func chunkScript(_ number: Int) -> String { "chunks/\(number).sh" }
  static func joinScript(_ number: Int) -> String { "joins/\(number).sh" }

  /// Movies that are joined by one task.
  private var joins: [Range<Int>] {
    let count = min(movies.count, mostTasks)
    return (0..<count).map { movies.count * $0 / count..<movies.count * ($0 + 1) / count }
  }

  private func chunkLines(_ items: [BatchSplit.Item]) -> [String] {
    var done = 0
    return items.movies.map { work in
      done += items.filter { $0.movie == work.movie }.cost
      let share = items.cost > 0 ? min(100, 100 * done / items.cost) : 100
      return line(movies[work.movie], chunksCommand(work))
        + (tellsProgress ? "; echo 'openjd_progress: \(share)'" : "")
    }
  }

  /// A command and whose it is; one that fails says so.
  private func line(_ movie: Movie, _ command: [String]) -> String {
    let title = ShellText.quoted(movie.title)
    return "echo \(title) >&2; " + ShellText.command(command) + " || fail \(title)"
  }

  private func chunksCommand(
    _ work: (movie: Int, pictures: [Range<Int>], sounds: [Range<Int>])
  ) -> [String] {
    let movie = movies[work.movie]
    return own(movie).chunksCommand(plan: movie.plan)
      + ["--range", ChunkRange.text(work.pictures), "--sound", ChunkRange.text(work.sounds)]
  }

  private func joinCommand(_ movie: Movie) -> [String] {
    own(movie).joinCommand(plan: movie.plan, movie: movie.path, wait: Self.wait)
  }

  private func own(_ movie: Movie) -> FarmJob {
    var job = common
    job.options = movie.options.both
    job.renderingOptions = movie.options.rendering
    return job
  }

  /// A movie that fails stops no other; the script ends with the status of the last that did.
  private func script(_ purpose: String, _ lines: [String]) -> String {
    "\(OutputForm.scriptMark): \(purpose), a movie a line.\nfailed=0\n"
      + "fail() { failed=$?; printf '%s: ended with %s\\n' \"$1\" $failed >&2; }\n"
      + lines.map { $0 + "\n" }.joined() + "exit $failed\n"
  }
}
