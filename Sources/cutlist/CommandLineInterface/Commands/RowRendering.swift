import Diagnostics
import ParameterTables
import Rendering
import Workspace

/// Renders a project once for each row of a table.
struct RowRendering {
  let arguments: Arguments
  let console: Console

  /// - Returns: the status of the first row that failed, if one did; the others are rendered.
  func run() throws(CommandFailure) -> ExitStatus {
    if arguments.has(.plan) || arguments.has(.checkDeterminism) {
      throw CommandFailure(.usage, "--data takes a project, and no --plan or --check-determinism")
    }
    let movies = try RowMovies(arguments, project: arguments.positional.first).movies
    var failed: ExitStatus?
    var failures = 0
    var (rendered, reused) = (0, 0)
    var results: [String] = []
    for movie in movies {
      do throws(CommandFailure) {
        var rendering = try MovieRendering(movie.arguments(arguments), console)
        rendering.isOneOfSeveral = true
        let result = try rendering.run()
        rendered += result.progress?.chunksRendered ?? 0
        reused += result.progress?.chunksReused ?? 0
        results.append(result.json)
      } catch {
        if error.status == .interrupted || error.status == .brokenPipe { throw error }
        failures += 1
        failed = failed ?? error.status
        let words = error.message.isEmpty ? "not rendered" : error.message
        console.say("cutlist: \(movie.title): \(words)")
        var json = JSONWriter()
        json.object { json in
          json.member("movie", movie.name)
          json.member("row", movie.number)
          json.member("error", words)
        }
        results.append(json.text)
      }
    }
    if arguments.has(.json) {
      try console.print("[\n" + results.joined(separator: ",\n") + "\n]")
    }
    let total = movies.count
    var words = "\(total) \(total == 1 ? "movie" : "movies")"
    if failures > 0 { words += ": \(total - failures) rendered, \(failures) failed" }
    console.tell(
      "\(words); chunks: \(rendered) rendered, \(reused) taken from those that were there")
    return failed ?? .done
  }
}
