internal import BaseValues
internal import Raster

/// Scales bitmaps of glyphs from their own size to the text's, by the same windows of Lanczos as pictures: so
/// they are as sharp as these. Beside the bitmap all is transparent.
struct ImageScaler {
  /// The share of source samples in one sample of the result.
  struct Tap {
    /// The first source sample with a share.
    var first: Int
    /// In 1/16384.
    var weights: [Int]
  }

  /// Samples along one direction of the raster.
  struct Taps {
    /// Raster pixel of the first.
    var start: Int
    var taps: [Tap]
  }

  /// Size of the bitmap and size of the text, in 1/64 pixel an em.
  private let sourceSize: Int
  private let targetSize: Int
  private let kernel: LanczosKernel

  /// - Precondition: both sizes are at least 1.
  init(from sourceSize: Int, to targetSize: Int) {
    precondition(sourceSize > 0 && targetSize > 0, "from \(sourceSize) to \(targetSize)")
    self.sourceSize = sourceSize
    self.targetSize = targetSize
    kernel = LanczosKernel(step: Int64(sourceSize), over: Int64(targetSize))
  }

  /// Source pixels as a length in the raster, in 1/65536 pixel.
  func length(_ sourcePixels: Int) -> Int {
    scale(sourcePixels * 65536, by: targetSize, over: sourceSize)
  }

  /// How `count` source samples, the first beginning at `origin` (1/65536 raster pixel), make the
  /// raster's samples; those that the bitmap, or half of a pixel of either beside it, does not touch are left
  /// out.
  func taps(count: Int, origin: Int) -> Taps {
    let margin = max(32768, length(1) / 2)
    let start = floorDivide(origin - margin, by: 65536)
    let end = floorDivide(origin + length(count) + margin, by: 65536) + 1
    var taps: [Tap] = []
    var weights = [Int32](repeating: 0, count: kernel.count)
    for pixel in start..<max(start, end) {
      // From the middle of the first source sample, in 1/1024.
      let center = scale(pixel * 65536 + 32768 - origin, by: sourceSize, over: targetSize) - 32768
      var span = weights.mutableSpan
      let first = kernel.write(at: Int64(floorDivide(center + 32, by: 64)), into: &span)
      let inside = max(0, first)..<max(max(0, first), min(count, first + weights.count))
      taps.append(
        Tap(first: inside.lowerBound, weights: inside.map { Int(weights[$0 - first]) }))
    }
    return Taps(start: start, taps: taps)
  }

  /// The bitmap (R, G, B, A bytes, premultiplied) as seen through taps in both directions.
  static func resample(
    _ pixels: [UInt8], _ width: Int, _ height: Int, _ horizontal: Taps, _ vertical: Taps
  ) -> [UInt8] {
    let columns = horizontal.taps.count
    // Seven bits more between the directions, so that rounding stays out of the result.
    var wide = [Int32](repeating: 0, count: 4 * columns * height)
    for row in 0..<height {
      for (column, tap) in horizontal.taps.enumerated() {
        for component in 0..<4 {
          var sum = 0
          for (offset, weight) in tap.weights.enumerated() {
            sum &+= weight &* Int(pixels[4 * (row * width + tap.first + offset) + component])
          }
          wide[4 * (row * columns + column) + component] = Int32(
            truncatingIfNeeded: (sum &+ 64) >> 7)
        }
      }
    }
    var result = [UInt8](repeating: 0, count: 4 * columns * vertical.taps.count)
    for (row, tap) in vertical.taps.enumerated() {
      for column in 0..<columns {
        let target = 4 * (row * columns + column)
        // Alpha first: nothing is brighter than that allows. Beside an edge the window makes it greater than
        // full; there colours are divided by it.
        var full = 255 << 21
        for component in [3, 0, 1, 2] {
          var sum = 0
          for (offset, weight) in tap.weights.enumerated() {
            sum &+= weight &* Int(wide[4 * (columns * (tap.first + offset) + column) + component])
          }
          if component == 3 { full = max(full, sum) }
          let value = UInt8(clamping: (510 * max(0, sum) + full) / (2 * full))
          result[target + component] = component == 3 ? value : min(value, result[target + 3])
        }
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
