package import BaseValues

/// Where the samples of a part of a source lie that is heard again and again.
///
/// Each time begins at the sample nearest to its exact beginning, and with the source's sample that is nearest to
/// what is heard there exactly, so that the times take a sample more or less where their length is no whole
/// number of samples, nothing drifts, and nothing is more than half a sample beside its place.
package struct LoopedPositions: Hashable, Sendable {
  /// One time through the part, or what is left of it.
  package struct Turn: Sendable {
    /// How many samples there are up to its end, 1 or more.
    package var count: Int64
    /// The source's sample that is heard first.
    package var source: Int64
    /// Whether those before it follow.
    package var isBackwards: Bool
    /// Samples of this time that have passed.
    package var passed: Int64
    /// Which time it is; 0 begins with the part itself.
    package var number: Int64
    /// The source's sample that would be heard first, had the time before it gone on, and whether those before
    /// that would follow.
    package var before: (source: Int64, isBackwards: Bool)
  }

  private let start: Int128
  private let length: Int128
  private let denominator: Int128
  private let isPingPong: Bool
  /// Samples over which the beginning of a time is crossed with what follows the part in the source.
  package let overlap: Int64

  /// - Parameter sampleRate: of positions, a second.
  /// - Throws: for a part of less than a sample, and for fractions beyond exact arithmetic.
  package init(_ loop: SourceLoop, sampleRate: Int) throws(TimeOverflow) {
    let rate = WideRational(sampleRate)
    let start = try WideRational(loop.start) * rate
    let length = try WideRational(loop.length) * rate
    denominator = try checkedProduct(
      start.denominator / greatestCommonDivisor(start.denominator, length.denominator),
      length.denominator)
    self.start = try checkedProduct(start.numerator, denominator / start.denominator)
    self.length = try checkedProduct(length.numerator, denominator / length.denominator)
    isPingPong = loop.isPingPong
    overlap =
      try loop.crossFade.map { fade throws(TimeOverflow) in
        Int64(clamping: try (WideRational(fade) * rate).rounded)
      } ?? 0
    guard self.length >= denominator, denominator <= 1 << 60, self.start.magnitude < 1 << 100,
      self.length < 1 << 100, (0...Self.mostOverlap).contains(overlap)
    else { throw TimeOverflow() }
  }

  /// The source's samples of the part.
  package var part: Range<Int64> { bound(0)..<max(bound(1), bound(0) + 1) }

  /// What is heard from a position on, counted on through all times from the source's sample 0.
  package func turn(at position: Int64) -> Turn {
    let wanted = Int128(min(max(position, -Self.farthest), Self.farthest))
    var number = floorDivide(wanted * denominator - start, by: length)
    while Int128(bound(number)) > wanted { number -= 1 }
    while Int128(bound(number + 1)) <= wanted { number += 1 }
    let (first, end) = (bound(number), bound(number + 1))
    let passed = Int64(wanted) - first
    let (source, isBackwards) = source(of: number, at: first)
    return Turn(
      count: end - Int64(wanted), source: isBackwards ? source - passed : source + passed,
      isBackwards: isBackwards, passed: passed, number: Int64(clamping: number),
      before: self.source(of: number - 1, at: first))
  }

  /// The source's sample that a time has at a position, its own or one beyond it, and whether those before it
  /// follow; backwards the sample before the exact one.
  private func source(of number: Int128, at position: Int64) -> (Int64, isBackwards: Bool) {
    let place = Int128(position) * denominator
    guard isPingPong, number & 1 != 0 else {
      return (Int64(clamping: roundDivide(place - number * length, by: denominator)), false)
    }
    let turned = roundDivide(2 * start + (number + 1) * length - place, by: denominator)
    return (Int64(clamping: turned - 1), true)
  }

  /// The position at which a time begins.
  private func bound(_ number: Int128) -> Int64 {
    Int64(clamping: roundDivide(start + number * length, by: denominator))
  }

  /// 20 seconds at 192 kHz.
  private static let mostOverlap: Int64 = 20 * 192_000
  /// 66 days at 192 kHz.
  private static let farthest: Int64 = 1 << 40
}
