import BaseValues

extension ChangeFinder {
  /// An element that stands at another time than before.
  private struct Shifted {
    var base: Int
    var other: Int
    var start: Rational
    var shift: Rational
    /// What is different about its own times, where it has any.
    var indices: [Int]
  }

  /// Neighbours that all stand later or earlier by the same time.
  private struct Run {
    var items: [Shifted]
    var shift: Rational
    var reachesEnd: Bool
    var track: Int?
  }

  /// Says once what holds for a whole run of items: that they are all earlier, or later.
  mutating func findRipples() {
    var runs: [Run] = []
    var tracksWithItems: [(track: Int, last: Rational)] = []
    for track in other.nodes.indices where other[track].role == .track {
      guard let partner = matching.partner(ofOther: track) else { continue }
      let items = items(of: track, partner)
      if other.group(of: track) == nil, let last = items.compactMap(\.self).map(\.start).max() {
        tracksWithItems.append((track, last))
      }
      runs += self.runs(of: items, track: track)
    }
    for list in other.nodes.indices
    where other[list].form == .list && matching.partner(ofOther: list) != nil {
      let elements = other[list].children
      guard let role = elements.first.map({ other[$0].role }),
        [.marker, .gainChange, .expectedText].contains(role)
      else { continue }
      runs += self.runs(of: elements.map { timed($0) }, track: nil)
    }
    tell(runs, tracksWithItems)
  }

  // MARK: - Runs

  /// The clips and titles of a track that have kept their order; `nil` for one whose place is unknown.
  private func items(of track: Int, _ partner: Int) -> [Shifted?] {
    var result: [Shifted?] = []
    for item in other.elements(of: track) where [.clip, .title].contains(other[item].role) {
      guard let same = matching.partner(ofOther: item), !matching.hasMoved(base: same),
        base.ancestor(same, [.track]) == partner, !placed.contains(same)
      else { continue }
      guard let shift = shift(of: same, item), let start = baseLayout.start(of: same) else {
        result.append(nil)
        continue
      }
      var indices = open(same, "at")
      if other[item].role == .title {
        let end = baseLayout.range(of: same)?.end
        let newEnd = otherLayout.range(of: item)?.end
        // A title that only begins later has not gone anywhere.
        if shift != .zero, end == newEnd { continue }
        if other.child(item, "until") != nil, let end, let newEnd, shift == (try? newEnd - end) {
          indices += open(same, "duration")
        }
      }
      result.append(
        Shifted(base: same, other: item, start: start, shift: shift, indices: indices))
    }
    return result
  }

  /// A marker, a change of gain or an expected text, by its own time.
  private func timed(_ element: Int) -> Shifted? {
    guard let same = matching.partner(ofOther: element), let old = base.time(same, "at"),
      let new = other.time(element, "at"), let shift = try? new - old
    else { return nil }
    return Shifted(
      base: same, other: element, start: old, shift: shift, indices: open(same, "at"))
  }

  private func runs(of items: [Shifted?], track: Int?) -> [Run] {
    var runs: [Run] = []
    var start = 0
    while start < items.count {
      guard let first = items[start], first.shift != .zero else {
        start += 1
        continue
      }
      var end = start
      while end < items.count, let item = items[end], item.shift == first.shift { end += 1 }
      let run = items[start..<end].compactMap(\.self)
      // A lone item with a time of its own was moved by itself.
      let follows = track != nil && run.contains { $0.indices.isEmpty }
      if run.count > 1 || follows {
        runs.append(
          Run(items: run, shift: first.shift, reachesEnd: end == items.count, track: track))
      }
      start = end
    }
    return runs
  }

  // MARK: - Telling

  /// One change for a run; and one for all tracks where all go along to their ends.
  private mutating func tell(_ runs: [Run], _ tracks: [(track: Int, last: Rational)]) {
    var rest = runs
    for shift in Set(runs.map(\.shift)).sorted() {
      let along = rest.filter { $0.shift == shift && $0.reachesEnd && isOfMovie($0) }
      guard along.count > 1, let start = along.compactMap({ $0.items.first?.start }).min() else {
        continue
      }
      let concerned = tracks.filter { $0.last >= start }.map(\.track)
      guard Set(concerned) == Set(along.compactMap(\.track)) else { continue }
      let items = along.flatMap(\.items).sorted { $0.start < $1.start }
      tell(items, .rippled(shift, count: items.count, reach: .movie))
      rest.removeAll { $0.shift == shift && $0.reachesEnd && isOfMovie($0) }
    }
    for run in rest {
      tell(
        run.items,
        .rippled(run.shift, count: run.items.count, reach: run.reachesEnd ? .track : .stretch))
    }
  }

  /// Whether a run stands on a track of the movie, and not of a group.
  private func isOfMovie(_ run: Run) -> Bool {
    run.track.map { other.group(of: $0) == nil } ?? false
  }

  private mutating func tell(_ items: [Shifted], _ kind: EditChange.Kind) {
    guard let first = items.first else { return }
    func hull(_ ranges: [TimeRange]) -> [TimeRange] {
      guard let first = ranges.first else { return [] }
      let start = ranges.map(\.start).min() ?? first.start
      let end = ranges.map(\.end).max() ?? first.end
      return TimeRange(start: start, end: end).map { [$0] } ?? []
    }
    tell(
      kind, first.base, first.other, items.flatMap(\.indices),
      baseTimes: hull(items.compactMap { baseLayout.range(of: $0.base) }),
      otherTimes: hull(items.compactMap { otherLayout.range(of: $0.other) }))
  }

  // MARK: - Own times

  /// Titles that begin or end otherwise, and clips that stand elsewhere.
  mutating func findOwnTimes() {
    for a in base.nodes.indices where [.clip, .title].contains(base[a].role) {
      guard let b = matching.partner(ofBase: a), !matching.hasMoved(base: a) else { continue }
      if base[a].role == .title {
        findTitleTimes(a, b)
      } else if let shift = shift(of: a, b), shift != .zero {
        let indices = open(a, "at")
        if !indices.isEmpty { tell(.shifted(shift), a, b, indices) }
      }
    }
  }

  private mutating func findTitleTimes(_ a: Int, _ b: Int) {
    let indices = open(a, "at", "duration")
    guard !indices.isEmpty, let old = baseLayout.range(of: a), let new = otherLayout.range(of: b),
      let start = try? new.start - old.start, let end = try? new.end - old.end,
      start != .zero || end != .zero
    else { return }
    // Of what has gone along with a ripple the length is left.
    let at = open(a, "at")
    if start == end || at.isEmpty {
      if let more = try? new.duration - old.duration, more != .zero {
        tellTrim(a, b, head: .zero, tail: more, indices)
      } else {
        tell(.shifted(start), a, b, indices)
      }
    } else if let head = try? Rational.zero - start {
      tellTrim(a, b, head: head, tail: end, indices)
    }
  }
}
