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
  /// The value of full intensity in a mode's function.
  public static let full = 65535

  /// What projects call it.
  public let name: String
  /// One sentence for the reference of the format.
  public let documentation: String
  /// B for one of red, green and blue: from the backdrop's and the layer's component to the mixed
  /// one, each 0…`full`; results outside are cut. Rounds to nearest.
  public let component: @Sendable (_ backdrop: Int, _ source: Int) -> Int

  /// A mode whose components do not depend on each other.
  public init(
    _ name: String, documentation: String,
    component: @escaping @Sendable (_ backdrop: Int, _ source: Int) -> Int
  ) {
    self.name = name
    self.documentation = documentation
    self.component = component
  }

  /// All modes, in the order of the reference.
  public static let all: [BlendMode] = [.normal]

  /// The mode of a name.
  public static func named(_ name: String) -> BlendMode? { all.first { $0.name == name } }
}
