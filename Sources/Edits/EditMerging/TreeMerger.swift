import Diagnostics
import EditComparison

/// Merges three trees of a project, from the whole to its parts.
///
/// What only one side changed is taken from it as it stands. Objects are merged property by property,
/// lists whose elements have an identity element by element; everything else that both sides changed
/// in different ways is a conflict.
struct TreeMerger {
  let ours: EditMatching
  let theirs: EditMatching
  /// Nodes into which something came from another list: the rest of it may have changed on the other
  /// side, where it was before.
  private let oursTakesIn: Set<Int>
  private let theirsTakesIn: Set<Int>
  /// What is known of clips that were split.
  let parts: Parts
  /// Nodes of the base around what has to be looked at even where one side has the base's content.
  private let mustBeMerged: Set<Int>
  /// Transitions that a side has added between two parts of one clip, by the part before them: they go
  /// where that goes.
  let followers: [Int: ThreeNodes]
  /// By the clip of the base what a side has added beside it that stands for itself: it goes where that
  /// goes.
  let attached: (ours: [Int: Attached], theirs: [Int: Attached])

  /// A side's own nodes before and after a clip.
  struct Attached: Sendable {
    var before: [Int]
    var after: [Int]
  }

  /// Clips of which a side has made several.
  struct Parts: Sendable {
    /// For each part in the base the clip that it belongs to.
    var wholes: [Int: Int] = [:]
    /// The parts that a side has made.
    var ours: Set<Int> = []
    var theirs: Set<Int> = []
    /// What both sides have as they have it.
    var contested = SplitAlignment.Contested()
  }

  /// - Parameters:
  ///   - ours: the base and our version of it.
  ///   - theirs: the same base and their version.
  init(ours: EditMatching, theirs: EditMatching, parts: Parts = Parts()) {
    self.ours = ours
    self.theirs = theirs
    self.parts = parts
    oursTakesIn = Self.nodesThatTakeIn(ours)
    theirsTakesIn = Self.nodesThatTakeIn(theirs)
    let removed = parts.wholes.keys.filter {
      ours.partner(ofBase: $0) == nil || theirs.partner(ofBase: $0) == nil
    }
    let lists =
      (removed + parts.contested.base).map { ours.base[$0].parent }
      + parts.contested.ours.keys.compactMap { ours.partner(ofOther: ours.other[$0].parent) }
      + parts.contested.theirs.keys.compactMap { theirs.partner(ofOther: theirs.other[$0].parent) }
    var around: Set<Int> = []
    for list in lists {
      var above = list
      while above >= 0, around.insert(above).inserted { above = ours.base[above].parent }
    }
    mustBeMerged = around
    var followers: [Int: ThreeNodes] = [:]
    for (host, node) in Self.followers(ours, parts) {
      followers[host, default: .init()].ours = node
    }
    for (host, node) in Self.followers(theirs, parts) {
      followers[host, default: .init()].theirs = node
    }
    self.followers = followers
    attached = (
      Self.attached(ours, parts.contested.ours), Self.attached(theirs, parts.contested.theirs)
    )
  }

  /// What a side has added beside clips that are contested, in its order before and after each of
  /// these.
  private static func attached(_ side: EditMatching, _ additions: [Int: Int]) -> [Int: Attached] {
    var result: [Int: Attached] = [:]
    for host in Set(additions.values) {
      guard let partner = side.partner(ofBase: host) else { continue }
      let items = side.other[side.other[partner].parent].children
      let place = side.other[partner].place
      let own = Attached(
        before: items[..<place].reversed().prefix { additions[$0] == host }.reversed(),
        after: Array(items[(place + 1)...].prefix { additions[$0] == host }))
      if !own.before.isEmpty || !own.after.isEmpty { result[host] = own }
    }
    return result
  }

  /// Transitions that are new between two parts of a clip, with the part of the base before each.
  private static func followers(
    _ side: EditMatching, _ parts: Parts
  ) -> [(host: Int, node: Int)] {
    parts.wholes.keys.compactMap { part in
      guard let partner = side.partner(ofBase: part) else { return nil }
      let items = side.other[side.other[partner].parent].children
      let place = side.other[partner].place
      guard place + 2 < items.count, side.other[items[place + 1]].role == .transition,
        side.partner(ofOther: items[place + 1]) == nil,
        let next = side.partner(ofOther: items[place + 2]),
        parts.wholes[next] == parts.wholes[part]
      else { return nil }
      return (part, items[place + 1])
    }
  }

  var base: EditTree { ours.base }

  /// The whole project.
  func merged() -> MergeOutcome {
    let root = EditTree.root
    return merge(ThreeNodes(base: root, ours: root, theirs: root))
  }

  private static func nodesThatTakeIn(_ matching: EditMatching) -> Set<Int> {
    var result: Set<Int> = []
    for node in matching.base.nodes.indices where matching.hasMoved(base: node) {
      guard let partner = matching.partner(ofBase: node) else { continue }
      var above = matching.other[partner].parent
      if matching.partner(ofOther: above) == matching.base[node].parent { continue }
      while above >= 0, result.insert(above).inserted { above = matching.other[above].parent }
    }
    return result
  }

  // MARK: - Values

  /// Merges one value; a side that has no such value has taken it away, or has never had it.
  func merge(_ nodes: ThreeNodes) -> MergeOutcome {
    let (b, o, t) = (
      content(nodes.base, base), content(nodes.ours, ours.other),
      content(nodes.theirs, theirs.other)
    )
    if o == t, !takesIn(nodes.base, mustBeMerged) {
      return MergeOutcome(value(nodes.ours, ours.other))
    }
    if takesIn(nodes.base, mustBeMerged) { return mergeParts(nodes) }
    if b == o, !takesIn(nodes.theirs, theirsTakesIn) {
      return MergeOutcome(value(nodes.theirs, theirs.other))
    }
    if b == t, !takesIn(nodes.ours, oursTakesIn) {
      return MergeOutcome(value(nodes.ours, ours.other))
    }
    return mergeParts(nodes)
  }

  private func mergeParts(_ nodes: ThreeNodes) -> MergeOutcome {
    switch form(nodes) {
    case .object?, .entries?: return mergeMembers(nodes)
    case .list?: return mergeElements(nodes)
    case .value?, nil:
      return MergeOutcome(
        value(nodes.ours, ours.other), value(nodes.theirs, theirs.other),
        [MergeConflict(.property, nodes)])
    }
  }

  /// How parts are told apart; `nil` where the versions are not of one form.
  private func form(_ nodes: ThreeNodes) -> EditNode.Form? {
    let sides = [
      nodes.ours.map { ours.other[$0].form }, nodes.theirs.map { theirs.other[$0].form },
    ].compactMap { $0 }
    guard let first = sides.first, sides.allSatisfy({ $0 == first }) else { return nil }
    // What one side has taken away and the other changed is no merge of parts.
    if nodes.base != nil, sides.count < 2 { return nil }
    return first
  }

  private func takesIn(_ node: Int?, _ nodes: Set<Int>) -> Bool {
    node.map { nodes.contains($0) } ?? false
  }

  private func content(_ node: Int?, _ tree: EditTree) -> Int? { node.map { tree[$0].content } }

  func value(_ node: Int?, _ tree: EditTree) -> JSONValue? { node.map { tree[$0].value } }

  // MARK: - Objects

  /// The members of the three versions that are ways to write one property.
  private struct Members {
    var base: [Int] = []
    var ours: [Int] = []
    var theirs: [Int] = []
  }

  private func mergeMembers(_ nodes: ThreeNodes) -> MergeOutcome {
    var order: [String] = []
    var groups: [String: Members] = [:]
    func collect(_ node: Int?, _ tree: EditTree, _ side: WritableKeyPath<Members, [Int]>) {
      guard let node, tree[node].form != .value, tree[node].form != .list else { return }
      for child in tree[node].children {
        let property = tree[child].property
        if groups[property] == nil { order.append(property) }
        groups[property, default: Members()][keyPath: side].append(child)
      }
    }
    collect(nodes.ours, ours.other, \.ours)
    collect(nodes.theirs, theirs.other, \.theirs)
    collect(nodes.base, base, \.base)
    var result = SidedMembers()
    let material = mergedMaterial(nodes)
    for property in order {
      guard let members = groups[property] else { continue }
      // All ways to write a property belong to what a clip shows, or none.
      let first =
        members.ours.first.map { ours.other[$0].key }
        ?? members.theirs.first.map { theirs.other[$0].key }
        ?? members.base.first.map { base[$0].key }
      if let material, let first, material.contains(first) { continue }
      merge(members, into: &result)
    }
    if let material {
      result.add(material.ours, material.theirs)
      if material.isConflict { result.conflicts.append(MergeConflict(.material, nodes)) }
    }
    return result.outcome
  }

  private func merge(_ members: Members, into result: inout SidedMembers) {
    let keys = Set(
      members.base.map { base[$0].key } + members.ours.map { ours.other[$0].key }
        + members.theirs.map { theirs.other[$0].key })
    if keys.count == 1, let key = keys.first {
      let nodes = ThreeNodes(
        base: members.base.first, ours: members.ours.first, theirs: members.theirs.first)
      return result.add(merge(nodes), key: key)
    }
    // Ways to write one property: as a whole.
    let (b, o, t) = (
      contents(members.base, base), contents(members.ours, ours.other),
      contents(members.theirs, theirs.other)
    )
    let mine = written(members.ours, ours.other)
    let other = written(members.theirs, theirs.other)
    if o == t || b == t { return result.add(mine, mine) }
    if b == o { return result.add(other, other) }
    var conflict = MergeConflict(
      .property,
      ThreeNodes(
        base: members.base.first, ours: members.ours.first, theirs: members.theirs.first))
    conflict.oursPath = [.key(mine.first?.key ?? "")]
    conflict.theirsPath = [.key(other.first?.key ?? "")]
    result.add(mine, other)
    result.conflicts.append(conflict)
  }

  private func contents(_ members: [Int], _ tree: EditTree) -> [String: Int] {
    Dictionary(members.map { (tree[$0].key, tree[$0].content) }) { first, _ in first }
  }

  private func written(_ members: [Int], _ tree: EditTree) -> [JSONMember] {
    members.map { JSONMember(key: tree[$0].key, keyRange: .none, value: tree[$0].value) }
  }
}

/// The members of an object for both sides of the conflicts in it.
private struct SidedMembers {
  private var ours: [JSONMember] = []
  private var theirs: [JSONMember] = []
  var conflicts: [MergeConflict] = []

  mutating func add(_ ours: [JSONMember], _ theirs: [JSONMember]) {
    self.ours += ours
    self.theirs += theirs
  }

  mutating func add(_ outcome: MergeOutcome, key: String) {
    if let value = outcome.ours {
      ours.append(JSONMember(key: key, keyRange: .none, value: value))
    }
    if let value = outcome.theirs {
      theirs.append(JSONMember(key: key, keyRange: .none, value: value))
    }
    for var conflict in outcome.conflicts {
      conflict.oursPath.append(.key(key))
      conflict.theirsPath.append(.key(key))
      conflicts.append(conflict)
    }
  }

  var outcome: MergeOutcome {
    MergeOutcome(
      JSONValue(range: .none, kind: .object(ours)), JSONValue(range: .none, kind: .object(theirs)),
      conflicts)
  }
}
