internal import BaseValues

extension Parameter where Value == Rational {
  /// A number whose limits and values are given in thousandths; in effects it may have keyframes.
  static func thousandths(
    _ name: String, _ noun: String, _ summary: String, in range: ClosedRange<Int64>,
    default defaultValue: Int64, example: Int64
  ) -> Parameter {
    func number(_ thousandths: Int64) -> Rational { Rational(thousandths, 1000) ?? .zero }
    return .number(
      name, noun, summary, in: number(range.lowerBound)...number(range.upperBound),
      default: number(defaultValue), examples: [number(example)])
  }
}
