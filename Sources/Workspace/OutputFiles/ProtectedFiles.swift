import Diagnostics
package import FileSystem
import GoldenTesting
import MediaReading
import PlanModel
package import ProjectFormat
import ProjectLock
import TimelineModel
import TitleRendering
package import Workspace

/// Files that no output may replace, by whatever name: projects, what they read, and what was kept of
/// their movies.
package struct ProtectedFiles: Sendable {
  /// What a file is to a project.
  package enum Role: String, Sendable {
    case project = "the project"
    case plan = "the plan"
    case media = "media"
    case font = "a font"
    case golden = "a golden file"
    case lock = "its lock file"
  }

  private var files: [FileIdentity: (role: Role, path: String)] = [:]

  package init() {}

  package mutating func add(_ path: String, as role: Role) {
    guard let identity = FileIdentity(path) else { return }
    // What is read for a movie must stay, even where a golden file would have its name.
    if let known = files[identity], known.role != .golden { return }
    files[identity] = (role, path)
  }

  /// Takes in those of another project.
  package mutating func add(_ other: ProtectedFiles) {
    for (identity, file) in other.files where files[identity] == nil { files[identity] = file }
  }

  /// Those that are something else.
  package func except(_ role: Role) -> ProtectedFiles {
    var result = self
    result.files = files.filter { $0.value.role != role }
    return result
  }

  /// Refuses an output that is one of the files.
  ///
  /// - Parameter roles: those that count; `nil` for all.
  package func check(_ output: String, roles: Set<Role>? = nil) throws(CommandFailure) {
    guard let found = FileIdentity(output).flatMap({ files[$0] }),
      roles?.contains(found.role) ?? true
    else {
      if ProjectFile.isProject(output) {
        throw CommandFailure(
          .usage, "'\(output)' is a project; choose another output", helpTells: false)
      }
      return
    }
    let place = found.path == output ? "" : ", '\(found.path)'"
    throw CommandFailure(
      .usage,
      "'\(output)' is one of the project's own files (\(found.role.rawValue)\(place)); choose "
        + "another output", helpTells: false)
  }
}

extension ProtectedFiles {
  /// A project's text file and the golden files beside it.
  package mutating func add(project path: String) {
    guard path != "-" else { return }
    add(path, as: .project)
    add(LockedProject.path(ofProject: path), as: .lock)
    let names = GoldenNames(project: path, folderName: FileAccess.folderName(of: path))
    add(names.plan, as: .golden)
    add(names.frames, as: .golden)
    for name in FileAccess.names(in: names.folder) where names.frame(ofPicture: name) != nil {
      add(names.folder + name, as: .golden)
    }
  }

  /// What a document names, as far as it is there. Nothing is opened.
  package mutating func add(_ document: ProjectDocument, locator: MediaLocator) {
    for item in document.mediaItems {
      for path in locator.files(of: item) { add(path, as: .media) }
    }
    for font in document.fontFiles {
      if case .file(let path, _)? = try? locator.locate(font) { add(path, as: .font) }
    }
  }
}

extension LoadedProject {
  /// The project and everything that it reads, fonts that were found by their families too.
  package var protectedFiles: ProtectedFiles {
    var result = ProtectedFiles()
    if let document {
      result.add(project: path)
      result.add(document, locator: locator)
      for part in file.included { result.add(part.file.path, as: .project) }
    } else {
      result.add(path, as: .plan)
      // What was not opened must stay, too.
      for path in plan.map(files) ?? [] { result.add(path, as: .media) }
    }
    for path in library.filePaths { result.add(path, as: .media) }
    for style in styles {
      for font in (try? texts.fonts(of: style)) ?? [] { result.add(font.path, as: .font) }
    }
    return result
  }
}

extension LoadedProject {
  /// Of all its texts; a plan alone has those that it shows.
  private var styles: [TextStyle] {
    guard let timeline else {
      return plan?.rasters.filter { $0.shape == nil }.map(\.style) ?? []
    }
    let tracks = timeline.tracks + timeline.edits.flatMap(\.timeline.tracks)
    return tracks.flatMap(\.titles).flatMap(\.layers).compactMap { layer in
      if case .text(let style) = layer.content { style } else { nil }
    }
  }
}

extension ProjectLoader {
  /// The files that projects read, told from their texts alone; of those that cannot be read there is
  /// nothing to tell.
  package func protectedFiles(ofProjects paths: [String]) -> ProtectedFiles {
    var result = ProtectedFiles()
    for path in paths {
      result.add(project: path)
      guard let bytes = try? ProjectFile.read(path, limit: ProjectLimits()[.fileBytes]),
        case let written = SourceFile(path: path, bytes: bytes)
      else { continue }
      var file = written
      let document = ProjectCompiler.document(from: &file, projects: projects(besides: written)).0
      guard let document else { continue }
      result.add(document, locator: MediaLocator(options, project: path))
      for part in file.included { result.add(part.file.path, as: .project) }
    }
    return result
  }
}
