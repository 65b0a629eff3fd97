import GitRepository

/// Patterns of attributes for the projects that there are.
enum ProjectPatterns {
  /// Patterns that match all projects among some files and none of the others; a folder that holds
  /// nothing but projects, and more than one, has one pattern for all that will be in it.
  static func covering(_ files: [String], isProject: (String) -> Bool) -> [String] {
    let projects = files.filter(isProject)
    return patterns("", files[...].map { $0[...] }, Set(projects))
  }

  private static func patterns(
    _ folder: String, _ files: [Substring], _ projects: Set<String>
  ) -> [String] {
    let inside = files.filter { projects.contains(String($0)) }
    if inside.isEmpty { return [] }
    if inside.count == files.count, files.count > 1 {
      return [folder.isEmpty ? "*.json" : AttributesText.pattern(ofPath: folder) + "**/*.json"]
    }
    var below: [String: [Substring]] = [:]
    var result: [String] = []
    for file in files {
      let rest = file.dropFirst(folder.count)
      if let slash = rest.firstIndex(of: "/") {
        below[folder + rest[...slash], default: []].append(file)
      } else if projects.contains(String(file)) {
        result.append(AttributesText.pattern(ofPath: String(file)))
      }
    }
    for name in below.keys.sorted() { result += patterns(name, below[name] ?? [], projects) }
    return result
  }
}
