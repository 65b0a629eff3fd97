import FileSystem
import PlanModel
import TimelineModel
import Workspace

/// What was said of a project, as options for the commands that work on its plan in
/// another folder.
package struct FarmOptions {
  /// For `chunks` and for `join`.
  private(set) var both: [String] = []
  /// For `chunks` alone.
  private(set) var rendering: [String] = []

  /// What is said of all projects of an order.
  package struct Given {
    /// Names and values for `chunks` and for `join`.
    package var both: [(name: String, value: String)] = []
    /// What damage means.
    package var damage: String?
    /// Words for `chunks` alone.
    package var rendering: [String] = []

    package init() {}
  }

  /// - Parameter demands: what reading the plan takes, by the limits that it counts against.
  /// - Throws: `CommandFailure` where no limit lets the plan be read.
  init(
    _ given: Given, _ project: LoadedProject, _ plan: RenderPlan,
    _ demands: [ProjectLimits.Kind: Int]
  ) throws(CommandFailure) {
    for entry in project.places(of: plan) { add("map", entry.text) }
    if project.options.isConfined {
      both.append("--confine")
      let folders =
        [project.locator.projectFolder] + project.options.mediaFolders
        + project.options.allowedFolders
      for folder in folders { add("allow-path", Paths.absolute(folder)) }
    }
    for (name, value) in given.both { add(name, value) }
    for kind in ProjectLimits.Kind.allCases {
      guard let count = demands[kind], count > project.options.limits[kind] else { continue }
      guard count <= kind.greatest else {
        throw CommandFailure(.failed, ProjectLimits.readingWarnings([kind: count]).joined())
      }
      add("limit", "\(kind.rawValue)=\(count)")
    }
    if let damage = given.damage { add("on-damage", damage) }
    rendering = given.rendering
  }

  /// What `--limit` says.
  var limits: [String] {
    zip(both, both.dropFirst()).compactMap { $0 == "--limit" ? $1 : nil }
  }

  /// Says where each file of a plan lies, for hosts that bring files elsewhere.
  ///
  /// - Returns: the words in which paths stand; none where there are more files and folders than a template
  ///   may name.
  mutating func placeEach(_ files: [PlacedFile]) -> [FarmSteps.Path] {
    var places = Self.entries(files)
    if places.count > Self.mostPaths {
      places = Self.entries(files.map(\.inFolder))
    }
    guard places.count <= Self.mostPaths else { return [] }
    for place in places { add("map", place.word) }
    return places
  }

  /// Of the 50 parameters that a template may have (1.1), those that are left.
  private static let mostPaths = 46

  private static func entries(_ files: [PlacedFile]) -> [FarmSteps.Path] {
    var known: Set<String> = []
    return files.compactMap { file in
      let entry = PathMap.Entry(from: file.from, to: file.to)
      guard known.insert(entry.from).inserted else { return nil }
      let before = String(entry.text.dropLast(entry.to.count))
      return FarmSteps.Path(before: before, path: entry.to, use: file.isFolder ? .folder : .file)
    }
  }

  private mutating func add(_ name: String, _ value: String) { both += ["--" + name, value] }
}
