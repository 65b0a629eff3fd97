internal import BaseValues

/// Breaks texts into lines of about one length, at places that read well.
enum CaptionBreaking {
  /// Where lines begin after the first: the tokens of the best breaks, `nil` where the text does not fit.
  ///
  /// As few lines as it takes; then the one whose lines differ least, where a break after punctuation is worth
  /// having, and one after an article, a preposition, a conjunction or the like (of English) is to be avoided. Who
  /// begins to speak begins a line.
  /// - Parameters:
  ///   - range: tokens of the text.
  ///   - characters: of a line at most.
  ///   - lines: at most.
  /// - Complexity: O(lines · n²) for n tokens, of which a caption that fits has few.
  static func breaks(
    _ tokens: CaptionTokens, _ range: Range<Int>, characters: Int, lines: Int
  ) -> Set<Int>? {
    let total = tokens.width(range)
    if total <= characters, !tokens.hasTurns(range) { return [] }
    let (product, overflow) = characters.multipliedReportingOverflow(by: lines)
    if lines < 2 || !overflow && total > product { return nil }
    // Of a caption with very many words each is looked at once.
    let penalties = range.map { $0 > range.lowerBound ? penalty(tokens.tokens, before: $0) : 0 }
    for count in 2...min(lines, 32) where count <= range.count {
      if let breaks = best(
        tokens, range, characters: characters, lines: count, total: total, penalties)
      {
        return breaks
      }
    }
    return nil
  }

  private static func best(
    _ tokens: CaptionTokens, _ range: Range<Int>, characters: Int, lines: Int, total: Int,
    _ penalties: [Int]
  ) -> Set<Int>? {
    let count = range.count
    let ideal = total / lines
    var widths = [0]
    for index in range {
      widths.append(
        widths[widths.count - 1] + tokens.tokens[index].width
          + (tokens.tokens[index].isApart ? 1 : 0))
    }
    // The least cost of the first `n` tokens in so many lines, and where the last of these begins.
    var costs = [Int](repeating: .max, count: count + 1)
    costs[0] = 0
    var starts: [[Int]] = []
    for line in 1...lines {
      var next = [Int](repeating: .max, count: count + 1)
      var from = [Int](repeating: -1, count: count + 1)
      for end in 1...count {
        var start = end - 1
        while start >= 0 {
          let apart = tokens.tokens[range.lowerBound + start].isApart ? 1 : 0
          let width = widths[end] - widths[start] - apart
          if width > characters { break }
          if costs[start] < .max {
            let difference = width - ideal
            // A last line that is the longer one stands well.
            var cost = costs[start] + difference * difference
            if start > 0 { cost += penalties[start] }
            if line == lines, end < count { cost = .max }
            if cost < next[end] {
              next[end] = cost
              from[end] = start
            }
          }
          if tokens.tokens[range.lowerBound + start].beginsTurn { break }
          start -= 1
        }
      }
      costs = next
      starts.append(from)
    }
    guard costs[count] < .max else { return nil }
    var breaks: Set<Int> = []
    var end = count
    for from in starts.reversed() {
      end = from[end]
      if end > 0 { breaks.insert(range.lowerBound + end) }
      if end < 0 { return nil }
    }
    return breaks
  }

  /// What a break before a token costs, in squares of characters.
  private static func penalty(_ tokens: [CaptionTokens.Token], before index: Int) -> Int {
    guard !tokens[index].beginsTurn, let last = tokens[index - 1].scalars.last?.scalar else {
      return 0
    }
    if ".?!…。！？".unicodeScalars.contains(last) { return 0 }
    if ",;:—–、，".unicodeScalars.contains(last) { return 10 }
    if let first = tokens[index].scalars.first?.scalar, !tokens[index].isApart {
      // Where there are no spaces, words of Japanese mostly begin with another script after hiragana.
      return isHiragana(last) && !isHiragana(first) ? 120 : 300
    }
    let before = word(tokens[index - 1])
    let after = word(tokens[index])
    if clinging.contains(before) { return 300 }
    return beginning.contains(after) ? 60 : 120
  }

  private static func isHiragana(_ scalar: Unicode.Scalar) -> Bool {
    0x3040...0x309F ~= scalar.value
  }

  private static func word(_ token: CaptionTokens.Token) -> String {
    token.text.lowercased().filter { $0.isLetter || $0 == "'" }
  }

  /// Words that do not stand at the end of a line: articles, prepositions, pronouns and auxiliaries before what they
  /// belong to.
  static let clinging: Set<String> = [
    "a", "an", "the", "my", "your", "his", "her", "its", "our", "their", "this", "that", "these",
    "those",
    "of", "to", "in", "on", "at", "by", "for", "from", "with", "without", "into", "over", "under",
    "about",
    "i", "you", "he", "she", "it", "we", "they", "is", "are", "was", "were", "am", "be", "been",
    "will",
    "would", "can", "could", "shall", "should", "may", "might", "must", "have", "has", "had", "do",
    "does",
    "did", "and", "or", "but", "nor", "if", "because", "as", "mr", "mrs", "ms", "dr",
  ]

  /// Words that begin a line well: conjunctions and prepositions.
  private static let beginning: Set<String> = [
    "and", "or", "but", "nor", "so", "because", "if", "when", "while", "where", "which", "who",
    "that",
    "of", "to", "in", "on", "at", "by", "for", "from", "with", "without", "into", "over", "under",
    "about", "as",
    "than", "then", "until", "before", "after", "since", "though", "although", "unless",
  ]
}
