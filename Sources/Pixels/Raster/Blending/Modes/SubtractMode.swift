extension BlendMode {
  /// What editors call subtract: Cb − Cs.
  public static let subtract = BlendMode(
    "subtract", documentation: "what is below less the layer, cut at black.",
    alsoCalled: ["minus", "cisubtractblendmode"]
  ) { colors in
    colors.mixComponents { below, own in
      below - own
    }
  }
}
