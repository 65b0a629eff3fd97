/// How far a stretch of sound goes beyond full scale.
package struct AudioLevel: Hashable, Sendable {
  /// The true peak, 1 for full scale: the largest magnitude of all channels, between samples too
  /// where they are large enough to reach full scale there.
  package var truePeak: Float
  /// The loudest sample of the first piece that reaches the peak.
  package var peakSample: Int64
  /// Samples beyond full scale, over all channels: they are cut off for the encoder.
  package var clippedCount: Int64
  /// The first of them; `nil` without any.
  package var firstClipped: Int64?

  /// A level; without arguments, that of silence.
  package init(
    truePeak: Float = 0, peakSample: Int64 = 0, clippedCount: Int64 = 0,
    firstClipped: Int64? = nil
  ) {
    self.truePeak = truePeak
    self.peakSample = peakSample
    self.clippedCount = clippedCount
    self.firstClipped = firstClipped
  }

  /// The true peak in decibels, dBTP; −infinity for silence.
  package var decibels: Double { Decibels.ofAmplitude(Double(truePeak)) }

  /// Whether it goes beyond full scale, be it between samples alone: there by 0.05 dB, which the
  /// filter that finds true peaks does not add to sound at full scale by itself.
  package var isOverloaded: Bool { clippedCount > 0 || truePeak > 1.005_773_1 }

  /// The same with samples counted from elsewhere.
  package func moved(by offset: Int64) -> AudioLevel {
    AudioLevel(
      truePeak: truePeak, peakSample: peakSample &+ offset, clippedCount: clippedCount,
      firstClipped: firstClipped.map { $0 &+ offset })
  }

  /// The level of two stretches together, samples of both counted from the same place.
  package static func + (a: AudioLevel, b: AudioLevel) -> AudioLevel {
    let isFirst =
      a.truePeak > b.truePeak || (a.truePeak == b.truePeak && a.peakSample <= b.peakSample)
    let firsts = [a.firstClipped, b.firstClipped].compactMap(\.self)
    return AudioLevel(
      truePeak: isFirst ? a.truePeak : b.truePeak,
      peakSample: isFirst ? a.peakSample : b.peakSample,
      clippedCount: a.clippedCount + b.clippedCount, firstClipped: firsts.min())
  }
}

/// Measures how far a sound, given in blocks, goes beyond full scale.
///
/// True peaks are those of `TruePeakMeter`. The sound is looked at in pieces. As blocks
/// begin with pieces, and stretches that count begin and end between them, levels do not depend on the
/// blocks, and those of stretches add up to the level of the whole.
package struct OverloadMeter: Sendable {
  /// The level so far, of what counts; samples are numbered as in `add`.
  package private(set) var level = AudioLevel()

  private var history: [[Float]]
  private let piece: Int64

  /// A meter for so many channels.
  ///
  /// - Parameter piece: samples looked at together, 1 or more: one of the lengths between which blocks,
  ///   and stretches that count, begin and end.
  package init(channelCount: Int, piece: Int64 = 1024) {
    precondition(piece > 0)
    self.piece = piece
    history = Array(
      repeating: Array(repeating: 0, count: TruePeakMeter.historyCount), count: channelCount)
  }

  /// Measures the samples that follow. Samples that are not numbers count as clipped, at level 0.
  ///
  /// - Parameters:
  ///   - first: the number of the block's first sample.
  ///   - counting: samples that count; those before them only lead up to them. Its bounds are
  ///     multiples of `piece`, or lie at the ends of the sound.
  /// - Precondition: the block has the meter's channels; `first` is a multiple of `piece`.
  package mutating func add(_ block: AudioBuffer, from first: Int64, counting: Range<Int64>) {
    precondition(block.channelCount == history.count, "channels differ")
    precondition(first.isMultiple(of: piece), "a block begins within a piece")
    var offset = 0
    while offset < block.frameCount {
      let sample = first + Int64(offset)
      let count = min(Int(piece), block.frameCount - offset)
      let isCounted = counting.contains(sample)
      for channel in 0..<block.channelCount {
        let samples = block.channels[channel][offset..<offset + count]
        let row = history[channel] + samples.map { $0.isNaN ? 0 : $0 }
        history[channel] = Array(row.suffix(TruePeakMeter.historyCount))
        if isCounted { look(at: samples, row: row, from: sample) }
      }
      offset += count
    }
  }

  private mutating func look(at samples: ArraySlice<Float>, row: [Float], from first: Int64) {
    var largest: Float = 0
    var place = 0
    for (index, sample) in samples.enumerated() {
      let isClipped = !(sample.magnitude <= 1)
      if isClipped {
        level.clippedCount += 1
        level.firstClipped = min(level.firstClipped ?? .max, first + Int64(index))
      }
      if sample.magnitude > largest { (largest, place) = (sample.magnitude, index) }
    }
    var around = largest
    for sample in row.prefix(TruePeakMeter.historyCount) where sample.magnitude > around {
      around = sample.magnitude
    }
    guard around * TruePeakMeter.largestGain > level.truePeak else { return }
    // Between quiet samples there is nothing to find.
    let peak = around * TruePeakMeter.largestGain > 1 ? TruePeakMeter.peak(of: row) : largest
    let found = AudioLevel(truePeak: peak, peakSample: first + Int64(place))
    let clipped = (level.clippedCount, level.firstClipped)
    level = level.truePeak == 0 ? found : level + found
    (level.clippedCount, level.firstClipped) = clipped
  }
}
