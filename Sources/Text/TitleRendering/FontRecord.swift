/// What fontconfig knows of an installed face, as a value.
struct FontRecord: Hashable {
  var path: String
  /// Which face of the file.
  var index: Int
  /// All names of the family, in every language, as written in the font.
  var families: [String]
  /// Family and style in one name: `DejaVu Sans Bold`.
  var fullNames: [String]
  /// OpenType weights, 1…1000; a range for variable fonts.
  var weight: ClosedRange<Int>
  var isItalic: Bool
  /// Percent of the normal width.
  var width: Int

  /// The order of records of equal merit: the same on every run.
  static func precedes(_ a: FontRecord, _ b: FontRecord) -> Bool {
    a.path == b.path ? a.index < b.index : a.path < b.path
  }
}

/// How a face is asked for once the family is known.
struct FontStyle: Hashable {
  var weight = 400
  var italic = false
  var width = 100
}
