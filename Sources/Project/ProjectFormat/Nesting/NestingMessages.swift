import Diagnostics
import TimelineModel

/// What there is to say about projects and groups that are shown, sorted by name; ids are the
/// functions' names.
enum NestingMessages: MessageTable {
  /// - Parameter steps: the names, the first one again at the end, and where each is shown.
  static func circularProjects(_ steps: [Located<String>], range: SourceRange) -> Diagnostic {
    let (message, notes) = MessageParts.ring(steps, ("shows", "is shown"))
    return error(
      .circularProjects,
      message, range, notes: notes, fixes: [Fix(message: "remove one of these clips")])
  }

  static func givenTime(_ parameter: String, time: String, range: SourceRange) -> Diagnostic {
    error(
      .givenTime,
      "'\(parameter)' is given '\(time)', which is known only when all items have their places",
      range,
      fixes: [
        Fix(
          message:
            "give a fixed time, or one made of parameters and beats, such as "
            + "{count} * 2s or {beats(4)}")
      ])
  }

  static func givenWithoutParameters(_ name: String, range: SourceRange) -> Diagnostic {
    error(
      .givenWithoutParameters,
      "'\(name)' takes no values: it is neither a group nor a project", range,
      fixes: [Fix(message: "remove \"with\"")])
  }

  static func nameTaken(_ name: String, range: SourceRange, other: SourceRange) -> Diagnostic {
    error(
      .nameTaken,
      "there is a media '\(name)' already", range,
      notes: [Note(message: "named here", range: other)],
      fixes: [Fix(message: "give the group another name")])
  }

  static func nestedBytes(limit: Int, range: SourceRange) -> Diagnostic {
    error(
      .nestedBytes,
      "the projects that are shown have more than \(limit) bytes together", range,
      fixes: [Fix(message: "'cutlist help limits' says how to allow more (file-bytes)")])
  }

  static func nestedTooDeep(limit: Int, range: SourceRange) -> Diagnostic {
    error(.nestedTooDeep, "projects and groups lie more than \(limit) deep in each other", range)
  }

  static func nestedProject(
    _ reason: String, range: SourceRange, notes: [Note], fixes: [Fix]
  ) -> Diagnostic {
    error(.nestedProject, reason, range, notes: notes, fixes: fixes)
  }

  static func unusedGroup(_ name: String, range: SourceRange) -> Diagnostic {
    warning(.unusedGroup, "no clip shows the group '\(name)'", range)
  }
}
