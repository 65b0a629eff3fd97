import BaseValues

extension ChangeFinder {
  /// Two clips of a track that have changed places, with all others where they were.
  ///
  /// ```
  /// base     a | b | c | d          other     a | d | c | b
  /// ```
  mutating func findSwaps() {
    for list in other.nodes.indices where other[list].role == .items {
      guard let before = matching.partner(ofOther: list) else { continue }
      let mine = base[before].children.filter { base[$0].role == .clip }
      let theirs = other[list].children.filter { other[$0].role == .clip }
      guard mine.count == theirs.count, base[before].children.count == other[list].children.count
      else { continue }
      let others = mine.indices.filter { matching.partner(ofBase: mine[$0]) != theirs[$0] }
      guard others.count == 2,
        matching.partner(ofBase: mine[others[0]]) == theirs[others[1]],
        matching.partner(ofBase: mine[others[1]]) == theirs[others[0]]
      else { continue }
      tellSwap(mine, theirs, others[0], others[1])
    }
  }

  private mutating func tellSwap(_ mine: [Int], _ theirs: [Int], _ first: Int, _ last: Int) {
    let all = base[base[mine[first]].parent].children
    let range = base[mine[first]].place...base[mine[last]].place
    // What stands between clips stands as it did.
    let moved = differences.indices.filter { index in
      guard !taken[index], differences[index].kind == .moved, let a = differences[index].base,
        let b = differences[index].other, base[a].parent == base[mine[first]].parent,
        range.contains(base[a].place)
      else { return false }
      return base[a].role == .clip || base[a].place == other[b].place
    }
    let items = range.map { all[$0] }
    let partners = items.compactMap { matching.partner(ofBase: $0) }
    tell(
      .swapped(with: theirs[last]), mine[last], theirs[first], moved,
      baseTimes: items.flatMap { baseLayout.extents(of: $0) },
      otherTimes: partners.flatMap { otherLayout.extents(of: $0) })
    // Those between are later or earlier for it.
    placed.formUnion(mine[first...last])
  }
}
