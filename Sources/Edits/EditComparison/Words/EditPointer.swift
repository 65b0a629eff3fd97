extension EditTree {
  /// Where a node stands in its document, as a JSON Pointer (RFC 6901): `/tracks/0/video/3/in`.
  package func pointer(to node: Int) -> String {
    var parts: [String] = []
    var node = node
    while node > 0 {
      let value = nodes[node]
      let isElement = nodes[value.parent].form == .list
      parts.append(
        isElement
          ? "\(value.place)"
          : value.key.replacing("~", with: "~0").replacing("/", with: "~1"))
      node = value.parent
    }
    return parts.reversed().map { "/" + $0 }.joined()
  }
}

extension EditChange.Kind {
  /// One word for the kind, for programs.
  package var name: String {
    switch self {
    case .added: "added"
    case .removed: "removed"
    case .moved: "moved"
    case .trimmed: "trimmed"
    case .slipped: "slipped"
    case .slid: "slid"
    case .rolled: "rolled"
    case .retimed: "retimed"
    case .split: "split"
    case .joined: "joined"
    case .replaced: "replaced"
    case .renamed: "renamed"
    case .shifted: "shifted"
    case .lengthened: "lengthened"
    case .reworded: "reworded"
    case .property: "property"
    case .rippled: "rippled"
    case .swapped: "swapped"
    }
  }
}
