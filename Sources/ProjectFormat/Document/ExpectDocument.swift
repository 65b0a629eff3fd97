import Diagnostics
import MediaTime
import TimelineModel

/// What stands under `expect`.
struct ExpectDocument: Sendable {
  var duration: Located<TimeExpression>?
  var frames: Located<Int>?
  var cuts: Located<[Located<TimeExpression>]>?
  var texts: [ExpectedTextDocument] = []
  var golden: GoldenDocument?
  var pictureTolerance: PictureTolerance?
  var soundTolerance: SoundTolerance?
  var regions: [ExpectedRegion] = []
  var range: SourceRange
}

struct ExpectedTextDocument: Sendable {
  var at: Located<TimeExpression>
  var text: String
}

struct GoldenDocument: Sendable {
  enum Frames: Sendable {
    case standard
    case all
    case at([Located<TimeExpression>])
  }

  var frames = Frames.standard
  var pictures: [Located<TimeExpression>]?
  var sound = true
}
