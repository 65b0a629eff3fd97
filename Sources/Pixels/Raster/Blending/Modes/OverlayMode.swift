extension BlendMode {
  /// W3C, Compositing and Blending Level 1, 10.1.4: hard light with the two exchanged.
  public static let overlay = BlendMode(
    "overlay", documentation: "multiplied where what is below is dark, screened where it is light.",
    alsoCalled: ["cioverlayblendmode"]
  ) { colors in
    colors.mixComponents { below, own in
      BlendMode.hardLight(own, below)
    }
  }
}
