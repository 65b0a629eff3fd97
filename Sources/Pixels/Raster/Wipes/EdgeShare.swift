/// How much of a pixel lies beyond an edge.
enum EdgeShare {
  /// The share of a square in which a plane is above 0, or on it.
  ///
  /// - Parameters:
  ///   - middle: the plane's height in the middle of the square.
  ///   - more: how far it rises from there to a side, in the direction in which it rises more; 0 or more.
  ///   - less: the same in the other direction.
  @inline(__always)
  static func above(_ middle: Float, _ more: Float, _ less: Float) -> Float {
    let distance = middle.magnitude
    if distance >= more + less { return middle >= 0 ? 1 : 0 }
    if distance <= more - less { return 0.5 + middle / (2 * more) }
    let corner = more + less - distance
    let rest = corner * corner / (8 * more * less)
    return middle >= 0 ? 1 - rest : rest
  }
}
