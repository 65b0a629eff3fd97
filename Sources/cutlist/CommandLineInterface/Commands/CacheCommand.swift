import BaseValues
import ChunkStorage
import Diagnostics
import Workspace

extension Command {
  static let cache = Command(
    name: "cache", usage: "info | prune", summary: "show what the cache holds, or make room",
    discussion:
      "'info' tells how large the cache is and what is in it: finished chunks, hashes of source\n"
      + "files, what is known of their contents, and finished movies.\n"
      + "\n"
      + "'prune' removes what was used longest ago until at most --max-size is left. What a running\n"
      + "render needs stays, and so does what was used within --unused-for. Each render prunes the\n"
      + "cache to 10 GiB by itself. You can remove everything in it at any time.\n"
      + "\n"
      + "The store of 'chunks', 'join' and 'farm' is a folder of the same kind: name it with --cache.",
    flags: [.maximumSize, .unusedFor, .cache, .json, .help], positional: 1...1
  ) { (arguments, console) throws(CommandFailure) in
    guard let path = arguments.cacheFolder else {
      throw CommandFailure(.usage, "there is no cache folder without a home; name one with --cache")
    }
    let folder = CacheFolder(path)
    switch arguments.positional[0] {
    case "info":
      for flag in [Flag.maximumSize, .unusedFor] where arguments.has(flag) {
        throw CommandFailure(.usage, "--\(flag.name) goes with 'cutlist cache prune'")
      }
      try console.print(info(folder, json: arguments.has(.json)))
    case "prune":
      let removal = folder.prune(
        toBytes: try limit(arguments), unusedSince: try start(arguments))
      try console.print(text(of: removal, in: folder, json: arguments.has(.json)))
    default:
      throw CommandFailure(
        .usage, "cache takes 'info' or 'prune', not '\(arguments.positional[0])'")
    }
    return .done
  }

  private static func limit(_ arguments: Arguments) throws(CommandFailure) -> Int {
    try arguments.size(.maximumSize) ?? CacheFolder.standardLimit
  }

  /// When that began which `--unused-for` keeps, in nanoseconds since 1970.
  private static func start(_ arguments: Arguments) throws(CommandFailure) -> Int64 {
    guard let text = arguments.value(.unusedFor) else { return .max }
    guard let seconds = UTCTime.seconds(text) else {
      throw CommandFailure(
        .usage, "--unused-for takes a time up to 3650d, for example 90m, 12h or 7d, not '\(text)'")
    }
    return Machine.nanosecondsSince1970 - seconds * 1_000_000_000
  }

  private static func info(_ folder: CacheFolder, json isJSON: Bool) -> String {
    let found = folder.inventory()
    guard isJSON else {
      var lines = [
        "folder   \(folder.path)",
        "chunks   \(found.chunks)",
        "sources  \(found.sources)",
        "facts    \(found.facts)",
        "movies   \(found.movies)",
        "size     \(ByteCount.text(found.bytes))",
      ]
      if let oldest = found.oldest, let newest = found.newest {
        lines += ["oldest   \(UTCTime.text(oldest))", "newest   \(UTCTime.text(newest))"]
      }
      if found.renders > 0 { lines.append("in use by \(found.renders) at work") }
      return lines.joined(separator: "\n")
    }
    var json = JSONWriter()
    json.object { json in
      json.member("folder", folder.path)
      json.member("chunks", found.chunks)
      json.member("sources", found.sources)
      json.member("facts", found.facts)
      json.member("movies", found.movies)
      json.member("bytes", found.bytes)
      json.member("oldest", found.oldest.map(UTCTime.text))
      json.member("newest", found.newest.map(UTCTime.text))
      json.member("renders", found.renders)
    }
    return json.text
  }

  private static func text(
    of removal: CacheFolder.Removal, in folder: CacheFolder, json isJSON: Bool
  ) -> String {
    let left = folder.inventory()
    guard isJSON else {
      let noun = removal.entries == 1 ? "entry" : "entries"
      return "removed \(removal.entries) \(noun) of \(ByteCount.text(removal.bytes)), "
        + "\(ByteCount.text(left.bytes)) left"
    }
    var json = JSONWriter()
    json.object { json in
      json.member("folder", folder.path)
      json.member("removed", removal.entries)
      json.member("removedBytes", removal.bytes)
      json.member("bytes", left.bytes)
    }
    return json.text
  }
}

/// Moments as ISO 8601 in UTC: `2025-03-01T12:30:05Z`.
enum UTCTime {
  static func text(_ seconds: Int64) -> String {
    // A day's date by its number (H. Hinnant, "chrono-compatible low-level date algorithms"): years
    // begin in March, so that a leap day is the last one.
    let days = floorDivide(seconds, by: 86_400)
    let second = seconds - days * 86_400
    let era = floorDivide(days + 719_468, by: 146_097)
    let day = days + 719_468 - era * 146_097
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let march = (5 * dayOfYear + 2) / 153
    let month = march < 10 ? march + 3 : march - 9
    let date = [
      padded(era * 400 + year + (month <= 2 ? 1 : 0), 4), padded(month),
      padded(dayOfYear - (153 * march + 2) / 5 + 1),
    ]
    let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0) }
    return "\(date.joined(separator: "-"))T\(time.joined(separator: ":"))Z"
  }

  /// How long a text says: a whole number of seconds, minutes, hours or days, at most ten years.
  static func seconds(_ text: String) -> Int64? {
    let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    guard let last = text.last, let unit = units[last], let count = Int64(text.dropLast()),
      (0...3650 * 86_400 / unit).contains(count)
    else { return nil }
    return count * unit
  }

  private static func padded(_ number: Int64, _ width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
