import Diagnostics
import EditMerging
import Foundation
import ProjectFormat
import SeededNumbers
import Testing

@Suite("Merges of splits")
struct SplitMergeTests {
  private static let count =
    ProcessInfo.processInfo.environment["CUTLIST_EXHAUSTIVE"] == nil ? 40 : 5000

  @Test(
    "what a side does to a clip is done to all parts that the other made of it, or is a conflict",
    arguments: 0..<8)
  func random(_ part: Int) throws {
    let (hasIDs, isInGroup, transitions) = (part & 1 == 0, part & 2 != 0, part & 4 != 0)
    var clean = 0
    for number in 0..<Self.count {
      let seed = UInt64(part * 100_000 + number)
      var random = SeededGenerator(seed: seed)
      let base = CutModel(
        clips: 5, hasIDs: hasIDs, isInGroup: isInGroup, transitions: transitions)
      var (mine, other) = (base, base)
      (mine.side, other.side) = ("o", "t")
      var changes: [Int: (ours: [CutModel.Change], theirs: [CutModel.Change])] = [:]
      var ends: Set<String> = []
      /// Of two clips that a side puts to the end it cannot be said which others have stayed.
      func change(_ side: String) -> CutModel.Change {
        var change = CutModel.random(side, &random)
        if change == .toEnd, !ends.insert(side).inserted { change = .value("width", "0.5") }
        // Without ids nothing is called otherwise.
        if change == .rename, !hasIDs { change = .slip(side == "o" ? 1 : -1) }
        return change
      }
      // One clip that both change, and one for each side alone.
      for (clip, isOurs, isTheirs) in [
        (1, true, true), (2, true, number % 3 == 0), (0, false, true),
      ] {
        var both: (ours: [CutModel.Change], theirs: [CutModel.Change]) = ([], [])
        if isOurs {
          both.ours = [change("o")]
          mine.apply(both.ours[0], to: clip)
        }
        if isTheirs {
          both.theirs = [change("t")]
          other.apply(both.theirs[0], to: clip)
        }
        changes[clip] = both
      }
      if try check(base, mine, other, changes, "seed \(seed): \(changes)") { clean += 1 }
    }
    #expect(clean > Self.count / 4)
  }

  /// - Returns: whether the sides go together.
  private func check(
    _ base: CutModel, _ mine: CutModel, _ other: CutModel,
    _ changes: [Int: (ours: [CutModel.Change], theirs: [CutModel.Change])], _ name: String
  ) throws -> Bool {
    let merge = ProjectMerge(
      base: try value(base.text), ours: try value(mine.text), theirs: try value(other.text))
    let text = merge.text()
    let marked = MarkedText(text)
    #expect(merge.isClean == marked.marks.isEmpty, "\(name)")
    for version in [marked.ours, marked.theirs] {
      #expect(version == CanonicalForm.text(of: try value(version)), "\(name)")
    }
    let ours = try #require(CutModel(try value(marked.ours)), "\(name)\n\(text)")
    let theirs = try #require(CutModel(try value(marked.theirs)), "\(name)\n\(text)")
    for (clip, change) in changes {
      var problem = change.ours.lazy.compactMap { Self.problem(of: $0, clip, "o", ours, base) }
        .first
      problem =
        problem
        ?? change.theirs.lazy.compactMap { Self.problem(of: $0, clip, "t", theirs, base) }
        .first
      problem =
        problem ?? Self.problem(of: clip, in: ours, change.ours, change.theirs, merge.isClean)
      if let problem {
        Issue.record(
          "\(name)\n\(clip): \(problem)\n\(mine.text)\n\(other.text)\n\(text)")
      }
    }
    return merge.isClean
  }

  /// What is wrong with a clip that a side has changed, in its version of the result.
  private static func problem(
    of change: CutModel.Change, _ clip: Int, _ side: String, _ result: CutModel, _ base: CutModel
  ) -> String? {
    let pieces = result.pieces(of: clip)
    if change == .delete { return pieces.isEmpty ? nil : "it was deleted" }
    guard let first = pieces.first, let last = pieces.last else { return "it is gone" }
    let places = result.places(of: clip)
    switch change {
    case .value("fadeOut", let value):
      let holders = pieces.filter { $0.values["fadeOut"] == value }
      return holders == [last] ? nil : "fadeOut is not that of the end"
    case .value(let key, let value):
      let said = key == "effects" ? "[…]" : value
      // A split may give its right part a note of its own.
      let own = "\"\(side == "o" ? "t" : "o")right\""
      return pieces.allSatisfy { $0.values[key] == said || $0.values[key] == own }
        ? nil : "\(key) is not everywhere"
    case .media(let name):
      return pieces.allSatisfy { $0.media == name } ? nil : "media \(name) is not everywhere"
    case .rename:
      guard base.pieces(of: clip).first?.id != nil else { return nil }
      return pieces.contains { $0.id == "c\(clip)\(side)" } ? nil : "it is not renamed"
    case .toEnd where places.allSatisfy { $0.track == 1 }:
      // What the other side has put on another track has left the order of this one.
      return nil
    case .toEnd, .toOtherTrack:
      let track = change == .toEnd ? 0 : 1
      guard places.allSatisfy({ $0.track == track }), let from = places.first?.place,
        let to = places.last?.place
      else { return "it is not moved as a whole" }
      let between = result.tracks[track][from...to]
      return between.allSatisfy { $0.piece.map { $0.clip == clip } ?? true }
        ? nil : "its parts are not together"
    case .slip, .trimHead, .trimTail, .delete: return nil
    case .splitWithTransition(_, let frames):
      guard pieces.count == 2, let place = places.first else { return "it is not split" }
      let items = result.tracks[place.track]
      guard place.place + 2 < items.count, items[place.place + 1] == .transition(frames),
        items[place.place + 2].piece?.clip == clip
      else { return "the transition is not between its parts" }
      return nil
    case .splitWithValue(_, let value):
      return last.values["note"] == value && first.values["note"] != value
        ? nil : "the note is not that of the right part"
    case .splitInThree: return pieces.count == 3 ? nil : "it is not in three"
    case .splitWithGap:
      return pieces.count == 2 && first.end + 2 == last.start ? nil : "there is no gap"
    case .split, .splitFromRight:
      return pieces.count == 2 && first.end == last.start ? nil : "it is not split"
    }
  }

  /// What is wrong with the source times of a clip in a result without conflicts.
  private static func problem(
    of clip: Int, in result: CutModel, _ ours: [CutModel.Change], _ theirs: [CutModel.Change],
    _ isClean: Bool
  ) -> String? {
    let pieces = result.pieces(of: clip)
    let all = ours + theirs
    guard isClean, let first = pieces.first, let last = pieces.last, !all.contains(.delete) else {
      let isLost = isClean && all.contains(.delete) && Set(all.map(\.description)).count > 1
      return isLost ? "it was changed and deleted" : nil
    }
    // Both do the same, or each its own.
    let own = ours == theirs ? ours : all
    var (start, end, shift) = (100 * clip + 20, 100 * clip + 30, 0)
    for change in own {
      switch change {
      case .slip(let time): shift += time
      case .trimHead(let time): start += time
      case .trimTail(let time): end -= time
      default: break
      }
    }
    if first.start != start + shift || last.end != end + shift {
      return "it shows \(first.start) to \(last.end) and not \(start + shift) to \(end + shift)"
    }
    for change in own {
      guard let cut = change.cut else { continue }
      let isGap = if case .splitWithGap = change { true } else { false }
      let expected = 100 * clip + 20 + cut + shift - (isGap ? 1 : 0)
      if first.end != expected { return "it is cut at \(first.end) and not at \(expected)" }
    }
    return nil
  }
}
