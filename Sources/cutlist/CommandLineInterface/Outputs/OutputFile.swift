import Diagnostics
import FileSystem
import MovieWriting
import OutputKinds
import Rendering

/// Where a command writes one of its results. Every output of every command is one of these: what is
/// judged of its name and of what it would replace is judged here, before work starts.
struct OutputFile {
  /// As the command line gives it; `-` is standard output.
  let path: String
  let form: OutputForm
  /// The option that names it, as people write it.
  let option: String
  /// With what was there when the command began.
  let destination: Destination

  var isStandardOutput: Bool { path == "-" }

  /// For messages.
  var name: String { isStandardOutput ? "standard output" : path }

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
    self.path = path
    destination = Destination(path) { replacesAnything || form.isOurs($0) }
    self.form = form
    self.option = option
    if isStandardOutput {
      guard form.isText || !console.showsResults else {
        throw CommandFailure(
          .usage, "standard output is a terminal, which cannot show \(form.noun)",
          helpTells: false)
      }
      return
    }
    let isFolder = FileAccess.isFolder(path) == true
    if !isFolder, let fault = form.fault(inName: path) {
      throw CommandFailure(.usage, fault, helpTells: false)
    }
    if let obstacle = WritingLocation.obstacle(to: path) {
      throw CommandFailure(.failed, "'\(path)' cannot be written: \(obstacle)")
    }
  }

  // MARK: - Writing

  /// Writes a text. In a file it is as on standard output.
  func write(_ text: String, console: Console) throws(CommandFailure) {
    guard !isStandardOutput else {
      return try console.print(text.hasSuffix("\n") ? String(text.dropLast()) : text)
    }
    let whole = text.hasSuffix("\n") ? text : text + "\n"
    try write(Array(TerminalText.visibleLines(whole).utf8), console: console)
  }

  /// Writes bytes. A file appears when it is complete.
  func write(_ bytes: [UInt8], console: Console) throws(CommandFailure) {
    guard !isStandardOutput else { return try console.write(result: bytes) }
    do throws(RenderError) {
      try StillWriter.write(bytes, to: destination)
    } catch {
      throw CommandFailure(error)
    }
  }
}

/// All outputs of a command.
struct Outputs {
  private(set) var files: [OutputFile] = []
  /// Whether files that we did not write may be replaced.
  private let replacesAnything: Bool
  private let console: Console

  init(_ arguments: Arguments, _ console: Console) {
    replacesAnything = arguments.has(.force)
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
  mutating func add(_ file: OutputFile) throws(CommandFailure) {
    for other in files where other.isSame(as: file) {
      throw CommandFailure(
        .usage, "\(other.option) and \(file.option) both write \(file.quotedName)",
        helpTells: false)
    }
    files.append(file)
  }

  /// Takes in a movie that nothing names: it is called as its project, with its container's ending, in the current
  /// folder.
  mutating func addMovie(
    of project: String, _ container: MovieContainer
  ) throws(CommandFailure) -> OutputFile {
    let file = try OutputFile(
      path: OutputFile.stem(of: project) + container.ending, as: .movie, option: "-o", console,
      replacesAnything: replacesAnything)
    try add(file)
    return file
  }

  /// Whether one goes to standard output, so that nothing else may.
  var useStandardOutput: Bool { files.contains { $0.isStandardOutput } }

  /// Prints a result to standard output, or where an output goes there says it to the person.
  func print(_ text: String) throws(CommandFailure) {
    guard useStandardOutput else { return try console.print(text) }
    console.raw(TerminalText.visibleLines(text) + "\n")
  }

  /// Refuses what would replace something that has to stay: files that the command reads, and files
  /// of people.
  func check(against protected: ProtectedFiles) throws(CommandFailure) {
    for file in files where !file.isStandardOutput {
      try protected.check(file.path)
      guard !replacesAnything, FileAccess.isFolder(file.path) != nil, !file.form.isOurs(file.path)
      else { continue }
      var message =
        "'\(file.path)' is there, and cutlist did not write it; "
        + "choose another name, or replace it with --force"
      if file.form == .movie {
        message += " (movies of versions before this one carry no mark and need it once)"
      }
      throw CommandFailure(.usage, message, helpTells: false)
    }
  }
}

extension OutputFile {
  fileprivate var quotedName: String { isStandardOutput ? name : "'\(path)'" }

  fileprivate func isSame(as other: OutputFile) -> Bool {
    if path == other.path { return true }
    guard !isStandardOutput, !other.isStandardOutput else { return false }
    return FileIdentity(path).map { $0 == FileIdentity(other.path) } ?? false
  }
}

extension OutputFile {
  /// The project's name without its ending; `movie` where that is none for a file.
  static func stem(of project: String) -> String {
    let name = project.split(separator: "/").last.map(String.init) ?? "movie"
    let stem = name.hasSuffix(".json") ? String(name.dropLast(5)) : name
    return stem.isEmpty || stem == "-" ? "movie" : stem
  }
}
