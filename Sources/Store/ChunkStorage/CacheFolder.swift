import Diagnostics
import FileSystem
import Glibc

/// The folder in which chunks and what is known of sources are kept between renders.
///
/// ```
/// FOLDER/chunks/3f/3fa9…c1.chunk     encoded chunks
/// FOLDER/sources/8e/8e20…77.source   hashes of source files
/// FOLDER/facts/5c/5c07…1e.facts      what probing found out about source files
/// FOLDER/levels/7c/7c02…b1.level     levels of sound that was measured but not encoded
/// FOLDER/loudness/7c/7c02…b1.loudness  how loud stretches of sound are
/// FOLDER/measures/2b/2b90…4d.measure bits that chunks take at some quality
/// FOLDER/rates/4f/4f10…a2.rates      what work takes on a machine
/// FOLDER/versions/a3/a35e…70.version what versions of projects show
/// FOLDER/programs/0c/0c77…51.program which versions of the program have kept chunks here
/// FOLDER/movies/91/9104…e2.movie     which movies were written where
/// FOLDER/renders/…                   renders at work
/// ```
/// Everything in it can be removed at any time: it is made again.
///
/// The folder may lie anywhere, and anything may lie in it. Links below it are not followed, and what
/// is not an ordinary file of a sensible size is a damaged entry, which is made again and replaced
/// where that is possible.
package struct CacheFolder: Sendable {
  /// The folder's path.
  package let path: String

  /// The folder of a path; nothing is looked at or made.
  package init(_ path: String) { self.path = path }

  /// What a cache is pruned to after a render: 10 GiB.
  package static let standardLimit = 10 << 30

  /// `$XDG_CACHE_HOME/cutlist`, else `~/.cache/cutlist`; `nil` without a home.
  package static func `default`() -> String? {
    if let cache = environment("XDG_CACHE_HOME"), cache.hasPrefix("/") {
      return MediaLocator.join(cache, "cutlist")
    }
    guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
    return MediaLocator.join(home, ".cache/cutlist")
  }

  /// The value of a variable; `nil` where it is empty or not set.
  static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe FileName.text(value)
    return text.isEmpty ? nil : text
  }

  // MARK: - Looking

  /// What a cache holds.
  package struct Inventory: Hashable, Sendable {
    /// Number of chunks.
    package var chunks = 0
    /// Source files whose hash is known.
    package var sources = 0
    /// Contents of source files whose facts are known.
    package var facts = 0
    /// Movies that are known to be written.
    package var movies = 0
    /// Sizes of all files together.
    package var bytes = 0
    /// When the entries used longest ago and last were used, in seconds since 1970.
    package var oldest: Int64?
    /// `nil` for an empty folder.
    package var newest: Int64?
    /// Renders that use the folder now.
    package var renders = 0
  }

  /// Counts what is there; a folder that is not there is empty.
  package func inventory() -> Inventory {
    var result = Inventory()
    for entry in entries() {
      switch entry.kind {
      case .chunk: result.chunks += 1
      case .source: result.sources += 1
      case .facts: result.facts += 1
      case .movie: result.movies += 1
      case .level, .loudness, .measure, .rates, .version, .program: break
      }
      result.bytes += entry.bytes
      let second = entry.used / 1_000_000_000
      result.oldest = min(result.oldest ?? .max, second)
      result.newest = max(result.newest ?? .min, second)
    }
    result.renders = RenderMark.atWork(in: path).count
    return result
  }

  /// Whether a chunk is kept under a key, without reading it. Makes nothing.
  package func hasChunk(_ key: String) -> Bool { has(.chunk, key) }

  // MARK: - Making room

  /// What pruning removed.
  package struct Removal: Hashable, Sendable {
    /// Files, of all kinds.
    package var entries = 0
    /// Sizes of these files together.
    package var bytes = 0
  }

  /// Removes what was used longest ago until at most `limit` bytes are left, and files that ended
  /// writers left behind. What a render at work has used stays, and so does everything that does not
  /// begin as our files do.
  ///
  /// - Parameter start: what was used then or later stays, too: nanoseconds since 1970.
  @discardableResult package func prune(toBytes limit: Int, unusedSince start: Int64 = .max)
    -> Removal
  {
    let protected = min(RenderMark.oldest(in: path) ?? .max, start)
    var removal = Removal()
    let entries = entries(removingPartials: true)
    var total = entries.reduce(0) { $0 + $1.bytes }
    for entry in entries.sorted(by: { ($0.used, $0.name) < ($1.used, $1.name) }) {
      if total <= limit || entry.used >= protected { break }
      guard remove(entry) else { continue }
      total -= entry.bytes
      removal.bytes += entry.bytes
      removal.entries += 1
    }
    return removal
  }

  private struct Entry {
    var kind: Kind
    var name: String
    var bytes: Int
    /// When it was last used, in nanoseconds since 1970.
    var used: Int64
  }

  private func remove(_ entry: Entry) -> Bool {
    guard let part = try? part(of: entry.name, entry.kind) else { return false }
    let name = entry.kind.fileName(entry.name)
    guard let status = part.status(name), status.owner == geteuid(),
      let start = part.file(name)?.beginning(Kind.markLength),
      start.isEmpty || entry.kind.marks.contains(where: { start.starts(with: $0) })
    else { return false }
    return part.remove(name)
  }

  /// The names of all entries of a kind, in no order.
  func names(_ kind: Kind) -> [String] {
    guard let root = try? OpenFolder(path), let top = try? OpenFolder(kind.folder, in: root)
    else { return [] }
    return top.names().flatMap { name -> [String] in
      guard let part = try? OpenFolder(name, in: top) else { return [] }
      return part.names().compactMap(kind.key).filter { $0.prefix(2) == name }
    }
  }

  private func entries(removingPartials: Bool = false) -> [Entry] {
    var entries: [Entry] = []
    for kind in Kind.allCases {
      guard let root = try? OpenFolder(path), let top = try? OpenFolder(kind.folder, in: root)
      else { continue }
      for name in top.names() {
        guard let part = try? OpenFolder(name, in: top) else { continue }
        for file in part.names() {
          guard let status = part.status(file), status.isRegular else { continue }
          if let key = kind.key(ofFile: file), key.prefix(2) == name {
            entries.append(
              Entry(kind: kind, name: key, bytes: Int(status.size), used: status.modified))
          } else if removingPartials, NewFile.isLeftBehind(file, in: part) {
            part.remove(file)
          }
        }
      }
    }
    return entries
  }
}
