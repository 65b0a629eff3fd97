package import AudioMixing
package import BaseValues
package import TimelineModel

/// The movie's sound: which samples of which source are summed where, and how loud.
package struct AudioPlan: Hashable, Sendable {
  /// Samples a second in each channel.
  package var sampleRate: Int
  /// One of the codec's numbers of channels.
  package var channels: Int
  /// Per channel.
  package var sampleCount: Int64
  /// In the order of tracks, then of starts; sound is summed in this order.
  package var spans: [AudioSpan]
  /// What spans go through before they are summed: after all spans that go through none, in this order. Each
  /// stands before those that are heard through it.
  package var buses: [AudioBus] = []
  /// True peaks of the sum are kept below so many hundredths of dBTP; `nil` for no limiter.
  package var ceiling: Int?
  /// The integrated loudness that the gains of the spans bring the movie to, in hundredths of LUFS; `nil` where
  /// none is asked for. In plans of versions that are only compared the gain is not worked out: this stands for
  /// it.
  package var loudness: Int?

  /// A plan of sound; spans in the order in which they are summed.
  package init(
    sampleRate: Int, channels: Int, sampleCount: Int64, spans: [AudioSpan], ceiling: Int? = nil,
    loudness: Int? = nil
  ) {
    self.sampleRate = sampleRate
    self.channels = channels
    self.sampleCount = sampleCount
    self.spans = spans
    self.ceiling = ceiling
    self.loudness = loudness
  }

  /// The samples that are mixed to know what `samples` are.
  ///
  /// - Complexity: O(1).
  package func samples(around samples: Range<Int64>) -> Range<Int64> {
    guard let limiter else { return samples }
    let first = samples.lowerBound.subtractingReportingOverflow(Int64(limiter.history))
    let end = samples.upperBound.addingReportingOverflow(Int64(limiter.delay))
    return (first.overflow ? .min : first.partialValue)..<(end.overflow ? .max : end.partialValue)
  }

  /// What keeps true peaks below the ceiling, at the beginning of silence.
  package var limiter: Limiter? {
    ceiling.map {
      Limiter(channelCount: channels, sampleRate: sampleRate, ceiling: Double($0) / 100)
    }
  }
}

/// A run of samples of one source.
package struct AudioSpan: Hashable, Sendable {
  /// The clip whose sound it is.
  package var origin: PlanOrigin
  /// The source that is read.
  package var media: MediaID
  /// Output samples, half-open, not empty.
  package var samples: Range<Int64>
  /// The source's sample, counted at the output's rate from source time 0, heard at
  /// `samples.lowerBound`. May lie outside the source: silence there. Where the source is heard
  /// backwards, the sample after that.
  package var sourceSample: Int64
  /// The source time in seconds that is to be heard there, before it is put on a sample; `nil` where it is not
  /// known, as within films of edits.
  package var sourceTime: Rational?
  /// Seconds of source for each second of movie; 1 is natural, below 0 it is heard backwards, never 0.
  /// Also 1 where `curve` says it.
  package var speed: Rational
  /// How the speed changes, in seconds from `samples.lowerBound`; `nil` where it does not.
  package var curve: SpeedCurve?
  /// The part of the source that is heard again and again; `sourceSample` is counted on through it.
  package var loop: SourceLoop?
  /// What keeps that from clicking where it begins again; `nil` where nothing has to.
  package var joint: LoopJoint?
  /// Whether pitch stays where speed is not natural.
  package var pitch: Pitch
  /// They multiply.
  package var envelopes: [GainEnvelope]
  /// −32768 hard left … 0 … 32768 hard right.
  package var pan: Int
  /// Pans that move, with positions in place of gains: −16777216 hard left … 0 … 16777216 hard right. The
  /// factors of both sides multiply, and with those of `pan`.
  package var panning: [GainEnvelope] = []
  /// Which of the source's channels are heard in which of the output's, summed; `nil` for the usual.
  package var routes: [ChannelRoute]?
  /// What is done with the output's channels before pan; `nil` for nothing.
  package var matrix: ChannelMatrix?
  /// The bus of the plan that it goes through; `nil` where it is summed as it is.
  package var bus: Int?

  /// A span in the middle and at natural speed unless said otherwise.
  package init(
    origin: PlanOrigin, media: MediaID, samples: Range<Int64>, sourceSample: Int64,
    envelopes: [GainEnvelope], pan: Int = 0, speed: Rational = .one, pitch: Pitch = .keep
  ) {
    self.origin = origin
    self.media = media
    self.samples = samples
    self.sourceSample = sourceSample
    self.speed = speed
    self.pitch = pitch
    self.envelopes = envelopes
    self.pan = pan
  }

  /// Whether the source's samples are heard as they are, one after the other.
  package var isNatural: Bool { speed == .one && curve == nil && loop == nil }

  /// Whether the source is heard backwards.
  package var isReversed: Bool { speed < .zero }

  /// Seconds of source in a second of movie, forward or backwards.
  package var tempo: Rational { (try? speed.magnitude()) ?? speed }

  /// The source's sample after the last one that is heard, counted as `sourceSample` is; of one heard
  /// backwards the last one heard.
  /// Where the speed changes or a part is heard again there is no such sample that is known.
  package var sourceEnd: Int64 {
    if curve != nil || loop != nil { return .max }
    let length = Int128(samples.count) * Int128(speed.numerator) / Int128(speed.denominator)
    return Int64(clamping: Int128(sourceSample) + length)
  }
}

/// How the times of a part that is heard again and again meet: the beginning of each is crossed in proportion to time
/// with what the one before would have gone on with.
package struct LoopJoint: Hashable, Sendable {
  /// Samples of the source over which they cross, 1 or more.
  package var length: Int64
  /// The most that they cross over: 20 ms at 64 times the speed and 192 kHz.
  package static let longest: Int64 = 192_000 / 50 * 64
  /// The number of the first time that is heard, which nothing goes before.
  package var first: Int64
  /// Whether the part begins within its source; what begins with the source itself is heard as it was made.
  package var startsInside: Bool
  /// Whether the part ends within its source.
  package var endsInside: Bool

  /// A joint of so many samples.
  package init(length: Int64, first: Int64, startsInside: Bool, endsInside: Bool) {
    self.length = length
    self.first = first
    self.startsInside = startsInside
    self.endsInside = endsInside
  }
}

/// A channel of a source on its way to one of the output's.
package struct ChannelRoute: Hashable, Sendable {
  /// Channel of the output, from 0.
  package var output: Int
  /// Channel of the source, from 0; silence where it has none.
  package var input: Int
  /// 8.24 fixed point.
  package var gain: Int64

  /// A route by channels counted from 0.
  package init(output: Int, input: Int, gain: Int64) {
    self.output = output
    self.input = input
    self.gain = gain
  }
}

extension [ChannelRoute] {
  /// The same for sources of so many channels.
  package func mix(inputs: Int, outputs: Int) -> DownMix {
    var matrix = [[Double]](
      repeating: Array<Double>(repeating: 0, count: inputs), count: Swift.max(0, outputs))
    for route in self
    where matrix.indices.contains(route.output) && (0..<inputs).contains(route.input) {
      matrix[route.output][route.input] += Double(route.gain) / Double(GainPoint.unity)
    }
    return DownMix(matrix: matrix, inputCount: inputs)
  }
}

/// Gain over time. Before the first point the first gain holds, after the last one the last.
package struct GainEnvelope: Hashable, Sendable {
  /// What an envelope is for; the words are those of plans and explanations.
  package enum Purpose: String, Hashable, Sendable, CaseIterable {
    case gain, automation, duck, loudness, declick
    case fadeIn = "fade in"
    case fadeOut = "fade out"
    case crossFade = "cross-fade"
    case clipDuck = "clip duck"
    case clipLoudness = "clip loudness"
    case panAutomation = "pan automation"
    case trackGain = "track gain"
    case trackAutomation = "track automation"
    case trackPanAutomation = "track pan automation"
    case outputGain = "output gain"
  }

  /// What it is for.
  package var purpose: Purpose
  /// Rising in `sample`; of two points at one sample the later one counts from there on.
  package var points: [GainPoint]

  /// An envelope; points rise in `sample`.
  package init(purpose: Purpose, points: [GainPoint]) {
    self.purpose = purpose
    self.points = points
  }
}

extension GainEnvelope {
  /// The same gains over `samples` with no more points than that takes; `nil` where all are one.
  ///
  /// - Complexity: O(log n), and the size of the result.
  package func trimmed(to samples: Range<Int64>) -> GainEnvelope? {
    guard let part = part(samples), !part.points.allSatisfy({ $0.gain == GainPoint.unity }) else {
      return nil
    }
    return part
  }

  /// The same values over `samples` with no more points than that takes; `nil` without points.
  ///
  /// - Complexity: O(log n), and the size of the result.
  package func part(_ samples: Range<Int64>) -> GainEnvelope? {
    // The last point that is not after the first sample, to the first not before the end.
    let first = max(0, firstPlace { $0.sample > samples.lowerBound } - 1)
    var last = min(firstPlace { $0.sample >= samples.upperBound }, points.count - 1)
    if last > first, points[last].sample >= samples.upperBound, points[last - 1].curve == .hold {
      last -= 1
    }
    guard first <= last else { return nil }
    return GainEnvelope(purpose: purpose, points: Array(points[first...last]))
  }

  /// - Parameter isPast: false up to some point, true from there on.
  private func firstPlace(_ isPast: (GainPoint) -> Bool) -> Int {
    var low = 0
    var high = points.count
    while low < high {
      let middle = low + (high - low) / 2
      if isPast(points[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
