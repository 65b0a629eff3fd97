import Diagnostics
import EditComparison
import ProjectFormat

/// Where the conflicts of a merge are in the version that both sides come from, as that was written:
/// with the names that it had then, and with every clip whole.
struct ConflictBase: Sendable {
  private let written: EditTree
  private let merged: EditTree
  /// For each part in the merger's tree the clip that it belongs to.
  private let wholes: [Int: Int]

  init(_ merger: TreeMerger, _ base: JSONValue) {
    written = EditTree(base)
    merged = merger.base
    wholes = merger.parts.wholes
  }

  /// The version in canonical form, and the path of each conflict in it, from the inside out; `nil` for
  /// what is not in it.
  func text(of conflicts: [MergeConflict]) -> (text: String, paths: [[MergeConflict.Step]?]) {
    let paths = conflicts.map { $0.nodes.base.flatMap(path(of:)) }
    return (CanonicalForm.text(of: written[EditTree.root].value), paths)
  }

  /// The path of a node of the merger's tree, or that of the clip that it is part of.
  private func path(of node: Int) -> [MergeConflict.Step]? {
    var places: [Int] = []
    var inner = node
    while merged[inner].parent >= 0 {
      let parent = merged[inner].parent
      // A part is written differently from the whole: what is in it is looked for no further.
      if wholes[inner] != nil { places = [] }
      places.append(place(of: inner, in: parent))
      inner = parent
    }
    var steps: [MergeConflict.Step] = []
    var outer = EditTree.root
    for place in places.reversed() {
      let children = written[outer].children
      guard children.indices.contains(place) else { return nil }
      let isList = written[outer].form == .list
      outer = children[place]
      steps.append(isList ? .index(place) : .key(written[outer].key))
    }
    return steps.reversed()
  }

  /// A child's place, all parts of a clip counted as one.
  private func place(of node: Int, in parent: Int) -> Int {
    var place = -1
    var last: Int?
    for child in merged[parent].children {
      let whole = wholes[child]
      if whole == nil || whole != last { place += 1 }
      last = whole
      if child == node { break }
    }
    return place
  }
}
