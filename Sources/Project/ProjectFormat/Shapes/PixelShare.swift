import Diagnostics
import BaseValues

/// Pixels that stand where a share of a picture is asked for.
struct PixelShare {
  /// Of the picture, as far as that is as large as the canvas; `nil` where it is not known.
  private let side: Int?
  /// `width` or `height`; `nil` for either.
  private let measure: String?

  private static let across: Set<String> = ["x", "width", "left", "right", "centerX", "length"]
  private static let down: Set<String> = ["y", "height", "top", "bottom", "centerY"]

  /// - Parameter expected: what is asked for; `nil` comes of all but shares of pictures.
  init?(_ expected: String, _ reading: Reading) {
    guard expected.contains("share"), !["duration", "way"].contains(where: expected.contains) else {
      return nil
    }
    let key = reading.key
    if expected.contains("height") || Self.down.contains(key) {
      (measure, side) = ("height", reading.canvas?.height)
    } else if Self.across.contains(key) {
      (measure, side) = ("width", reading.canvas?.width)
    } else {
      (measure, side) = (nil, nil)
    }
  }

  /// Ways out for a number that is too large for a share.
  func fixes(_ number: Rational, _ range: SourceRange, fits: (Rational) -> Bool) -> [Fix] {
    // What is hardly too much is no number of pixels.
    guard number >= Rational(2) else { return [] }
    guard let share = share(number, fits: fits), let side, let measure else {
      let whole = measure.map { "the picture's \($0)" } ?? "the picture's width or height"
      return [Fix(message: "divide pixels by \(whole): half of it is 0.5")]
    }
    return [
      Fix(
        message:
          "if these are pixels of a picture as large as the canvas, whose \(measure) is \(side), "
          + "write \(share)", replacing: range, with: share)
    ]
  }

  /// The share for a text such as `12px`.
  func respelling(_ text: String, fits: (Rational) -> Bool) -> Respelling? {
    guard let (digits, unit) = Spelling.measure(text), ["px", "pixel", "pixels"].contains(unit),
      let number = Rational.decimal(digits), let share = share(number, fits: fits)
    else { return nil }
    return .likely(share)
  }

  private func share(_ number: Rational, fits: (Rational) -> Bool) -> String? {
    guard let side, side > 0, let share = try? number / Rational(Int64(side)), fits(share) else {
      return nil
    }
    return share.decimalApproximation(places: 4)
  }
}
