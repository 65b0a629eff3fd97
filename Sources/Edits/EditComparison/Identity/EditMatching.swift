/// Which parts of two versions of a project are the same.
///
/// Media, groups and styles are the same by name, or by content where the old name is gone and the new
/// one is new. Tracks are the same by `id`, else where they share most. Clips and titles are the same by `id`, on
/// whatever track, within a group before others; else clips by media and source times, as many as can
/// keep their order, and of those alike the ones with most properties in common, titles by what they
/// say. Transitions and gaps follow the clips they stand between; effects, layers and
/// the like go by content or name. Nothing is the same only because it stands at the same place.
///
/// - Complexity: O(n log n) for n values, as far as no more than a few of them look alike.
package struct EditMatching: Sendable {
  /// The version that the other is compared with.
  package let base: EditTree
  /// The version that is compared.
  package let other: EditTree
  /// For each node of `base` its partner in `other`; -1 for none.
  var inOther: [Int]
  /// For each node of `other` its partner in `base`; -1 for none.
  var inBase: [Int]
  /// Names of media and groups that are called otherwise in `other`.
  package internal(set) var renamedMedia: [String: String] = [:]
  /// Names of styles that are called otherwise in `other`.
  package internal(set) var renamedStyles: [String: String] = [:]
  /// Ids of tracks that are called otherwise in `other`.
  package internal(set) var renamedTracks: [String: String] = [:]
  /// Neighbouring clips of which it is not sure which is which.
  package internal(set) var doubts: [ClipDoubt] = []
  var movedInBase: Set<Int> = []
  /// Whether all is known of items.
  private var keepsItems = false

  /// Compares two versions.
  package init(_ base: EditTree, _ other: EditTree) { self.init(base, other, known: []) }

  /// Compares two versions of which it is known which items are the same.
  ///
  /// - Parameter known: nodes of items in both, each at most once; where there are any, no others are
  ///   the same.
  package init(_ base: EditTree, _ other: EditTree, known: [(base: Int, other: Int)]) {
    self.base = base
    self.other = other
    inOther = Array(repeating: -1, count: base.nodes.count)
    inBase = Array(repeating: -1, count: other.nodes.count)
    for (item, partner) in known { pair(item, partner) }
    keepsItems = !known.isEmpty
    matchProjects()
    findMoves()
  }

  /// The same part in `other`; `nil` where it is not there any more.
  package func partner(ofBase node: Int) -> Int? { inOther[node] < 0 ? nil : inOther[node] }

  /// The same part in `base`; `nil` where it is new.
  package func partner(ofOther node: Int) -> Int? { inBase[node] < 0 ? nil : inBase[node] }

  /// Whether an element of a list in `base` is in another list now, or stands otherwise among those
  /// that have stayed: as few as possible are said to have moved.
  package func hasMoved(base node: Int) -> Bool { movedInBase.contains(node) }

  mutating func pair(_ a: Int, _ b: Int) {
    if keepsItems, EditRole.onTrack.contains(base[a].role) { return }
    inOther[a] = b
    inBase[b] = a
  }

  // MARK: - Objects

  private mutating func matchProjects() {
    let root = EditTree.root
    pair(root, root)
    guard base[root].form == .object, other[root].form == .object else { return }
    // Clips are told by their media, tracks by their clips.
    for key in ["media", "groups", "styles"] {
      if let a = base.child(root, key), let b = other.child(root, key) { matchEntries(a, b) }
    }
    matchTracks()
    for key in ["media", "groups", "styles"] {
      guard let list = base.child(root, key) else { continue }
      for entry in base[list].children where inOther[entry] >= 0 {
        descend(entry, inOther[entry])
      }
    }
    pairProperties(root, root)
  }

  /// Pairs what two nodes hold that are the same.
  mutating func descend(_ a: Int, _ b: Int) {
    switch (base[a].form, other[b].form) {
    case (.object, .object), (.entries, .entries): pairProperties(a, b)
    case (.list, .list): matchElements(a, b)
    default: break
    }
  }

  /// Pairs members by key, then ways to write one property with each other.
  private mutating func pairProperties(_ a: Int, _ b: Int) {
    var rest: [String: Int] = [:]
    // An object may have any number of keys that the format does not know.
    var byKey: [String: Int] = [:]
    for child in other[b].children { byKey[other[child].key] = child }
    for child in base[a].children {
      if let same = byKey[base[child].key] {
        if inOther[child] < 0, inBase[same] < 0 {
          pair(child, same)
          descend(child, same)
        }
      } else if base[child].property != base[child].key || rest[base[child].property] == nil {
        rest[base[child].property] = child
      }
    }
    for child in other[b].children where inBase[child] < 0 {
      guard let same = rest.removeValue(forKey: other[child].property), inOther[same] < 0 else {
        continue
      }
      pair(same, child)
      descend(same, child)
    }
  }

  // MARK: - Names

  /// Pairs the media, the groups or the styles of both versions.
  private mutating func matchEntries(_ a: Int, _ b: Int) {
    pair(a, b)
    guard base[a].form == .entries, other[b].form == .entries else { return }
    var byName: [String: Int] = [:]
    for entry in other[b].children where byName[other[entry].key] == nil {
      byName[other[entry].key] = entry
    }
    var byContent: [Int: [Int]] = [:]
    for entry in base[a].children {
      if let same = byName[base[entry].key] {
        if inBase[same] < 0 { pair(entry, same) }
      } else {
        byContent[base[entry].content, default: []].append(entry)
      }
    }
    for entry in other[b].children where inBase[entry] < 0 {
      guard var alike = byContent[other[entry].content], !alike.isEmpty else { continue }
      let same = alike.removeFirst()
      byContent[other[entry].content] = alike
      pair(same, entry)
      if base[a].role == .styles {
        renamedStyles[base[same].key] = other[entry].key
      } else {
        renamedMedia[base[same].key] = other[entry].key
      }
    }
  }

  // MARK: - Order

  private mutating func findMoves() {
    for list in base.nodes.indices where base[list].form == .list {
      let stayed = inOther[list]
      var pairs: [IncreasingPairs.Pair] = []
      for node in base[list].children where inOther[node] >= 0 {
        let partner = inOther[node]
        guard stayed >= 0, other[partner].parent == stayed else {
          movedInBase.insert(node)
          continue
        }
        // A clip is kept rather than what stands between clips.
        let isBetween = [.gap, .transition].contains(base[node].role)
        pairs.append(
          .init(
            base: base[node].place, other: other[partner].place, weight: isBetween ? 1 : 1000))
      }
      if pairs.isEmpty { continue }
      let kept = Set(
        IncreasingPairs.heaviest(pairs, count: other[stayed].children.count).map(\.base))
      for pair in pairs where !kept.contains(pair.base) {
        movedInBase.insert(base[list].children[pair.base])
      }
    }
  }
}
