/// Where colours lie in a grid of 64³ cells, and how they are mixed from the nodes around them.
public enum ColorCells {
  /// Writes the first node of each colour's cell.
  ///
  /// Nodes lie 66 · 66 apart in red, 66 in green and 1 in blue.
  /// - Precondition: the rows have the same length.
  public static func find(
    red: Span<UInt16>, green: Span<UInt16>, blue: Span<UInt16>,
    into first: inout MutableSpan<UInt32>
  ) {
    precondition(
      green.count == red.count && blue.count == red.count && first.count == red.count,
      "rows of unequal length")
    for x in red.indices {
      // Shifts and additions: processors have no vector product of 32 bits everywhere.
      let (r, g, b) = (
        UInt32(position(red[x]) &>> 7), UInt32(position(green[x]) &>> 7),
        UInt32(position(blue[x]) &>> 7)
      )
      first[x] = r &<< 12 &+ r &<< 8 &+ r &<< 2 &+ g &<< 6 &+ g &<< 1 &+ b
    }
  }

  /// Writes which of a cell's six tetrahedra each colour lies in, and the weights of its nodes, in 128ths.
  ///
  /// - Parameters:
  ///   - capacity: numbers from one row of the results to the next.
  ///   - redStep: nodes from one to the next in red; `greenStep` in green.
  ///   - places: two rows: from the first node to the second, and to the third.
  ///   - weights: three rows: of the second node, the third and the last; what is left is the first one's.
  /// - Precondition: the rows have the same length, at most `capacity`; there are two and three rows.
  public static func divide(
    red: Span<UInt16>, green: Span<UInt16>, blue: Span<UInt16>, capacity: Int, redStep: Int,
    greenStep: Int, places: inout MutableSpan<UInt16>, weights: inout MutableSpan<UInt16>
  ) {
    precondition(
      green.count == red.count && blue.count == red.count && red.count <= capacity
        && places.count == 2 &* capacity && weights.count == 3 &* capacity,
      "rows of unequal length")
    let (redStep, greenStep) = (
      UInt16(truncatingIfNeeded: redStep), UInt16(truncatingIfNeeded: greenStep)
    )
    let across = redStep &+ greenStep &+ 1
    for x in red.indices {
      let r = Int16(truncatingIfNeeded: position(red[x]) & 127)
      let g = Int16(truncatingIfNeeded: position(green[x]) & 127)
      let b = Int16(truncatingIfNeeded: position(blue[x]) & 127)
      let highest = max(max(r, g), b)
      let lowest = min(min(r, g), b)
      let middle = r &+ g &+ b &- highest &- lowest
      let up = r == highest ? redStep : g == highest ? greenStep : 1
      let last = b == lowest ? 1 : g == lowest ? greenStep : redStep
      // Safe: rows are no longer than they lie apart.
      unsafe places[unchecked: x] = up
      unsafe places[unchecked: x &+ capacity] = across &- last
      unsafe weights[unchecked: x] = UInt16(truncatingIfNeeded: highest &- middle)
      unsafe weights[unchecked: x &+ capacity] = UInt16(truncatingIfNeeded: middle &- lowest)
      unsafe weights[unchecked: x &+ 2 &* capacity] = UInt16(truncatingIfNeeded: lowest)
    }
  }

  /// Codes as 128ths of a cell, 0…8192.
  @inline(__always)
  private static func position(_ code: UInt16) -> UInt16 { code &>> 3 &+ code &>> 2 & 1 }
}
