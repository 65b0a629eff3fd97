import Foundation
import Testing

/// A folder with a stranger's project, and beside it what is none of the project's business.
///
/// ```
/// sandbox/project/    everything that came with the project; commands run here
/// sandbox/outside/    a secret, and files that must stay as they are
/// sandbox/cache/      where the program may write
/// ```
final class HostileFolder {
  let sandbox: Sandbox
  static let secret = "SECRET-4711"

  init() throws {
    sandbox = try Sandbox()
    for folder in ["project", "outside", "cache"] { try sandbox.makeFolder(folder) }
    try sandbox.write("outside/secret.txt", Self.secret + "\n")
    try sandbox.write("outside/precious.txt", "do not touch\n")
  }

  var outside: String { sandbox.file("outside") }

  func file(_ name: String) -> String { sandbox.file("project/" + name) }

  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    try sandbox.write("project/" + name, text)
  }

  @discardableResult
  func write(_ name: String, _ data: Data) throws -> String {
    try sandbox.write("project/" + name, data)
  }

  /// A link in the project's folder.
  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: file(name), withDestinationPath: target)
  }

  /// A project that names each of `media` and shows a colour.
  @discardableResult
  func project(_ name: String = "a.json", media: [String], titles: String = "") throws -> String {
    let items = media.enumerated().map { "\"item\($0)\": \($1)" }.joined(separator: ",\n")
    let track = titles.isEmpty ? "" : ", { \"titles\": [ \(titles) ] }"
    return try write(
      name,
      """
      { "cutlist": 1, "output": { "size": "64x64", "audio": false },
        "media": { "grey": { "color": "#808080" }\(media.isEmpty ? "" : ",")
      \(items) },
        "tracks": [ { "video": [ { "clip": "grey", "duration": "1s" } ] }\(track) ] }
      """)
  }

  /// Runs a command in the project's folder.
  func trace(_ words: String..., environment: [String: String] = [:]) throws -> Trace {
    try Trace(
      words, in: sandbox.file("project"),
      environment: ["XDG_CACHE_HOME": sandbox.file("cache"), "CI": ""].merging(environment) { $1 })
  }

  /// What the program opens for its own sake: libraries, settings, fonts.
  func usual() throws -> Set<String> {
    try project(
      "harmless.json", media: ["{ \"filter\": \"testsrc2=size=64x48\" }"],
      titles: "{ \"duration\": \"1s\", \"text\": \"a\" }")
    let trace = try trace("check", "harmless.json")
    #expect(trace.outcome.status == 0, "\(trace.outcome.messages)")
    return trace.opened
  }

  /// Expects that a run opened nothing outside that it does not always open, connected to nothing,
  /// started nothing but itself, wrote only into the cache and to `outputs`, and told no secret.
  func expectHarmless(
    _ trace: Trace, usual: Set<String>, writing outputs: [String] = [],
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let own = [sandbox.file("project"), sandbox.file("cache")]
    func isOwn(_ path: String, _ folders: [String]) -> Bool {
      // From the current folder, unless it climbs out of it.
      if !path.hasPrefix("/") { return !path.contains("..") }
      return !path.contains("/../") && folders.contains { path == $0 || path.hasPrefix($0 + "/") }
    }
    let foreign = trace.opened.filter { path in
      !isOwn(path, own) && !usual.contains(path) && !path.hasPrefix("/proc/self/")
        && !path.hasPrefix("/sys/") && !path.hasPrefix("/etc/machine-id")
        // How long a process of its own has worked.
        && path.wholeMatch(of: /\/proc\/[0-9]+\/stat/) == nil
    }
    #expect(foreign.sorted() == [], sourceLocation: location)
    #expect(trace.connections == [], sourceLocation: location)
    // It runs itself once more to draw and to filter.
    #expect(
      trace.programs.subtracting(["/proc/self/exe"]) == [RunningProgram.path],
      sourceLocation: location)
    let cache = sandbox.file("cache")
    let allowed = outputs.flatMap { [$0, file($0)] } + [cache, "/dev/null"]
    let written = trace.written.filter { path in
      // The folders above the cache are asked for, too. Descriptors are of files that were opened.
      !cache.hasPrefix(path + "/") && !path.hasPrefix("/proc/self/fd/")
        && !allowed.contains { path == $0 || path.hasPrefix($0 + "/") }
    }
    #expect(written.sorted() == [], sourceLocation: location)
    let text = trace.outcome.output + trace.outcome.messages
    #expect(!text.contains(Self.secret), "\(text)", sourceLocation: location)
    #expect(
      try sandbox.bytes("outside/precious.txt") == Data("do not touch\n".utf8),
      sourceLocation: location)
    #expect(try sandbox.names("outside").count == outsideCount, sourceLocation: location)
  }

  /// How many files lie outside; a test that puts more there says so.
  var outsideCount = 2
}
