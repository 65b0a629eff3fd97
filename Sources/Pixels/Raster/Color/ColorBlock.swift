/// R′G′B′ of some pixels, full intensity being 1.
///
/// All that is done to colours is IEEE 754's addition, multiplication, division, square root and
/// comparison, each rounded once to 24 bits: the same on every processor, and there are vectors for them.
public struct ColorBlock: Sendable {
  /// Red, green and blue.
  public typealias Color = (red: Float, green: Float, blue: Float)

  /// Pixels that a block can hold.
  public static let capacity = 512

  /// From a pixel's red to its green and from that to its blue: no part of a processor's page, whose
  /// places would be taken for one another.
  static let stride = capacity + 48

  /// Red of all pixels, then green, then blue: in one piece of memory, so that compilers see that nothing
  /// overlaps and make vectors.
  var components = [Float](repeating: 0, count: 3 * stride)

  /// Black.
  public init() {}

  /// A pixel's colour.
  public subscript(pixel: Int) -> Color {
    get {
      (
        components[pixel], components[pixel + Self.stride],
        components[pixel + 2 * Self.stride]
      )
    }
    set {
      components[pixel] = newValue.red
      components[pixel + Self.stride] = newValue.green
      components[pixel + 2 * Self.stride] = newValue.blue
    }
  }

  /// Replaces the first `count` colours one by one.
  @inline(__always)
  mutating func mapColors(_ count: Int, _ change: (Color) -> Color) {
    var row = components.mutableSpan
    precondition(row.count == 3 * Self.stride && count <= Self.capacity)
    let (green, blue) = (Self.stride, 2 * Self.stride)
    for x in 0..<count {
      // Safe: there are `stride` numbers of each component.
      let color = unsafe (
        row[unchecked: x], row[unchecked: x &+ green], row[unchecked: x &+ blue]
      )
      let new = change(color)
      unsafe row[unchecked: x] = new.red
      unsafe row[unchecked: x &+ green] = new.green
      unsafe row[unchecked: x &+ blue] = new.blue
    }
  }

  /// Replaces each component of the first `count` colours.
  @inline(__always)
  mutating func mapComponents(_ count: Int, _ change: (Float) -> Float) {
    mapColors(count) { (change($0.red), change($0.green), change($0.blue)) }
  }

  /// Replaces the first `count` colours by what is made of them and those of another block.
  @inline(__always)
  mutating func mapColors(
    _ count: Int, with other: ColorBlock, _ change: (_ own: Color, _ other: Color) -> Color
  ) {
    let otherRow = other.components.span
    var row = components.mutableSpan
    precondition(
      row.count == 3 * Self.stride && otherRow.count == row.count && count <= Self.capacity)
    let (green, blue) = (Self.stride, 2 * Self.stride)
    for x in 0..<count {
      // Safe: there are `stride` numbers of each component.
      let new = unsafe change(
        (row[unchecked: x], row[unchecked: x &+ green], row[unchecked: x &+ blue]),
        (otherRow[unchecked: x], otherRow[unchecked: x &+ green], otherRow[unchecked: x &+ blue]))
      unsafe row[unchecked: x] = new.red
      unsafe row[unchecked: x &+ green] = new.green
      unsafe row[unchecked: x &+ blue] = new.blue
    }
  }
}

extension Float {
  /// The nearer end of 0…1 for what lies outside.
  @inline(__always)
  var clipped: Float {
    let positive: Float = self > 0 ? self : 0
    return positive < 1 ? positive : 1
  }
}
