package import FileSystem

/// Example projects that a new one begins as a copy of.
package struct ProjectTemplates {
  private let folder: String
  /// By the names of their folders, sorted.
  package let names: [String]

  /// Projects that show what is not in their folder, or that make one of many, and what is none.
  private static let others: Set = [
    "bench", "ci", "contact-sheet", "cookbook", "editors", "filter",
  ]

  /// Those of a folder: each of its folders that has a project in it.
  package init(in folder: String) {
    self.folder = folder
    names = FileAccess.names(in: folder).filter { name in
      !Self.others.contains(name)
        && FileAccess.names(in: "\(folder)/\(name)").contains { $0.hasSuffix(".json") }
    }.sorted()
  }

  /// Of the files of a template the project that one begins with: the one of its name, else the first.
  package static func project(of files: [String], _ name: String) -> String {
    let projects = files.filter { $0.hasSuffix(".json") && !$0.contains("/") }.sorted()
    return projects.first { $0 == "\(name).json" } ?? projects.first ?? ""
  }

  /// The files of a template by their paths within it: the project, and what it shows. What it is
  /// tested against is left out.
  ///
  /// - Throws: `FileError`.
  package func files(of name: String) throws(FileError) -> [(path: String, bytes: [UInt8])] {
    let root = Paths.absolute("\(folder)/\(name)")
    let found = FolderWalk([root], limit: 1000).files
      .map { Paths.relative($0.path, from: root) }
      .filter { path in
        !path.hasPrefix("golden/") && !path.hasSuffix(".txt") && !path.hasSuffix(".py")
          && path != "frame.png" && path != "timeline.png"
      }
    var files: [(path: String, bytes: [UInt8])] = []
    for path in found {
      if let bytes = try FileAccess.read("\(root)/\(path)") { files.append((path, bytes)) }
    }
    return files
  }

  /// A project's text with another `$schema`.
  package static func text(_ bytes: [UInt8], schema: String) -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self)
    let mark = "\"$schema\": \""
    guard let start = text.firstRange(of: mark)?.upperBound,
      let end = text[start...].firstIndex(of: "\"")
    else { return bytes }
    return Array((text[..<start] + schema + text[end...]).utf8)
  }
}
