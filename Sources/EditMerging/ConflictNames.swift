import Diagnostics
import EditComparison

/// What the sides of a conflict do, in words.
struct ConflictNames: Sendable {
  private let base: EditTree
  private let ours: EditTree
  private let theirs: EditTree

  init(_ merger: TreeMerger) {
    base = merger.base
    ours = merger.ours.other
    theirs = merger.theirs.other
  }

  /// What ours does: `clip 'beach': duration "4s"`.
  func ours(_ conflict: MergeConflict) -> String {
    words(conflict, conflict.nodes.ours, ours)
  }

  /// What theirs does.
  func theirs(_ conflict: MergeConflict) -> String {
    words(conflict, conflict.nodes.theirs, theirs)
  }

  private func words(_ conflict: MergeConflict, _ node: Int?, _ tree: EditTree) -> String {
    let (named, namer) = node.map { ($0, tree) } ?? known(conflict.nodes)
    switch conflict.kind {
    case .removal: return "\(namer.name(of: named)) \(node == nil ? "removed" : "changed")"
    case .position: return "\(namer.name(of: named)) moved"
    case .property:
      let owner = namer.name(of: namer[named].parent)
      let key = namer[named].key
      let value = node.map { "\(key) \(Self.text(tree[$0].value))" } ?? "no \(key)"
      return owner.isEmpty ? value : "\(owner): \(value)"
    }
  }

  /// A version in which the value is.
  private func known(_ nodes: ThreeNodes) -> (Int, EditTree) {
    if let node = nodes.base { return (node, base) }
    return nodes.ours.map { ($0, ours) } ?? (nodes.theirs ?? EditTree.root, theirs)
  }

  private static func text(_ value: JSONValue) -> String {
    switch value.kind {
    case .object: "{…}"
    case .array(let items) where items.count <= 4 && items.allSatisfy { !$0.isContainer }:
      "[\(items.map(text).joined(separator: ", "))]"
    case .array: "[…]"
    case .string(let text): JSONText.quoted(text)
    case .number(let digits): digits
    case .bool(let flag): "\(flag)"
    case .null, .invalid: "null"
    }
  }
}

extension JSONValue {
  fileprivate var isContainer: Bool {
    switch kind {
    case .object, .array: true
    default: false
    }
  }
}

extension EditTree {
  /// What people call a value: by itself if it has a name, else by what it belongs to; empty for what
  /// belongs to the project alone.
  fileprivate func name(of node: Int) -> String {
    guard node >= 0 else { return "" }
    let own: String?
    switch self[node].role {
    case .clip: own = "clip '\(text(node, "id") ?? text(node, "clip") ?? "")'"
    case .title: own = "title '\(text(node, "id") ?? words(of: node).first ?? "")'"
    case .track:
      own = text(node, "id").map { "track '\($0)'" } ?? "track \(self[node].place + 1)"
    case .transition: own = text(node, "transition") ?? "transition"
    case .gap: own = "gap"
    case .mediaEntry: own = "media '\(self[node].key)'"
    case .layer: own = "layer '\(text(node, "text") ?? text(node, "image") ?? "")'"
    case .effect: own = "effect '\(text(node, "effect") ?? "")'"
    case .animation: own = "animation of \(text(node, "property") ?? "a property")"
    case .marker: own = "marker '\(text(node, "name") ?? "")'"
    case .gainChange: own = "automation"
    default: own = nil
    }
    let outer = name(of: self[node].parent)
    guard let own else {
      let key = self[node].key
      let isPlain = key.isEmpty || [.project, .media, .tracks, .items].contains(self[node].role)
      return isPlain ? outer : outer.isEmpty ? key : "\(key) of \(outer)"
    }
    let standsAlone = EditRole.onTrack.union([.track, .mediaEntry]).contains(self[node].role)
    return standsAlone || outer.isEmpty ? own : "\(own) of \(outer)"
  }
}
