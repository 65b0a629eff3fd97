extension BlendMode {
  /// The layer as it is. Layers of this mode need no mixing.
  public static let normal = BlendMode(
    "normal", documentation: "the layer covers what is below it.",
    alsoCalled: ["over", "srcover", "sourceover"]
  ) { colors in colors.copyOwn() }
}
