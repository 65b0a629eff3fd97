import Workspace

/// The name of a row's movie, with values in braces: `out/{name}.mp4`. `{row}` is the number of the
/// row, from 1, where no column is called so.
struct RowName {
  /// Columns whose values stand in it.
  private(set) var columns: Set<String> = []
  private enum Part { case text(String), column(String) }
  private var parts: [Part] = []

  /// - Throws: what is wrong with it.
  init(_ text: String, columns known: [String]) throws(CommandFailure) {
    var rest = text[...]
    while let brace = rest.firstIndex(of: "{") {
      guard let end = rest[brace...].firstIndex(of: "}") else {
        throw CommandFailure(.usage, "a brace in -o '\(text)' does not end")
      }
      parts.append(.text(String(rest[..<brace])))
      let name = String(rest[rest.index(after: brace)..<end])
      guard known.contains(name) || name == "row" else {
        let names = known.prefix(20).map { "{\($0)}" }.joined(separator: ", ")
        throw CommandFailure(.usage, "-o names {\(name)}, which is no column; there are \(names)")
      }
      parts.append(.column(name))
      columns.insert(name)
      rest = rest[rest.index(after: end)...]
    }
    parts.append(.text(String(rest)))
  }

  /// The name for a row.
  ///
  /// - Throws: `CommandFailure` where a value is no name of a file: no row writes elsewhere than into
  ///   the folder that was said.
  func name(of row: RowTable.Row, number: Int) throws(CommandFailure) -> String {
    var name = ""
    for part in parts {
      switch part {
      case .text(let text): name += text
      case .column("row") where row.values["row"] == nil: name += "\(number)"
      case .column(let column):
        let value = row.values[column] ?? ""
        let isSafe =
          !value.isEmpty && value.utf8.count <= 200
          && value.unicodeScalars.allSatisfy { $0 != "/" && $0.value >= 0x20 && $0.value != 0x7F }
          && !value.allSatisfy { $0 == "." }
        guard isSafe else {
          throw CommandFailure(
            .usage,
            value.isEmpty
              ? "{\(column)} is empty, and the movie's name needs it: a parameter's default does not count there; "
                + "fill it in, or name movies by {row}"
              : "{\(column)} is no part of a file's name: '\(value.prefix(60))'", helpTells: false)
        }
        name += value
      }
    }
    return name
  }
}
