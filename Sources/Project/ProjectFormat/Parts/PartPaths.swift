import Diagnostics
import TimelineModel

extension JSONValue {
  /// The same with the paths of files in it as whoever takes in the file would write them, wherever a
  /// schema says that there are any.
  func rebased(_ rebasing: PathRebasing, _ schema: ValueSchema) -> JSONValue {
    if rebasing.folder.isEmpty { return self }
    switch kind {
    case .string(let text):
      guard schema.isPath(text) else { return self }
      return JSONValue(range: range, kind: .string(rebasing.path(text)))
    case .array(let items):
      return JSONValue(
        range: range,
        kind: .array(
          items.enumerated().map { $0.element.rebased(rebasing, schema.item(at: $0.offset)) }))
    case .object(let members):
      let changed = zip(members, schema.schemas(of: members)).map { member, schema in
        JSONMember(
          key: member.key, keyRange: member.keyRange, value: member.value.rebased(rebasing, schema))
      }
      return JSONValue(range: range, kind: .object(changed))
    default: return self
    }
  }
}

extension ValueSchema {
  /// Whether a text that stands here is the path of a file.
  fileprivate func isPath(_ text: String) -> Bool {
    switch self {
    case .path: true
    case .font: FontChoice(text).isFile
    case .any(let forms): forms.contains { $0.isPath(text) }
    default: false
    }
  }
}
