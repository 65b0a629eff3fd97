extension BlendMode {
  /// W3C, Compositing and Blending Level 1, 10.1.5.
  public static let darken = BlendMode(
    "darken", documentation: "the darker of both, in each component.",
    alsoCalled: ["min", "darkenonly", "cidarkenblendmode"]
  ) { colors in
    colors.mixComponents { below, own in
      below < own ? below : own
    }
  }
}
