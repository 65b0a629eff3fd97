package import Diagnostics
package import ProjectFormat

/// What stands at a place in a project: the values that hold it, from the whole project inwards.
package struct ProjectPath: Sendable {
  /// A value that holds the place.
  package struct Step: Sendable {
    /// The value.
    package var value: JSONValue
    /// What the format expects where it stands; `nil` where that is unknown.
    package var place: FormatPlace?
    /// The kind of object that it is, if it is one and known.
    package var object: FormatObject?
    /// The key of the object around it, and where that stands.
    package var key: String?
    package var keyRange: SourceRange?
  }

  /// From the outside in; empty outside of the project's value.
  package private(set) var steps: [Step] = []
  /// Whether the place is in the key of the last step, not in its value.
  package private(set) var isOnKey = false

  /// - Complexity: O(depth × members of an object + log items of a list).
  package init(_ root: JSONValue, at offset: Int) {
    var step = Step(value: root, place: FormatPlace.file(of: root))
    guard root.range.holds(offset) else { return }
    while true {
      switch step.value.kind {
      case .object(let members):
        step.object = step.place?.object(members)
        steps.append(step)
        guard
          let member = members.first(where: {
            $0.keyRange.holds(offset) || $0.value.range.holds(offset)
          })
        else { return }
        let own = step.object?.place(of: member.key)
        let next = Step(
          value: member.value, place: own ?? step.place?.entry, object: nil, key: member.key,
          keyRange: member.keyRange)
        if member.keyRange.holds(offset) {
          steps.append(next)
          isOnKey = true
          return
        }
        step = next
      case .array(let items):
        steps.append(step)
        guard let index = Self.index(of: offset, in: items) else { return }
        step = Step(value: items[index], place: step.place?.element(index))
      default:
        steps.append(step)
        return
      }
    }
  }

  private static func index(of offset: Int, in items: [JSONValue]) -> Int? {
    var (low, high) = (0, items.count)
    while low < high {
      let middle = (low + high) / 2
      if items[middle].range.upper < offset { low = middle + 1 } else { high = middle }
    }
    return items.indices.contains(low) && items[low].range.holds(offset) ? low : nil
  }

  /// The nearest object that holds the place, with its kind.
  package var object: (object: FormatObject, value: JSONValue)? {
    for step in steps.reversed() {
      if let object = step.object { return (object, step.value) }
    }
    return nil
  }
}

extension SourceRange {
  /// Whether a place is within, or at the end.
  package func holds(_ offset: Int) -> Bool { !isNone && lower <= offset && offset <= upper }

  /// Whether another range lies in it.
  package func holds(_ other: SourceRange) -> Bool {
    !other.isNone && lower <= other.lower && other.upper <= upper
  }
}
