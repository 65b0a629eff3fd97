import Diagnostics
import BaseValues
import TimelineModel

/// What stands under `expect`.
struct ExpectDocument: Sendable {
  var duration: Located<TimeExpression>?
  var frames: Located<Int>?
  var cuts: Located<[Located<TimeExpression>]>?
  var texts: [ExpectedTextDocument] = []
  var golden: GoldenDocument?
  var frameTolerance: FrameTolerance?
  var audioTolerance: AudioTolerance?
  var regions: [ExpectedRegion] = []
  var range: SourceRange
}

struct ExpectedTextDocument: Sendable {
  var at: Located<TimeExpression>
  var text: String
}

struct GoldenDocument: Sendable {
  enum Frames: Sendable {
    case `default`
    case all
    case at([Located<TimeExpression>])
  }

  var frames = Frames.default
  var pictures: [Located<TimeExpression>]?
  var sound = true
}
