import Workspace
import Diagnostics

/// One command: its place in the table makes the parser and the help.
struct Command: Sendable {
  var name: String
  /// What stands after the name, for example `PROJECT`.
  var usage: String
  var summary: String
  /// A few sentences for `cutlist help NAME`.
  var discussion: String
  var flags: [Flag]
  /// How many words may follow.
  var positional: ClosedRange<Int>
  var run: @Sendable (Arguments, Console) throws(CommandFailure) -> ExitStatus

  static let all: [Command] = [
    .check, .format, .probe, .plan, .explain, .render, .chunks, .join, .farm, .frame, .frames,
    .test, .compare, .diff, .log, .blame, .merge, .git, .inspect, .sheet, .mix, .loudness, .lock,
    .relink, .cache, .schema, .help,
    .version,
  ]

  /// The options of every command that reads a plan alone.
  static let planFlags: [Flag] = [
    .mapOfPlan, .media, .confine, .allowPath, .allowFilter, .allowProtocol, .limit, .openSeconds,
    .openMemory, .silence, .color, .help,
  ]

  /// The options of every command that reads a project.
  static let projectFlags: [Flag] = [
    .media, .confine, .allowPath, .allowFilter, .allowProtocol, .limit, .openSeconds, .openMemory,
    .set, .size, .scale, .silence, .color, .help,
  ]

  /// What is said of a name that no command has.
  static func unknown(_ name: String, beside topics: [String] = []) -> CommandFailure {
    let hint =
      Suggestion.closest(to: name, among: all.map(\.name) + topics).map {
        "; did you mean '\($0)'?"
      } ?? ""
    return CommandFailure(.usage, "unknown command '\(name)'\(hint)")
  }
}
