import Foundation

/// A project under `Projects/` and the golden files beside it.
struct GalleryProject: Sendable, CustomStringConvertible {
  /// Its path below `Projects/` without `.json`, for example `push/push`.
  let description: String

  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Projects")

  /// All projects without their parts, sorted. Those for speed read files that `make bench` writes first,
  /// those of the cookbook have no golden files: `CookbookTests` tests them. What editors read is no project.
  static let all: [GalleryProject] = files(below: folder)
    .filter { path in
      path.hasSuffix(".json")
        && !["bench/", "cookbook/", "editors/"].contains { path.hasPrefix($0) }
    }
    .map { GalleryProject(description: String($0.dropLast(".json".count))) }
    .filter { project in
      let text = try? String(contentsOf: project.file, encoding: .utf8)
      return text?.contains("\"cutlistPart\"") != true
    }

  var file: URL { Self.folder.appending(path: description + ".json") }

  /// Whether every frame and sample is the same on any machine. What libav's filters draw is not.
  var isExact: Bool {
    get throws { !(try String(contentsOf: file, encoding: .utf8)).contains("\"filter\"") }
  }

  /// `golden/plan.txt` of the project that gives its folder the name; other projects of the folder
  /// put their own name before it.
  func golden(_ file: String) -> URL {
    let name = self.file.deletingPathExtension().lastPathComponent
    let folder = self.file.deletingLastPathComponent()
    let prefix = name == folder.lastPathComponent ? "" : name + "."
    return folder.appending(path: "golden/\(prefix)\(file)")
  }

  /// Paths of the files below a folder, relative to it and sorted.
  static func files(below folder: URL) -> [String] {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (paths ?? []).sorted()
  }
}
