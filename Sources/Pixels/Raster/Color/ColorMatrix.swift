/// A product with a 3 × 3 matrix and a sum, of R′, G′ and B′ with 1 as full intensity.
public struct ColorMatrix: Hashable, Sendable {
  /// Four numbers for each of red, green and blue: its parts of red, green and blue, and what is added.
  public var rows: [[Double]]

  /// Rows of four numbers; those that are no numbers count as 0.
  ///
  /// - Precondition: there are three rows of four.
  public init(rows: [[Double]]) {
    precondition(rows.count == 3 && rows.allSatisfy { $0.count == 4 }, "no matrix of colours")
    self.rows = rows.map { $0.map { $0.isFinite ? $0 : 0 } }
  }

  /// Gains and offsets of the components.
  public init(gains: [Double], offsets: [Double] = [0, 0, 0]) {
    self.init(rows: [
      [gains[0], 0, 0, offsets[0]], [0, gains[1], 0, offsets[1]], [0, 0, gains[2], offsets[2]],
    ])
  }

  /// The same gain and offset of all components.
  public init(gain: Double, offset: Double = 0) {
    self.init(gains: [gain, gain, gain], offsets: [offset, offset, offset])
  }

  /// Moves colours away from their luma, or towards it: 1 changes nothing, 0 makes greys.
  ///
  /// - Parameter weights: of red, green and blue in luma.
  public init(saturation: Double, weights: [Double] = ColorMatrix.lumaWeights) {
    self.init(
      rows: (0..<3).map { row in
        (0..<3).map { ($0 == row ? saturation : 0) + (1 - saturation) * weights[$0] } + [0]
      })
  }

  /// ITU-R BT.709-6, item 3.2.
  public static let lumaWeights = [0.2126, 0.7152, 0.0722]

  /// Whether components do not depend on each other.
  var isDiagonal: Bool {
    (0..<3).allSatisfy { row in (0..<3).allSatisfy { $0 == row || rows[row][$0] == 0 } }
  }

  /// Both as one.
  public func followed(by next: ColorMatrix) -> ColorMatrix {
    ColorMatrix(
      rows: next.rows.map { row in
        (0..<4).map { column in
          let sum = row[0] * rows[0][column] + row[1] * rows[1][column] + row[2] * rows[2][column]
          return column == 3 ? sum + row[3] : sum
        }
      })
  }

  func prepared() -> @Sendable (_ block: inout ColorBlock, _ count: Int) -> Void {
    let n = rows.joined().map { Float($0) }
    if isDiagonal {
      let (r, g, b) = ((n[0], n[3]), (n[5], n[7]), (n[10], n[11]))
      return { block, count in
        block.mapColors(count) { color in
          (color.red * r.0 + r.1, color.green * g.0 + g.1, color.blue * b.0 + b.1)
        }
      }
    }
    let (r, g, b) = ((n[0], n[1], n[2], n[3]), (n[4], n[5], n[6], n[7]), (n[8], n[9], n[10], n[11]))
    return { block, count in
      block.mapColors(count) { color in
        (
          color.red * r.0 + color.green * r.1 + color.blue * r.2 + r.3,
          color.red * g.0 + color.green * g.1 + color.blue * g.2 + g.3,
          color.red * b.0 + color.green * b.1 + color.blue * b.2 + b.3
        )
      }
    }
  }
}
