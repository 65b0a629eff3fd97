import Diagnostics
import ProjectFormat

extension EditTree {
  /// A value that waits to become a node.
  private struct Pending {
    var value: JSONValue
    var place: FormatPlace?
    var role = EditRole.other
    var key = ""
    var keyRange = SourceRange.none
    var property = ""
    var parent = -1
    var index = 0
  }

  /// Adds the nodes of a project, without recursion: a file may be as deep as the parser allows.
  mutating func build(_ project: JSONValue) {
    var stack = [Pending(value: project, place: .file(of: project), role: .project)]
    while let next = stack.popLast() {
      let node = nodes.count
      let children = children(of: next, node: node)
      nodes.append(
        EditNode(
          value: next.value, form: children.form, role: next.role, key: next.key,
          keyRange: next.keyRange, property: next.property, parent: next.parent,
          place: next.index))
      if next.parent >= 0 { nodes[next.parent].children.append(node) }
      stack += children.pending.reversed()
    }
    hashContents()
  }

  private func children(
    of parent: Pending, node: Int
  ) -> (form: EditNode.Form, pending: [Pending]) {
    switch parent.value.kind {
    case .object(let members):
      if parent.role != .project, let entry = parent.place?.entry {
        let role: EditRole =
          switch parent.role {
          case .media: .mediaEntry
          case .groups: .group
          case .styles: .style
          default: .other
          }
        return (.entries, entries(members, of: node, at: entry, role))
      }
      return (.object, properties(members, of: parent, node: node))
    case .array(let elements):
      // The runs of a text are one value: what it says as a whole is what people speak of.
      guard parent.key != "text", let element = parent.place?.element, element.takesObjects
      else { return (.value, []) }
      let pending = elements.enumerated().map { index, value in
        Pending(
          value: value, place: element, role: role(of: value, at: element, in: parent),
          parent: node, index: index)
      }
      return (.list, pending)
    default:
      return (.value, [])
    }
  }

  private func entries(
    _ members: [JSONMember], of node: Int, at place: FormatPlace, _ role: EditRole
  ) -> [Pending] {
    members.enumerated().map { index, member in
      Pending(
        value: member.value, place: place, role: role, key: member.key,
        keyRange: member.keyRange, property: member.key, parent: node, index: index)
    }
  }

  private func properties(
    _ members: [JSONMember], of parent: Pending, node: Int
  ) -> [Pending] {
    let object = parent.place?.object(members)
    return members.enumerated().map { index, member in
      let property = object?.property(of: member.key, beside: members.map(\.key)) ?? member.key
      var role = EditRole.other
      switch (parent.role, property) {
      case (.project, "output"): role = .output
      case (.project, "media"): role = .media
      case (.project, "groups"): role = .groups
      case (.project, "styles"): role = .styles
      case (.project, "tracks"), (.group, "tracks"): role = .tracks
      case (.track, "video"): role = .items
      default: break
      }
      return Pending(
        value: member.value, place: object?.place(of: member.key), role: role, key: member.key,
        keyRange: member.keyRange, property: property, parent: node, index: index)
    }
  }

  /// What an element of a list is, by the kind of object that the format sees in it.
  private func role(
    of value: JSONValue, at place: FormatPlace, in list: Pending
  ) -> EditRole {
    if list.role == .tracks { return .track }
    var name: String?
    if case .object(let members) = value.kind { name = place.object(members)?.name }
    switch name {
    case "videoClip", "audioClip": return .clip
    case "videoTransition", "audioTransition": return .transition
    case "gap": return .gap
    case "title", "captionsItem": return .title
    case "layer": return .layer
    case "gainChange": return .gainChange
    case "marker": return .marker
    case "expectedText": return .expectedText
    case "region": return .region
    default: break
    }
    switch list.key {
    case "effects": return .effect
    case "animate": return .animation
    default: return list.role == .items ? .strangeItem : .other
    }
  }

  // MARK: - Content

  /// Gives every node a hash of its content. Children follow their parents, so they come first when
  /// going backwards.
  private mutating func hashContents() {
    for node in nodes.indices.reversed() {
      var hasher = Hasher()
      switch nodes[node].form {
      case .object, .entries:
        hasher.combine(1)
        // The order of keys means nothing.
        var sum = 0
        for child in nodes[node].children {
          var member = Hasher()
          Self.hash(nodes[child].key, into: &member)
          member.combine(nodes[child].content)
          sum &+= member.finalize()
        }
        hasher.combine(sum)
        hasher.combine(nodes[node].children.count)
      case .list:
        hasher.combine(2)
        for child in nodes[node].children { hasher.combine(nodes[child].content) }
      case .value:
        Self.hash(nodes[node].value, into: &hasher)
      }
      nodes[node].content = hasher.finalize()
    }
  }

  /// Hashes a value that has no nodes of its own.
  private static func hash(_ value: JSONValue, into hasher: inout Hasher) {
    switch value.kind {
    case .object(let members):
      hasher.combine(1)
      var sum = 0
      for member in members {
        var own = Hasher()
        hash(member.key, into: &own)
        var content = Hasher()
        hash(member.value, into: &content)
        own.combine(content.finalize())
        sum &+= own.finalize()
      }
      hasher.combine(sum)
      hasher.combine(members.count)
    case .array(let values):
      hasher.combine(2)
      for value in values {
        var own = Hasher()
        hash(value, into: &own)
        hasher.combine(own.finalize())
      }
    case .string(let text):
      hasher.combine(3)
      hash(text, into: &hasher)
    case .number(let digits):
      hasher.combine(4)
      hasher.combine(digits)
    case .bool(let flag): hasher.combine(flag)
    case .null: hasher.combine(5)
    case .invalid: hasher.combine(6)
    }
  }

  /// Hashes a text as it is written: texts that are equal only as Unicode sees it differ.
  private static func hash(_ text: String, into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(UInt8(0xFF))
  }
}
