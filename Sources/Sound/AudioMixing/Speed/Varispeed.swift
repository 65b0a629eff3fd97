package import BaseValues

/// Plays sound faster or slower as a tape would: pitch follows speed.
///
/// Sample n of the result is the source at n · speed, found between its samples by `RateConverter`:
/// what would be above half the rate is taken away.
///
/// Each sample is a function of its number alone, so that any part of the result is the same however
/// it is cut into blocks and wherever it is begun.
package struct Varispeed: Sendable {
  private let converter: RateConverter

  /// Samples that are made at a time: what they need of the source is read at once.
  private static let blockLength = 8192

  /// - Parameter speed: seconds of source in a second of the result, above 0 and at most 64; speeds
  ///   beyond are the nearest of these.
  package init(speed: Rational) {
    converter = RateConverter(
      step: min(max(speed, Rational(1, over: 4096)), Rational(64)))
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
    var offset = 0
    while offset < result.frameCount {
      let count = min(Self.blockLength, result.frameCount - offset)
      let first = sample + Int64(offset)
      try window.require(converter.needed(for: first..<first + Int64(count)), read: read)
      for channel in 0..<min(result.channelCount, window.channelCount) {
        let source = window.channel(channel)
        result.withChannel(channel) { samples in
          converter.fill(
            &samples, offset..<offset + count, from: first, source: source.span,
            startingAt: window.start)
        }
      }
      offset += count
    }
  }
}
