public import BaseValues

/// Sets of rules for captions, by whose they are.
public enum CaptionProfile: String, NamedChoice, Hashable {
  case none
  case netflixEnglish = "netflix-en"
  case bbc
  case social

  /// What the word means.
  public var summary: String {
    switch self {
    case .none: "only what cannot be meant: overlaps, no length, beyond the movie's end"
    case .netflixEnglish: "Netflix, Timed Text Style Guide, English"
    case .bbc: "BBC Subtitle Guidelines"
    case .social: "short lines for upright videos"
    }
  }

  /// The numbers of the rules; what is `nil` is no rule.
  public var numbers: CaptionNumbers {
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
public struct CaptionNumbers: Hashable, Sendable {
  /// Characters without line breaks, wide ones counted twice.
  public var charactersPerSecond: Rational?
  /// Words without line breaks.
  public var wordsPerMinute: Int?
  /// Seconds.
  public var shortest: Rational?
  /// Seconds that each word adds to the shortest time.
  public var secondsPerWord: Rational?
  /// Seconds.
  public var longest: Rational?
  /// Frames between two captions at least, whatever the rate.
  public var gapFrames: Int64 = 0
  /// Gaps shorter than this, in seconds, are closed to `gapFrames`.
  public var closedGap: Rational?
  /// Of a caption.
  public var lines: Int?
  /// Of a line, for pictures that are at least as wide as 4:3.
  public var characters: Int?
  /// Of a line.
  public var words: Int?
  /// Seconds from a cut within which captions begin on it, and end `gapFrames` before it.
  public var cutDistance: Rational?
  /// What is to be left free at the edges.
  public var margins: CaptionMargins?
  /// The same of pictures that are higher than wide; `nil` for the same.
  public var uprightMargins: CaptionMargins?

  /// No rules.
  public init() {}

  /// Characters of a line for a picture: fewer for those narrower than 4:3, where a line that is as high takes more
  /// of the width.
  public func characters(for picture: (width: Int, height: Int)?) -> Int? {
    guard let characters else { return nil }
    guard let picture, picture.width > 0, picture.height > 0,
      picture.width <= 1 << 20, picture.height <= 1 << 20, picture.width * 3 < picture.height * 4
    else { return characters }
    return max(8, characters * picture.width * 3 / (picture.height * 4))
  }
}

/// Shares of the picture's height and width at its edges.
public struct CaptionMargins: Hashable, Sendable {
  /// Of the height.
  public var top: Double
  /// Of the height.
  public var bottom: Double
  /// Of the width, left and right.
  public var sides: Double

  /// The safe area for titles of SMPTE ST 2046-1: the inner 90 % of both.
  public static let titleSafe = CaptionMargins(top: 0.05, bottom: 0.05, sides: 0.05)

  /// Margins from 0 to 0.5.
  public init(top: Double, bottom: Double, sides: Double) {
    (self.top, self.bottom, self.sides) = (top, bottom, sides)
  }
}

/// Where a caption is seen in the picture, in pixels.
public struct CaptionSight: Hashable, Sendable {
  /// From the picture's left edge.
  public var left: Double
  /// From its upper edge.
  public var top: Double
  /// From its left edge.
  public var right: Double
  /// From its upper edge.
  public var bottom: Double
  /// Another text on which it stands.
  public var other: String?

  /// A caption that stands on nothing.
  public init(left: Double, top: Double, right: Double, bottom: Double, other: String? = nil) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    self.other = other
  }
}

/// What rules know of the movie.
public struct CaptionSurroundings: Sendable {
  /// Without it, 25 frames a second are taken where frames are counted.
  public var rate: FrameRate?
  /// Times of cuts in seconds.
  public var cuts: [Rational] = []
  /// When the movie ends, in seconds.
  public var end: Rational?
  /// Of the picture, in pixels.
  public var picture: (width: Int, height: Int)?
  /// Where captions are seen, by their numbers from 0; those that are not drawn are left out.
  public var sights: [Int: CaptionSight] = [:]

  /// Nothing is known.
  public init() {}

  /// So many frames in seconds.
  func seconds(frames: Int64) -> Rational {
    let frame = rate?.frameDuration ?? Rational(1, over: 25)
    return (try? frame * Rational(frames)) ?? .zero
  }
}
