import Diagnostics
import Foundation
import SeededNumbers

@testable import EditComparison

/// The projects of the repository.
enum RealProjects {
  static let all: [JSONValue] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Projects")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "json" }
      .sorted { $0.path < $1.path }.compactMap { url in
        guard let data = try? Data(contentsOf: url), data.count < 8_000 else { return nil }
        return JSONParser.parse(SourceFile(path: url.path, bytes: Array(data))).0
      }.filter { $0["tracks"] != nil }
  }()
}

/// Edits of a JSON tree at random places: parts that are removed, doubled, moved or changed.
struct TreeEdits {
  var generator: SeededGenerator

  mutating func edit(_ value: JSONValue, count: Int) -> JSONValue {
    var value = value
    for _ in 0..<count { value = edit(value) }
    return value
  }

  private mutating func edit(_ project: JSONValue) -> JSONValue {
    var path: [Int] = []
    var value = project
    while path.count < 3 || Int.random(in: 0..<4, using: &generator) > 0 {
      var children: [JSONValue] = []
      if case .object(let members) = value.kind { children = members.map(\.value) }
      if case .array(let items) = value.kind { children = items }
      guard !children.isEmpty else { break }
      path.append(.random(in: 0..<children.count, using: &generator))
      value = children[path[path.count - 1]]
    }
    return change(project, path[...])
  }

  private mutating func change(_ value: JSONValue, _ path: ArraySlice<Int>) -> JSONValue {
    guard let first = path.first else { return changed(value) }
    switch value.kind {
    case .object(var members):
      let member = members[first]
      if path.count == 1, Bool.random(using: &generator) {
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: members.remove(at: first)
        case 1:
          members.remove(at: first)
          members.insert(member, at: .random(in: 0...members.count, using: &generator))
        default:
          members[first] = JSONMember(
            key: member.key + "x", keyRange: member.keyRange, value: member.value)
        }
      } else {
        members[first] = JSONMember(
          key: member.key, keyRange: member.keyRange, value: change(member.value, path.dropFirst()))
      }
      return JSONValue(range: value.range, kind: .object(members))
    case .array(var items):
      if path.count == 1, Bool.random(using: &generator) {
        let item = items[first]
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: items.remove(at: first)
        case 1: items.insert(item, at: .random(in: 0...items.count, using: &generator))
        case 2:
          items.insert(changed(item), at: .random(in: 0...items.count, using: &generator))
        default:
          items.remove(at: first)
          items.insert(item, at: .random(in: 0...items.count, using: &generator))
        }
      } else {
        items[first] = change(items[first], path.dropFirst())
      }
      return JSONValue(range: value.range, kind: .array(items))
    default:
      return changed(value)
    }
  }

  private mutating func changed(_ value: JSONValue) -> JSONValue {
    let kind: JSONValue.Kind
    switch value.kind {
    case .number(let digits):
      kind = Bool.random(using: &generator) ? .number(digits + "1") : .string("\(digits)f")
    case .string(let text):
      let times = ["1s", "00:00:02:00", "7f", "1001/30000s"]
      kind = .string(
        text.first?.isNumber == true
          ? times[Int.random(in: 0..<4, using: &generator)] : text + "'")
    case .bool(let flag): kind = .bool(!flag)
    case .object(let members) where members.count > 1 && Bool.random(using: &generator):
      kind = .object(Array(members.dropLast()))
    case .array(let items) where items.count > 1:
      kind = .array(items.reversed())
    default: kind = .number("5")
    }
    return JSONValue(range: value.range, kind: kind)
  }
}
