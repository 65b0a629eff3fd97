internal import PixelGeometry
internal import Raster

/// Scales bitmaps of glyphs from their own size to the text's by averaging areas.
///
/// A pixel of the result is the mean of the source over the pixel's own area, and at least over one
/// source pixel: that is area averaging when the bitmap gets smaller, and linear interpolation when
/// it gets larger.
struct ImageScaler {
  /// The share of source samples in one sample of the result.
  struct Tap {
    /// The first source sample with a share.
    var first: Int
    /// 1/65536 source samples.
    var weights: [Int]
  }

  /// Samples along one direction of the raster.
  struct Taps {
    /// Raster pixel of the first.
    var start: Int
    var taps: [Tap]
    /// What the weights of a sample in the middle sum up to.
    var total: Int
  }

  /// Size of the bitmap and size of the text, in 1/64 pixel an em.
  private let sourceSize: Int
  private let targetSize: Int

  /// - Precondition: both sizes are at least 1.
  init(from sourceSize: Int, to targetSize: Int) {
    precondition(sourceSize > 0 && targetSize > 0, "from \(sourceSize) to \(targetSize)")
    self.sourceSize = sourceSize
    self.targetSize = targetSize
  }

  /// Source pixels as a length in the raster, in 1/65536 pixel.
  func length(_ sourcePixels: Int) -> Int {
    scale(sourcePixels * 65536, by: targetSize, over: sourceSize)
  }

  /// How `count` source samples, the first beginning at `origin` (1/65536 raster pixel), make the
  /// raster's samples.
  func taps(count: Int, origin: Int) -> Taps {
    let footprint = max(65536, scale(65536, by: sourceSize, over: targetSize))
    let reach = scale(footprint, by: targetSize, over: sourceSize) / 2
    let start = floorDivide(origin - reach, by: 65536)
    let end = floorDivide(origin + length(count) + reach, by: 65536) + 1
    var taps: [Tap] = []
    for pixel in start..<max(start, end) {
      let center = scale(pixel * 65536 + 32768 - origin, by: sourceSize, over: targetSize)
      let low = center - footprint / 2
      let high = low + footprint
      let first = max(0, floorDivide(low, by: 65536))
      let last = min(count - 1, floorDivide(high - 1, by: 65536))
      var tap = Tap(first: first, weights: [])
      if first <= last {
        for index in first...last {
          tap.weights.append(min(high, (index + 1) * 65536) - max(low, index * 65536))
        }
      }
      taps.append(tap)
    }
    return Taps(start: start, taps: taps, total: footprint)
  }

  /// The bitmap (R, G, B, A bytes, premultiplied) as seen through taps in both directions.
  static func resample(
    _ pixels: [UInt8], _ width: Int, _ height: Int, _ horizontal: Taps, _ vertical: Taps
  ) -> [UInt8] {
    let columns = horizontal.taps.count
    // 16 bits between the directions, so that rounding stays out of the result.
    var wide = [UInt16](repeating: 0, count: 4 * columns * height)
    for row in 0..<height {
      for (column, tap) in horizontal.taps.enumerated() {
        for component in 0..<4 {
          var sum = 0
          for (offset, weight) in tap.weights.enumerated() {
            sum &+= weight &* Int(pixels[4 * (row * width + tap.first + offset) + component])
          }
          wide[4 * (row * columns + column) + component] = UInt16(
            clamping: (sum &* 257 &+ horizontal.total / 2) / horizontal.total)
        }
      }
    }
    var result = [UInt8](repeating: 0, count: 4 * columns * vertical.taps.count)
    for (row, tap) in vertical.taps.enumerated() {
      for index in 0..<4 * columns {
        var sum = 0
        for (offset, weight) in tap.weights.enumerated() {
          sum &+= weight &* Int(wide[4 * columns * (tap.first + offset) + index])
        }
        result[4 * columns * row + index] = UInt8(
          clamping: (sum &+ vertical.total * 257 / 2) / (vertical.total * 257))
      }
    }
    return result
  }
}

// MARK: - Layers in flat colours

/// Colour of one layer of a glyph, alpha straight.
struct LayerColor {
  var red: UInt8
  var green: UInt8
  var blue: UInt8
  var alpha: UInt8
}

extension GlyphTiles.Picture {
  /// Masks in colours, the first at the back; nil where there are none.
  init?(layers: [(mask: CoverageMask, color: LayerColor)]) {
    let bounds = layers.reduce(.empty) { Rect.union($0, $1.mask.bounds) }
    guard !bounds.isEmpty else { return nil }
    var pixels = [UInt8](repeating: 0, count: 4 * bounds.width * bounds.height)
    for (mask, color) in layers {
      for y in 0..<mask.bounds.height {
        for x in 0..<mask.bounds.width {
          let coverage = Int(mask.samples[y * mask.bounds.width + x])
          let alpha = (coverage * Int(color.alpha) + 127) / 255
          guard alpha > 0 else { continue }
          let column = mask.bounds.x - bounds.x + x
          let target = 4 * ((mask.bounds.y - bounds.y + y) * bounds.width + column)
          let components = [color.red, color.green, color.blue, 255]
          for (offset, component) in components.enumerated() {
            let under = Int(pixels[target + offset]) * (255 - alpha)
            pixels[target + offset] = UInt8(
              clamping: (Int(component) * alpha + under + 127) / 255)
          }
        }
      }
    }
    self.init(bounds: bounds, pixels: pixels)
  }
}
