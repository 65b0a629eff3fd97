import GitRepository
import Workspace

// What a version was made of.

extension EditHistory {
  /// A version and all that it was made of.
  func ancestry(of index: Int) -> Set<Int> {
    var found: Set<Int> = [index]
    var open = [index]
    while let next = open.popLast() {
      open += versions[next].parents.filter { found.insert($0).inserted }
    }
    return found
  }

  /// The versions that a version is compared with: its parents, or where one of them cannot be
  /// planned what that was made of.
  ///
  /// - Parameter skipped: gets those that were passed over.
  func parents(
    of index: Int, skipped: inout [Int]
  ) throws(CommandFailure) -> [Int] {
    var result: [Int] = []
    var open = Array(versions[index].parents.reversed())
    var seen: Set<Int> = []
    while let next = open.popLast() {
      guard seen.insert(next).inserted else { continue }
      if case .unread = try reading(next) {
        if !skipped.contains(next) { skipped.append(next) }
        open += versions[next].parents.reversed()
      } else {
        result.append(next)
      }
    }
    return result
  }
}

extension EditHistory {
  /// The versions of commits that are not asked for.
  package var unwanted: Set<Int> {
    guard let wanted else { return [] }
    return Set(versions.indices.filter { !wanted.contains(versions[$0].commit?.hash ?? "") })
  }
}
