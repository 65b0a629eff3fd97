internal import BaseValues
internal import Raster
internal import TimelineModel

/// What an edge of a mask is where it has no points.
private enum Shape: String, NamedChoice {
  case rectangle, ellipse

  var summary: String {
    switch self {
    case .rectangle: "with round corners where `radius` is given"
    case .ellipse: "as wide and high as the box"
    }
  }
}

extension EffectKind {
  private static let shape = Parameter<Shape>.choice(
    "shape", "a shape", "The shape of what is shown.", default: .rectangle, examples: [.ellipse])
  private static let points = Parameter.points(
    "points", "points of a mask",
    "Corners of a shape of any form, in shares of the box's width and height.",
    examples: [
      [(50, 0), (100, 100), (0, 100)].map {
        Point(x: Rational($0.0, 100) ?? .zero, y: Rational($0.1, 100) ?? .zero)
      }
    ])
  private static let smooth = Parameter.flag(
    "smooth", "Whether a curve runs through the points (Catmull and Rom), not straight lines.")
  private static let x = Parameter.thousandths(
    "x", "a share", "Left edge of the shape's box, in widths of the picture.", in: -8000...8000,
    default: 0, example: 250)
  private static let y = Parameter.thousandths(
    "y", "a share", "Top edge, in heights of the picture.", in: -8000...8000, default: 0,
    example: 250)
  private static let width = Parameter.thousandths(
    "width", "a share", "Width of the box, in widths of the picture.", in: 0...8000, default: 1000,
    example: 500)
  private static let height = Parameter.thousandths(
    "height", "a share", "Height, in heights of the picture.", in: 0...8000, default: 1000,
    example: 500)
  private static let radius = Parameter.thousandths(
    "radius", "a share of the height",
    "Radius of a rectangle's round corners, in heights of the picture.",
    in: 0...1000, default: 0, example: 60)
  private static let rotation = Parameter.thousandths(
    "rotation", "an angle in degrees", "Degrees clockwise, about the box's middle.",
    in: -3_600_000...3_600_000, default: 0, example: 30000)
  private static let feather = Parameter.thousandths(
    "feather", "a share of the height",
    "How wide the soft edge is, in heights: of a Gaussian blur four standard deviations.",
    in: 0...1000, default: 0, example: 100)
  private static let opacity = Parameter.thousandths(
    "opacity", "a number from 0 to 1", "Opacity of the mask.", in: 0...1000, default: 1000,
    example: 500)
  private static let isInverted = Parameter.flag(
    "invert", "Inverts the mask: what is outside is shown.")
  private static let combine = Parameter<PictureMask.Combination>.choice(
    "combine", "a way of combining masks",
    "How the mask is combined with the masks right before it.",
    default: .intersect, examples: [.add, .subtract])

  static let mask = EffectKind(
    "mask",
    "a mask: what is outside of a shape becomes transparent, of a rectangle, of an ellipse, or "
      + "of a polygon through `points`, which may cross itself (what a line winds around is inside). "
      + "Masks in a row make one: `intersect` shows what is in both, `add` what is in either, "
      + "`subtract` what is not in this one.",
    alsoCalled: [
      "rounded", "roundedcorners", "roundedrect", "roundrect", "borderradius", "clippath", "crop",
      "ellipse", "circle", "cropcircle", "alphamask", "alphamerge", "alphashape", "garbagematte",
      "maskshape", "vignettemask", "alpha0ps", "alphaspot", "frei0r.alpha0ps", "frei0r.alphaspot",
    ],
    parameters: [
      shape.description, x.description, y.description, width.description, height.description,
      radius.description, rotation.description, feather.description, opacity.description,
      isInverted.description, combine.description, points.description, smooth.description,
    ],
    exclusive: [["shape", "points"]],
    idle: { choice in
      let isPolygon = !choice[points].isEmpty
      let isEllipse = !isPolygon && choice[shape] == .ellipse
      return [
        isPolygon ? ("radius", "only a rectangle has round corners, and this has \"points\"") : nil,
        isEllipse ? ("radius", "an ellipse has no corners") : nil,
        isPolygon ? nil : ("smooth", "there are no \"points\" that a curve could run through"),
      ].compactMap(\.self)
    }
  ) { values in
    PictureMask(
      outline(values),
      box: (x: values[x], y: values[y], width: values[width], height: values[height]),
      turns: values[rotation] / 360, feather: values[feather], opacity: values[opacity],
      isInverted: values[isInverted], combination: values[combine])
  }

  private static func outline(_ values: EffectValues) -> PictureMask.Shape {
    let points = values[points]
    if points.isEmpty {
      return values[shape] == .ellipse ? .ellipse : .rectangle(radius: values[radius])
    }
    func number(_ share: Rational) -> Double {
      Double(share.numerator) / Double(share.denominator)
    }
    return .polygon(
      points.map { (x: number($0.x), y: number($0.y)) }, isSmooth: values[smooth])
  }
}
