extension BlendMode {
  /// The layer as it is. Layers of this mode need no mixing.
  public static let normal = BlendMode(
    "normal", documentation: "the layer covers what is below it"
  ) { _, source in source }
}
