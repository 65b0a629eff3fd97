import Diagnostics
import TimelineModel

/// Where values of a project stand that are not written in the items that have them.
struct StyleUses: Sendable {
  /// A style, or the defaults of one kind of item.
  struct Source: Sendable {
    /// Of its object.
    var range: SourceRange
    /// As messages call it: `the style 'lower-third'`.
    var words: String
    /// Where it is taken first.
    var use: SourceRange?
  }

  private(set) var sources: [Source] = []
  /// What each item has taken, by the places of the items.
  private(set) var taken: [SourceRange: [StyleMerging.Taken]] = [:]

  /// Adds a style or defaults.
  ///
  /// - Returns: its index in the sources.
  mutating func add(_ range: SourceRange, _ words: String) -> Int {
    sources.append(Source(range: range, words: words))
    return sources.count - 1
  }

  mutating func add(_ taken: [StyleMerging.Taken]) {
    for entry in taken {
      self.taken[entry.owner, default: []].append(entry)
      use(entry.source, at: entry.owner)
    }
  }

  mutating func use(_ source: Int, at range: SourceRange) {
    if sources.indices.contains(source), sources[source].use == nil { sources[source].use = range }
  }

  /// The source that holds a place.
  func source(of range: SourceRange) -> Int? {
    sources.firstIndex { $0.range.contains(range) }
  }

  /// Findings about values of styles and defaults once each, with who takes them. What would change
  /// such a value for one item's sake is no way out.
  func explained(_ findings: [Diagnostic]) -> [Diagnostic] {
    if sources.isEmpty { return findings }
    var seen: Set<String> = []
    return findings.compactMap { finding in
      guard let source = source(of: finding.range).map({ sources[$0] }) else { return finding }
      let key = "\(finding.id) \(finding.range.lower) \(finding.range.upper) \(finding.message)"
      guard seen.insert(key).inserted else { return nil }
      var finding = finding
      finding.fixes.removeAll { !$0.edits.isEmpty && !$0.isCertain && !$0.isSpelling }
      let note = Note(message: "\(source.words) is first taken here", range: source.use)
      if let use = source.use, !use.isNone, !finding.notes.contains(note) {
        finding.notes.append(note)
      }
      return finding
    }
  }
}

extension SourceRange {
  /// Whether another range lies in it.
  func contains(_ other: SourceRange) -> Bool {
    !other.isNone && lower <= other.lower && other.upper <= upper
  }
}
