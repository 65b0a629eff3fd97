internal import BaseValues
internal import TimelineModel

/// Letters in place of others, which change from time to time in an order that looks like none and is always the same.
///
/// A capital letter is drawn as another one of A to Z, a small one as one of a to z, a digit as a digit; any other
/// letter as one of the text's own that is like it.
struct ScrambledText: Sendable {
  private let scalars: [Unicode.Scalar]
  private let steps: FrameLine
  private let others: [Unicode.GeneralCategory: [Unicode.Scalar]]

  /// - Parameters:
  ///   - seconds: how long each stays, above 0.
  ///   - start: when the first one comes.
  init(
    _ text: String, every seconds: Rational, from start: Rational, rate: FrameRate
  ) throws(TimeOverflow) {
    scalars = Array(text.unicodeScalars)
    steps = try FrameLine(
      rate: rate, start: WideRational(start), factor: try .one / WideRational(seconds))
    var others: [Unicode.GeneralCategory: [Unicode.Scalar]] = [:]
    for scalar in scalars where scalar.properties.isAlphabetic && !scalar.isASCII {
      others[scalar.properties.generalCategory, default: []].append(scalar)
    }
    self.others = others
  }

  /// What is drawn in place of a part at a frame: as many scalars as it has.
  func text(in part: Range<Int>, at frame: Int) -> String {
    let step = UInt64(truncatingIfNeeded: steps.floor(at: frame))
    var result = String.UnicodeScalarView()
    for place in part where scalars.indices.contains(place) {
      result.append(other(scalars[place], Self.number(step, UInt64(place))))
    }
    return String(result)
  }

  private func other(_ scalar: Unicode.Scalar, _ number: UInt64) -> Unicode.Scalar {
    func letter(_ first: Unicode.Scalar, of count: UInt64) -> Unicode.Scalar {
      Unicode.Scalar(first.value + UInt32(number % count)) ?? scalar
    }
    switch scalar {
    case "A"..."Z": return letter("A", of: 26)
    case "a"..."z": return letter("a", of: 26)
    case "0"..."9": return letter("0", of: 10)
    default:
      guard let others = others[scalar.properties.generalCategory], !others.isEmpty else {
        return scalar
      }
      return others[Int(number % UInt64(others.count))]
    }
  }

  /// The mixing function of the generator that is known as SplitMix64.
  private static func number(_ step: UInt64, _ place: UInt64) -> UInt64 {
    var bits = step &* 0x9E37_79B9_7F4A_7C15 &+ place &* 0xD1B5_4A32_D192_ED03
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }
}
