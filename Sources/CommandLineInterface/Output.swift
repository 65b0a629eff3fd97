import MediaIO
import Rendering

/// Results as text: to a file where one is named, else to standard output.
enum Output {
  static func write(
    _ text: String, to path: String?, console: Console
  ) throws(CommandFailure) {
    guard let path, path != "-" else {
      try console.print(text.hasSuffix("\n") ? String(text.dropLast()) : text)
      return
    }
    do throws(RenderError) {
      try StillWriter.write(Array((text.hasSuffix("\n") ? text : text + "\n").utf8), to: path)
    } catch {
      throw CommandFailure(error)
    }
  }
}

extension CommandFailure {
  /// A failure while media were read: of a file that was written to meanwhile, that is all there is
  /// to say.
  init(_ error: RenderError, of project: LoadedProject) {
    do throws(RenderError) {
      if error.kind == .media { try project.hashes.check() }
      self.init(error)
    } catch {
      self.init(error)
    }
  }

  /// A failed render as an exit status and a message.
  init(_ error: RenderError) {
    let place = error.frame.map { "frame \($0): " } ?? ""
    self.init(error.kind == .interrupted ? .interrupted : .failed, place + error.message)
  }
}

extension Output {
  /// The project's name with `.mp4`, in the current folder.
  static func standardName(for project: String) -> String {
    let name = project.split(separator: "/").last.map(String.init) ?? "movie"
    let stem = name.hasSuffix(".json") ? String(name.dropLast(5)) : name
    return (stem.isEmpty || stem == "-" ? "movie" : stem) + ".mp4"
  }

  /// Refuses to write over the project or one of its sources.
  static func refuse(_ path: String, sourcesOf project: LoadedProject) throws(CommandFailure) {
    guard let target = MediaLocator.resolve(path) else { return }
    for source in project.library.filePaths + [project.path]
    where MediaLocator.resolve(source) == target {
      throw CommandFailure(
        .usage, "'\(path)' is one of the project's own files; choose another output with -o")
    }
  }
}
