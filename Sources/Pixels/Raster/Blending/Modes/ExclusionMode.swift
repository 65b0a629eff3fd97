extension BlendMode {
  /// W3C, Compositing and Blending Level 1, 10.1.12.
  public static let exclusion = BlendMode(
    "exclusion", documentation: "as difference, with less contrast.",
    alsoCalled: ["ciexclusionblendmode"]
  ) { colors in
    colors.mixComponents { below, own in
      below + own - 2 * below * own
    }
  }
}
