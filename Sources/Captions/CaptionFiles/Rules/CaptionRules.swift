internal import BaseValues
internal import Diagnostics

/// Finds captions that break the rules of a profile.
package enum CaptionRules {
  /// - Parameters:
  ///   - captions: in order of their starts.
  ///   - surroundings: what is known of the movie.
  /// - Returns: in the order of the captions.
  /// - Complexity: O(n log m) for n captions and m cuts.
  package static func faults(
    of captions: [Caption], _ profile: CaptionProfile,
    in surroundings: CaptionSurroundings = CaptionSurroundings()
  ) -> [CaptionFault] {
    faults(of: captions, profile.numbers, in: surroundings)
  }

  /// The same with numbers of one's own.
  package static func faults(
    of captions: [Caption], _ numbers: CaptionNumbers,
    in surroundings: CaptionSurroundings = CaptionSurroundings()
  ) -> [CaptionFault] {
    var check = CaptionCheck(captions, numbers, surroundings)
    for index in captions.indices { check.run(index) }
    return check.faults
  }
}

/// The rules, one after the other.
private struct CaptionCheck {
  private let captions: [Caption]
  private let numbers: CaptionNumbers
  private let surroundings: CaptionSurroundings
  /// Files have whole milliseconds: what lacks less than one is not told.
  private static let grain = Rational(1, over: 1000)
  private let gap: Rational
  private let characters: Int?
  private let cuts: [Rational]
  /// The latest end of the captions before, and whose it is.
  private var shown: (end: Rational, index: Int)?
  var faults: [CaptionFault] = []

  init(_ captions: [Caption], _ numbers: CaptionNumbers, _ surroundings: CaptionSurroundings) {
    self.captions = captions
    self.numbers = numbers
    self.surroundings = surroundings
    gap = surroundings.seconds(frames: numbers.gapFrames)
    characters = numbers.characters(for: surroundings.picture)
    cuts = surroundings.cuts.sorted()
  }

  private mutating func report(
    _ rule: CaptionRule, _ index: Int, _ finding: Diagnostic, _ mend: CaptionFault.Mend? = nil,
    wanted: Rational? = nil
  ) {
    var finding = finding
    if let mend {
      var isEnough = true
      if case .extend(let end) = mend, let wanted { isEnough = end >= wanted }
      finding.fixes.append(
        Fix(
          message: isEnough
            ? "let --fix do it" : "let --fix make it longer, as far as there is room"))
    }
    faults.append(CaptionFault(rule: rule, index: index, mend: mend, finding: finding))
  }

  mutating func run(_ index: Int) {
    let caption = captions[index]
    let range = caption.timeRange
    if caption.text.allSatisfy(\.isWhitespace) {
      report(.empty, index, CaptionRuleMessages.captionEmpty(range), .remove)
      return
    }
    guard let length = try? caption.end - caption.start, length > .zero else {
      report(.noLength, index, CaptionRuleMessages.captionNoLength(range))
      return
    }
    checkOverlap(caption, index)
    if let end = surroundings.end, exceeds(caption.end, end) {
      report(
        .pastEnd, index,
        CaptionRuleMessages.captionPastEnd(range, by: (try? caption.end - end) ?? .zero),
        caption.start < end ? .shorten(to: end) : .remove)
    }
    checkLines(caption, index)
    checkLength(caption, length, index)
    checkGap(caption, index)
    checkCuts(caption, index)
    checkSight(caption, index)
    if shown.map({ caption.end > $0.end }) ?? true { shown = (caption.end, index) }
  }

  private mutating func checkOverlap(_ caption: Caption, _ index: Int) {
    guard let shown, caption.start < shown.end else { return }
    // What stands at other places does not cover each other.
    guard caption.place == captions[shown.index].place else { return }
    report(
      .overlap, index,
      CaptionRuleMessages.captionOverlap(
        caption.timeRange, by: (try? min(shown.end, caption.end) - caption.start) ?? .zero,
        other: captions[shown.index].timeRange))
  }

  // MARK: - Lines

  private mutating func checkLines(_ caption: Caption, _ index: Int) {
    let lines = caption.text.split(whereSeparator: \.isNewline)
    let limit = numbers.lines ?? .max
    let width = characters ?? .max
    let drawn = surroundings.sights[index]?.lines ?? 0
    if lines.count > limit {
      report(
        .lines, index,
        CaptionRuleMessages.captionLines(lines.count, limit: limit, caption.range.start),
        mendingLines(of: caption))
    } else if drawn > max(limit, lines.count) {
      report(
        .lines, index,
        CaptionRuleMessages.captionLines(
          drawn, limit: limit, isDrawn: true, caption.range.start))
    }
    if let widest = lines.map({ CaptionWidth.of($0) }).max(), widest > width {
      report(
        .characters, index,
        CaptionRuleMessages.captionLineLength(widest, limit: width, caption.range.start),
        mendingLines(of: caption))
    }
    if let limit = numbers.words,
      let most = lines.map({ $0.split(whereSeparator: \.isWhitespace).count }).max(), most > limit
    {
      report(
        .words, index, CaptionRuleMessages.captionLineWords(most, limit: limit, caption.range.start)
      )
    }
  }

  /// Other lines, or several captions; `nil` where no lengths are asked for.
  private func mendingLines(of caption: Caption) -> CaptionFault.Mend? {
    guard let width = characters, let limit = numbers.lines else { return nil }
    if caption.rebroken(characters: width, lines: limit) != nil {
      return .rebreak(characters: width, lines: limit)
    }
    // Parts too short to be read are no way out.
    let parts = caption.split(
      characters: width, lines: limit, longest: numbers.longest, shortest: leastPart)
    if parts.count < 2 || parts.contains(where: isTooShort) { return nil }
    return .split(
      characters: width, lines: limit, longest: numbers.longest, shortest: leastPart)
  }

  /// What a part has to be shown for with the frames behind it.
  private var leastPart: Rational? { numbers.shortest.map { (try? $0 + gap) ?? $0 } }

  // MARK: - Time

  /// Whether a part of a caption is shown for less than the shortest time of all, or, where words count, than they
  /// need, up to a second.
  private func isTooShort(_ part: Caption) -> Bool {
    guard let length = try? part.end - part.start else { return false }
    let words = part.text.split(whereSeparator: \.isWhitespace).count
    let spoken = numbers.secondsPerWord.flatMap { try? $0 * Rational(Int64(words)) } ?? .zero
    return exceeds(max(numbers.shortest ?? .zero, min(spoken, .one)), length)
  }

  /// Whether a time is more than another one by as much as a file can say.
  private func exceeds(_ time: Rational, _ limit: Rational) -> Bool {
    (try? time - limit).map { $0 >= Self.grain } ?? false
  }

  private mutating func checkLength(_ caption: Caption, _ length: Rational, _ index: Int) {
    let words = caption.text.split(whereSeparator: \.isWhitespace).count
    let count = CaptionWidth.of(caption.text.filter { !$0.isNewline })
    var wanted = numbers.shortest ?? .zero
    if let each = numbers.secondsPerWord {
      wanted = max(wanted, (try? each * Rational(Int64(words))) ?? .zero)
    }
    if exceeds(wanted, length) {
      report(
        .tooShort, index,
        CaptionRuleMessages.captionTooShort(length, least: wanted, caption.timeRange),
        lengthening(caption, by: wanted, index), wanted: try? caption.start + wanted)
    }
    if let most = numbers.longest, exceeds(length, most) {
      report(
        .tooLong, index, CaptionRuleMessages.captionTooLong(length, most: most, caption.timeRange),
        words > 1
          ? .split(
            characters: characters ?? 1000, lines: numbers.lines ?? 100, longest: most,
            shortest: leastPart) : nil
      )
    }
    if let most = numbers.charactersPerSecond, let speed = try? Rational(Int64(count)) / length,
      let least = try? Rational(Int64(count)) / most, exceeds(least, length)
    {
      report(
        .readingSpeed, index,
        CaptionRuleMessages.captionReadingSpeed(
          speed, limit: most, "characters a second", caption.timeRange),
        (try? Rational(Int64(count)) / most).flatMap { lengthening(caption, by: $0, index) },
        wanted: try? caption.start + Rational(Int64(count)) / most)
    }
    if let most = numbers.wordsPerMinute, let speed = try? Rational(Int64(words) * 60) / length,
      let least = Rational(Int64(words) * 60, Int64(most)), exceeds(least, length)
    {
      report(
        .readingSpeed, index,
        CaptionRuleMessages.captionReadingSpeed(
          speed, limit: Rational(Int64(most)), "words a minute", caption.timeRange),
        Rational(Int64(words) * 60, Int64(most)).flatMap { lengthening(caption, by: $0, index) },
        wanted: Rational(Int64(words) * 60, Int64(most)).flatMap { try? caption.start + $0 })
    }
  }

  /// A later end, where there is room before the next caption and the movie's end.
  private func lengthening(_ caption: Caption, by length: Rational, _ index: Int) -> CaptionFault
    .Mend?
  {
    guard var end = try? caption.start + length else { return nil }
    if index + 1 < captions.count {
      // One that is shown at the same time leaves no room.
      let next = captions[index + 1].start
      if next < caption.end { return nil }
      end = min(end, (try? next - gap) ?? end)
    }
    if let last = surroundings.end { end = min(end, last) }
    if let longest = numbers.longest, let most = try? caption.start + longest {
      end = min(end, most)
    }
    return end > caption.end ? .extend(to: end) : nil
  }

  private mutating func checkGap(_ caption: Caption, _ index: Int) {
    guard index + 1 < captions.count else { return }
    let next = captions[index + 1].start
    guard let pause = try? next - caption.end, pause >= .zero,
      let end = try? next - gap
    else { return }
    if exceeds(gap, pause) {
      report(
        .shortGap, index,
        CaptionRuleMessages.captionGapShort(pause, frames: numbers.gapFrames, caption.timeRange),
        end > caption.start ? .shorten(to: end) : nil)
    } else if let closed = numbers.closedGap, exceeds(pause, gap), pause < closed {
      report(
        .openGap, index,
        CaptionRuleMessages.captionGapOpen(
          pause, closed: closed, frames: numbers.gapFrames, caption.timeRange),
        .extend(to: end))
    }
  }

  // MARK: - Place

  private mutating func checkSight(_ caption: Caption, _ index: Int) {
    guard let sight = surroundings.sights[index], let picture = surroundings.picture else { return }
    let (width, height) = (Double(picture.width), Double(picture.height))
    // An outline that reaches a hundredth of the height farther is no fault.
    let isUpright = picture.height > picture.width
    if let margins = isUpright ? numbers.uprightMargins ?? numbers.margins : numbers.margins {
      let beyond = [
        ("left", margins.sides * width - sight.left),
        ("right", sight.right - (1 - margins.sides) * width),
        ("upper", margins.top * height - sight.top),
        ("lower", sight.bottom - (1 - margins.bottom) * height),
      ].filter { $0.1 > height / 100 && $0.1 < 1e6 }
      if let worst = beyond.max(by: { $0.1 < $1.1 }) {
        report(
          .safeArea, index,
          CaptionRuleMessages.captionSafeArea(
            Int(worst.1.rounded(.up)), side: worst.0, caption.range.start))
      }
    }
    if let other = sight.other {
      report(.onText, index, CaptionRuleMessages.captionOnText(other, caption.range.start))
    }
  }

  // MARK: - Cuts

  private mutating func checkCuts(_ caption: Caption, _ index: Int) {
    guard let distance = numbers.cutDistance, !cuts.isEmpty else { return }
    let half = surroundings.rate.flatMap { try? $0.frameDuration / Rational(2) } ?? .zero
    if let cut = nearest(to: caption.start), let off = try? (cut - caption.start).magnitude(),
      off > half, off < distance
    {
      report(
        .cut, index, CaptionRuleMessages.captionCut(off, begins: true, frames: 0, caption.timeRange)
      )
    }
    if let cut = nearest(to: caption.end), let wanted = try? cut - gap,
      let off = try? (wanted - caption.end).magnitude(), off > half,
      let away = try? (cut - caption.end).magnitude(), away < distance
    {
      report(
        .cut, index,
        CaptionRuleMessages.captionCut(
          away, begins: false, frames: numbers.gapFrames, caption.timeRange))
    }
  }

  private func nearest(to time: Rational) -> Rational? {
    var (low, high) = (0, cuts.count)
    while low < high {
      let middle = low + (high - low) / 2
      if cuts[middle] < time { low = middle + 1 } else { high = middle }
    }
    let after = low < cuts.count ? cuts[low] : nil
    guard low > 0 else { return after }
    let before = cuts[low - 1]
    guard let after else { return before }
    guard let left = try? time - before, let right = try? after - time else { return before }
    return right < left ? after : before
  }
}

extension SourceRange {
  /// The place where it begins.
  fileprivate var start: SourceRange { isNone ? self : SourceRange(at: lower) }
}
