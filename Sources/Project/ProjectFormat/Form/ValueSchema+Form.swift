import BaseValues
import Diagnostics

extension ValueSchema {
  /// The members of an object as they are to stand, each with what its value can be.
  func ordered(_ members: [JSONMember]) -> [(member: JSONMember, schema: ValueSchema)] {
    let (keys, other) = entries(of: members)
    return members.map { member in
      (member, keys.firstIndex { $0.name == member.key } ?? keys.count)
    }.enumerated().sorted {
      ($0.element.1, $0.offset) < ($1.element.1, $1.offset)
    }.map { _, part in
      (part.0, part.1 < keys.count ? keys[part.1].schema : other)
    }
  }

  /// What the value of each member of an object can be, in the order written.
  func schemas(of members: [JSONMember]) -> [ValueSchema] {
    let (keys, other) = entries(of: members)
    return members.map { member in keys.first { $0.name == member.key }?.schema ?? other }
  }

  /// The keys that such an object has, and what stands under any other.
  private func entries(
    of members: [JSONMember]
  ) -> (keys: [KeyDescription], other: ValueSchema) {
    (description(of: members)?.keys ?? [], mapped ?? .anything)
  }

  /// What an item of a list can be.
  func item(at index: Int) -> ValueSchema {
    switch self {
    case .array(let item, _, _): item
    case .tuple(let items): items.indices.contains(index) ? items[index] : .anything
    case .any(let forms): forms.first { $0.isList }?.item(at: index) ?? .anything
    default: .anything
    }
  }

  private var isList: Bool {
    switch self {
    case .array, .tuple: true
    default: false
    }
  }

  /// What the values of an object with any keys can be.
  private var mapped: ValueSchema? {
    switch self {
    case .map(let value): value
    case .any(let forms): forms.lazy.compactMap(\.mapped).first
    default: nil
    }
  }

  /// The kind of object that some members make; of several the one that has most of their keys.
  func description(of members: [JSONMember]) -> ObjectDescription? {
    switch self {
    case .object(let description): return description
    case .any(let forms):
      var best: (description: ObjectDescription, score: Int)?
      for description in forms.compactMap({ $0.description(of: members) }) {
        let score = description.score(members)
        if score > best?.score ?? -1 { best = (description, score) }
      }
      return best?.description
    default: return nil
    }
  }
}

extension ObjectDescription {
  /// How well members fit: what makes an object one of its kind counts double.
  fileprivate func score(_ members: [JSONMember]) -> Int {
    members.reduce(0) { score, member in
      guard let key = keys.first(where: { $0.name == member.key }) else { return score }
      if case .names(let names) = key.schema, case .string(let text) = member.value.kind,
        !names.contains(where: { $0.name == text })
      {
        return score
      }
      return score + (key.isRequired ? 2 : 1)
    }
  }
}
