import LibAV

/// What is known of libav's filters by their names.
enum FilterText {
  /// Filters that make pictures or sound from their arguments alone. Everything else may open
  /// files, devices or connections, so projects from strangers may not use it.
  private static let harmless: Set<String> = [
    "acrossfade", "aecho", "aevalsrc", "afade", "aformat", "allrgb", "allyuv", "amix",
    "anoisesrc", "anull", "anullsrc", "aresample", "atempo", "atrim", "boxblur", "cellauto",
    "color", "colorbalance", "colorchannelmixer", "colorchart", "colorspectrum", "concat", "crop",
    "drawbox", "drawgrid", "eq", "fade", "format", "fps", "gblur", "geq", "gradients",
    "haldclutsrc",
    "hflip", "hue", "life", "lutrgb", "lutyuv", "mandelbrot", "mptestsrc", "negate", "noise",
    "null", "nullsrc", "overlay", "pad", "pal100bars", "pal75bars", "rgbtestsrc", "rotate",
    "scale", "select", "setdar", "setpts", "setsar", "sierpinski", "sinc", "sine", "smptebars",
    "smptehdbars", "split", "testsrc", "testsrc2", "tile", "transpose", "trim", "vflip", "vignette",
    "volume", "yuvtestsrc",
  ]

  static func opensFiles(_ filter: FilterReference) -> Bool {
    // `flite` reads text files only when told to.
    if filter.name == "flite" { return filter.arguments.contains("textfile") }
    if filter.name == "cellauto" || filter.name == "life" {
      return filter.arguments.contains("filename") || filter.arguments.hasPrefix("f")
    }
    return !harmless.contains(filter.name)
  }
}
