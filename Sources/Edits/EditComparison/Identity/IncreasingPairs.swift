/// Pairs of places in two lists that can all keep their order.
enum IncreasingPairs {
  /// A place in each of two lists, and what it is worth to keep the pair.
  struct Pair: Sendable {
    var base: Int
    var other: Int
    var weight: Int
  }

  /// Of some pairs those that rise in both lists and are worth most together, in their order.
  ///
  /// Among choices that are worth the same the result does not depend on the order of `pairs`.
  ///
  /// - Parameter count: more than any place in the other list.
  /// - Complexity: O(n log n) for n pairs and places.
  static func heaviest(_ pairs: [Pair], count: Int) -> [Pair] {
    // Pairs of one place come with falling partners, so that none follows another.
    let pairs = pairs.sorted { ($0.base, $1.other) < ($1.base, $0.other) }
    // At each node of the tree: the best chain that ends within its stretch of the other list.
    var tree = Array(repeating: (worth: 0, last: -1), count: count + 1)
    var before = Array(repeating: -1, count: pairs.count)
    var best = (worth: 0, last: -1)
    for (index, pair) in pairs.enumerated() {
      var chain = (worth: 0, last: -1)
      var node = pair.other
      while node > 0 {
        if tree[node].worth > chain.worth { chain = tree[node] }
        node &= node - 1
      }
      before[index] = chain.last
      let worth = chain.worth + pair.weight
      if worth > best.worth { best = (worth, index) }
      node = pair.other + 1
      while node <= count {
        if worth > tree[node].worth { tree[node] = (worth, index) }
        node += node & -node
      }
    }
    var result: [Pair] = []
    var index = best.last
    while index >= 0 {
      result.append(pairs[index])
      index = before[index]
    }
    return result.reversed()
  }
}
