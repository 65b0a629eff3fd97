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
  package func split(
    characters: Int, lines: Int, longest: Rational? = nil, words: Int? = nil
  ) -> [Caption] {
    let tokens = CaptionTokens(self)
    var parts: [Caption] = []
    var open = [tokens.tokens.indices]
    while let range = open.popLast() {
      if range.isEmpty { continue }
      let breaks = CaptionBreaking.breaks(tokens, range, characters: characters, lines: lines)
      let length =
        (try? tokens.time(of: range.upperBound) - tokens.time(of: range.lowerBound)) ?? .zero
      let isLong = longest.map { length > $0 } ?? false
      let isWordy = words.map { range.count > $0 } ?? false
      if range.count == 1 || breaks != nil && !isLong && !isWordy {
        parts.append(tokens.part(range, breaksBefore: breaks ?? []))
        continue
      }
      let middle = Self.middle(of: range, tokens)
      open.append(middle..<range.upperBound)
      open.append(range.lowerBound..<middle)
    }
    for index in parts.indices where index > 0 { parts[index].name = partName(index) }
    return parts
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
    return (0..<parts).map { part in
      let (size, rest) = tokens.tokens.count.quotientAndRemainder(dividingBy: parts)
      let start = part * size + min(part, rest)
      var caption = tokens.part(start..<start + size + (part < rest ? 1 : 0))
      if part > 0 { caption.name = partName(part) }
      return caption
    }.filter { $0.start < $0.end && !$0.text.allSatisfy(\.isWhitespace) }
  }
}
