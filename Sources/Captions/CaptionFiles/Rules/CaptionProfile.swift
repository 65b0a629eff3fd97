package import BaseValues

/// Sets of rules for captions, by whose they are.
package enum CaptionProfile: String, NamedChoice, Hashable {
  case none
  case netflixEnglish = "netflix-en"
  case bbc
  case social

  /// What the word means.
  package var summary: String {
    switch self {
    case .none: "only what cannot be meant: overlaps, no length, beyond the movie's end"
    case .netflixEnglish: "Netflix, Timed Text Style Guide, English"
    case .bbc: "BBC Subtitle Guidelines"
    case .social: "short lines for upright videos"
    }
  }

  /// The numbers of the rules; what is `nil` is no rule.
  package var numbers: CaptionNumbers {
    var numbers = CaptionNumbers()
    switch self {
    case .none: break
    case .netflixEnglish:
      numbers.charactersPerSecond = Rational(17)
      numbers.shortest = Rational(5, over: 6)
      numbers.longest = Rational(7)
      numbers.gapFrames = 2
      numbers.closedGap = Rational(1, over: 2)
      numbers.lines = 2
      numbers.characters = 42
      numbers.cutDistance = Rational(1, over: 2)
      numbers.margins = .titleSafe
    case .bbc:
      numbers.wordsPerMinute = 180
      numbers.secondsPerWord = Rational(1, over: 3)
      numbers.closedGap = .one
      numbers.lines = 2
      numbers.characters = 37
      numbers.margins = .titleSafe
    case .social:
      numbers.shortest = Rational(1, over: 2)
      numbers.lines = 2
      numbers.characters = 32
      numbers.words = 6
      numbers.margins = .titleSafe
      numbers.uprightMargins = CaptionMargins(top: 0.1, bottom: 0.2, sides: 0.05)
    }
    return numbers
  }
}

/// The numbers of rules for captions.
package struct CaptionNumbers: Hashable, Sendable {
  /// Characters without line breaks, wide ones counted twice.
  package var charactersPerSecond: Rational?
  /// Words without line breaks.
  package var wordsPerMinute: Int?
  /// Seconds.
  package var shortest: Rational?
  /// Seconds that each word adds to the shortest time.
  package var secondsPerWord: Rational?
  /// Seconds.
  package var longest: Rational?
  /// Frames between two captions at least, whatever the rate.
  package var gapFrames: Int64 = 0
  /// Gaps shorter than this, in seconds, are closed to `gapFrames`.
  package var closedGap: Rational?
  /// Of a caption.
  package var lines: Int?
  /// Of a line, for pictures that are at least as wide as 4:3.
  package var characters: Int?
  /// Of a line.
  package var words: Int?
  /// Seconds from a cut within which captions begin on it, and end `gapFrames` before it.
  package var cutDistance: Rational?
  /// What is to be left free at the edges.
  package var margins: CaptionMargins?
  /// The same of pictures that are higher than wide; `nil` for the same.
  package var uprightMargins: CaptionMargins?

  /// No rules.
  package init() {}

  /// Characters of a line for a picture: fewer for those narrower than 4:3, where a line that is as high takes more
  /// of the width.
  package func characters(for picture: (width: Int, height: Int)?) -> Int? {
    guard let characters else { return nil }
    guard let picture, picture.width > 0, picture.height > 0,
      picture.width <= 1 << 20, picture.height <= 1 << 20, picture.width * 3 < picture.height * 4
    else { return characters }
    return max(8, characters * picture.width * 3 / (picture.height * 4))
  }
}

/// Shares of the picture's height and width at its edges.
package struct CaptionMargins: Hashable, Sendable {
  /// Of the height.
  package var top: Double
  /// Of the height.
  package var bottom: Double
  /// Of the width, left and right.
  package var sides: Double

  /// The safe area for titles of SMPTE ST 2046-1: the inner 90 % of both.
  package static let titleSafe = CaptionMargins(top: 0.05, bottom: 0.05, sides: 0.05)

  /// Margins from 0 to 0.5.
  package init(top: Double, bottom: Double, sides: Double) {
    (self.top, self.bottom, self.sides) = (top, bottom, sides)
  }
}

/// Where a caption is seen in the picture, in pixels.
package struct CaptionSight: Hashable, Sendable {
  /// From the picture's left edge.
  package var left: Double
  /// From its upper edge.
  package var top: Double
  /// From its left edge.
  package var right: Double
  /// From its upper edge.
  package var bottom: Double
  /// Another text on which it stands.
  package var other: String?
  /// Lines that it is drawn in; `nil` where that cannot be told.
  package var lines: Int?

  /// A caption that stands on nothing.
  package init(left: Double, top: Double, right: Double, bottom: Double, other: String? = nil) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    self.other = other
  }
}

/// What rules know of the movie.
package struct CaptionSurroundings: Sendable {
  /// Without it, 25 frames a second are taken where frames are counted.
  package var rate: FrameRate?
  /// Times of cuts in seconds.
  package var cuts: [Rational] = []
  /// When the movie ends, in seconds.
  package var end: Rational?
  /// Of the picture, in pixels.
  package var picture: (width: Int, height: Int)?
  /// Where captions are seen, by their numbers from 0; those that are not drawn are left out.
  package var sights: [Int: CaptionSight] = [:]

  /// Nothing is known.
  package init() {}

  /// So many frames in seconds.
  func seconds(frames: Int64) -> Rational {
    let frame = rate?.frameDuration ?? Rational(1, over: 25)
    return (try? frame * Rational(frames)) ?? .zero
  }
}
