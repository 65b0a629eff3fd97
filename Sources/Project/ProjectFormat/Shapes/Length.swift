import Diagnostics
import BaseValues
import TimelineModel

/// A length as it is written.
struct Length: Hashable, Sendable {
  enum Unit: String, CaseIterable, Hashable, Sendable {
    /// No length: a number that stays what it is.
    case number = ""
    /// Pixels of the canvas that the project is designed for.
    case pixels = "px"
    /// Hundredths of the canvas's width or height, whichever the length lies along.
    case percent = "%"
    /// Hundredths of the canvas's width.
    case width = "vw"
    /// Hundredths of the canvas's height.
    case height = "vh"
    /// Sizes of the text.
    case em = "em"
  }

  var amount: Rational
  var unit = Unit.pixels
}

/// Lengths to the right and down.
struct LengthPair: Hashable, Sendable {
  var x: Length
  var y: Length
}

/// The canvas on which lengths are pixels.
struct LengthScale: Sendable {
  /// What a length lies along.
  enum Direction: Sendable {
    case across, down
    /// Neither: a size, a width of a line, a radius.
    case both
  }

  /// Of the canvas, in pixels.
  let size: Size
  /// Of the canvas that bare numbers were meant for.
  let design: Size

  /// Pixels of the canvas for one of those that bare numbers were meant for; where the two have not the
  /// same shape, what fits both ways.
  var factor: Rational {
    get throws(TimeOverflow) { min(try ratio(.across), try ratio(.down)) }
  }

  var isPlain: Bool { size == design }

  /// The length in pixels of the canvas.
  ///
  /// - Parameter em: the size of the text that the length is of, in these pixels.
  /// - Throws: when the result is not representable.
  func pixels(
    _ length: Length, _ direction: Direction, em: Rational = .zero
  ) throws(TimeOverflow) -> Rational {
    let amount = length.amount
    switch length.unit {
    case .number: return amount
    case .pixels: return isPlain ? amount : try amount * ratio(direction)
    case .percent:
      return try amount * Rational(direction == .across ? size.width : size.height) / Rational(100)
    case .width: return try amount * Rational(size.width) / Rational(100)
    case .height: return try amount * Rational(size.height) / Rational(100)
    case .em: return try amount * em
    }
  }

  private func ratio(_ direction: Direction) throws(TimeOverflow) -> Rational {
    switch direction {
    case .across: try Rational(size.width) / Rational(max(1, design.width))
    case .down: try Rational(size.height) / Rational(max(1, design.height))
    case .both: try factor
    }
  }
}

extension Rational {
  fileprivate init(_ number: Int) { self.init(Int64(number)) }
}

extension Shape where Value == Length {
  /// A place along the canvas: pixels, or with a unit of the canvas.
  static var length: Shape {
    length(
      "a length", within: Rational(-1_000_000)...maximumPixels, ofText: false, example: "\"50%\"")
  }

  /// Pixels as a number, or a number with a unit.
  ///
  /// - Parameters:
  ///   - limits: of the pixels.
  ///   - ofText: whether it may be in sizes of a text.
  static func length(
    _ expected: String, within limits: ClosedRange<Rational>, ofText: Bool, example: String
  ) -> Shape {
    let units: [Length.Unit] = [.percent, .width, .height] + (ofText ? [.em] : [])
    let words = ofText || expected != "a length" ? expected : "pixels as a number or a percentage"
    return Shape(
      expected: expected, example: example,
      schema: .any([
        .number(
          minimum: limits.lowerBound.decimalApproximation(places: 0),
          maximum: limits.upperBound.decimalApproximation(places: 0)),
        .string(
          pattern: #"^[+-]?[0-9]+(\.[0-9]+)?("#
            + units.map(\.rawValue).joined(separator: "|") + ")$"),
      ])
    ) { value, reading in
      switch value.kind {
      case .number(let digits):
        guard let pixels = exactNumber(digits, value, &reading) else { return nil }
        guard limits.contains(pixels) else {
          reading.report(
            ProjectMessages.numberOutOfRange(
              shortened(digits), expected: expected, range: value.range,
              limits: "pixels from \(limits.lowerBound) to \(limits.upperBound)"))
          return nil
        }
        return Length(amount: pixels)
      case .string(let text):
        let most = Rational(1_000_000)
        if let unit = units.first(where: { text.hasSuffix($0.rawValue) }),
          let amount = Rational.decimal(text.dropLast(unit.rawValue.count)), amount <= most,
          Rational(-1_000_000) <= amount, amount >= .zero || limits.lowerBound < .zero
        {
          return Length(amount: amount, unit: unit)
        }
        return reading.wrong(value, words, example) { text in
          Spelling.length(text) { limits.contains($0) }
        }
      default:
        reading.reportType(of: value, expected: words, example: example)
        return nil
      }
    }
  }
}
