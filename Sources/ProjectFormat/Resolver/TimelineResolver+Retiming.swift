import Diagnostics
import MediaTime
import TimelineModel

extension TimelineResolver {
  /// How a clip's source time runs where that is not one speed, and where it begins; `nil` after a
  /// report.
  mutating func run(
    of written: ClipDocument, from sourceIn: Rational
  ) throws(TimeOverflow) -> (curve: SpeedCurve?, start: Rational)? {
    guard let retiming = written.retiming else { return (nil, sourceIn) }
    var known: [SourceRange: Rational] = [:]
    var last: Rational?
    for time in retiming.times {
      guard let at = seconds(time) else { return nil }
      if let last, at <= last {
        report(ProjectMessages.rampOrder(at: text(at), range: time.range))
        return nil
      }
      last = at
    }
    for time in retiming.allTimes {
      guard let seconds = seconds(time) else { return nil }
      known[time.range] = seconds
    }
    guard let made = try retiming.curve({ known[$0.range] }) else { return nil }
    return (made.curve, made.sourceStart ?? sourceIn)
  }

  /// The part of the source that a clip plays again and again; `nil` after a report, or where its media
  /// is unknown.
  mutating func loop(
    of written: ClipDocument, _ media: MediaID, from sourceIn: Rational, kind: Track.Kind
  ) throws(TimeOverflow) -> (part: SourceLoop?, Void)? {
    guard let loop = written.loop else { return (nil, ()) }
    let sourceOut =
      written.sourceOut == nil
      ? try mediaEnd(of: written, media, from: sourceIn, kind: kind)
      : try outPoint(of: written, after: sourceIn)
    guard let sourceOut else { return nil }
    let part = SourceLoop(
      start: sourceIn, length: try sourceOut - sourceIn, isPingPong: loop.value == .pingPong)
    return (part, ())
  }
}
