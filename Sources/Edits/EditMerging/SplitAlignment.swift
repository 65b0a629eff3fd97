import Diagnostics
import EditComparison

/// Puts the cuts of clips that one side has split into the base and into the other side, so that what the
/// other side did to the whole is done to every part of it.
///
/// ```
/// base     |────────── a ──────────|            |──── a ────|─── a2 ───|
/// ours     |──── a ────|─── a2 ────|    becomes |──── a ────|─── a2 ───|
/// theirs   |──────── a, white ─────|            |─ a, white ┼ a2, white ┤
/// ```
///
/// Where that cannot be, as with times that count from the clip's beginning, all parts of both sides are
/// a conflict.
struct SplitAlignment {
  private let ours: EditMatching
  private let theirs: EditMatching
  /// How either version writes times.
  private let times: (ours: EditTimes, theirs: EditTimes)
  private var base = TreeRewriting()
  private var ourTree = TreeRewriting()
  private var theirTree = TreeRewriting()
  /// Clips of the base that are parts now, with the parts on both sides.
  private var divisions: [Division] = []
  /// What stands for itself on both sides, in the trees as they were.
  private var contested = Contested()
  /// The parts of what is contested.
  private var uncertain: (ours: Set<Int>, theirs: Set<Int>) = ([], [])

  /// A clip of the base that is parts in all versions.
  private struct Division {
    var whole: Int
    /// The nodes of a side that are parts, and that side's partner otherwise; empty where it has none.
    var ours: [Int]
    var theirs: [Int]
    var ourPieces: [JSONValue]?
    var theirPieces: [JSONValue]?
  }

  /// Nodes whose sides are shown as they are.
  struct Contested: Sendable {
    var base: Set<Int> = []
    /// What a side has added to them, each with the clip of the base that it stands beside.
    var ours: [Int: Int] = [:]
    var theirs: [Int: Int] = [:]

    var isEmpty: Bool { base.isEmpty && ours.isEmpty && theirs.isEmpty }
  }

  /// - Parameters:
  ///   - ours: the base and our version of it.
  ///   - theirs: the same base and their version.
  init(ours: EditMatching, theirs: EditMatching) {
    self.ours = ours
    self.theirs = theirs
    times = (EditTimes(ours.other), EditTimes(theirs.other))
    let mine = ours.splits()
    let other = theirs.splits()
    let byTheirs = Dictionary(other.map { ($0.whole, $0) }) { first, _ in first }
    let byOurs = Set(mine.map(\.whole))
    for split in mine {
      if let same = byTheirs[split.whole] {
        addBoth(split, same)
      } else {
        add(split, isOurs: true)
      }
    }
    for split in other where !byOurs.contains(split.whole) { add(split, isOurs: false) }
    for join in ours.joins() { add(join, ours, theirs) }
    for join in theirs.joins() { add(join, theirs, ours) }
    for doubt in ours.doubts { add(doubt, isOurs: true) }
    for doubt in theirs.doubts { add(doubt, isOurs: false) }
  }

  /// The merger of the versions with these cuts.
  var merger: TreeMerger {
    if divisions.isEmpty && contested.isEmpty { return TreeMerger(ours: ours, theirs: theirs) }
    let newBase = RewrittenTree(ours.base, base)
    let newOurs = RewrittenTree(ours.other, ourTree)
    let newTheirs = RewrittenTree(theirs.other, theirTree)
    var pairs = (ours: newBase.pairs(ours, newOurs), theirs: newBase.pairs(theirs, newTheirs))
    var parts = TreeMerger.Parts()
    func pieces(_ nodes: [Int], of tree: RewrittenTree) -> [Int] {
      nodes.count == 1 ? tree.pieces[nodes[0]] ?? [] : nodes.compactMap { tree.nodes[$0] }
    }
    for division in divisions {
      let whole = newBase.pieces[division.whole] ?? []
      let mine = pieces(division.ours, of: newOurs)
      let other = pieces(division.theirs, of: newTheirs)
      pairs.ours += zip(whole, mine).map { (base: $0, other: $1) }
      pairs.theirs += zip(whole, other).map { (base: $0, other: $1) }
      for part in whole { parts.wholes[part] = division.whole }
      if division.ours.count > 1 { parts.ours.formUnion(mine) }
      if division.theirs.count > 1 { parts.theirs.formUnion(other) }
    }
    parts.contested.base = Set(contested.base.compactMap { newBase.nodes[$0] })
    func moved(_ additions: [Int: Int], _ tree: RewrittenTree) -> [Int: Int] {
      additions.reduce(into: [:]) { result, addition in
        guard let node = tree.nodes[addition.key], let host = newBase.nodes[addition.value] else {
          return
        }
        result[node] = host
      }
    }
    parts.contested.ours = moved(contested.ours, newOurs)
    parts.contested.theirs = moved(contested.theirs, newTheirs)
    parts.ours.formUnion(uncertain.ours.compactMap { newOurs.nodes[$0] })
    parts.theirs.formUnion(uncertain.theirs.compactMap { newTheirs.nodes[$0] })
    return TreeMerger(
      ours: EditMatching(newBase.tree, newOurs.tree, known: pairs.ours),
      theirs: EditMatching(newBase.tree, newTheirs.tree, known: pairs.theirs), parts: parts)
  }

  // MARK: - One side

  private mutating func add(_ split: ClipSplit, isOurs: Bool) {
    let (side, other) = isOurs ? (ours, theirs) : (theirs, ours)
    let partner = other.partner(ofBase: split.whole)
    let dividing = ClipDivision(split, side, other, isOurs ? times.ours : times.theirs)
    guard split.isCertain, let pieces = dividing.pieces else {
      // Where only one side did anything there is nothing to put together.
      let isUntouched =
        partner.map { other.base[split.whole].content == other.other[$0].content } ?? false
        && !other.hasMoved(base: split.whole)
      if !isUntouched { contest(split, isOurs: isOurs) }
      return
    }
    base.replacements[split.whole] = pieces.base
    let others = partner.map { [$0] } ?? []
    divisions.append(
      Division(
        whole: split.whole, ours: isOurs ? split.parts : others,
        theirs: isOurs ? others : split.parts))
    guard let partner else { return }
    if isOurs {
      theirTree.replacements[partner] = pieces.other
    } else {
      ourTree.replacements[partner] = pieces.other
    }
  }

  // MARK: - Both sides

  private mutating func addBoth(_ mine: ClipSplit, _ other: ClipSplit) {
    let dividing = ClipDivision(mine, ours, theirs, times.ours)
    guard mine.isCertain, other.isCertain, let pieces = dividing.pieces(alsoCutBy: other) else {
      contest(mine, isOurs: true)
      contest(other, isOurs: false)
      return
    }
    base.replacements[mine.whole] = pieces
    divisions.append(Division(whole: mine.whole, ours: mine.parts, theirs: other.parts))
  }

  private mutating func contest(_ split: ClipSplit, isOurs: Bool) {
    contested.base.insert(split.whole)
    let side = isOurs ? ours : theirs
    var parts = split.parts.filter { side.partner(ofOther: $0) == nil }
    // Transitions between parts go with them.
    for part in split.parts {
      let items = side.other[side.other[part].parent].children
      let place = side.other[part].place
      guard place + 2 < items.count, split.parts.contains(items[place + 2]),
        side.other[items[place + 1]].role == .transition,
        side.partner(ofOther: items[place + 1]) == nil
      else { continue }
      parts.append(items[place + 1])
    }
    let additions = Dictionary(uniqueKeysWithValues: parts.map { ($0, split.whole) })
    if isOurs {
      contested.ours.merge(additions) { first, _ in first }
      uncertain.ours.formUnion(split.parts)
    } else {
      contested.theirs.merge(additions) { first, _ in first }
      uncertain.theirs.formUnion(split.parts)
    }
  }

  /// What the other side did to one of some clips is not meant for all that the clip shows now that
  /// they were joined to.
  private mutating func add(_ join: ClipJoin, _ side: EditMatching, _ other: EditMatching) {
    guard let partner = other.partner(ofBase: join.whole) else { return }
    let isSame =
      other.base[join.whole].content == other.other[partner].content
      && !other.hasMoved(base: join.whole)
    let joinsToo = join.parts.allSatisfy { other.partner(ofBase: $0) == nil }
    if isSame || joinsToo || contested.base.contains(join.whole) { return }
    contested.base.formUnion([join.whole] + join.parts)
  }
}

extension SplitAlignment {
  // MARK: - Doubts

  /// What the other side did to one of some clips of which nobody knows which is which.
  private mutating func add(_ doubt: ClipDoubt, isOurs: Bool) {
    let (side, other) = isOurs ? (ours, theirs) : (theirs, ours)
    guard let first = doubt.base.first, let last = doubt.other.first else { return }
    let isTouched = doubt.base.contains { clip in
      other.partner(ofBase: clip).map {
        other.base[clip].content != other.other[$0].content || other.hasMoved(base: clip)
      } ?? true
    }
    // Nothing is to be put together where both did the same.
    let list = side.other[side.other[last].parent]
    let same = other.partner(ofBase: other.base[first].parent).map { other.other[$0].content }
    if !isTouched || same == list.content { return }
    contested.base.formUnion(doubt.base)
    for (clip, host) in zip(doubt.other, doubt.base) where side.partner(ofOther: clip) == nil {
      if isOurs { contested.ours[clip] = host } else { contested.theirs[clip] = host }
    }
  }
}

/// Clips of one tree that become several.
struct TreeRewriting {
  var replacements: [Int: [JSONValue]] = [:]
}

/// A tree in which some clips are several, and where its nodes are now.
struct RewrittenTree {
  let tree: EditTree
  /// For each node of the tree before, outside of what became several, the one that it is.
  private(set) var nodes: [Int: Int] = [:]
  /// For each clip that became several the nodes of these.
  private(set) var pieces: [Int: [Int]] = [:]

  init(_ old: EditTree, _ rewriting: TreeRewriting) {
    var touched: Set<Int> = []
    for node in rewriting.replacements.keys {
      var above = old[node].parent
      while above >= 0, touched.insert(above).inserted { above = old[above].parent }
    }
    tree =
      touched.isEmpty
      ? old : EditTree(Self.rewritten(old, EditTree.root, touched, rewriting.replacements))
    var open = [(EditTree.root, EditTree.root)]
    while let (before, now) = open.popLast() {
      nodes[before] = now
      var next = tree[now].children[...]
      for child in old[before].children {
        if let count = rewriting.replacements[child]?.count {
          pieces[child] = Array(next.prefix(count))
          next = next.dropFirst(count)
        } else if let same = next.popFirst() {
          open.append((child, same))
        }
      }
    }
  }

  /// Only what lies around the clips is written anew: few levels, whatever the file.
  private static func rewritten(
    _ tree: EditTree, _ node: Int, _ touched: Set<Int>, _ replacements: [Int: [JSONValue]]
  ) -> JSONValue {
    guard touched.contains(node) else { return tree[node].value }
    switch tree[node].value.kind {
    case .object(let members):
      let new = zip(members, tree[node].children).map { member, child in
        JSONMember(
          key: member.key, keyRange: member.keyRange,
          value: rewritten(tree, child, touched, replacements))
      }
      return JSONValue(range: .none, kind: .object(new))
    case .array:
      let items = tree[node].children.flatMap {
        replacements[$0] ?? [rewritten(tree, $0, touched, replacements)]
      }
      return JSONValue(range: .none, kind: .array(items))
    default: return tree[node].value
    }
  }

  /// The items that are the same here and in a version, as a matching of the trees before has them.
  func pairs(_ matching: EditMatching, _ version: RewrittenTree) -> [(base: Int, other: Int)] {
    matching.base.nodes.indices.compactMap { node in
      guard EditRole.onTrack.contains(matching.base[node].role),
        let partner = matching.partner(ofBase: node), let mine = nodes[node],
        let other = version.nodes[partner]
      else { return nil }
      return (base: mine, other: other)
    }
  }
}
