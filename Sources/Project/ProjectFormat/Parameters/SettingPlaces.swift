package import Diagnostics

/// Where the values of parameters are written that are given from outside: in the row of a table.
package struct SettingPlaces: Hashable, Sendable {
  /// The table, in UTF-8.
  package var file: SourceFile
  /// The places of values in it, by the names of parameters.
  package var ranges: [String: SourceRange]

  /// Places in a table.
  package init(file: SourceFile, ranges: [String: SourceRange]) {
    (self.file, self.ranges) = (file, ranges)
  }
}

extension ProjectDocument {
  /// Notes where values of parameters were given, so that findings about them point there.
  ///
  /// - Parameters:
  ///   - file: of the project; takes in the table.
  ///   - findings: of the same reading of the project.
  /// - Returns: the findings, those about given values at their places.
  package mutating func note(
    _ places: SettingPlaces, in file: inout SourceFile, _ findings: [Diagnostic]
  ) -> [Diagnostic] {
    let start = file.include(places.file)
    var notes: [Note: Note] = [:]
    var moved: [SourceRange: (name: String, place: SourceRange)] = [:]
    for (name, range) in places.ranges {
      guard let parameter = uses.parameters[name] else { continue }
      let place = range.shifted(by: start)
      moved[parameter] = (name, place)
      if let old = uses.origins[name] {
        uses.origins[name]?.range = place
        notes[old] = uses.origins[name]
      }
    }
    return findings.map { finding in
      var other = finding
      other.notes = finding.notes.map { notes[$0] ?? $0 }
      guard finding.id == .parameterValue, let (name, place) = moved[finding.range] else {
        return other
      }
      other.range = place
      other.notes.append(Note(message: "the parameter '\(name)'", range: finding.range))
      return other
    }
  }
}
