/// The gains of two sounds that cross over.
package struct CrossFadeRow: Sendable {
  /// Of the sound that comes and the one that goes: sin and cos of a quarter turn, or in proportion to time.
  package let values: [(up: Float, down: Float)]

  /// - Parameters:
  ///   - places: samples of the cross-fade.
  ///   - length: samples of all of it, above 0.
  ///   - isLinear: whether gains move in proportion to time, which keeps the level of what is the same on both
  ///     sides; else with equal power.
  package init(_ places: Range<Int>, of length: Int, isLinear: Bool = false) {
    values = places.map { place in
      let share = Double(place) / Double(max(1, length))
      if isLinear { return (Float(share), Float(1 - share)) }
      return (Float(QuarterSine.value(share)), Float(QuarterSine.value(1 - share)))
    }
  }
}
