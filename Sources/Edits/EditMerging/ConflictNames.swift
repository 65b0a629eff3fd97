import Diagnostics
import EditComparison
import BaseValues

/// What the sides of a conflict do, in words.
struct ConflictNames: Sendable {
  private let base: EditNames
  private let ours: EditNames
  private let theirs: EditNames
  private let parts: TreeMerger.Parts

  init(_ merger: TreeMerger) {
    base = EditNames(merger.base)
    ours = EditNames(merger.ours.other)
    theirs = EditNames(merger.theirs.other)
    parts = merger.parts
  }

  /// What ours does: `clip 'beach': duration 4s`.
  func ours(_ conflict: MergeConflict) -> String {
    words(conflict, conflict.nodes.ours.map { ($0, ours) }, parts.ours)
  }

  /// What theirs does.
  func theirs(_ conflict: MergeConflict) -> String {
    words(conflict, conflict.nodes.theirs.map { ($0, theirs) }, parts.theirs)
  }

  private func words(
    _ conflict: MergeConflict, _ side: (node: Int, names: EditNames)?, _ parts: Set<Int>
  ) -> String {
    let nodes = conflict.nodes
    let (node, names) = side ?? known(nodes)
    let isSplit = side.map { parts.contains($0.node) } ?? false
    let head = names.head(of: node)
    switch conflict.kind {
    case .division where nodes.base == nil:
      // The side that has not split the clip has no such part.
      return side == nil ? "" : "\(names.name(node)) split off"
    case .removal, .position, .division:
      let whole = head == node ? names.name(node) : "\(names.path(node)) of \(names.name(head))"
      let verb =
        conflict.kind == .position
        ? "moved" : side == nil ? "removed" : isSplit ? "split" : "changed"
      return "\(whole) \(verb)"
    case .material:
      guard let material = names.tree.material(node) else { return "\(names.name(node)) changed" }
      let end = material.end.map { TimeExpression.seconds($0).description } ?? "its end"
      let speed = material.speed == .one ? "" : " at speed \(material.speed)"
      let start = TimeExpression.seconds(material.start).description
      return "\(names.name(node)) shows \(start) to \(end)\(speed)"
    case .property:
      let path = head == node ? names.name(node) : names.path(node)
      let value = side == nil ? "no \(path)" : "\(path) \(ValueText.text(names.tree[node].value))"
      return head == node ? value : "\(names.name(head)): \(value)"
    }
  }

  /// A version in which the value is.
  private func known(_ nodes: ThreeNodes) -> (node: Int, names: EditNames) {
    if let node = nodes.base { return (node, base) }
    return nodes.ours.map { ($0, ours) } ?? (nodes.theirs ?? EditTree.root, theirs)
  }
}
