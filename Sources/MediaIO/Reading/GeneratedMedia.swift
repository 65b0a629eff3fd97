import AudioMixing
import MediaTime
import Raster
import RenderPlanning
import TimelineModel

/// Pictures that Cutlist draws itself, exact at any size.
enum GeneratedPictures {
  static func image(
    _ generator: Generator, frame: Int, size: PictureSize, rate: FrameRate, pool: ImagePool
  ) -> Raster.Image {
    let size = PixelSize(width: size.width, height: size.height)
    switch generator {
    case .bars:
      return ColorBars.image(size: size, pool: pool)
    case .gradient(let from, let to, let vertical):
      return Gradient.image(
        size: size, from: Raster.YCbCr(from), to: Raster.YCbCr(to),
        direction: vertical ? .down : .right, pool: pool)
    case .counter(let clip):
      return FrameCounter.image(
        size: size, frame: frame, rateNumerator: Int(rate.frames),
        rateDenominator: Int(rate.seconds), clip: clip, pool: pool)
    case .tone:
      // Has no picture; planning never asks for one.
      return SolidColor(red: 0, green: 0, blue: 0).image(size: size)
    }
  }
}

/// Sound that Cutlist makes itself.
enum GeneratedSound {
  static func fill(
    _ generator: Generator, from sample: Int64, rate: Int, into buffer: inout AudioBuffer
  ) {
    buffer.silence()
    switch generator {
    case .bars, .gradient: return
    case .counter:
      ToneGenerator.addBeeps(from: sample, sampleRate: rate, to: &buffer)
    case .tone(let frequency, let level, let beep):
      ToneGenerator.addSine(
        frequency: frequency, level: level, from: sample, sampleRate: rate, to: &buffer)
      if beep { ToneGenerator.addBeeps(from: sample, sampleRate: rate, to: &buffer) }
    }
  }
}

extension Raster.YCbCr {
  init(_ color: Color) {
    self = SolidColor(red: color.red, green: color.green, blue: color.blue).color
  }
}
