/// How a layer's colour is mixed with what is below it, before it is laid over that.
///
/// Modes are those of W3C, Compositing and Blending Level 1: with the layer's colour Cs and alpha
/// αs, the backdrop's Cb and αb, the mode's function B, all in R′G′B′,
///
///     Cs′ = (1 − αb) · Cs + αb · B(Cb, Cs)
///     result = αs · Cs′ + (1 − αs) · αb · Cb, premultiplied, with alpha αs + αb · (1 − αs)
///
/// The second line is how every layer is laid over frames and canvases, in the output's codes, so
/// a mode only changes the layer's samples (`mix`). A mode is one file: its name, its
/// documentation, its function; it is found by name in `all`.
public struct BlendMode: Sendable {
  /// What projects call it.
  public let name: String
  /// What other programs call it, without case, hyphens and spaces.
  public let otherNames: [String]
  /// What it does, for the reference of the format.
  public let documentation: String
  /// B of some colours: replaces the backdrop's by the mixed ones.
  public let mixColors: @Sendable (_ colors: inout BlendedColors) -> Void

  /// A mode by its function, in which a loop over the colours is written out (`mixComponents`): a
  /// component must not cost a call.
  public init(
    _ name: String, documentation: String, alsoCalled otherNames: [String] = [],
    mixColors: @escaping @Sendable (_ colors: inout BlendedColors) -> Void
  ) {
    self.name = name
    self.otherNames = otherNames
    self.documentation = documentation
    self.mixColors = mixColors
  }

  /// All modes, in the order of the reference.
  public static let all: [BlendMode] = [
    .normal, .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .hardLight,
    .softLight, .difference, .exclusion, .add, .subtract, .hue, .saturation, .color, .luminosity,
  ]

  /// Those and the ones that only plans name.
  public static let drawn: [BlendMode] = all + [.distance]

  /// The mode of a name.
  public static func named(_ name: String) -> BlendMode? { all.first { $0.name == name } }
}
