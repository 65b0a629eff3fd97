extension WipeShape {
  static let spiralWipes = [
    spiral(310, "spiral-tl-cw", "clockwise from the upper left corner", "topleftclockwise") { $0 },
    spiral(311, "spiral-tr-cw", "clockwise from the upper right corner", "toprightclockwise") {
      $0.mirrored.transposed
    },
    spiral(312, "spiral-br-cw", "clockwise from the lower right corner", "bottomrightclockwise") {
      $0.turned
    },
    spiral(313, "spiral-bl-cw", "clockwise from the lower left corner", "bottomleftclockwise") {
      $0.flipped.transposed
    },
    spiral(
      314, "spiral-tl-ccw", "counter-clockwise from the upper left corner",
      "topleftcounterclockwise"
    ) { $0.transposed },
    spiral(
      315, "spiral-tr-ccw", "counter-clockwise from the upper right corner",
      "toprightcounterclockwise"
    ) { $0.mirrored },
    spiral(
      316, "spiral-br-ccw", "counter-clockwise from the lower right corner",
      "bottomrightcounterclockwise"
    ) { $0.turned.transposed },
    spiral(
      317, "spiral-bl-ccw", "counter-clockwise from the lower left corner",
      "bottomleftcounterclockwise"
    ) { $0.flipped },
  ]

  private static func spiral(
    _ number: Int, _ name: String, _ way: String, _ otherName: String,
    _ seen: @escaping @Sendable (WipePlace) -> WipePlace
  ) -> WipeShape {
    let names = number == 310 ? ["spiralwipe", "spiral", otherName] : [otherName]
    return WipeShape(number, name, "blocks inwards, \(way)", alsoCalled: names) {
      seen($0).spiral()
    }
  }
}
