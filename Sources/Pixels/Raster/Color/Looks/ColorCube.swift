/// Colours at the points of a grid (a 3-D LUT), and along straight lines between them.
///
/// A cell has six tetrahedra around the diagonal of its greys; a colour is found between the corners
/// of the one that it lies in (tetrahedral interpolation).
///
/// ```
///   cell     first + 1·c              weights of a colour (r, g, b) of the cell, sorted
///     ┌────────┐                      h ≥ m ≥ l:
///    ╱│       ╱│    second: a step    first   1 − h
///   ┌────────┐ │    along h's axis    second  h − m
///   │ └──────│─┘    third: one more   third   m − l
///   └────────┘      along m's         last    l
/// first
/// ```
public struct ColorCube: Sendable {
  /// Most points along an axis.
  public static let largestSize = 129

  /// Points along each axis.
  public let size: Int
  let domain: ColorDomain
  /// Red, green and blue of each point; red changes fastest, blue slowest.
  let nodes: [SIMD4<Float>]

  /// - Parameter nodes: red changes fastest, blue slowest; the fourth component counts for nothing.
  /// - Precondition: as many as the grid has points, 2…`largestSize` along each axis.
  public init(size: Int, _ nodes: [SIMD4<Float>], domain: ColorDomain) {
    precondition(
      (2...Self.largestSize).contains(size) && nodes.count == size * size * size,
      "\(nodes.count) points of \(size)")
    self.size = size
    self.domain = domain
    self.nodes = nodes
  }

  /// From a point to the next in red, green and blue.
  var steps: (red: Int32, green: Int32, blue: Int32) {
    let size = Int32(size)
    return (1, size, size &* size)
  }

  /// Changes the first `count` colours of a block.
  ///
  /// - Note: bit-exact with `Reference.apply`.
  func apply(to block: inout ColorBlock, _ count: Int) {
    // Four points for each colour, all first ones before all second ones; the greatest of its parts of
    // the way through its cell, the middle one and the least.
    var places = [Int32](repeating: 0, count: 4 * ColorBlock.capacity)
    var weights = [Float](repeating: 0, count: 3 * ColorBlock.capacity)
    find(block.components, count, &places, &weights)
    Self.mix(nodes, places, weights, &block.components, count)
  }

  @inline(never)
  private static func mix(
    _ nodes: [SIMD4<Float>], _ places: [Int32], _ weights: [Float],
    _ components: inout [Float], _ count: Int
  ) {
    let (nodes, places, weights) = (nodes.span, places.span, weights.span)
    var row = components.mutableSpan
    let (capacity, green, blue) = (ColorBlock.capacity, ColorBlock.stride, 2 &* ColorBlock.stride)
    precondition(
      count <= capacity && row.count == 3 &* ColorBlock.stride && places.count == 4 &* capacity
        && weights.count == 3 &* capacity)
    for x in 0..<count {
      // Safe: places are those of the grid's points, which `find` takes care of.
      let first = unsafe nodes[unchecked: Int(places[unchecked: x])]
      let second = unsafe nodes[unchecked: Int(places[unchecked: x &+ capacity])]
      let third = unsafe nodes[unchecked: Int(places[unchecked: x &+ 2 &* capacity])]
      let last = unsafe nodes[unchecked: Int(places[unchecked: x &+ 3 &* capacity])]
      let a = unsafe weights[unchecked: x]
      let b = unsafe weights[unchecked: x &+ capacity]
      let c = unsafe weights[unchecked: x &+ 2 &* capacity]
      let sum = first + (second - first) * a + (third - second) * b + (last - third) * c
      unsafe row[unchecked: x] = sum.x
      unsafe row[unchecked: x &+ green] = sum.y
      unsafe row[unchecked: x &+ blue] = sum.z
    }
  }

  /// Finds the points around colours and the weights of the ways between them.
  @inline(never)
  private func find(
    _ components: [Float], _ count: Int, _ nodes: inout [Int32], _ weights: inout [Float]
  ) {
    let (red, green, blue) = (
      domain.axis(0, of: size), domain.axis(1, of: size), domain.axis(2, of: size)
    )
    let cells = Int32(size - 1)
    let (redStep, greenStep, blueStep) = steps
    let across = redStep &+ greenStep &+ blueStep
    let row = components.span
    var nodes = nodes.mutableSpan
    var weights = weights.mutableSpan
    let capacity = ColorBlock.capacity
    precondition(
      count <= capacity && row.count == 3 &* ColorBlock.stride
        && nodes.count == 4 &* capacity && weights.count == 3 &* capacity)
    for x in 0..<count {
      // Safe: there are `capacity` of each.
      let r = unsafe red.place(row[unchecked: x])
      let g = unsafe green.place(row[unchecked: x &+ ColorBlock.stride])
      let b = unsafe blue.place(row[unchecked: x &+ 2 &* ColorBlock.stride])
      let atRed = ColorDomain.Axis.index(before: r, cells: cells)
      let atGreen = ColorDomain.Axis.index(before: g, cells: cells)
      let atBlue = ColorDomain.Axis.index(before: b, cells: cells)
      let (u, v, w) = (r - Float(atRed), g - Float(atGreen), b - Float(atBlue))
      let (low, high) = (u < v ? u : v, u < v ? v : u)
      let least = low < w ? low : w
      let below = high < w ? high : w
      let middle = low < below ? below : low
      let greatest = high < w ? w : high
      let first = atRed &* redStep &+ atGreen &* greenStep &+ atBlue &* blueStep
      let up = u == greatest ? redStep : v == greatest ? greenStep : blueStep
      let left = w == least ? blueStep : v == least ? greenStep : redStep
      unsafe nodes[unchecked: x] = first
      unsafe nodes[unchecked: x &+ capacity] = first &+ up
      unsafe nodes[unchecked: x &+ 2 &* capacity] = first &+ across &- left
      unsafe nodes[unchecked: x &+ 3 &* capacity] = first &+ across
      unsafe weights[unchecked: x] = greatest
      unsafe weights[unchecked: x &+ capacity] = middle
      unsafe weights[unchecked: x &+ 2 &* capacity] = least
    }
  }
}
