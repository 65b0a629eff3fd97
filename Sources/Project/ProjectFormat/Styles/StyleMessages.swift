import Diagnostics
import TimelineModel

/// What there is to say about styles and defaults, sorted by name; ids are the functions' names.
enum StyleMessages: MessageTable {
  static func defaultTransition(range: SourceRange) -> Diagnostic {
    error(
      .defaultTransition,
      "nothing says which transition is the default one", range,
      fixes: [
        Fix(message: "add \"defaults\": { \"transition\": { \"transition\": \"dissolve\" } }"),
        Fix(message: "or name it here"),
      ])
  }

  static func defaultsOfOtherTrack(
    _ kind: String, track: String, range: SourceRange
  ) -> Diagnostic {
    error(
      .defaultsOfOtherTrack,
      "\"\(kind)\" is for items that \(track) does not have", range,
      fixes: [Fix(message: "move it to the project's \"defaults\", or remove it")])
  }

  /// Keys in a list of names.
  static func keysAmongStyles(range: SourceRange) -> Diagnostic {
    error(
      .wrongType, "expected the name of a style, found an object", range,
      fixes: [
        Fix(message: "give these keys a name among the project's \"styles\", and write it here")
      ])
  }

  /// A name among keys.
  static func styleAmongKeys(range: SourceRange) -> Diagnostic {
    error(
      .unknownKey, "keys of captions stand here, beside which no style is named", range,
      fixes: [
        Fix(
          message: "give the other keys a name among the project's \"styles\", and write both: "
            + "\"style\": [\"karaoke\", \"large\"]")
      ])
  }

  static func styleOfNothing(
    _ name: String, _ first: String, _ second: String, range: SourceRange
  ) -> Diagnostic {
    error(
      .styleOfNothing,
      "no item can take the style '\(shortened(name))': \"\(first)\" and \"\(second)\" exclude "
        + "each other", range, fixes: [Fix(message: "make two styles of it")])
  }

  /// - Parameter isOfTrack: whether the item's track takes it.
  static func styleKey(
    _ key: String, style: String, noun: String, isOfTrack: Bool = false, range: SourceRange,
    other: SourceRange
  ) -> Diagnostic {
    error(
      .styleKey,
      "the style '\(shortened(style))' has \"\(shortened(key))\", which \(noun) does not take",
      range,
      notes: [Note(message: "it is given here", range: other)],
      fixes: [
        Fix(
          message: isOfTrack
            ? "name the style at the track, whose \"\(shortened(key))\" it is"
            : "move it to another style")
      ])
  }

  static func styleUnused(_ name: String, range: SourceRange) -> Diagnostic {
    warning(
      .styleUnused,
      "the style '\(shortened(name))' is not used", range,
      fixes: [Fix(message: "use it or remove it")])
  }

  static func stylesTooLong(limit: Int, range: SourceRange) -> Diagnostic {
    error(
      .stylesTooLong,
      "styles and defaults add more than \(limit) bytes to the project", range)
  }

  /// - Parameter names: of the styles there are; `nil` to leave that out.
  static func unknownStyle(
    _ name: String, names: [String]?, range: SourceRange
  ) -> Diagnostic {
    guard let names else {
      return error(.unknownStyle, "there is no style '\(shortened(name))'", range)
    }
    let suggestion = Suggestion.closest(to: name, among: names)
    let note =
      names.isEmpty
      ? Note(message: "the project has no \"styles\"")
      : suggestion == nil
        ? MessageParts.known(
          names, nearest: Suggestion.nearest(to: name, among: names), noun: "the styles") : nil
    return error(
      .unknownStyle,
      "there is no style '\(shortened(name))'", range, notes: note.map { [$0] } ?? [],
      fixes: MessageParts.replacement(suggestion, range))
  }

  static func wrongStyles(_ noun: String, found: String, range: SourceRange) -> Diagnostic {
    error(.wrongType, "expected \(noun), found \(found)", range)
  }
}
