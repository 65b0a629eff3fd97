internal import BaseValues
internal import TimelineModel

/// How a title's layer lies in the picture over all of its frames.
struct TitleExtent {
  /// A stretch of frames over which it stands still.
  struct Rest {
    var frames: Range<Int>
    var overhang: Overhang
  }

  /// The smallest overhang at each edge over all frames.
  private(set) var least: Overhang?
  private(set) var bounds: Bounds?
  private(set) var isEverInside = false
  private(set) var isEverSeen = false
  private(set) var moves = false
  /// The longest stretch in which a part lies outside and nothing moves.
  private(set) var longestRest: Rest?
  /// The line that reaches out farthest where the least overhang is, from 0.
  private(set) var line = 0

  private var current: Rest?
  private var last: Bounds?
  private let size: Size
  private let isText: Bool

  init(output size: Size, isText: Bool) {
    self.size = size
    self.isText = isText
  }

  /// Takes in some frames over which nothing changes.
  ///
  /// - Parameter lines: where each line lies, at least one.
  mutating func add(_ lines: [Bounds], over frames: Range<Int>) {
    guard let first = lines.first else { return }
    let bounds = lines.dropFirst().reduce(first, Bounds.union)
    var overhang = Overhang(bounds, width: size.width, height: size.height)
    let isSeen =
      bounds.right > 0 && bounds.bottom > 0 && bounds.left < Double(size.width)
      && bounds.top < Double(size.height)
    if !isText, isSeen { overhang = overhang.withoutBleed }
    isEverSeen = isEverSeen || isSeen
    isEverInside = isEverInside || overhang.isNone
    if let last, last != bounds { moves = true }
    if least == nil {
      self.bounds = bounds
      line = Self.farthest(lines, size)
    }
    least = least.map { .least($0, overhang) } ?? overhang
    rest(overhang, isPartly: isSeen && !overhang.isNone, over: frames, stays: last == bounds)
    last = bounds
  }

  private mutating func rest(
    _ overhang: Overhang, isPartly: Bool, over frames: Range<Int>, stays: Bool
  ) {
    guard isPartly else {
      current = nil
      return
    }
    if stays, let begun = current, begun.frames.upperBound == frames.lowerBound {
      current = Rest(frames: begun.frames.lowerBound..<frames.upperBound, overhang: overhang)
    } else {
      current = Rest(frames: frames, overhang: overhang)
    }
    if let current, current.frames.count > longestRest?.frames.count ?? 0 {
      longestRest = current
    }
  }

  private static func farthest(_ lines: [Bounds], _ size: Size) -> Int {
    func reach(_ bounds: Bounds) -> Int {
      let overhang = Overhang(bounds, width: size.width, height: size.height)
      return max(overhang.left, overhang.top, overhang.right, overhang.bottom)
    }
    return lines.indices.max { reach(lines[$0]) < reach(lines[$1]) } ?? 0
  }
}
