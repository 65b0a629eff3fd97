import Diagnostics
import EditMerging
import ProjectFormat
import Testing

/// Clips of one length and one media without ids: nothing but their source times and their places tells
/// which is which.
@Suite("Merges of clips that look alike")
struct IdentityMergeTests {
  /// A row of clips, each of which is known to the test by its place.
  private struct Row: Equatable {
    var starts: [Int]
    var opacities: [Int: String] = [:]
    var gains: [Int: String] = [:]

    /// Whether two clips show what the other one showed: that is written as if they had changed places.
    var hasExchange: Bool {
      starts.indices.contains { place in
        let next = starts[place] / 5
        return next != place && starts.indices.contains(next) && starts[next] == 5 * place
      }
    }

    var text: String {
      let clips = starts.indices.map { place in
        let opacity = opacities[place].map { ", \"opacity\": \($0)" } ?? ""
        let gain = gains[place].map { ", \"gain\": \($0)" } ?? ""
        let times = "\"in\": \"\(starts[place])s\", \"duration\": \"5s\""
        return "{ \"clip\": \"m\", \(times)\(opacity)\(gain) }"
      }
      let head = #"{ "cutlist": 1, "media": { "m": "m.mp4" }, "tracks": [ { "video": [ "#
      return head + clips.joined(separator: ", ") + " ] } ] }"
    }
  }

  private enum Edit: Hashable {
    /// Shows what a clip of the base showed.
    case slipOnto(Int, Int)
    case slip(Int)
    case opacity(Int)
  }

  private static let count = 3

  private static let edits: [Edit] = (0..<count).flatMap { clip in
    [Edit.slip(clip), .opacity(clip)]
      + (0..<count).filter { abs($0 - clip) == 1 }.map { .slipOnto(clip, $0) }
  }

  private static func edited(_ edits: [Edit]) -> Row {
    var row = Row(starts: (0..<count).map { 5 * $0 })
    for edit in edits {
      switch edit {
      case .slipOnto(let clip, let neighbor): row.starts[clip] = 5 * neighbor
      case .slip(let clip): row.starts[clip] = 40 + clip
      case .opacity(let clip): row.opacities[clip] = "0.5"
      }
    }
    return row
  }

  /// All that one side does in up to three steps, each only once.
  private static let rows: [Row] = {
    var rows: [Row] = []
    func add(_ done: [Edit]) {
      let row = edited(done)
      if !rows.contains(row) { rows.append(row) }
      guard done.count < 3 else { return }
      for edit in edits where !done.contains(edit) { add(done + [edit]) }
    }
    add([])
    return rows
  }()

  @Test(
    "a change goes to the clip that it was made to, or is a conflict", arguments: [false, true])
  func everyPair(_ isSwapped: Bool) throws {
    let base = Self.edited([])
    var (clean, all) = (0, 0)
    for row in Self.rows {
      if row.hasExchange { continue }
      for clip in 0..<Self.count {
        var other = base
        other.gains[clip] = "0.25"
        var expected = row
        expected.gains[clip] = "0.25"
        let (ours, theirs) = isSwapped ? (other, row) : (row, other)
        let merge = ProjectMerge(
          base: try value(base.text), ours: try value(ours.text), theirs: try value(theirs.text))
        all += 1
        if merge.isClean {
          clean += 1
          #expect(
            merge.text() == CanonicalForm.text(of: try value(expected.text)),
            "\(row.text) with clip \(clip)")
        } else {
          // Either side of the conflict is what that side has.
          let marked = MarkedText(merge.text())
          let sides = [marked.ours, marked.theirs]
          let (mine, others) = (sides[isSwapped ? 1 : 0], sides[isSwapped ? 0 : 1])
          #expect(mine.contains("0.5") == !row.opacities.isEmpty, "\(row.text)")
          #expect(others.contains("0.25"), "\(row.text)")
        }
      }
    }
    #expect(clean > all / 3, "\(clean) of \(all)")
  }
}
