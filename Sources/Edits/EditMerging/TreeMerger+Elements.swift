import Diagnostics
import EditComparison

// Lists whose elements have an identity. An element is one number in all three versions: its node in
// the base, or beyond those its node in the version that has added it.
extension TreeMerger {
  func mergeElements(_ list: ThreeNodes) -> MergeOutcome {
    let following = following
    let mine = elements(list.ours, ours, ofOurs).filter { !following.contains($0) }
    var other = elements(list.theirs, theirs, ofTheirs).filter { !following.contains($0) }
    var twins = pairByName(mine, &other)
    let order = ElementOrder(
      base: list.base.map { base[$0].children } ?? [], ours: mine, theirs: other,
      movedByOurs: moved(in: list.base, list.ours, ours),
      movedByTheirs: moved(in: list.base, list.theirs, theirs),
      content: { additionKey(of: $0) })
    twins.merge(order.twins) { first, _ in first }
    var result = SidedElements()
    for slot in order.slots {
      var element = nodes(of: slot.element)
      if let twin = twins[slot.element] { element.theirs = nodes(of: twin).theirs }
      add(element, slot, of: list, to: &result)
    }
    return result.outcome
  }

  /// What goes with another element wherever that goes.
  private var following: Set<Int> {
    var result: Set<Int> = []
    for nodes in followers.values {
      if let node = nodes.ours { result.insert(ofOurs(node)) }
      if let node = nodes.theirs { result.insert(ofTheirs(node)) }
    }
    for own in attached.ours.values { result.formUnion((own.before + own.after).map(ofOurs)) }
    for own in attached.theirs.values { result.formUnion((own.before + own.after).map(ofTheirs)) }
    return result
  }

  // MARK: - Elements

  /// The elements of one version of a list.
  private func elements(
    _ list: Int?, _ side: EditMatching, _ added: (Int) -> Int
  ) -> [Int] {
    guard let list else { return [] }
    return side.other[list].children.map { side.partner(ofOther: $0) ?? added($0) }
  }

  /// The element that a side's new node is.
  private func ofOurs(_ node: Int) -> Int { node + base.nodes.count }
  private func ofTheirs(_ node: Int) -> Int { node + base.nodes.count + ours.other.nodes.count }

  /// An element in the three versions, as far as it is one that the base knows or one side has added.
  private func nodes(of element: Int) -> ThreeNodes {
    let inOurs = element - base.nodes.count
    if inOurs < 0 {
      return ThreeNodes(
        base: element, ours: ours.partner(ofBase: element), theirs: theirs.partner(ofBase: element))
    }
    let inTheirs = inOurs - ours.other.nodes.count
    return inTheirs < 0 ? ThreeNodes(ours: inOurs) : ThreeNodes(theirs: inTheirs)
  }

  /// Equal for additions of both sides that are one: those of equal content, and transitions between the
  /// same neighbours, of which there can be only one.
  private func additionKey(of element: Int) -> Int {
    let nodes = nodes(of: element)
    if let node = nodes.ours { return additionKey(node, ours) }
    return nodes.theirs.map { additionKey($0, theirs) } ?? 0
  }

  private func additionKey(_ node: Int, _ side: EditMatching) -> Int {
    let tree = side.other
    guard tree[node].role == .transition else { return tree[node].content }
    let items = tree[tree[node].parent].children
    let place = tree[node].place
    let neighbors = [place - 1, place + 1].map { place in
      items.indices.contains(place) ? side.partner(ofOther: items[place]) : -1
    }
    var hasher = Hasher()
    for neighbor in neighbors {
      guard let neighbor else { return tree[node].content }
      hasher.combine(neighbor)
    }
    return hasher.finalize()
  }

  /// Takes additions of both sides that have the same `id` for one element, the one of ours.
  ///
  /// - Returns: for each of these elements what it was called in theirs.
  private func pairByName(_ mine: [Int], _ other: inout [Int]) -> [Int: Int] {
    var named: [String: Int] = [:]
    for element in mine {
      let nodes = nodes(of: element)
      guard nodes.base == nil, let node = nodes.ours, let id = ours.other.text(node, "id") else {
        continue
      }
      named[id] = element
    }
    if named.isEmpty { return [:] }
    var twins: [Int: Int] = [:]
    for index in other.indices {
      let nodes = nodes(of: other[index])
      guard nodes.base == nil, let node = nodes.theirs, let id = theirs.other.text(node, "id"),
        let same = named.removeValue(forKey: id)
      else { continue }
      twins[same] = other[index]
      other[index] = same
    }
    return twins
  }

  /// Elements that have stayed in the list, and stand elsewhere in it.
  private func moved(in list: Int?, _ version: Int?, _ side: EditMatching) -> Set<Int> {
    guard let list, let version else { return [] }
    return Set(
      base[list].children.filter { element in
        guard side.hasMoved(base: element), let partner = side.partner(ofBase: element) else {
          return false
        }
        return side.other[partner].parent == version
      })
  }

  // MARK: - Who has what

  /// Whether an element is in a list for ours and for theirs, and what that is a conflict of.
  private struct Presence {
    var forOurs: Bool
    var forTheirs: Bool
    var conflict: MergeConflict.Kind?
  }

  private func presence(_ element: ThreeNodes, in list: ThreeNodes) -> Presence {
    let inOurs = element.ours.map { ours.other[$0].parent == list.ours } ?? false
    let inTheirs = element.theirs.map { theirs.other[$0].parent == list.theirs } ?? false
    if isContested(element) {
      return Presence(forOurs: inOurs, forTheirs: inTheirs, conflict: .division)
    }
    guard let node = element.base else { return Presence(forOurs: true, forTheirs: true) }
    guard element.ours != nil, element.theirs != nil else {
      let isSplit =
        element.ours.map { parts.ours.contains($0) } ?? false
        || element.theirs.map { parts.theirs.contains($0) } ?? false
      let isChanged =
        isSplit
        || element.ours.map { change(of: node, to: $0, ours) }
          ?? element.theirs.map { change(of: node, to: $0, theirs) } ?? false
      return isChanged && (inOurs || inTheirs)
        ? Presence(forOurs: inOurs, forTheirs: inTheirs, conflict: .removal)
        : Presence(forOurs: false, forTheirs: false)
    }
    if inOurs == inTheirs { return Presence(forOurs: inOurs, forTheirs: inOurs) }
    if hasLeft(node, ours), hasLeft(node, theirs) {
      return Presence(forOurs: inOurs, forTheirs: inTheirs, conflict: .position)
    }
    // One side alone has taken it from its list to another one.
    let isHere = base[node].parent != list.base
    return Presence(forOurs: isHere, forTheirs: isHere)
  }

  /// Whether an element is one of several that each side has in its own way.
  private func isContested(_ element: ThreeNodes) -> Bool {
    let contested = parts.contested
    return element.base.map { contested.base.contains($0) } ?? false
      || element.ours.map { contested.ours[$0] != nil } ?? false
      || element.theirs.map { contested.theirs[$0] != nil } ?? false
  }

  private func change(of node: Int, to partner: Int, _ side: EditMatching) -> Bool {
    base[node].content != side.other[partner].content || side.hasMoved(base: node)
  }

  /// Whether a side has put an element into another list.
  private func hasLeft(_ node: Int, _ side: EditMatching) -> Bool {
    guard let partner = side.partner(ofBase: node) else { return false }
    return side.partner(ofBase: base[node].parent) != side.other[partner].parent
  }

  private func add(
    _ element: ThreeNodes, _ slot: ElementOrder.Slot, of list: ThreeNodes,
    to result: inout SidedElements
  ) {
    var presence = presence(element, in: list)
    guard presence.forOurs || presence.forTheirs else { return }
    if presence.conflict == nil, slot.forOurs != slot.forTheirs { presence.conflict = .position }
    presence.forOurs = presence.forOurs && slot.forOurs
    presence.forTheirs = presence.forTheirs && slot.forTheirs
    var content: MergeOutcome
    if presence.conflict == .removal || presence.conflict == .division {
      content = MergeOutcome(
        value(element.ours, ours.other), value(element.theirs, theirs.other), [])
    } else {
      content = merge(element)
    }
    let isAgreed =
      presence.conflict == .division && presence.forOurs && presence.forTheirs
      && element.ours.map { ours.other[$0].content }
        == element.theirs.map { theirs.other[$0].content }
    if let kind = presence.conflict, !isAgreed {
      content.conflicts.append(MergeConflict(kind, element))
    }
    let node = element.base
    addAttached(node.flatMap { attached.ours[$0]?.before }, presence.forOurs, ours, to: &result)
    addAttached(node.flatMap { attached.theirs[$0]?.before }, presence.forTheirs, nil, to: &result)
    result.add(content, forOurs: presence.forOurs, forTheirs: presence.forTheirs)
    addAttached(node.flatMap { attached.ours[$0]?.after }, presence.forOurs, ours, to: &result)
    addAttached(node.flatMap { attached.theirs[$0]?.after }, presence.forTheirs, nil, to: &result)
    guard let node, let follower = followers[node] else { return }
    result.add(merge(follower), forOurs: presence.forOurs, forTheirs: presence.forTheirs)
  }

  /// Adds what one side has beside a clip that is contested.
  private func addAttached(
    _ nodes: [Int]?, _ isThere: Bool, _ side: EditMatching?, to result: inout SidedElements
  ) {
    guard isThere else { return }
    for node in nodes ?? [] {
      let three = side == nil ? ThreeNodes(theirs: node) : ThreeNodes(ours: node)
      result.add(
        MergeOutcome(
          value(three.ours, ours.other), value(three.theirs, theirs.other),
          [MergeConflict(.division, three)]),
        forOurs: side != nil, forTheirs: side == nil)
    }
  }
}

/// The elements of a list for both sides of the conflicts in it.
private struct SidedElements {
  private var ours: [JSONValue] = []
  private var theirs: [JSONValue] = []
  private var conflicts: [MergeConflict] = []

  mutating func add(_ outcome: MergeOutcome, forOurs: Bool, forTheirs: Bool) {
    let mine = forOurs ? outcome.ours : nil
    let other = forTheirs ? outcome.theirs : nil
    for var conflict in outcome.conflicts {
      conflict.oursPath.append(.index(mine == nil ? -1 : ours.count))
      conflict.theirsPath.append(.index(other == nil ? -1 : theirs.count))
      conflicts.append(conflict)
    }
    if let mine { ours.append(mine) }
    if let other { theirs.append(other) }
  }

  var outcome: MergeOutcome {
    MergeOutcome(
      JSONValue(range: .none, kind: .array(ours)), JSONValue(range: .none, kind: .array(theirs)),
      conflicts)
  }
}
