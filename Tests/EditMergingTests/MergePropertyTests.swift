import Diagnostics
import EditMerging
import Foundation
import ProjectFormat
import Testing
import SeededNumbers

@Suite("Properties of merges")
struct MergePropertyTests {
  /// Small projects of the gallery, of different kinds.
  private static let names = [
    "dissolve", "duck", "title-layers", "keyframes", "gap", "gain-automation", "expect", "reuse",
    "picture-in-picture", "cross-fade",
  ]

  /// Pairs of random edits of each project.
  private static let count =
    ProcessInfo.processInfo.environment["CUTLIST_EXHAUSTIVE"] == nil ? 10 : 200

  private static func project(_ name: String) throws -> JSONValue {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let path = root.appendingPathComponent("Projects/\(name)/\(name).json").path
    return try value(String(contentsOfFile: path, encoding: .utf8))
  }

  @Test(
    "no edit is lost, sides may be swapped, and what one side alone does is done", arguments: 0..<10
  )
  func random(_ part: Int) throws {
    let base = try Self.project(Self.names[part])
    for number in 0..<Self.count {
      let seed = UInt64(part * 1000 + number)
      var random = SeededGenerator(seed: seed)
      var mine = RandomEdits(base, side: "o")
      var other = RandomEdits(base, side: "t")
      for _ in 0..<Int.random(in: 1...3, using: &random) { mine.edit(&random) }
      for _ in 0..<Int.random(in: 1...3, using: &random) { other.edit(&random) }
      try check(base, mine, other, seed)
    }
  }

  private func check(
    _ base: JSONValue, _ mine: RandomEdits, _ other: RandomEdits, _ seed: UInt64
  ) throws {
    let (ours, theirs) = (mine.project, other.project)
    let merge = ProjectMerge(base: base, ours: ours, theirs: theirs)
    let text = merge.text()
    let marked = MarkedText(text)
    // Either side of the conflicts is a whole project.
    #expect(marked.ours == CanonicalForm.text(of: merge.ours), "seed \(seed)")
    #expect(marked.theirs == CanonicalForm.text(of: merge.theirs), "seed \(seed)")
    #expect(merge.isClean == marked.marks.isEmpty, "seed \(seed)")
    _ = try value(marked.ours)
    _ = try value(marked.theirs)
    // What a side says and nobody else is in its version of the result, and what it has taken away is
    // not; where nothing stands between marks the versions are the same.
    for (side, text) in [(mine, marked.ours), (other, marked.theirs)] {
      let lost = side.traces.filter { !text.contains($0) }
      #expect(lost.isEmpty, "seed \(seed)")
      let kept = side.removed.filter { text.contains($0) }
      #expect(kept.isEmpty, "seed \(seed)")
    }
    let swapped = ProjectMerge(base: base, ours: theirs, theirs: ours)
    #expect(sorted(merge.ours) == sorted(swapped.theirs), "seed \(seed)")
    #expect(sorted(merge.theirs) == sorted(swapped.ours), "seed \(seed)")
    let whole = CanonicalForm.text(of: ours)
    let (b, o, t) = [(base, base, ours), (base, ours, base), (base, ours, ours)][Int(seed % 3)]
    #expect(ProjectMerge(base: b, ours: o, theirs: t).text() == whole, "seed \(seed)")
  }

  /// The project with the elements of every list in one order.
  private func sorted(_ value: JSONValue) -> String {
    func key(_ value: JSONValue) -> String {
      switch value.kind {
      case .object(let members):
        members.map { "\($0.key):\(key($0.value))" }.sorted().joined(separator: ",")
      case .array(let items): "[\(items.map(key).sorted().joined(separator: ";"))]"
      case .string(let text): "'\(text)'"
      case .number(let digits): digits
      default: "\(value.kind)"
      }
    }
    return key(value)
  }
}
