extension BlendMode {
  /// W3C, Compositing and Blending Level 1, 10.1.8.
  public static let colorBurn = BlendMode(
    "color-burn", documentation: "what is below gets darker as the layer is dark.",
    alsoCalled: ["burn", "cicolorburnblendmode"]
  ) { colors in
    colors.mixComponents { below, own in
      // What is white below stays white, under black too.
      let quotient = (1 - below) / own
      return below == 1 ? 1 : own > 0 ? (quotient < 1 ? 1 - quotient : 0) : 0
    }
  }
}
