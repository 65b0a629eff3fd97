internal import BaseValues

/// A caption's text as words, between which lines may break, with the form and time of each of its characters.
struct CaptionTokens {
  struct Token {
    /// Characters with the number of their run.
    var scalars: [(scalar: Unicode.Scalar, run: Int)] = []
    /// Whether white space stands before it; scripts without spaces break without any.
    var isApart = true
    /// Whether somebody begins to speak with it, which is to stay at the beginning of a line.
    var beginsTurn = false
    /// Grapheme clusters, wide ones twice.
    var width = 0

    var text: String {
      var view = String.UnicodeScalarView()
      for (scalar, _) in scalars { view.append(scalar) }
      return String(view)
    }
  }

  let caption: Caption
  private(set) var tokens: [Token] = []
  /// How many characters are before each token, and in all of them.
  private var counts = [0]
  /// How many characters are before each run, and in all of them.
  private var starts: [Int] = []
  /// When each token begins to be said, and when the last one has been.
  private var times: [Rational] = []

  /// - Complexity: O(length of the text).
  init(_ caption: Caption) {
    self.caption = caption
    var isApart = true
    var isOpen = false
    var before: Unicode.Scalar = " "
    let turns = caption.linesOfTurns
    let isDialogue = caption.beginsWithDash
    var line = 0
    var isAtStart = true
    var letters = 0
    for (number, run) in caption.runs.enumerated() {
      starts.append(letters)
      for scalar in run.text.unicodeScalars {
        if scalar.properties.isWhitespace, scalar != "\u{A0}", scalar != "\u{202F}" {
          isOpen = false
          isApart = true
          if Character(scalar).isNewline, !(scalar == "\n" && before == "\r") {
            line += 1
            isAtStart = true
          }
        } else {
          letters += 1
          if !isOpen, !isAtStart, clings(scalar) {
            // A dash or a label stands with what is said, a mark with what it ends.
            tokens[tokens.count - 1].scalars.append((" ", number))
            isOpen = true
          }
          if !isOpen || Self.breaks(between: before, and: scalar) {
            // Two may speak on one line: "- Shall we go? - Yes."
            let answers =
              isDialogue && !isAtStart && !isOpen && Caption.isDash(scalar)
              && tokens.last?.scalars.last.map { Caption.endsSentence($0.scalar) } ?? false
            let voice = tokens.last?.scalars.last.map { caption.runs[$0.run].style.speaker }
            let isOther = voice.map { $0 != run.style.speaker } ?? false
            tokens.append(
              Token(
                isApart: !isOpen && isApart,
                beginsTurn: isAtStart && turns.contains(line) || answers || isOther))
            isOpen = true
            isAtStart = false
          }
          tokens[tokens.count - 1].scalars.append((scalar, number))
          isApart = false
        }
        before = scalar
      }
    }
    starts.append(letters)
    for index in tokens.indices {
      tokens[index].width = CaptionWidth.of(tokens[index].text)
      counts.append(
        counts[index] + tokens[index].scalars.count { $0.scalar != " " })
    }
    times = (0...tokens.count).map(writtenTime)
    shareTimes()
  }

  /// Words that are written at one time share what is left until the next one begins, by their letters.
  private mutating func shareTimes() {
    var first = 0
    while first < tokens.count {
      var next = first + 1
      while next < tokens.count, times[next] == times[first] { next += 1 }
      defer { first = next }
      let letters = Int64(counts[next] - counts[first])
      guard next > first + 1, times[next] > times[first], letters > 0,
        let length = try? times[next] - times[first]
      else { continue }
      for index in first + 1..<next {
        guard let share = Rational(Int64(counts[index] - counts[first]), letters),
          let time = try? times[first] + length * share
        else { continue }
        times[index] = time
      }
    }
  }

  /// Whether a character that follows a space stands with the token before it.
  private func clings(_ scalar: Unicode.Scalar) -> Bool {
    guard let last = tokens.last, let end = last.scalars.last else { return false }
    if "!?:;\u{BB}".unicodeScalars.contains(scalar) { return true }
    return last.beginsTurn
      && (last.scalars.count == 1 && Caption.isDash(end.scalar) || end.scalar == ":")
  }

  /// In scripts without spaces, lines break between any two characters, but not before marks that close and not after
  /// those that open.
  static func breaks(between a: Unicode.Scalar, and b: Unicode.Scalar) -> Bool {
    if opening.contains(b) { return a.value >= 0x3000 && !opening.contains(a) }
    if closing.contains(a) { return b.value >= 0x3000 && !closing.contains(b) }
    guard a.isUnspaced, b.isUnspaced else { return false }
    // Thai, Lao, Khmer and Burmese have words that only a dictionary tells; they are broken at spaces alone.
    guard a.value >= 0x3000, b.value >= 0x3000 else { return false }
    return !"ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮー".unicodeScalars.contains(b)
  }

  /// Marks of East Asian scripts that stand with what is behind them (JIS X 4051).
  private static let opening = Set("「『（〔［｛〈《【〘〖".unicodeScalars)
  /// Those that stand with what is before them.
  private static let closing = Set("、。，．・：；？！」』）〕］｝〉》】〙〗".unicodeScalars)

  /// Characters of a line of these tokens.
  func width(_ range: Range<Int>) -> Int {
    range.reduce(0) {
      $0 + tokens[$1].width + ($1 > range.lowerBound && tokens[$1].isApart ? 1 : 0)
    }
  }

  /// Whether lines break within these tokens because another one begins to speak.
  func hasTurns(_ range: Range<Int>) -> Bool {
    range.dropFirst().contains { tokens[$0].beginsTurn }
  }

  /// The runs of some tokens with a line break before each of those named.
  func runs(_ range: Range<Int>, breaksBefore: Set<Int> = []) -> [CaptionRun] {
    var runs: [CaptionRun] = []
    var last = -1
    for index in range {
      var space = ""
      if index > range.lowerBound {
        space = breaksBefore.contains(index) ? "\n" : tokens[index].isApart ? " " : ""
      }
      for (scalar, run) in tokens[index].scalars {
        if run != last {
          var part = caption.runs[run]
          part.text = ""
          runs.append(part)
          last = run
        }
        runs[runs.count - 1].text += space
        runs[runs.count - 1].text.unicodeScalars.append(scalar)
        space = ""
      }
    }
    return runs
  }

  /// When a token begins to be said; that of the number after the last one is the caption's end.
  func time(of index: Int) -> Rational { times[min(max(index, 0), tokens.count)] }

  /// By its run's time, else by the letters before it.
  private func writtenTime(of index: Int) -> Rational {
    if index <= 0 { return caption.start }
    if index >= tokens.count { return caption.end }
    if let run = tokens[index].scalars.first?.run, let said = caption.runs[run].said,
      tokens[index - 1].scalars.last?.run != run
    {
      return said.start
    }
    // Within a run with a time of its own, by the letters before it there.
    if let run = tokens[index].scalars.first?.run, let said = caption.runs[run].said {
      let count = starts[run + 1] - starts[run]
      guard let share = Rational(Int64(counts[index] - starts[run]), Int64(max(count, 1))),
        let time = try? said.start + ((said.end - said.start) * share)
      else { return said.start }
      return time
    }
    guard let share = Rational(Int64(counts[index]), Int64(max(counts[tokens.count], 1))),
      let time = try? caption.start + ((caption.end - caption.start) * share)
    else { return caption.end }
    return time
  }

  /// A caption of some of the tokens, shown while they are said.
  func part(_ range: Range<Int>, breaksBefore: Set<Int> = []) -> Caption {
    var part = caption
    part.start = time(of: range.lowerBound)
    part.end = time(of: range.upperBound)
    if range.lowerBound > 0 { part.fadeIn = .zero }
    if range.upperBound < tokens.count { part.fadeOut = .zero }
    part.runs = runs(range, breaksBefore: breaksBefore)
    part.keepWordsWithin()
    return part
  }
}

extension Caption {
  /// Cuts times of words to those of the caption.
  mutating func keepWordsWithin() {
    for index in runs.indices {
      guard let said = runs[index].said else { continue }
      let first = min(max(said.start, start), end)
      runs[index].said = TimeRange(start: first, end: min(max(said.end, first), end))
    }
  }
}

/// Characters as people count them for lines.
enum CaptionWidth {
  /// Grapheme clusters, where those of East Asian width and emoji count two (UAX #11).
  static func of(_ text: some StringProtocol) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { sum, character in
      guard let scalar = character.unicodeScalars.first else { return sum }
      // Of soft hyphens, joiners and marks of direction nothing is seen.
      if scalar.properties.isDefaultIgnorableCodePoint { return sum }
      return sum + (isWide(scalar) ? 2 : 1)
    }
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      true
    default: scalar.properties.isEmojiPresentation
    }
  }
}
