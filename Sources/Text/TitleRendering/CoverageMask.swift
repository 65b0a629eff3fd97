internal import BaseValues
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

  /// The same shape, fainter.
  ///
  /// - Parameter opacity: 0…255.
  func faded(to opacity: Int) -> CoverageMask {
    CoverageMask(bounds: bounds, samples: samples.faded(to: opacity))
  }

  /// The same shape elsewhere, by 1/65536 pixels: between two pixels it is mixed from both.
  func moved(x: Int, y: Int) -> CoverageMask {
    let (left, top) = (floorDivide(x, by: 65536), floorDivide(y, by: 65536))
    let whole = CoverageMask(
      bounds: Rect(
        x: bounds.x + left, y: bounds.y + top, width: bounds.width, height: bounds.height),
      samples: samples)
    let (shareX, shareY) = ((x - left * 65536) >> 8, (y - top * 65536) >> 8)
    guard !bounds.isEmpty, shareX > 0 || shareY > 0 else { return whole }
    var result = CoverageMask(
      bounds: Rect(
        x: whole.bounds.x, y: whole.bounds.y, width: bounds.width + 1, height: bounds.height + 1))
    let (width, height) = (bounds.width, bounds.height)
    for row in 0...height {
      for column in 0...width {
        func sample(_ x: Int, _ y: Int) -> Int {
          x >= 0 && y >= 0 && x < width && y < height ? Int(samples[y &* width &+ x]) : 0
        }
        func mixed(_ y: Int) -> Int {
          sample(column, y) &* (256 &- shareX) &+ sample(column &- 1, y) &* shareX
        }
        let sum = mixed(row) &* (256 &- shareY) &+ mixed(row &- 1) &* shareY
        result.samples[row &* (width &+ 1) &+ column] = UInt8(
          truncatingIfNeeded: (sum &+ 32768) >> 16)
      }
    }
    return result
  }

  /// What has to be painted below `other`, which lies within this, so that both together cover what this does:
  /// without it edges would become bolder.
  func below(_ other: CoverageMask) -> CoverageMask {
    var result = self
    let shared = bounds.intersection(other.bounds)
    guard !shared.isEmpty else { return result }
    for y in shared.y..<shared.y + shared.height {
      let mine = (y - bounds.y) * bounds.width - bounds.x
      let others = (y - other.bounds.y) * other.bounds.width - other.bounds.x
      for x in shared.x..<shared.x + shared.width {
        let (own, above) = (Int(samples[mine &+ x]), Int(other.samples[others &+ x]))
        let (rest, free) = (max(0, own &- above), 255 &- above)
        let share = free > 0 ? (rest &* 255 &+ free / 2) / free : 0
        result.samples[mine &+ x] = UInt8(truncatingIfNeeded: share)
      }
    }
    return result
  }

  /// What both cover.
  func intersecting(_ other: CoverageMask) -> CoverageMask {
    var result = CoverageMask(bounds: bounds.intersection(other.bounds))
    let shared = result.bounds
    guard !shared.isEmpty else { return CoverageMask(bounds: .empty) }
    for y in shared.y..<shared.y + shared.height {
      let mine = (y - bounds.y) * bounds.width - bounds.x
      let others = (y - other.bounds.y) * other.bounds.width - other.bounds.x
      let target = (y - shared.y) * shared.width - shared.x
      for x in shared.x..<shared.x + shared.width {
        let product = Int(samples[mine &+ x]) &* Int(other.samples[others &+ x])
        result.samples[target &+ x] = UInt8(truncatingIfNeeded: (product &+ 127) / 255)
      }
    }
    return result
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
