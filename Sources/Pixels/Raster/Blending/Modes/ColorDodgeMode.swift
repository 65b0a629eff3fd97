extension BlendMode {
  /// W3C, Compositing and Blending Level 1, 10.1.7.
  public static let colorDodge = BlendMode(
    "color-dodge", documentation: "what is below gets lighter as the layer is light.",
    alsoCalled: ["dodge", "cicolordodgeblendmode"]
  ) { colors in
    colors.mixComponents { below, own in
      // What is black below stays black, under white too.
      let quotient = below / (1 - own)
      return below == 0 ? 0 : own < 1 ? (quotient < 1 ? quotient : 1) : 1
    }
  }
}
