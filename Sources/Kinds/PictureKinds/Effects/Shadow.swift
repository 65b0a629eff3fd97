internal import Raster
internal import TimelineModel

extension EffectKind {
  private static let color = Parameter.color(
    "color", "a colour", "The shadow's, with how dark it is as its alpha.",
    default: Color(red: 0, green: 0, blue: 0, alpha: 128),
    examples: [Color(red: 0, green: 0, blue: 0, alpha: 192)])
  private static let x = Parameter.thousandths(
    "x", "a share of the height", "How far it falls to the right, in heights of the picture.",
    in: -1000...1000, default: 10, example: 20)
  private static let y = Parameter.thousandths(
    "y", "a share of the height", "How far it falls down, likewise.", in: -1000...1000,
    default: 10, example: 20)
  private static let softness = Parameter.thousandths(
    "blur", "a share of the height", "The standard deviation of its blur, likewise.", in: 0...250,
    default: 10, example: 30)

  static let shadow = EffectKind(
    "shadow", "a blurred shape of what can be seen, moved and below it.",
    alsoCalled: ["dropshadow", "boxshadow", "fedropshadow", "cishadedmaterial"],
    parameters: [color.description, x.description, y.description, softness.description]
  ) { values in
    .shadow(
      values.solid(color),
      x: values[x], y: values[y], deviation: values[softness])
  }
}
