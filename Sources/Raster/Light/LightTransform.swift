/// Brings R′G′B′ of other primaries or transfer functions to BT.709.
///
/// ```
/// R′G′B′ ─ light ─ (display of HLG) ─ tone curve ─ primaries ─ BT.1886 ─▶ R′G′B′
/// ```
/// Light is relative to white: for HDR that is the reference white of 203 cd/m², to which the
/// tone curve of BT.2390 brings everything that is brighter, component by component. Codes come
/// from light by the inverse of BT.1886, as on the display that the picture was made for. Colours
/// outside of BT.709 are cut off.
///
/// All curves are tables, made once; what is done to a pixel is integer arithmetic.
public struct LightTransform: Sendable {
  /// What pictures are in.
  public struct Source: Hashable, Sendable {
    /// Converted after the tone curve, in light.
    public var primaries: ColorPrimaries
    /// How codes become light, with its peak where that varies.
    public var transfer: TransferFunction

    /// A source; one of BT.709 primaries and the `standard` transfer needs no transform.
    public init(primaries: ColorPrimaries, transfer: TransferFunction) {
      self.primaries = primaries
      self.transfer = transfer
    }
  }

  /// What the rows that are converted have to be in.
  public let source: Source
  /// Light of 4096 codes in whole numbers, 2²⁴ being white; for HLG light of the scene, 2²⁴ being
  /// its peak.
  let light: [Double]
  /// For HLG: by luminance of the scene, what to multiply with for light on the display (16.16).
  let display: [Int32]
  /// For HLG: light after the tone curve, by light on the display.
  let tone: [Int32]
  /// Rows of the primaries' matrix, 2.18 fixed point. Each row's sum is exactly 1.
  let matrix: [Int64]
  /// Codes by light up to white.
  let codes: [UInt16]

  static let white = 1 << 24
  static let matrixBits = 18

  /// Makes the tables.
  ///
  /// - Complexity: about 20 000 powers.
  public init(_ source: Source) {
    self.source = source
    let steps = 4095.0
    let whiteLight = Double(Self.white)
    var (display, tone): ([Int32], [Int32]) = ([], [])
    func relative(_ candela: Double) -> Int32 {
      Int32((candela / Curve.referenceWhite * whiteLight).rounded())
    }
    let curve: (Double) -> Int32
    switch source.transfer {
    case .standard:
      curve = { Int32((Curve.standardLight($0) * whiteLight).rounded()) }
    case .linear:
      curve = { Int32(($0 * whiteLight).rounded()) }
    case .perceptualQuantizer(let peak):
      let mapping = ToneCurve(
        from: Double(min(max(peak, 1), 10_000)), to: Curve.referenceWhite)
      curve = { relative(mapping.light(Curve.quantizerLight($0))) }
    case .hybridLogGamma:
      let peak = Curve.hybridLogGammaPeak
      let mapping = ToneCurve(from: peak, to: Curve.referenceWhite)
      curve = { Int32((Curve.hybridLogGammaScene($0) * whiteLight).rounded()) }
      display = Self.table(upTo: Self.white) { luminance in
        let gamma = Curve.hybridLogGammaSystem - 1
        return Int32((Power.of(luminance, gamma) * peak / Curve.referenceWhite * 65536).rounded())
      }
      tone = Self.table(upTo: 8 * Self.white) { light in
        relative(mapping.light(light * Curve.referenceWhite))
      }
    }
    light = (0..<4096).map { Double(curve(Double($0) / steps)) }
    (self.display, self.tone) = (display, tone)
    codes = Self.table(upTo: Self.white) {
      UInt16((Curve.standardCode(min($0, 1)) * 65535).rounded())
    }
    let unit = Int64(1) << Self.matrixBits
    matrix = source.primaries.matrix(to: .bt709).enumerated().flatMap { index, row in
      var row = row.map { Int64(($0 * Double(unit)).rounded()) }
      row[index] += unit - row.reduce(0, +)
      return row
    }
  }

  // MARK: - Tables by light

  /// A table over light, finer the darker it is: exact up to 1023, then 512 steps an octave.
  private static func table<Value>(
    upTo limit: Int, _ value: (_ light: Double) -> Value
  ) -> [Value] {
    (0...place(Int32(limit))).map { place in
      // The middle of what the place stands for.
      let octave = max(0, place >> 9 - 1)
      let first = (place - octave << 9) << octave
      let middle = Double(first) + Double((1 << octave) - 1) / 2
      return value(middle / Double(white))
    }
  }

  /// Where in such a table light is.
  @inline(__always)
  static func place(_ light: Int32) -> Int {
    let octave = max(0, 22 &- light.leadingZeroBitCount)
    return octave << 9 &+ Int(light) >> octave
  }
}
