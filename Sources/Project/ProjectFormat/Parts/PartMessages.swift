import Diagnostics
import TimelineModel

/// What there is to say about parts in files of their own, sorted by name; ids are the functions'
/// names.
enum PartMessages: MessageTable {
  /// - Parameter steps: the paths, the first one again at the end, and where each is included.
  static func circularParts(_ steps: [Located<String>], range: SourceRange) -> Diagnostic {
    let (message, notes) = MessageParts.ring(steps, ("includes", "is included"))
    return error(
      .circularParts,
      message, range, notes: notes, fixes: [Fix(message: "remove one of these inclusions")])
  }

  static func partAmbiguous(
    _ path: String, kind: String, count: Int, names: [String], range: SourceRange
  ) -> Diagnostic {
    error(
      .partAmbiguous,
      "'\(path)' has \(count) \(kind) tracks", range,
      fixes: [
        Fix(
          message: names.isEmpty
            ? "give its tracks an \"id\", and say which: \"track\": \"voice\""
            : "say which: \"track\": \(JSONText.quoted(names[0]))")
      ])
  }

  static func partBytes(limit: Int, range: SourceRange) -> Diagnostic {
    error(
      .partBytes,
      "the project has more than \(limit) bytes with its parts", range,
      fixes: [Fix(message: "'cutlist help limits' says how to allow more (file-bytes)")])
  }

  static func partGiven(_ path: String, range: SourceRange) -> Diagnostic {
    error(
      .partGiven,
      "'\(shortened(path))' is a part, not a whole project", range,
      fixes: [Fix(message: "name the project that includes it")])
  }

  static func partKeyOfTrack(_ key: String, range: SourceRange, use: SourceRange) -> Diagnostic {
    error(
      .partKeyOfTrack,
      "\"\(key)\" says something of a whole track, and only the items of this one are included",
      range,
      notes: [Note(message: "included here", range: use)],
      fixes: [
        Fix(
          message:
            "write \"\(key)\" at the track that the items stand on, or include the whole track")
      ])
  }

  static func partNameTaken(
    _ name: String, in key: String, range: SourceRange, other: SourceRange
  ) -> Diagnostic {
    error(
      .partNameTaken,
      "\"\(key)\" has a '\(name)' already", range,
      notes: [Note(message: "named here", range: other)],
      fixes: [Fix(message: "give one of them another name")])
  }

  static func partNotFound(_ reason: String, range: SourceRange, fixes: [Fix]) -> Diagnostic {
    error(.partNotFound, reason, range, fixes: fixes)
  }

  static func partNotRead(_ path: String, isProject: Bool, range: SourceRange) -> Diagnostic {
    error(
      .partNotRead,
      isProject
        ? "'\(path)' is a whole project, not a part" : "'\(path)' is not a part of a project",
      range,
      fixes: [
        Fix(
          message: isProject
            ? "show it as media: \"media\": { \"intro\": { \"project\": \(JSONText.quoted(path)) } }"
            : "a part begins with { \"cutlistPart\": 1")
      ])
  }

  static func partOfParts(limit: Int, range: SourceRange) -> Diagnostic {
    error(.partOfParts, "parts include each other more than \(limit) deep", range)
  }

  static func partTrackTaken(
    _ path: String, range: SourceRange, other: SourceRange
  ) -> Diagnostic {
    error(
      .partTrackTaken,
      "this track of '\(path)' is included already", range,
      notes: [Note(message: "included here", range: other)],
      fixes: [Fix(message: "make it a group, which clips can show several times")])
  }

  /// - Parameter track: its id, where the part has others.
  static func partTrackUnused(
    _ path: String, track: String?, range: SourceRange
  ) -> Diagnostic {
    let name = track.map { ", \"track\": \(JSONText.quoted($0))" } ?? ""
    return warning(
      .partTrackUnused,
      "nothing includes this track of '\(path)'", range,
      fixes: [
        Fix(message: "write { \"include\": \(JSONText.quoted(path))\(name) } among the tracks")
      ])
  }

  static func partWithoutTrack(
    _ path: String, track: String?, kind: String?, names: [String], range: SourceRange
  ) -> Diagnostic {
    let what = kind.map { "\($0) track" } ?? "track"
    return error(
      .partWithoutTrack,
      "'\(path)' has no \(what)\(track.map { " '\(shortened($0))'" } ?? "")", range,
      fixes: names.isEmpty ? [] : [Fix(message: "it has \(MessageParts.list(names))")])
  }
}
