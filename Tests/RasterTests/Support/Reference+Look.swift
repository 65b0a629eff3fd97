import RasterReference

@testable import Raster

extension Reference {
  /// The kernels' table: of a place between two entries the straight line between them.
  static func apply(_ table: ComponentTable, to color: ColorBlock.Color) -> ColorBlock.Color {
    func look(_ component: Int, _ value: Float) -> Float {
      let place = table.domain.axis(component, of: table.size).place(value)
      let index = before(place, table.size)
      let first = component * table.size + index
      let (low, high) = (table.entries[first], table.entries[first + 1])
      return low + (high - low) * (place - Float(index))
    }
    return (look(0, color.red), look(1, color.green), look(2, color.blue))
  }

  /// The kernels' grid: from the cell's first corner along the axes, the one with the greatest part of
  /// the way first.
  static func apply(_ cube: ColorCube, to color: ColorBlock.Color) -> ColorBlock.Color {
    let places = [color.red, color.green, color.blue].enumerated().map { component, value in
      cube.domain.axis(component, of: cube.size).place(value)
    }
    let corner = places.map { before($0, cube.size) }
    let steps = [1, cube.size, cube.size * cube.size]
    var node = zip(corner, steps).reduce(0) { $0 + $1.0 * $1.1 }
    let parts = zip(places, corner).map { $0 - Float($1) }
    var sum = cube.nodes[node]
    // Of equal parts red's comes first, then green's: sums are rounded in this order.
    let order = [0, 1, 2].sorted { a, b in parts[a] == parts[b] ? a < b : parts[a] > parts[b] }
    for axis in order {
      let next = node + steps[axis]
      sum += (cube.nodes[next] - cube.nodes[node]) * parts[axis]
      node = next
    }
    return (sum.x, sum.y, sum.z)
  }

  /// The nearest entry that is half an entry before a place, ties to even.
  private static func before(_ place: Float, _ size: Int) -> Int {
    min(Int((place - 0.5).rounded(.toNearestOrEven)), size - 2)
  }
}
