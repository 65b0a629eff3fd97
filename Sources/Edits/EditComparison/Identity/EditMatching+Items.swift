import BaseValues

extension EditMatching {
  /// Pairs the items of two tracks that are the same.
  mutating func matchItems(_ a: Int, _ b: Int, _ facts: ItemFacts) {
    if ["titles", "captions"].contains(base[a].key) {
      pairElements(a, b)
      return
    }
    pairEnds(a, b)
    let (base, other) = (self.base, self.other)
    // What stands between clips follows from these.
    pairRising(a, b) {
      [.transition, .gap].contains(base[$0].role) ? nil : base[$0].content
    } other: {
      other[$0].content
    }
    pairRising(a, b) {
      facts.baseKeys[$0]
    } other: {
      facts.otherKeys[$0]
    }
    pairMoved(a, b) {
      facts.baseKeys[$0]
    } other: {
      facts.otherKeys[$0]
    }
    pairOverlapping(a, b, facts)
    pairUnknown(a, b, facts)
    let pieces = pieces(a, b, facts)
    for segment in segments(a, b) { pairInPlace(segment, facts, pieces) }
    findDoubts(a, b, facts)
    matchBetween(a, b, facts)
  }

  // MARK: - The same content

  /// Pairs what is the same from the start and from the end. What stands between clips follows from
  /// these later: of a clip that is split the transition after it may be like one between its parts.
  mutating func pairEnds(_ a: Int, _ b: Int) {
    var mine = base[a].children[...]
    var theirs = other[b].children[...]
    while let first = mine.first, let partner = theirs.first, areSame(first, partner) {
      if !isBetween(first) { pair(first, partner) }
      (mine, theirs) = (mine.dropFirst(), theirs.dropFirst())
    }
    while let last = mine.last, let partner = theirs.last, areSame(last, partner) {
      if !isBetween(last) { pair(last, partner) }
      (mine, theirs) = (mine.dropLast(), theirs.dropLast())
    }
  }

  private func isBetween(_ item: Int) -> Bool { [.transition, .gap].contains(base[item].role) }

  private func areSame(_ a: Int, _ b: Int) -> Bool {
    inOther[a] == b || isFreePair(a, b) && base[a].content == other[b].content
  }

  private func isFreePair(_ a: Int, _ b: Int) -> Bool { inOther[a] < 0 && inBase[b] < 0 }

  /// Pairs what has the same key, as many as can keep their order.
  mutating func pairRising(
    _ a: Int, _ b: Int, _ baseKey: (Int) -> Int?, other otherKey: (Int) -> Int?
  ) {
    pairHeaviest(a, b, candidates(a, b, worth: 1000, baseKey, other: otherKey))
  }

  /// What may be the same by a key, each pair with what it is worth.
  private func candidates(
    _ a: Int, _ b: Int, worth: Int, _ baseKey: (Int) -> Int?, other otherKey: (Int) -> Int?
  ) -> [(Int, Int, Int)] {
    var candidates: [(Int, Int, Int)] = []
    for (mine, theirs) in groups(a, b, baseKey, otherKey) {
      for (rank, item) in mine.enumerated() {
        // Where there are many alike, those that count the same from either end will do.
        let ranks: [Int] =
          mine.count * theirs.count <= 64
          ? Array(theirs.indices)
          : Array(rank - 3...rank + 3)
            + Array((rank + theirs.count - mine.count - 3)...(rank + theirs.count - mine.count + 3))
        for rank in Set(ranks) where theirs.indices.contains(rank) {
          candidates.append((item, theirs[rank], worth + likeness(item, theirs[rank])))
        }
      }
    }
    return candidates
  }

  /// Pairs what has the same key of several, as many as can keep their order: what is the same by the first of them
  /// is worth most, and of several that are alike those are paired that leave partners for most of the others.
  mutating func pairRisingTogether(_ a: Int, _ b: Int, _ keys: [((Int) -> Int?, (Int) -> Int?)]) {
    let all = keys.enumerated().flatMap { rank, key in
      candidates(a, b, worth: max(1000 - 200 * rank, 200), key.0, other: key.1)
    }
    pairHeaviest(a, b, all)
  }

  /// Pairs the rest that has the same key, whatever the order.
  mutating func pairMoved(
    _ a: Int, _ b: Int, _ baseKey: (Int) -> Int?, other otherKey: (Int) -> Int?
  ) {
    for (mine, theirs) in groups(a, b, baseKey, otherKey) {
      guard mine.count * theirs.count <= 64 else {
        for (item, partner) in zip(mine, theirs) { pair(item, partner) }
        continue
      }
      let pairs = mine.flatMap { item in theirs.map { (item, $0, likeness(item, $0)) } }
      for (item, partner, _) in pairs.sorted(by: { ($1.2, $0.0, $0.1) < ($0.2, $1.0, $1.1) })
      where isFreePair(item, partner) {
        pair(item, partner)
      }
    }
  }

  /// How many properties two objects have in common, in hundredths of those of the larger one.
  func likeness(_ a: Int, _ b: Int) -> Int {
    if base[a].content == other[b].content { return 100 }
    let (mine, theirs) = (base[a].children, other[b].children)
    guard base[a].form == .object, other[b].form == .object, !mine.isEmpty, !theirs.isEmpty else {
      return 0
    }
    // Objects with very many keys are of no kind that the format knows.
    if mine.count * theirs.count > 4096 { return 0 }
    let common = mine.count { child in
      theirs.contains {
        other[$0].content == base[child].content && other[$0].key == base[child].key
      }
    }
    return 100 * common / max(mine.count, theirs.count)
  }

  /// Elements of two lists that are free and have the same key, in the order of the first.
  private func groups(
    _ a: Int, _ b: Int, _ baseKey: (Int) -> Int?, _ otherKey: (Int) -> Int?
  ) -> [([Int], [Int])] {
    var places: [Int: Int] = [:]
    var result: [([Int], [Int])] = []
    for item in base[a].children where inOther[item] < 0 {
      guard let key = baseKey(item) else { continue }
      if let place = places[key] {
        result[place].0.append(item)
      } else {
        places[key] = result.count
        result.append(([item], []))
      }
    }
    for item in other[b].children where inBase[item] < 0 {
      guard let key = otherKey(item), let place = places[key] else { continue }
      result[place].1.append(item)
    }
    return result.filter { !$0.1.isEmpty }
  }

  /// Pairs those candidates that keep their order with all pairs that there are, and weigh most.
  private mutating func pairHeaviest(_ a: Int, _ b: Int, _ candidates: [(Int, Int, Int)]) {
    if candidates.isEmpty { return }
    let pairs =
      anchors(a, b)
      + candidates.map {
        IncreasingPairs.Pair(base: base[$0.0].place, other: other[$0.1].place, weight: $0.2)
      }
    for found in IncreasingPairs.heaviest(pairs, count: other[b].children.count) {
      let (item, partner) = (base[a].children[found.base], other[b].children[found.other])
      if isFreePair(item, partner) { pair(item, partner) }
    }
  }

  // MARK: - Other times of the same media

  /// Pairs clips of the same media whose source times overlap: in order first, with those as long as
  /// before whose source times were slipped farther than that, then the rest.
  private mutating func pairOverlapping(_ a: Int, _ b: Int, _ facts: ItemFacts) {
    let candidates = overlapping(a, b, facts)
    pairHeaviest(a, b, candidates)
    for (item, partner, worth) in candidates.sorted(by: { $0.2 > $1.2 })
    where worth >= 1000 && isFreePair(item, partner) {
      pair(item, partner)
    }
  }

  private func overlapping(_ a: Int, _ b: Int, _ facts: ItemFacts) -> [(Int, Int, Int)] {
    var byMedia: [String: [(item: Int, material: ClipMaterial)]] = [:]
    for item in other[b].children where inBase[item] < 0 {
      guard let material = facts.otherMaterials[item] else { continue }
      byMedia[material.media, default: []].append((item, material))
    }
    let byStart = byMedia.mapValues { $0.sorted { $0.material.start < $1.material.start } }
    let byEnd = byMedia.mapValues { list in
      list.filter { $0.material.end != nil }
        .sorted { ($0.material.end ?? .zero) < ($1.material.end ?? .zero) }
    }
    var result: [(Int, Int, Int)] = []
    for item in base[a].children where inOther[item] < 0 {
      guard let mine = facts.baseMaterials[item], let starts = byStart[mine.media] else {
        continue
      }
      // The nearest by start and by end: of very many alike not every pair is looked at.
      var near = neighbors(in: starts, of: mine.start) { $0.material.start }
      if let end = mine.end, let ends = byEnd[mine.media] {
        near += neighbors(in: ends, of: end) { $0.material.end ?? .zero }
      }
      var seen: Set<Int> = []
      for (partner, theirs) in near where seen.insert(partner).inserted {
        let likeness = likeness(item, partner)
        if mine.overlaps(theirs) {
          result.append((item, partner, worth(mine, theirs) + 2 * likeness))
        } else if let length = mine.length, length == theirs.length {
          result.append((item, partner, 700 + 2 * likeness))
        }
      }
    }
    return result
  }

  private func neighbors<Element>(
    in list: [Element], of value: Rational, by key: (Element) -> Rational
  ) -> [Element] {
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if key(list[middle]) < value { low = middle + 1 } else { high = middle }
    }
    return Array(list[max(low - 8, 0)..<min(low + 8, list.count)])
  }

  /// How much two clips look like one: 1000 and more, the most where one end is the same; of a clip
  /// that is split it is the first part that goes on being it.
  private func worth(_ a: ClipMaterial, _ b: ClipMaterial) -> Int {
    var worth = 1000
    if a.start == b.start { worth += 700 }
    if a.end == b.end { worth += 400 }
    guard let aEnd = a.end, let bEnd = b.end,
      let common = try? min(aEnd, bEnd) - max(a.start, b.start),
      let whole = try? max(aEnd, bEnd) - min(a.start, b.start), whole > .zero,
      let share = try? common / whole
    else { return worth }
    return worth + Int(min(max((try? share.scaled(by: 300)) ?? 0, 0), 300))
  }

  // MARK: - Unknown times of the same media

  /// Pairs clips of the same media of which one does not say its source times in numbers, but by a parameter
  /// or as a loop for example: in order, those that have most in common.
  private mutating func pairUnknown(_ a: Int, _ b: Int, _ facts: ItemFacts) {
    func free(_ items: [Int], _ isFree: (Int) -> Bool, _ media: [Int: String]) -> [String: [Int]] {
      Dictionary(grouping: items.filter { isFree($0) && media[$0] != nil }) { media[$0] ?? "" }
    }
    let mine = free(base[a].children, { inOther[$0] < 0 }, facts.baseMedia)
    let theirs = free(other[b].children, { inBase[$0] < 0 }, facts.otherMedia)
    var candidates: [(Int, Int, Int)] = []
    for (media, items) in mine {
      guard let partners = theirs[media] else { continue }
      for (rank, item) in items.enumerated() {
        // Of very many alike only those that count about the same from either end.
        let ends = [rank, rank + partners.count - items.count]
        for place in Set(ends.flatMap { $0 - 8...$0 + 8 }) where partners.indices.contains(place) {
          let partner = partners[place]
          if facts.baseMaterials[item] != nil, facts.otherMaterials[partner] != nil { continue }
          candidates.append((item, partner, 500 + 2 * likeness(item, partner)))
        }
      }
    }
    pairHeaviest(a, b, candidates)
  }

  // MARK: - The same neighbours

  /// Clips of both lists that show what another clip showed, or shows: parts of one that was split, or
  /// that was joined.
  private func pieces(
    _ a: Int, _ b: Int, _ facts: ItemFacts
  ) -> (base: Set<Int>, other: Set<Int>) {
    typealias Known = (item: Int, material: ClipMaterial)
    func sorted(_ items: [Known]) -> [String: [Known]] {
      Dictionary(grouping: items) { $0.material.media }
        .mapValues { $0.sorted { $0.material.start < $1.material.start } }
    }
    func within(_ material: ClipMaterial, _ known: [String: [Known]]) -> Bool {
      neighbors(in: known[material.media] ?? [], of: material.start) { $0.material.start }
        .contains { material.isMostly(within: $0.material) }
    }
    let pairs = base[a].children.filter { inOther[$0] >= 0 }
    let wholes = sorted(
      pairs.compactMap { item in facts.baseMaterials[item].map { (item, $0) } })
    let joined = sorted(
      pairs.compactMap { item in
        facts.otherMaterials[inOther[item]].map { (inOther[item], $0) }
      })
    let gone = base[a].children.filter { item in
      inOther[item] < 0 && (facts.baseMaterials[item].map { within($0, joined) } ?? false)
    }
    let new = other[b].children.filter { item in
      inBase[item] < 0 && (facts.otherMaterials[item].map { within($0, wholes) } ?? false)
    }
    return (Set(gone), Set(new))
  }

  /// Pairs clips between the same neighbours: of the same media, then as long as before, first
  /// those that begin at the same source time.
  ///
  /// - Parameter pieces: clips that stand for what other ones show.
  private mutating func pairInPlace(
    _ segment: Segment, _ facts: ItemFacts, _ pieces: (base: Set<Int>, other: Set<Int>)
  ) {
    let (base, other) = (self.base, self.other)
    pairInOrder(segment) { mine, theirs in
      if pieces.base.contains(mine) || pieces.other.contains(theirs) { return false }
      return facts.baseMaterials[mine].map { $0.media == facts.otherMaterials[theirs]?.media }
        ?? false
    }
    pairInOrder(segment) { mine, theirs in
      if pieces.base.contains(mine) || pieces.other.contains(theirs) { return false }
      guard let material = facts.baseMaterials[mine], let length = material.length else {
        return false
      }
      return length == facts.otherMaterials[theirs]?.length
        && material.start == facts.otherMaterials[theirs]?.start
    }
    pairInOrder(segment) { mine, theirs in
      if pieces.base.contains(mine) || pieces.other.contains(theirs) { return false }
      guard let length = facts.baseMaterials[mine]?.length else { return false }
      return length == facts.otherMaterials[theirs]?.length
    }
    pairInOrder(segment) { base[$0].role == .strangeItem && other[$1].role == .strangeItem }
  }

  /// Pairs elements that suit each other, each with the first after the one before it.
  mutating func pairInOrder(_ segment: Segment, where suits: (Int, Int) -> Bool) {
    var theirs = segment.other.filter { inBase[$0] < 0 }[...]
    for item in segment.base where inOther[item] < 0 {
      // Between two neighbours stand few; of very many only the next are looked at.
      guard let place = theirs.prefix(32).firstIndex(where: { suits(item, $0) }) else { continue }
      pair(item, theirs[place])
      theirs = theirs[(place + 1)...]
    }
  }
}
