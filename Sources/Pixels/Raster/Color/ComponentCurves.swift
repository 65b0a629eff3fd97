/// A function of each component, of numbers from 0 to 1; others count as the nearer end.
///
/// It is done by tables of 4096 steps, between which there are straight lines.
public struct ComponentCurves: Sendable {
  /// A function that is made of what IEEE 754 defines to the last bit.
  public typealias Curve = @Sendable (Double) -> Double

  private let curves: [Curve]

  static let steps = 4096

  init(_ red: @escaping Curve, _ green: @escaping Curve, _ blue: @escaping Curve) {
    self.init([red, green, blue])
  }

  /// Gains and offsets.
  init(_ matrix: ColorMatrix) {
    self.init(
      (0..<3).map { row -> Curve in
        let (gain, offset) = (matrix.rows[row][row], matrix.rows[row][3])
        return { $0 * gain + offset }
      })
  }

  private init(_ curves: [Curve]) { self.curves = curves }

  /// Both as one.
  func followed(by next: ComponentCurves) -> ComponentCurves {
    ComponentCurves(
      zip(curves, next.curves).map { first, second -> Curve in
        { second(min(max(first($0), 0), 1)) }
      })
  }

  func prepared() -> @Sendable (_ block: inout ColorBlock, _ count: Int) -> Void {
    let tables = curves.map { curve in
      (0...Self.steps).map { Float(curve(Double($0) / Double(Self.steps))) } + [0]
    }
    return { block, count in
      for (index, table) in tables.enumerated() {
        Self.look(table, &block.components, index &* ColorBlock.stride, count)
      }
    }
  }

  private static func look(
    _ table: [Float], _ components: inout [Float], _ first: Int, _ count: Int
  ) {
    let table = table.span
    var whole = components.mutableSpan
    var row = whole._mutatingExtracting(first..<first &+ count)
    precondition(table.count == steps + 2)
    // Cut on its own: that is done by vectors.
    for x in row.indices { row[x] = row[x].clipped * Float(steps) }
    for x in row.indices {
      let place = row[x]
      // Safe: the index is from 0 to `steps`, and the table has one more after that.
      // Half less, rounded to nearest: for whole places perhaps the one before, with all of the way to go.
      let index = Int32(truncatingIfNeeded: (place - 0.5 + 0x1.8p23).bitPattern & 0x3FFF)
      let part = place - Float(index)
      let (low, high) = unsafe (
        table[unchecked: Int(index)], table[unchecked: Int(index) &+ 1]
      )
      row[x] = low + (high - low) * part
    }
  }
}
