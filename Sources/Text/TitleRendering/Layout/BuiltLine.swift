internal import BaseValues
internal import TimelineModel

/// A line whose letters stand from its left end on.
struct BuiltLine {
  /// Letters that cannot be parted, in the order in which they are seen.
  struct Cell {
    /// Which scalar of the text the first letter is.
    var place: Int
    var columns: Range<LayoutUnit>
    /// Which of the line's glyphs.
    var glyphs: Range<Int>
    /// How much of its width is distance to the next.
    var tail: LayoutUnit
    var scalar: Unicode.Scalar
  }

  var glyphs: [TextLayout.Glyph] = []
  var cells: [Cell] = []
  var width: LayoutUnit = 0
  var ascent: LayoutUnit = 0
  var descent: LayoutUnit = 0
  var gap: LayoutUnit = 0
  var beginsParagraph = false
  var endsParagraph = false
  var isRightToLeft = false
  var rules: [TextLayout.Rule] = []
  var boxes: [TextLayout.RunBox] = []

  /// Makes the line as wide as said by wider spaces, or where it has none by distances between ideographs;
  /// before rules and boxes are put.
  ///
  /// - Returns: whether it could be.
  mutating func stretch(to target: LayoutUnit) -> Bool {
    let slack = target - width
    guard slack > 0 else { return slack == 0 }
    func gaps(_ isGap: (Int) -> Bool) -> [Int] { cells.indices.dropLast().filter(isGap) }
    // Spaces before the first and behind the last word part nothing.
    var places = gaps { index in
      LineBreaking.isSpace(cells[index].scalar) || cells[index].scalar == "\u{A0}"
    }
    if places.isEmpty {
      places = gaps { Self.isIdeograph(cells[$0].scalar) || Self.isIdeograph(cells[$0 + 1].scalar) }
    }
    guard !places.isEmpty else { return false }
    var moved = 0
    var done = 0
    for index in cells.indices {
      let columns = cells[index].columns
      for glyph in cells[index].glyphs { glyphs[glyph].x += moved }
      var next = moved
      if done < places.count, places[done] == index {
        done += 1
        next = floorDivide(slack * done, by: places.count)
      }
      cells[index].columns = columns.lowerBound + moved..<columns.upperBound + next
      moved = next
    }
    width = target
    return true
  }

  private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
    switch LineBreakClass(scalar) {
    case .ID, .NS, .CL, .CW, .OW, .H2, .H3, .EB, .EX: scalar.value > 0x2E7F
    default: false
    }
  }
}
