/// Whether two pictures show different things, as before and after a cut.
///
/// What moves is found again, and is much the same there. Over a cut some likeness is found for every block,
/// dark to dark and sky to sky, but the ways back lead elsewhere, and what is found differs by as much as the
/// block itself has of light and dark. Fine things that all move, as leaves in the wind, are not found again
/// either, but fit better than that.
struct ShotChange {
  private let first: MotionGuide.Level
  private let second: MotionGuide.Level
  private let step: Int
  /// Places of the blocks that show something else, by rows.
  private var changed: [Int] = []
  private let columns: Int

  /// - Parameter step: samples of a block.
  init(from first: MotionGuide.Level, to second: MotionGuide.Level, step: Int) {
    (self.first, self.second, self.step) = (first, second, step)
    columns = (first.width + step - 1) / step
    let count = columns * ((first.height + step - 1) / step)
    for index in 0..<count where isChanged(index % columns * step, index / columns * step) {
      changed.append(index)
    }
    isLikely = count >= Self.fewest && 7 * changed.count >= 3 * count
  }

  /// Whether at least three sevenths of the blocks are another thing than before.
  private(set) var isLikely = false

  /// Whether, besides, seven eighths of these have no way there and back, from either side, and all of them
  /// together differ from what is found by three fifths of what they have of light and dark.
  ///
  /// - Parameters:
  ///   - forward: of the first picture's blocks to the second.
  ///   - backward: of the second picture's blocks to the first.
  func isCut(_ forward: MotionField, _ backward: MotionField) -> Bool {
    guard isLikely else { return false }
    let gone = changed.count { isLost($0 % columns, $0 / columns, forward, backward) }
    let new = changed.count { isLost($0 % columns, $0 / columns, backward, forward) }
    guard 8 * gone >= 7 * changed.count, 8 * new >= 7 * changed.count else { return false }
    var (difference, contrast) = (0, 0)
    for index in changed {
      let (left, top) = (index % columns * step - step / 2, index / columns * step - step / 2)
      for (level, field) in [(first, forward), (second, backward)] {
        difference += field.differences[index]
        contrast += level.contrast(left, top, side: 2 * step)
      }
    }
    return 5 * difference >= 3 * contrast
  }

  /// Blocks of a picture in which a cut is looked for; in fewer one thing that moves is most of what is seen.
  private static let fewest = 24

  /// Codes a sample by which a window differs that shows something else.
  private static let least = 8

  /// Codes a sample by which it gets lighter or darker in a step of a fade at most.
  private static let fading = 40

  /// Whether the window around a block is 8 codes a sample from that of the other picture, and not for
  /// the most part because it is a little lighter or darker, as in a fade.
  private func isChanged(_ x: Int, _ y: Int) -> Bool {
    let side = 2 * step
    let (left, top) = (x - step / 2, y - step / 2)
    let difference = first.difference(
      left, top, side: side, from: second, .zero, limit: .max)
    guard difference >= Self.least * side * side else { return false }
    if difference >= Self.fading * side * side { return true }
    return 4 * first.shape(left, top, side: side, from: second) >= difference
  }

  /// Whether what is at a block is not found in the other picture, or another block is found from
  /// there.
  private func isLost(
    _ column: Int, _ row: Int, _ there: MotionField, _ back: MotionField
  ) -> Bool {
    let index = row * there.columns + column
    if there.differences[index] >= Self.least * there.side * there.side { return true }
    let vector = there.vectors[index]
    let size = 4 * there.step
    let found = back[
      (column * size + size / 2 + vector.x) / size, (row * size + size / 2 + vector.y) / size]
    // Two samples apart are another one.
    return (vector + found).distance(.zero) > 8
  }
}

/// What cuts are told by.
public struct ShotGuide: Sendable {
  private let guide: MotionGuide

  /// A picture's.
  public init(_ image: Image) { guide = MotionGuide(image) }

  /// Whether another picture of the same size shows something else, as after a cut.
  public func isCut(before next: ShotGuide) -> Bool {
    let judged = PairMotion.judged(guide)
    let (first, second) = (
      guide.levels[judged], next.guide.levels[min(judged, next.guide.levels.count - 1)]
    )
    guard first.width == second.width, first.height == second.height else { return false }
    let change = ShotChange(
      from: first, to: second, step: judged == 0 ? PairMotion.step : PairMotion.step / 2)
    return change.isLikely
      && change.isCut(
        PairMotion.judgedField(guide, next.guide), PairMotion.judgedField(next.guide, guide))
  }
}
