package import BaseValues
import TimelineModel

/// When the items of a project stand on their tracks, as far as the project tells and what is known
/// of its media.
///
/// Items of groups stand at the group's own times. Media need not be there: only a clip without `out` and `duration` is as long as its media, and
/// what follows it is unknown up to the next item with a time of its own.
package struct EditLayout: Sendable {
  /// Source time in seconds at which a media ends, on a track of a kind (`video`, `audio`); `nil`
  /// where that is not known.
  package typealias MediaEnds = @Sendable (_ media: String, _ track: String) -> Rational?

  let tree: EditTree
  private var ranges: [Int: TimeRange] = [:]
  private var starts: [Int: Rational] = [:]
  private let duckReach: [Int: Rational]
  /// The end of the last item of any track, or what `output.duration` says; `nil` where some end is
  /// not known.
  package private(set) var end: Rational?

  /// Lays out all tracks of a project.
  package init(_ tree: EditTree, mediaEnds: MediaEnds = { _, _ in nil }) {
    self.tree = tree
    duckReach = Self.duckReaches(tree)
    var end: Rational? = .zero
    for track in tree.nodes.indices where tree[track].role == .track {
      let last =
        ["titles", "captions"].contains(tree.trackKind(track))
        ? layOutTitles(track) : layOut(track, mediaEnds)
      // Captions make no movie longer.
      if tree.group(of: track) != nil || tree.trackKind(track) == "captions" { continue }
      end = end.flatMap { end in last.map { max(end, $0) } }
    }
    if let output = tree.child(EditTree.root, "output"), tree.child(output, "duration") != nil {
      end = tree.time(output, "duration")
    }
    self.end = end
  }

  /// When an item is shown or heard; `nil` where that is not known.
  package func range(of item: Int) -> TimeRange? { ranges[item] }

  /// When an item begins; `nil` where that is not known.
  package func start(of item: Int) -> Rational? { starts[item] }

  /// When an item is shown or heard with the transitions beside it, and when other tracks step back
  /// for it.
  func extents(of item: Int) -> [TimeRange] {
    let items = tree[tree[item].parent].children
    let place = tree[item].place
    let beside = [place - 1, place + 1].filter { items.indices.contains($0) }.map { items[$0] }
      .filter { tree[$0].role == .transition }
    let result = ([item] + beside).compactMap { ranges[$0] }
    return reached(result, by: item)
  }

  /// When the movie shows a group or a media, directly or within groups, by the items that show each.
  package func times(ofShown name: String, _ uses: [String: [Int]]) -> [TimeRange] {
    tree.shown(name, uses).flatMap { extents(of: $0) }
  }

  /// Some times of an item, with those at which other tracks step back for it then.
  func reached(_ times: [TimeRange], by item: Int) -> [TimeRange] {
    guard let track = tree.ancestor(item, [.track]),
      let reach = [duckReach[track], duckReach[item]].compactMap(\.self).max()
    else { return times }
    return times
      + times.compactMap { range in
        guard let start = difference(range.start, reach), let end = sum(range.end, reach) else {
          return nil
        }
        return TimeRange(start: max(start, .zero), end: end)
      }
  }

  /// How long before and after the sound of each track, or clip, others step back for it.
  private static func duckReaches(_ tree: EditTree) -> [Int: Rational] {
    var owners: [String: [Int]] = [:]
    for role in [EditRole.track, .clip] {
      var named: [String: [Int]] = [:]
      for item in tree.nodes.indices where tree[item].role == role {
        if let id = tree.text(item, "id") { named[id, default: []].append(item) }
      }
      // A track's name counts before those of clips.
      owners.merge(named) { track, _ in track }
    }
    var reaches: [Int: Rational] = [:]
    for duck in tree.nodes.indices where tree[duck].key == "duck" {
      let names = tree.child(duck, "under").map { tree[$0].value.names } ?? []
      let attack = tree.time(duck, "attack") ?? .half
      let after = try? (tree.time(duck, "hold") ?? .zero) + (tree.time(duck, "release") ?? .half)
      for item in names.flatMap({ owners[$0] ?? [] }) {
        reaches[item] = max(reaches[item] ?? .zero, attack, after ?? .half)
      }
    }
    return reaches
  }

  // MARK: - Clips

  /// - Returns: where the track ends; `nil` where that is not known.
  private mutating func layOut(_ track: Int, _ mediaEnds: MediaEnds) -> Rational? {
    var cursor: Rational? = .zero
    var last: Rational? = .zero
    var pending: Int?
    var follows = false
    for item in tree.elements(of: track) {
      switch tree[item].role {
      case .transition:
        pending = item
        continue
      case .gap:
        place(pending, after: follows ? cursor : nil, before: nil)
        let length = tree.time(item, "gap")
        cursor = put(item, at: cursor, length)
        follows = false
      case .clip:
        var start = cursor
        if let pending, follows, tree.text(pending, "mode") == "overlap" {
          start = difference(cursor, tree.time(pending, "duration"))
        }
        if tree.child(item, "at") != nil { start = tree.time(item, "at") }
        place(pending, after: follows ? cursor : nil, before: start)
        let length =
          tree.child(item, "until") == nil
          ? length(of: item, on: track, mediaEnds) : difference(tree.time(item, "until"), start)
        cursor = put(item, at: start, length)
        follows = true
      default:
        cursor = nil
      }
      pending = nil
      last = last.flatMap { last in cursor.map { max(last, $0) } }
    }
    place(pending, after: follows ? cursor : nil, before: nil)
    return last
  }

  private func length(of clip: Int, on track: Int, _ mediaEnds: MediaEnds) -> Rational? {
    guard let material = tree.material(clip) else { return nil }
    if let length = material.length { return length }
    let pictures = mediaEnds(material.media, tree.trackKind(track))
    // The last picture may stay for as long as there is sound.
    let sound = tree.holds(clip) ? mediaEnds(material.media, "audio") : nil
    guard let end = [pictures, sound].compactMap(\.self).max(), end > material.start,
      let covered = try? end - material.start
    else { return nil }
    return try? covered / material.speed
  }

  /// Puts a transition where the clips around it meet.
  private mutating func place(_ transition: Int?, after: Rational?, before: Rational?) {
    guard let transition, let cut = after ?? before,
      let length = tree.time(transition, "duration")
    else { return }
    let isInside = after != nil && before != nil
    let align =
      tree.text(transition, "mode") == "overlap"
      ? "end"
      : tree.text(transition, "align") ?? (isInside ? "center" : after == nil ? "start" : "end")
    switch align {
    case "start": put(transition, at: cut, length)
    case "end": put(transition, at: difference(cut, length), length)
    default: put(transition, at: difference(cut, try? length * .half), length)
    }
  }

  // MARK: - Titles

  private mutating func layOutTitles(_ track: Int) -> Rational? {
    var cursor: Rational? = .zero
    var last: Rational? = .zero
    for title in tree.elements(of: track) {
      let start = tree.child(title, "at") == nil ? cursor : tree.time(title, "at")
      var length = tree.time(title, "duration")
      if tree.child(title, "until") != nil {
        length = difference(tree.time(title, "until"), start)
      }
      cursor = put(title, at: start, length)
      last = last.flatMap { last in cursor.map { max(last, $0) } }
    }
    return last
  }

  // MARK: - Helpers

  /// - Returns: where it ends; `nil` where that is not known.
  @discardableResult private mutating func put(
    _ item: Int, at start: Rational?, _ length: Rational?
  ) -> Rational? {
    if let known = tree.placed(item) {
      starts[item] = known.start
      ranges[item] = known
      return known.end
    }
    guard let start else { return nil }
    starts[item] = start
    if let length { ranges[item] = try? TimeRange(start: start, duration: length) }
    return sum(start, length)
  }

  func sum(_ a: Rational?, _ b: Rational?) -> Rational? {
    guard let a, let b else { return nil }
    return try? a + b
  }

  func difference(_ a: Rational?, _ b: Rational?) -> Rational? {
    guard let a, let b else { return nil }
    return try? a - b
  }
}
