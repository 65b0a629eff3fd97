import EditComparison
import BaseValues

/// Which parts of both versions of an edit each change is about; changes are numbered from 1.
struct ChangeMarks {
  /// A stretch that stands earlier or later as a whole.
  struct Ripple {
    /// The change's index.
    var index: Int
    /// The node of its track; `nil` for all tracks.
    var track: Int?
    var times: [TimeRange]
  }

  /// Marks and ripples of one version; marks by the nodes of items, tracks and markers.
  struct Version {
    fileprivate(set) var marks: [Int: [TimelinePicture.Mark]] = [:]
    fileprivate(set) var ripples: [Ripple] = []
  }

  private(set) var base = Version()
  private(set) var other = Version()

  init(_ edit: EditChanges) {
    let trees = (edit.matching.base, edit.matching.other)
    let uses = (trees.0.mediaUses, trees.1.mediaUses)
    for (index, change) in edit.changes.enumerated() {
      // What stands at times not known is marked itself.
      if case .rippled(_, _, let reach) = change.kind,
        !change.baseTimes.isEmpty, !change.otherTimes.isEmpty
      {
        func track(_ node: Int?, _ tree: EditTree) -> Int? {
          reach == .movie ? nil : node.flatMap { tree.ancestor($0, [.track]) }
        }
        let (a, b) = (track(change.base, trees.0), track(change.other, trees.1))
        // What is no item of a track, a marker for instance, has no row.
        guard reach == .movie || b != nil else { continue }
        if let b, let group = trees.1.group(of: b) {
          let mark = TimelinePicture.Mark(kind: change.kind.mark, number: index + 1)
          other.add(mark, to: group, trees.1, uses.1)
          continue
        }
        base.ripples.append(Ripple(index: index, track: a, times: change.baseTimes))
        other.ripples.append(Ripple(index: index, track: b, times: change.otherTimes))
        continue
      }
      let mark = TimelinePicture.Mark(kind: change.kind.mark, number: index + 1)
      var (before, after) = ([change.base].compactMap(\.self), [change.other].compactMap(\.self))
      if case .split(let parts) = change.kind { after += parts }
      if case .joined(let parts) = change.kind { before += parts }
      for node in before { base.add(mark, to: node, trees.0, uses.0) }
      for node in after { other.add(mark, to: node, trees.1, uses.1) }
    }
  }
}

extension ChangeMarks.Version {
  /// Marks the item, track or marker that a node belongs to, or whatever shows the media that it is about.
  fileprivate mutating func add(
    _ mark: TimelinePicture.Mark, to node: Int, _ tree: EditTree, _ uses: [String: [Int]]
  ) {
    if let group = tree.group(of: node) {
      for item in tree.shown(tree[group].key, uses) { marks[item, default: []].append(mark) }
    } else if let part = tree.ancestor(node, EditRole.onTrack.union([.track, .marker])) {
      marks[part, default: []].append(mark)
    } else if let entry = tree.ancestor(node, [.mediaEntry]) {
      for item in tree.shown(tree[entry].key, uses) { marks[item, default: []].append(mark) }
    }
  }
}

extension EditChange.Kind {
  /// How a part that it was done to is marked.
  var mark: TimelinePicture.Mark.Kind {
    switch self {
    case .added: .added
    case .removed: .removed
    case .moved, .slid, .shifted, .swapped: .moved
    case .rippled: .rippled
    case .trimmed, .slipped, .rolled, .retimed, .split, .joined, .replaced, .renamed, .lengthened,
      .reworded, .property:
      .changed
    }
  }
}
