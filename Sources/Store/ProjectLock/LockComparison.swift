import Diagnostics

/// What is otherwise than it was locked.
package struct LockComparison: Sendable {
  /// A thing that was added, removed or changed.
  package struct Change<Entry: Sendable>: Sendable {
    /// As it was locked; `nil` for what was added.
    package var was: Entry?
    /// As it is; `nil` for what was removed.
    package var now: Entry?
  }

  /// Of Cutlist and libraries.
  package private(set) var versions: [Change<LockedVersion>] = []
  /// Of media.
  package private(set) var sources: [Change<LockedSource>] = []
  /// Of texts.
  package private(set) var fonts: [Change<LockedFont>] = []

  /// Whether everything is as it was locked.
  package var isEmpty: Bool { versions.isEmpty && sources.isEmpty && fonts.isEmpty }

  /// Sources belong together by their names, those left over by their contents. The font files of a
  /// family belong together by their names, those left over in their order.
  package init(_ was: LockedProject, _ now: LockedProject) {
    versions = Self.pairs(was.versions, now.versions, by: \.name)
      .filter { $0.was?.version != $0.now?.version }
    sources = Self.paired(Self.pairs(was.sources, now.sources, by: \.name), by: \.hash)
      .filter { change in
        guard let was = change.was, let now = change.now else { return true }
        return was.name != now.name || !now.differences(from: was).isEmpty
      }
    let files = Self.pairs(was.fonts, now.fonts) { [$0.asked, $0.file] }
      .filter { $0.was?.hash != $0.now?.hash }
    fonts = Self.paired(files, by: \.asked)
  }

  /// Each thing with what it was, in the order of now, and then what is no more. Of several equal keys
  /// the first belongs to the first.
  private static func pairs<Entry, Key: Hashable>(
    _ was: [Entry], _ now: [Entry], by key: (Entry) -> Key
  ) -> [Change<Entry>] {
    var places = Dictionary(grouping: was.indices.reversed()) { key(was[$0]) }
    var left = Set(was.indices)
    var result: [Change<Entry>] = []
    for entry in now {
      let place = places[key(entry)]?.popLast()
      if let place { left.remove(place) }
      result.append(Change(was: place.map { was[$0] }, now: entry))
    }
    return result + left.sorted().map { Change(was: was[$0], now: nil) }
  }

  /// The same with those put together that were left without a partner.
  private static func paired<Entry, Key: Hashable>(
    _ changes: [Change<Entry>], by key: (Entry) -> Key
  ) -> [Change<Entry>] {
    let whole = changes.filter { $0.was != nil && $0.now != nil }
    let removed = changes.filter { $0.now == nil }.compactMap(\.was)
    let added = changes.filter { $0.was == nil }.compactMap(\.now)
    return whole + pairs(removed, added, by: key)
  }
}

extension LockedSource {
  /// What is different, in words; empty where nothing is.
  func differences(from was: LockedSource) -> [String] {
    var result: [String] = []
    func add(_ name: String, _ old: String?, _ new: String?) {
      if old != new { result.append("\(name) \(old ?? "none"), now \(new ?? "none")") }
    }
    if path != was.path {
      add("path", was.path.map { "'\($0)'" }, path.map { "'\($0)'" })
    }
    add("hash", was.hash.shortHash, hash.shortHash)
    add("bytes", was.bytes.map(String.init), bytes.map(String.init))
    for fact in LockedFact.allCases { add(fact.words, was.facts[fact], facts[fact]) }
    return result
  }

  /// Whether it gives something else than it did.
  func isOther(than was: LockedSource) -> Bool {
    hash != was.hash || bytes != was.bytes || facts != was.facts
  }

  /// For people: `'beach' (beach.mp4)`.
  var title: String { "'\(name)'" + (path.map { " (\($0))" } ?? "") }
}

extension String {
  /// Enough of a hash to tell it from others.
  var shortHash: String { "\(prefix(8))…" }
}

extension LockComparison {
  /// A line for each change, for people.
  package var lines: [String] {
    let versions = versions.map { change in
      Self.line(change, { $0.name }) { "\($0.version), now \($1.version)" }
    }
    let sources = sources.map { change in
      Self.line(change, { $0.title }) { was, now in
        let name = was.name == now.name ? [] : ["name '\(was.name)', now '\(now.name)'"]
        return (name + now.differences(from: was)).joined(separator: "; ")
      }
    }
    let fonts = fonts.map { change in
      Self.line(change, { "font '\($0.asked)' (\($0.file))" }) { was, now in
        let file = was.file == now.file ? [] : ["file '\(was.file)', now '\(now.file)'"]
        let hash = "hash \(was.hash.shortHash), now \(now.hash.shortHash)"
        return (file + [hash]).joined(separator: "; ")
      }
    }
    return versions + sources + fonts
  }

  private static func line<Entry>(
    _ change: Change<Entry>, _ title: (Entry) -> String, _ words: (Entry, Entry) -> String
  ) -> String {
    guard let now = change.now else { return change.was.map { "removed \(title($0))" } ?? "" }
    guard let was = change.was else { return "added \(title(now))" }
    return "changed \(title(now)): \(words(was, now))"
  }
}
