extension WipeShape {
  static let barWipes = [
    WipeShape(
      1, "bar-wipe-lr", "an edge moves from left to right", alsoCalled: ["barwipe", "lefttoright"]
    ) { $0.u },
    WipeShape(2, "bar-wipe-tb", "an edge moves from top to bottom", alsoCalled: ["toptobottom"]) {
      $0.v
    },
  ]

  static let barnDoorWipes = [
    WipeShape(
      21, "barndoor-v", "a vertical line in the middle splits towards left and right",
      alsoCalled: ["barndoorwipe", "barndoor", "vertopen"]
    ) { $0.across },
    WipeShape(
      22, "barndoor-h", "a horizontal line in the middle splits towards top and bottom",
      alsoCalled: ["horzopen"]
    ) { $0.down },
    WipeShape(23, "box-wipe-tc", "a box grows from the middle of the top edge") {
      max($0.across, $0.v)
    },
    WipeShape(24, "box-wipe-rc", "a box grows from the middle of the right edge") {
      max(1 - $0.u, $0.down)
    },
    WipeShape(25, "box-wipe-bc", "a box grows from the middle of the bottom edge") {
      max($0.across, 1 - $0.v)
    },
    WipeShape(26, "box-wipe-lc", "a box grows from the middle of the left edge") {
      max($0.u, $0.down)
    },
  ]
}
