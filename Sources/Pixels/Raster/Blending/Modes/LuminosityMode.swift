extension BlendMode {
  /// W3C, Compositing and Blending Level 1, 10.2.4.
  public static let luminosity = BlendMode(
    "luminosity",
    documentation: "the luminosity of the layer with the hue and the saturation of what is below.",
    alsoCalled: ["luminance", "ciluminosityblendmode"]
  ) { colors in
    colors.mixColors { below, own in
      HueModel.color(below, of: own)
    }
  }
}
