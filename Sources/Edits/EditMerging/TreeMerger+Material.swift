import Diagnostics
import EditComparison
import BaseValues

// What a clip shows of its media is written in ways that depend on each other: where it begins in the
// media moves its end, too, where a duration is given. So beginning, end and speed are merged, and
// not what is written.
extension TreeMerger {
  /// Keys that together say what a clip shows.
  private static let keys: Set<String> = ["in", "out", "duration", "until", "speed"]

  /// The members that say what a clip shows, where both sides have changed it in different ways.
  struct Material {
    /// Equal where there is no conflict.
    var ours: [JSONMember]
    var theirs: [JSONMember]
    var isConflict: Bool
    /// Whether a member is one of them.
    func contains(_ key: String) -> Bool { keys.contains(key) }
  }

  /// - Returns: `nil` where one side left it as it was, or both did the same.
  func mergedMaterial(_ nodes: ThreeNodes) -> Material? {
    guard let b = nodes.base, let o = nodes.ours, let t = nodes.theirs, base[b].role == .clip,
      ours.other[o].role == .clip, theirs.other[t].role == .clip
    else { return nil }
    let written = (
      members(b, base), members(o, ours.other), members(t, theirs.other)
    )
    let contents = (content(b, base), content(o, ours.other), content(t, theirs.other))
    if contents.0 == contents.1 || contents.0 == contents.2 || contents.1 == contents.2 {
      return nil
    }
    let conflict = Material(ours: written.1, theirs: written.2, isConflict: true)
    // What such a clip shows follows from its place, which is merged elsewhere.
    if [written.0, written.1, written.2].contains(where: { $0.contains { $0.key == "until" } }) {
      return conflict
    }
    guard let before = base.material(b), let mine = ours.other.material(o),
      let other = theirs.other.material(t),
      let merged = Self.merged(before, mine, other)
    else { return conflict }
    guard let members = write(merged, (mine, written.1), (other, written.2)) else {
      return conflict
    }
    return Material(ours: members, theirs: members, isConflict: false)
  }

  private func members(_ clip: Int, _ tree: EditTree) -> [JSONMember] {
    tree[clip].children.filter { Self.keys.contains(tree[$0].key) }.map {
      JSONMember(key: tree[$0].key, keyRange: .none, value: tree[$0].value)
    }
  }

  private func content(_ clip: Int, _ tree: EditTree) -> [String: Int] {
    var contents: [String: Int] = [:]
    for child in tree[clip].children where Self.keys.contains(tree[child].key) {
      contents[tree[child].key] = tree[child].content
    }
    return contents
  }

  // MARK: - Merging

  /// What a clip shows with the changes of both; `nil` where they do not go together.
  private static func merged(
    _ base: ClipMaterial, _ ours: ClipMaterial, _ theirs: ClipMaterial
  ) -> ClipMaterial? {
    // A slip goes with whatever the other side has done at either end.
    if let way = slip(from: base, to: ours) {
      guard slip(from: base, to: theirs) == nil else { return nil }
      return shifted(theirs, by: way)
    }
    if let way = slip(from: base, to: theirs) { return shifted(ours, by: way) }
    var result = ours
    guard let start = picked(base.start, ours.start, theirs.start),
      let end = picked(base.end, ours.end, theirs.end),
      let speed = picked(base.speed, ours.speed, theirs.speed)
    else { return nil }
    (result.start, result.end, result.speed) = (start, end, speed)
    guard let end else {
      result.length = nil
      return result
    }
    guard end > start, let covered = try? end - start, let length = try? covered / speed else {
      return nil
    }
    result.length = length
    return result
  }

  /// The one that was changed; `nil` where both were, each to something else.
  private static func picked<Value: Equatable>(_ base: Value, _ a: Value, _ b: Value) -> Value? {
    if a == b || b == base { return a }
    return a == base ? b : nil
  }

  /// By how much more both ends lie later in the media; `nil` for what is no slip.
  private static func slip(from base: ClipMaterial, to other: ClipMaterial) -> Rational? {
    guard base.speed == other.speed, let end = base.end, let otherEnd = other.end,
      let way = try? other.start - base.start, way != .zero, let same = try? otherEnd - end,
      same == way
    else { return nil }
    return way
  }

  private static func shifted(_ material: ClipMaterial, by way: Rational) -> ClipMaterial? {
    var result = material
    guard let start = try? material.start + way, start >= .zero else { return nil }
    result.start = start
    guard let end = material.end else { return nil }
    guard let later = try? end + way else { return nil }
    result.end = later
    return result
  }

  // MARK: - Writing

  private typealias Side = (material: ClipMaterial, members: [JSONMember])

  /// The members that say it, each as a side has written it if one has; `nil` where it cannot be said.
  private func write(_ merged: ClipMaterial, _ ours: Side, _ theirs: Side) -> [JSONMember]? {
    var result: [JSONMember] = []
    func take(_ key: String, from members: [JSONMember]) {
      result += members.filter { $0.key == key }
    }
    if merged.start == ours.material.start {
      take("in", from: ours.members)
    } else if merged.start == theirs.material.start {
      take("in", from: theirs.members)
    } else {
      result.append(time("in", merged.start, like: ours.members))
    }
    take("speed", from: merged.speed == ours.material.speed ? ours.members : theirs.members)
    guard let end = merged.end, let length = merged.length else { return result }
    let hasOut = ours.members.contains { $0.key == "out" }
    for (material, members) in [ours, theirs] {
      if members.contains(where: { $0.key == "out" }), hasOut, material.end == end {
        take("out", from: members)
        return result
      }
      if members.contains(where: { $0.key == "duration" }), !hasOut, material.length == length {
        take("duration", from: members)
        return result
      }
    }
    result.append(
      hasOut ? time("out", end, like: ours.members) : time("duration", length, like: ours.members))
    return result
  }

  /// A time as frames where that is how it was written and exact, else as seconds.
  private func time(_ key: String, _ seconds: Rational, like members: [JSONMember]) -> JSONMember {
    var text = TimeExpression.seconds(seconds).description
    if let written = members.first(where: { $0.key == key }),
      case .string(let old) = written.value.kind, old.hasSuffix("f"),
      let frames = try? seconds * ours.other.frameRate.rational, frames.isWhole
    {
      text = "\(frames)f"
    }
    return JSONMember(
      key: key, keyRange: .none, value: JSONValue(range: .none, kind: .string(text)))
  }
}
