extension BlendMode {
  /// W3C, Compositing and Blending Level 1, 10.1.2.
  public static let multiply = BlendMode(
    "multiply", documentation: "the product of both: as dark as the darker one, or darker.",
    alsoCalled: ["mul", "cimultiplyblendmode"]
  ) { colors in
    colors.mixComponents { below, own in
      below * own
    }
  }
}
