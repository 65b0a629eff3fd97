/// What a scalar is where lines are broken: the property `Line_Break` of Unicode 15.0, with the names of UAX #14,
/// as rule LB1 resolves it.
///
/// Four are ours: `OW` and `CW` are the wide ones of `OP` and `CP` (LB30), `XP` is a pictograph that is not
/// assigned (LB30b), and `HS` a Hangul syllable, which is `H2` or `H3` by its number.
enum LineBreakClass: String, CaseIterable {
  case AL, B2, BA, BB, BK, CB, CL, CM, CP, CR, EB, EM, EX, GL, H2, H3, HL, HY, ID, IN, IS, JL, JT,
    JV, LF
  case NL, NS, NU, OP, PO, PR, QU, RI, SP, SY, WJ, ZJ, ZW
  case CW, HS, OW, XP

  /// The class of a scalar.
  init(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    var (low, high) = (0, Self.runs.count)
    // The last run that begins at the scalar or before it.
    while high - low > 1 {
      let middle = (low + high) / 2
      if Self.runs[middle].start <= value { low = middle } else { high = middle }
    }
    let found = Self.runs[low].kind
    // A syllable without a final consonant stands before those that differ in it alone.
    self = found == .HS ? ((value - 0xAC00) % 28 == 0 ? .H2 : .H3) : found
  }

  private static let runs: [(start: UInt32, kind: LineBreakClass)] = table.split(separator: " ")
    .compactMap { word in
      guard let kind = LineBreakClass(rawValue: String(word.suffix(2))),
        let start = UInt32(word.dropLast(2), radix: 16)
      else { return nil }
      return (start, kind)
    }
}
