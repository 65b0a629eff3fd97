/// Luminosity and saturation of the modes that do not treat components apart: W3C, Compositing and
/// Blending Level 1, 10.2.
enum HueModel {
  typealias Color = ColorBlock.Color

  /// Lum(C).
  @inline(__always)
  static func luminosity(_ color: Color) -> Float {
    0.3 * color.red + 0.59 * color.green + 0.11 * color.blue
  }

  /// Sat(C).
  @inline(__always)
  static func saturation(_ color: Color) -> Float { highest(color) - lowest(color) }

  /// SetLum(C, Lum(other)): moved to another luminosity, and where that leaves 0…1 drawn in to grey.
  @inline(__always)
  static func color(_ color: Color, of other: Color) -> Color {
    let luminosity = luminosity(other)
    let change = luminosity - Self.luminosity(color)
    let moved = (color.red + change, color.green + change, color.blue + change)
    let (low, high) = (lowest(moved), highest(moved))
    let up = luminosity / (luminosity - low)
    let down = (1 - luminosity) / (high - luminosity)
    let afterUp: Float = low < 0 ? up : 1
    let afterDown: Float = high > 1 ? down : 1
    let share = afterUp < afterDown ? afterUp : afterDown
    return (
      luminosity + (moved.0 - luminosity) * share, luminosity + (moved.1 - luminosity) * share,
      luminosity + (moved.2 - luminosity) * share
    )
  }

  /// SetSat(C, s): stretched so that the greatest and the least component are `saturation` apart.
  @inline(__always)
  static func color(_ color: Color, saturation: Float) -> Color {
    let low = lowest(color)
    let range = highest(color) - low
    let quotient = saturation / range
    let gain: Float = range > 0 ? quotient : 0
    return ((color.red - low) * gain, (color.green - low) * gain, (color.blue - low) * gain)
  }

  @inline(__always)
  private static func lowest(_ color: Color) -> Float {
    let least = color.red < color.green ? color.red : color.green
    return least < color.blue ? least : color.blue
  }

  @inline(__always)
  private static func highest(_ color: Color) -> Float {
    let greatest = color.red > color.green ? color.red : color.green
    return greatest > color.blue ? greatest : color.blue
  }
}
