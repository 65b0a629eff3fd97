import LiveWorkspace
import Rendering
import OutputFiles
import Workspace

extension Command {
  static let watch = Command(
    name: "watch", usage: "PROJECT -o FILE", summary: "render a project each time it is saved",
    discussion:
      "Renders the movie, and again each time that the project, a part of it, a project that it\n"
      + "shows, or one of its media or font files changes. Only chunks that changed are rendered. The\n"
      + "movie is replaced when the new one is complete: there is always a whole one.\n"
      + "\n"
      + "Each render says what 'check' says of the project before it is rendered, and one line about\n"
      + "the movie. Nothing that is wrong with the project ends it. Ctrl-C does, with status 130;\n"
      + "finished chunks are kept.",
    flags: [
      .movie, .force, .range, .jobs, .memory, .cache, .noCache, .verify, .onDamage, .progress,
      .quiet,
    ] + projectFlags,
    positional: 1...1
  ) { (arguments, console) throws(CommandFailure) in
    let path = arguments.positional[0]
    guard path != "-", arguments.value(.movie) != "-" else {
      throw CommandFailure(.usage, "watch follows a file and writes a file; name both")
    }
    let loader = try ReportingLoader(arguments, console)
    var watch = FileWatch(of: [path])
    var project = loader.projects.load(try loader.read(path, waits: false))
    watch.watch(project.watchedFiles)
    // What is wrong with the command line does not get better by saving.
    try render(project, arguments, console, isFirst: true)
    while true {
      _ = watch.wait { false }
      do throws(CommandFailure) {
        project = loader.projects.load(try loader.read(path, waits: false))
      } catch {
        console.say("cutlist: \(error.message)")
        continue
      }
      // While the text cannot be read as a project its files are watched that were known before.
      if project.document != nil { watch.watch(project.watchedFiles) }
      try render(project, arguments, console, isFirst: false)
    }
  }

  /// - Parameter isFirst: whether a command line that is wrong ends the command.
  /// - Throws: what ends it.
  private static func render(
    _ project: LoadedProject, _ arguments: Arguments, _ console: Console, isFirst: Bool
  ) throws(CommandFailure) {
    do throws(CommandFailure) {
      let rendering = try MovieRendering(arguments, console, of: project)
      guard let progress = try rendering.run().progress else { return }
      let name = rendering.file.name
      console.tell(
        progress.chunksRendered == 0
          ? "\(name): all \(progress.chunkCount) chunks were kept"
          : "\(name): \(progress.chunksRendered) of \(progress.chunkCount) chunks rendered")
    } catch {
      let ends =
        switch error.status {
        case .interrupted, .brokenPipe: true
        case .usage: isFirst
        case .done, .projectWrong, .failed: false
        }
      if ends { throw error }
      console.say("cutlist: \(error.message.isEmpty ? "not rendered" : error.message)")
    }
  }
}
