import BaseValues
import SeededNumbers

extension SeededGenerator {
  /// An integer that is often near 0, near an end of the range, or near a power of two.
  mutating func awkwardInt64() -> Int64 {
    let small = Int64.random(in: -3...3, using: &self)
    switch Int.random(in: 0..<6, using: &self) {
    case 0: return small
    case 1: return Int64.max - abs(small)
    case 2: return Int64.min + abs(small)
    case 3: return (1 << Int64.random(in: 0..<62, using: &self)) + small
    case 4: return -(1 << Int64.random(in: 0..<62, using: &self)) + small
    default: return Int64(truncatingIfNeeded: next())
    }
  }

  /// A fraction of awkward integers.
  mutating func awkwardRational() -> Rational {
    while true {
      if let value = Rational(awkwardInt64(), awkwardInt64()) { return value }
    }
  }
}
