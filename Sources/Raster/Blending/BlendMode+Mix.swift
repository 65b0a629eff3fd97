extension BlendMode {
  /// Mixes a layer's samples with the backdrop's, so that they can be laid over it.
  ///
  /// Each luma sample is taken to R′G′B′ (0…65535) with the chroma sample that covers it, on both
  /// sides, after undoing alpha. The difference that the mode makes there, B(Cb, Cs) − Cs, is taken
  /// back to codes and added to the layer's own, times both alphas; so where the mode changes
  /// nothing, or one of the two is transparent, the layer's samples stay exactly as they are. A
  /// chroma sample's difference is the mean of those of its luma samples, weighted by the layer's
  /// alpha there. All is done in exact integers but for four roundings, to nearest, ties up: codes
  /// without alpha, R′G′B′, the mean (in steps below 2^-30 codes) and the result. Results are cut to
  /// 0…alpha.
  ///
  /// - Parameters:
  ///   - source: the layer's rows, before its weights count.
  ///   - backdrop: what is below it.
  ///   - columns: chroma columns to mix; others stay as they are.
  /// - Precondition: both are as wide, and have the columns.
  /// - Note: bit-exact with `Reference.mix`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public func mix<Sample: PixelSample>(
    _ source: inout CellRows<Sample>, with backdrop: borrowing CellRows<Sample>,
    columns: Range<Int>
  ) {
    Self.mix(&source, with: backdrop, columns: columns) { below, own in
      (
        component(below.red, own.red), component(below.green, own.green),
        component(below.blue, own.blue)
      )
    }
  }

  /// The same with B of all three components at once.
  @inline(__always)
  static func mix<Sample: PixelSample>(
    _ source: inout CellRows<Sample>, with backdrop: borrowing CellRows<Sample>,
    columns: Range<Int>,
    _ mixed: (_ backdrop: ColorChange.Components, _ source: ColorChange.Components) ->
      ColorChange.Components
  ) {
    let width = source.luma[0].count
    precondition(width == backdrop.luma[0].count, "rows of unequal length")
    for column in columns {
      let chroma = Chroma(source, at: column)
      let chromaBelow = Chroma(backdrop, at: column)
      var sum = Difference()
      var cover = 0
      for side in 0..<2 {
        for x in 2 &* column..<min(2 &* column &+ 2, width) {
          let alpha = source.alpha[side][x]
          let alphaBelow = backdrop.alpha[side][x]
          cover &+= Int(alpha.code)
          guard alpha > 0, alphaBelow > 0 else { continue }
          let luma = source.luma[side][x]
          let difference = difference(
            chroma.color(luma: luma, alpha: alpha),
            chromaBelow.color(luma: backdrop.luma[side][x], alpha: alphaBelow), mixed)
          let weight = Int(alpha.code) &* Int(alphaBelow.code)
          source.luma[side][x] = Difference.added(
            difference.luma &* weight, Difference.lumaUnit, to: luma, alpha: alpha)
          sum.add(difference, weight)
        }
      }
      guard cover > 0 else { continue }
      let alpha = source.chromaAlpha[column]
      let (cb, cr) = (sum.cb.rounded(over: cover), sum.cr.rounded(over: cover))
      source.cb[column] = Difference.added(
        cb &* Int(alpha.code), Difference.cbUnit, to: source.cb[column], alpha: alpha)
      source.cr[column] = Difference.added(
        cr &* Int(alpha.code), Difference.crUnit, to: source.cr[column], alpha: alpha)
    }
  }

  @inline(__always)
  private static func difference<Sample: PixelSample>(
    _ source: ColorCodes<Sample>, _ backdrop: ColorCodes<Sample>,
    _ mixed: (ColorChange.Components, ColorChange.Components) -> ColorChange.Components
  ) -> Difference {
    let source = source.rgb(maximum: full)
    let result = mixed(backdrop.rgb(maximum: full), source)
    @inline(__always)
    func change(_ result: Int, _ source: Int) -> Int { min(max(result, 0), full) &- source }
    return Difference(
      red: change(result.red, source.red), green: change(result.green, source.green),
      blue: change(result.blue, source.blue))
  }
}

/// The colour differences of a chroma sample without alpha.
private struct Chroma<Sample: PixelSample> {
  private let cb: Sample
  private let cr: Sample

  @inline(__always)
  init(_ rows: borrowing CellRows<Sample>, at column: Int) {
    let alpha = rows.chromaAlpha[column]
    cb = Self.straight(rows.cb[column], alpha, transparent: ColorCodes<Sample>.neutral)
    cr = Self.straight(rows.cr[column], alpha, transparent: ColorCodes<Sample>.neutral)
  }

  /// The colour of a luma sample.
  @inline(__always)
  func color(luma: Sample, alpha: Sample) -> ColorCodes<Sample> {
    ColorCodes(y: Self.straight(luma, alpha, transparent: 0), cb: cb, cr: cr)
  }

  @inline(__always)
  private static func straight(_ code: Sample, _ alpha: Sample, transparent: Sample) -> Sample {
    if alpha.code >= Sample.maximum { return code }
    if alpha == 0 { return transparent }
    let quotient = (code.code &* Sample.maximum &+ alpha.code / 2) / alpha.code
    return Sample(code: min(quotient, Sample.maximum))
  }
}

/// A difference of R′G′B′ (each ±65535) as luma and colour differences: numerators over 10000,
/// 18556 and 15748, each times 65535.
private struct Difference {
  var luma = 0
  var cb = 0
  var cr = 0

  init() {}

  @inline(__always)
  init(red: Int, green: Int, blue: Int) {
    luma = 2126 &* red &+ 7152 &* green &+ 722 &* blue
    cb = 10_000 &* blue &- luma
    cr = 10_000 &* red &- luma
  }

  @inline(__always)
  mutating func add(_ other: Difference, _ weight: Int) {
    cb &+= other.cb &* weight
    cr &+= other.cr &* weight
  }

  /// The codes of full intensity in 8 bits, and the denominator.
  static let lumaUnit = (gain: 219, denominator: 10_000)
  static let cbUnit = (gain: 224, denominator: 18_556)
  static let crUnit = (gain: 224, denominator: 15_748)

  /// A premultiplied sample and a numerator times two alphas, below 2^51, of the sample's depth.
  @inline(__always)
  static func added<Sample: PixelSample>(
    _ numerator: Int, _ unit: (gain: Int, denominator: Int), to sample: Sample, alpha: Sample
  ) -> Sample {
    let full = Int(Sample.maximum)
    let denominator = unit.denominator &* BlendMode.full &* full &* full
    let codes = (numerator &* (unit.gain << ColorCodes<Sample>.unit)).rounded(over: denominator)
    return Sample(
      truncatingIfNeeded: min(max(Int(sample.code) &+ codes, 0), Int(alpha.code)))
  }
}

extension Int {
  /// `self / denominator`, rounded to nearest, ties up; both far from the ends.
  @inline(__always)
  fileprivate func rounded(over denominator: Int) -> Int {
    let (doubled, divisor) = (2 &* self &+ denominator, 2 &* denominator)
    let quotient = doubled / divisor
    return quotient &* divisor > doubled ? quotient &- 1 : quotient
  }
}
