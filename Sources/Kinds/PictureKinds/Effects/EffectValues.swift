package import BaseValues
package import Raster
import TimelineModel

/// The values of an effect's parameters in one frame, by the integers of a plan. Whatever those are, values
/// are within the parameters' limits.
package struct EffectValues: Sendable {
  private let parameters: [ParameterDescription]
  private let numbers: [Int]
  /// What the media that a parameter names makes of colours; nothing for a kind without such a one.
  package let look: ColorLook
  /// What the codes of the pictures mean.
  package let color: PictureColor

  init(
    _ parameters: [ParameterDescription], _ numbers: [Int], look: ColorLook = ColorLook([]),
    color: PictureColor = .sdr
  ) {
    self.color = color
    self.parameters = parameters
    self.numbers = numbers
    self.look = look
  }

  /// The value of a parameter that the kind has.
  package subscript(parameter: Parameter<Rational>) -> Double {
    guard case .number(let number) = value(of: parameter.description) else { return 0 }
    return Double(number.numerator) / Double(number.denominator)
  }

  /// The same of any other parameter.
  package subscript<Value>(parameter: Parameter<Value>) -> Value {
    let value = value(of: parameter.description)
    return parameter.value(
      in: KindChoice("", value.map { [.init(parameter.description.name, $0)] } ?? []))
  }

  /// A colour that a parameter names, in the codes of the pictures.
  func solid(_ parameter: Parameter<Color>) -> SolidColor {
    let value = self[parameter]
    return SolidColor(
      red: value.red, green: value.green, blue: value.blue, alpha: value.alpha, in: color)
  }

  /// The number of the frame, of a kind that asks for it.
  package var frame: Int { numbers.last ?? 0 }

  /// The value of a parameter; `nil` where the kind has no such one, or the plan too few integers.
  func value(of parameter: ParameterDescription) -> ParameterValue? {
    var first = 0
    for other in parameters {
      let count = other.numberCount
      guard first + count <= numbers.count else { return nil }
      if other.name == parameter.name {
        return other.value(of: Array(numbers[first..<first + count]))
      }
      first += count
    }
    return nil
  }
}

extension ParameterDescription {
  /// Parts of 1 in a plan's integers.
  private static let parts: Int64 = 1_000_000

  /// How many of a plan's integers say its value.
  var numberCount: Int {
    switch type {
    case .point: 2
    case .curve: 2 * ParameterType.curveLimit
    case .points: 2 * ParameterType.pointLimit
    // A plan names it beside the integers.
    case .media: 0
    default: 1
    }
  }

  /// A plan's integers: numbers in millionths, words by their place among those there are, colours as
  /// RRGGBBAA, yes as 1. No effect has what is known by its name alone: that is 0, as
  /// nothing is.
  func numbers(of value: ParameterValue?) -> [Int] {
    switch value {
    case nil: return Array(repeating: 0, count: numberCount)
    case .flag(let flag): return [flag ? 1 : 0]
    case .word where type == .media: return []
    case .word(let word):
      guard case .choice(let words) = type else { return [0] }
      return [words.firstIndex { $0.name == word } ?? 0]
    case .number(let number):
      return [Self.millionths(clamped(number))]
    case .whole(let number): return [number]
    case .color(let color):
      return [
        Int(color.red) << 24 | Int(color.green) << 16 | Int(color.blue) << 8 | Int(color.alpha)
      ]
    case .point(let point): return [Self.millionths(point.x), Self.millionths(point.y)]
    case .curve(let points):
      // The last one stands for those that there are not.
      let limit = numberCount / 2
      let all = points.prefix(limit) + Array(repeating: points.last ?? .origin, count: limit)
      var numbers = all.prefix(limit).flatMap { point in
        [point.x, point.y].map {
          type == .points ? Self.millionths(inOutline: $0) : Self.millionths($0)
        }
      }
      // An outline of one point holds nothing, and is not the same as no outline.
      if type == .points, !points.isEmpty, points.allSatisfy({ $0 == points[0] }) {
        // Towards the middle, so that it stays within the limits.
        numbers[numbers.count - 2] += numbers[numbers.count - 2] > 0 ? -1 : 1
      }
      return numbers
    }
  }

  /// The value of such integers, within the limits.
  func value(of numbers: [Int]) -> ParameterValue? {
    guard let number = numbers.first else { return defaultValue }
    switch type {
    case .choice(let words):
      return words.indices.contains(number) ? .word(words[number].name) : defaultValue
    case .number: return .number(clamped(Self.rational(number)))
    case .whole(let range): return .whole(min(max(number, range.lowerBound), range.upperBound))
    case .color:
      func byte(_ shift: Int) -> UInt8 { UInt8(truncatingIfNeeded: number >> shift) }
      return .color(Color(red: byte(24), green: byte(16), blue: byte(8), alpha: byte(0)))
    case .flag: return .flag(number != 0)
    case .shape, .media: return defaultValue
    case .curve: return .curve(Self.curve(numbers))
    case .points: return Self.points(numbers).map(ParameterValue.curve)
    case .point:
      return .point(Point(x: Self.rational(number), y: Self.rational(numbers[1])))
    }
  }

  /// Of a coordinate that an animation may have led beyond the limits.
  private static func millionths(inOutline share: Rational) -> Int {
    let limits = ParameterType.pointRange
    return millionths(min(max(share, limits.lowerBound), limits.upperBound))
  }

  private func clamped(_ number: Rational) -> Rational {
    guard case .number(let range) = type else { return number }
    return min(max(number, range.lowerBound), range.upperBound)
  }

  /// Points within 0…1 from left to right; those that are not right of the one before are left out.
  private static func curve(_ numbers: [Int]) -> [Point] {
    var points: [Point] = []
    for index in stride(from: 0, to: numbers.count - 1, by: 2) {
      func share(_ number: Int) -> Rational {
        min(max(rational(number), .zero), .one)
      }
      let point = Point(x: share(numbers[index]), y: share(numbers[index + 1]))
      if let last = points.last, point.x <= last.x { continue }
      points.append(point)
    }
    return points
  }

  /// Points anywhere within the limits; `nil` where all are one.
  private static func points(_ numbers: [Int]) -> [Point]? {
    var points: [Point] = []
    let limits = ParameterType.pointRange
    for index in stride(from: 0, to: numbers.count - 1, by: 2) {
      func share(_ number: Int) -> Rational {
        min(max(rational(number), limits.lowerBound), limits.upperBound)
      }
      let point = Point(x: share(numbers[index]), y: share(numbers[index + 1]))
      if point != points.last { points.append(point) }
    }
    return points.count > 1 ? points : nil
  }

  private static func millionths(_ number: Rational) -> Int {
    Int(
      clamping: roundDivide(
        Int128(number.numerator) * Int128(parts), by: Int128(number.denominator)))
  }

  private static func rational(_ number: Int) -> Rational {
    Rational(Int64(clamping: max(-1 << 53, min(1 << 53, number))), parts) ?? .zero
  }
}

extension Point {
  fileprivate static let origin = Point(x: .zero, y: .zero)
}
