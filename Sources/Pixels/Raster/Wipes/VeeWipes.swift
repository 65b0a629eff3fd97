extension WipeShape {
  static let veeWipes = [
    WipeShape(61, "vee-d", "a wedge moves down", alsoCalled: ["veewipe", "vee"]) {
      ($0.v + $0.across) / 2
    },
    WipeShape(62, "vee-l", "a wedge moves to the left") { (1 - $0.u + $0.down) / 2 },
    WipeShape(63, "vee-u", "a wedge moves up") { (1 - $0.v + $0.across) / 2 },
    WipeShape(64, "vee-r", "a wedge moves to the right") { ($0.u + $0.down) / 2 },
    WipeShape(
      65, "barnvee-d", "a V with its tip at the bottom splits inwards and outwards",
      alsoCalled: ["barnveewipe", "barnvee"]
    ) { ($0.across + $0.v - 1).magnitude },
    WipeShape(66, "barnvee-l", "a V with its tip on the left splits inwards and outwards") {
      ($0.down - $0.u).magnitude
    },
    WipeShape(67, "barnvee-u", "a V with its tip at the top splits inwards and outwards") {
      ($0.across - $0.v).magnitude
    },
    WipeShape(68, "barnvee-r", "a V with its tip on the right splits inwards and outwards") {
      ($0.down + $0.u - 1).magnitude
    },
  ]

  static let zigZagWipes = [
    WipeShape(
      71, "zigzag-lr", "a jagged edge moves from left to right",
      alsoCalled: ["zigzagwipe", "zigzag"]
    ) { ($0.u + $0.teeth(along: $0.v)) / (1 + toothDepth) },
    WipeShape(72, "zigzag-tb", "a jagged edge moves from top to bottom") {
      ($0.v + $0.teeth(along: $0.u)) / (1 + toothDepth)
    },
    WipeShape(
      73, "barnzigzag-v", "a jagged vertical line splits towards left and right",
      alsoCalled: ["barnzigzagwipe"]
    ) { (2 * ($0.u + $0.teeth(along: $0.v)) - 1 - toothDepth).magnitude / (1 + toothDepth) },
    WipeShape(74, "barnzigzag-h", "a jagged horizontal line splits towards top and bottom") {
      (2 * ($0.v + $0.teeth(along: $0.u)) - 1 - toothDepth).magnitude / (1 + toothDepth)
    },
  ]

  /// As a share of the way.
  fileprivate static let toothDepth = 0.125
}

extension WipePlace {
  /// How far a jagged edge stands back, 0…⅛: four teeth over the length of the edge.
  fileprivate func teeth(along share: Double) -> Double {
    (2 * (4 * share).fraction - 1).magnitude * WipeShape.toothDepth
  }
}
