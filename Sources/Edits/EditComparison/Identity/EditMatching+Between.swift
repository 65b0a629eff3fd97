import BaseValues

// What stands between clips: transitions and gaps.
extension EditMatching {
  /// Pairs transitions and gaps by the clips around them; a part of a clip that was split, or joined,
  /// stands for the whole.
  mutating func matchBetween(_ a: Int, _ b: Int, _ facts: ItemFacts) {
    let (base, other) = (self.base, self.other)
    let wholes = (wholes(ofBase: a, facts), wholes(ofOther: b, facts))
    for role in [EditRole.transition, .gap] {
      // What stands between parts of one clip was between no clips before.
      let mine = base.between(a, role, wholes.0).filter { !$0.isInside }
      let theirs = other.between(b, role, wholes.1).filter { !$0.isInside }
      let known = (Set(mine.map(\.node)), Set(theirs.map(\.node)))
      pairBetween(mine, theirs) { before, after in
        before != nil && after != nil ? (before, after) : nil
      }
      pairRising(a, b) {
        known.0.contains($0) ? base[$0].content : nil
      } other: {
        known.1.contains($0) ? other[$0].content : nil
      }
      pairBetween(mine, theirs) { before, _ in before.map { ($0, nil) } }
      pairBetween(mine, theirs) { _, after in after.map { (nil, $0) } }
      for segment in segments(a, b) {
        pairInOrder(segment) { known.0.contains($0) && known.1.contains($1) }
      }
      pairMoved(a, b) {
        known.0.contains($0) ? base[$0].content : nil
      } other: {
        known.1.contains($0) ? other[$0].content : nil
      }
    }
  }

  /// For each clip of the second version that is a new part of a clip beside it, what that is there.
  private func wholes(ofOther list: Int, _ facts: ItemFacts) -> [Int: Int] {
    wholes(other[list].children.filter { other[$0].role == .clip }, isPaired: { inBase[$0] >= 0 }) {
      part, whole in
      guard let material = facts.otherMaterials[part],
        let shown = facts.baseMaterials[inBase[whole]]
      else { return false }
      return material.media == shown.media && material.isMostly(within: shown)
    }
  }

  /// The same for each clip of the first version that was joined with the one beside it.
  private func wholes(ofBase list: Int, _ facts: ItemFacts) -> [Int: Int] {
    wholes(base[list].children.filter { base[$0].role == .clip }, isPaired: { inOther[$0] >= 0 }) {
      part, whole in
      guard let material = facts.baseMaterials[part],
        let shown = facts.otherMaterials[inOther[whole]]
      else { return false }
      return material.media == shown.media && material.isMostly(within: shown)
    }
  }

  private func wholes(
    _ clips: [Int], isPaired: (Int) -> Bool, isPart: (Int, Int) -> Bool
  ) -> [Int: Int] {
    var result: [Int: Int] = [:]
    for clips in [clips, clips.reversed()] {
      var whole: Int?
      for clip in clips {
        if isPaired(clip) {
          whole = clip
        } else if let known = whole, result[clip] == nil, isPart(clip, known) {
          result[clip] = known
        } else {
          whole = nil
        }
      }
    }
    return result
  }

  /// Pairs by some of the neighbours, which are clips of the other project.
  private mutating func pairBetween(
    _ mine: [EditTree.Between], _ theirs: [EditTree.Between],
    key: (Int?, Int?) -> (Int?, Int?)?
  ) {
    struct Neighbors: Hashable {
      var before: Int?
      var after: Int?
    }
    var waiting: [Neighbors: [Int]] = [:]
    for item in mine.reversed() where inOther[item.node] < 0 {
      guard let (before, after) = key(partner(of: item.before), partner(of: item.after)) else {
        continue
      }
      waiting[Neighbors(before: before, after: after), default: []].append(item.node)
    }
    for item in theirs where inBase[item.node] < 0 {
      guard let (before, after) = key(item.before, item.after),
        let same = waiting[Neighbors(before: before, after: after)]?.popLast()
      else { continue }
      pair(same, item.node)
    }
  }

  /// The partner of a neighbour; the end of a track is its own.
  private func partner(of neighbor: Int?) -> Int? {
    guard let neighbor else { return nil }
    if neighbor == EditTree.Between.end { return neighbor }
    return inOther[neighbor] < 0 ? nil : inOther[neighbor]
  }
}

extension EditTree {
  /// A transition or a gap, and the clips before and after it.
  struct Between {
    /// Stands for the track's start or end.
    static let end = -1
    var node: Int
    var before: Int?
    var after: Int?
    /// Whether it stands between parts of one clip.
    var isInside: Bool { before != nil && before == after && before != Self.end }
  }

  /// - Parameter wholes: clips that stand for others.
  fileprivate func between(
    _ list: Int, _ role: EditRole, _ wholes: [Int: Int]
  ) -> [Between] {
    let items = nodes[list].children
    var result: [Between] = []
    var before = Between.end
    for item in items {
      if nodes[item].role == role { result.append(Between(node: item, before: before)) }
      if nodes[item].role == .clip { before = wholes[item] ?? item }
    }
    var after = Between.end
    var index = result.count - 1
    for item in items.reversed() {
      if index >= 0, result[index].node == item {
        result[index].after = after
        index -= 1
      }
      if nodes[item].role == .clip { after = wholes[item] ?? item }
    }
    return result
  }
}
