import Diagnostics
import FileSystem
import ProjectFormat
import TimelineModel
package import Workspace

/// The movies of a project and a table: one for each row, with a name of its own.
package struct RowMovies {
  /// A movie and the values it is made with.
  package struct Movie {
    var row: RowTable.Row
    /// From 1.
    package var number: Int
    /// The file to write.
    package var name: String
    /// Values of the project's parameters.
    package var settings: RowSettings

    /// For messages.
    package var title: String { "row \(number) (line \(row.line), \(name))" }
  }

  /// In the order of the table; not empty.
  package private(set) var movies: [Movie] = []

  /// - Parameters:
  ///   - path: the table's file.
  ///   - project: the file of a project.
  ///   - template: names of movies, `out/{name}.mp4`.
  /// - Throws: what is wrong with the table, or with the names of the movies.
  package init(
    _ path: String, project: String, named template: String?, _ options: WorkspaceOptions
  ) throws(CommandFailure) {
    let table = try Self.table(path, options)
    let parameters = try Self.parameters(of: project, options)
    guard let template, template != "-" else {
      throw CommandFailure(.usage, "--data needs -o with a name for each row: 'out/{name}.mp4'")
    }
    try Self.requireTable(table, path, parameters: parameters, project, template)
    let name = try RowName(template, columns: table.columns)
    // Said once, and not for each row.
    let fixed = template.prefix { $0 != "{" }
    if let end = fixed.lastIndex(of: "/"), case let folder = String(fixed[...end]),
      FileAccess.isFolder(folder) != true
    {
      throw CommandFailure(
        .failed, "the folder '\(folder)' of the movies is not there; make it first",
        helpTells: false)
    }
    for column in table.columns where !parameters.contains(column) {
      if name.columns.contains(column) { continue }
      throw Self.unknownColumn(column, of: path, project, parameters)
    }
    try Self.checkColumns(table, of: path, options)
    var lines: [String: Int] = [:]
    for (index, row) in table.rows.enumerated() {
      let movie: String
      do throws(CommandFailure) {
        movie = try name.name(of: row, number: index + 1)
      } catch {
        throw CommandFailure(
          error.status, "\(path):\(row.line): \(error.message)", helpTells: false)
      }
      if movie == "-" {
        throw CommandFailure(
          .usage,
          "\(path):\(row.line): the movie's name is '-', which is no file's; write './{…}' in "
            + "-o",
          helpTells: false)
      }
      if let other = lines.updateValue(row.line, forKey: movie) {
        throw CommandFailure(
          .usage, "\(path):\(row.line): the movie '\(movie)' is that of line \(other), too",
          helpTells: false)
      }
      movies.append(
        Movie(
          row: row, number: index + 1, name: movie,
          settings: RowSettings(row, of: table, parameters)))
    }
  }

  /// The values of one row.
  ///
  /// - Parameters:
  ///   - number: from 1.
  ///   - template: names of movies, for which a table may be, too.
  package static func settings(
    ofRow number: Int, of path: String, project: String, named template: String?,
    _ options: WorkspaceOptions
  ) throws(CommandFailure) -> RowSettings {
    let (table, parameters) = try settings(of: path, project: project, named: template, options)
    guard table.rows.indices.contains(number - 1) else {
      let count = table.rows.count
      throw CommandFailure(
        .usage,
        "'\(path)' has no row \(number): it has \(count) \(count == 1 ? "row" : "rows")",
        helpTells: false)
    }
    return RowSettings(table.rows[number - 1], of: table, parameters)
  }

  /// The values of every row, with its number from 1 and the line that it begins on.
  package static func everyRow(
    of path: String, project: String, named template: String?, _ options: WorkspaceOptions
  ) throws(CommandFailure) -> [(number: Int, line: Int, settings: RowSettings)] {
    let (table, parameters) = try settings(of: path, project: project, named: template, options)
    return table.rows.enumerated().map { index, row in
      (index + 1, row.line, RowSettings(row, of: table, parameters))
    }
  }

  /// A table with the parameters that its columns may be.
  private static func settings(
    of path: String, project: String, named template: String?, _ options: WorkspaceOptions
  ) throws(CommandFailure) -> (RowTable, [String]) {
    let table = try table(path, options)
    let parameters = try parameters(of: project, options)
    try requireTable(
      table, path, parameters: parameters, project, template ?? "")
    // Other columns may be for the names of movies; a table without any is one of something else.
    if !table.columns.contains(where: parameters.contains), let column = table.columns.first {
      throw unknownColumn(column, of: path, project, parameters)
    }
    try checkColumns(table, of: path, options)
    return (table, parameters)
  }

  private static func table(
    _ path: String, _ options: WorkspaceOptions
  ) throws(CommandFailure) -> RowTable {
    try RowTable(
      try read(path, as: "table", options),
      isLines: path.hasSuffix(".jsonl") || path.hasSuffix(".ndjson"))
  }

  private static func parameters(
    of project: String, _ options: WorkspaceOptions
  ) throws(CommandFailure) -> [String] {
    let file = try read(project, as: "project", options)
    return ProjectCompiler.parameterNames(of: file, limits: options.limits)
  }

  private static func unknownColumn(
    _ column: String, of path: String, _ project: String, _ parameters: [String]
  ) -> CommandFailure {
    let hint = Suggestion.closest(to: column, among: parameters).map { "; is it '\($0)'?" } ?? ""
    return CommandFailure(
      .usage, "the column '\(column)' of '\(path)' is no parameter of '\(project)'\(hint)",
      helpTells: false)
  }

  private static func checkColumns(
    _ table: RowTable, of path: String, _ options: WorkspaceOptions
  ) throws(CommandFailure) {
    for column in table.columns where options.settings[column] != nil {
      throw CommandFailure(.usage, "'\(column)' is a column of '\(path)', and given with --set")
    }
  }

  /// Refuses a file whose columns have nothing to do with the project, before anything of it is named in
  /// a message: it may be any file.
  private static func requireTable(
    _ table: RowTable, _ path: String, parameters: [String], _ project: String, _ template: String
  ) throws(CommandFailure) {
    let isTable = table.columns.contains { column in
      parameters.contains(column) || template.contains("{\(column)}")
        || Suggestion.closest(to: column, among: parameters) != nil
    }
    if isTable { return }
    let count = table.columns.count
    let names = parameters.prefix(20).map { "'\($0)'" }.joined(separator: ", ")
    let columns =
      count == 1 ? "the column of '\(path)' is not" : "none of the \(count) columns of '\(path)' is"
    throw CommandFailure(
      .usage,
      "\(columns) a parameter of '\(project)'"
        + (names.isEmpty
          ? ", which has none" : "; its parameters are \(names)"),
      helpTells: false)
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
