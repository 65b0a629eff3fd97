/// Neighbouring clips of which source times alone do not tell which is which.
///
/// ```
/// first    | a: 0 to 5 | b: 5 to 10 |
/// second   |   5 to 10 |    5 to 10 |      a slipped onto what b shows, or a gone and b doubled
/// ```
package struct ClipDoubt: Sendable {
  /// The clips in the first version, in their order.
  package var base: [Int]
  /// Those that may be the same, in theirs.
  package var other: [Int]
}

extension EditMatching {
  /// How many clips may stand in a row of which each shows what its neighbour showed, so that they may
  /// have been slipped: of more it is likelier that one was removed and another added.
  private static let doubtLimit = 4

  /// Finds clips without ids that are as long as those at their places in the other version, but paired
  /// in another way because one shows exactly what a neighbour showed.
  ///
  /// Where some source times are shown more often than before, the clips are paired in their order.
  mutating func findDoubts(_ a: Int, _ b: Int, _ facts: ItemFacts) {
    let mine = base[a].children.filter { base[$0].role == .clip }
    let theirs = other[b].children.filter { other[$0].role == .clip }
    var places: [Int: Int] = [:]
    for (place, clip) in theirs.enumerated() { places[clip] = place }
    var (i, j) = (0, 0)
    while i < mine.count, j < theirs.count {
      if inOther[mine[i]] == theirs[j] {
        (i, j) = (i + 1, j + 1)
        continue
      }
      let count = runOfSlips(mine[i...], theirs[j...], facts)
      if count > 1 {
        addDoubt(Array(mine[i..<i + count]), Array(theirs[j..<j + count]), facts)
        (i, j) = (i + count, j + count)
        continue
      }
      // On to the next two that are the same.
      while i < mine.count {
        if let place = places[inOther[mine[i]]], place >= j {
          j = place
          break
        }
        i += 1
      }
    }
  }

  /// How many clips from here on may each be the one at its place, but slipped, until they are paired
  /// so or both lists end; 0 where that cannot be.
  private func runOfSlips(
    _ mine: ArraySlice<Int>, _ theirs: ArraySlice<Int>, _ facts: ItemFacts
  ) -> Int {
    var count = 0
    for (item, partner) in zip(mine, theirs) {
      if inOther[item] == partner { return count }
      guard count < 64, let before = facts.baseMaterials[item],
        let after = facts.otherMaterials[partner], before.media == after.media,
        before.length == after.length, before.speed == after.speed,
        before.length != nil, base.child(item, "id") == nil, other.child(partner, "id") == nil
      else { return 0 }
      count += 1
    }
    return mine.count == theirs.count ? count : 0
  }

  private mutating func addDoubt(_ mine: [Int], _ theirs: [Int], _ facts: ItemFacts) {
    func counts(_ keys: [Int?]) -> [Int: Int] {
      keys.reduce(into: [:]) { if let key = $1 { $0[key, default: 0] += 1 } }
    }
    let before = counts(mine.map { facts.baseKeys[$0] })
    let after = counts(theirs.map { facts.otherKeys[$0] })
    // Clips that only change places show what they showed.
    if before == after { return }
    // Nothing is in doubt where no clip shows what another one showed.
    guard after.keys.contains(where: { before[$0] != nil }) else { return }
    let isDoubled = after.contains { key, count in before[key].map { $0 < count } ?? false }
    guard isDoubled || mine.count <= Self.doubtLimit else { return }
    doubts.append(ClipDoubt(base: mine, other: theirs))
    guard isDoubled else { return }
    let (all, partners) = (Set(mine), Set(theirs))
    guard mine.allSatisfy({ inOther[$0] < 0 || partners.contains(inOther[$0]) }),
      theirs.allSatisfy({ inBase[$0] < 0 || all.contains(inBase[$0]) })
    else { return }
    for (item, partner) in zip(mine, theirs) { pair(item, partner) }
  }
}
