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
    settings = try arguments.settings()
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

  /// `--set NAME=VALUE`.
  fileprivate func settings() throws(CommandFailure) -> [String: String] {
    var settings: [String: String] = [:]
    for text in all(.set) {
      guard let sign = text.firstIndex(of: "="), sign != text.startIndex else {
        throw CommandFailure(.usage, "--set takes NAME=VALUE, not '\(text)'")
      }
      let name = String(text[..<sign])
      guard settings.updateValue(String(text[text.index(after: sign)...]), forKey: name) == nil
      else { throw CommandFailure(.usage, "--set says twice what '\(name)' is") }
    }
    return settings
  }

  /// `--cache`, else the user's cache folder; `nil` with `--no-cache` or without a home.
  var cacheFolder: String? {
    has(.noCache) ? nil : value(.cache) ?? CacheFolder.default()
  }
}
