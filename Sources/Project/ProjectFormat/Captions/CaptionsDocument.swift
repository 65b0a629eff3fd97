import BaseValues
import CaptionFiles
import Diagnostics
import TimelineModel

/// Captions of a file, or one that is written in the project, as they are written.
struct CaptionsDocument: Sendable {
  /// The file's name under `media`; `nil` where the text is written here.
  var media: Located<String>?
  var at: Located<TimeExpression>?
  var sourceIn: Located<TimeExpression>?
  var sourceOut: Located<TimeExpression>?
  var duration: Located<TimeExpression>?
  var until: Located<TimeExpression>?
  var speed = Rational.one
  var shift: Located<TimeExpression>?
  /// A clip's id or the name of a media item.
  var follow: Located<String>?
  /// A title that looks like each of them; it has the text that is written here.
  var look: TitleDocument?
  /// Whether it says itself how it looks, and not the track alone.
  var hasOwnStyle = false
  var isComplete = false
  var range: SourceRange

  init(range: SourceRange) { self.range = range }
}
