extension WipeShape {
  static let boxWipes = [
    WipeShape(
      3, "box-wipe-tl", "a box grows from the upper left corner", alsoCalled: ["boxwipe"]
    ) { max($0.u, $0.v) },
    WipeShape(
      4, "box-wipe-tr", "a box grows from the upper right corner"
    ) { max(1 - $0.u, $0.v) },
    WipeShape(
      5, "box-wipe-br", "a box grows from the lower right corner"
    ) { max(1 - $0.u, 1 - $0.v) },
    WipeShape(
      6, "box-wipe-bl", "a box grows from the lower left corner"
    ) { max($0.u, 1 - $0.v) },
    WipeShape(
      7, "four-box-wipe-ci", "a box grows from each corner inwards",
      alsoCalled: ["fourboxwipe", "fourbox", "cornersin"]
    ) { max(1 - $0.across, 1 - $0.down) },
    WipeShape(
      8, "four-box-wipe-co", "a box grows from the middle of each quarter outwards",
      alsoCalled: ["cornersout"]
    ) { max((2 * $0.across - 1).magnitude, (2 * $0.down - 1).magnitude) },
  ]
}
