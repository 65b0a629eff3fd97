import Diagnostics
import FileSystem
import ProjectFormat
import TimelineModel
import Workspace

extension Command {
  static let format = Command(
    name: "format", usage: "FILE…", summary: "lay out project files in the canonical form",
    discussion:
      "Keys stand in the schema's order, and an item stands on one line if it fits into 100\n"
      + "columns. Times, numbers and texts keep their values, and so do keys that the format does not\n"
      + "know. A file that is laid out so already is not touched. A file with syntax errors is left\n"
      + "as it is. '-' takes the project from standard input and writes to standard output.\n"
      + "\n"
      + "--check changes nothing, lists the files that are laid out otherwise, and ends with 1 if\n"
      + "there is one. --diff changes nothing and prints what would change.\n"
      + "\n"
      + "--upgrade also rewrites what is said in a way of earlier versions.",
    flags: [.formCheck, .formDiff, .upgrade, .limit, .color, .quiet, .help], positional: 1...Int.max
  ) { (arguments, console) throws(CommandFailure) in
    guard arguments.positional.count(where: { $0 == "-" }) < 2 else {
      throw CommandFailure(.usage, "standard input can be named once only")
    }
    let formatter = ProjectFormatter(
      loader: try ReportingLoader(arguments, console), console: console,
      checks: arguments.has(.formCheck), showsChanges: arguments.has(.formDiff),
      upgrades: arguments.has(.upgrade))
    var worst = ExitStatus.done
    for path in arguments.positional {
      var status: ExitStatus
      do throws(CommandFailure) {
        status = try formatter.format(path)
      } catch {
        // Whoever reads has gone; what is left to do is left.
        if error.status == .brokenPipe { throw error }
        if !error.message.isEmpty { console.say("cutlist: \(error.message)") }
        status = error.status
      }
      if status.rawValue > worst.rawValue { worst = status }
    }
    return worst
  }
}

/// Brings projects into the canonical form, or says which are not in it.
private struct ProjectFormatter {
  var loader: ReportingLoader
  var console: Console
  /// Whether files that are laid out otherwise are listed instead of changed.
  var checks: Bool
  /// Whether changes are printed instead of made.
  var showsChanges: Bool
  /// Whether old ways to say something are replaced.
  var upgrades: Bool

  func format(_ path: String) throws(CommandFailure) -> ExitStatus {
    let file = try loader.read(path)
    let limits = loader.projects.options.limits
    let edits = upgrades ? ProjectCompiler.upgrades(of: file, limits: limits) : []
    let upgraded = file.applying(edits).map { SourceFile(path: path, bytes: $0) } ?? file
    let (bytes, findings) = CanonicalForm.bytes(
      of: upgraded, limits: loader.projects.options.limits.json)
    try loader.report(findings, in: file)
    guard let bytes else { return .projectWrong }
    let isTrial = checks || showsChanges
    if path == "-", !isTrial {
      try console.write(result: bytes)
      return .done
    }
    guard bytes != file.bytes else { return .done }
    if showsChanges {
      try console.write(difference: file, to: bytes)
    } else if checks {
      try console.print(path)
    } else {
      // A link stays, and what it leads to is written.
      let target = MediaLocator.resolve(path) ?? path
      do throws(RewritingError) {
        try ProjectFile.replace(target, file.bytes, with: bytes)
      } catch {
        throw CommandFailure(error, writing: path)
      }
      console.tell("\(path): formatted")
    }
    return checks ? .projectWrong : .done
  }
}

extension Console {
  /// Prints what changes in a file as a diff.
  func write(difference old: SourceFile, to new: [UInt8]) throws(CommandFailure) {
    let text = UnifiedDiff.text(path: old.path, from: old.bytes, to: new)
    // For patch(1) byte for byte; on a terminal nothing of the file may act.
    if showsResults {
      try print(String(text.dropLast()))
    } else {
      try write(result: Array(text.utf8))
    }
  }
}
