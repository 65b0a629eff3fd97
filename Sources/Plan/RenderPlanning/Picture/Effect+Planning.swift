internal import Diagnostics
internal import BaseValues
internal import PictureKinds
internal import PlanModel
internal import TimelineModel

extension Effect {
  /// The integers that decide what is done, over `frames`.
  ///
  /// - Parameters:
  ///   - kind: the effect's.
  ///   - start: movie time to which animations are relative.
  /// - Throws: when an animation's times cannot be computed exactly in 128 bits.
  func planned(
    as kind: EffectKind, start: Rational, over frames: Range<Int>, rate: FrameRate
  ) throws(TimeOverflow) -> PlannedEffect {
    var moving: [(index: Int, animation: PropertyAnimation)] = []
    for (index, argument) in self.kind.arguments.enumerated() {
      let animation = try PropertyAnimation(
        .parameter(argument.name), in: animations, start: start, rate: rate)
      if !animation.isEmpty { moving.append((index, animation)) }
    }
    let first = Int(FrameGrid(rate).nearestFrame(to: start).value)
    let moments = moving.isEmpty && !kind.isSeeded ? frames.prefix(1) : frames
    let values = moments.map { frame in
      var choice = self.kind
      for (index, animation) in moving {
        if let numbers = animation.numbers(at: frame) {
          choice.arguments[index].value = .curve(
            stride(from: 0, to: numbers.count - 1, by: 2).map {
              Point(x: numbers[$0], y: numbers[$0 + 1])
            })
          continue
        }
        guard let value = animation.value(at: frame) else { continue }
        choice.arguments[index].value = .number(Rational(fixedPoint: value.x))
      }
      return kind.lower(choice, frame: frame &- first)
    }
    return PlannedEffect(
      name: kind.name, media: media?.value,
      parameters: (values.first ?? []).indices.map { index in PerFrame(values.map { $0[index] }) })
  }
}
