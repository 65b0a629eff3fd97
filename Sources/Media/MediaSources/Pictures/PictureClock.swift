package import LibAV
import BaseValues
import TimelineModel

/// The times that a chain of filters sees of a source's stored pictures: those of the source, from its
/// presentation start, in the unit of its container.
package struct PictureClock {
  /// Seconds of a tick.
  package let timeBase: Fraction
  /// Pictures a second; 0/1 where they are not even.
  package let frameRate: Fraction
  private let index: FrameTable?
  /// Source time 0 on the container's clock, in ticks.
  private let origin: Int64

  /// `nil` for a source without pictures.
  package init?(_ source: MediaSource) {
    guard let video = source.facts.video else { return nil }
    let stored = source.file?.storedFrames ?? video.frames
    var rate = Fraction(0, 1)
    if case .regular(_, let found, _) = stored,
      let frames = Int32(exactly: found.frames), let seconds = Int32(exactly: found.seconds)
    {
      rate = Fraction(frames, seconds)
    }
    frameRate = rate
    if case .file(let file) = source, let index = file.pictures?.index,
      let numerator = Int32(exactly: index.timeBase.numerator),
      let denominator = Int32(exactly: index.timeBase.denominator)
    {
      timeBase = Fraction(numerator, denominator)
      self.index = index
      let ticks = try? index.origin / index.timeBase
      origin = ticks.map { $0.rounded() } ?? 0
    } else {
      timeBase = rate.isPositive ? Fraction(rate.denominator, rate.numerator) : Fraction(1, 25)
      index = nil
      origin = 0
    }
  }

  /// When a stored picture is shown, in ticks; they rise from picture to picture.
  package func ticks(of picture: Int) -> Int64 {
    guard let index, index.entries.indices.contains(picture) else { return Int64(picture) }
    return index.entries[picture].presentation &- origin
  }

  /// The same for a trial with so many pictures, of which the source may have fewer.
  package func ticks(of picture: Int, beyond count: Int) -> Int64 {
    guard let index, index.entries.count < count else { return ticks(of: picture) }
    let known = index.entries.count
    if picture < known || known == 0 { return ticks(of: picture) }
    let step = frameRate.isPositive ? max(1, ticksOfFrame) : 1
    return ticks(of: known - 1) &+ Int64(picture - known + 1) &* step
  }

  /// Of an even stream, rounded down.
  private var ticksOfFrame: Int64 {
    Int64(frameRate.denominator) * Int64(timeBase.denominator)
      / max(1, Int64(frameRate.numerator) * Int64(timeBase.numerator))
  }
}
