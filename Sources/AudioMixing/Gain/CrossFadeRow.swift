/// The gains of two sounds that cross over with equal power.
public struct CrossFadeRow: Sendable {
  /// Of the sound that comes and the one that goes: sin and cos of a quarter turn.
  public let values: [(up: Float, down: Float)]

  /// - Parameters:
  ///   - places: samples of the cross-fade.
  ///   - length: samples of all of it, above 0.
  public init(_ places: Range<Int>, of length: Int) {
    values = places.map { place in
      let share = Double(place) / Double(max(1, length))
      return (Float(QuarterSine.value(share)), Float(QuarterSine.value(1 - share)))
    }
  }
}
