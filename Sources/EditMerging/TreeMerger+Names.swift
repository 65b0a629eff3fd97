import Diagnostics
import EditComparison

extension TreeMerger {
  /// A merger of versions in which every media item has its new name, whoever gave it.
  ///
  /// A name is not followed where both sides give another one, or where the other side has a media item
  /// of the new name.
  static func followingNames(ours: EditMatching, theirs: EditMatching) -> TreeMerger {
    let byOurs = followed(ours, by: theirs)
    let byTheirs = followed(theirs, by: ours)
    guard !byOurs.isEmpty || !byTheirs.isEmpty else {
      return TreeMerger(ours: ours, theirs: theirs)
    }
    let base = EditTree(ours.base.renamed(byOurs.merging(byTheirs) { first, _ in first }))
    return TreeMerger(
      ours: EditMatching(base, EditTree(ours.other.renamed(byTheirs))),
      theirs: EditMatching(base, EditTree(theirs.other.renamed(byOurs))))
  }

  private static func followed(
    _ side: EditMatching, by other: EditMatching
  ) -> [String: String] {
    let taken = Set(other.other.mediaNames)
    return side.renamedMedia.filter { old, new in
      other.renamedMedia[old].map { $0 == new } ?? !taken.contains(new)
    }
  }
}

extension EditTree {
  fileprivate var mediaNames: [String] {
    guard let media = child(EditTree.root, "media") else { return [] }
    return self[media].children.map { self[$0].key }
  }

  /// The project with other names for some of its media, there and wherever they are used.
  fileprivate func renamed(_ names: [String: String], node: Int = EditTree.root) -> JSONValue {
    let node = self[node]
    func newKey(_ key: String) -> String { node.role == .media ? names[key] ?? key : key }
    switch node.form {
    case .object, .entries:
      let members = node.children.map {
        JSONMember(key: newKey(self[$0].key), keyRange: .none, value: renamed(names, node: $0))
      }
      return JSONValue(range: .none, kind: .object(members))
    case .list:
      let elements = node.children.map { renamed(names, node: $0) }
      return JSONValue(range: .none, kind: .array(elements))
    case .value:
      guard node.parent >= 0, case .string(let name) = node.value.kind, let new = names[name],
        self[node.parent].role.usesMedia(under: node.key)
      else { return node.value }
      return JSONValue(range: .none, kind: .string(new))
    }
  }
}

extension EditRole {
  /// Whether a key of such a value names a media item.
  fileprivate func usesMedia(under key: String) -> Bool {
    switch self {
    case .clip: key == "clip"
    case .title, .layer: key == "image"
    case .transition: ["luma", "media"].contains(key)
    default: false
    }
  }
}
