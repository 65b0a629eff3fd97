import BaseValues

extension LightCube {
  /// Colours of the grid, and between its nodes, row by row.
  struct NodeMaker {
    private let transform: LightTransform
    /// Light of the codes at halves of cells.
    private let light: [(red: Double, green: Double, blue: Double)]
    private var block = LightBlock()
    private var red = [UInt16](repeating: 0, count: cells + 1)
    private var green = [UInt16](repeating: 0, count: cells + 1)
    private var blue = [UInt16](repeating: 0, count: cells + 1)

    private let factors: CodeFactors
    /// Codes by which colours that are between nodes may differ at most, in those of nodes: two, in HDR a quarter.
    private let tolerance: Int
    private static let codeMask: UInt64 = 1 << (8 + UInt64(nodeBits)) - 1

    init(_ transform: LightTransform) {
      self.transform = transform
      factors = transform.target.codeFactors
      tolerance =
        transform.target.isHighDynamicRange
        ? 1 << (LightCube.nodeBits - 2) : 2 << LightCube.nodeBits
      light = (0...2 * LightCube.cells).map {
        transform.light(ofCode: Double($0) / Double(2 * LightCube.cells))
      }
    }

    /// Converts every other colour of a line along blue. Places are in halves of cells.
    mutating func convert(_ redPlace: Int, _ greenPlace: Int, firstBlue: Int) {
      let light = self.light
      let count = LightCube.cells + 1 - firstBlue
      block.withRows { red, green, blue in
        for x in 0..<count {
          (red[x], green[x]) = (light[redPlace].red, light[greenPlace].green)
          blue[x] = light[firstBlue + 2 * x].blue
        }
      }
      let transform = self.transform
      func lend(
        _ block: inout LightBlock, _ red: inout [UInt16], _ green: inout [UInt16],
        _ blue: inout [UInt16]
      ) {
        var redRow = red.mutableSpan
        var greenRow = green.mutableSpan
        var blueRow = blue.mutableSpan
        var r = redRow._mutatingExtracting(0..<count)
        var g = greenRow._mutatingExtracting(0..<count)
        var b = blueRow._mutatingExtracting(0..<count)
        transform.convert(&block, red: &r, green: &g, blue: &b)
      }
      lend(&block, &red, &green, &blue)
    }

    /// The colour in a column of the line, as a node.
    func node(_ x: Int) -> UInt64 {
      let (y, cb, cr) = codes(x)
      return UInt64(y) | UInt64(cb) << UInt64(LightCube.fieldBits)
        | UInt64(cr) << UInt64(2 * LightCube.fieldBits)
    }

    private func codes(_ x: Int) -> (y: Int, cb: Int, cr: Int) {
      let sums = Kernels.codes(red: red[x], green: green[x], blue: blue[x], by: factors)
      func code(_ sum: UInt32) -> Int {
        let bits = UInt32(24 - LightCube.nodeBits)
        return Int((sum + 1 << (bits - 1)) >> bits)
      }
      return (code(sums.y), code(sums.cb), code(sums.cr))
    }

    /// Whether the colour in a column is near to the one in the middle of two nodes.
    func isNear(_ x: Int, between a: UInt64, _ b: UInt64) -> Bool {
      /// Twice the codes in the middle.
      func sum(_ field: Int) -> Int {
        let shift = UInt64(field * LightCube.fieldBits)
        return Int(a >> shift & Self.codeMask) + Int(b >> shift & Self.codeMask)
      }
      let (y, cb, cr) = codes(x)
      let (middleY, middleCb, middleCr) = (sum(0), sum(1), sum(2))
      return abs(2 * y - middleY) <= 2 * tolerance
        && abs(2 * cb - middleCb) <= 2 * tolerance
        && abs(2 * cr - middleCr) <= 2 * tolerance
    }
  }
}
