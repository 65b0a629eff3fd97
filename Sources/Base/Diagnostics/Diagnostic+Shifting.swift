extension JSONValue {
  /// The same value with all places so many bytes further on, as in a file that takes in another.
  ///
  /// - Complexity: O(values).
  package func shifted(by distance: Int) -> JSONValue {
    let moved: Kind =
      switch kind {
      case .object(let members):
        .object(
          members.map {
            JSONMember(
              key: $0.key, keyRange: $0.keyRange.shifted(by: distance),
              value: $0.value.shifted(by: distance))
          })
      case .array(let items): .array(items.map { $0.shifted(by: distance) })
      default: kind
      }
    return JSONValue(range: range.shifted(by: distance), kind: moved)
  }
}

extension Diagnostic {
  /// The same finding with all places so many bytes further on.
  package func shifted(by distance: Int) -> Diagnostic {
    var result = self
    result.range = range.shifted(by: distance)
    for index in notes.indices {
      result.notes[index].range = notes[index].range?.shifted(by: distance)
    }
    for index in fixes.indices {
      for edit in fixes[index].edits.indices {
        let moved = fixes[index].edits[edit].range.shifted(by: distance)
        result.fixes[index].edits[edit].range = moved
      }
    }
    return result
  }
}
