import BaseValues
import Diagnostics
import TimelineModel

struct TitleDocument: Sendable {
  var name: Located<String>?
  var at: Located<TimeExpression>?
  var duration: Located<TimeExpression>?
  var until: Located<TimeExpression>?
  var fade: Located<TitleFadeDocument>?
  var roll: Located<TitleRoll>?
  /// One layer where the title's own keys describe it.
  var layers: [LayerDocument]
  /// Placement and animations of the title as a whole.
  var placement: PlacementDocument
  var keys: [Located<String>] = []
  var isComplete: Bool
  var range: SourceRange
}

struct LayerDocument: Sendable {
  enum Content: Sendable {
    case text(TextDocument)
    case image(Located<String>, given: Located<[GivenValue]>?, width: Length?, height: Length?)
    case shape(ShapeDocument)
  }

  var content: Content
  var placement: PlacementDocument
  var look: LookDocument
  var enter: Located<TextMotionDocument>?
  var leave: Located<TextMotionDocument>?
  var wave: Located<TextWaveDocument>?
  /// Where the font is named; the layer where it is not.
  var fontRange: SourceRange
  var keys: [Located<String>] = []
  var range: SourceRange
}

/// A text as it is written: the style's lengths stand beside it.
struct TextDocument: Sendable {
  /// Without lengths.
  var style: TextStyle
  var size: Length
  var width: Length?
  var shadows: [ShadowDocument] = []
  var box: BoxDocument?
  var runs: [TextRunDocument] = []
  var counters: [TextCounterDocument] = []
  var height: Length?
  /// What else of the style is a length.
  var lengths: [StyleLength<TextStyle>] = []
  /// Whether its size is a share of the canvas's width where that is less than its height.
  var followsCanvas = false
}

/// A part of a text with a form of its own.
struct TextRunDocument: Sendable {
  /// Without lengths.
  var run = TextRun()
  var size: Length?
  var box: BoxDocument?
  /// What else of the run is a length.
  var lengths: [StyleLength<TextRun>] = []
}

/// A length that stands in a style, whose pixels are known where the canvas and the size of the letters are.
struct StyleLength<Style>: Sendable {
  var length: Length
  /// Puts the pixels where they belong.
  var apply: @Sendable (inout Style, Rational) -> Void
}

extension Array {
  /// Adds a length where there is one.
  mutating func append<Style>(
    _ length: Length?, _ apply: @escaping @Sendable (inout Style, Rational) -> Void
  ) where Element == StyleLength<Style> {
    if let length { append(StyleLength(length: length, apply: apply)) }
  }
}

struct TitleFadeDocument: Sendable {
  /// A time, or a share of the title's duration.
  enum Length: Sendable {
    case time(TimeExpression)
    case share(Rational)
  }

  var fadeIn: Located<Length>?
  var fadeOut: Located<Length>?
}
