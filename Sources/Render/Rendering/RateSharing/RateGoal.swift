import BaseValues
import OutputKinds

/// What the chunks of a movie must keep together.
struct RateGoal: Hashable, Sendable {
  /// Bits of all pictures; `nil` where the quality is given.
  var bits: Int?
  /// The level where no bits are given, and where the search begins.
  var start: QualityLevel
  /// Bits below or above `bits` that do not matter.
  var tolerance: Int
  /// What levels are counted on.
  let scale: QualityScale

  /// - Parameters:
  ///   - frames: of all chunks.
  ///   - pixels: of a frame.
  init(_ encoding: VideoEncoding, frames: Int, rate: FrameRate, pixels: Int) {
    switch encoding.rateControl {
    case .crf(let tenths):
      self.init(quality: QualityLevel(steps: 2 * tenths), scale: encoding.codec.quality)
    case .bitRate(let rateWanted):
      let (high, low) = rateWanted.multipliedFullWidth(by: frames * Int(rate.seconds))
      let product = Int128(high) << 64 | Int128(low)
      let bits = Int(clamping: product / Int128(rate.frames))
      self.init(
        bits: bits, samples: max(1, frames * pixels), scale: encoding.codec.quality)
    }
  }

  init(quality: QualityLevel, scale: QualityScale) {
    self.scale = scale
    start = QualityLevel(
      steps: min(max(quality.steps, scale.levels.lowerBound), scale.levels.upperBound))
    tolerance = 0
  }

  /// - Parameter samples: pixels of all frames.
  init(bits: Int, samples: Int, scale: QualityScale) {
    self.scale = scale
    self.bits = bits
    tolerance = bits / 400 * 3
    var steps = scale.middle
    var tenths = 10 * bits
    while tenths > 2 * samples, steps > scale.beginnings.lowerBound {
      tenths /= 2
      steps -= scale.halving
    }
    while tenths < samples / 2, steps < scale.beginnings.upperBound {
      tenths *= 2
      steps += scale.halving
    }
    start = QualityLevel(steps: steps)
  }
}
