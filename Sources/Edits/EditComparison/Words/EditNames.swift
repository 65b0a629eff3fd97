package import Diagnostics
import BaseValues

/// What the parts of one version are called.
package struct EditNames: Sendable {
  package let tree: EditTree
  let times: EditTimes

  /// The names of one version's parts.
  package init(_ tree: EditTree) {
    self.tree = tree
    times = EditTimes(tree)
  }

  // MARK: - Parts

  /// `clip 'intro'`, `the dissolve after clip 'intro'`, `layer 2`: a part where it stands.
  package func name(_ node: Int) -> String {
    let value = tree[node]
    switch value.role {
    case .clip:
      return "clip \(Self.quote(tree.text(node, "id") ?? tree.text(node, "clip") ?? "?"))"
    case .title where tree.child(node, "clip") != nil:
      return "captions \(Self.quote(tree.text(node, "id") ?? tree.text(node, "clip") ?? "?"))"
    case .title:
      let words = tree.words(of: node).first { !$0.hasPrefix("\u{0}") }
      let image = tree.words(of: node).first.map { String($0.dropFirst()) }
      let list = value.parent < 0 ? "" : tree[value.parent].key
      let noun = list == "captions" ? "caption" : "title"
      return "\(noun) \(Self.quote(tree.text(node, "id") ?? words ?? image ?? "?"))"
    case .gap: return "the gap\(neighbor(of: node))"
    case .transition:
      return "the \(tree.text(node, "transition") ?? "transition")\(neighbor(of: node))"
    case .strangeItem: return "item \(value.place + 1)"
    case .track: return trackName(node)
    case .layer: return "layer \(value.place + 1)"
    case .effect: return "effect \(Self.quote(tree.text(node, "effect") ?? "?"))"
    case .animation: return "the animation of \(tree.text(node, "property") ?? "?")"
    case .gainChange: return "the gain\(at(node))"
    case .marker:
      return tree.text(node, "name").map { "marker \(Self.quote($0))" } ?? "the marker\(at(node))"
    case .expectedText: return "the text\(at(node))"
    case .region: return "region \(value.place + 1)"
    case .mediaEntry: return Self.quote(value.key)
    case .group: return "group \(Self.quote(value.key))"
    case .style: return "style \(Self.quote(value.key))"
    default: return value.key.isEmpty ? element(node) : value.key
    }
  }

  /// `the speed at 2s` for a point of a ramp, else the place in the list.
  private func element(_ node: Int) -> String {
    switch tree[node].parent >= 0 ? tree[tree[node].parent].key : "" {
    case "speed": "the speed\(at(node))"
    case "timeMap": "the source time\(at(node))"
    default: "element \(tree[node].place + 1)"
    }
  }

  /// `video track 'picture'`, or with its number, as tracks count from the back.
  package func trackName(_ track: Int) -> String {
    let kind = tree.trackKind(track)
    let noun = kind.isEmpty ? "track" : "\(kind == "titles" ? "title" : kind) track"
    let owner = tree.group(of: track).map { " of \(name($0))" } ?? ""
    return noun + " " + (tree.text(track, "id").map(Self.quote) ?? "\(tree[track].place + 1)")
      + owner
  }

  /// The names from the part below an item, a track, a media or the project down to a node:
  /// `layer 2 › shadow › blur`; empty for the part itself.
  package func path(_ node: Int) -> String {
    var names: [String] = []
    var node = node
    while node > 0, !isHead(node) {
      // The name of a list says no more than its elements.
      let isList = tree[node].form == .list && !names.isEmpty
      if !isList { names.append(name(node)) }
      node = tree[node].parent
    }
    return names.reversed().joined(separator: " › ")
  }

  /// The item, track, media or part of the project that a node belongs to.
  package func head(of node: Int) -> Int {
    var node = node
    while node > 0, !isHead(node) { node = tree[node].parent }
    return node
  }

  private func isHead(_ node: Int) -> Bool {
    let role = tree[node].role
    return EditRole.onTrack.contains(role)
      || [.track, .mediaEntry, .group, .style, .marker].contains(role)
      || tree[node].parent == EditTree.root
  }

  /// What a part that stands for itself is like, for one that was added or removed.
  package func description(_ node: Int) -> String {
    switch tree[node].role {
    case .clip:
      return name(node) + (material(node).map { ", \($0)" } ?? "")
    case .gap:
      return "a gap" + (tree.time(node, "gap").map { " of \(times.text($0))" } ?? "")
    case .transition:
      let kind = tree.text(node, "transition") ?? "transition"
      let length = tree.time(node, "duration").map { " of \(times.text($0))" } ?? ""
      return "a \(kind)\(length)\(neighbor(of: node))"
    case .title:
      return name(node) + (tree.time(node, "duration").map { ", \(times.text($0)) long" } ?? "")
    case .track:
      let count = tree.elements(of: node).count
      return "\(trackName(node)) with \(count) \(count == 1 ? "item" : "items")"
    case .layer:
      let words = tree.text(node, "text") ?? tree.text(node, "image") ?? tree.text(node, "shape")
      return name(node) + (words.map { " (\(Self.quote($0)))" } ?? "")
    case .mediaEntry: return "\(name(node)): \(ValueText.text(fileOrValue(node)))"
    case .gainChange:
      return name(node)
        + (tree.child(node, "gain").map { ", \(ValueText.text(tree[$0].value))" } ?? "")
    case .expectedText:
      return name(node) + (tree.text(node, "text").map { ", \(Self.quote($0))" } ?? "")
    default: return name(node)
    }
  }

  /// `2s to 5s of 'beach'`: what a clip shows, as far as it says it; `nil` where it is wrong.
  func material(_ clip: Int) -> String? {
    guard let material = tree.material(clip) else { return nil }
    let end = material.end.map { "to \(times.text($0))" } ?? "to the end"
    let isNamed = tree.text(clip, "id") != nil
    return "\(times.text(material.start)) \(end)"
      + (isNamed ? " of \(Self.quote(material.media))" : "")
  }

  // MARK: - Helpers

  private func fileOrValue(_ entry: Int) -> JSONValue {
    tree.child(entry, "file").map { tree[$0].value } ?? tree[entry].value
  }

  private func at(_ node: Int) -> String {
    tree.time(node, "at").map { " at \(times.text($0))" } ?? " \(tree[node].place + 1)"
  }

  /// ` after clip 'a'`, or ` before` the first one of a track.
  private func neighbor(of item: Int) -> String {
    let items = tree[tree[item].parent].children
    let place = tree[item].place
    if let before = items[..<place].last(where: { tree[$0].role == .clip }) {
      return " after \(name(before))"
    }
    if let after = items[(place + 1)...].first(where: { tree[$0].role == .clip }) {
      return " before \(name(after))"
    }
    return ""
  }

  static func quote(_ text: String) -> String { "'\(ValueText.shortened(text, 40))'" }
}

/// Values as a line of text shows them.
package enum ValueText {
  /// A text without quotes, anything else as JSON on one line; cut off where it is long.
  package static func text(_ value: JSONValue) -> String {
    if case .string(let text) = value.kind, !text.isEmpty { return shortened(text, 60) }
    return shortened(json(value), 60)
  }

  /// The value as JSON on one line.
  static func json(_ value: JSONValue) -> String {
    switch value.kind {
    case .object(let members):
      if members.isEmpty { return "{}" }
      let parts = members.map { "\(JSONText.quoted($0.key)): \(json($0.value))" }
      return "{ \(parts.joined(separator: ", ")) }"
    case .array(let values): return "[\(values.map { json($0) }.joined(separator: ", "))]"
    case .string(let text): return JSONText.quoted(text)
    case .number(let digits): return digits
    case .bool(let flag): return flag ? "true" : "false"
    case .null, .invalid: return "null"
    }
  }

  static func shortened(_ text: String, _ limit: Int) -> String {
    let line = text.replacing("\n", with: " ")
    return line.count <= limit ? line : line.prefix(limit - 1) + "…"
  }
}
