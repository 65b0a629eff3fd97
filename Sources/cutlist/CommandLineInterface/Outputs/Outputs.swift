import Diagnostics
import OutputFiles
import OutputKinds
import Workspace

/// All outputs of a command, one of which may be standard output.
struct Outputs {
  private var all: OutputSet
  private let console: Console

  var files: [OutputFile] { all.files }

  init(_ arguments: Arguments, _ console: Console) {
    all = OutputSet(replacesAnything: arguments.has(.force))
    self.console = console
  }

  /// Takes in what an option names.
  mutating func add(
    _ flag: Flag, _ arguments: Arguments, as form: OutputForm
  ) throws(CommandFailure) -> OutputFile? {
    guard let file = try OutputFile(flag, arguments, as: form, console) else { return nil }
    try add(file)
    return file
  }

  /// Takes in an output; two may not be the same.
  mutating func add(_ file: OutputFile) throws(CommandFailure) { try all.add(file) }

  /// Takes in a movie that nothing names.
  mutating func addMovie(
    of project: String, _ container: MovieContainer
  ) throws(CommandFailure) -> OutputFile { try all.addMovie(of: project, container) }

  /// Whether one goes to standard output, so that nothing else may.
  var useStandardOutput: Bool { all.useStandardOutput }

  /// Prints a result to standard output, or where an output goes there says it to the person.
  func print(_ text: String) throws(CommandFailure) {
    guard useStandardOutput else { return try console.print(text) }
    console.raw(TerminalText.visibleLines(text) + "\n")
  }

  /// Refuses what would replace something that has to stay.
  func check(against protected: ProtectedFiles) throws(CommandFailure) {
    try all.check(against: protected)
  }
}

extension OutputFile {
  /// An output that the command line names; `nil` where it does not.
  ///
  /// - Throws: `CommandFailure` where nothing can be written under that name.
  init?(
    _ flag: Flag, _ arguments: Arguments, as form: OutputForm, _ console: Console
  ) throws(CommandFailure) {
    guard let path = arguments.value(flag) else { return nil }
    try self.init(
      path: path, as: form, option: flag.short.map { "-\($0)" } ?? "--\(flag.name)", console,
      replacesAnything: arguments.has(.force))
  }

  /// - Parameter replacesAnything: whether any file may be replaced that appears under the name.
  /// - Throws: `CommandFailure` where nothing can be written under that name.
  init(
    path: String, as form: OutputForm, option: String, _ console: Console,
    replacesAnything: Bool = false
  ) throws(CommandFailure) {
    try self.init(
      path: path, as: form, option: option, isTerminal: console.showsResults,
      replacesAnything: replacesAnything)
  }

  /// Writes a text. In a file it is as on standard output.
  func write(_ text: String, console: Console) throws(CommandFailure) {
    guard !isStandardOutput else {
      return try console.print(text.hasSuffix("\n") ? String(text.dropLast()) : text)
    }
    let whole = text.hasSuffix("\n") ? text : text + "\n"
    try write(Array(TerminalText.visibleLines(whole).utf8))
  }

  /// Writes bytes.
  func write(_ bytes: [UInt8], console: Console) throws(CommandFailure) {
    if isStandardOutput { try console.write(result: bytes) } else { try write(bytes) }
  }
}
