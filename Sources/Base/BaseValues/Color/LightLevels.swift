/// How bright pictures of HDR are, as CTA-861.3, annex P, counts it.
public struct LightLevels: Hashable, Sendable {
  /// The light of the brightest component of any pixel, in cd/m² (MaxCLL).
  public var content: Int
  /// The greatest mean over a picture of the light of each pixel's brightest component, in cd/m² (MaxFALL).
  public var frameAverage: Int

  /// Levels; nothing is checked.
  public init(content: Int, frameAverage: Int) {
    self.content = content
    self.frameAverage = frameAverage
  }

  /// Those of both pictures, or both stretches of them.
  public static func + (a: LightLevels, b: LightLevels) -> LightLevels {
    LightLevels(
      content: max(a.content, b.content), frameAverage: max(a.frameAverage, b.frameAverage))
  }
}

/// The display that pictures of HDR are looked at on while they are made: SMPTE ST 2086.
public struct MasteringDisplay: Hashable, Sendable {
  /// What it shows as red, green and blue; its white is D65.
  public enum Primaries: String, Hashable, NamedChoice {
    case p3
    case bt2020
    case bt709

    /// What the word means.
    public var summary: String {
      switch self {
      case .p3: "Display P3, as most grading displays"
      case .bt2020: "UHD's primaries (BT.2020)"
      case .bt709: "HD's primaries (BT.709)"
      }
    }

    /// x and y of red, green, blue and white in fifty-thousandths.
    public var points: [[Int]] {
      let white = [15_635, 16_450]
      return switch self {
      case .p3: [[34_000, 16_000], [13_250, 34_500], [7500, 3000], white]
      case .bt2020: [[35_400, 14_600], [8500, 39_850], [6550, 2300], white]
      case .bt709: [[32_000, 16_500], [15_000, 30_000], [7500, 3000], white]
      }
    }
  }

  /// What it shows as red, green and blue.
  public var primaries: Primaries
  /// Its brightest light in ten-thousandths of a cd/m².
  public var peak: Int
  /// Its black, likewise.
  public var black: Int

  /// Light that displays have at their brightest.
  public static let peaks = 500_000...100_000_000
  /// Black that displays have: less than that peak.
  public static let blacks = 0...50_000

  /// A display; one of P3 with 1000 cd/m² and a black of 0.0001 where nothing is said.
  public init(primaries: Primaries = .p3, peak: Int = 10_000_000, black: Int = 1) {
    self.primaries = primaries
    self.peak = peak
    self.black = black
  }
}
