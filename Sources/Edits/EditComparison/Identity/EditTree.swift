package import Diagnostics
package import BaseValues
import ProjectFormat

/// A project's JSON tree, every value of it known for what it is in an edit.
///
/// Nodes lie in one array, parents before their children and children in the order written; a node
/// is named by its index. Nothing need be right in the project: what the format does not know is
/// kept as it stands.
///
/// ```
/// project ── tracks (list) ── track ── video (list) ── clip ── in (value)
/// ```
package struct EditTree: Sendable {
  /// All nodes; the first is the project.
  package internal(set) var nodes: [EditNode] = []
  /// Frames a second of the output, for times that depend on it.
  package let frameRate: FrameRate
  /// Times that other times say, in seconds, by the places where they are written.
  private let times: [SourceRange: Rational]
  /// When items are shown or heard, by their places, where the project alone does not tell.
  private let placed: [SourceRange: TimeRange]

  /// The tree of a project's JSON value.
  ///
  /// - Parameters:
  ///   - times: what is known of times that other times say, by their places in the same text.
  ///   - placed: when items are shown or heard whose times are said elsewhere, by their places.
  /// - Complexity: O(number of values).
  package init(
    _ project: JSONValue, times: [SourceRange: Rational] = [:],
    placed: [SourceRange: TimeRange] = [:]
  ) {
    self.times = times
    self.placed = placed
    frameRate =
      project["output"]?["frameRate"].flatMap { WrittenValue.frameRate($0) } ?? .default
    build(project)
  }

  /// The project's own node.
  package static let root = 0

  /// What a time comes to that other times say; `nil` for all others.
  func workedOut(_ node: Int) -> Rational? {
    times.isEmpty ? nil : times[nodes[node].value.range]
  }

  /// When an item is shown or heard that does not say so itself; `nil` for all others.
  func placed(_ node: Int) -> TimeRange? {
    placed.isEmpty ? nil : placed[nodes[node].value.range]
  }

  /// The node at an index.
  package subscript(node: Int) -> EditNode { nodes[node] }

  /// The child of an object that has a key, or of media that has a name; `nil` where there is none.
  package func child(_ node: Int, _ key: String) -> Int? {
    nodes[node].children.first { nodes[$0].key == key }
  }

  /// The text of an object's member; `nil` where it is left out or is no text.
  package func text(_ node: Int, _ key: String) -> String? {
    child(node, key).flatMap { key == "text" ? nodes[$0].value.words : nodes[$0].value.text }
  }

  /// The group that a node belongs to; `nil` for what is the movie's own.
  package func group(of node: Int) -> Int? { ancestor(node, [.group]) }

  /// The nearest node above a node, or itself, that has one of some roles.
  package func ancestor(_ node: Int, _ roles: Set<EditRole>) -> Int? {
    var node = node
    while node >= 0 {
      if roles.contains(nodes[node].role) { return node }
      node = nodes[node].parent
    }
    return nil
  }
}

/// One value of a project: an object, a list, or anything that is compared as a whole.
package struct EditNode: Sendable {
  /// How the parts of a value are told apart.
  package enum Form: Hashable, Sendable {
    /// By key.
    case object
    /// By name: the entries of `media`, `groups`, `styles` and the like.
    case entries
    /// By identity: clips, titles, effects and whatever else can be followed from list to list.
    case list
    /// Not at all: numbers, texts, and lists such as a position or key times.
    case value
  }

  /// The value as written.
  package let value: JSONValue
  /// How its parts are told apart.
  package let form: Form
  /// What it is in an edit.
  package let role: EditRole
  /// The key it stands under in its object; empty for an element of a list and for the project.
  package let key: String
  /// Where that key is written; `.none` where there is none.
  package let keyRange: SourceRange
  /// The property that the key is a way to write: `out` and `duration` of a clip are one property,
  /// `duration`, as only one of them may be given.
  package let property: String
  /// The value around it; -1 for the project.
  package let parent: Int
  /// Its place among its parent's children.
  package let place: Int
  /// What it holds, in the order written; none for a value.
  package internal(set) var children: [Int] = []
  /// Equal for nodes with equal content, whatever their layout and the order of keys.
  package internal(set) var content = 0
}

/// What a value is in an edit.
package enum EditRole: Hashable, Sendable {
  case project, output
  /// The object `media`, and one entry of it.
  case media, mediaEntry
  /// The object `groups`, and one group.
  case groups, group
  /// The object `styles`, and one style.
  case styles, style
  /// A list of tracks, the movie's or a group's.
  case tracks, track
  /// The list of a track's clips, gaps and transitions, or of its titles.
  case items
  case clip, gap, transition, title
  /// On a track, and nothing that the format knows.
  case strangeItem
  case layer, effect, animation, gainChange, marker, expectedText, region
  /// Any other value.
  case other

  /// Whether it is known by the name under which it stands.
  var isNamed: Bool { [.mediaEntry, .group, .style].contains(self) }

  /// What can stand on a track.
  package static let onTrack: Set<EditRole> = [.clip, .gap, .transition, .title, .strangeItem]
}

extension JSONValue {
  /// The text that a string holds; `nil` for any other value.
  var text: String? {
    if case .string(let text) = kind { text } else { nil }
  }

  /// What a text says, whether or not it has runs with forms of their own.
  var words: String? {
    guard case .array(let runs) = kind else { return text }
    let parts = runs.map { $0.text ?? $0["text"]?.text }
    return parts.contains(nil) ? nil : parts.compactMap(\.self).joined()
  }
}
