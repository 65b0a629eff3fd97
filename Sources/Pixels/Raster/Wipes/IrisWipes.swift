extension WipeShape {
  static let irisWipes =
    [
      WipeShape(
        101, "iris-rect", "a rectangle of the canvas's shape grows from the middle",
        alsoCalled: ["iriswipe", "iris", "rectangle", "irisrectangle"]
      ) { max($0.across, $0.down) },
      WipeShape(
        102, "iris-diamond", "a diamond of the canvas's shape grows from the middle",
        alsoCalled: ["diamond"]
      ) { ($0.across + $0.down) / 2 },
    ] + turnedWipes(103, "iris-triangle", "a triangle", triangle)
    + turnedWipes(107, "iris-arrow", "an arrow head", arrow)
    + [
      outline(111, "iris-pentagon-u", "a pentagon that points up", pentagon, ["pentagonwipe"]),
      outline(112, "iris-pentagon-d", "a pentagon that points down", pentagon.turned(2)),
      outline(
        113, "iris-hexagon-h", "a hexagon with corners left and right", hexagon.turned(1),
        ["hexagonwipe", "hexagon"]),
      outline(114, "iris-hexagon-v", "a hexagon with corners at the top and bottom", hexagon),
      outline(
        119, "iris-circle", "a circle", .ellipse(width: 2, height: 2),
        ["ellipsewipe", "circle", "circleopen"]),
      outline(120, "iris-ellipse-h", "a wide ellipse", .ellipse(width: 4, height: 2), ["ellipse"]),
      outline(121, "iris-ellipse-v", "a tall ellipse", .ellipse(width: 2, height: 4)),
      outline(122, "iris-eye-h", "a lying almond", eye(0, 0.75), ["eyewipe", "eye"]),
      outline(123, "iris-eye-v", "a standing almond", eye(0.75, 0)),
      outline(
        124, "iris-roundrect-h", "a wide rectangle with round corners",
        .roundedRectangle(width: 4, height: 2, radius: 0.5), ["roundrectwipe", "roundrect"]),
      outline(
        125, "iris-roundrect-v", "a tall rectangle with round corners",
        .roundedRectangle(width: 2, height: 4, radius: 0.5)),
      outline(127, "iris-star-4", "a star of four points", star4, ["starwipe", "fourpoint"]),
      outline(128, "iris-star-5", "a star of five points", star5, ["star", "fivepoint"]),
      outline(129, "iris-star-6", "a star of six points", star6, ["sixpoint"]),
      outline(130, "iris-heart", "a heart", heart, ["miscshapewipe", "heart"]),
      outline(131, "iris-keyhole", "a keyhole", keyhole, ["keyhole"]),
    ]

  /// Grows a figure from the middle of the canvas, in square pixels.
  private static func outline(
    _ number: Int, _ name: String, _ figure: String, _ outline: WipeOutline,
    _ otherNames: [String] = []
  ) -> WipeShape {
    WipeShape(
      number, name, "\(figure) grows from the middle", alsoCalled: otherNames, isOutline: true
    ) { outline.scale(at: $0.x - $0.width / 2, $0.y - $0.height / 2) }
  }

  /// A figure that points up, right, down and left.
  private static func turnedWipes(
    _ first: Int, _ name: String, _ figure: String, _ shape: WipeOutline
  ) -> [WipeShape] {
    [("u", "up"), ("r", "to the right"), ("d", "down"), ("l", "to the left")].enumerated().map {
      quarters, way in
      outline(
        first + quarters, "\(name)-\(way.0)", "\(figure) that points \(way.1)",
        shape.turned(quarters))
    }
  }
}

// Corners of regular figures with the corner radius 1, to six places.

private let triangle = WipeOutline.polygon([
  .init(0, -1), .init(0.866025, 0.5), .init(-0.866025, 0.5),
])
private let arrow = WipeOutline.polygon([
  .init(0, -1), .init(0.866025, 0.5), .init(0, 0.25), .init(-0.866025, 0.5),
])
private let pentagon = WipeOutline.polygon([
  .init(0, -1), .init(0.951057, -0.309017), .init(0.587785, 0.809017), .init(-0.587785, 0.809017),
  .init(-0.951057, -0.309017),
])
private let hexagon = WipeOutline.polygon([
  .init(0, -1), .init(0.866025, -0.5), .init(0.866025, 0.5), .init(0, 1), .init(-0.866025, 0.5),
  .init(-0.866025, -0.5),
])
private let star4 = WipeOutline.polygon([
  .init(0, -1), .init(0.318198, -0.318198), .init(1, 0), .init(0.318198, 0.318198), .init(0, 1),
  .init(-0.318198, 0.318198), .init(-1, 0), .init(-0.318198, -0.318198),
])
private let star5 = WipeOutline.polygon([
  .init(0, -1), .init(0.224514, -0.309017), .init(0.951057, -0.309017), .init(0.363271, 0.118034),
  .init(0.587785, 0.809017), .init(0, 0.381966), .init(-0.587785, 0.809017),
  .init(-0.363271, 0.118034), .init(-0.951057, -0.309017), .init(-0.224514, -0.309017),
])
private let star6 = WipeOutline.polygon([
  .init(0, -1), .init(0.288675, -0.5), .init(0.866025, -0.5), .init(0.57735, 0),
  .init(0.866025, 0.5), .init(0.288675, 0.5), .init(0, 1), .init(-0.288675, 0.5),
  .init(-0.866025, 0.5), .init(-0.57735, 0), .init(-0.866025, -0.5), .init(-0.288675, -0.5),
])
/// Two discs and the triangle between the tip and the points where its sides touch them.
private let heart = WipeOutline.union([
  .disc(x: -0.5, y: -0.3, radius: 0.6), .disc(x: 0.5, y: -0.3, radius: 0.6),
  .polygon([.init(0, -0.3), .init(0.924601, 0.123926), .init(0, 1.05), .init(-0.924601, 0.123926)]),
])
private let keyhole = WipeOutline.union([
  .disc(x: 0, y: -0.35, radius: 0.5),
  .polygon([.init(-0.2, -0.2), .init(0.2, -0.2), .init(0.45, 1), .init(-0.45, 1)]),
])

/// What two discs have in common.
private func eye(_ x: Double, _ y: Double) -> WipeOutline {
  .intersection([
    .disc(x: x, y: y, radius: 1.25), .disc(x: -x, y: -y, radius: 1.25),
  ])
}
