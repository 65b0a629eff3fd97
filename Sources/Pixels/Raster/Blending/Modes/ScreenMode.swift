extension BlendMode {
  /// W3C, Compositing and Blending Level 1, 10.1.3.
  public static let screen = BlendMode(
    "screen",
    documentation:
      "the product of both negatives, as a negative: as light as the lighter one, or lighter.",
    alsoCalled: ["ciscreenblendmode"]
  ) { colors in
    colors.mixComponents { below, own in
      below + own - below * own
    }
  }
}
