internal import Raster
internal import TimelineModel

extension EffectKind {
  private static let color = Parameter.color(
    "color", "a colour", "What becomes transparent.",
    default: Color(red: 0, green: 255, blue: 0, alpha: 255),
    examples: [Color(red: 0, green: 177, blue: 64, alpha: 255)])
  private static let tolerance = Parameter.thousandths(
    "tolerance", "a distance", "How far off colours are that vanish.", in: 0...1000, default: 200,
    example: 100)
  private static let softness = Parameter.thousandths(
    "softness", "a distance", "How much farther off they are wholly kept.", in: 0...1000,
    default: 100, example: 50)
  private static let spill = Parameter.thousandths(
    "spill", "a number from 0 to 1", "How much of the key's hue is taken out of what is kept.",
    in: 0...1000, default: 500, example: 1000)

  static let chromaKey = EffectKind(
    "chroma-key",
    "a colour becomes transparent, as that of a green screen: alpha is (d − `tolerance`) / `softness`, with the distance d of the codes C′b and C′r from the key's in shares of 255 · √2. What is left loses of a colour difference, where its part p along the key's is larger than the part q across, `spill` · (p − |q|).",
    alsoCalled: [
      "chromakey", "colorkey", "greenscreen", "bluescreen", "chromahold", "cichromakeyfilter",
      "ultrakey", "keylight", "keyer", "frei0r.bluescreen0r", "bluescreen0r", "frei0r.select0r",
    ],
    parameters: [
      color.description, tolerance.description, softness.description, spill.description,
    ]
  ) { values in
    let color = values[color]
    return .chromaKey(
      SolidColor(red: color.red, green: color.green, blue: color.blue),
      tolerance: values[tolerance], softness: values[softness], spill: values[spill])
  }
}
