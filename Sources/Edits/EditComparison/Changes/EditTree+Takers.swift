import Diagnostics
import ProjectFormat

extension EditTree {
  /// The values and items into which a parameter or a default goes that a node says; none for all other
  /// nodes.
  func nodesTaking(_ node: Int) -> [Int] {
    var path: [Int] = []
    var above = node
    while above > 0 {
      path.append(above)
      above = nodes[above].parent
    }
    path.reverse()
    switch path.first.map({ nodes[$0].key }) {
    case "parameters":
      // Of all of them where they come or go together.
      let names = path.count > 1 ? [path[1]] : nodes[path[0]].children
      return nodesNaming(Set(names.map { nodes[$0].key }))
    case "defaults":
      let kinds = path.count > 1 ? [path[1]] : nodes[path[0]].children
      return kinds.flatMap { kind in
        itemsTaking(nodes[kind].key, path.count > 2 ? nodes[path[2]].property : nil)
      }
    default: return []
    }
  }

  /// Items of a kind that do not say a property themselves; all of them where no property is given.
  private func itemsTaking(_ kind: String, _ property: String?) -> [Int] {
    let roles: [String: EditRole] = [
      "clip": .clip, "audio": .clip, "title": .title, "transition": .transition,
    ]
    guard let role = roles[kind] else { return [] }
    return nodes.indices.filter { item in
      guard nodes[item].role == role else { return false }
      return property.map { property in
        !nodes[item].children.contains { nodes[$0].property == property }
      } ?? true
    }
  }

  /// Values with expressions in which any of some parameters stands, and the items into which defaults
  /// with such values go. Parameters know nothing of each other.
  private func nodesNaming(_ names: Set<String>) -> [Int] {
    nodes.indices.filter { nodes[$0].form == .value && nodes[$0].value.names(anyOf: names) }
      .flatMap { node in
        switch topKey(of: node) {
        case "parameters": [Int]()
        case "defaults": nodesTaking(node)
        default: [node]
        }
      }
  }

  /// The key of the project under which a node lies.
  private func topKey(of node: Int) -> String {
    var node = node
    while node > 0, nodes[node].parent > 0 { node = nodes[node].parent }
    return nodes[node].key
  }
}

extension JSONValue {
  /// Whether any of some names stands in braces in it.
  fileprivate func names(anyOf names: Set<String>) -> Bool {
    switch kind {
    case .string(let text):
      guard text.contains("{") else { return false }
      return text.split(separator: "{").dropFirst().contains { part in
        let inner = part.prefix { $0 != "}" }
        return inner.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" }
          .contains { names.contains(String($0)) }
      }
    case .array(let items): return items.contains { $0.names(anyOf: names) }
    case .object(let members): return members.contains { $0.value.names(anyOf: names) }
    default: return false
    }
  }
}
