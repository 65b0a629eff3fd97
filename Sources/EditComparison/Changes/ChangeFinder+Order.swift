import MediaTime

extension ChangeFinder {
  /// The changes as they are told: what holds for the whole movie, media, then tracks from back to
  /// front, each in time.
  func sorted() -> [EditChange] {
    let keys = changes.map { key(of: $0) }
    return changes.indices.sorted { a, b in
      let (one, two) = (keys[a], keys[b])
      if one.section != two.section { return one.section < two.section }
      if one.time != two.time { return one.time < two.time }
      return (one.node, a) < (two.node, b)
    }.map { changes[$0] }
  }

  private func key(of change: EditChange) -> (section: Double, time: Rational, node: Int) {
    let isNew = change.other != nil
    let tree = isNew ? other : base
    let layout = isNew ? otherLayout : baseLayout
    let node = change.other ?? change.base ?? EditTree.root
    if case .rippled(_, _, .movie) = change.kind { return (4e9, .zero, node) }
    // What only lies on a track comes before its items.
    let time =
      tree.ancestor(node, EditRole.onTrack).flatMap { layout.start(of: $0) } ?? Rational(-1)
    return (section(of: node, isNew: isNew, tree), time, node)
  }

  private func section(of node: Int, isNew: Bool, _ tree: EditTree) -> Double {
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
