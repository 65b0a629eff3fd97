extension EditMatching {
  /// Pairs tracks, then their items, then what moved from one track to another.
  mutating func matchTracks() {
    let lists = trackLists
    for (a, b) in lists { pair(a, b) }
    let facts = ItemFacts(self)
    matchIDs(facts)
    let open = lists.filter { base[$0].form == .list && other[$1].form == .list }
    for (a, b) in open {
      pairTracksByID(a, b)
      pairEqualTracks(a, b)
    }
    for (a, b) in open { pairTracksByShare(a, b, facts) }
    for track in open.flatMap({ base[$0.base].children }) where inOther[track] >= 0 {
      let partner = inOther[track]
      guard let mine = base.items(of: track), let theirs = other.items(of: partner) else {
        continue
      }
      pair(mine, theirs)
      if base[mine].form == .list, other[theirs].form == .list {
        matchItems(mine, theirs, facts)
      }
    }
    matchAcrossTracks(facts)
    for node in base.nodes.indices
    where inOther[node] >= 0
      && (base[node].role == .track || EditRole.onTrack.contains(base[node].role))
    {
      descend(node, inOther[node])
    }
  }

  // MARK: - Tracks

  /// The lists of tracks of the movie and of each group that both versions have.
  private var trackLists: [(base: Int, other: Int)] {
    let owners = [EditTree.root] + base.nodes.indices.filter { base[$0].role == .group }
    return owners.compactMap { owner in
      guard inOther[owner] >= 0, let a = base.child(owner, "tracks"),
        let b = other.child(inOther[owner], "tracks")
      else { return nil }
      return (a, b)
    }
  }

  private mutating func pairTracksByID(_ a: Int, _ b: Int) {
    let mine = base.unique(base[a].children) { base.text($0, "id") }
    let theirs = other.unique(other[b].children) { other.text($0, "id") }
    for (id, track) in mine {
      if let partner = theirs[id] { pair(track, partner) }
    }
  }

  /// Pairs tracks that are written alike, and what is on them: at another frame rate all of it may
  /// show something else.
  private mutating func pairEqualTracks(_ a: Int, _ b: Int) {
    var byContent: [Int: [Int]] = [:]
    for track in other[b].children.reversed() where inBase[track] < 0 {
      byContent[other[track].content, default: []].append(track)
    }
    for track in base[a].children where inOther[track] < 0 {
      guard let partner = byContent[base[track].content]?.popLast() else { continue }
      let pairs = zip(base.elements(of: track), other.elements(of: partner))
      guard pairs.allSatisfy({ (inOther[$0] < 0 && inBase[$1] < 0) || inOther[$0] == $1 }) else {
        continue
      }
      pair(track, partner)
      for (item, same) in pairs { pair(item, same) }
    }
  }

  /// Pairs the rest of the tracks: those that share most come first, then those that stand alone
  /// between the same tracks.
  private mutating func pairTracksByShare(_ a: Int, _ b: Int, _ facts: ItemFacts) {
    var candidates: [(share: Double, distance: Int, a: Int, b: Int)] = []
    for (pair, common) in common(a, b, facts) {
      let total = (facts.countInBase[pair.a] ?? 0) + (facts.countInOther[pair.b] ?? 0)
      candidates.append(
        (
          Double(2 * common) / Double(max(total, 1)),
          abs(base[pair.a].place - other[pair.b].place), pair.a, pair.b
        ))
    }
    candidates.sort { ($1.share, $0.distance, $0.a, $0.b) < ($0.share, $1.distance, $1.a, $1.b) }
    for candidate in candidates where isFree(candidate.a, candidate.b) {
      pairTracks(candidate.a, candidate.b)
    }
    pairLoneTracks(a, b)
  }

  /// How many items each two tracks of one kind share that are not paired yet.
  private func common(
    _ a: Int, _ b: Int, _ facts: ItemFacts
  ) -> [TrackPair: Int] {
    var result: [TrackPair: Int] = [:]
    for track in base[a].children where inOther[track] < 0 {
      for item in base.elements(of: track) where inOther[item] >= 0 {
        guard let partner = other.ancestor(inOther[item], [.track]) else { continue }
        if isFree(track, partner) { result[TrackPair(a: track, b: partner), default: 0] += 1 }
      }
    }
    for (key, tracks) in facts.tracksInBase {
      guard let theirs = facts.tracksInOther[key] else { continue }
      // What stands on so many tracks tells none of them from another.
      guard tracks.count <= 64, theirs.count <= 64 else { continue }
      for (mine, count) in tracks where inOther[mine] < 0 {
        for (partner, otherCount) in theirs where isFree(mine, partner) {
          result[TrackPair(a: mine, b: partner), default: 0] += min(count, otherCount)
        }
      }
    }
    return result
  }

  private func isFree(_ a: Int, _ b: Int) -> Bool {
    inOther[a] < 0 && inBase[b] < 0 && base.trackKind(a) == other.trackKind(b)
  }

  private mutating func pairTracks(_ a: Int, _ b: Int) {
    pair(a, b)
    if let old = base.text(a, "id"), let new = other.text(b, "id"), old != new {
      renamedTracks[old] = new
    }
  }

  /// Pairs a track with the only one of its kind that stands between the same tracks.
  private mutating func pairLoneTracks(_ a: Int, _ b: Int) {
    for segment in segments(a, b) {
      for kind in ["video", "audio", "titles", "captions"] {
        let mine = segment.base.filter { inOther[$0] < 0 && base.trackKind($0) == kind }
        let theirs = segment.other.filter { inBase[$0] < 0 && other.trackKind($0) == kind }
        guard mine.count == 1, theirs.count == 1 else { continue }
        pairTracks(mine[0], theirs[0])
      }
    }
  }

  // MARK: - Items

  /// Pairs clips and titles that have the same id: those of the movie and of each group, then wherever
  /// they stand.
  private mutating func matchIDs(_ facts: ItemFacts) {
    struct Name: Hashable {
      var scope: Int?
      var id: String
    }
    let (base, other) = (self.base, self.other)
    for role in [EditRole.clip, .title] {
      for isScoped in [true, false] {
        let mine = base.unique(facts.baseItems) { node -> Name? in
          guard inOther[node] < 0, base[node].role == role, let id = base.text(node, "id") else {
            return nil
          }
          guard isScoped, let group = base.group(of: node) else { return Name(id: id) }
          return inOther[group] < 0 ? nil : Name(scope: inOther[group], id: id)
        }
        let theirs = other.unique(facts.otherItems) { node -> Name? in
          guard inBase[node] < 0, other[node].role == role, let id = other.text(node, "id") else {
            return nil
          }
          return Name(scope: isScoped ? other.group(of: node) : nil, id: id)
        }
        for (name, item) in mine {
          if let partner = theirs[name] { pair(item, partner) }
        }
      }
    }
  }

  /// Pairs what is left of clips and titles with its like on other tracks.
  private mutating func matchAcrossTracks(_ facts: ItemFacts) {
    var waiting: [Int: [Int]] = [:]
    for item in facts.baseItems.reversed() where inOther[item] < 0 {
      if let key = facts.baseKeys[item] { waiting[key, default: []].append(item) }
    }
    for item in facts.otherItems where inBase[item] < 0 {
      guard let key = facts.otherKeys[item], let alike = waiting[key], !alike.isEmpty else {
        continue
      }
      // Of several the most alike; of very many only the next are looked at.
      let near = alike.indices.suffix(16)
      let best = near.max { likeness(alike[$0], item) < likeness(alike[$1], item) }
      guard let best else { continue }
      pair(alike[best], item)
      waiting[key]?.remove(at: best)
    }
  }

  // MARK: - Segments

  /// What stands between two neighbours that keep their order.
  struct Segment {
    var base: ArraySlice<Int>
    var other: ArraySlice<Int>
  }

  /// Parts two lists at the elements that are paired and keep their order.
  func segments(_ a: Int, _ b: Int) -> [Segment] {
    let mine = base[a].children
    let theirs = other[b].children
    let anchors = IncreasingPairs.heaviest(anchors(a, b), count: theirs.count)
    var result: [Segment] = []
    var start = (base: 0, other: 0)
    for anchor in anchors {
      result.append(
        Segment(base: mine[start.base..<anchor.base], other: theirs[start.other..<anchor.other]))
      start = (anchor.base + 1, anchor.other + 1)
    }
    result.append(Segment(base: mine[start.base...], other: theirs[start.other...]))
    return result
  }

  /// The pairs of two lists, each worth more than all that could be paired beside them.
  func anchors(_ a: Int, _ b: Int) -> [IncreasingPairs.Pair] {
    base[a].children.compactMap { node in
      let partner = inOther[node]
      guard partner >= 0, other[partner].parent == b else { return nil }
      return .init(base: base[node].place, other: other[partner].place, weight: 1 << 40)
    }
  }
}

private struct TrackPair: Hashable {
  var a: Int
  var b: Int
}

extension EditTree {
  /// The list of a track's items; `nil` where it has none.
  func items(of track: Int) -> Int? {
    nodes[track].children.first { nodes[$0].role == .items }
  }

  /// A track's items.
  package func elements(of track: Int) -> [Int] {
    items(of: track).map { nodes[$0].children } ?? []
  }

  /// `video`, `audio` or `titles`; empty for a track that does not say it.
  package func trackKind(_ track: Int) -> String { items(of: track).map { nodes[$0].key } ?? "" }

  /// Those of some nodes whose name no other of them has, in their order.
  fileprivate func unique<Name: Hashable>(
    _ nodes: [Int], by name: (Int) -> Name?
  ) -> [Name: Int] {
    var result: [Name: Int] = [:]
    var repeated: Set<Name> = []
    for node in nodes {
      guard let name = name(node) else { continue }
      if result.updateValue(node, forKey: name) != nil { repeated.insert(name) }
    }
    for name in repeated { result[name] = nil }
    return result
  }
}
