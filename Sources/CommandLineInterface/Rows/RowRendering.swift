import Diagnostics
import ProjectFormat
import Rendering
import TimelineModel
import Workspace

/// Renders a project once for each row of a table.
struct RowRendering {
  let arguments: Arguments
  let console: Console

  /// A movie and the values it is made with.
  private struct Movie {
    var row: RowTable.Row
    var number: Int
    var name: String
    var settings: [String]
  }

  /// - Returns: the status of the first row that failed, if one did; the others are rendered.
  func run() throws(CommandFailure) -> ExitStatus {
    let movies = try self.movies()
    var failed: ExitStatus?
    var failures = 0
    var (rendered, reused) = (0, 0)
    for movie in movies {
      var own = arguments
      own.replace(.data, with: [])
      own.replace(.set, with: arguments.all(.set) + movie.settings)
      own.replace(.movie, with: [movie.name])
      do throws(CommandFailure) {
        let progress = try Command.renderMovie(own, console)
        rendered += progress?.chunksRendered ?? 0
        reused += progress?.chunksReused ?? 0
      } catch {
        if error.status == .interrupted || error.status == .brokenPipe { throw error }
        failures += 1
        failed = failed ?? error.status
        let words = error.message.isEmpty ? "not rendered" : error.message
        console.say(
          "cutlist: row \(movie.number) (line \(movie.row.line), \(movie.name)): \(words)")
      }
    }
    let total = movies.count
    var words = "\(total) \(total == 1 ? "movie" : "movies")"
    if failures > 0 { words += ": \(total - failures) rendered, \(failures) failed" }
    console.tell(
      "\(words); chunks: \(rendered) rendered, \(reused) taken from those that were there")
    return failed ?? .done
  }

  private func movies() throws(CommandFailure) -> [Movie] {
    let path = arguments.value(.data) ?? ""
    if arguments.has(.plan) || arguments.has(.checkDeterminism) {
      throw CommandFailure(.usage, "--data takes a project, and no --plan or --check-determinism")
    }
    guard let project = arguments.positional.first, project != "-" else {
      throw CommandFailure(.usage, "--data needs the file of a project")
    }
    let options = try WorkspaceOptions(arguments)
    let table = try RowTable(
      try Self.read(path, as: "table", options),
      isLines: path.hasSuffix(".jsonl") || path.hasSuffix(".ndjson"))
    let file = try Self.read(project, as: "project", options)
    let parameters = ProjectCompiler.parameterNames(of: file, limits: options.limits)
    guard let template = arguments.value(.movie), template != "-" else {
      throw CommandFailure(.usage, "--data needs -o with a name for each row: 'out/{name}.mp4'")
    }
    let name = try RowName(template, columns: table.columns)
    for column in table.columns where !parameters.contains(column) {
      if name.columns.contains(column) { continue }
      let hint = Suggestion.closest(to: column, among: parameters).map { "; is it '\($0)'?" } ?? ""
      throw CommandFailure(
        .usage, "the column '\(column)' of '\(path)' is no parameter of '\(project)'\(hint)",
        helpTells: false)
    }
    for column in table.columns
    where arguments.all(.set).contains(where: { $0.hasPrefix(column + "=") }) {
      throw CommandFailure(.usage, "'\(column)' is a column of '\(path)', and given with --set")
    }
    var movies: [Movie] = []
    var lines: [String: Int] = [:]
    for (index, row) in table.rows.enumerated() {
      let movie: String
      do throws(CommandFailure) {
        movie = try name.name(of: row, number: index + 1)
      } catch {
        throw CommandFailure(
          error.status, "\(path):\(row.line): \(error.message)", helpTells: false)
      }
      if let other = lines.updateValue(row.line, forKey: movie) {
        throw CommandFailure(
          .usage, "\(path):\(row.line): the movie '\(movie)' is that of line \(other), too",
          helpTells: false)
      }
      let settings = row.values.filter { parameters.contains($0.key) }
        .sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      movies.append(Movie(row: row, number: index + 1, name: movie, settings: settings))
    }
    return movies
  }

  private static func read(
    _ path: String, as noun: String, _ options: WorkspaceOptions
  ) throws(CommandFailure) -> SourceFile {
    do throws(ProjectFileError) {
      let bytes = try ProjectFile.read(path, limit: options.limits[.fileBytes])
      return SourceFile(path: path, bytes: bytes)
    } catch {
      throw CommandFailure(error, reading: path, as: noun)
    }
  }
}
