extension BlendMode {
  /// W3C, Compositing and Blending Level 1, 10.2.3.
  public static let color = BlendMode(
    "color",
    documentation: "the hue and the saturation of the layer with the luminosity of what is below.",
    alsoCalled: ["colour", "cicolorblendmode"]
  ) { colors in
    colors.mixColors { below, own in
      HueModel.color(own, of: below)
    }
  }
}
