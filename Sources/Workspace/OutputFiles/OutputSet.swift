import FileSystem
package import OutputKinds
package import Workspace

/// All outputs of a command, or of what is done for one.
package struct OutputSet {
  package private(set) var files: [OutputFile] = []
  /// Whether files that we did not write may be replaced.
  private let replacesAnything: Bool

  package init(replacesAnything: Bool) { self.replacesAnything = replacesAnything }

  /// Takes in an output; two may not be the same.
  package mutating func add(_ file: OutputFile) throws(CommandFailure) {
    for other in files where other.isSame(as: file) {
      throw CommandFailure(
        .usage, "\(other.option) and \(file.option) both write \(file.quotedName)",
        helpTells: false)
    }
    files.append(file)
  }

  /// Takes in a movie that nothing names: it is called as its project, with its container's ending, in the current
  /// folder.
  package mutating func addMovie(
    of project: String, _ container: MovieContainer
  ) throws(CommandFailure) -> OutputFile {
    let file = try OutputFile(
      path: OutputFile.stem(of: project) + container.ending, as: .movie, option: "-o",
      replacesAnything: replacesAnything)
    try add(file)
    return file
  }

  /// Whether one goes to standard output, so that nothing else may.
  package var useStandardOutput: Bool { files.contains { $0.isStandardOutput } }

  /// Refuses what would replace something that has to stay: files that the command reads, and files
  /// of people.
  package func check(against protected: ProtectedFiles) throws(CommandFailure) {
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
