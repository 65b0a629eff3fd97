extension BlendMode {
  /// W3C, Compositing and Blending Level 1, 10.2.1.
  public static let hue = BlendMode(
    "hue",
    documentation: "the hue of the layer with the saturation and the luminosity of what is below.",
    alsoCalled: ["cihueblendmode"]
  ) { colors in
    colors.mixColors { below, own in
      HueModel.color(HueModel.color(own, saturation: HueModel.saturation(below)), of: below)
    }
  }
}
