import GitRepository

/// Patterns of attributes for the projects that there are.
///
/// A folder whose JSON files are all projects has one pattern, so that what is renamed or added there
/// is a project as well; where there are others beside them, each project is known by its own name.
struct ProjectPatterns {
  /// They match all projects among the files and no other JSON file.
  private(set) var patterns: [String] = []
  /// Whether some projects are known by their names alone.
  private(set) var hasNames = false

  /// - Parameter files: paths of JSON files. Lock files of projects, which are always beside them,
  ///   count as neither.
  init(covering files: [String], isProject: (String) -> Bool) {
    let projects = Set(files.filter(isProject))
    let others = files.filter { file in
      let isLock = file.hasSuffix(".lock.json")
      return !projects.contains(file)
        && !(isLock && projects.contains(String(file.dropLast(10)) + ".json"))
    }
    add("", (projects.sorted() + others).sorted().map { $0[...] }, projects)
  }

  private mutating func add(_ folder: String, _ files: [Substring], _ projects: Set<String>) {
    let inside = files.filter { projects.contains(String($0)) }
    if inside.isEmpty { return }
    if inside.count == files.count {
      patterns.append(
        folder.isEmpty ? "*.json" : AttributesText.pattern(ofPath: folder) + "**/*.json")
      return
    }
    var below: [String: [Substring]] = [:]
    var own: [String] = []
    for file in files {
      let rest = file.dropFirst(folder.count)
      if let slash = rest.firstIndex(of: "/") {
        below[folder + rest[...slash], default: []].append(file)
      } else {
        own.append(String(file))
      }
    }
    if own.allSatisfy(projects.contains), !own.isEmpty {
      patterns.append(AttributesText.pattern(ofPath: folder) + "*.json")
    } else {
      let names = own.filter(projects.contains)
      patterns += names.map { AttributesText.pattern(ofPath: $0) }
      hasNames = hasNames || !names.isEmpty
    }
    for name in below.keys.sorted() { add(name, below[name] ?? [], projects) }
  }
}
