public import BaseValues
public import Diagnostics
public import TimelineModel

/// A text that a file of captions shows over a range of time (a cue).
public struct Caption: Hashable, Sendable {
  /// What the file calls it: SubRip's number, WebVTT's identifier.
  public var name: String?
  /// Seconds from the file's beginning.
  public var start: Rational
  /// Seconds from the file's beginning, after `start`.
  public var end: Rational
  /// In reading order; lines are parted by line feeds within their texts. Never empty.
  public var runs: [CaptionRun]
  /// Who speaks, where the file says it.
  public var speaker: String?
  /// Where the file has it stand.
  public var place = CaptionPlace()
  /// Seconds in which it appears.
  public var fadeIn = Rational.zero
  /// Seconds in which it goes.
  public var fadeOut = Rational.zero
  /// Where it stands in its file.
  public var range = SourceRange.none
  /// Where its times stand in its file.
  public var timeRange = SourceRange.none

  /// A caption where the usual is.
  public init(name: String? = nil, start: Rational, end: Rational, runs: [CaptionRun]) {
    self.name = name
    self.start = start
    self.end = end
    self.runs = runs
  }

  /// What it says, without any form.
  public var text: String { runs.map(\.text).joined() }
}

/// A part of a caption's text with one form and, where the file says it, with a time of its own.
public struct CaptionRun: Hashable, Sendable {
  /// Not empty.
  public var text: String
  /// What the file says of its form.
  public var style = CaptionStyle()
  /// When it is said, in seconds from the file's beginning and within its caption; `nil` where the file does not say.
  public var said: TimeRange?
  /// Whether its beginning is as the file has it, and not shared out among words that have one time together.
  public var startIsExact = true
  /// The same for its end.
  public var endIsExact = true

  /// A part in the usual form.
  public init(_ text: String, style: CaptionStyle = CaptionStyle(), said: TimeRange? = nil) {
    self.text = text
    self.style = style
    self.said = said
  }
}

/// What a file says of the form of a text; `nil` and `false` where it says nothing.
public struct CaptionStyle: Hashable, Sendable {
  /// Whether letters are bold.
  public var isBold = false
  /// Whether letters lean.
  public var isItalic = false
  /// Whether a line is below the letters.
  public var isUnderlined = false
  /// Whether a line goes through the letters.
  public var isStruck = false
  /// Of the letters.
  public var color: Color?
  /// Behind the text.
  public var background: Color?
  /// A family's name.
  public var font: String?
  /// Times the usual size.
  public var scale: Rational?

  /// The usual form.
  public init() {}
}

/// Where a caption stands in the picture, in shares of its size from the left and the top.
public struct CaptionPlace: Hashable, Sendable {
  /// Which of its points is put at `x`, `y`, and how its lines are aligned.
  public enum Side: Hashable, Sendable {
    case start, middle, end

    /// How far along it lies: 0, one half, 1.
    public var share: Rational {
      switch self {
      case .start: .zero
      case .middle: Rational(1, over: 2)
      case .end: .one
      }
    }
  }

  /// How lines stand to each other: at the left, in the middle, at the right; `nil` for the usual.
  public var alignment: Side?
  /// Which part of the text's width is put at `x`.
  public var anchorX: Side?
  /// Which part of the text's height is put at `y`.
  public var anchorY: Side?
  /// 0 at the picture's left, 1 at its right; `nil` for the usual.
  public var x: Rational?
  /// 0 at the picture's top, 1 at its bottom; `nil` for the usual.
  public var y: Rational?
  /// Lines break at this share of the picture's width; `nil` for the usual.
  public var width: Rational?
  /// The usual width counts no more than this share of the picture's; `nil` for all of it.
  public var mostWidth: Rational?

  /// The usual place.
  public init() {}

  /// Whether nothing is said.
  public var isUsual: Bool { self == CaptionPlace() }
}

/// What a file of captions holds.
public struct CaptionFile: Sendable {
  /// In the order of their starts; those that start together in the order of the file.
  public var captions: [Caption]
  /// A language's code (BCP 47), where the file says it.
  public var language: String?
  /// What kind of file it was read from; `nil` for captions from elsewhere.
  public var format: CaptionFormat?
  /// How its characters were written; `nil` for captions from elsewhere.
  public var encoding: CaptionEncoding?

  /// Captions in any order.
  public init(captions: [Caption], language: String? = nil) {
    self.captions = captions.enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }.map(\.element)
    self.language = language
  }
}
