internal import Raster

extension EffectKind {
  private static let level = Parameter.thousandths(
    "level", "a number from 0 to 1", "The least luma that becomes white.", in: 0...1000,
    default: 500, example: 400)

  static let threshold = EffectKind(
    "threshold", "white where luma is at least `level`, else black.",
    alsoCalled: ["cicolorthreshold", "binarize"],
    parameters: [level.description]
  ) { values in
    .threshold(values[level])
  }
}
