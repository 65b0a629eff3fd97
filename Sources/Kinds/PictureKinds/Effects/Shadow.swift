internal import Raster
internal import TimelineModel

extension EffectKind {
  private static let color = Parameter.color(
    "color", "a colour", "Colour of the shadow; its alpha says how dark it is.",
    default: Color(red: 0, green: 0, blue: 0, alpha: 128),
    examples: [Color(red: 0, green: 0, blue: 0, alpha: 192)])
  private static let x = Parameter.thousandths(
    "x", "a share of the height", "How far it falls to the right, in heights of the picture.",
    in: -1000...1000, default: 10, example: 20)
  private static let y = Parameter.thousandths(
    "y", "a share of the height", "How far it falls down, in heights of the picture.",
    in: -1000...1000,
    default: 10, example: 20)
  private static let softness = Parameter.thousandths(
    "blur", "a share of the height",
    "The standard deviation of its blur, in heights of the picture.", in: 0...250,
    default: 10, example: 30)

  static let shadow = EffectKind(
    "shadow", "a drop shadow: a blurred shape of what can be seen, moved and below it.",
    alsoCalled: ["dropshadow", "boxshadow", "fedropshadow", "cishadedmaterial"],
    parameters: [color.description, x.description, y.description, softness.description]
  ) { values in
    .shadow(
      values.solid(color),
      x: values[x], y: values[y], deviation: values[softness])
  }
}
