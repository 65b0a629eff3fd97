internal import BaseValues
internal import PlanModel
internal import TimelineModel

extension PictureInput {
  /// Adds an effect of which one number changes from frame to frame.
  ///
  /// - Parameters:
  ///   - values: of that parameter, in millionths.
  ///   - fixed: the values of other parameters; defaults count for the rest.
  mutating func add(
    _ kind: EffectKind, _ parameter: String, _ values: [Int], fixed: [String: ParameterValue] = [:]
  ) {
    let numbers = values.map { value in
      kind.lower(
        kind.choice { name in
          name == parameter ? .number(Rational(Int64(value), 1_000_000) ?? .zero) : fixed[name]
        })
    }
    effects.append(
      PlannedEffect(
        name: kind.name,
        parameters: (numbers.first ?? []).indices.map { index in
          PerFrame(numbers.map { $0[index] })
        }))
  }
}

extension Progress {
  /// How far from both ends: it rises to one in the middle and falls to nothing at the end.
  var swell: Progress {
    let rest = 2 * numerator - denominator
    return Progress(denominator - (rest < 0 ? -rest : rest), over: denominator)
  }

  /// Its part of a stretch from `first` to `last` thirds, 0 before and 1 after it.
  func thirds(_ first: Int128, _ last: Int128) -> Progress {
    Progress(3 * numerator - first * denominator, over: (last - first) * denominator).bounded
  }
}
