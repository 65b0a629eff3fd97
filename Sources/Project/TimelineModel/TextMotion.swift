package import BaseValues

/// How the parts of a text come one after another, or go.
///
/// A part comes from the state that is described here to its place in the line, or goes from there to it; the
/// line itself is laid out once, and no other part moves.
package struct TextMotion: Hashable, Sendable {
  /// What moves as one.
  package var unit: TextUnit
  /// Which part is first.
  package var order: TextOrder
  /// Seconds that one part takes, above 0.
  package var duration: Rational
  /// Seconds between the beginnings of two parts that follow each other, from 0 on.
  package var stagger: Rational
  /// How a part gets to its place; the way from there is the same backwards.
  package var easing: Easing
  /// Where it is when it is away.
  package var away: TextMove
  /// Seconds for which each of the letters stays that are drawn in place of a part's own until it is there; `nil`
  /// where none are.
  package var scramble: Rational?
  /// Seconds of the edit that it is written in for each second of these times; springs move in seconds of that.
  package var tempo = Rational.one

  /// A motion; times in seconds of the title.
  package init(
    unit: TextUnit, order: TextOrder, duration: Rational, stagger: Rational, easing: Easing,
    away: TextMove, scramble: Rational? = nil
  ) {
    self.unit = unit
    self.order = order
    self.duration = duration
    self.stagger = stagger
    self.easing = easing
    self.away = away
    self.scramble = scramble
  }

  /// How long all parts of a text take, in seconds; 0 for a text that has none.
  ///
  /// - Parameter parts: how many the text has.
  /// - Throws: when the sum is not representable.
  package func length(ofParts parts: Int) throws(TimeOverflow) -> Rational {
    parts == 0 ? .zero : try duration + stagger * Rational(Int64(parts - 1))
  }
}

/// Where a part of a text is beside its place, and how much of it is seen.
package struct TextMove: Hashable, Sendable {
  /// Pixels to the right.
  package var x: Rational
  /// Pixels down.
  package var y: Rational
  /// How much larger it is, about the middle of its width on the baseline.
  package var scale: Rational
  /// 0…1.
  package var opacity: Rational
  /// How much farther it is from the middle of its line, as a share of how far it is.
  package var spread: Rational

  /// At its place and wholly seen unless said otherwise.
  package init(
    x: Rational = .zero, y: Rational = .zero, scale: Rational = .one, opacity: Rational = .one,
    spread: Rational = .zero
  ) {
    self.x = x
    self.y = y
    self.scale = scale
    self.opacity = opacity
    self.spread = spread
  }

  /// How much farther parts can be.
  package static let spreads = Rational(-1)...Rational(16)
}

/// How the parts of a text go up and down while it stays, each as in a sine and one after another.
package struct TextWave: Hashable, Sendable {
  /// What moves as one.
  package var unit: TextUnit
  /// Pixels from a part's place to its highest one.
  package var height: Rational
  /// Seconds of one way up and down, above 0.
  package var period: Rational
  /// Seconds by which each part is later than the one before.
  package var stagger: Rational

  /// A wave that is at the text's own place at a title's start; times in seconds of the title.
  package init(unit: TextUnit, height: Rational, period: Rational, stagger: Rational) {
    self.unit = unit
    self.height = height
    self.period = period
    self.stagger = stagger
  }
}

/// What of a text moves as one.
package enum TextUnit: String, Hashable, NamedChoice {
  case letter, word, line, text

  /// What the word means.
  package var summary: String {
    switch self {
    case .letter: "each letter with its marks (a grapheme cluster)"
    case .word: "what stands between spaces"
    case .line: "each line as the text itself breaks them"
    case .text: "the whole text"
    }
  }

  /// The parts of a text, as places of its Unicode scalars; spaces belong to none.
  package func parts(of text: String) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var place = 0
    var isOpen = false
    for character in text {
      let end = place + character.unicodeScalars.count
      let ends =
        switch self {
        case .letter, .word: character.isWhitespace
        case .line: character.isNewline
        case .text: false
        }
      if ends {
        isOpen = false
      } else if isOpen, self != .letter {
        parts[parts.count - 1] = parts[parts.count - 1].lowerBound..<end
      } else {
        parts.append(place..<end)
        isOpen = true
      }
      place = end
    }
    return parts
  }
}

/// Which part of a text comes or goes first.
package enum TextOrder: String, Hashable, NamedChoice {
  case forward, backward, center, edges, random

  /// What the word means.
  package var summary: String {
    switch self {
    case .forward: "from the first to the last"
    case .backward: "from the last to the first"
    case .center: "from the middle to both ends"
    case .edges: "from both ends to the middle"
    case .random: "in an order that looks like none, and is always the same"
    }
  }

  /// The turn of each of `count` parts, from 0. The two that are as far from the middle as each other follow each
  /// other.
  package func turns(_ count: Int) -> [Int] {
    let places: [Int]
    switch self {
    case .forward: return Array(0..<count)
    case .backward: return (0..<count).reversed()
    case .center: places = Self.fromEdges(count).reversed()
    case .edges: places = Self.fromEdges(count)
    case .random: places = Self.shuffled(count)
    }
    var turns = [Int](repeating: 0, count: count)
    for (turn, place) in places.enumerated() { turns[place] = turn }
    return turns
  }

  private static func fromEdges(_ count: Int) -> [Int] {
    (0..<count).map { $0.isMultiple(of: 2) ? $0 / 2 : count - 1 - $0 / 2 }
  }

  /// Fisher and Yates' shuffle, with the generator that is known as SplitMix64.
  private static func shuffled(_ count: Int) -> [Int] {
    var places = Array(0..<count)
    var state: UInt64 = 0
    for last in stride(from: count - 1, to: 0, by: -1) {
      state &+= 0x9E37_79B9_7F4A_7C15
      var bits = state
      bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
      bits ^= bits >> 31
      places.swapAt(last, Int(bits % UInt64(last + 1)))
    }
    return places
  }
}
