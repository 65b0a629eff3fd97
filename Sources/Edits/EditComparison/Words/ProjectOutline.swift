import Diagnostics

/// A project in words, a line for each item and each part of one that has a name.
///
/// ```
/// output: size 1280x720, frameRate 30
/// video track 'picture'
///   clip 'beach': in 2s, duration 5s
///   the dissolve after clip 'beach': duration 1s
/// ```
/// Two versions in these words, compared line by line, tell what has changed and on which track.
package enum ProjectOutline {
  /// The lines of a version, indented by what is in what, with a line end after each.
  package static func text(of tree: EditTree) -> String {
    let names = EditNames(tree)
    var text = ""
    // Without recursion: a file may be as deep as the parser allows.
    var waiting = [(node: EditTree.root, depth: -1)]
    while let (node, depth) = waiting.popLast() {
      var below = depth + 1
      if depth >= 0 {
        if tree[node].form == .list || tree[node].role == .media {
          below = depth
        } else {
          let indent = String(repeating: "  ", count: depth)
          text += "\(indent)\(names.name(node))\(values(of: node, in: tree))\n"
        }
      }
      waiting += tree[node].children.filter { stands(alone: $0, in: tree) }.reversed()
        .map { ($0, below) }
    }
    return text
  }

  /// Whether a part has lines of its own.
  private static func stands(alone node: Int, in tree: EditTree) -> Bool {
    if tree[node].role == .mediaEntry { return true }
    let parent = tree[tree[node].parent]
    if parent.form == .list || parent.parent < 0 { return tree[node].key != "$schema" }
    return tree[node].form == .list && !tree[node].children.isEmpty
  }

  /// What else is said of a part, on its line.
  private static func values(of node: Int, in tree: EditTree) -> String {
    guard tree[node].form == .object else { return ": \(whole(tree[node].value))" }
    let values = tree[node].children.filter { !stands(alone: $0, in: tree) }
      .filter { tree[$0].key != "id" }
      .map { "\(tree[$0].key) \(whole(tree[$0].value))" }
    return values.isEmpty ? "" : ": \(values.joined(separator: ", "))"
  }

  /// A value with nothing left out, so that two that differ never look alike.
  private static func whole(_ value: JSONValue) -> String {
    if case .string(let text) = value.kind, !text.isEmpty, ValueText.text(value) == text {
      return text
    }
    return ValueText.json(value)
  }
}
