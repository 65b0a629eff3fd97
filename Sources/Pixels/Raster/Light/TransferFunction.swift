import BaseValues

/// How R′G′B′ codes become light.
public enum TransferFunction: Hashable, Sendable {
  /// BT.709, BT.601, BT.2020 and sRGB alike, seen on a display as BT.1886 says: gamma 2.4.
  case standard
  /// SMPTE ST 2084, with the brightest light of the programme in cd/m².
  case perceptualQuantizer(peak: Int)
  /// ARIB STD-B67 (hybrid log-gamma), seen on a display of 1000 cd/m².
  case hybridLogGamma
  /// Codes are light.
  case linear
}

/// The curves of the standards, between 0…1.
enum Curve {
  /// White of standard dynamic range in HDR, in cd/m²: the reference white of ITU-R BT.2408.
  static let referenceWhite = 203.0
  /// Brightest light of a display for hybrid log-gamma, in cd/m².
  static let hybridLogGammaPeak = 1000.0
  /// The system gamma of such a display: ITU-R BT.2100-2, table 5, note 5f.
  static let hybridLogGammaSystem = 1.2

  /// ITU-R BT.1886 with a black of 0.
  static func standardLight(_ code: Double) -> Double { Power.of(code, 2.4) }

  static func standardCode(_ light: Double) -> Double { Power.of(light, 1 / 2.4) }

  // SMPTE ST 2084, 5.2 and 5.3.
  private static let m1 = 2610.0 / 16384
  private static let m2 = 2523.0 / 4096 * 128
  private static let c1 = 3424.0 / 4096
  private static let c2 = 2413.0 / 4096 * 32
  private static let c3 = 2392.0 / 4096 * 32

  /// Light in cd/m² of a perceptual-quantizer code.
  static func quantizerLight(_ code: Double) -> Double {
    let root = Power.of(code, 1 / m2)
    return 10_000 * Power.of(max(0, root - c1) / (c2 - c3 * root), 1 / m1)
  }

  /// The perceptual-quantizer code of light in cd/m².
  static func quantizerCode(_ light: Double) -> Double {
    let root = Power.of(light / 10_000, m1)
    return Power.of((c1 + c2 * root) / (1 + c3 * root), m2)
  }

  /// The inverse of hybrid log-gamma's OETF: light of the scene. ITU-R BT.2100-2, table 5.
  static func hybridLogGammaScene(_ code: Double) -> Double {
    let a = 0.17883277
    let b = 1 - 4 * a
    let c = 0.5 - a * Power.ln(4 * a)
    return code <= 0.5 ? code * code / 3 : (Power.exp((code - c) / a) + b) / 12
  }

  /// Hybrid log-gamma's OETF: the code of light of the scene. ITU-R BT.2100-2, table 5.
  static func hybridLogGammaCode(_ scene: Double) -> Double {
    let a = 0.17883277
    let b = 1 - 4 * a
    let c = 0.5 - a * Power.ln(4 * a)
    return scene <= 1.0 / 12
      ? (3 * max(scene, 0)).squareRoot() : a * Power.ln(12 * scene - b) + c
  }

  /// What light on the display, as a share of its peak, is multiplied with for light of the scene: the inverse of
  /// hybrid log-gamma's OOTF. ITU-R BT.2100-2, table 5, note 5i.
  static func hybridLogGammaSceneShare(ofLuminance luminance: Double) -> Double {
    Power.of(luminance, (1 - hybridLogGammaSystem) / hybridLogGammaSystem)
  }

  /// The brightest light of a movie in cd/m².
  static func peak(of color: PictureColor) -> Double {
    switch color {
    case .sdr, .p3: referenceWhite
    case .hdr10: 10_000
    case .hlg: hybridLogGammaPeak
    }
  }
}

/// Brings the light of a bright display to a darker one: the EETF of ITU-R BT.2390-10, 5.4.1,
/// with a black of 0 on both.
///
/// Below the knee nothing changes; above it a Hermite spline rolls off to the target's peak.
struct ToneCurve {
  private let targetPeak: Double
  private let sourceCode: Double
  private let maximum: Double
  private let kneeCode: Double
  /// Up to this light in cd/m² nothing changes.
  let knee: Double
  /// From this light in cd/m² on everything is the target's peak.
  let level: Double

  /// Peaks are in cd/m².
  init(from sourcePeak: Double, to targetPeak: Double) {
    self.targetPeak = targetPeak
    sourceCode = Curve.quantizerCode(sourcePeak)
    maximum = Curve.quantizerCode(targetPeak) / sourceCode
    kneeCode = 1.5 * maximum - 0.5
    let isDarker = sourcePeak > targetPeak
    knee = isDarker ? Curve.quantizerLight(max(0, kneeCode) * sourceCode) : targetPeak
    level = isDarker ? sourcePeak : targetPeak
  }

  /// Light in cd/m², from 0 to the target's peak.
  func light(_ light: Double) -> Double {
    if light <= knee { return light }
    if light >= level { return targetPeak }
    let code = Curve.quantizerCode(light) / sourceCode
    let t = (code - kneeCode) / (1 - kneeCode)
    let t2 = t * t
    let t3 = t2 * t
    let rolled =
      (2 * t3 - 3 * t2 + 1) * kneeCode + (t3 - 2 * t2 + t) * (1 - kneeCode)
      + (3 * t2 - 2 * t3) * maximum
    return min(Curve.quantizerLight(rolled * sourceCode), targetPeak)
  }
}
