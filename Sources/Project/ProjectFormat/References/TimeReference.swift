/// A time of the movie that an expression names.
///
/// ```
/// voice.end    [voice 2].duration    chorus    [night falls]    movie.end    end
/// ```
struct TimeReference: Hashable, Sendable {
  /// Of an item, a track, a marker or the movie.
  var name: String
  /// What follows the point; `nil` for a name alone.
  var property: String?
  /// Whether the name stands in brackets, so that it is one that the project gives.
  var isBracketed = false
  /// What it is of a grid of beats, whose name may be empty; `nil` for everything else.
  var beats: BeatGrid.Part?

  /// As it is written.
  var description: String {
    if let beats { return beats.words(of: name) }
    let name = isBracketed ? Self.bracketed(name) : name
    return property.map { "\(name).\($0)" } ?? name
  }

  /// A name as an expression takes it: in brackets where it is no word.
  static func spelled(_ name: String) -> String {
    guard let first = name.first, ExpressionLexer.beginsName(first),
      name.allSatisfy(ExpressionLexer.isInName)
    else { return bracketed(name) }
    return name
  }

  private static func bracketed(_ name: String) -> String {
    "[\(name.split(separator: "]", omittingEmptySubsequences: false).joined(separator: "]]"))]"
  }
}
