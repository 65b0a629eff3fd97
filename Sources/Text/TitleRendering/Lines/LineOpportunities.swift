/// Where lines may begin: the rules of UAX #14 for Unicode 15.0, with numbers kept whole as in example 7 of its
/// section 8.2.
struct LineOpportunities {
  /// For each scalar whether a line may begin with it; never at the first.
  let isAllowed: [Bool]

  init(_ scalars: [Unicode.Scalar]) {
    let classes = scalars.map(LineBreakClass.init)
    var context = Context()
    var allowed: [Bool] = []
    allowed.reserveCapacity(scalars.count)
    for index in classes.indices {
      allowed.append(context.breaks(before: index, classes) && index > 0)
    }
    isAllowed = allowed
  }
}

extension LineOpportunities {
  private typealias Kinds = Set<LineBreakClass>

  private static let letters: Kinds = [.AL, .HL]
  private static let pictographs: Kinds = [.ID, .EB, .EM, .XP]
  private static let syllables: Kinds = [.JL, .JV, .JT, .H2, .H3]
  private static let openings: Kinds = [.OP, .OW]
  private static let closings: Kinds = [.CL, .CP, .CW]

  /// What is before a place, as far as rules ask.
  private struct Context {
    /// The scalar before, marks of a letter counted as that letter (LB9).
    var last: LineBreakClass?
    /// The one before that.
    var lastButOne: LineBreakClass?
    /// The last one before any spaces.
    var solid: LineBreakClass?
    /// Whether a zero-width joiner is directly before.
    var isJoined = false
    /// Regional indicators directly before.
    var flags = 0
    /// How far a number is directly before (LB25).
    var number = Number.none

    enum Number {
      case none
      /// Its digits, with stops and slashes between or behind.
      case digits
      /// Digits and a closing bracket.
      case closed
    }

    /// Whether a line may begin here; then goes on to the next.
    mutating func breaks(before index: Int, _ classes: [LineBreakClass]) -> Bool {
      let raw = classes[index]
      let isMark = raw == .CM || raw == .ZJ
      defer { isJoined = raw == .ZJ }
      // LB9: a mark belongs to what is before it.
      if isMark, let last, !Self.takesNoMarks.contains(last) { return false }
      // LB10: what has nothing to belong to is a letter.
      let next = isMark ? .AL : raw
      let answer = allows(next, following: index + 1, classes)
      advance(next)
      return answer
    }

    private static let takesNoMarks: Kinds = [.BK, .CR, .LF, .NL, .SP, .ZW]

    private mutating func advance(_ next: LineBreakClass) {
      switch (number, next) {
      case (_, .NU), (.digits, .SY), (.digits, .IS): number = .digits
      case (.digits, .CL), (.digits, .CP), (.digits, .CW): number = .closed
      default: number = .none
      }
      flags = next == .RI ? flags + 1 : 0
      (lastButOne, last) = (last, next)
      if next != .SP { solid = next }
    }

    private func allows(
      _ next: LineBreakClass, following index: Int, _ classes: [LineBreakClass]
    ) -> Bool {
      guard let last else { return false }
      // LB4 and LB5: at ends of paragraphs.
      if last == .CR { return next != .LF }
      if [.BK, .LF, .NL].contains(last) { return true }
      // LB6 and LB7.
      if [.BK, .CR, .LF, .NL, .SP, .ZW].contains(next) { return false }
      // LB8 and LB8a.
      if solid == .ZW { return true }
      if isJoined { return false }
      // LB11 to LB13.
      if next == .WJ || last == .WJ || last == .GL { return false }
      if next == .GL, ![.SP, .BA, .HY].contains(last) { return false }
      if closings.contains(next) || [.EX, .IS, .SY].contains(next) { return false }
      // LB14 to LB18: also where spaces are between.
      if let solid {
        if openings.contains(solid) { return false }
        if solid == .QU, openings.contains(next) { return false }
        if closings.contains(solid), next == .NS { return false }
        if solid == .B2, next == .B2 { return false }
      }
      if last == .SP { return true }
      return !isBound(last, next, following: index, classes)
    }

    /// LB19 to LB30b: whether two that touch stay together.
    private func isBound(
      _ last: LineBreakClass, _ next: LineBreakClass, following index: Int,
      _ classes: [LineBreakClass]
    ) -> Bool {
      if next == .QU || last == .QU { return true }
      if next == .CB || last == .CB { return false }
      if [.BA, .HY, .NS].contains(next) || last == .BB { return true }
      if lastButOne == .HL, last == .HY || last == .BA { return true }
      if last == .SY, next == .HL { return true }
      if next == .IN { return true }
      return isBoundNumber(last, next, following: index, classes)
        || isBoundSyllable(last, next) || isBoundWord(last, next)
    }

    /// LB23 to LB25.
    private func isBoundNumber(
      _ last: LineBreakClass, _ next: LineBreakClass, following index: Int,
      _ classes: [LineBreakClass]
    ) -> Bool {
      let isSign = last == .PR || last == .PO
      if letters.contains(last) {
        return next == .NU || next == .PR || next == .PO
      }
      if next == .NU {
        return isSign || openings.contains(last) || last == .HY || number == .digits
      }
      if last == .NU, letters.contains(next) { return true }
      if last == .PR, pictographs.contains(next) { return true }
      if pictographs.contains(last), next == .PO { return true }
      if isSign, letters.contains(next) { return true }
      if isSign, openings.contains(next) || next == .HY {
        return Self.base(from: index, classes) == .NU
      }
      return number != .none && (next == .PO || next == .PR)
    }

    /// The first from a place on that is no mark.
    private static func base(from index: Int, _ classes: [LineBreakClass]) -> LineBreakClass? {
      classes[index...].first { $0 != .CM && $0 != .ZJ }
    }

    /// LB26 and LB27.
    private func isBoundSyllable(_ last: LineBreakClass, _ next: LineBreakClass) -> Bool {
      switch (last, next) {
      case (.JL, .JL), (.JL, .JV), (.JL, .H2), (.JL, .H3): true
      case (.JV, .JV), (.JV, .JT), (.H2, .JV), (.H2, .JT): true
      case (.JT, .JT), (.H3, .JT): true
      case (_, .PO): syllables.contains(last)
      case (.PR, _): syllables.contains(next)
      default: false
      }
    }

    /// LB28 to LB30b.
    private func isBoundWord(_ last: LineBreakClass, _ next: LineBreakClass) -> Bool {
      if letters.contains(next) {
        return letters.contains(last) || last == .IS || last == .CP
      }
      if next == .OP { return letters.contains(last) || last == .NU }
      if last == .CP, next == .NU { return true }
      if last == .RI, next == .RI { return flags % 2 == 1 }
      return next == .EM && (last == .EB || last == .XP)
    }
  }
}
