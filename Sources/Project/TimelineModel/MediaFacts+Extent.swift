package import BaseValues

/// The part of source time in which a media item has material; an end that is `nil` lies nowhere.
package struct MediaExtent: Hashable, Sendable {
  /// Seconds of source time; `nil` where it goes back without end.
  package var start: Rational?
  /// Seconds of source time, not included; `nil` where it goes on without end.
  package var end: Rational?

  /// A half-open range, open to both sides where an end is `nil`.
  package init(start: Rational?, end: Rational?) {
    self.start = start
    self.end = end
  }
}

extension VideoFacts {
  /// Where there is a picture. A picture that starts after source time 0 counts from 0, for its
  /// first frame is shown before it.
  ///
  /// - Throws: ``TimeOverflow`` when the end is not representable.
  package func extent() throws(TimeOverflow) -> MediaExtent {
    switch frames {
    case .still:
      return MediaExtent(start: nil, end: nil)
    case .regular(let start, let rate, let count):
      let end: Rational? =
        if let count { try start + Rational(Int64(count)) / rate.rational } else { nil }
      return MediaExtent(start: min(start, .zero), end: end)
    case .irregular(let times, let end, let timeBase):
      let start = try Rational(times.first ?? 0) * timeBase
      return MediaExtent(start: min(start, .zero), end: try Rational(end) * timeBase)
    }
  }

  /// Whether it is a single picture.
  package var isStill: Bool { frames == .still }
}

extension FrameTimes {
  /// The source time over which a frame is shown; `nil` for a still picture, and for frames that
  /// there are not.
  ///
  /// - Throws: ``TimeOverflow`` when a time is not representable.
  package func range(ofFrame number: Int) throws(TimeOverflow) -> TimeRange? {
    switch self {
    case .still:
      return nil
    case .regular(let start, let rate, let count):
      guard number >= 0, count.map({ number < $0 }) ?? true, let place = Int64(exactly: number)
      else { return nil }
      let first = try start + Rational(place) * rate.frameDuration
      return TimeRange(start: first, end: try first + rate.frameDuration)
    case .irregular(let times, let end, let timeBase):
      guard times.indices.contains(number) else { return nil }
      let next = number + 1 < times.count ? times[number + 1] : end
      return TimeRange(
        start: try Rational(times[number]) * timeBase, end: try Rational(next) * timeBase)
    }
  }
}

extension AudioFacts {
  /// Where there is sound; it may start later than source time 0, with silence before it.
  package var extent: MediaExtent {
    guard let range else { return MediaExtent(start: .zero, end: nil) }
    return MediaExtent(start: min(range.start, .zero), end: range.end)
  }
}
