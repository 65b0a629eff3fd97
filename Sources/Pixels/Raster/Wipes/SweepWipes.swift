extension WipeShape {
  static let sweepWipes = [
    WipeShape(
      221, "singlesweep-cwt", "a hand turns clockwise about the middle of the top edge",
      alsoCalled: ["singlesweepwipe", "clockwisetop"]
    ) { 2 * $0.sweep(0.5, 0, from: .right) },
    WipeShape(
      222, "singlesweep-cwr", "a hand turns clockwise about the middle of the right edge",
      alsoCalled: ["clockwiseright"]
    ) { 2 * $0.sweep(1, 0.5, from: .down) },
    WipeShape(
      223, "singlesweep-cwb", "a hand turns clockwise about the middle of the bottom edge",
      alsoCalled: ["clockwisebottom"]
    ) { 2 * $0.sweep(0.5, 1, from: .left) },
    WipeShape(
      224, "singlesweep-cwl", "a hand turns clockwise about the middle of the left edge",
      alsoCalled: ["clockwiseleft"]
    ) { 2 * $0.sweep(0, 0.5, from: .up) },
    WipeShape(
      225, "doublesweep-pv", "hands at the middles of top and bottom turn clockwise, a half each",
      alsoCalled: ["doublesweepwipe", "parallelvertical"]
    ) { 4 * ($0.u < 0.5 ? $0.turned : $0).sweep(0.5, 0, from: .right) },
    WipeShape(
      226, "doublesweep-pd", "hands at the middles of left and right turn clockwise, a half each",
      alsoCalled: ["paralleldiagonal"]
    ) { 4 * ($0.v < 0.5 ? $0 : $0.turned).sweep(0, 0.5, from: .up) },
    WipeShape(
      227, "doublesweep-ov", "hands at the middles of top and bottom turn from right to left",
      alsoCalled: ["oppositevertical"]
    ) { 2 * $0.inUpperHalf.sweep(0.5, 0, from: .right) },
    WipeShape(
      228, "doublesweep-oh", "hands at the middles of left and right turn from top to bottom",
      alsoCalled: ["oppositehorizontal"]
    ) { 2 * $0.inLeftHalf.sweep(0, 0.5, from: .up) },
    WipeShape(231, "fan-t", "a fan unfolds from the bottom about the middle of the top edge") {
      4 * $0.spread(0.5, 0, from: .down)
    },
    WipeShape(232, "fan-r", "a fan unfolds from the left about the middle of the right edge") {
      4 * $0.spread(1, 0.5, from: .left)
    },
    WipeShape(233, "fan-b", "a fan unfolds from the top about the middle of the bottom edge") {
      4 * $0.spread(0.5, 1, from: .up)
    },
    WipeShape(234, "fan-l", "a fan unfolds from the right about the middle of the left edge") {
      4 * $0.spread(0, 0.5, from: .right)
    },
    WipeShape(
      235, "doublefan-fiv", "two fans about the middles of top and bottom unfold from the middle",
      alsoCalled: ["faninvertical"]
    ) { 4 * $0.inUpperHalf.spread(0.5, 0, from: .down) },
    WipeShape(
      236, "doublefan-fih", "two fans about the middles of left and right unfold from the middle",
      alsoCalled: ["faninhorizontal"]
    ) { 4 * $0.inLeftHalf.spread(0, 0.5, from: .right) },
    WipeShape(
      241, "singlesweep-cwtl", "a hand turns clockwise about the upper left corner",
      alsoCalled: ["clockwisetopleft"]
    ) { 4 * $0.spread(0, 0, from: .right) },
    WipeShape(
      242, "singlesweep-cwbl", "a hand turns counter-clockwise about the lower left corner",
      alsoCalled: ["counterclockwisebottomleft"]
    ) { 4 * $0.spread(0, 1, from: .right) },
    WipeShape(
      243, "singlesweep-cwbr", "a hand turns clockwise about the lower right corner",
      alsoCalled: ["clockwisebottomright"]
    ) { 4 * $0.spread(1, 1, from: .left) },
    WipeShape(
      244, "singlesweep-cwtr", "a hand turns counter-clockwise about the upper right corner",
      alsoCalled: ["counterclockwisetopright"]
    ) { 4 * $0.spread(1, 0, from: .left) },
    WipeShape(
      245, "doublesweep-pdtl",
      "hands at the upper left and lower right corners turn to the diagonal between them",
      alsoCalled: ["paralleldiagonaltopleft"]
    ) { place in
      let place = place.v < place.u ? place : place.turned
      let diagonal = WipePlace.turns(place.width, place.height) - 0.25
      return place.spread(0, 0, from: .right) / diagonal
    },
    WipeShape(
      246, "doublesweep-pdbl",
      "hands at the lower left and upper right corners turn to the diagonal between them",
      alsoCalled: ["paralleldiagonalbottomleft"]
    ) { place in
      let place = place.u + place.v < 1 ? place : place.turned
      let diagonal = WipePlace.turns(place.width, -place.height)
      return place.spread(0, 1, from: .up) / diagonal
    },
  ]

  static let doorWipes = [
    WipeShape(
      251, "saloondoor-t", "hands at the upper corners turn down",
      alsoCalled: ["saloondoorwipe", "saloondoor"]
    ) { 4 * $0.inLeftHalf.spread(0, 0, from: .right) },
    WipeShape(252, "saloondoor-l", "hands at the left corners turn to the right") {
      4 * $0.inUpperHalf.spread(0, 0, from: .down)
    },
    WipeShape(253, "saloondoor-b", "hands at the lower corners turn up") {
      4 * $0.inLeftHalf.spread(0, 1, from: .right)
    },
    WipeShape(254, "saloondoor-r", "hands at the right corners turn to the left") {
      4 * $0.inUpperHalf.spread(1, 0, from: .down)
    },
    WipeShape(
      261, "windshield-r",
      "hands in the middles of the upper and lower halves turn once, rightwards",
      alsoCalled: ["windshieldwipe", "windshield"]
    ) { 1 - $0.inUpperHalf.sweep(0.5, 0.25, from: .down) },
    WipeShape(
      262, "windshield-u", "hands in the middles of the left and right halves turn once, upwards"
    ) { 1 - $0.inLeftHalf.sweep(0.25, 0.5, from: .right) },
    WipeShape(
      263, "windshield-v", "fans in the middles of the upper and lower halves unfold inwards"
    ) { 2 * $0.inUpperHalf.spread(0.5, 0.25, from: .up) },
    WipeShape(
      264, "windshield-h", "fans in the middles of the left and right halves unfold inwards"
    ) { 2 * $0.inLeftHalf.spread(0.25, 0.5, from: .left) },
  ]
}
