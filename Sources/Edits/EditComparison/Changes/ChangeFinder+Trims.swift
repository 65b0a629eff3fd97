import BaseValues

extension ChangeFinder {
  /// When a trim, a roll or a slide is seen or heard.
  typealias TrimTimes = (base: [TimeRange], other: [TimeRange])

  /// Tells that a clip or a title shows more or less at its ends.
  mutating func tellTrim(
    _ a: Int, _ b: Int, head: Rational, tail: Rational, _ indices: [Int]
  ) {
    let times = times(ofTrim: a, b, head: head, tail: tail)
    tell(
      .trimmed(head: head, tail: tail), a, b, indices, baseTimes: times?.base,
      otherTimes: times?.other)
  }

  /// When a trim is seen or heard: where only one version shows the item, with the fades and the
  /// transitions there. Of an item whose material stands otherwise afterwards, and of one that is
  /// animated as long as it lasts, that is all of it.
  ///
  /// ```
  /// base    |────── a ──────|          other    |──── a ────|
  ///                     ^^^^^ base               the same    ^ nothing
  /// ```
  ///
  /// - Parameters:
  ///   - head: how much more the second version shows at its start, in seconds of movie.
  ///   - tail: the same at its end.
  /// - Returns: `nil` for all of the item.
  func times(ofTrim a: Int, _ b: Int, head: Rational, tail: Rational) -> TrimTimes? {
    if base.isAnimatedWhole(a) || other.isAnimatedWhole(b) { return nil }
    if head != .zero, shift(of: a, b) != (try? Rational.zero - head) { return nil }
    guard let lessHead = try? Rational.zero - head, let lessTail = try? Rational.zero - tail else {
      return nil
    }
    return (
      baseLayout.ends(
        of: a, head: head == .zero ? nil : max(.zero, lessHead),
        tail: tail == .zero ? nil : max(.zero, lessTail)),
      otherLayout.ends(
        of: b, head: head == .zero ? nil : max(.zero, head),
        tail: tail == .zero ? nil : max(.zero, tail))
    )
  }
}

extension EditLayout {
  /// When parts of an item are shown or heard: at its start and at its end, as long as is said and
  /// then as long as it fades, with the transition there and with the time for which other tracks
  /// step back.
  ///
  /// - Parameters:
  ///   - head: seconds from the start; `nil` leaves the start out.
  ///   - tail: seconds before the end; `nil` leaves the end out.
  func ends(of item: Int, head: Rational?, tail: Rational?) -> [TimeRange] {
    guard let whole = range(of: item) else { return [] }
    let fades = tree.fades(of: item)
    let items = tree[tree[item].parent].children
    let place = tree[item].place
    var result: [TimeRange] = []
    if let head, let length = sum(head, fades.in), let end = sum(whole.start, length) {
      result += TimeRange(start: whole.start, end: min(end, whole.end)).map { [$0] } ?? []
      if place > 0, tree[items[place - 1]].role == .transition {
        result += range(of: items[place - 1]).map { [$0] } ?? []
      }
    }
    if let tail, let length = sum(tail, fades.out), let start = difference(whole.end, length) {
      result += TimeRange(start: max(start, whole.start), end: whole.end).map { [$0] } ?? []
      if place + 1 < items.count, tree[items[place + 1]].role == .transition {
        result += range(of: items[place + 1]).map { [$0] } ?? []
      }
    }
    return reached(result, by: item)
  }
}

extension EditTree {
  /// Whether an item or a layer of it is animated over times that may follow from its length.
  fileprivate func isAnimatedWhole(_ item: Int) -> Bool {
    child(item, "animate") != nil
      || (child(item, "layers").map { list in
        nodes[list].children.contains { child($0, "animate") != nil }
      } ?? false)
  }

  /// How long an item fades in and out.
  fileprivate func fades(of item: Int) -> (in: Rational, out: Rational) {
    func fade(_ owner: Int, _ key: String) -> Rational {
      if let time = time(owner, key) { return time }
      return child(owner, key).flatMap { time($0, "duration") } ?? .zero
    }
    let picture = child(item, "fade").map { (in: fade($0, "in"), out: fade($0, "out")) }
    return (
      max(picture?.in ?? .zero, fade(item, "fadeIn")),
      max(picture?.out ?? .zero, fade(item, "fadeOut"))
    )
  }
}
