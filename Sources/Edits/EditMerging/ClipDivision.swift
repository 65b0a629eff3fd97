import Diagnostics
import EditComparison
import BaseValues

/// Divides the versions of a clip where one side has cut it.
struct ClipDivision {
  private let split: ClipSplit
  private let side: EditMatching
  private let other: EditMatching
  private let times: EditTimes

  private var base: EditTree { side.base }
  /// The version with the cuts.
  private var cut: EditTree { side.other }

  /// - Parameters:
  ///   - split: the parts of a clip in the version of `side`.
  ///   - other: the same base and the version of the other side.
  ///   - times: how the version of `side` writes times.
  init(
    _ split: ClipSplit, _ side: EditMatching, _ other: EditMatching, _ times: EditTimes
  ) {
    self.times = times
    self.split = split
    self.side = side
    self.other = other
  }

  /// The base's clip and the other side's in parts, the latter none where it has no such clip; `nil` where
  /// what the other side did cannot be said of parts.
  var pieces: (base: [JSONValue], other: [JSONValue])? {
    guard let ranges = baseRanges else { return nil }
    let mine = ranges.indices.compactMap { piece($0, of: split.whole, base, ranges[$0]) }
    guard mine.count == ranges.count else { return nil }
    guard let whole = other.partner(ofBase: split.whole) else { return (mine, []) }
    guard canBeParted(whole), let others = otherRanges(whole, ranges) else { return nil }
    let theirs = others.indices.compactMap { piece($0, of: whole, other.other, others[$0]) }
    return theirs.count == others.count ? (mine, theirs) : nil
  }

  /// The base's clip in parts, where the other side has made the same cuts; `nil` where it has made others.
  func pieces(alsoCutBy same: ClipSplit) -> [JSONValue]? {
    let (mine, theirs) = (materials(split.parts, cut), materials(same.parts, other.other))
    guard mine.count == theirs.count, mine.count == split.parts.count, let ranges = baseRanges,
      zip(mine.dropFirst(), theirs.dropFirst()).allSatisfy({ $0.start == $1.start }),
      zip(mine.dropLast(), theirs.dropLast()).allSatisfy({ $0.end == $1.end })
    else { return nil }
    let pieces = ranges.indices.compactMap { index in
      piece(index, of: split.whole, base, ranges[index], like: same.parts[index])
    }
    return pieces.count == ranges.count ? pieces : nil
  }

  private func materials(_ parts: [Int], _ tree: EditTree) -> [ClipMaterial] {
    parts.compactMap { tree.plainMaterial($0) }
  }

  // MARK: - What the parts show

  /// What the base shows in each part: its own beginning and end, and between them the cuts.
  private var baseRanges: [ClipMaterial]? {
    guard let whole = base.plainMaterial(split.whole) else { return nil }
    var ranges = materials(split.parts, cut)
    guard ranges.count == split.parts.count, ranges.count > 1 else { return nil }
    for index in ranges.indices {
      ranges[index].media = whole.media
      ranges[index].speed = whole.speed
      if index == 0 { ranges[index].start = whole.start }
      if index == ranges.count - 1 { ranges[index].end = whole.end }
    }
    return Self.checked(ranges)
  }

  /// What the other side shows in each part.
  private func otherRanges(_ whole: Int, _ ranges: [ClipMaterial]) -> [ClipMaterial]? {
    if base.materialContents(split.whole) == other.other.materialContents(whole) { return ranges }
    // Parts that are played the other way round would have to change places.
    guard let before = base.plainMaterial(split.whole),
      let after = other.other.plainMaterial(whole), let start = try? after.start - before.start,
      before.speed.isNegative == after.speed.isNegative
    else { return nil }
    let end = before.end.flatMap { old in after.end.flatMap { try? $0 - old } }
    // Cuts stay where they were in the media, unless all of it was slipped or is other media.
    let isSlipped = end == start || after.media != before.media
    var result = ranges
    for index in result.indices {
      result[index].speed = after.speed
      if isSlipped {
        guard let shifted = try? result[index].start + start else { return nil }
        result[index].start = shifted
        if let old = result[index].end {
          guard let shifted = try? old + start else { return nil }
          result[index].end = shifted
        }
      }
      if index == 0 { result[index].start = after.start }
      if index == result.count - 1 { result[index].end = after.end }
    }
    return Self.checked(result)
  }

  /// With their lengths; `nil` where one would show nothing.
  private static func checked(_ ranges: [ClipMaterial]) -> [ClipMaterial]? {
    var ranges = ranges
    for index in ranges.indices {
      ranges[index].length = nil
      guard ranges[index].start >= .zero else { return nil }
      guard let end = ranges[index].end else { continue }
      guard end > ranges[index].start, let covered = try? end - ranges[index].start,
        let tempo = try? ranges[index].speed.magnitude(), tempo > .zero,
        let length = try? covered / tempo
      else { return nil }
      ranges[index].length = length
    }
    return ranges
  }

  // MARK: - What the parts say

  /// Whether what the other side changed means the same for parts as for the whole.
  private func canBeParted(_ whole: Int) -> Bool {
    let tree = other.other
    for key in keys(split.whole, base).union(keys(whole, tree)) {
      let (before, after) = (base.child(split.whole, key), tree.child(whole, key))
      if before.map({ base[$0].content }) == after.map({ tree[$0].content }) { continue }
      // Times within a clip count from its beginning.
      let values = [before.map { base[$0].value }, after.map { tree[$0].value }]
      if values.contains(where: { $0.map { Self.isTimed(key, $0) } ?? false })
        || key == "style" && (hasTimedStyle(before, base) || hasTimedStyle(after, tree))
      {
        return false
      }
    }
    // A part with a time of its own does not go along.
    guard let first = order.first else { return false }
    let goesAlong = split.parts.indices.allSatisfy {
      $0 == first || cut.child(split.parts[$0], "at") == nil
    }
    let isElsewhere =
      other.hasMoved(base: split.whole)
      || content("at", split.whole, base) != content("at", whole, tree)
      || content("speed", split.whole, base) != content("speed", whole, tree)
    return goesAlong || !isElsewhere
  }

  /// Keys with times from the clip's beginning, or about all of its length.
  private static let timedKeys: Set<String> = [
    "animate", "automation", "panAutomation", "stretchTo", "freeze", "timeMap", "loop", "until",
    "loudness",
  ]

  /// Whether a value means something else for a part of a clip than for all of it.
  private static func isTimed(_ key: String, _ value: JSONValue) -> Bool {
    // Views in a list move from one to the next as long as the clip lasts.
    if key == "view", case .array = value.kind { return true }
    return timedKeys.contains(key) || value.hasTimes
  }

  /// Whether a clip gets such a value from a style that it names.
  private func hasTimedStyle(_ style: Int?, _ tree: EditTree) -> Bool {
    guard let style, let styles = tree.child(EditTree.root, "styles") else { return false }
    let names: [String] =
      switch tree[style].value.kind {
      case .string(let name): [name]
      case .array(let list):
        list.compactMap { if case .string(let name) = $0.kind { name } else { nil } }
      default: []
      }
    return names.contains { name in
      guard let entry = tree.child(styles, name), case .object(let members) = tree[entry].value.kind
      else { return false }
      return members.contains { Self.isTimed($0.key, $0.value) }
    }
  }

  /// Keys about a clip's beginning and its end.
  private static let headKeys: Set<String> = ["at", "fadeIn", "audioLead"]
  private static let tailKeys: Set<String> = ["fadeOut", "audioTail"]

  private func keys(_ clip: Int, _ tree: EditTree) -> Set<String> {
    Set(tree[clip].children.map { tree[$0].key }).subtracting(["in", "out", "duration"])
  }

  private func content(_ key: String, _ clip: Int, _ tree: EditTree) -> Int? {
    tree.child(clip, key).map { tree[$0].content }
  }

  /// The parts in the order in which they are played.
  private var order: [Int] {
    let isBackwards = base.plainMaterial(split.whole)?.speed.isNegative ?? false
    return isBackwards ? split.parts.indices.reversed() : Array(split.parts.indices)
  }

  /// One part of a clip.
  ///
  /// - Parameters:
  ///   - whole: the clip, in `tree`: the base's or the other side's.
  ///   - like: the same part as the other side has cut it.
  private func piece(
    _ index: Int, of whole: Int, _ tree: EditTree, _ range: ClipMaterial, like: Int? = nil
  ) -> JSONValue? {
    let part = split.parts[index]
    let isFirst = index == order.first
    let isLast = index == order.last
    let isKept = side.partner(ofOther: part) == split.whole
    var members: [JSONMember] = []
    for child in tree[whole].children {
      let key = tree[child].key
      if EditTree.materialKeys.contains(key) { continue }
      if key == "id" {
        if isKept { members.append(member(child, tree)) }
        continue
      }
      // What a part has kept although it is about an end of the whole goes with the whole.
      let isKeptAlike =
        content(key, split.whole, base) != nil
        && (content(key, part, cut) == content(key, split.whole, base)
          || like.map { content(key, $0, other.other) == content(key, split.whole, base) } ?? false)
      if isKeptAlike {
        members.append(member(child, tree))
      } else if key == "fade" {
        if let fade = tree[child].value.fade(isFirst: isFirst, isLast: isLast) {
          members.append(JSONMember(key: key, keyRange: .none, value: fade))
        }
      } else if Self.headKeys.contains(key) ? isFirst : Self.tailKeys.contains(key) ? isLast : true
      {
        members.append(member(child, tree))
      }
    }
    if !isKept, like == nil || cut.text(part, "id") == like.flatMap({ other.other.text($0, "id") }),
      let id = cut.child(part, "id")
    {
      members.append(member(id, cut))
    }
    members += material(range, of: whole, tree, like: part)
    return JSONValue(range: .none, kind: .object(members))
  }

  private func member(_ node: Int, _ tree: EditTree) -> JSONMember {
    JSONMember(key: tree[node].key, keyRange: .none, value: tree[node].value)
  }

  /// The members that say what a part shows: as they are written in the part if it shows that.
  private func material(
    _ range: ClipMaterial, of whole: Int, _ tree: EditTree, like part: Int
  ) -> [JSONMember] {
    func written(_ key: String, _ clip: Int, _ tree: EditTree) -> [JSONMember] {
      tree.child(clip, key).map { [member($0, tree)] } ?? []
    }
    let shown = cut.plainMaterial(part)
    func time(_ key: String, _ seconds: Rational) -> JSONMember {
      JSONMember(
        key: key, keyRange: .none,
        value: JSONValue(range: .none, kind: .string(times.text(seconds))))
    }
    var result: [JSONMember] = []
    if shown?.start == range.start {
      result += written("in", part, cut)
    } else if tree.plainMaterial(whole)?.start == range.start {
      result += written("in", whole, tree)
    } else if range.start != .zero {
      result.append(time("in", range.start))
    }
    result += written("speed", whole, tree)
    guard let end = range.end, let length = range.length else { return result }
    if cut.child(part, "out") != nil {
      result += shown?.end == end ? written("out", part, cut) : [time("out", end)]
    } else if shown?.length == length, cut.child(part, "duration") != nil {
      result += written("duration", part, cut)
    } else {
      result.append(time("duration", length))
    }
    return result
  }
}

extension JSONValue {
  /// Whether it holds times that count from the beginning of the clip that it belongs to.
  fileprivate var hasTimes: Bool {
    switch kind {
    case .object(let members):
      members.contains { ["animate", "keyTimes"].contains($0.key) || $0.value.hasTimes }
        || members.contains { ["at", "begin"].contains($0.key) }
    case .array(let items): items.contains { $0.hasTimes }
    default: false
    }
  }

  /// A fade of a whole, for one part of it; `nil` where nothing of it is about the part.
  fileprivate func fade(isFirst: Bool, isLast: Bool) -> JSONValue? {
    guard case .object(let members) = kind else { return isFirst || isLast ? self : nil }
    let own = members.filter { $0.key == "in" ? isFirst : $0.key == "out" ? isLast : true }
    let isNothing = !own.contains { ["in", "out"].contains($0.key) }
    return isNothing ? nil : JSONValue(range: .none, kind: .object(own))
  }
}
