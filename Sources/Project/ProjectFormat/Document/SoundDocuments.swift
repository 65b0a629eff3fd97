import BaseValues
import Diagnostics
import TimelineModel

struct AudioDocument: Sendable {
  var gain: Located<Rational>?
  var pan: Located<Rational>?
  var fadeIn: Located<FadeDocument>?
  var fadeOut: Located<FadeDocument>?
  var lead: Located<TimeExpression>?
  var tail: Located<TimeExpression>?
  var automation: [GainChangeDocument] = []
  var panAutomation: [GainChangeDocument] = []
  var pitch = Pitch.keep
  var filter: FilterDocument?
  var duck: DuckDocument?
  var loudness: Located<Rational>?
  var channelMap: ChannelMap?
  var width: Rational?
}

struct FadeDocument: Sendable {
  var duration: Located<TimeExpression>
  var curve: FadeCurve
}

struct GainChangeDocument: Sendable {
  var at: Located<TimeExpression>
  var duration: Located<TimeExpression>?
  var from: Located<Rational>?
  var gain: Located<Rational>
  var range: SourceRange
}

struct DuckDocument: Sendable {
  var under: [Located<String>]
  var during: Duck.Moment
  var to: Located<Rational>
  var attack: Located<TimeExpression>?
  var hold: Located<TimeExpression>?
  var release: Located<TimeExpression>?
  var curve: DuckCurve
  /// Where the names of tracks and clips are.
  var range: SourceRange
}
