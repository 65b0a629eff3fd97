extension BlendMode {
  /// W3C, Compositing and Blending Level 1, 10.1.6.
  public static let lighten = BlendMode(
    "lighten", documentation: "the lighter of both, in each component.",
    alsoCalled: ["max", "lightenonly", "cilightenblendmode"]
  ) { colors in
    colors.mixComponents { below, own in
      below > own ? below : own
    }
  }
}
