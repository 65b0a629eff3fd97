import Workspace
import Diagnostics
import TimelineModel

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

  /// All commands by what one wants, in the order of the help.
  static let groups: [(wish: String, commands: [Command])] = [
    ("begin and write a project", [.new, .check, .format, .probe, .schema]),
    (
      "look at an edit",
      [.preview, .play, .frame, .sheet, .inspect, .explain, .plan, .loudness, .scope]
    ),
    ("make the movie", [.render, .watch, .mix, .cache]),
    ("render on many machines", [.farm, .chunks, .join]),
    ("test that a movie stays as it is", [.test, .compare, .frames]),
    ("keep versions", [.diff, .log, .blame, .merge, .git]),
    ("work with captions", [.captions]),
    ("keep track of media", [.lock, .relink]),
    ("serve editors and programs", [.languageServer, .mcp]),
    ("know more", [.help, .completion, .version]),
  ]

  static let all: [Command] = groups.flatMap(\.commands)

  /// The options of every command that reads a plan alone.
  static let planFlags: [Flag] = [
    .mapOfPlan, .media, .confine, .allowPath, .allowFilter, .allowProtocol, .limit, .openSeconds,
    .openMemory, .silence, .color, .help,
  ]

  /// The options of every command that reads a project.
  static let projectFlags: [Flag] = [
    .media, .confine, .allowPath, .allowFilter, .allowProtocol, .limit, .openSeconds, .openMemory,
    .set, .namedOutput, .size, .scale, .silence, .color, .help,
  ]

  /// What is said of a name that no command has.
  static func unknown(_ name: String, beside topics: [String] = []) -> CommandFailure {
    let hint =
      Suggestion.closest(to: name, among: all.map(\.name) + topics).map {
        "; did you mean '\($0)'?"
      } ?? ""
    if topics.isEmpty {
      return CommandFailure(.usage, "unknown command '\(shortened(name, to: 40))'\(hint)")
    }
    return CommandFailure(
      .usage,
      "there is no help about '\(shortened(name, to: 40))'\(hint); 'cutlist help' lists the commands, "
        + "'cutlist help keys' what projects are made of",
      helpTells: false)
  }
}
