import ChunkStorage
import Diagnostics
import FileSystem
import MediaOpening
import BaseValues
import OutputKinds
import ProjectFormat
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
    settingPlaces = arguments.settingPlaces
    if arguments.all(.namedOutput).count > 1 {
      throw CommandFailure(.usage, "--output is given twice; choose one, or render them all")
    }
    rendition = Rendition(
      size: try arguments.resizing(),
      container: try arguments.container(), output: arguments.value(.namedOutput))
    let environment = Machine.variable(Self.confinement) ?? ""
    isConfined = arguments.has(.confine) || !["", "0", "false"].contains(environment)
    allowedProtocols = arguments.all(.allowProtocol)
    allowedFilters = Set(arguments.all(.allowFilter))
    limits = try ProjectLimits(arguments.all(.limit))
    cache = arguments.cacheFolder
    damagePolicy = arguments.value(.onDamage).flatMap(DamagePolicy.init)
    reader = try arguments.readerProgram()
    isLocked = arguments.has(.locked)
    silenced = try arguments.silenced()
  }
}

extension Arguments {
  /// `--map FROM=TO`.
  fileprivate func pathMap() throws(CommandFailure) -> PathMap {
    var map = PathMap()
    for text in all(.map) {
      guard let entry = PathMap.Entry(text: text) else {
        throw CommandFailure(.usage, "--map takes FROM=TO, two beginnings of paths, not '\(text)'")
      }
      if map.entries.contains(where: { $0.from == entry.from }) {
        throw CommandFailure(.usage, "--map says twice where '\(entry.from)' is")
      }
      map.entries.append(entry)
    }
    return map
  }

  /// `--silence ID`.
  fileprivate func silenced() throws(CommandFailure) -> Set<MessageID> {
    var ids: Set<MessageID> = []
    for name in all(.silence) {
      guard let id = MessageID(rawValue: name) else {
        let close = Suggestion.closest(
          to: name, among: MessageID.silenceable.map(\.rawValue).sorted())
        let hint = close.map { "; did you mean '\($0)'?" } ?? ""
        throw CommandFailure(
          .usage,
          "--silence takes the word in brackets after a warning, not '\(shortened(name, to: 40))'\(hint)"
        )
      }
      guard MessageID.silenceable.contains(id) else {
        throw CommandFailure(
          .usage,
          "--silence hides warnings, and '\(name)' is an error: only its cause can be mended")
      }
      ids.insert(id)
    }
    return ids
  }

  /// The kind of file that is asked for, by its name or by `--format`.
  fileprivate func container() throws(CommandFailure) -> MovieContainer? {
    let named = value(.movie).flatMap(MovieContainer.named)
    guard let format = value(.format).flatMap(MovieContainer.init(name:)) else { return named }
    if let named, named != format {
      throw CommandFailure(
        .usage,
        "'\(value(.movie) ?? "")' is a name for \(named.title), and --format says \(format.title)")
    }
    return format
  }

  /// `--size WxH` or `--scale FACTOR`.
  fileprivate func resizing() throws(CommandFailure) -> Rendition.Resizing? {
    if let text = value(.size) {
      guard value(.scale) == nil else {
        throw CommandFailure(.usage, "--size and --scale exclude each other")
      }
      let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
      guard sides.count == 2, let width = sides[0], let height = sides[1],
        [width, height].allSatisfy({ (2...8192).contains($0) && $0.isMultiple(of: 2) })
      else {
        throw CommandFailure(
          .usage, "--size takes two even numbers from 2 to 8192, as in 1280x720, not '\(text)'")
      }
      return .size(Size(width: width, height: height))
    }
    guard let text = value(.scale) else { return nil }
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = parts.map { Rational.decimal($0) }
    let factor: Rational? =
      switch (numbers.first ?? nil, numbers.count) {
      case (let number?, 1): number
      case (let number?, 2):
        numbers[1].flatMap { divisor in
          divisor == .zero ? nil : try? number / divisor
        }
      default: nil
      }
    guard let factor, factor > .zero, factor <= Rational(Rendition.largestScale) else {
      throw CommandFailure(
        .usage,
        "--scale takes a factor above 0 and up to \(Rendition.largestScale), as in 1/2 or 0.25, not "
          + "'\(text)'")
    }
    return .scale(factor)
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
