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
  /// Light of 4096 codes, 2²⁴ being white; for HLG light of the scene, 2²⁴ being its peak.
  private let light: [Int32]
  /// For HLG: by luminance of the scene, what to multiply with for light on the display (16.16).
  private let display: [Int32]
  /// For HLG: light after the tone curve, by light on the display.
  private let tone: [Int32]
  /// Rows of the primaries' matrix, 2.18 fixed point. Each row's sum is exactly 1.
  private let matrix: [Int64]
  /// Codes by light up to white.
  private let codes: [UInt16]

  private static let white = 1 << 24
  private static let matrixBits = 18

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
    light = (0..<4096).map { curve(Double($0) / steps) }
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
  private static func place(_ light: Int32) -> Int {
    let octave = max(0, 22 &- light.leadingZeroBitCount)
    return octave << 9 &+ Int(light) >> octave
  }

  // MARK: - Pixels

  /// Converts a row of pixels where it lies.
  ///
  /// Components are in 0…65535.
  /// - Precondition: the rows have the same length.
  public func apply(
    red: inout MutableSpan<UInt16>, green: inout MutableSpan<UInt16>,
    blue: inout MutableSpan<UInt16>
  ) {
    precondition(red.count == green.count && red.count == blue.count, "rows of unequal length")
    let (light, codes, m) = (self.light.span, self.codes.span, matrix)
    let (m00, m01, m02) = (m[0], m[1], m[2])
    let (m10, m11, m12) = (m[3], m[4], m[5])
    let (m20, m21, m22) = (m[6], m[7], m[8])
    let hasDisplay = !display.isEmpty
    @inline(__always)
    func step(_ code: UInt16) -> Int { (Int(code) &- Int(code) >> 12 &+ 8) >> 4 }
    @inline(__always)
    func code(_ sum: Int64) -> UInt16 {
      let half = Int64(1) << (Self.matrixBits - 1)
      let light = min(max((sum &+ half) >> Self.matrixBits, 0), Int64(Self.white))
      return codes[Self.place(Int32(truncatingIfNeeded: light))]
    }
    for x in red.indices {
      var (r, g, b) = (light[step(red[x])], light[step(green[x])], light[step(blue[x])])
      if hasDisplay { (r, g, b) = shown(r, g, b) }
      let (r64, g64, b64) = (Int64(r), Int64(g), Int64(b))
      red[x] = code(m00 &* r64 &+ m01 &* g64 &+ m02 &* b64)
      green[x] = code(m10 &* r64 &+ m11 &* g64 &+ m12 &* b64)
      blue[x] = code(m20 &* r64 &+ m21 &* g64 &+ m22 &* b64)
    }
  }

  /// HLG: from light of the scene to light on the display (BT.2100-2, OOTF), tone-mapped.
  @inline(__always)
  private func shown(_ r: Int32, _ g: Int32, _ b: Int32) -> (Int32, Int32, Int32) {
    // 0.2627, 0.6780 and 0.0593 of 65536.
    let sum = 17_216 &* Int64(r) &+ 44_434 &* Int64(g) &+ 3886 &* Int64(b)
    let factor = Int64(display[Self.place(Int32(truncatingIfNeeded: sum >> 16))])
    @inline(__always)
    func mapped(_ light: Int32) -> Int32 {
      tone[Self.place(Int32(truncatingIfNeeded: (Int64(light) &* factor &+ 32768) >> 16))]
    }
    return (mapped(r), mapped(g), mapped(b))
  }
}
