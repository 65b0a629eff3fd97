package import AudioMixing
import PlanModel
import Raster
import Synchronization
import TimelineModel

/// What a render did: where the processor's time went, in nanoseconds of all threads together, and
/// what it met.
package struct RenderStatistics: Hashable, Sendable {
  /// Getting conformed pictures: reading, decoding, converting.
  package var decode: Int64 = 0
  /// Blending.
  package var compose: Int64 = 0
  /// Reading, decoding and mixing sound.
  package var mix: Int64 = 0
  /// Encoding pictures and sound.
  package var encode: Int64 = 0
  /// Damaged material that something else is shown or heard for, in order, each piece once.
  package var damage: [SourceDamage] = []
  /// How far the movie's sound goes beyond full scale; `nil` without sound, and where it is not
  /// known.
  package var level: AudioLevel?
  /// How bits were shared; `nil` for a movie whose chunks need nothing of each other.
  package var rate: RateResult?

  /// Nothing was done yet.
  package init() {}

  /// What two renders took together; the level of both one after the other, or of the one that has sound.
  package static func + (a: RenderStatistics, b: RenderStatistics) -> RenderStatistics {
    var sum = a
    sum.decode += b.decode
    sum.compose += b.compose
    sum.mix += b.mix
    sum.encode += b.encode
    sum.damage = SourceDamage.merged(a.damage + b.damage)
    sum.rate = b.rate ?? a.rate
    if let level = b.level { sum.level = a.level.map { $0 + level } ?? level }
    return sum
  }
}

/// Reads the calling thread's processor time in nanoseconds.
package typealias ThreadClock = @Sendable () -> Int64

/// Adds up statistics of several threads.
final class StatisticsSum: Sendable {
  private let sum = Mutex(RenderStatistics())

  func add(_ part: RenderStatistics) { sum.withLock { $0 = $0 + part } }

  func set(_ rate: RateResult?) { sum.withLock { $0.rate = rate } }

  var total: RenderStatistics { sum.withLock { $0 } }
}

/// An image source that measures how long it takes.
final class TimedImageSource: ImageSource {
  let base: any ImageSource
  private let clock: ThreadClock
  private(set) var time: Int64 = 0

  init(_ base: any ImageSource, clock: @escaping ThreadClock) {
    self.base = base
    self.clock = clock
  }

  func image(_ conform: ConformID, sourceFrame: Int) throws(RenderError) -> Image {
    let start = clock()
    defer { time += clock() - start }
    return try base.image(conform, sourceFrame: sourceFrame)
  }

  func look(_ media: MediaID) throws(RenderError) -> ColorLook { try base.look(media) }

  func brightness(
    _ conform: ConformID, sourceFrame: Int
  ) throws(RenderError) -> MaskBrightness? {
    let start = clock()
    defer { time += clock() - start }
    return try base.brightness(conform, sourceFrame: sourceFrame)
  }

  func filtered(_ image: Image, by media: MediaID, frame: Int) throws(RenderError) -> Image {
    let start = clock()
    defer { time += clock() - start }
    return try base.filtered(image, by: media, frame: frame)
  }

  func retain(only active: Set<MediaID>) { base.retain(only: active) }

  var damage: [MediaID: Set<Int>] { base.damage }
}
