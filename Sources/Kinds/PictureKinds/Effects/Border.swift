internal import BaseValues
internal import Raster
internal import TimelineModel

/// Which side of an edge.
private enum Side: String, NamedChoice {
  case inside, outside

  var summary: String {
    switch self {
    case .inside: "on the picture"
    case .outside: "around the picture"
    }
  }
}

extension EffectKind {
  private static let width = Parameter.thousandths(
    "width", "a share of the height", "How wide the line is, in heights of the picture.",
    in: 0...250, default: 10, example: 20)
  private static let color = Parameter.color(
    "color", "a colour", "Colour of the line.", default: .white, examples: [.black])
  private static let side = Parameter<Side>.choice(
    "side", "a side", "On which side of the edge it runs.", default: .inside,
    examples: [.outside])

  static let border = EffectKind(
    "border",
    "a line along the edge of what can be seen: along the sides of a picture, or along a mask's edge where one is before it. Outside, it goes round corners in arcs.",
    alsoCalled: ["stroke", "outline", "frame", "drawbox", "edge", "fillborders"],
    parameters: [width.description, color.description, side.description]
  ) { values in
    .border(
      width: values[width],
      values.solid(color),
      isOutside: values[side] == .outside)
  }
}
