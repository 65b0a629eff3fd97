import BaseValues

extension ChangeFinder {
  /// How a clip's material is otherwise, in seconds of movie.
  private struct Edges {
    var base: Int
    var other: Int
    /// How much more is shown at the start and at the end.
    var head: Rational
    var tail: Rational
    /// The same in seconds of source: how much later it starts and ends.
    var sourceStart: Rational
    var sourceEnd: Rational
    /// The differences that this is made of.
    var indices: [Int]
  }

  /// Names what was done to the media, the speed and the ends of clips.
  mutating func findClipChanges() {
    for a in base.nodes.indices where base[a].role == .clip {
      guard let b = matching.partner(ofBase: a) else { continue }
      findReplacement(a, b)
      findSpeed(a, b)
    }
    for list in other.nodes.indices
    where other[list].role == .items && !["titles", "captions"].contains(other[list].key) {
      findEdges(list)
    }
    findLengths()
  }

  // MARK: - Media and speed

  private mutating func findReplacement(_ a: Int, _ b: Int) {
    let media = open(a, "clip")
    guard !media.isEmpty, let old = base.text(a, "clip"), let new = other.text(b, "clip") else {
      return
    }
    var indices = media + open(a, "in")
    if baseLayout.range(of: a)?.duration == otherLayout.range(of: b)?.duration {
      indices += open(a, "duration")
    }
    tell(.replaced(from: old, to: new), a, b, indices)
  }

  private mutating func findSpeed(_ a: Int, _ b: Int) {
    let speed = open(a, "speed")
    guard !speed.isEmpty, let old = base.material(a), let new = other.material(b),
      old.speed != new.speed
    else { return }
    var indices = speed
    if old.start == new.start, old.end == new.end { indices += open(a, "in", "duration") }
    tell(.retimed(from: old.speed, to: new.speed), a, b, indices)
  }

  // MARK: - Ends

  private mutating func findEdges(_ list: Int) {
    let items = other[list].children.filter { [.clip, .gap].contains(other[$0].role) }
    var edges: [Int: Edges] = [:]
    for item in items {
      if let found = self.edges(of: item) { edges[item] = found }
    }
    findSplits(items, &edges)
    for (item, next) in zip(items, items.dropFirst()) { findRoll(item, next, &edges) }
    for index in items.indices.dropFirst().dropLast() {
      findSlide(items[index - 1], items[index], items[index + 1], &edges)
    }
    for item in items {
      if let edge = edges[item] { tellEdges(edge) }
    }
  }

  /// What is different about the ends of a clip; a gap has only a length.
  private func edges(of b: Int) -> Edges? {
    guard let a = matching.partner(ofOther: b) else { return nil }
    if other[b].role == .gap {
      let indices = open(a, "gap")
      guard !indices.isEmpty, let old = base.time(a, "gap"), let new = other.time(b, "gap"),
        let more = try? new - old
      else { return nil }
      return Edges(
        base: a, other: b, head: .zero, tail: more, sourceStart: .zero, sourceEnd: more,
        indices: indices)
    }
    let indices = open(a, "in", "duration")
    guard !indices.isEmpty, let old = material(a, base, baseLayout),
      let new = material(b, other, otherLayout), old.speed == new.speed, new.speed > .zero,
      let start = try? new.start - old.start, let end = difference(new.end, old.end),
      let head = try? (Rational.zero - start) / new.speed, let tail = try? end / new.speed
    else { return nil }
    return Edges(
      base: a, other: b, head: head, tail: tail, sourceStart: start, sourceEnd: end,
      indices: indices)
  }

  /// What a clip shows, with the end of its media where that is known.
  private func material(_ clip: Int, _ tree: EditTree, _ layout: EditLayout) -> ClipMaterial? {
    guard var material = tree.material(clip) else { return nil }
    if material.end == nil, let length = layout.range(of: clip)?.duration,
      let covered = try? length * material.speed
    {
      material.end = try? material.start + covered
    }
    return material
  }

  /// Zero also where both are the unknown end of a media.
  private func difference(_ new: Rational?, _ old: Rational?) -> Rational? {
    guard let new, let old else { return new == nil && old == nil ? .zero : nil }
    return try? new - old
  }

  private mutating func tellEdges(_ edge: Edges) {
    if other[edge.other].role == .gap {
      tell(.lengthened(edge.tail), edge.base, edge.other, edge.indices)
      return
    }
    if edge.sourceStart == .zero, edge.sourceEnd == .zero { return }
    if edge.sourceStart == edge.sourceEnd {
      tell(.slipped(edge.sourceStart), edge.base, edge.other, edge.indices)
      return
    }
    var indices = edge.indices
    // A head that is trimmed where it stands takes the clip's own time with it.
    if let start = shift(of: edge.base, edge.other), start == (try? Rational.zero - edge.head) {
      indices += open(edge.base, "at")
      placed.insert(edge.base)
    }
    tellTrim(edge.base, edge.other, head: edge.head, tail: edge.tail, indices)
  }

  /// How much later an item begins.
  func shift(of a: Int, _ b: Int) -> Rational? {
    guard let old = baseLayout.start(of: a), let new = otherLayout.start(of: b) else { return nil }
    return try? new - old
  }

  // MARK: - Neighbours

  private mutating func findRoll(_ item: Int, _ next: Int, _ edges: inout [Int: Edges]) {
    guard let first = edges[item], let second = edges[next], other[item].role == .clip,
      other[next].role == .clip, first.head == .zero, second.tail == .zero,
      first.tail != .zero, let less = try? Rational.zero - second.head, first.tail == less,
      areNeighbors(first.base, second.base)
    else { return }
    var indices = first.indices + second.indices
    indices += open(second.base, "at")
    placed.insert(second.base)
    let before = times(ofTrim: first.base, item, head: .zero, tail: first.tail)
    let after = times(ofTrim: second.base, next, head: second.head, tail: .zero)
    tell(
      .rolled(first.tail), first.base, first.other, indices,
      baseTimes: (before?.base ?? baseLayout.extents(of: first.base))
        + (after?.base ?? baseLayout.extents(of: second.base)),
      otherTimes: (before?.other ?? otherLayout.extents(of: item))
        + (after?.other ?? otherLayout.extents(of: next)))
    edges[item] = nil
    edges[next] = nil
  }

  private mutating func findSlide(
    _ before: Int, _ item: Int, _ after: Int, _ edges: inout [Int: Edges]
  ) {
    guard let first = edges[before], let last = edges[after], edges[item] == nil,
      other[item].role == .clip, let same = matching.partner(ofOther: item),
      first.head == .zero, first.tail != .zero, shift(of: same, item) == first.tail,
      baseLayout.range(of: same)?.duration == otherLayout.range(of: item)?.duration,
      areNeighbors(first.base, same), areNeighbors(same, last.base)
    else { return }
    let less = try? Rational.zero - first.tail
    let isGap = other[after].role == .gap
    guard isGap ? last.tail == less : last.tail == .zero && last.head == less else { return }
    let indices = first.indices + last.indices + open(same, "at") + open(last.base, "at")
    placed.formUnion([same, last.base])
    let left = times(ofTrim: first.base, before, head: .zero, tail: first.tail)
    let right = times(ofTrim: last.base, after, head: last.head, tail: last.tail)
    tell(
      .slid(first.tail), same, item, indices,
      baseTimes: (left?.base ?? baseLayout.extents(of: first.base))
        + baseLayout.extents(of: same) + (right?.base ?? baseLayout.extents(of: last.base)),
      otherTimes: (left?.other ?? otherLayout.extents(of: before))
        + otherLayout.extents(of: item) + (right?.other ?? otherLayout.extents(of: after)))
    edges[before] = nil
    edges[after] = nil
  }

  /// Whether nothing but a transition stands between two items of the first version.
  private func areNeighbors(_ a: Int, _ b: Int) -> Bool {
    guard base[a].parent == base[b].parent, base[a].place < base[b].place else { return false }
    let between = base[base[a].parent].children[(base[a].place + 1)..<base[b].place]
    return between.allSatisfy { base[$0].role == .transition }
  }

  // MARK: - Splits and joins

  private mutating func findSplits(_ items: [Int], _ edges: inout [Int: Edges]) {
    for item in items {
      guard let edge = edges[item], other[item].role == .clip, edge.head == .zero else { continue }
      if edge.tail < .zero {
        findSplit(item, edge, &edges)
      } else if edge.tail > .zero {
        findJoin(edge, &edges)
      }
    }
  }

  /// New clips after one that is shorter, which show what it does not any more.
  private mutating func findSplit(_ item: Int, _ edge: Edges, _ edges: inout [Int: Edges]) {
    let all = other[other[item].parent].children
    guard let whole = material(edge.base, base, baseLayout), let end = whole.end else { return }
    var parts: [Int] = []
    var reached = other.material(item)?.end
    for next in all[(other[item].place + 1)...] {
      guard matching.partner(ofOther: next) == nil, openDifference(ofOther: next) != nil,
        let part = material(next, other, otherLayout), part.start == reached,
        part.speed == whole.speed, isSameMedia(whole.media, part.media),
        other.lookAlike(next, edge.base, in: base)
      else { break }
      parts.append(next)
      reached = part.end
      if reached == end { break }
    }
    guard !parts.isEmpty, reached == end else { return }
    let added = parts.compactMap { openDifference(ofOther: $0) }
    // The parts show and sound like the whole, unless they fade where they were cut.
    let fades = ([item] + parts).contains {
      other.child($0, "fadeIn") != nil || other.child($0, "fadeOut") != nil
    }
    tell(
      .split(parts), edge.base, item, edge.indices + added, baseTimes: fades ? nil : [],
      otherTimes: fades ? ([item] + parts).compactMap { otherLayout.range(of: $0) } : [])
    edges[item] = nil
  }

  /// Clips that are gone, and that showed what the one before them shows now.
  private mutating func findJoin(_ edge: Edges, _ edges: inout [Int: Edges]) {
    let all = base[base[edge.base].parent].children
    guard let whole = material(edge.other, other, otherLayout), let end = whole.end else { return }
    var parts: [Int] = []
    var reached = base.material(edge.base)?.end
    for next in all[(base[edge.base].place + 1)...] {
      guard matching.partner(ofBase: next) == nil, openDifference(ofBase: next) != nil,
        let part = material(next, base, baseLayout), part.start == reached,
        part.speed == whole.speed, isSameMedia(part.media, whole.media),
        base.lookAlike(next, edge.other, in: other)
      else { break }
      parts.append(next)
      reached = part.end
      if reached == end { break }
    }
    guard !parts.isEmpty, reached == end else { return }
    let removed = parts.compactMap { openDifference(ofBase: $0) }
    tell(
      .joined(parts), edge.base, edge.other, edge.indices + removed,
      baseTimes: ([edge.base] + parts).compactMap { baseLayout.range(of: $0) })
    edges[edge.other] = nil
  }

  private func isSameMedia(_ old: String, _ new: String) -> Bool {
    (matching.renamedMedia[old] ?? old) == new
  }

  // MARK: - Lengths of transitions

  private mutating func findLengths() {
    for a in base.nodes.indices where base[a].role == .transition {
      let indices = open(a, "duration")
      guard !indices.isEmpty, let b = matching.partner(ofBase: a),
        let old = base.time(a, "duration"), let new = other.time(b, "duration"), old != new,
        let more = try? new - old
      else { continue }
      tell(.lengthened(more), a, b, indices)
    }
  }
}

extension EditTree {
  /// Whether two clips have the same properties but for what a cut through a clip changes.
  fileprivate func lookAlike(_ clip: Int, _ partner: Int, in tree: EditTree) -> Bool {
    let cut: Set<String> = [
      "clip", "id", "in", "out", "duration", "until", "at", "fadeIn", "fadeOut",
    ]
    func properties(_ node: Int, _ tree: EditTree) -> [String: Int] {
      var result: [String: Int] = [:]
      for child in tree[node].children where !cut.contains(tree[child].key) {
        result[tree[child].key] = tree[child].content
      }
      return result
    }
    return properties(clip, self) == properties(partner, tree)
  }
}
