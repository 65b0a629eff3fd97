import Diagnostics
import ProjectFormat
import SeededNumbers

/// A project that is edited at random, and what can be seen of each edit in its text.
struct RandomEdits {
  private(set) var project: JSONValue
  /// Texts that are in this version and in no other one.
  private(set) var traces: Set<String> = []
  /// Names of items that were in the base and are not in this version.
  private(set) var removed: Set<String> = []
  private let side: String
  private var count = 0

  init(_ project: JSONValue, side: String) {
    self.project = project
    self.side = side
  }

  mutating func edit(_ random: inout SeededGenerator) {
    count += 1
    let name = "\(side)\(count)x"
    let text = JSONValue.Kind.string(name)
    let length = "\(side == "o" ? 7 : 8)\(count)01/1000s"
    let start = "\(side == "o" ? 9001 : 9002)\(count)f"
    switch Int.random(in: 0..<10, using: &random) {
    case 0: changeItem(&random) { $0.set("note", text) }
    case 1:
      changeItem(&random) { $0.set("duration", .string(length)) }
    case 2: addItem(.object([.new("clip", text), .new("duration", .string("1s"))]), &random)
    case 3:
      let track: [JSONMember] = [.new("id", text), .new("video", .array([]))]
      changeTracks { $0.append(JSONValue(range: .none, kind: .object(track))) }
    case 4: project.change("output") { $0.set("note", text) }
    case 5: project.change("media") { $0.set(name, .string("\(name).mov")) }
    case 6: moveItem(&random)
    case 7: removeItem(&random)
    case 8: changeTrack(&random) { $0.set("note", text) }
    default: changeItem(&random) { $0.set("at", .string(start)) }
    }
    let whole = CanonicalForm.text(of: project)
    traces.formUnion(["\"\(name)", "\"\(length)\"", "\"\(start)\""])
    traces = traces.filter { whole.contains($0) }
    removed = removed.filter { !whole.contains($0) }
  }

  // MARK: - Tracks

  private mutating func changeTracks(_ change: (inout [JSONValue]) -> Void) {
    project.change("tracks") { tracks in
      guard case .array(var list) = tracks.kind else { return }
      change(&list)
      tracks = JSONValue(range: .none, kind: .array(list))
    }
  }

  private mutating func changeTrack(
    _ random: inout SeededGenerator, _ change: (inout JSONValue) -> Void
  ) {
    let draw = Int.random(in: 0..<1000, using: &random)
    changeTracks { tracks in
      if !tracks.isEmpty { change(&tracks[draw % tracks.count]) }
    }
  }

  /// Changes the items of one track.
  private mutating func changeItems(
    _ random: inout SeededGenerator, _ change: (inout [JSONValue]) -> Void
  ) {
    changeTrack(&random) { track in
      for key in ["video", "audio", "titles"] {
        track.change(key) { list in
          guard case .array(var items) = list.kind else { return }
          change(&items)
          list = JSONValue(range: .none, kind: .array(items))
        }
      }
    }
  }

  // MARK: - Items

  private mutating func changeItem(
    _ random: inout SeededGenerator, _ change: (inout JSONValue) -> Void
  ) {
    let draw = Int.random(in: 0..<1000, using: &random)
    changeItems(&random) { items in
      if !items.isEmpty { change(&items[draw % items.count]) }
    }
  }

  private mutating func addItem(_ item: JSONValue.Kind, _ random: inout SeededGenerator) {
    let draw = Int.random(in: 0..<1000, using: &random)
    changeItems(&random) { items in
      items.insert(JSONValue(range: .none, kind: item), at: draw % (items.count + 1))
    }
  }

  private mutating func moveItem(_ random: inout SeededGenerator) {
    let draw = Int.random(in: 0..<1000, using: &random)
    let target = Int.random(in: 0..<1000, using: &random)
    var item: JSONValue?
    changeItems(&random) { items in
      if !items.isEmpty { item = items.remove(at: draw % items.count) }
    }
    guard let item else { return }
    addItem(item.kind, at: target, &random)
  }

  private mutating func addItem(
    _ item: JSONValue.Kind, at place: Int, _ random: inout SeededGenerator
  ) {
    var isDone = false
    changeItems(&random) { items in
      items.insert(JSONValue(range: .none, kind: item), at: place % (items.count + 1))
      isDone = true
    }
    if !isDone { addItem(item, at: place, &random) }
  }

  private mutating func removeItem(_ random: inout SeededGenerator) {
    let draw = Int.random(in: 0..<1000, using: &random)
    var gone: JSONValue?
    changeItems(&random) { items in
      if !items.isEmpty { gone = items.remove(at: draw % items.count) }
    }
    if case .string(let id)? = gone?["id"]?.kind { removed.insert("\"id\": \"\(id)\"") }
  }
}

extension JSONMember {
  fileprivate static func new(_ key: String, _ kind: JSONValue.Kind) -> JSONMember {
    JSONMember(key: key, keyRange: .none, value: JSONValue(range: .none, kind: kind))
  }
}

extension JSONValue {
  /// Changes a member that an object has.
  fileprivate mutating func change(_ key: String, _ change: (inout JSONValue) -> Void) {
    guard case .object(var members) = kind,
      let index = members.firstIndex(where: { $0.key == key })
    else { return }
    var value = members[index].value
    change(&value)
    members[index] = JSONMember(key: key, keyRange: .none, value: value)
    self = JSONValue(range: .none, kind: .object(members))
  }

  /// Sets a member of an object.
  fileprivate mutating func set(_ key: String, _ kind: JSONValue.Kind) {
    guard case .object(var members) = self.kind else { return }
    members.removeAll { $0.key == key }
    members.append(.new(key, kind))
    self = JSONValue(range: .none, kind: .object(members))
  }
}
