extension WipeShape {
  static let diagonalWipes = [
    WipeShape(
      41, "diagonal-tl", "a diagonal moves from the upper left corner to the lower right one",
      alsoCalled: ["diagonalwipe", "diagonal"]
    ) { ($0.u + $0.v) / 2 },
    WipeShape(
      42, "diagonal-tr", "a diagonal moves from the upper right corner to the lower left one"
    ) { (1 - $0.u + $0.v) / 2 },
    WipeShape(
      43, "bowtie-v", "wedges slide in from top and bottom", alsoCalled: ["bowtiewipe", "bowtie"]
    ) { ($0.across + 1 - $0.down) / 2 },
    WipeShape(44, "bowtie-h", "wedges slide in from left and right") {
      ($0.down + 1 - $0.across) / 2
    },
    WipeShape(
      45, "barndoor-dbl", "the diagonal from the lower left splits towards the other corners",
      alsoCalled: ["diagonalbottomleft"]
    ) { ($0.u + $0.v - 1).magnitude },
    WipeShape(
      46, "barndoor-dtl", "the diagonal from the upper left splits towards the other corners",
      alsoCalled: ["diagonaltopleft"]
    ) { ($0.u - $0.v).magnitude },
    WipeShape(
      47, "misc-diagonal-dbd", "both diagonals split towards the four edges",
      alsoCalled: ["miscdiagonalwipe", "doublebarndoor"]
    ) { ($0.across - $0.down).magnitude },
    WipeShape(
      48, "misc-diagonal-dd", "a diamond between the edges' middles splits inwards and outwards",
      alsoCalled: ["doublediamond"]
    ) { ($0.across + $0.down - 1).magnitude },
  ]
}
