extension BlendMode {
  /// W3C, Compositing and Blending Level 1, 10.1.10.
  public static let softLight = BlendMode(
    "soft-light",
    documentation: "darker where the layer is dark, lighter where it is light, both softly.",
    alsoCalled: ["cisoftlightblendmode"]
  ) { colors in
    colors.mixComponents { below, own in
      let double = 2 * own - 1
      let curve =
        below <= 0.25 ? ((16 * below - 12) * below + 4) * below : below.squareRoot()
      let darker = below + double * below * (1 - below)
      return own <= 0.5 ? darker : below + double * (curve - below)
    }
  }
}
