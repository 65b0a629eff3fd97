import Diagnostics
import BaseValues
import TimelineModel

/// How a clip's source time runs where that is not one speed.
enum RetimingDocument: Sendable {
  /// Speeds at points of the clip's time.
  case ramp([Located<SpeedPointDocument>])
  /// Source times at points of the clip's time.
  case timeMap([Located<TimePointDocument>])
}

struct SpeedPointDocument: Sendable {
  var at: Located<TimeExpression>
  var speed: Rational
  var isHeld: Bool
}

struct TimePointDocument: Sendable {
  var at: Located<TimeExpression>
  var source: Located<TimeExpression>
}

/// How often a clip shows its part of the source.
enum LoopDocument: Hashable, Sendable {
  case times(Int)
  /// As long as the clip is.
  case forever
  /// As long as the clip is, there and back.
  case pingPong
}

extension RetimingDocument {
  /// The key it is written under.
  var key: String {
    switch self {
    case .ramp: "speed"
    case .timeMap: "timeMap"
    }
  }

  /// When each point is, in the order of the file.
  var times: [Located<TimeExpression>] {
    switch self {
    case .ramp(let points): points.map(\.value.at)
    case .timeMap(let points): points.map(\.value.at)
    }
  }

  /// All times that are written in it.
  var allTimes: [Located<TimeExpression>] {
    switch self {
    case .ramp: times
    case .timeMap(let points): points.flatMap { [$0.value.at, $0.value.source] }
    }
  }

  /// The speeds, and of a map the source time at the clip's start; `nil` where a time is not known or
  /// the points do not rise.
  ///
  /// - Parameter seconds: the value of a time.
  func curve(
    _ seconds: (Located<TimeExpression>) -> Rational?
  ) throws(TimeOverflow) -> (curve: SpeedCurve, sourceStart: Rational?)? {
    switch self {
    case .ramp(let points):
      let curve = SpeedCurve(
        points.compactMap { point in
          seconds(point.value.at).map {
            SpeedCurve.Point(at: $0, speed: point.value.speed, isHeld: point.value.isHeld)
          }
        })
      return curve.points.count == points.count && curve.isOrdered ? (curve, nil) : nil
    case .timeMap(let points):
      var known: [(at: Rational, source: Rational)] = []
      for point in points {
        guard let at = seconds(point.value.at), let source = seconds(point.value.source),
          known.last.map({ $0.at < at }) ?? true
        else { return nil }
        known.append((at, source))
      }
      var speeds: [SpeedCurve.Point] = []
      for (point, next) in zip(known, known.dropFirst()) {
        let speed = try (next.source - point.source) / (next.at - point.at)
        speeds.append(SpeedCurve.Point(at: point.at, speed: speed, isHeld: true))
      }
      guard let first = known.first, let speed = speeds.first?.speed else { return nil }
      return (SpeedCurve(speeds), try first.source - first.at * speed)
    }
  }
}
