extension WipeShape {
  static let textureWipes =
    [
      WipeShape(
        1001, "noise", "pixels in no order, a dithered dissolve",
        alsoCalled: ["dither", "ditherdissolve", "random", "randomdissolve", "sprinkle"],
        isGrained: true
      ) { noise(Int($0.x), Int($0.y)) }
    ]
    + each(1011, "slice", "slices open in turn, towards the %") {
      ($0.u + (10 * $0.u).fraction / 2) / 1.5
    }
    + each(1021, "wind", "a frayed edge moves to the %", isGrained: true) {
      0.8 * $0.u + 0.2 * noise(0, Int($0.y))
    }

  /// Four shapes: towards the right, the left, the bottom and the top.
  private static func each(
    _ first: Int, _ name: String, _ summary: String, isGrained: Bool = false,
    _ order: @escaping @Sendable (WipePlace) -> Double
  ) -> [WipeShape] {
    func shape(
      _ index: Int, _ suffix: String, _ way: String,
      _ seen: @escaping @Sendable (WipePlace) -> WipePlace
    ) -> WipeShape {
      WipeShape(
        first + index, "\(name)-\(suffix)", summary.split(separator: "%").joined() + way,
        isGrained: isGrained
      ) { order(seen($0)) }
    }
    return [
      shape(0, "lr", "right") { $0 },
      shape(1, "rl", "left") { $0.mirrored },
      shape(2, "tb", "bottom") { $0.transposed },
      shape(3, "bt", "top") { $0.flipped.transposed },
    ]
  }

  /// A share of 0…1 that looks as if there were no rule: the finalizer of MurmurHash3.
  static func noise(_ x: Int, _ y: Int) -> Double {
    var bits = UInt32(truncatingIfNeeded: x) &* 0x9E37_79B1 ^ UInt32(truncatingIfNeeded: y)
    bits = (bits ^ bits >> 16) &* 0x85EB_CA6B
    bits = (bits ^ bits >> 13) &* 0xC2B2_AE35
    bits ^= bits >> 16
    return Double(bits) / 4_294_967_296
  }
}
