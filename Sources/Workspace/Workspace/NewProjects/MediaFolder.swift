import Diagnostics
import FileSystem
import MediaProbing
package import MediaOpening
import TimelineModel

/// The files below a folder that a new project could be made of.
package struct MediaFolder {
  /// Endings of names, without a dot, of files that people edit.
  static let endings: Set<String> = [
    "3gp", "aac", "aif", "aiff", "avi", "avif", "bmp", "caf", "dv", "flac", "flv", "gif", "heic",
    "heif", "jpeg", "jpg", "m2ts", "m4a", "m4v", "mka", "mkv", "mov", "mp3", "mp4", "mpeg", "mpg",
    "mts", "mxf", "oga", "ogg", "ogv", "opus", "png", "svg", "tif", "tiff", "ts", "vob", "wav",
    "webm", "webp", "wma", "wmv", "y4m",
  ]

  /// Files that can be used, as they are named from the folder of the project.
  package private(set) var files: [NewProject.File] = []
  /// Files that cannot, as they are named from here, and why.
  package private(set) var problems: [(path: String, problem: MediaProblem)] = []
  /// Whether there are more files than were looked at.
  package let isCutShort: Bool

  /// Looks at everything below a folder; hidden names are passed over.
  ///
  /// - Parameters:
  ///   - project: the folder of the project, from which its paths count.
  ///   - limit: most files and folders that are looked at.
  package init(_ folder: String, project: String, limit: Int, _ options: WorkspaceOptions) {
    let walk = FolderWalk([folder], limit: limit)
    isCutShort = walk.isCutShort
    let from = Paths.absolute(project.isEmpty ? "." : project)
    let found = walk.files.filter { file in
      file.name.lastIndex(of: ".").map { dot in
        Self.endings.contains(file.name[file.name.index(after: dot)...].lowercased())
      } ?? false
    }
    let items = found.enumerated().map { number, file in
      MediaItem(
        id: MediaID(number), name: file.name, nameRange: .none, valueRange: .none,
        content: .file(path: file.path, videoStream: nil, audioStream: nil))
    }
    for (file, result) in zip(found, MediaProber(ofFiles: options).probe(items)) {
      let path = Paths.relative(file.path, from: from)
      switch result {
      case .success(let source):
        files.append(NewProject.File(path: path, report: MediaReport(source)))
      case .failure(let problem): problems.append((path, problem))
      }
    }
  }
}
