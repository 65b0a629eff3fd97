import Diagnostics
import Testing
import SeededNumbers

@testable import EditComparison

@Suite("Every change is told once")
struct AccountingTests {
  @Test("hundreds of random edits of the repository's projects are told by one line each")
  func accounting() throws {
    var told: [String: Int] = [:]
    for round in 0..<500 {
      let project = RealProjects.all[round % RealProjects.all.count]
      var edits = TreeEdits(generator: SeededGenerator(seed: UInt64(round)))
      let edited = edits.edit(project, count: round % 5 + 1)
      let edit = EditChanges(EditTree(project), EditTree(edited))
      let problem = Account(edit).problem
      #expect(problem == nil, "round \(round): \(EditWords(edit).lines.map(\.words))")
      if problem != nil { return }
      for change in edit.changes { told[change.kind.name, default: 0] += 1 }
      // Whatever is changed can be said.
      #expect(EditWords(edit).lines.allSatisfy { !$0.words.isEmpty })
    }
    #expect(told.count >= 10, "\(told)")
  }

  @Test("a copy of a group's track before the others is told with all that is on it")
  func copiedTrack() throws {
    let track = #"{ "video": [{ "clip": "screen", "duration": "44f", "rotation": { "y": 30 } }] }"#
    let others = #"{ "video": [{ "clip": "sky" }] }, { "video": [{ "clip": "screen" }] }"#
    func project(_ tracks: String) throws -> JSONValue {
      let text =
        #"{ "cutlist": 1, "groups": { "desk": { "tracks": [\#(tracks)] } }, "tracks": [] }"#
      return try #require(JSONParser.parse(SourceFile(path: "a.json", text: text)).0)
    }
    let edit = EditChanges(
      EditTree(try project("\(others), \(track)")),
      EditTree(try project("\(track), \(others), \(track)")))
    #expect(Account(edit).problem == nil, "\(EditWords(edit).lines.map(\.words))")
  }

  @Test("a project that is written otherwise has no change")
  func layout() throws {
    for project in RealProjects.all {
      let text = reordered(project)
      let edit = EditChanges(EditTree(project), EditTree(text))
      #expect(edit.changes.isEmpty)
    }
  }

  private func reordered(_ value: JSONValue) -> JSONValue {
    switch value.kind {
    case .object(let members):
      let turned = members.reversed().map {
        JSONMember(key: $0.key, keyRange: $0.keyRange, value: reordered($0.value))
      }
      return JSONValue(range: .none, kind: .object(turned))
    case .array(let items):
      return JSONValue(range: .none, kind: .array(items.map { reordered($0) }))
    default:
      return JSONValue(range: .none, kind: value.kind)
    }
  }
}

/// Goes through two versions and asks of every part that is otherwise whether a change tells it, and
/// of every change whether there is something to tell.
private struct Account {
  var problem: String?

  init(_ edit: EditChanges) {
    let matching = edit.matching
    let all = edit.changes.flatMap(\.differences)
    if Set(all).count != all.count { problem = "something is told twice" }
    var ofBase: [Int: Set<Difference.Kind>] = [:]
    var ofOther: [Int: Set<Difference.Kind>] = [:]
    for difference in all {
      if let node = difference.base { ofBase[node, default: []].insert(difference.kind) }
      if let node = difference.other { ofOther[node, default: []].insert(difference.kind) }
    }
    for change in edit.changes where change.differences.isEmpty {
      guard case .rippled = change.kind else {
        problem = "\(change.kind.name) without a difference"
        return
      }
    }
    let (base, other) = (matching.base, matching.other)
    // What stands beside a word that the format does not know is a value, and no list of parts.
    func isOnlySeenOtherwise(_ a: Int?, _ b: Int?) -> Bool {
      guard let a, let b else { return false }
      return base[a].form != other[b].form && plain(base[a].value) == plain(other[b].value)
    }
    // A part that is new is told by itself or by what it stands in.
    for node in other.nodes.indices where matching.partner(ofOther: node) == nil {
      var at = node
      while at >= 0, ofOther[at]?.isDisjoint(with: [.added, .changed]) ?? true,
        !isOnlySeenOtherwise(matching.partner(ofOther: at), at)
      {
        at = other[at].parent
      }
      if at < 0 { problem = "added and not told: \(other.pointer(to: node))" }
    }
    for node in base.nodes.indices where matching.partner(ofBase: node) == nil {
      var at = node
      while at >= 0, ofBase[at]?.isDisjoint(with: [.removed, .changed]) ?? true,
        !isOnlySeenOtherwise(at, matching.partner(ofBase: at))
      {
        at = base[at].parent
      }
      if at < 0 { problem = "removed and not told: \(base.pointer(to: node))" }
    }
    for node in base.nodes.indices {
      guard let partner = matching.partner(ofBase: node) else { continue }
      let (a, b) = (base[node], other[partner])
      let isTold = ofBase[node] ?? []
      var covered = false
      var at = node
      while at >= 0, !covered {
        covered = ofBase[at]?.contains(.changed) ?? false
        at = base[at].parent
      }
      let isWhole = a.form == .value || b.form == .value || a.form != b.form
      let isOther =
        a.key != b.key || isWhole && plain(a.value) != plain(b.value)
      if isOther, !covered, !isTold.contains(.renamed) {
        problem = "changed and not told: \(base.pointer(to: node))"
      }
      if !isOther, isTold.contains(.changed) {
        problem = "told and not changed: \(base.pointer(to: node))"
      }
    }
    for difference in all {
      switch difference.kind {
      case .added where difference.other.flatMap({ matching.partner(ofOther: $0) }) != nil,
        .removed where difference.base.flatMap({ matching.partner(ofBase: $0) }) != nil:
        problem = "what is the same is told to be new or gone"
      default: break
      }
    }
    checkOrder(matching, ofBase)
  }

  /// What is not told to have moved stands in the same list, in the same order.
  private mutating func checkOrder(_ matching: EditMatching, _ told: [Int: Set<Difference.Kind>]) {
    for list in matching.base.nodes.indices where matching.base[list].form == .list {
      var last = -1
      for node in matching.base[list].children {
        guard let partner = matching.partner(ofBase: node), !(told[node]?.contains(.moved) ?? false)
        else { continue }
        if matching.other[partner].parent != matching.partner(ofBase: list)
          || matching.other[partner].place <= last
        {
          problem = "moved and not told: \(matching.base.pointer(to: node))"
        }
        last = matching.other[partner].place
      }
    }
  }

  /// The value without places and the order of keys.
  private func plain(_ value: JSONValue) -> String {
    switch value.kind {
    case .object(let members):
      "{" + members.map { "\($0.key):\(plain($0.value))" }.sorted().joined(separator: ",") + "}"
    case .array(let items): "[" + items.map { plain($0) }.joined(separator: ",") + "]"
    case .string(let text): "\"\(text)\""
    case .number(let digits): digits
    case .bool(let flag): "\(flag)"
    case .null, .invalid: "null"
    }
  }
}
