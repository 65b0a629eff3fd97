import Diagnostics
import EditComparison

extension TreeMerger {
  /// A merger of versions in which every media item, group and style has its new name, whoever gave it.
  ///
  /// A name is not followed where both sides give another one, or where the other side has something
  /// of the new name.
  static func followingNames(ours: EditMatching, theirs: EditMatching) -> TreeMerger {
    let byOurs = NewNames(of: ours, for: theirs)
    let byTheirs = NewNames(of: theirs, for: ours)
    guard !byOurs.isEmpty || !byTheirs.isEmpty else {
      return SplitAlignment(ours: ours, theirs: theirs).merger
    }
    let base = EditTree(ours.base.renamed(byOurs.merging(byTheirs)))
    return SplitAlignment(
      ours: EditMatching(base, EditTree(ours.other.renamed(byTheirs))),
      theirs: EditMatching(base, EditTree(theirs.other.renamed(byOurs)))
    ).merger
  }
}

/// Names that one side has given and the other follows.
private struct NewNames {
  /// Of media and groups, which clips show by one name.
  var media: [String: String]
  var styles: [String: String]

  init(of side: EditMatching, for other: EditMatching) {
    func followed(
      _ names: [String: String], _ theirs: [String: String], _ keys: [String]
    ) -> [String: String] {
      let taken = Set(keys.flatMap { other.other.names(in: $0) })
      return names.filter { old, new in
        theirs[old].map { $0 == new } ?? !taken.contains(new)
      }
    }
    media = followed(side.renamedMedia, other.renamedMedia, ["media", "groups"])
    styles = followed(side.renamedStyles, other.renamedStyles, ["styles"])
  }

  var isEmpty: Bool { media.isEmpty && styles.isEmpty }

  func merging(_ other: NewNames) -> NewNames {
    var result = self
    result.media.merge(other.media) { first, _ in first }
    result.styles.merge(other.styles) { first, _ in first }
    return result
  }
}

extension EditTree {
  fileprivate func names(in key: String) -> [String] {
    guard let list = child(EditTree.root, key) else { return [] }
    return self[list].children.map { self[$0].key }
  }

  /// The project with other names for some of its media, groups and styles, there and wherever they
  /// are used.
  fileprivate func renamed(_ names: NewNames, node: Int = EditTree.root) -> JSONValue {
    let node = self[node]
    func newKey(_ key: String) -> String {
      switch node.role {
      case .media, .groups: names.media[key] ?? key
      case .styles: names.styles[key] ?? key
      default: key
      }
    }
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
      guard node.parent >= 0 else { return node.value }
      if self[node.parent].role.usesMedia(under: node.key) {
        return node.value.renamed(names.media)
      }
      return node.key == "style" ? node.value.renamed(names.styles) : node.value
    }
  }
}

extension JSONValue {
  /// A name, or a list of names, as they are called now.
  fileprivate func renamed(_ names: [String: String]) -> JSONValue {
    switch kind {
    case .string(let name):
      names[name].map { JSONValue(range: .none, kind: .string($0)) } ?? self
    case .array(let items):
      JSONValue(range: .none, kind: .array(items.map { $0.renamed(names) }))
    default: self
    }
  }
}

extension EditRole {
  /// Whether a key of such a value names a media item.
  fileprivate func usesMedia(under key: String) -> Bool {
    switch self {
    case .clip: key == "clip"
    // Captions stand where titles do.
    case .title: ["image", "clip", "follow"].contains(key)
    case .layer: key == "image"
    case .transition: ["luma", "media"].contains(key)
    default: false
    }
  }
}
