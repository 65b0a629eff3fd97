import ParameterTables
import Workspace

extension RowMovies {
  /// The movies that `--data` and `-o` name.
  init(_ arguments: Arguments, project: String?) throws(CommandFailure) {
    let project = try Self.file(project)
    try self.init(
      arguments.value(.data) ?? "", project: project, named: arguments.value(.movie),
      try WorkspaceOptions(arguments))
  }

  /// The command line with the values of the row of a table that `--row` names, if it names one.
  ///
  /// - Parameter project: the file of a project.
  static func chosen(
    _ arguments: Arguments, project: String?
  ) throws(CommandFailure) -> Arguments {
    guard let path = arguments.value(.data) else {
      if arguments.has(.row) { throw CommandFailure(.usage, "--row goes with --data") }
      return arguments
    }
    let project = try file(project)
    guard let number = try arguments.integer(.row, minimum: 1) else {
      throw CommandFailure(.usage, "--data needs --row with the number of a row, from 1")
    }
    let row = try settings(
      ofRow: number, of: path, project: project, named: arguments.value(.movie),
      try WorkspaceOptions(arguments))
    var own = arguments.taking(row)
    own.replace(.row, with: [])
    return own
  }

  /// Every row of the table that `--data` names.
  static func rows(
    _ arguments: Arguments, project: String?
  ) throws(CommandFailure) -> [(number: Int, line: Int, settings: RowSettings)] {
    try everyRow(
      of: arguments.value(.data) ?? "", project: try file(project), named: arguments.value(.movie),
      try WorkspaceOptions(arguments))
  }

  private static func file(_ project: String?) throws(CommandFailure) -> String {
    guard let project, project != "-" else {
      throw CommandFailure(.usage, "--data needs the file of a project")
    }
    return project
  }
}

extension RowMovies.Movie {
  /// The command line for this movie alone.
  func arguments(_ arguments: Arguments) -> Arguments {
    var own = arguments.taking(settings)
    own.replace(.movie, with: [name])
    return own
  }
}

extension Arguments {
  /// The same without a table, with the values of one of its rows.
  func taking(_ row: RowSettings) -> Arguments {
    var own = self
    own.replace(.data, with: [])
    own.replace(
      .set, with: all(.set) + row.values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
    own.settingPlaces = row.places
    return own
  }
}
