package import ProjectFormat
package import Workspace

/// The values that a row of a table has for the parameters of a project.
package struct RowSettings {
  /// By the names of parameters.
  package let values: [String: String]
  /// Where they are written.
  package let places: SettingPlaces

  init(_ row: RowTable.Row, of table: RowTable, _ parameters: [String]) {
    values = row.values.filter { parameters.contains($0.key) }
    places = SettingPlaces(file: table.file, ranges: row.ranges)
  }
}

extension WorkspaceOptions {
  /// The same, with the values of a row in addition.
  package func adding(_ row: RowSettings) -> WorkspaceOptions {
    var options = self
    options.settings.merge(row.values) { $1 }
    options.settingPlaces = row.places
    return options
  }
}
