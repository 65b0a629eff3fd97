extension BlendMode {
  /// W3C, Compositing and Blending Level 1, 10.2.2.
  public static let saturation = BlendMode(
    "saturation",
    documentation: "the saturation of the layer with the hue and the luminosity of what is below.",
    alsoCalled: ["cisaturationblendmode"]
  ) { colors in
    colors.mixColors { below, own in
      HueModel.color(HueModel.color(below, saturation: HueModel.saturation(own)), of: below)
    }
  }
}
