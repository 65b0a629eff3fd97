package import BaseValues

/// Plays sound at a speed that changes, as a tape would: pitch follows speed, and where the source runs
/// backwards so does the sound.
///
/// Sample n of the result is the source at the exact integral of the speed from sample 0 to n, found
/// between its samples by `KaiserSinc`, which is as wide as the speed at that sample needs. Slower
/// than 1/32 sound fades with the speed, as a tape's head gives less: at rest it is silent.
///
/// Each sample is a function of its number alone.
package struct RampedSpeed: Sendable {
  private let curve: GridCurve
  private let fastest: Int64

  /// Samples that are made at a time: what they need of the source is read at once.
  private static let blockLength = 1024
  /// Samples that are read before what is needed, where the source runs backwards.
  private static let lead: Int64 = 1 << 16
  /// Speeds from which on sound is as loud as its source.
  private static let slowest = 1.0 / 32

  /// - Parameters:
  ///   - curve: in seconds from the first sample of the result; speeds up to 64 either way.
  ///   - sampleRate: samples a second of both.
  /// - Throws: where positions cannot be reckoned exactly in 128 bits.
  package init(_ curve: SpeedCurve, sampleRate: Int) throws(TimeOverflow) {
    guard sampleRate > 0, curve.fastest <= Rational(64) else { throw TimeOverflow() }
    fastest = max(curve.fastest, .one).ceil()
    self.curve = try GridCurve(
      curve,
      on: GridCurve.Grid(
        step: WideRational(1, over: Int128(sampleRate)), start: .zero, sourceStart: .zero,
        origin: .zero, unitsPerSecond: WideRational(sampleRate), reach: 1 << 41))
  }

  /// The source's sample at a sample of the result, counted from what is heard first.
  package func position(at sample: Int64) -> Rational? {
    let position = curve.position(at: sample)
    return try? WideRational(position.numerator, over: position.denominator).rational()
  }

  /// Fills `result` with the samples from `sample` on.
  ///
  /// - Parameters:
  ///   - sample: counted from the first of the result.
  ///   - window: what is at hand of the source, counted from the sample heard first.
  ///   - read: fills a block with the source's samples from a number on.
  package func fill<E: Error>(
    _ result: inout AudioBuffer, from sample: Int64, window: inout SampleWindow,
    read: (Int64, inout AudioBuffer) throws(E) -> Void
  ) throws(E) {
    var weights = [Double](repeating: 0, count: Int(2 * fastest) * KaiserSinc.halfLength)
    var offset = 0
    while offset < result.frameCount {
      let end = min(offset + Self.blockLength, result.frameCount)
      let places = (offset..<end).map { place(of: sample + Int64($0)) }
      let first = places.reduce(Int64.max) { min($0, $1.whole - $1.reach) }
      let last = places.reduce(Int64.min) { max($0, $1.whole + $1.reach) }
      if first < window.start || last >= window.end {
        let lead = first < window.start && window.end > first ? Self.lead : 0
        try window.require(first - lead..<last + 1, read: read)
      }
      for (index, place) in places.enumerated() where place.gain > 0 {
        let needed = window.offsets(place.whole - place.reach + 1..<place.whole + place.reach + 1)
        weigh(place, &weights)
        for channel in 0..<min(result.channelCount, window.channelCount) {
          let source = window.channel(channel).span.extracting(needed)
          var samples = [Double](repeating: 0, count: needed.count)
          for number in samples.indices { samples[number] = Double(source[number]) }
          let sum = DotProduct.sum(samples.span, weights.span.extracting(0..<needed.count))
          result.withChannel(channel) { $0[offset + index] = Float(sum * place.gain) }
        }
      }
      offset = end
    }
  }

  /// What each of the `2 · reach` samples around a place counts.
  private func weigh(_ place: Place, _ weights: inout [Double]) {
    let table = KaiserSinc.table
    let scale = place.bandwidth * Double(KaiserSinc.steps)
    var x = (Double(1 - place.reach) - place.fraction) * scale
    for index in 0..<Int(2 * place.reach) {
      let distance = x.magnitude
      let step = Int(distance)
      x += scale
      guard step < table.count - 2 else {
        weights[index] = 0
        continue
      }
      let shares = KaiserSinc.blend(distance - Double(step))
      let inner = table[step] * shares[1] + table[step + 1] * shares[2]
      let outer = table[max(step - 1, 1 - step)] * shares[0] + table[step + 2] * shares[3]
      weights[index] = (inner + outer) * place.bandwidth
    }
  }

  /// Where a sample is found in the source, and how.
  private struct Place {
    var whole: Int64
    /// How far it is after the sample `whole`, from 0 to below 1.
    var fraction: Double
    /// Source samples to each side, a multiple of 4.
    var reach: Int64
    var bandwidth: Double
    var gain: Double
  }

  private func place(of sample: Int64) -> Place {
    let position = curve.position(at: sample)
    let whole = floorDivide(position.numerator, by: position.denominator)
    let rest = position.numerator - whole * position.denominator
    let speed = Double(position.speed.magnitude) / Double(position.denominator)
    let widest = max(1, speed)
    return Place(
      // Further away no source has sound: 13 days at 192 kHz.
      whole: Int64(clamping: min(max(whole, -(1 << 40)), 1 << 40)),
      fraction: Double(rest) / Double(position.denominator),
      reach: Int64(KaiserSinc.halfLength) * min(Int64(widest.rounded(.up)), fastest),
      bandwidth: 1 / widest, gain: min(1, speed / Self.slowest))
  }
}
