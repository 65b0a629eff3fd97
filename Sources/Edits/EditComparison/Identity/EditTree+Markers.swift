import Diagnostics
package import BaseValues
import ProjectFormat
package import TimelineModel

/// A marker as a project has it.
package struct EditMarker: Sendable {
  /// Its place in the tree.
  package let node: Int
  /// Empty where it has none.
  package let name: String
  /// Seconds of the movie.
  package let time: Rational
  /// Empty where it has none.
  package let note: String
  /// `nil` where it has none.
  package let color: Color?
}

extension EditTree {
  /// The project's markers whose times can be read, in their order.
  package var markers: [EditMarker] {
    nodes.indices.filter { nodes[$0].role == .marker }.compactMap { node in
      guard let time = time(node, "at") else { return nil }
      return EditMarker(
        node: node, name: text(node, "name") ?? "", time: time, note: text(node, "note") ?? "",
        color: child(node, "color").flatMap { WrittenValue.color(nodes[$0].value) })
    }
  }
}
