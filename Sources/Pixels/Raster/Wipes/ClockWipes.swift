extension WipeShape {
  static let clockWipes = [
    WipeShape(
      201, "clock-cw12", "a hand turns clockwise from twelve o'clock",
      alsoCalled: ["clockwipe", "clock", "radial", "clockwisetwelve"]
    ) { $0.sweep(0.5, 0.5, from: .up) },
    WipeShape(
      202, "clock-cw3", "a hand turns clockwise from three o'clock", alsoCalled: ["clockwisethree"]
    ) { $0.sweep(0.5, 0.5, from: .right) },
    WipeShape(
      203, "clock-cw6", "a hand turns clockwise from six o'clock", alsoCalled: ["clockwisesix"]
    ) { $0.sweep(0.5, 0.5, from: .down) },
    WipeShape(
      204, "clock-cw9", "a hand turns clockwise from nine o'clock", alsoCalled: ["clockwisenine"]
    ) { $0.sweep(0.5, 0.5, from: .left) },
    WipeShape(
      205, "pinwheel-tbv", "two hands turn clockwise from twelve and six o'clock",
      alsoCalled: ["pinwheelwipe", "pinwheel", "twobladevertical"]
    ) { (2 * $0.sweep(0.5, 0.5, from: .up)).fraction },
    WipeShape(
      206, "pinwheel-tbh", "two hands turn clockwise from nine and three o'clock",
      alsoCalled: ["twobladehorizontal"]
    ) { (2 * $0.sweep(0.5, 0.5, from: .right)).fraction },
    WipeShape(
      207, "pinwheel-fb", "four hands turn clockwise", alsoCalled: ["fourblade"]
    ) { (4 * $0.sweep(0.5, 0.5, from: .up)).fraction },
  ]

  static let fanWipes = [
    WipeShape(
      211, "fan-ct", "a fan unfolds from the top about the middle",
      alsoCalled: ["fanwipe", "fan", "centertop"]
    ) { 2 * $0.spread(0.5, 0.5, from: .up) },
    WipeShape(
      212, "fan-cr", "a fan unfolds from the right about the middle", alsoCalled: ["centerright"]
    ) { 2 * $0.spread(0.5, 0.5, from: .right) },
    WipeShape(
      213, "doublefan-fov", "two fans unfold from top and bottom about the middle",
      alsoCalled: ["doublefanwipe", "fanoutvertical"]
    ) { 4 * $0.inUpperHalf.spread(0.5, 0.5, from: .up) },
    WipeShape(
      214, "doublefan-foh", "two fans unfold from left and right about the middle",
      alsoCalled: ["fanouthorizontal"]
    ) { 4 * $0.inLeftHalf.spread(0.5, 0.5, from: .left) },
  ]
}
