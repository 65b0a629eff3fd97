extension BlendMode {
  /// For the transition of this name, not for projects: a grey, so that each pixel's luma alone tells it
  /// whatever colour those beside it have.
  public static let distance = BlendMode(
    "distance", documentation: "how far both are apart, the mean of the components."
  ) { colors in
    colors.mixColors { below, own in
      let sum =
        (below.red - own.red).magnitude + (below.green - own.green).magnitude
        + (below.blue - own.blue).magnitude
      let mean = sum * (1 / 3)
      return (mean, mean, mean)
    }
  }
}
