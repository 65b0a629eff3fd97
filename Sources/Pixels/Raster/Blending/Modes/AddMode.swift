extension BlendMode {
  /// W3C, Compositing and Blending Level 1, 9.1.13, without its sum of alphas: what editors call linear dodge.
  public static let add = BlendMode(
    "add", documentation: "the sum of both, cut at white.",
    alsoCalled: [
      "addition", "plus", "pluslighter", "lighter", "lineardodge", "ciadditioncompositing",
      "cilineardodgeblendmode",
    ]
  ) { colors in
    colors.mixComponents { below, own in
      below + own
    }
  }
}
