extension BlendMode {
  /// W3C, Compositing and Blending Level 1, 10.1.9.
  public static let hardLight = BlendMode(
    "hard-light", documentation: "multiplied where the layer is dark, screened where it is light.",
    alsoCalled: ["cihardlightblendmode"]
  ) { colors in
    colors.mixComponents { below, own in
      BlendMode.hardLight(below, own)
    }
  }
}

extension BlendMode {
  /// B of hard light.
  @inline(__always)
  static func hardLight(_ below: Float, _ own: Float) -> Float {
    let double = 2 * own
    return own <= 0.5 ? below * double : below + (double - 1) - below * (double - 1)
  }
}
