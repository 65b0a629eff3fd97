import Diagnostics
import BaseValues
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
    of written: ClipDocument, _ media: MediaID, from sourceIn: Rational, over duration: Rational,
    kind: Track.Kind
  ) throws(TimeOverflow) -> (part: SourceLoop?, Void)? {
    guard let loop = written.loop else { return (nil, ()) }
    let sourceOut =
      written.sourceOut == nil
      ? try mediaEnd(of: written, media, from: sourceIn, kind: kind)
      : try outPoint(of: written, after: sourceIn)
    guard let sourceOut else { return nil }
    var part = SourceLoop(
      start: sourceIn, length: try sourceOut - sourceIn, isPingPong: loop.value == .pingPong)
    // Long enough sound is only trimmed.
    if written.fitsMovie != nil, try duration * written.tempo <= part.length { return (nil, ()) }
    guard let crossFade = try crossFade(of: written, over: part, kind: kind) else { return nil }
    if crossFade > .zero {
      part.crossFade = crossFade
      part.length = try part.length - crossFade
    }
    return (part, ())
  }

  /// How long the times of a loop cross over, 0 for not at all; `nil` after a report.
  private mutating func crossFade(
    of written: ClipDocument, over part: SourceLoop, kind: Track.Kind
  ) throws(TimeOverflow) -> Rational? {
    let half = try part.length / Rational(2)
    guard let crossFade = written.loopCrossFade else {
      return written.fitsMovie == nil || written.loop?.range != written.fitsMovie
        || written.speed < .zero || document.link(written.media, written.given) != nil
        ? .zero : min(.one, try half / Rational(2))
    }
    let range = crossFade.range
    guard let fade = seconds(crossFade) else { return nil }
    let reason: String? =
      if kind.isSeen {
        "it has pictures; put its sound on an audio track"
      } else if part.isPingPong {
        "it is heard there and back"
      } else if written.speed < .zero {
        "it is heard backwards"
      } else if document.link(written.media, written.given) != nil {
        "it shows an edit: render that to a file of its own"
      } else {
        nil
      }
    let longest = min(Rational(10), half)
    if let reason {
      report(ProjectMessages.loopCrossFade(noun(written), reason: reason, range: range))
      return nil
    }
    guard fade <= longest else {
      report(
        ProjectMessages.loopCrossFadeTooLong(noun(written), longest: text(longest), range: range))
      return nil
    }
    let shortest = try declick(of: document.output) * written.speed.magnitude()
    guard fade >= min(shortest, longest) else {
      report(
        ProjectMessages.loopCrossFadeTooShort(
          noun(written), shortest: text(shortest), isPossible: shortest <= longest, range: range))
      return nil
    }
    return fade
  }
}
