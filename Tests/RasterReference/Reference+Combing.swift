import Raster

extension Reference {
  /// Twin of `Kernels.combing`.
  package static func combing(_ above: [UInt8], _ row: [UInt8], _ below: [UInt8]) -> Int {
    var sum = 0
    for x in row.indices {
      let (a, r, b) = (Int(above[x]), Int(row[x]), Int(below[x]))
      sum += max(0, min(abs(a - r), abs(b - r)) - abs(a - b) - 8)
    }
    return sum
  }
}
