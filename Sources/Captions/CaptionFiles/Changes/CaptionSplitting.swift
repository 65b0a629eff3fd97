package import BaseValues

extension Caption {
  /// The same in lines of at most so many characters, as few and as even ones as there can be.
  ///
  /// - Returns: `nil` where it does not fit.
  package func rebroken(characters: Int, lines: Int) -> Caption? {
    let tokens = CaptionTokens(self)
    let all = tokens.tokens.indices
    guard !all.isEmpty,
      let breaks = CaptionBreaking.breaks(tokens, all, characters: characters, lines: lines)
    else { return nil }
    var caption = self
    caption.runs = tokens.runs(all, breaksBefore: breaks)
    return caption
  }

  /// Captions one after the other, each of which fits into lines of at most so many characters and, where that can
  /// be, takes at most so long.
  ///
  /// Parts end where another one begins to speak, at ends of sentences or after punctuation where such stand near
  /// their middles, else between words, and never after an article or the like if there is another place. A word that is longer than a line stands alone.
  ///
  /// - Parameter shortest: how long each part is shown where there is room, in seconds; words with times of their own
  ///   are shown when they are said.
  package func split(
    characters: Int, lines: Int, longest: Rational? = nil, words: Int? = nil,
    shortest: Rational? = nil
  ) -> [Caption] {
    let tokens = CaptionTokens(self)
    func breaks(_ range: Range<Int>) -> Set<Int>? {
      CaptionBreaking.breaks(tokens, range, characters: characters, lines: lines)
    }
    var ranges: [Range<Int>] = []
    var open = [tokens.tokens.indices]
    while let range = open.popLast() {
      if range.isEmpty { continue }
      let length =
        (try? tokens.time(of: range.upperBound) - tokens.time(of: range.lowerBound)) ?? .zero
      let isLong = longest.map { length > $0 } ?? false
      let isWordy = words.map { range.count > $0 } ?? false
      if range.count == 1 || !isLong && !isWordy && breaks(range) != nil {
        ranges.append(range)
        continue
      }
      let middle = Self.middle(of: range, tokens)
      open.append(middle..<range.upperBound)
      open.append(range.lowerBound..<middle)
    }
    var parts = tokens.shown(ranges).map { tokens.part($0, breaksBefore: breaks($0) ?? []) }
    for index in parts.indices where index > 0 { parts[index].name = partName(index) }
    if let shortest, runs.allSatisfy({ $0.said == nil }) { Self.widen(&parts, to: shortest) }
    return parts
  }

  /// Moves the times between parts so that each is as long as wanted, where all together have enough time.
  private static func widen(_ parts: inout [Caption], to least: Rational) {
    guard parts.count > 1, let first = parts.first, let last = parts.last,
      let whole = try? last.end - first.start,
      let wanted = try? least * Rational(Int64(parts.count)),
      whole >= wanted
    else { return }
    for index in parts.indices.dropLast() {
      guard let end = try? parts[index].start + least else { return }
      parts[index].end = max(parts[index].end, end)
      parts[index + 1].start = parts[index].end
    }
    for index in parts.indices.dropFirst().reversed() {
      guard let start = try? parts[index].end - least else { return }
      parts[index].start = min(parts[index].start, start)
      parts[index - 1].end = parts[index].start
    }
  }

  /// What a part but the first is called; the numbers of SubRip are counted anew anyway.
  private func partName(_ index: Int) -> String? {
    name.flatMap { Int($0) == nil ? "\($0)-\(index + 1)" : nil }
  }

  /// The token that the second half begins with.
  private static func middle(of range: Range<Int>, _ tokens: CaptionTokens) -> Int {
    let total = tokens.width(range)
    var done = 0
    var best = (index: range.lowerBound + 1, cost: Int.max)
    for index in range.dropFirst() {
      done += tokens.tokens[index - 1].width + (tokens.tokens[index].isApart ? 1 : 0)
      let distance = (done - total / 2).magnitude
      var cost = Int(distance) * 4
      let last = tokens.tokens[index - 1].scalars.last?.scalar ?? " "
      if tokens.tokens[index].beginsTurn {
        cost -= 2 * total
      } else if ".?!…。！？".unicodeScalars.contains(last) {
        cost -= total
      } else if ",;:—–、，".unicodeScalars.contains(last) {
        cost -= total / 2
      } else if CaptionBreaking.clinging.contains(tokens.tokens[index - 1].text.lowercased()) {
        cost += total / 2
      }
      if cost < best.cost { best = (index, cost) }
    }
    return best.index
  }

  /// Captions of at most so many words each, one after the other, shown while their words are said.
  package func split(words: Int) -> [Caption] {
    let tokens = CaptionTokens(self)
    let count = max(words, 1)
    if tokens.tokens.count <= count {
      var whole = self
      whole.runs = tokens.runs(tokens.tokens.indices)
      return tokens.tokens.isEmpty ? [] : [whole]
    }
    // Parts of about one size: seven words in parts of three are 3, 2, 2.
    let parts = (tokens.tokens.count + count - 1) / count
    let ranges = (0..<parts).map { part in
      let (size, rest) = tokens.tokens.count.quotientAndRemainder(dividingBy: parts)
      let start = part * size + min(part, rest)
      return start..<start + size + (part < rest ? 1 : 0)
    }
    return tokens.shown(ranges).enumerated().map { part, range in
      var caption = tokens.part(range)
      if part > 0 { caption.name = partName(part) }
      return caption
    }
  }
}

extension CaptionTokens {
  /// Ranges of tokens that follow each other, where those that no time is left for belong to those before them, or
  /// after them.
  fileprivate func shown(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var waiting: Int?
    for range in ranges {
      guard time(of: range.lowerBound) < time(of: range.upperBound) else {
        if let last = result.last {
          result[result.count - 1] = last.lowerBound..<range.upperBound
        } else {
          waiting = waiting ?? range.lowerBound
        }
        continue
      }
      result.append((waiting ?? range.lowerBound)..<range.upperBound)
      waiting = nil
    }
    return result
  }
}
