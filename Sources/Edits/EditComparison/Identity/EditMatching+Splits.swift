import BaseValues

/// A clip of the first version of which the second one has several.
///
/// ```
/// first    |────────── a ──────────|
/// second   |──── a ────|──── new ──|
/// ```
package struct ClipSplit: Sendable {
  /// In the first version.
  package var whole: Int
  /// In the second version, in the order of the source times that they show: one of them is `whole`'s
  /// partner, the others are new.
  package var parts: [Int]
  /// Whether the source times tell it. Where they do not, because a clip says its end or its speed in
  /// another way, the parts only stand side by side and show the same media.
  package var isCertain: Bool
}

extension EditMatching {
  /// The clips that were split: those whose partner shows less of the media now, and of which new
  /// clips show the rest, wherever these stand.
  ///
  /// - Complexity: O(n log n) for n clips, as far as no more than a few show the same source times.
  package func splits() -> [ClipSplit] { ClipSplits(self).found }
}

private struct ClipSplits {
  private let matching: EditMatching
  private(set) var found: [ClipSplit] = []

  private var base: EditTree { matching.base }
  private var other: EditTree { matching.other }

  init(_ matching: EditMatching) {
    self.matching = matching
    var candidates: [String: [(whole: Int, material: ClipMaterial)]] = [:]
    var parts: [Int] = []
    for node in other.nodes.indices where other[node].role == .clip {
      guard let whole = matching.partner(ofOther: node) else {
        parts.append(node)
        continue
      }
      guard base.showsOther(whole, other, node), let material = base.plainMaterial(whole) else {
        continue
      }
      candidates[matching.renamedMedia[material.media] ?? material.media, default: []]
        .append((whole, material))
    }
    if parts.isEmpty { return }
    candidates = candidates.mapValues { $0.sorted { $0.material.start < $1.material.start } }
    var groups: [Int: [Int]] = [:]
    var suspects: [Int: [Int]] = [:]
    for part in parts {
      if let whole = whole(of: part, candidates) {
        groups[whole, default: []].append(part)
      } else if let whole = neighbor(of: part) {
        suspects[whole, default: []].append(part)
      }
    }
    for (whole, parts) in groups.sorted(by: { $0.key < $1.key }) {
      guard let partner = matching.partner(ofBase: whole) else { continue }
      let split = ordered(whole, [partner] + parts)
      found.append(
        split ?? ClipSplit(whole: whole, parts: [partner] + parts, isCertain: false))
    }
    for (whole, parts) in suspects.sorted(by: { $0.key < $1.key }) where groups[whole] == nil {
      guard let partner = matching.partner(ofBase: whole) else { continue }
      found.append(ClipSplit(whole: whole, parts: [partner] + parts, isCertain: false))
    }
  }

  /// The clip that showed most of what a new clip shows, and does not any more.
  private func whole(
    of part: Int, _ candidates: [String: [(whole: Int, material: ClipMaterial)]]
  ) -> Int? {
    guard let mine = other.plainMaterial(part), let all = candidates[mine.media] else { return nil }
    // Of very many not every one is looked at.
    let end = all.firstIndex { $0.material.start > mine.start } ?? all.count
    let near = all[max(end - 32, 0)..<min(end + 4, all.count)]
    let possible = near.filter { whole, material in
      guard let partner = matching.partner(ofBase: whole), mine.isMostly(within: material) else {
        return false
      }
      guard let kept = other.plainMaterial(partner), kept.media == mine.media else { return true }
      return !mine.isMostly(within: kept)
    }
    return possible.min { distance(part, $0.whole) < distance(part, $1.whole) }?.whole
  }

  private func distance(_ part: Int, _ whole: Int) -> Int {
    guard let partner = matching.partner(ofBase: whole),
      other[partner].parent == other[part].parent
    else { return .max }
    return abs(other[partner].place - other[part].place)
  }

  /// The clip before or after a new one of its media, if that shows something else than it did, and
  /// does not say its source times so that they tell what was done.
  private func neighbor(of part: Int) -> Int? {
    let items = other[other[part].parent].children
    let place = other[part].place
    for step in [-1, 1] {
      var next = place + step
      while items.indices.contains(next), abs(next - place) <= 32 {
        let item = items[next]
        next += step
        guard other[item].role == .clip else { continue }
        guard let whole = matching.partner(ofOther: item) else {
          // Another part of it may stand between.
          if other.text(item, "clip") == other.text(part, "clip") { continue }
          break
        }
        let isPlain =
          base.plainMaterial(whole) != nil && other.plainMaterial(item) != nil
          && other.plainMaterial(part) != nil
        guard !isPlain, other.text(item, "clip") == other.text(part, "clip"),
          base.showsOther(whole, other, item)
        else { break }
        return whole
      }
    }
    return nil
  }

  /// The parts in the order of their source times; `nil` where they are not parts of one whole.
  private func ordered(_ whole: Int, _ parts: [Int]) -> ClipSplit? {
    guard let material = base.plainMaterial(whole) else { return nil }
    var known: [(node: Int, material: ClipMaterial)] = []
    for part in parts {
      guard let own = other.plainMaterial(part), own.media == other.text(parts[0], "clip") else {
        return nil
      }
      known.append((part, own))
    }
    known.sort { $0.material.start < $1.material.start }
    for (first, second) in zip(known, known.dropFirst()) {
      guard let end = first.material.end, first.material.start < second.material.start,
        second.material.end.map({ end < $0 }) ?? true,
        material.start < second.material.start,
        material.end.map({ end < $0 && second.material.start < $0 }) ?? true
      else { return nil }
    }
    return ClipSplit(whole: whole, parts: known.map(\.node), isCertain: true)
  }
}

extension ClipMaterial {
  /// Whether at least half of what it shows lies within another clip's source times.
  func isMostly(within other: ClipMaterial) -> Bool {
    guard overlaps(other) else { return false }
    guard let end else { return other.end == nil }
    guard let common = try? min(end, other.end ?? end) - max(start, other.start),
      let length = try? end - start, let twice = try? common + common
    else { return false }
    return twice >= length
  }
}

extension EditTree {
  /// What says which source times a clip shows, and how fast.
  package static let materialKeys: Set<String> = [
    "in", "out", "duration", "until", "speed", "stretchTo", "freeze", "timeMap", "loop",
  ]

  /// What a clip shows, where its source times follow from the clip alone.
  package func plainMaterial(_ clip: Int) -> ClipMaterial? {
    child(clip, "until") == nil ? material(clip) : nil
  }

  /// Whether a clip says other source times than in another version.
  fileprivate func showsOther(_ clip: Int, _ tree: EditTree, _ partner: Int) -> Bool {
    materialContents(clip) != tree.materialContents(partner)
  }

  /// The contents of the members that say what a clip shows.
  package func materialContents(_ clip: Int) -> [String: Int] {
    var result: [String: Int] = [:]
    for child in self[clip].children where Self.materialKeys.contains(self[child].key) {
      result[self[child].key] = self[child].content
    }
    return result
  }
}

/// A clip of the second version that shows what several showed in the first one.
package struct ClipJoin: Sendable {
  /// The one of them that it goes on being, in the first version.
  package var whole: Int
  /// The others, which are gone.
  package var parts: [Int]
}

extension EditMatching {
  /// The clips that were joined: those that show more of their media now, of which clips that are gone
  /// showed that.
  package func joins() -> [ClipJoin] {
    var result: [ClipJoin] = []
    for whole in base.nodes.indices where base[whole].role == .clip {
      guard let now = partner(ofBase: whole), let before = base.plainMaterial(whole),
        let after = other.plainMaterial(now), before.end != after.end || before.start != after.start
      else { continue }
      let items = base[base[whole].parent].children
      var parts: [Int] = []
      for step in [-1, 1] {
        var next = base[whole].place + step
        while items.indices.contains(next) {
          let item = items[next]
          next += step
          if base[item].role == .transition { continue }
          guard base[item].role == .clip, partner(ofBase: item) == nil,
            var gone = base.plainMaterial(item)
          else { break }
          gone.media = renamedMedia[gone.media] ?? gone.media
          guard gone.media == after.media, gone.isMostly(within: after),
            !gone.isMostly(within: before)
          else { break }
          parts.append(item)
        }
      }
      if !parts.isEmpty { result.append(ClipJoin(whole: whole, parts: parts)) }
    }
    return result
  }
}
