package import BaseValues
package import Diagnostics
package import TimelineModel

/// A text that a file of captions shows over a range of time (a cue).
package struct Caption: Hashable, Sendable {
  /// What the file calls it: SubRip's number, WebVTT's identifier.
  package var name: String?
  /// Seconds from the file's beginning.
  package var start: Rational
  /// Seconds from the file's beginning, after `start`.
  package var end: Rational
  /// In reading order; lines are parted by line feeds within their texts. Never empty.
  package var runs: [CaptionRun]
  /// Who speaks, where the file says it.
  package var speaker: String?
  /// Where the file has it stand.
  package var place = CaptionPlace()
  /// Seconds in which it appears.
  package var fadeIn = Rational.zero
  /// Seconds in which it goes.
  package var fadeOut = Rational.zero
  /// Where it stands in its file.
  package var range = SourceRange.none
  /// Where its times stand in its file.
  package var timeRange = SourceRange.none

  /// A caption where the usual is.
  package init(name: String? = nil, start: Rational, end: Rational, runs: [CaptionRun]) {
    self.name = name
    self.start = start
    self.end = end
    self.runs = runs
  }

  /// What it says, without any form.
  package var text: String { runs.map(\.text).joined() }
}

/// A part of a caption's text with one form and, where the file says it, with a time of its own.
package struct CaptionRun: Hashable, Sendable {
  /// Not empty.
  package var text: String
  /// What the file says of its form.
  package var style = CaptionStyle()
  /// When it is said, in seconds from the file's beginning and within its caption; `nil` where the file does not say.
  package var said: TimeRange?
  /// Whether its beginning is as the file has it, and not shared out among words that have one time together.
  package var startIsExact = true
  /// The same for its end.
  package var endIsExact = true

  /// A part in the usual form.
  package init(_ text: String, style: CaptionStyle = CaptionStyle(), said: TimeRange? = nil) {
    self.text = text
    self.style = style
    self.said = said
  }
}

/// What a file says of the form of a text; `nil` and `false` where it says nothing.
package struct CaptionStyle: Hashable, Sendable {
  /// Whether letters are bold.
  package var isBold = false
  /// Whether letters lean.
  package var isItalic = false
  /// Whether a line is below the letters.
  package var isUnderlined = false
  /// Whether a line goes through the letters.
  package var isStruck = false
  /// Of the letters.
  package var color: Color?
  /// Behind the text.
  package var background: Color?
  /// A family's name.
  package var font: String?
  /// Times the usual size.
  package var scale: Rational?
  /// Who says it, where several speak within one caption.
  package var speaker: String?

  /// The usual form.
  package init() {}
}

/// Where a caption stands in the picture, in shares of its size from the left and the top.
package struct CaptionPlace: Hashable, Sendable {
  /// Which of its points is put at `x`, `y`, and how its lines are aligned.
  package enum Side: Hashable, Sendable {
    case start, middle, end

    /// How far along it lies: 0, one half, 1.
    package var share: Rational {
      switch self {
      case .start: .zero
      case .middle: Rational(1, over: 2)
      case .end: .one
      }
    }
  }

  /// How lines stand to each other: at the left, in the middle, at the right; `nil` for the usual.
  package var alignment: Side?
  /// Which part of the text's width is put at `x`.
  package var anchorX: Side?
  /// Which part of the text's height is put at `y`.
  package var anchorY: Side?
  /// 0 at the picture's left, 1 at its right; `nil` for the usual.
  package var x: Rational?
  /// 0 at the picture's top, 1 at its bottom; `nil` for the usual.
  package var y: Rational?
  /// Lines break at this share of the picture's width; `nil` for the usual.
  package var width: Rational?
  /// The usual width counts no more than this share of the picture's; `nil` for all of it.
  package var mostWidth: Rational?

  /// The usual place.
  package init() {}

  /// Whether nothing is said.
  package var isUsual: Bool { self == CaptionPlace() }
}

/// What a file of captions holds.
package struct CaptionFile: Sendable {
  /// In the order of their starts; those that start together in the order of the file.
  package var captions: [Caption]
  /// A language's code (BCP 47), where the file says it.
  package var language: String?
  /// What kind of file it was read from; `nil` for captions from elsewhere.
  package var format: CaptionFormat?
  /// How its characters were written; `nil` for captions from elsewhere.
  package var encoding: CaptionEncoding?

  /// Captions in any order.
  package init(captions: [Caption], language: String? = nil) {
    self.captions = captions.enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }.map(\.element)
    self.language = language
  }
}
