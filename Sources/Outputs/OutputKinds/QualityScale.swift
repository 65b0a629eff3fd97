/// What constant quality is counted in by an encoder: higher is worse. Projects say it in tenths, and chunks that
/// share bits move on it in twentieths, their levels.
package struct QualityScale: Hashable, Sendable {
  /// What people call it: `rate factor`.
  package var noun: String
  /// In tenths, from best to worst.
  package var tenths: ClosedRange<Int>
  /// In tenths, where a project says nothing.
  package var usual: Int
  /// Levels at which all streams have the same parameters for the decoder.
  package var levels: ClosedRange<Int>
  /// The level at which a pixel takes about a tenth of a bit.
  package var middle: Int
  /// About how many levels worse takes half as many bits.
  package var halving: Int
  /// Levels among which a search begins.
  package var beginnings: ClosedRange<Int>
  /// Tenths that the encoder tells apart: 10 where it takes whole numbers alone.
  package var step = 1
  /// Whether there is such a quality to choose.
  package var isChosen: Bool { tenths.count > 1 }

  /// Twentieths that the encoder tells apart.
  package var leastStep: Int { step > 1 ? 2 * step : 1 }

  /// The same range in hundredths.
  package var hundredths: ClosedRange<Int> { 10 * tenths.lowerBound...10 * tenths.upperBound }

  /// Of codecs whose profile says all.
  static let none = QualityScale(
    noun: "quality", tenths: 0...0, usual: 0, levels: 0...0, middle: 0, halving: 1,
    beginnings: 0...0)
}
