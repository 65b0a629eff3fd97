import ChunkStorage
import BaseValues
import TimelineModel

/// What Cutlist makes itself is described by text that tells every value that decides its pictures
/// and sound: the same in every version, as chunks are stored under it.
extension ContentHash {
  /// For example `made:color:102030ff`.
  static func of(_ color: Color) -> String { "made:color:\(digits(color))" }

  /// - Parameter rate: of the output: it counts for pictures that depend on time.
  static func of(_ generator: Generator, rate: FrameRate) -> String {
    switch generator {
    case .bars:
      "made:bars"
    case .below:
      "made:below"
    case .gradient(let from, let to, let vertical):
      // Before alpha counted, such gradients were stored under "gradient" as opaque pictures.
      "made:gradient\(generator.hasAlpha ? "-alpha" : ""):\(digits(from)):\(digits(to)):"
        + (vertical ? "down" : "right")
    case .shading(let shading):
      of(shading)
    case .counter(let clip):
      "made:counter:\(clip):\(rate.frames)/\(rate.seconds)"
    case .qr(let symbol):
      of(symbol)
    case .tone(let frequency, let level, let beep):
      "made:tone:\(frequency):\(level):\(beep ? "beep" : "steady")"
    }
  }

  /// For example `made:shading:conic:90000:500000:500000:corner:ellipse:ff0000ff@0:0000ffff@1000000`.
  private static func of(_ shading: Shading) -> String {
    let numbers = [shading.angle, shading.centerX, shading.centerY].map { String($0) }
    let radius = shading.radius.map { String($0) } ?? "corner"
    let stops = shading.stops.map { "\(digits($0.color))@\($0.position)" }
    let parts =
      ["made", "shading", shading.kind.rawValue] + numbers
      + [radius, shading.isCircle ? "circle" : "ellipse"] + stops
    return parts.joined(separator: ":")
  }

  /// For example `made:qr:medium:1:4:000000ff:ffffffff:https://example.org`.
  private static func of(_ symbol: QRSymbol) -> String {
    let numbers = "\(symbol.leastVersion):\(symbol.quietZone)"
    return "made:qr:\(symbol.level.rawValue):\(numbers):\(digits(symbol.color)):"
      + "\(digits(symbol.background)):\(symbol.text)"
  }

  /// `rrggbbaa`
  private static func digits(_ color: Color) -> String {
    [color.red, color.green, color.blue, color.alpha]
      .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
