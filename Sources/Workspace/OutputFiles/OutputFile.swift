package import FileSystem
import MovieWriting
import OutputKinds
import Rendering
package import Workspace

/// Where a command writes one of its results. Every output of every command is one of these: what is
/// judged of its name and of what it would replace is judged here, before work starts.
package struct OutputFile {
  /// `-` is standard output, to which whoever knows it writes.
  package let path: String
  package let form: OutputForm
  /// The option that names it, as people write it.
  package let option: String
  /// With what was there when the command began.
  package let destination: Destination

  package var isStandardOutput: Bool { path == "-" }

  /// For messages.
  package var name: String { isStandardOutput ? "standard output" : path }

  /// - Parameters:
  ///   - isTerminal: whether standard output is a terminal.
  ///   - replacesAnything: whether any file may be replaced that appears under the name.
  /// - Throws: `CommandFailure` where nothing can be written under that name.
  package init(
    path: String, as form: OutputForm, option: String, isTerminal: Bool = false,
    replacesAnything: Bool = false
  ) throws(CommandFailure) {
    self.path = path
    destination = Destination(path) { replacesAnything || form.isOurs($0) }
    self.form = form
    self.option = option
    if isStandardOutput {
      guard form.isText || !isTerminal else {
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

  /// Writes it to its file, which appears when it is complete.
  package func write(_ bytes: [UInt8]) throws(CommandFailure) {
    do throws(RenderError) {
      try StillWriter.write(bytes, to: destination)
    } catch {
      throw CommandFailure(error)
    }
  }
}

extension OutputFile {
  var quotedName: String { isStandardOutput ? name : "'\(path)'" }

  func isSame(as other: OutputFile) -> Bool {
    if path == other.path { return true }
    guard !isStandardOutput, !other.isStandardOutput else { return false }
    return FileIdentity(path).map { $0 == FileIdentity(other.path) } ?? false
  }
}

extension OutputFile {
  /// The project's name without its ending; `movie` where that is none for a file.
  package static func stem(of project: String) -> String {
    let name = project.split(separator: "/").last.map(String.init) ?? "movie"
    let stem = name.hasSuffix(".json") ? String(name.dropLast(5)) : name
    return stem.isEmpty || stem == "-" ? "movie" : stem
  }
}
