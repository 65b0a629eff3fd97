import RasterReference

@testable import Raster

extension Reference {
  /// Twin of `Kernels.difference`.
  static func difference(_ a: [UInt8], _ b: [UInt8]) -> Int {
    zip(a, b).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
  }

  /// Twin of `Kernels.difference` between samples.
  static func difference(
    _ a: [UInt8], upper: [UInt8], lower: [UInt8], right: Int, down: Int
  ) -> Int {
    a.indices.reduce(0) { sum, i in
      let above = Int(upper[i]) * (4 - right) + Int(upper[i + 1]) * right
      let below = Int(lower[i]) * (4 - right) + Int(lower[i + 1]) * right
      return sum + abs(Int(a[i]) - rounded(above * (4 - down) + below * down, over: 16))
    }
  }

  /// What is at a place between the samples of a plane whose edges go on, in 1/32 of a sample, in 1/16 of
  /// codes. Twin of what `Kernels.weigh` makes across and then down.
  static func sample(
    _ rows: [[Int]], x: Int, y: Int, cubic: Bool
  ) -> Int {
    let taps = FlowTaps(isLinear: !cubic)
    let across = taps.weights(x & 31)
    let down = taps.weights(y & 31)
    func code(_ x: Int, _ y: Int) -> Int {
      let row = rows[min(max(y, 0), rows.count - 1)]
      return row[min(max(x, 0), row.count - 1)]
    }
    func row(_ y: Int) -> Int {
      let left = (x >> 5) - 1
      return code(left, y) * Int(across.0) + code(left + 1, y) * Int(across.1)
        + code(left + 2, y) * Int(across.2) + code(left + 3, y) * Int(across.3)
    }
    let top = (y >> 5) - 1
    return rounded(
      row(top) * Int(down.0) + row(top + 1) * Int(down.1) + row(top + 2) * Int(down.2)
        + row(top + 3) * Int(down.3), over: 1024)
  }
}
