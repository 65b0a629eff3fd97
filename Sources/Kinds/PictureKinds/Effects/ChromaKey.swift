internal import Raster
internal import TimelineModel

extension EffectKind {
  private static let color = Parameter.color(
    "color", "a colour", "What becomes transparent.",
    default: Color(red: 0, green: 255, blue: 0, alpha: 255),
    examples: [Color(red: 0, green: 177, blue: 64, alpha: 255)])
  private static let tolerance = Parameter.thousandths(
    "tolerance", "a share of the way to grey", "How far from the key colours may be to vanish.",
    in: 0...1000, default: 50, example: 100)
  private static let softness = Parameter.thousandths(
    "softness", "a share of the way to grey",
    "How much farther from the key colours are fully kept.",
    in: 0...1000, default: 900, example: 500)
  private static let spill = Parameter.thousandths(
    "spill", "a number from 0 to 1",
    "Spill suppression: how much of the key's light is taken out of what is kept.",
    in: 0...1000, default: 1000, example: 500)

  static let chromaKey = EffectKind(
    "chroma-key",
    "a green-screen key: what is mixed with a colour becomes transparent. e = (p − ¾ · |q|) / L, "
      + "cut at 0, is how much of the key is in a colour, with p the part of its C′b and C′r along "
      + "the key's, q the one across, and L the key's own length: 1 in the key, 0 in greys and other "
      + "hues. Alpha is a = (1 − e − `tolerance`) / `softness`. Taken away of the colours is (1 − a) "
      + "· the key, so that edges do not keep its colour, and of the light that falls on what is "
      + "kept `spill` · (e − (1 − a)) · the key's.",
    alsoCalled: [
      "chromakey", "colorkey", "greenscreen", "bluescreen", "chromahold", "cichromakeyfilter",
      "ultrakey", "keylight", "keyer", "frei0r.bluescreen0r", "bluescreen0r", "frei0r.select0r",
    ],
    parameters: [
      color.description, tolerance.description, softness.description, spill.description,
    ], meansCodes: true,
    idle: { choice in
      let color = choice[color]
      return SolidColor(red: color.red, green: color.green, blue: color.blue).hasHue
        ? []
        : [("color", "a grey has no hue to tell it by; the effect \"luma-key\" goes by brightness")]
    }
  ) { values in
    .chromaKey(
      values.solid(color),
      tolerance: values[tolerance], softness: values[softness], spill: values[spill])
  }
}
