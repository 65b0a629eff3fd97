import BaseValues

extension ChangeFinder {
  /// The changes as they are told: what holds for the whole movie, media, then tracks from back to
  /// front, each in time.
  func sorted() -> [EditChange] {
    let keys = changes.map { key(of: $0) }
    return changes.indices.sorted { a, b in
      let (one, two) = (keys[a], keys[b])
      if one.section != two.section { return one.section < two.section }
      if one.time != two.time { return one.time < two.time }
      return (one.follows ? 1 : 0, one.node, a) < (two.follows ? 1 : 0, two.node, b)
    }.map { changes[$0] }
  }

  private struct Key {
    var section: Double
    var time: Rational
    /// A ripple comes after what made it.
    var follows = false
    var node: Int
  }

  private func key(of change: EditChange) -> Key {
    let isNew = change.other != nil
    let tree = isNew ? other : base
    let node = change.other ?? change.base ?? EditTree.root
    var key = Key(
      section: section(of: node, isNew: isNew, tree), time: Rational(-1),
      node: isNew ? node : place(ofRemoved: node))
    if case .rippled(_, _, let reach) = change.kind {
      key.follows = true
      if reach == .movie { key.section = 4e9 }
    }
    // What only lies on a track comes before its items.
    if let item = tree.ancestor(node, EditRole.onTrack) {
      key.time = (isNew ? otherLayout.start(of: item) : start(ofRemoved: item)) ?? .zero
    }
    return key
  }

  /// What in the second version something stood in that is gone.
  private func place(ofRemoved node: Int) -> Int {
    var node = node
    while node > 0 {
      if let partner = matching.partner(ofBase: node) { return partner }
      node = base[node].parent
    }
    return EditTree.root
  }

  /// Where in the second version an item would stand that is gone: where what came after it begins.
  private func start(ofRemoved item: Int) -> Rational? {
    let items = base[base[item].parent].children
    for next in items[base[item].place...].prefix(1000) {
      guard let partner = matching.partner(ofBase: next), !matching.hasMoved(base: next) else {
        continue
      }
      return otherLayout.start(of: partner)
    }
    return baseLayout.start(of: item)
  }

  private func section(of node: Int, isNew: Bool, _ tree: EditTree) -> Double {
    if let group = tree.group(of: node) {
      // Groups come before the tracks of the movie.
      let place = Double(min(tree[group].place, 999_999)) / 1e6
      let track = tree.ancestor(node, [.track]).map { Double(tree[$0].place + 1) / 1e12 } ?? 0
      return 3 + place + track
    }
    if let track = tree.ancestor(node, [.track]) {
      if isNew { return 10 + Double(tree[track].place) }
      // A track that is gone comes where it stood.
      guard let partner = matching.partner(ofBase: track) else {
        return 9.5 + Double(tree[track].place)
      }
      return 10 + Double(other[partner].place)
    }
    var top = node
    while top > 0, tree[top].parent > 0 { top = tree[top].parent }
    switch tree[top].key {
    case "output": return 1
    case "media": return 2
    case "tracks": return 9
    case "markers": return 5e9
    case "expect": return 6e9
    default: return 0
    }
  }
}
