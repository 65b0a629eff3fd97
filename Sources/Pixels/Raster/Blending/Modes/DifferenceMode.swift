extension BlendMode {
  /// W3C, Compositing and Blending Level 1, 10.1.11.
  public static let difference = BlendMode(
    "difference", documentation: "how far both are apart, in each component.",
    alsoCalled: ["absdiff", "cidifferenceblendmode"]
  ) { colors in
    colors.mixComponents { below, own in
      (below - own).magnitude
    }
  }
}
