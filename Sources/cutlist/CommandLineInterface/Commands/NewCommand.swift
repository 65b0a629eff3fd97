import BaseValues
import Diagnostics
import FileSystem
import MediaOpening
import MediaProbing
import MovieWriting
import OutputFiles
import ProjectFormat
import Rendering
import TimelineModel
import Workspace

extension Command {
  static let new = Command(
    name: "new", usage: "[FOLDER]", summary: "begin a project from a folder of media or a template",
    discussion:
      "Looks in the folder (the current one if none is named) and below for videos, photos and\n"
      + "sound, and writes a project that shows them: pictures one after the other, in the order of\n"
      + "recording if all of them say it, else by name. Photos stay for four seconds each, with a\n"
      + "dissolve between two of them. Music lies under everything and ducks while somebody speaks:\n"
      + "that is sound of 15 seconds and more, or of half the movie. Shorter sound gets a track of\n"
      + "its own. Size and rate are those of the first video, or 1920x1080 at 30. Nothing is\n"
      + "replaced.\n"
      + "\n"
      + "--template copies an example project with the media that it shows. A wrong name lists all of\n"
      + "them.\n"
      + "\n"
      + "The project names its schema, so that editors complete keys: the installed schema, else one\n"
      + "that is written beside the project.",
    flags: [
      .newProject, .template, .cache, .noCache, .allowProtocol, .openSeconds, .openMemory, .quiet,
      .color, .help,
    ],
    positional: 0...1
  ) { (arguments, console) throws(CommandFailure) in
    let folder = arguments.positional.first ?? "."
    if let template = arguments.value(.template) {
      return try ProjectStarter(console).copy(template, to: folder, arguments.value(.newProject))
    }
    guard FileAccess.isFolder(folder) == true else {
      throw CommandFailure(.usage, "'\(folder)' is not a folder", helpTells: false)
    }
    let path = arguments.value(.newProject) ?? MediaLocator.join(folder, "edit.json")
    guard path != "-" else {
      throw CommandFailure(
        .usage, "a project names files from its folder, so -o takes a file", helpTells: false)
    }
    return try ProjectStarter(console).begin(
      path, from: folder, ReportingLoader(arguments, console))
  }
}

/// Writes first versions of projects.
private struct ProjectStarter {
  /// Most files and folders that are looked at.
  private static let walkLimit = 100_000
  private static let schemaName = "cutlist-1.schema.json"

  private let console: Console

  init(_ console: Console) { self.console = console }

  // MARK: - From media

  func begin(
    _ path: String, from folder: String, _ loader: ReportingLoader
  ) throws(CommandFailure) -> ExitStatus {
    let output = try OutputFile(path: path, as: .project, option: "--output")
    try refuse(path)
    let target = MediaLocator.folder(of: path)
    let media = MediaFolder(
      folder, project: target, limit: Self.walkLimit, loader.projects.options)
    if media.isCutShort {
      console.say("cutlist: warning: only \(Self.walkLimit) files and folders were looked at")
    }
    for (path, problem) in media.problems {
      console.say("cutlist: warning: '\(path)' is left out: \(problem.diagnostic.message)")
    }
    let project = NewProject(media.files, schema: schema)
    for file in project.unused {
      let reason =
        file.report.sound == nil
        ? "there is nothing to see or hear in it"
        : "it is too short, or the music before it lasts to the end"
      console.say("cutlist: warning: '\(file.path)' is left out: \(reason)")
    }
    guard !project.isEmpty else {
      throw CommandFailure(
        .failed,
        "there are no videos, photos or sounds in '\(folder)'; "
          + "'cutlist new --template fifteen-seconds DIR' begins with an example")
    }
    // The project comes last: where it is there, all that it names is.
    try writeSchema(beside: target)
    try output.write(Array(project.text().utf8))
    console.tell("wrote \(path): \(project.summary)")
    next(path)
    return .done
  }

  // MARK: - From a template

  func copy(
    _ name: String, to folder: String, _ path: String?
  ) throws(CommandFailure) -> ExitStatus {
    guard path == nil else {
      throw CommandFailure(
        .usage, "a template's project keeps its name; name the folder for it", helpTells: false)
    }
    guard let place = InstalledFiles.projects else {
      throw CommandFailure(
        .failed, "the examples are not installed; 'make install' puts them beside the schemas")
    }
    let templates = ProjectTemplates(in: place)
    guard templates.names.contains(name) else {
      let near = Suggestion.closest(to: name, among: templates.names)
      throw CommandFailure(
        .usage,
        "unknown template '\(shortened(name, to: 40))'"
          + (near.map { "; did you mean '\($0)'?" } ?? "")
          + "; there are \(templates.names.joined(separator: ", "))", helpTells: false)
    }
    let files: [(path: String, bytes: [UInt8])]
    do throws(FileError) { files = try templates.files(of: name) } catch {
      throw CommandFailure(.failed, "the template '\(name)' cannot be read: \(error)")
    }
    for file in files { try refuse(MediaLocator.join(folder, file.path)) }
    for file in files {
      let target = MediaLocator.join(folder, file.path)
      do throws(FileError) { try FileAccess.makeFolder(MediaLocator.folder(of: target)) } catch {
        throw CommandFailure(.failed, "the folder of '\(target)' cannot be made: \(error)")
      }
      let bytes =
        file.path.hasSuffix(".json")
        ? ProjectTemplates.text(file.bytes, schema: schema) : file.bytes
      try write(bytes, to: target)
    }
    try writeSchema(beside: folder)
    let project = MediaLocator.join(folder, ProjectTemplates.project(of: files.map(\.path), name))
    console.tell("wrote \(project)")
    next(project)
    return .done
  }

  // MARK: - Files

  /// What a project says as its schema: the installed one, else one beside it.
  private var schema: String { InstalledFiles.schema ?? Self.schemaName }

  private func writeSchema(beside folder: String) throws(CommandFailure) {
    let path = MediaLocator.join(folder, Self.schemaName)
    guard InstalledFiles.schema == nil, FileAccess.isFolder(path) == nil, !FileAccess.isLink(path)
    else { return }
    try write(Array(ProjectSchema.text.utf8), to: path)
  }

  private func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    do throws(RenderError) { try StillWriter.write(bytes, to: path) } catch {
      throw CommandFailure(error)
    }
  }

  /// Refuses a name that something has.
  private func refuse(_ path: String) throws(CommandFailure) {
    if FileAccess.isFolder(path) != nil || FileAccess.isLink(path) {
      throw CommandFailure(
        .failed,
        "'\(path)' is there already, and no project is replaced; remove it, or name another")
    }
  }

  /// Says what one would do now.
  private func next(_ path: String) {
    let name = ShellText.word(path)
    let stem = ShellText.word(OutputFile.stem(of: path) + ".mp4")
    console.tell("next:")
    console.tell("  cutlist check \(name)")
    console.tell("  cutlist frame \(name) --at 1s -o frame.png")
    console.tell("  cutlist render \(name) -o \(stem)")
  }
}

extension NewProject {
  /// `5 clips, 12 photos and 1 sound, 1920x1080 at 30 frames a second`
  fileprivate var summary: String {
    let photos = pictures.count { $0.report.picture?.isStill == true }
    let counts = [
      (pictures.count - photos, "clip"), (photos, "photo"),
      (songs.count + recordings.count, "sound"),
    ]
    .filter { $0.0 > 0 }.map { count, noun in "\(count) \(noun)\(count == 1 ? "" : "s")" }
    return
      "\(counts.joined(separator: ", ")), \(size.width)x\(size.height) at \(rate) frames a second"
  }
}
