package import BaseValues

/// Gives sound at another rate: sample n of the result is the source at exactly n · `step`, found
/// by `KaiserSinc` around that place.
///
/// Each sample is a function of its number alone, so that any part of the result is the same
/// however it is cut into blocks and wherever it is begun. There is no delay. Where `step` is 1 the
/// samples are the source's, bit for bit.
///
/// Where few places between samples occur (160 from 44.1 to 48 kHz), the filter is tabulated for
/// each; where there are many, it is found between tabulated places by a cubic, to -160 dB.
package struct RateConverter: Sendable {
  /// Samples of the source to each side that a sample of the result is made of; 0 at step 1.
  package let reach: Int64

  /// In lowest terms.
  private let numerator: Int128
  private let denominator: Int128
  /// Rows of `2 · reach` weights, one for each place between two samples; with one before and two
  /// after them where places are found between rows.
  private let rows: [Double]
  /// Places between two samples that have a row.
  private let phases: Int
  private let isExact: Bool

  /// Weights that are tabulated at most: 2 MiB.
  private static let mostWeights: Int128 = 1 << 18
  /// Source samples at a time.
  private static let blockLength: Int64 = 1 << 15

  /// From one rate to another.
  ///
  /// - Parameters:
  ///   - sourceRate: samples a second, from 1 to 1 << 31; what is beyond is the nearest of these.
  ///   - rate: samples a second of the result, with the same bounds.
  package init(from sourceRate: Int, to rate: Int) {
    let (a, b) = (min(max(1, sourceRate), 1 << 31), min(max(1, rate), 1 << 31))
    self.init(
      step: Rational(Int64(a), Int64(b)) ?? .one, form: KaiserSinc.Form(rate: min(a, b)))
  }

  /// - Parameter step: source samples in a sample of the result, above 0. From 1024 on the filter gets no
  ///   narrower.
  package init(step: Rational) {
    self.init(step: step, form: .longest)
  }

  private init(step: Rational, form: KaiserSinc.Form) {
    let step = max(step, Rational(1, .max) ?? .one)
    numerator = Int128(step.numerator)
    denominator = Int128(step.denominator)
    guard step != .one else {
      (reach, rows, phases, isExact) = (0, [], 0, true)
      return
    }
    let widest = min(max(Double(step.numerator) / Double(step.denominator), 1), 1024)
    // A multiple of 4, for the sum of products.
    let needed = Int((Double(form.halfLength) * widest).rounded(.up))
    let reach = (needed + 3) / 4 * 4
    isExact = denominator * Int128(2 * reach) <= Self.mostWeights
    phases =
      isExact
      ? Int(step.denominator)
      : max(2, Int((Double(KaiserSinc.steps) / widest).rounded(.up)))
    let numbers = isExact ? 0...phases - 1 : -1...phases + 1
    var rows: [Double] = []
    rows.reserveCapacity(numbers.count * 2 * reach)
    for phase in numbers {
      let part = Double(phase) / Double(phases)
      let row = (1 - reach...reach).map { KaiserSinc.value((Double($0) - part) / widest, form) }
      // A steady level stays exactly as it is.
      let sum = row.reduce(0, +)
      for weight in row { rows.append(weight / sum) }
    }
    self.rows = rows
    self.reach = Int64(reach)
  }

  /// The source's sample at or before a sample of the result.
  package func place(of sample: Int64) -> Int64 { split(sample).whole }

  /// The samples of the result that lie in a part of the source.
  package func samples(in source: Range<Int64>) -> Range<Int64> {
    func first(_ place: Int64) -> Int64 {
      let product = Int128(place) * denominator
      return Int64(clamping: floorDivide(product + numerator - 1, by: numerator))
    }
    return first(source.lowerBound)..<first(source.upperBound)
  }

  /// The source samples that a part of the result is made of.
  package func needed(for samples: Range<Int64>) -> Range<Int64> {
    guard let last = samples.last else { return 0..<0 }
    let (from, to) = (place(of: samples.lowerBound), place(of: last))
    return reach == 0 ? from..<to + 1 : from - reach + 1..<to + reach + 1
  }

  /// Fills a part of `result` with the samples from `sample` on.
  ///
  /// - Parameters:
  ///   - part: where they are put.
  ///   - source: one channel of the source; what lies outside is silence.
  ///   - sourceStart: number of its first sample.
  package func fill(
    _ result: inout MutableSpan<Float>, _ part: Range<Int>, from sample: Int64,
    source: Span<Float>, startingAt sourceStart: Int64
  ) {
    var walk = Walk(self, from: sample, count: part.count)
    var block: [Double] = []
    for index in part {
      if reach == 0 {
        result[index] = Self.sample(of: source, walk.whole - sourceStart)
      } else {
        if let samples = walk.nextBlock {
          block = Self.block(source, samples.lowerBound - sourceStart, samples.count)
        }
        let samples = block.span.extracting(walk.needed)
        result[index] = Float(
          isExact ? sum(samples, row: Int(walk.rest)) : blendedSum(samples, at: walk.part))
      }
      walk.step()
    }
  }

  /// Fills a part of two channels' results, to the same bits as one after the other, and sooner: each weight
  /// is read once.
  ///
  /// - Precondition: both results have `part`.
  package func fill(
    _ first: inout MutableSpan<Float>, _ second: inout MutableSpan<Float>, _ part: Range<Int>,
    from sample: Int64, sources: (first: Span<Float>, second: Span<Float>),
    startingAt sourceStart: Int64
  ) {
    guard reach > 0, isExact else {
      fill(&first, part, from: sample, source: sources.first, startingAt: sourceStart)
      fill(&second, part, from: sample, source: sources.second, startingAt: sourceStart)
      return
    }
    var walk = Walk(self, from: sample, count: part.count)
    var blocks: (first: [Double], second: [Double]) = ([], [])
    for index in part {
      if let samples = walk.nextBlock {
        let start = samples.lowerBound - sourceStart
        blocks.first = Self.block(sources.first, start, samples.count)
        blocks.second = Self.block(sources.second, start, samples.count)
      }
      let found = DotProduct.sums(
        blocks.first.span.extracting(walk.needed), blocks.second.span.extracting(walk.needed),
        rows.span.extracting(weights(ofRow: Int(walk.rest))))
      first[index] = Float(found.x)
      second[index] = Float(found.y)
      walk.step()
    }
  }

  /// Goes from sample to sample of a result, and says where the source is there.
  private struct Walk {
    /// The source's sample at or before this one, and the part of a sample that it is after that.
    private(set) var whole: Int64
    private(set) var rest: UInt64
    private let forward: (whole: Int64, rest: UInt64)
    private let end: UInt64
    private let reach: Int64
    private let last: Int64
    /// The samples of the source at hand.
    private var held: Range<Int64> = 0..<0

    init(_ converter: RateConverter, from sample: Int64, count: Int) {
      (whole, rest) = converter.split(sample)
      forward = converter.split(1)
      end = UInt64(converter.denominator)
      reach = converter.reach
      last = converter.split(sample + Int64(count) - 1).whole
    }

    /// The part of a sample, from 0 to below 1.
    var part: Double { Double(rest) / Double(end) }

    /// The samples of the source that are to be at hand from here on; `nil` where all are.
    var nextBlock: Range<Int64>? {
      mutating get {
        let first = whole - reach + 1
        if !held.isEmpty, first + 2 * reach <= held.upperBound { return nil }
        held = first..<first + max(0, min(last - whole, RateConverter.blockLength)) + 2 * reach
        return held
      }
    }

    /// Those that this sample is made of, in what is at hand.
    var needed: Range<Int> {
      let first = Int(whole - reach + 1 - held.lowerBound)
      return first..<first + Int(2 * reach)
    }

    mutating func step() {
      whole += forward.whole
      rest += forward.rest
      if rest >= end {
        rest -= end
        whole += 1
      }
    }
  }

  private static func sample(of source: Span<Float>, _ number: Int64) -> Float {
    number >= 0 && number < Int64(source.count) ? source[Int(number)] : 0
  }

  /// A part of the source as double precision; silence outside.
  private static func block(_ source: Span<Float>, _ first: Int64, _ count: Int) -> [Double] {
    var block = [Double](repeating: 0, count: count)
    let from = min(max(0, -first), Int64(count))
    let to = min(Int64(count), Int64(source.count) - first)
    guard from < to else { return block }
    for index in Int(from)..<Int(to) { block[index] = Double(source[Int(first) + index]) }
    return block
  }

  private func sum(_ samples: Span<Double>, row: Int) -> Double {
    DotProduct.sum(samples, rows.span.extracting(weights(ofRow: row)))
  }

  private func weights(ofRow row: Int) -> Range<Int> {
    let count = 2 * Int(reach)
    return row * count..<(row + 1) * count
  }

  /// The sum for a place between two samples, from those of the four rows around it.
  private func blendedSum(_ samples: Span<Double>, at part: Double) -> Double {
    let place = part * Double(phases)
    let phase = min(Int(place), phases - 1)
    let shares = KaiserSinc.blend(place - Double(phase))
    let inner = sum(samples, row: phase + 1) * shares[1] + sum(samples, row: phase + 2) * shares[2]
    let outer = sum(samples, row: phase) * shares[0] + sum(samples, row: phase + 3) * shares[3]
    return inner + outer
  }

  /// Where the source is at a sample of the result: a sample, and a part of one in `1/denominator`.
  private func split(_ sample: Int64) -> (whole: Int64, rest: UInt64) {
    let product = Int128(sample) * numerator
    let whole = floorDivide(product, by: denominator)
    // Further away no source has sound: 23 years at 192 kHz.
    return (
      Int64(clamping: min(max(whole, -(1 << 47)), 1 << 47)),
      UInt64(truncatingIfNeeded: product - whole * denominator)
    )
  }
}
