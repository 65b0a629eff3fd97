import Diagnostics
import MediaReading
import MediaSources
import BaseValues
import PlanModel
import RenderPlanning
import TimelineModel

/// Finds clips that play sound which is out of the ordinary in its file: gaps, times that stray, a
/// beginning that is late.
struct IrregularSound {
  var project: LoadedProject
  var timeline: Timeline
  var plan: RenderPlan

  /// A finding for each irregularity of a media item, at the first clip that plays it.
  func findings() -> [Diagnostic] {
    guard let audio = plan.audio else { return [] }
    let items = PlannedItems(timeline)
    var said: Set<String> = []
    var found: [Diagnostic] = []
    for span in audio.spans {
      guard let source = try? project.library.source(span.media),
        let clip = items.clip(of: span.origin)
      else { continue }
      for irregularity in source.details.irregularities {
        let place = used(irregularity, span, rate: Int64(audio.sampleRate))
        guard isWorthSaying(irregularity), let place,
          said.insert("\(span.media.index) \(irregularity.message)").inserted
        else { continue }
        found.append(
          AudioMessages.irregularSound(
            project.library.name(span.media), irregularity.message, at: place,
            range: clip.mediaRange
          ).within(items.clips(showing: span.origin)))
      }
    }
    return found
  }

  /// Beginnings that are a little late are usual.
  private func isWorthSaying(_ irregularity: FileDetails.Irregularity) -> Bool {
    switch irregularity.id {
    case .clockGap, .soundClockFalse, .soundGaps, .soundTimesStray: true
    case .soundStartsLate: (irregularity.ranges.first?.end ?? .zero) >= Self.lateness
    default: false
    }
  }

  private static let lateness = Rational(1, over: 10)

  /// Where a span plays what is irregular, as source time; `nil` where it does not.
  private func used(
    _ irregularity: FileDetails.Irregularity, _ span: AudioSpan, rate: Int64
  ) -> Rational? {
    guard let range = range(span, rate: rate) else {
      return irregularity.ranges.first?.start ?? .zero
    }
    guard !irregularity.ranges.isEmpty else { return range.start }
    return irregularity.ranges.first { $0.start < range.end && range.start < $0.end }
      .map { max($0.start, range.start) }
  }

  /// The source time that a span plays; `nil` where it is not one piece.
  private func range(_ span: AudioSpan, rate: Int64) -> TimeRange? {
    guard span.curve == nil, span.loop == nil,
      let length = try? Rational(Int64(span.samples.count)) * span.speed.magnitude()
        / Rational(rate), let edge = Rational(span.sourceSample, rate)
    else { return nil }
    let isBackwards = span.speed < .zero
    guard let start = isBackwards ? try? edge - length : edge, let end = try? start + length else {
      return nil
    }
    return TimeRange(start: start, end: end)
  }
}
