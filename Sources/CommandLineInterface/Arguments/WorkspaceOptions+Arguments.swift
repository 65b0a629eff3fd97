import ChunkStorage
import FileSystem
import MediaOpening
import TimelineModel
import Workspace

extension WorkspaceOptions {
  /// Confines what servers run; a command line cannot take it back.
  private static let confinement = "CUTLIST_CONFINE"

  /// What the command line says of projects.
  init(_ arguments: Arguments) throws(CommandFailure) {
    for name in arguments.all(.allowFilter) {
      if let problem = FilterRules.problem(allowing: name) {
        throw CommandFailure(.usage, "--allow-filter: \(problem)")
      }
    }
    self.init()
    mediaFolders = arguments.all(.media)
    allowedFolders = arguments.all(.allowPath)
    map = try arguments.pathMap()
    let environment = Console.environment(Self.confinement) ?? ""
    isConfined = arguments.has(.confine) || !["", "0", "false"].contains(environment)
    allowedProtocols = arguments.all(.allowProtocol)
    allowedFilters = Set(arguments.all(.allowFilter))
    limits = try arguments.limits.get()
    cache = arguments.cacheFolder
    damagePolicy = arguments.value(.onDamage).flatMap(DamagePolicy.init)
    reader = try arguments.readerProgram()
    isLocked = arguments.has(.locked)
    silenced = Set(arguments.all(.silence))
  }
}

extension Arguments {
  /// `--map FROM=TO`.
  fileprivate func pathMap() throws(CommandFailure) -> PathMap {
    var map = PathMap()
    for text in all(.map) {
      let parts = text.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, !text.hasPrefix("=") else {
        throw CommandFailure(.usage, "--map takes FROM=TO, two beginnings of paths, not '\(text)'")
      }
      let entry = PathMap.Entry(from: String(parts[0]), to: String(parts[1]))
      if map.entries.contains(where: { $0.from == entry.from }) {
        throw CommandFailure(.usage, "--map says twice where '\(entry.from)' is")
      }
      map.entries.append(entry)
    }
    return map
  }

  /// `--cache`, else the user's cache folder; `nil` with `--no-cache` or without a home.
  var cacheFolder: String? {
    has(.noCache) ? nil : value(.cache) ?? CacheFolder.default()
  }
}
