import Diagnostics
public import BaseValues
import TimelineModel

/// Another size for a project's movie; lengths without a unit are scaled with it.
public enum Rendition: Hashable, Sendable {
  /// Both sides even, 2 to 8192.
  case size(Size)
  /// Above 0 and at most ``largestScale``; sides become the nearest even numbers.
  case scale(Rational)

  /// How many times larger a movie may become.
  public static let largestScale = TextStyle.largestScale
}

extension OutputDocument {
  /// Takes another size; what was meant for the old one is still meant for that.
  mutating func resize(_ rendition: Rendition) {
    let old = size?.value ?? Size(width: 1280, height: 720)
    if design == nil { design = Located(value: old, range: size?.range ?? .none) }
    let new: Size
    switch rendition {
    case .size(let size): new = size
    case .scale(let factor):
      func side(_ length: Int) -> Int {
        let half = roundDivide(
          Int128(length) * Int128(factor.numerator), by: 2 * Int128(factor.denominator))
        return 2 * Int(min(max(half, 1), 4096))
      }
      new = Size(width: side(old.width), height: side(old.height))
    }
    size = Located(value: new, range: size?.range ?? .none)
  }
}
