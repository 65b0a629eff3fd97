/// Brings R′G′B′ of other primaries or transfer functions to BT.709.
///
/// ```
/// R′G′B′ ─ light ─ (display of HLG) ─ primaries ─ gamut ─ tone curve ─ BT.1886 ─▶ R′G′B′
/// ```
/// Light is relative to white: for HDR that is the reference white of 203 cd/m², to which the
/// tone curve of BT.2390 brings everything that is brighter. The curve is that of a pixel's greatest
/// component and scales all three alike, so that a bright colour becomes darker and stays the colour
/// that it is. Colours outside of BT.709 are brought to its boundary at their own hue and luminance
/// (`HueBoundary`); in SDR those that are brighter than BT.709 can show them are scaled, too. Codes
/// come from light by the inverse of BT.1886, as on the display that the picture was made for.
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

    /// A picture with a profile.
    public init(_ profile: ColorProfile) {
      self.init(primaries: .bt709, transfer: .standard)
      self.profile = profile
    }
  }

  /// What the rows that are converted have to be in.
  public let source: Source
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
  /// Where colours outside of BT.709 go; `nil` where there are none.
  let boundary: HueBoundary?
  /// Rows of the primaries' matrix, 2.18 fixed point. Each row's sum is exactly 1.
  let matrix: [Int64]
  /// Codes by light up to white.
  let codes: [UInt16]

  static let white = 1 << 24
  static let matrixBits = 18

  /// Makes the tables.
  ///
  /// - Complexity: about 50 000 powers.
  public init(_ source: Source) {
    self.source = source
    let steps = 4095.0
    let whiteLight = Double(Self.white)
    var display: [Int32] = []
    // What is no brighter than white, and cut to it otherwise.
    var curve = ToneCurve(from: Curve.referenceWhite, to: Curve.referenceWhite)
    switch source.transfer {
    case .standard, .linear:
      break
    case .perceptualQuantizer(let peak):
      curve = ToneCurve(from: Double(min(max(peak, 1), 10_000)), to: Curve.referenceWhite)
    case .hybridLogGamma:
      let peak = Curve.hybridLogGammaPeak
      curve = ToneCurve(from: peak, to: Curve.referenceWhite)
      display = Self.table(upTo: Self.white) { luminance in
        let gamma = Curve.hybridLogGammaSystem - 1
        return Int32((Power.of(luminance, gamma) * peak / Curve.referenceWhite * 65536).rounded())
      }
    }
    if let profile = source.profile {
      let tables = profile.curves.map { curve in curve.map { ($0 * whiteLight).rounded() } }
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
    boundary = source.primaries == .bt709 && source.profile == nil ? nil : .bt709
    let isProfile = source.profile != nil
    codes = Self.table(upTo: Self.white) {
      let light = min($0, 1)
      let code = isProfile ? ColorProfile.code(ofLight: light) : Curve.standardCode(light)
      return UInt16((code * 65535).rounded())
    }
    let unit = Int64(1) << Self.matrixBits
    let rows = source.profile?.matrix ?? source.primaries.matrix(to: .bt709)
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

  /// Luminance of BT.709's light: 0.2126, 0.7152 and 0.0722 of it, as parts of 65536.
  @inline(__always)
  static func luminance(_ red: Double, _ green: Double, _ blue: Double) -> Double {
    (13_933 * red + 46_871 * green + 4732 * blue) * (1.0 / 65536)
  }
}
