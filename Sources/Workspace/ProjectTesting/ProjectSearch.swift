import FileSystem
import GoldenTesting
import TimelineModel
package import Workspace

/// A project that is to be tested.
package struct FoundProject {
  package var path: String
  /// Whether the command line names it, so that something has to be said of it.
  var isNamed: Bool
}

/// Finds the projects that the command line asks to be tested.
package enum ProjectSearch {
  /// The projects named, and those of the folders named that have something to be tested; each
  /// once, in the order of their paths.
  package static func projects(_ paths: [String]) throws(CommandFailure) -> [FoundProject] {
    var found: [String: FoundProject] = [:]
    for path in paths {
      guard let isFolder = FileAccess.isFolder(path) else {
        throw CommandFailure(
          .usage, "there is no project or folder '\(path)'", helpTells: false)
      }
      let files =
        isFolder
        ? FileAccess.files(below: path, ending: ".json").filter(isTested)
        : [path]
      for file in files {
        let isNamed = !isFolder || found[file]?.isNamed ?? false
        found[file] = FoundProject(path: file, isNamed: isNamed)
      }
    }
    return found.values.sorted { $0.path < $1.path }
  }

  /// Whether the movie was kept once.
  static func hasGoldenFiles(_ path: String) -> Bool {
    let names = GoldenNames(project: path, folderName: FileAccess.folderName(of: path))
    return [names.frames, names.plan].contains { FileAccess.isFolder($0) == false }
  }

  /// Whether there are golden files of it, or it reads like a project that expects something: whether
  /// it can be read is found out later.
  private static func isTested(_ path: String) -> Bool {
    if hasGoldenFiles(path) { return true }
    guard let bytes = try? ProjectFile.read(path, limit: ProjectLimits()[.fileBytes]) else {
      return false
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.contains("\"cutlist\"") && text.contains("\"expect\"")
  }
}
