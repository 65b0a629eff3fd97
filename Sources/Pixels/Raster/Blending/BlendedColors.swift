/// The colours of a layer and of what is below it, of some pixels: what a blend mode's function works on.
///
/// Both are without alpha, each component in 0…1.
public struct BlendedColors: Sendable {
  /// The layer's, Cs.
  public var own = ColorBlock()
  /// The backdrop's, Cb; afterwards B(Cb, Cs). Results outside of 0…1 are cut later.
  public var mixed = ColorBlock()
  /// How many there are.
  public var count = 0

  /// Memory for a block of colours.
  public init() {}

  /// Puts the layer's colours in the place of the mixed ones.
  @inline(__always)
  mutating func copyOwn() { mixColors { $1 } }

  /// A mode whose components do not depend on each other.
  @inline(__always)
  mutating func mixComponents(_ mix: (_ backdrop: Float, _ source: Float) -> Float) {
    mixColors { below, own in
      (mix(below.red, own.red), mix(below.green, own.green), mix(below.blue, own.blue))
    }
  }

  /// Any other one.
  @inline(__always)
  mutating func mixColors(
    _ mix: (_ backdrop: ColorBlock.Color, _ source: ColorBlock.Color) -> ColorBlock.Color
  ) {
    mixed.mapColors(count, with: own, mix)
  }
}
