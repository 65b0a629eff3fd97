// What neither a matrix nor a function of components does, with its loop.
extension ColorChange {
  /// Saturation that counts most for pale colours: luma stays, differences from it are multiplied by
  /// 1 + amount · (1 − max + min).
  public static func vibrance(_ amount: Double) -> ColorChange {
    let amount = Float(amount)
    return ColorChange { block, count in
      block.mapColors(count) { color in
        let (r, g, b) = color
        let lowest = r < g ? (r < b ? r : b) : (g < b ? g : b)
        let highest = r > g ? (r > b ? r : b) : (g > b ? g : b)
        let luma = ColorShares.luma(color)
        let gain = 1 + amount * (1 - (highest - lowest))
        return (luma + (r - luma) * gain, luma + (g - luma) * gain, luma + (b - luma) * gain)
      }
    }
  }

  /// The nearest of some values that lie evenly between 0 and 1, both among them.
  ///
  /// - Precondition: `levels > 1`.
  public static func posterized(levels: Int) -> ColorChange {
    precondition(levels > 1, "no levels")
    let steps = Float(levels - 1)
    return ColorChange { block, count in
      block.mapComponents(count) { component in
        // The lowest bit of what is added stands for 1.
        ((component.clipped * steps + 0x1.8p23) - 0x1.8p23) / steps
      }
    }
  }

  /// Colours times `gain` and how far their luma lies from `threshold` towards white, 0…1.
  static func highlights(above threshold: Double, gain: Double) -> ColorChange {
    let (threshold, gain) = (Float(threshold), Float(gain))
    let scale = 1 / (1 - (threshold < 0.999 ? threshold : 0.999))
    return ColorChange { block, count in
      block.mapColors(count) { color in
        let share = ((ColorShares.luma(color) - threshold) * scale).clipped * gain
        return (color.red * share, color.green * share, color.blue * share)
      }
    }
  }

  /// White where luma is at least `level`, else black.
  public static func threshold(_ level: Double) -> ColorChange {
    let level = Float(level)
    return ColorChange { block, count in
      block.mapColors(count) { color in
        let white: Float = ColorShares.luma(color) >= level ? 1 : 0
        return (white, white, white)
      }
    }
  }
}

extension ColorShares {
  /// ITU-R BT.709-6, item 3.2.
  @inline(__always)
  static func luma(_ color: ColorBlock.Color) -> Float {
    red * color.red + green * color.green + blue * color.blue
  }
}
