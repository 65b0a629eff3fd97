import BaseValues
import TimelineModel

/// What the chunks of a movie must keep together.
struct RateGoal: Hashable, Sendable {
  /// Bits of all pictures; `nil` where the quality is given.
  var bits: Int?
  /// The level where no bits are given, and where the search begins.
  var start: QualityLevel
  /// Bits below or above `bits` that do not matter.
  var tolerance: Int

  /// - Parameters:
  ///   - frames: of all chunks.
  ///   - pixels: of a frame.
  init(_ encoding: VideoEncoding, frames: Int, rate: FrameRate, pixels: Int) {
    switch encoding.rateControl {
    case .crf(let tenths):
      self.init(quality: QualityLevel(steps: 2 * tenths))
    case .bitRate(let rateWanted):
      let (high, low) = rateWanted.multipliedFullWidth(by: frames * Int(rate.seconds))
      let product = Int128(high) << 64 | Int128(low)
      let bits = Int(clamping: product / Int128(rate.frames))
      self.init(bits: bits, samples: max(1, frames * pixels))
    }
  }

  init(quality: QualityLevel) {
    start = QualityLevel(
      steps: min(max(quality.steps, QualityLevel.all.lowerBound), QualityLevel.all.upperBound))
    tolerance = 0
  }

  /// - Parameter samples: pixels of all frames.
  init(bits: Int, samples: Int) {
    self.bits = bits
    tolerance = bits / 400 * 3
    // Rate factor 24 takes about a tenth of a bit a pixel, and half as many bits are some six more.
    var steps = 24 * 20
    var tenths = 10 * bits
    while tenths > 2 * samples, steps > 12 * 20 {
      tenths /= 2
      steps -= 6 * 20
    }
    while tenths < samples / 2, steps < 42 * 20 {
      tenths *= 2
      steps += 6 * 20
    }
    start = QualityLevel(steps: steps)
  }
}
