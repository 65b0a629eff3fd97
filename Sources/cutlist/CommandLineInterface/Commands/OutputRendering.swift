import Diagnostics
import FileSystem
import OutputFiles
import OutputKinds
import ProjectFormat
import TimelineModel
import Workspace

/// Renders several of a project's outputs: side by side where they go together, else one after the other. Chunks that they
/// share are rendered once.
struct OutputRendering {
  let arguments: Arguments
  let console: Console

  /// Whether more than one output is asked for, or one whose movie is called after it.
  static func isWanted(_ arguments: Arguments) -> Bool {
    let names = arguments.all(.namedOutput).count
    let isCalledSo = arguments.value(.movie)?.contains("{name}") ?? false
    return arguments.has(.allOutputs) || names > 1 || (names == 1 && isCalledSo)
  }

  /// - Returns: the status of the first output that failed, if one did; the others are rendered.
  func run() throws(CommandFailure) -> ExitStatus {
    guard let project = arguments.positional.first, !arguments.has(.plan), !arguments.has(.data)
    else {
      throw CommandFailure(
        .usage, "--all and several --output take a project, and neither --plan nor --data")
    }
    if arguments.has(.checkDeterminism) {
      throw CommandFailure(.usage, "--check-determinism takes one output at a time")
    }
    let outputs = try outputs(of: project)
    let pattern = arguments.value(.movie) ?? OutputFile.stem(of: project) + "-{name}{ext}"
    guard outputs.count == 1 || pattern.contains("{name}") else {
      throw CommandFailure(
        .usage,
        "-o has to hold '{name}', so that each output has a file of its own, as in "
          + "'out/{name}{ext}'")
    }
    var quietly = console
    quietly.said = SaidFindings()
    var failed: ExitStatus?
    var results: [String] = []
    func note(_ error: CommandFailure, of name: String) throws(CommandFailure) {
      if error.status == .interrupted || error.status == .brokenPipe { throw error }
      failed = failed ?? error.status
      let words = error.message.isEmpty ? "not rendered" : error.message
      console.say("cutlist: output '\(name)': \(words)")
      var json = JSONWriter()
      json.object { json in
        json.member("output", name)
        json.member("error", words)
      }
      results.append(json.text)
    }
    var names: [String: String] = [:]
    var movies: [MovieRendering] = []
    for output in outputs {
      do throws(CommandFailure) {
        var own = arguments
        own.replace(.allOutputs, with: [])
        own.replace(.namedOutput, with: [output.name])
        own.replace(
          .movie,
          with: [
            pattern.replacing("{name}", with: output.name).replacing(
              "{ext}", with: output.container.ending)
          ])
        var movie = try MovieRendering(own, quietly)
        movie.isOneOfSeveral = true
        names[movie.file.name] = output.name
        movies.append(movie)
      } catch {
        try note(error, of: output.name)
      }
    }
    for group in try MovieGroup.groups(of: movies) {
      for (movie, result) in zip(group.movies, try group.run()) {
        switch result {
        case .success(let result): results.append(result.json)
        case .failure(let failure):
          try note(failure, of: names[movie.file.name] ?? movie.file.name)
        }
      }
    }
    if arguments.has(.json) {
      try console.print("[\n" + results.joined(separator: ",\n") + "\n]")
    }
    return failed ?? .done
  }

  private func outputs(
    of project: String
  ) throws(CommandFailure) -> [(name: String, container: MovieContainer)] {
    let bytes: [UInt8]
    do throws(ProjectFileError) {
      bytes = try ProjectFile.read(project, limit: ProjectLimits()[.fileBytes])
    } catch {
      throw CommandFailure(.failed, "'\(project)' cannot be read")
    }
    let all = ProjectCompiler.outputs(of: SourceFile(path: project, bytes: bytes))
    // A name becomes a part of a file's name.
    for output in all where !ProjectCompiler.isOutputName(output.name) {
      throw CommandFailure(
        .projectWrong,
        "'\(output.name)' is no name for an output; use letters, digits, '-' and '_' alone")
    }
    let names = arguments.all(.namedOutput)
    if names.isEmpty {
      guard !all.isEmpty else {
        throw CommandFailure(.usage, "the project has no \"outputs\"; leave out --all")
      }
      return all
    }
    return names.map { name in
      all.first { $0.name == name } ?? (name, .usual)
    }
  }
}
