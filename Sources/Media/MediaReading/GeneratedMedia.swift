import AudioMixing
import BaseValues
import PlanModel
import Raster
import TimelineModel

/// Pictures that Cutlist draws itself, exact at any size.
enum GeneratedFrames {
  /// Draws a picture that would be `natural` in size where nothing is cropped or scaled.
  static func image<Sample: PixelSample>(
    _ generator: Generator, frame: Int, natural: Size, recipe: Conform, rate: FrameRate,
    as sample: Sample.Type, pool: ImagePool
  ) -> Raster.Image {
    let (columns, width) = part(
      of: natural.width, from: recipe.crop.x, count: recipe.crop.width, to: recipe.size.width)
    let (rows, height) = part(
      of: natural.height, from: recipe.crop.y, count: recipe.crop.height, to: recipe.size.height)
    let size = Size(width: width, height: height)
    let window = Rect(columns: columns, rows: rows)
    switch generator {
    case .bars:
      return ColorBars.image(size: size, window: window, as: sample, pool: pool)
    case .gradient(let from, let to, let vertical):
      return Gradient.image(
        size: size, window: window, from: SolidColor(from), to: SolidColor(to),
        direction: vertical ? .down : .right, as: sample, pool: pool)
    case .shading(let shading):
      return Gradient.image(
        size: size, window: window, ColorPath(shading), ColorRamp(shading), as: sample, pool: pool)
    case .counter(let clip):
      return FrameCounter.image(
        size: size, window: window, frame: frame, rateNumerator: Int(rate.frames),
        rateDenominator: Int(rate.seconds), clip: clip, as: sample, pool: pool)
    case .qr(let symbol):
      let light = SolidColor(symbol.background)
      // Its length was checked where it was read; a plan can say anything.
      return QRCode(symbol.text, level: symbol.level, atLeast: symbol.leastVersion)?.image(
        size: size, window: window, quiet: symbol.quietZone, dark: SolidColor(symbol.color),
        light: light, as: sample, pool: pool) ?? light.image(size: window.size, as: sample)
    case .tone, .below:
      // Has no picture of its own; planning never asks for one.
      return SolidColor(red: 0, green: 0, blue: 0).image(size: window.size, as: sample)
    }
  }

  /// Scales a side so that the used part of it gets `target` samples. Lengths and places are
  /// rounded to nearest, ties up.
  ///
  /// - Returns: the used samples and the length of the whole side.
  static func part(
    of side: Int, from start: Int, count: Int, to target: Int
  ) -> (used: Range<Int>, whole: Int) {
    let count = max(1, count)
    func scaled(_ length: Int) -> Int { (2 * max(0, length) * target + count) / (2 * count) }
    let whole = max(target, scaled(side))
    let first = min(scaled(start), whole - target)
    return (first..<(first + target), whole)
  }
}

/// Sound that Cutlist makes itself.
enum GeneratedAudio {
  static func fill(
    _ generator: Generator, from sample: Int64, rate: Int, into buffer: inout AudioBuffer
  ) {
    buffer.silence()
    switch generator {
    case .bars, .gradient, .shading, .qr, .below: return
    case .counter:
      ToneGenerator.addBeeps(from: sample, sampleRate: rate, to: &buffer)
    case .tone(let frequency, let level, let beep):
      ToneGenerator.addSine(
        frequency: frequency, level: level, from: sample, sampleRate: rate, to: &buffer)
      if beep { ToneGenerator.addBeeps(from: sample, sampleRate: rate, to: &buffer) }
    }
  }
}

extension ColorPath {
  fileprivate init(_ shading: Shading) {
    func share(_ millionths: Int) -> Double { Double(millionths) / Double(Shading.end) }
    let turns = Double(shading.angle) / Double(Shading.fullTurn)
    let center = (x: share(shading.centerX), y: share(shading.centerY))
    self =
      switch shading.kind {
      case .linear: .line(turns: turns)
      case .radial:
        .rays(
          x: center.x, y: center.y, radius: shading.radius.map(share), isCircle: shading.isCircle)
      case .conic: .circles(x: center.x, y: center.y, turns: turns)
      }
  }
}

extension ColorRamp {
  fileprivate init(_ shading: Shading) {
    self.init(
      shading.stops.map { stop in
        (SolidColor(stop.color), Double(stop.position) / Double(Shading.end))
      })
  }
}

extension SolidColor {
  init(_ color: Color) {
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
  }
}
