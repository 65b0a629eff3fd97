import MediaTime
import Synchronization
import TimelineModel

/// How much damage all workers have met so far.
final class DamageCount: Sendable {
  private let pictures = Mutex<[MediaID: Set<Int>]>([:])

  /// - Returns: damaged pictures of the item so far, this one included.
  func add(_ picture: Int, of media: MediaID) -> Int {
    pictures.withLock { pictures in
      pictures[media, default: []].insert(picture)
      return pictures[media, default: []].count
    }
  }
}

extension FrameTimes {
  /// Source time of a picture, or where the last one ends; `nil` for a still picture and where there
  /// is none.
  func time(of number: Int) -> Rational? {
    switch self {
    case .still: return nil
    case .regular(let start, let rate, _):
      return try? start + Rational(Int64(number)) / rate.rational
    case .irregular(let times, let end, let timeBase):
      guard number >= 0, number <= times.count else { return nil }
      return try? Rational(number == times.count ? end : times[number]) * timeBase
    }
  }
}
