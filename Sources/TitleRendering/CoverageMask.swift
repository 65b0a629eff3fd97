internal import PixelGeometry
internal import Raster

/// How much of each pixel a shape covers, 0…255, over a rectangle of the raster.
struct CoverageMask: Sendable, Equatable {
  /// In raster pixels, relative to the text's origin.
  let bounds: Rect
  /// Row by row, without padding.
  private(set) var samples: [UInt8]

  /// No coverage.
  init(bounds: Rect) {
    self.bounds = bounds
    samples = [UInt8](repeating: 0, count: bounds.width * bounds.height)
  }

  /// - Precondition: as many samples as pixels.
  init(bounds: Rect, samples: [UInt8]) {
    precondition(samples.count == bounds.width * bounds.height, "\(samples.count) samples")
    self.bounds = bounds
    self.samples = samples
  }

  /// The union of masks: each covers its share of what is not covered yet.
  ///
  /// For the edges of letters that touch this is what they cover on average.
  init(uniting masks: [CoverageMask]) {
    self.init(bounds: masks.reduce(.empty) { Rect.union($0, $1.bounds) })
    for mask in masks { unite(mask) }
  }

  private mutating func unite(_ mask: CoverageMask) {
    for y in 0..<mask.bounds.height {
      let source = y * mask.bounds.width
      let target =
        (mask.bounds.y + y - bounds.y) * bounds.width + mask.bounds.x - bounds.x
      for x in 0..<mask.bounds.width {
        let new = Int(mask.samples[source &+ x])
        guard new > 0 else { continue }
        let old = Int(samples[target &+ x])
        let sum = old &+ new &- (old &* new &+ 127) / 255
        samples[target &+ x] = UInt8(truncatingIfNeeded: min(255, sum))
      }
    }
  }

  /// The same shape elsewhere.
  func moved(x: Int, y: Int) -> CoverageMask {
    CoverageMask(
      bounds: Rect(
        x: bounds.x + x, y: bounds.y + y, width: bounds.width, height: bounds.height),
      samples: samples)
  }

  /// What this covers and `other` does not.
  func subtracting(_ other: CoverageMask) -> CoverageMask {
    var result = self
    let shared = bounds.intersection(other.bounds)
    guard !shared.isEmpty else { return result }
    for y in shared.y..<shared.y + shared.height {
      let mine = (y - bounds.y) * bounds.width - bounds.x
      let others = (y - other.bounds.y) * other.bounds.width - other.bounds.x
      for x in shared.x..<shared.x + shared.width {
        let kept = 255 &- Int(other.samples[others &+ x])
        result.samples[mine &+ x] = UInt8(
          truncatingIfNeeded: (Int(samples[mine &+ x]) &* kept &+ 127) / 255)
      }
    }
    return result
  }
}

extension Rect {
  /// The smallest rectangle that holds both; an empty one adds nothing.
  static func union(_ a: Rect, _ b: Rect) -> Rect {
    if a.isEmpty { return b }
    if b.isEmpty { return a }
    let x = min(a.x, b.x)
    let y = min(a.y, b.y)
    return Rect(
      x: x, y: y, width: max(a.x + a.width, b.x + b.width) - x,
      height: max(a.y + a.height, b.y + b.height) - y)
  }
}
