/// One thing that two versions of a project have different in their JSON trees, layout and the order
/// of keys apart; together they are the whole difference, and each stands for its own part of it.
package struct Difference: Hashable, Sendable {
  /// What is different.
  package enum Kind: Hashable, Sendable {
    /// A property or an element that the first version has not, with all in it that is new.
    case added
    /// One that the second version has not, with all in it that is gone.
    case removed
    /// An element that stands on another list, or otherwise among those that have stayed.
    case moved
    /// A value, or a property that is written with another key.
    case changed
    /// A media, a group or a style that has another name.
    case renamed
  }

  /// What is different.
  package let kind: Kind
  /// The part in the first version; `nil` where it is added.
  package let base: Int?
  /// The part in the second version; `nil` where it is removed.
  package let other: Int?
}

extension EditMatching {
  /// All that the versions have different, in the order of the first one's parts.
  ///
  /// - Complexity: O(number of values).
  package func differences() -> [Difference] {
    var walk = DifferenceWalk(matching: self)
    walk.compare(EditTree.root, EditTree.root)
    walk.compareItems()
    return walk.found
  }
}

private struct DifferenceWalk {
  let matching: EditMatching
  var found: [Difference] = []
  private var base: EditTree { matching.base }
  private var other: EditTree { matching.other }

  init(matching: EditMatching) { self.matching = matching }

  /// Compares two parts that are the same one.
  mutating func compare(_ a: Int, _ b: Int) {
    let (mine, theirs) = (base[a], other[b])
    if mine.key != theirs.key {
      // An element of a list has no key, and two ways to write a property are another value.
      found.append(
        Difference(kind: mine.role.isNamed ? .renamed : .changed, base: a, other: b))
      if !mine.role.isNamed && mine.role != .items { return }
    }
    // What is written alike may still hold a copy of what has gone elsewhere.
    if mine.content == theirs.content, mine.form != theirs.form || mine.form == .value { return }
    guard mine.form == theirs.form, mine.form != .value else {
      found.append(Difference(kind: .changed, base: a, other: b))
      return
    }
    for child in mine.children {
      guard let partner = matching.partner(ofBase: child) else {
        found.append(Difference(kind: .removed, base: child, other: nil))
        continue
      }
      // Items may be on another track; they come by themselves.
      if EditRole.onTrack.contains(base[child].role) { continue }
      if matching.hasMoved(base: child) {
        found.append(Difference(kind: .moved, base: child, other: partner))
      }
      compare(child, partner)
    }
    for child in theirs.children where matching.partner(ofOther: child) == nil {
      found.append(Difference(kind: .added, base: nil, other: child))
    }
  }

  /// Compares clips, titles and whatever else stands on tracks.
  mutating func compareItems() {
    for item in base.nodes.indices where EditRole.onTrack.contains(base[item].role) {
      guard let partner = matching.partner(ofBase: item) else { continue }
      if matching.hasMoved(base: item) {
        found.append(Difference(kind: .moved, base: item, other: partner))
      }
      compare(item, partner)
    }
  }
}
