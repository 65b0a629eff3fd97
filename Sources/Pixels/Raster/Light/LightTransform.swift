public import BaseValues

/// Brings R′G′B′ of other primaries or transfer functions to those of a movie.
///
/// ```
/// R′G′B′ ─ light ─ (display of HLG) ─ primaries ─ gamut ─ tone curve ─ (scene of HLG) ─ codes ─▶ R′G′B′
/// ```
/// Light is relative to white: for HDR that is the reference white of 203 cd/m², to which the
/// tone curve of BT.2390 brings everything that is brighter. The curve is that of a pixel's greatest
/// component and scales all three alike, so that a bright colour becomes darker and stays the colour
/// that it is. Colours outside of BT.709 are brought to its boundary at their own hue and luminance
/// (`HueBoundary`); in SDR those that are brighter than BT.709 can show them are scaled, too. Codes
/// come from light by the inverse of BT.1886, as on the display that the picture was made for.
///
/// Other movies than those of BT.709 differ in where all this ends:
///
/// ```
///          primaries   brightest light   codes of light
/// sdr      BT.709      203 cd/m²         BT.1886, inverted
/// p3       Display P3  203 cd/m²         BT.1886, inverted
/// hdr10    BT.2020     10 000 cd/m²      ST 2084
/// hlg      BT.2020     1000 cd/m²        OOTF of BT.2100 inverted (system gamma 1.2), then its OETF
/// ```
/// So what was made for standard dynamic range is shown on an HDR display as on its own one, with white at
/// 203 cd/m²: the display-referred mapping of ITU-R BT.2408-7, 5.1.3, which is 58 % of ST 2084's codes and 75 % of
/// hybrid log-gamma's.
///
/// All curves are tables, made once; what is done to a pixel is addition, multiplication and division,
/// which IEEE 754 defines to the last bit.
public struct LightTransform: Sendable {
  /// What pictures are in.
  public struct Source: Hashable, Sendable {
    /// Converted after the tone curve, in light.
    public var primaries: ColorPrimaries
    /// How codes become light, with its peak where that varies.
    public var transfer: TransferFunction
    /// What the picture itself says in place of both; `nil` where it says nothing.
    public var profile: ColorProfile?

    /// A source; one of BT.709 primaries and the `standard` transfer needs no transform.
    public init(primaries: ColorPrimaries, transfer: TransferFunction) {
      self.primaries = primaries
      self.transfer = transfer
    }

    /// Whether its primaries are those of a movie of some colour.
    public func hasPrimaries(of color: PictureColor) -> Bool { primaries == color.primaries }

    /// Whether its codes are those of a movie of some colour, whatever its brightest light.
    public func isLight(of color: PictureColor) -> Bool {
      guard profile == nil, primaries == color.primaries else { return false }
      switch (transfer, color) {
      case (.standard, .sdr), (.standard, .p3), (.perceptualQuantizer, .hdr10),
        (.hybridLogGamma, .hlg):
        return true
      default: return false
      }
    }

    /// A picture with a profile.
    public init(_ profile: ColorProfile) {
      self.init(primaries: .bt709, transfer: .standard)
      self.profile = profile
    }
  }

  /// What the rows that are converted have to be in.
  public let source: Source
  /// What they are brought to.
  public let target: PictureColor
  /// Light of 4096 codes in whole numbers, 2²⁴ being white; for HLG light of the scene, 2²⁴ being
  /// its peak.
  let light: [Double]
  /// The same of green and of blue: another one only where a profile has three curves.
  let greenLight: [Double]
  let blueLight: [Double]
  /// For HLG: by luminance of the scene, what to multiply with for light on the display (16.16).
  let display: [Int32]
  /// Light after the tone curve, by light up to where the curve has become level.
  let tone: [Double]
  /// Up to where the tone curve leaves light as it is.
  let knee: Double
  /// For HLG movies: by luminance on the display, what to multiply light with for that of the scene, 2²⁴ being its
  /// peak.
  let scene: [Double]
  /// Where colours outside of the target's primaries go; `nil` where there are none, and for BT.2020, which has all
  /// that pictures come in.
  let boundary: HueBoundary?
  /// Rows of the primaries' matrix, 2.18 fixed point. Each row's sum is exactly 1.
  let matrix: [Int64]
  /// Codes by light up to white, or to the brightest light; for HLG by light of the scene.
  let codes: [UInt16]

  static let white = 1 << 24
  static let matrixBits = 18

  /// Makes the tables.
  ///
  /// - Complexity: about 50 000 powers.
  public init(_ source: Source, to target: PictureColor = .sdr) {
    self.source = source
    self.target = target
    let steps = 4095.0
    let whiteLight = Double(Self.white)
    let targetPeak = Curve.peak(of: target)
    var display: [Int32] = []
    // What is no brighter than white, and cut to it otherwise.
    var sourcePeak = Curve.referenceWhite
    switch source.transfer {
    case .standard, .linear:
      break
    case .perceptualQuantizer(let peak):
      sourcePeak = Double(min(max(peak, 1), 10_000))
    case .hybridLogGamma:
      let peak = Curve.hybridLogGammaPeak
      sourcePeak = peak
      display = Self.table(upTo: Self.white) { luminance in
        let gamma = Curve.hybridLogGammaSystem - 1
        return Int32((Power.of(luminance, gamma) * peak / Curve.referenceWhite * 65536).rounded())
      }
    }
    let curve = ToneCurve(from: sourcePeak, to: targetPeak)
    if let profile = source.profile {
      let isSeen = target.isHighDynamicRange
      let tables = profile.curves.map { curve in
        curve.map { light in
          // Codes as those of pictures without a profile, which are seen as BT.1886 says.
          let seen = isSeen ? Curve.standardLight(ColorProfile.code(ofLight: light)) : light
          return (seen * whiteLight).rounded()
        }
      }
      (light, greenLight, blueLight) = (tables[0], tables[1], tables[2])
    } else {
      light = (0..<4096).map { Self.light(ofCode: Double($0) / steps, source.transfer) }
      (greenLight, blueLight) = (light, light)
    }
    self.display = display
    knee = curve.knee / Curve.referenceWhite * whiteLight
    tone = Self.table(upTo: Int((curve.level / Curve.referenceWhite * whiteLight).rounded(.up))) {
      curve.light($0 * Curve.referenceWhite) / Curve.referenceWhite * whiteLight
    }
    let isInside = source.profile == nil && source.primaries == .bt709
    boundary =
      switch target {
      case .sdr: isInside ? nil : .bt709
      case .p3:
        isInside || source.profile == nil && source.primaries == .displayP3 ? nil : .displayP3
      case .hdr10, .hlg: nil
      }
    let isProfile = source.profile != nil
    let whites = targetPeak / Curve.referenceWhite
    scene =
      target == .hlg
      ? Self.table(upTo: Int((whites * whiteLight).rounded(.up))) { luminance in
        Curve.hybridLogGammaSceneShare(ofLuminance: luminance / whites) / whites
      } : []
    let brightest = target == .hdr10 ? Int((whites * whiteLight).rounded(.up)) : Self.white
    codes = Self.table(upTo: brightest) {
      let code =
        switch target {
        case .sdr, .p3:
          isProfile ? ColorProfile.code(ofLight: min($0, 1)) : Curve.standardCode(min($0, 1))
        case .hdr10: Curve.quantizerCode(min($0 * Curve.referenceWhite, targetPeak))
        case .hlg: Curve.hybridLogGammaCode(min($0, 1))
        }
      return UInt16((min(code, 1) * 65535).rounded())
    }
    let unit = Int64(1) << Self.matrixBits
    let primaries = target.primaries
    let rows =
      source.profile.map { profile in
        target == .sdr
          ? profile.matrix
          : Matrix.product(ColorPrimaries.bt709.matrix(to: primaries), profile.matrix)
      } ?? source.primaries.matrix(to: primaries)
    matrix = rows.enumerated().flatMap { index, row in
      var row = row.map { Int64(($0 * Double(unit)).rounded()) }
      let rest = unit - row.reduce(0, +)
      // White stays white, but where a profile says that it is none.
      if rest.magnitude < 16 { row[index] += rest }
      return row
    }
  }

  /// Light of a code of red, green and blue, as `light`, at any of its places.
  func light(ofCode code: Double) -> (red: Double, green: Double, blue: Double) {
    guard source.profile != nil else {
      let light = Self.light(ofCode: code, source.transfer)
      return (light, light, light)
    }
    let place = min(max(code, 0), 1) * Double(light.count - 1)
    let first = min(Int(place), light.count - 2)
    func between(_ table: [Double]) -> Double {
      (table[first] + (table[first + 1] - table[first]) * (place - Double(first))).rounded()
    }
    return (between(light), between(greenLight), between(blueLight))
  }

  /// Light of a code in whole numbers, 2²⁴ being white; for HLG that of the scene.
  static func light(ofCode code: Double, _ transfer: TransferFunction) -> Double {
    let light =
      switch transfer {
      case .standard: Curve.standardLight(code)
      case .linear: code
      case .perceptualQuantizer: Curve.quantizerLight(code) / Curve.referenceWhite
      case .hybridLogGamma: Curve.hybridLogGammaScene(code)
      }
    return (light * Double(white)).rounded()
  }

  // MARK: - Tables by light

  /// A table over light, finer the darker it is: exact up to 1023, then 512 steps an octave.
  static func table<Value>(
    upTo limit: Int, _ value: (_ light: Double) -> Value
  ) -> [Value] {
    (0...place(Double(limit))).map { place in
      // The middle of what the place stands for.
      let octave = max(0, place >> 9 - 1)
      let first = (place - octave << 9) << octave
      let middle = Double(first) + Double((1 << octave) - 1) / 2
      return value(middle / Double(white))
    }
  }

  /// Where in such a table light of at least zero is: an exponent, and the nine bits below the highest.
  @inline(__always)
  static func place(_ light: Double) -> Int {
    light < 512
      ? Int(light) : Int(truncatingIfNeeded: light.bitPattern &>> 43) &- (1023 + 8) &<< 9
  }

  /// Luminance of BT.2020's light: 0.2627, 0.6780 and 0.0593 of it, as parts of 65536.
  @inline(__always)
  static func wideLuminance(_ red: Double, _ green: Double, _ blue: Double) -> Double {
    (17_216 * red + 44_434 * green + 3886 * blue) * (1.0 / 65536)
  }
}

extension PictureColor {
  /// Of its R′G′B′.
  var primaries: ColorPrimaries {
    switch self {
    case .sdr: .bt709
    case .p3: .displayP3
    case .hdr10, .hlg: .bt2020
    }
  }

  /// What makes its codes.
  public var codeFactors: CodeFactors { isHighDynamicRange ? .bt2020 : .bt709 }

  /// What its codes are made of.
  public var matrix: ComponentDecoder.Matrix { isHighDynamicRange ? .bt2020 : .bt709 }

  /// R′G′B′ in 0…65535 of a colour by its sRGB components: as `LightTransform` has them, from the formulas.
  public func components(
    red: UInt8, green: UInt8, blue: UInt8
  ) -> (red: UInt16, green: UInt16, blue: UInt16) {
    if self == .sdr {
      return (257 * UInt16(red), 257 * UInt16(green), 257 * UInt16(blue))
    }
    let own = [red, green, blue].map { Curve.standardLight(Double($0) / 255) }
    var light = ColorPrimaries.bt709.matrix(to: primaries).map { row in
      max(0, row[0] * own[0] + row[1] * own[1] + row[2] * own[2])
    }
    if self == .hlg {
      let share = Curve.referenceWhite / Curve.hybridLogGammaPeak
      let shown = light.map { $0 * share }
      let luminance = 0.2627 * shown[0] + 0.6780 * shown[1] + 0.0593 * shown[2]
      let factor = Curve.hybridLogGammaSceneShare(ofLuminance: luminance)
      light = shown.map { $0 * factor }
      // A deep colour that no code reaches becomes darker as a whole.
      let highest = max(1, light.max() ?? 1)
      light = light.map { $0 / highest }
    }
    let codes = light.map { light -> UInt16 in
      let code =
        switch self {
        case .sdr, .p3: Curve.standardCode(light)
        case .hdr10: Curve.quantizerCode(light * Curve.referenceWhite)
        case .hlg: Curve.hybridLogGammaCode(light)
        }
      return UInt16((min(max(code, 0), 1) * 65535).rounded())
    }
    return (codes[0], codes[1], codes[2])
  }

  /// What its own codes are to a transform to others.
  ///
  /// - Parameter peak: the brightest light of its pictures in cd/m², for HDR10.
  public func lightSource(peak: Int = 1000) -> LightTransform.Source {
    let transfer: TransferFunction =
      switch self {
      case .sdr, .p3: .standard
      case .hdr10: .perceptualQuantizer(peak: peak)
      case .hlg: .hybridLogGamma
      }
    return LightTransform.Source(primaries: primaries, transfer: transfer)
  }
}
