package import Diagnostics
package import BaseValues

/// One change in words.
package struct EditLine: Sendable {
  /// What the line stands under: `output`, `media`, `video track 'picture'`.
  package let section: String
  /// When it is, in the spelling of the project; `nil` for what holds for no time of its own.
  package let time: String?
  /// What was done.
  package let words: String
  /// Where the part is written in the first version; `.none` where it is new.
  package let baseRange: SourceRange
  /// Where it is written in the second version; `.none` where it is gone.
  package let otherRange: SourceRange
}

/// Says what was done to an edit as a colleague would.
package struct EditWords: Sendable {
  let edit: EditChanges
  let old: EditNames
  let new: EditNames

  /// The words for all changes.
  package init(_ edit: EditChanges) {
    self.edit = edit
    old = EditNames(edit.matching.base)
    new = EditNames(edit.matching.other)
  }

  /// A line for each change, in their order.
  package var lines: [EditLine] { edit.changes.map { line(for: $0) } }

  /// One change in words.
  package func line(for change: EditChange) -> EditLine {
    EditLine(
      section: section(of: change), time: time(of: change).map { new.times.text($0) },
      words: words(for: change),
      baseRange: range(change.base, edit.matching.base),
      otherRange: range(change.other, edit.matching.other))
  }

  /// How long the movie is, in both versions; `nil` where that is the same or not known.
  package var lengths: String? {
    guard let before = edit.baseLayout.end, let after = edit.otherLayout.end else { return nil }
    return lengths(from: before, to: after)
  }

  /// How long the movie is, where the length of each version is known otherwise; `nil` where they are
  /// the same.
  package func lengths(from before: Rational, to after: Rational) -> String? {
    guard before != after, let more = try? after - before else { return nil }
    let now = new.times.text(after) + (rates.map { " at \($0.new)" } ?? "")
    return "the movie is \(new.times.growth(more)): \(now), was \(earlier(before))"
  }

  /// The frame rates of both versions, as `25 fps`; `nil` where they are the same.
  var rates: (old: String, new: String)? {
    let (before, after) = (old.tree.frameRate, new.tree.frameRate)
    if before == after { return nil }
    return ("\(before.rational) fps", "\(after.rational) fps")
  }

  /// A time of the first version, with its frame rate where that is another one.
  func earlier(_ time: Rational) -> String {
    guard let rates else { return new.times.text(time) }
    return "\(old.times.text(time)) at \(rates.old)"
  }

  // MARK: - Places

  /// When a change is: in the second version, or where it is gone in the first, in seconds; of what is
  /// in a group in the group's own time.
  package func time(of change: EditChange) -> Rational? {
    if case .rippled = change.kind { return nil }
    let tree = edit.matching.other
    if let node = change.other {
      guard let item = tree.ancestor(node, EditRole.onTrack) else { return nil }
      // A roll is at its cut.
      if case .rolled = change.kind { return edit.otherLayout.range(of: item)?.end }
      return edit.otherLayout.start(of: item)
    }
    guard let node = change.base,
      let item = edit.matching.base.ancestor(node, EditRole.onTrack)
    else { return nil }
    return edit.baseLayout.start(of: item)
  }

  private func section(of change: EditChange) -> String {
    if case .rippled(_, _, .movie) = change.kind { return "all tracks" }
    let names = change.other == nil ? old : new
    let node = change.other ?? change.base ?? EditTree.root
    if names.tree[node].role == .track, names.tree.group(of: node) == nil { return "tracks" }
    if let track = names.tree.ancestor(node, [.track]) { return names.trackName(track) }
    var top = node
    while top > 0, names.tree[top].parent > 0 { top = names.tree[top].parent }
    if let group = names.tree.group(of: node), group != node { return names.name(group) }
    return ["output", "media", "groups", "styles", "tracks", "markers", "expect"]
      .first { $0 == names.tree[top].key } ?? "project"
  }

  private func range(_ node: Int?, _ tree: EditTree) -> SourceRange {
    guard let node else { return .none }
    let key = tree[node].keyRange
    return key.isNone ? tree[node].value.range : key
  }
}
