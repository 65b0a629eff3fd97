package import BaseValues
package import Diagnostics

/// What can be wrong with captions, by name.
package enum CaptionRule: String, NamedChoice, Hashable {
  case overlap
  case noLength = "no-length"
  case pastEnd = "past-end"
  case empty
  case readingSpeed = "reading-speed"
  case tooShort = "too-short"
  case tooLong = "too-long"
  case shortGap = "short-gap"
  case openGap = "open-gap"
  case lines
  case characters
  case words
  case cut
  case safeArea = "safe-area"
  case onText = "on-text"

  /// What the word means.
  package var summary: String {
    switch self {
    case .overlap: "two captions at one time"
    case .noLength: "no time between start and end"
    case .pastEnd: "shown after the movie's end"
    case .empty: "nothing to read"
    case .readingSpeed: "more text than can be read"
    case .tooShort: "shown too shortly"
    case .tooLong: "shown too long"
    case .shortGap: "less than the frames that two captions need between them"
    case .openGap: "a gap that is to be closed"
    case .lines: "too many lines"
    case .characters: "too long a line"
    case .words: "too many words in a line"
    case .cut: "begins or ends beside a cut"
    case .safeArea: "stands near the picture's edge, where players or screens may hide it"
    case .onText: "stands on another text"
    }
  }
}

/// A caption that breaks a rule.
package struct CaptionFault: Hashable, Sendable {
  /// What helps for sure.
  package enum Mend: Hashable, Sendable {
    /// A later end, in seconds.
    case extend(to: Rational)
    /// An earlier end, in seconds.
    case shorten(to: Rational)
    /// Other line breaks.
    case rebreak(characters: Int, lines: Int)
    /// Several captions.
    case split(characters: Int, lines: Int, longest: Rational?, shortest: Rational?)
    case remove
  }

  /// Which rule.
  package let rule: CaptionRule
  /// Which caption, from 0.
  package let index: Int
  /// What helps, where that is certain.
  package let mend: Mend?
  /// The finding for people.
  package let finding: Diagnostic
}
