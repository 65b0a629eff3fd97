internal import BaseValues

/// How all that is seen in one frame of a source moves to its next one, to draw what lies between.
///
/// Blocks are looked for from the first in the second and back, in pyramids of halves of their luma, down
/// to quarters of a sample. All numbers are whole ones and all choices in a fixed order: the pictures
/// between are the same bits everywhere.
public struct PairMotion: Sendable {
  let first: Image
  let second: Image
  let firstGuide: MotionGuide.Level
  let secondGuide: MotionGuide.Level
  /// Of the first picture's blocks to the second.
  let forward: MotionField
  /// Of the second picture's blocks to the first.
  let backward: MotionField
  /// Whether the two show different things, so that nothing lies between.
  public let isCut: Bool

  /// Looks for the movement between two pictures.
  ///
  /// - Returns: `nil` where they have different forms, or are masks.
  /// - Complexity: O(samples); some hundred of them are compared for each one.
  public init?(from first: Image, to second: Image) {
    guard first.format == second.format, first.size == second.size, !first.format.isCoverage
    else { return nil }
    self.first = first
    self.second = second
    let guides = (MotionGuide(first), MotionGuide(second))
    let forward = Self.field(guides.0, guides.1)
    let backward = Self.field(guides.1, guides.0)
    let judged = Self.judged(guides.0)
    isCut = ShotChange(
      from: guides.0.levels[judged], to: guides.1.levels[judged], step: forward.judged.step
    ).isCut(forward.judged, backward.judged)
    self.forward = forward.field
    self.backward = backward.field
    firstGuide = guides.0.levels[0]
    secondGuide = guides.1.levels[0]
  }

  /// Samples of a block, in the picture's own size; half as many in those below.
  static let step = 8

  /// The size by which cuts are told: in a quarter of the picture's noise is gone, and most of what moves
  /// is still seen. Small pictures are less reduced, as a window would be a large part of them.
  static func judged(_ guide: MotionGuide) -> Int {
    guide.levels.prefix(3).lastIndex { min($0.width, $0.height) >= 40 } ?? 0
  }

  /// The field of one direction in the size by which cuts are told.
  static func judgedField(_ from: MotionGuide, _ to: MotionGuide) -> MotionField {
    field(from, to, downTo: judged(from)).judged
  }

  /// The field of one direction, and that of the size by which cuts are told.
  private static func field(
    _ from: MotionGuide, _ to: MotionGuide, downTo last: Int = 0
  ) -> (field: MotionField, judged: MotionField) {
    var field: MotionField?
    var judged: MotionField?
    for level in from.levels.indices.reversed() where level >= last {
      var search = MotionSearch(
        from: from.levels[level], to: to.levels[level], step: level == 0 ? step : step / 2,
        after: field)
      if level == Self.judged(from) { judged = search.field }
      if level == 0 { search.refine() }
      field = search.field
    }
    guard let field, let judged else { preconditionFailure("a guide without a level") }
    return (field, judged)
  }

  /// The picture that lies between the two.
  ///
  /// What moves is where it is by then, made from both by their nearness, or from the one in which it is
  /// seen. Where nothing fits, the two are mixed as they are; over a cut the nearer one is shown whole.
  ///
  /// - Parameter share: how far from the first to the second, 0…32768; at the ends these themselves.
  public func image(at share: Int, pool: ImagePool? = nil) -> Image {
    let one = Kernels.fullWeight
    if share <= 0 || isCut && share < one / 2 { return first }
    if share >= one || isCut { return second }
    let cells = FlowCells(self, at: share)
    return first.format.depth > 8
      ? drawn(cells, share, as: UInt16.self, pool) : drawn(cells, share, as: UInt8.self, pool)
  }

  private func drawn<Sample: PixelSample>(
    _ cells: FlowCells, _ share: Int, as: Sample.Type, _ pool: ImagePool?
  ) -> Image {
    var result = MutableImage(format: first.format, size: first.size, pool: pool)
    for plane in 0..<first.planeCount {
      var drawing = FlowDrawing<Sample>(first, second, plane: plane, share: share)
      drawing.draw(cells)
      for y in 0..<result.height(of: plane) {
        var row = result.mutableRow(plane, y, as: Sample.self)
        drawing.finish(y, into: &row)
      }
    }
    return result.freeze()
  }
}
