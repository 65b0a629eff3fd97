internal import Raster

extension EffectKind {
  private static let count = Parameter.whole(
    "levels", "a number of levels", "How many values a component has, evenly from black to white.",
    in: 2...256, default: 6, examples: [4])

  static let posterize = EffectKind(
    "posterize", "a few levels: each component has only so many values.",
    alsoCalled: ["ciposterize", "elbg", "posterise"],
    parameters: [count.description]
  ) { values in
    .posterized(levels: values[count])
  }
}
