import Diagnostics
import BaseValues

/// Names what was done to an edit, from what its versions have different.
///
/// Each difference is taken by the first change that explains it; what nothing else explains is a
/// property that is changed, a part that is added, removed or moved.
struct ChangeFinder {
  let matching: EditMatching
  let baseLayout: EditLayout
  let otherLayout: EditLayout
  var changes: [EditChange] = []
  /// All that is different, in order; `taken` says which of it a change has told.
  let differences: [Difference]
  var taken: [Bool]
  /// For each item of the first version the differences of its own members, by property.
  private var members: [Int: [String: [Int]]] = [:]
  /// For each element or member, in either version, what is different about it itself.
  private var ofBase: [Int: Int] = [:]
  private var ofOther: [Int: Int] = [:]
  /// For each media the clips, titles and transitions that show it.
  private let mediaUses: (base: [String: [Int]], other: [String: [Int]])
  /// Items whose new place is explained by something else than a ripple.
  var placed: Set<Int> = []

  var base: EditTree { matching.base }
  var other: EditTree { matching.other }

  init(_ edit: EditChanges) {
    matching = edit.matching
    baseLayout = edit.baseLayout
    otherLayout = edit.otherLayout
    differences = matching.differences()
    mediaUses = (edit.matching.base.mediaUses, edit.matching.other.mediaUses)
    taken = Array(repeating: false, count: differences.count)
    for (index, difference) in differences.enumerated() {
      if difference.kind != .moved {
        if let node = difference.base { ofBase[node] = index }
        if let node = difference.other { ofOther[node] = index }
      }
      guard let (owner, property) = owner(of: difference) else { continue }
      members[owner, default: [:]][property, default: []].append(index)
    }
  }

  /// All changes in the order in which they are told.
  mutating func find() -> [EditChange] {
    findRenames()
    findSwaps()
    findClipChanges()
    findRipples()
    findOwnTimes()
    findRest()
    return sorted()
  }

  /// The object in the first version whose member is different, and which property it is.
  private func owner(of difference: Difference) -> (Int, String)? {
    if difference.kind == .moved { return nil }
    if let node = difference.base {
      let parent = base[node].parent
      return parent >= 0 && base[parent].form == .object ? (parent, base[node].property) : nil
    }
    guard let node = difference.other, other[node].parent >= 0,
      other[other[node].parent].form == .object,
      let owner = matching.partner(ofOther: other[node].parent)
    else { return nil }
    return (owner, other[node].property)
  }

  // MARK: - Taking

  /// What of an object's properties is different and not told yet.
  func open(_ owner: Int, _ properties: String...) -> [Int] {
    guard let all = members[owner] else { return [] }
    return properties.flatMap { all[$0] ?? [] }.filter { !taken[$0] }
  }

  /// What is different about a node of the second version itself: that it is new, or its value.
  func openDifference(ofOther node: Int) -> Int? {
    ofOther[node].flatMap { taken[$0] ? nil : $0 }
  }

  func openDifference(ofBase node: Int) -> Int? {
    ofBase[node].flatMap { taken[$0] ? nil : $0 }
  }

  /// Tells of some differences as one change.
  mutating func tell(
    _ kind: EditChange.Kind, _ baseNode: Int?, _ otherNode: Int?, _ indices: [Int],
    baseTimes: [TimeRange]? = nil, otherTimes: [TimeRange]? = nil
  ) {
    for index in indices { taken[index] = true }
    changes.append(
      EditChange(
        kind: kind, base: baseNode, other: otherNode, differences: indices.map { differences[$0] },
        baseTimes: baseNode.map { times(of: $0, base, baseLayout, mediaUses.base, baseTimes) }
          ?? baseTimes ?? [],
        otherTimes: otherNode.map { times(of: $0, other, otherLayout, mediaUses.other, otherTimes) }
          ?? otherTimes ?? [],
        concernsAll: [(baseNode, base), (otherNode, other)].contains { node, tree in
          node.map { tree.ancestor($0, [.output, .track]).map { tree[$0].role } == .output }
            ?? false
        } || concernsTrack(baseNode, otherNode) || concernsAll(baseNode, base)
          || concernsAll(otherNode, other)))
  }

  /// Whether a value goes into the output, or into what holds for a whole track.
  private func concernsAll(_ node: Int?, _ tree: EditTree) -> Bool {
    guard let node else { return false }
    return tree.nodesTaking(node).contains { user in
      tree.ancestor(user, [.output]) != nil
        || tree.ancestor(user, EditRole.onTrack) == nil && tree.ancestor(user, [.track]) != nil
          && tree.group(of: user) == nil
    }
  }

  /// Whether it is a track's own gain, order or duck: that can be heard wherever others sound.
  private func concernsTrack(_ a: Int?, _ b: Int?) -> Bool {
    func isTracks(_ node: Int, _ tree: EditTree) -> Bool {
      tree.ancestor(node, [.track]) != nil && tree.ancestor(node, EditRole.onTrack) == nil
        && tree.group(of: node) == nil
    }
    return a.map { isTracks($0, base) } ?? false || b.map { isTracks($0, other) } ?? false
  }

  /// When a part is seen or heard: its item, or whatever shows a media. Transitions beside an item
  /// show it too, and where it makes another track step back that is heard around it. What is in a group
  /// is seen and heard with whatever shows the group.
  ///
  /// - Parameter known: the times, where they are known to be others than the item's.
  private func times(
    of node: Int, _ tree: EditTree, _ layout: EditLayout, _ uses: [String: [Int]],
    _ known: [TimeRange]?
  ) -> [TimeRange] {
    if let group = tree.group(of: node) {
      if let known, known.isEmpty { return [] }
      return layout.times(ofShown: tree[group].key, uses)
    }
    if let known { return known }
    if let item = tree.ancestor(node, EditRole.onTrack) { return layout.extents(of: item) }
    if let style = tree.ancestor(node, [.style]) {
      return (tree.styleUses[tree[style].key] ?? []).flatMap { item in
        tree.group(of: item).map { layout.times(ofShown: tree[$0].key, uses) }
          ?? layout.extents(of: item)
      }
    }
    if let entry = tree.ancestor(node, [.mediaEntry]) {
      return layout.times(ofShown: tree[entry].key, uses)
    }
    // What has no time of its own, and goes into values elsewhere.
    return tree.nodesTaking(node).flatMap { user in
      times(of: user, tree, layout, uses, nil)
    }
  }

  // MARK: - Names

  /// Media and tracks that are called otherwise: what named them goes with them.
  private mutating func findRenames() {
    for (index, difference) in differences.enumerated() where difference.kind == .renamed {
      guard let a = difference.base, let b = difference.other else { continue }
      let (old, new) = (base[a].key, other[b].key)
      tell(
        .renamed(from: old, to: new), a, b,
        [index]
          + uses(
            of: old, new,
            base[a].role == .style ? ["style"] : ["clip", "image", "luma", "media", "follow"]))
    }
    for (old, new) in matching.renamedTracks.sorted(by: { $0.key < $1.key }) {
      guard
        let index = differences.indices.first(where: { index in
          guard let a = differences[index].base, base[a].key == "id" else { return false }
          return base[base[a].parent].role == .track && base[a].value.text == old
        }), let b = differences[index].other, !taken[index]
      else { continue }
      tell(
        .renamed(from: old, to: new), differences[index].base, b,
        [index] + uses(of: old, new, ["under"]))
    }
  }

  /// Values that have followed a new name.
  private func uses(of old: String, _ new: String, _ keys: [String]) -> [Int] {
    differences.indices.filter { index in
      guard !taken[index], let a = differences[index].base, let b = differences[index].other
      else { return false }
      guard keys.contains(base[a].key), keys.contains(other[b].key) else { return false }
      let names = base[a].value.names
      return names.contains(old)
        && names.map { $0 == old ? new : $0 } == other[b].value.names
    }
  }

  // MARK: - What is left

  private mutating func findRest() {
    for index in differences.indices where !taken[index] {
      let difference = differences[index]
      switch difference.kind {
      case .moved:
        // An item that moves takes its own time with it.
        let times = difference.base.map { open($0, "at") } ?? []
        tell(.moved, difference.base, difference.other, [index] + times)
      case .added where isPart(difference.other, other):
        tell(.added, nil, difference.other, [index])
      case .removed where isPart(difference.base, base):
        tell(.removed, difference.base, nil, [index])
      default:
        tellProperty(index)
      }
    }
  }

  /// Whether a node stands for itself, and is no property of something else.
  private func isPart(_ node: Int?, _ tree: EditTree) -> Bool {
    guard let node else { return false }
    return tree[node].parent >= 0 && tree[tree[node].parent].form != .object
  }

  private mutating func tellProperty(_ index: Int) {
    let difference = differences[index]
    let (a, b) = (difference.base, difference.other)
    var kind = EditChange.Kind.property
    if let a, let b, let old = base[a].value.words, let new = other[b].value.words {
      switch base[a].key {
      // With the same words the form of some is another.
      case "text" where base[base[a].parent].role != .expectedText && old != new:
        kind = .reworded(from: old, to: new)
      case "id": kind = .renamed(from: old, to: new)
      default: break
      }
    }
    tell(kind, a, b, [index])
  }
}

extension EditTree {
  /// The items on tracks of the movie that show a media or a group, directly or within groups.
  package func shown(_ name: String, _ uses: [String: [Int]]) -> [Int] {
    var result: Set<Int> = []
    var seen: Set<String> = [name]
    var open = [name]
    while let next = open.popLast() {
      for item in uses[next] ?? [] {
        if let group = group(of: item) {
          if seen.insert(nodes[group].key).inserted { open.append(nodes[group].key) }
        } else {
          result.insert(item)
        }
      }
    }
    return result.sorted()
  }

  /// For each media and group the clips, titles and transitions that show it.
  package var mediaUses: [String: [Int]] {
    var result: [String: [Int]] = [:]
    for node in nodes.indices where ["clip", "image", "luma", "media"].contains(nodes[node].key) {
      guard let name = nodes[node].value.text, let item = ancestor(node, EditRole.onTrack) else {
        continue
      }
      result[name, default: []].append(item)
    }
    return result
  }
}

extension EditTree {
  /// For each style the items that take it themselves.
  var styleUses: [String: [Int]] {
    var result: [String: [Int]] = [:]
    for node in nodes.indices where nodes[node].key == "style" {
      guard let item = ancestor(node, EditRole.onTrack) else { continue }
      for name in nodes[node].value.names { result[name, default: []].append(item) }
    }
    return result
  }
}

extension JSONValue {
  /// The name that it is, or those that it lists.
  var names: [String] {
    if case .array(let items) = kind { return items.compactMap { $0.text } }
    return text.map { [$0] } ?? []
  }
}
