import AudioMixing
internal import BaseValues
internal import TimelineModel

/// What each sample of a movie's sound is made of, as numbers: the same number is the same material
/// with the same gain.
package struct SoundFingerprints: Hashable, Sendable {
  /// What a span is heard of, from where, and how loud.
  struct Span: Hashable, Sendable {
    var samples: Range<Int64>
    /// Media, pan, speed and pitch.
    var content: UInt64
    /// Source position at the first sample, and how far it goes with each, in parts of a sample.
    var start: Int64
    var step: Int64
    var parts: Int64
    var envelopes: [[GainPoint]]
  }

  /// Samples of the movie.
  package internal(set) var sampleCount: Int64 = 0
  var spans: [Span] = []

  /// Those of no sound.
  init() {}

  /// Those of a movie's sound.
  ///
  /// - Complexity: O(spans).
  package init(_ plan: RenderPlan) {
    guard let audio = plan.audio else { return }
    sampleCount = audio.sampleCount
    spans = audio.spans.map { span in
      var key = KeyWriter(plan, wantsVideo: false)
      key.add(span.media)
      key.add([Int64(audio.sampleRate), Int64(audio.channels)])
      key.add(span.speed)
      key.add(span.speed == .one && span.curve == nil ? "" : span.pitch.rawValue)
      span.add(to: &key, orders: 2...2)
      // Where the speed changes, the same place is one of the same span.
      if span.curve != nil { key.add(span.sourceSample) }
      span.add(to: &key, orders: 3...3)
      let buses = audio.buses(from: span.bus)
      if audio.channels > 1 {
        for point in (span.panning + buses.flatMap(\.panning)).flatMap(\.points) {
          key.add([point.sample &- span.samples.lowerBound, point.gain])
          key.add(point.curve)
        }
      }
      key.add([Int64(audio.ceiling ?? 1), Int64(audio.loudness ?? 0)])
      for bus in buses {
        if let media = bus.media { key.add(media) }
        bus.add(to: &key, orders: 3...3)
        // Where blocks begin changes what comes out by no more than the chain forgets.
        key.add([bus.memory ?? -1, Int64(audio.channels > 1 ? bus.pan : 0)])
      }
      return Span(
        samples: span.samples, content: UInt64(bitPattern: key.hasher.words[0]),
        start: span.curve == nil ? span.sourceSample : 0, step: span.speed.numerator,
        parts: span.speed.denominator,
        envelopes: audio.envelopes(of: span).map(\.points))
    }
  }

  /// The number of a sample; that of silence where nothing is heard.
  package subscript(sample: Int64) -> UInt64 {
    spans.reduce(0) { $0 &+ ($1.samples.contains(sample) ? $1.fingerprint(at: sample) : 0) }
  }

  /// The samples that are made of the same as one of another version's, as far as a span that is
  /// heard there is heard here, rising.
  ///
  /// - Complexity: O(spans), and the spans that are heard at the sample.
  package func samples(like sample: Int64, of other: SoundFingerprints) -> [Int64] {
    let wanted = other[sample]
    var found: Set<Int64> = []
    for theirs in other.spans where theirs.samples.contains(sample) {
      let position = theirs.position(at: sample)
      for mine in spans where mine.content == theirs.content {
        guard let place = mine.sample(at: position), self[place] == wanted else { continue }
        found.insert(place)
      }
    }
    return found.sorted()
  }
}

extension SoundFingerprints.Span {
  /// The source position at a sample, in parts of a source sample.
  fileprivate func position(at sample: Int64) -> Int64 {
    start &* parts &+ (sample &- samples.lowerBound) &* step
  }

  /// The sample at which a source position is heard; `nil` where it is not.
  fileprivate func sample(at position: Int64) -> Int64? {
    let way = position &- start &* parts
    guard step > 0, way >= 0, way % step == 0 else { return nil }
    let sample = samples.lowerBound &+ way / step
    return samples.contains(sample) ? sample : nil
  }

  /// 0 where it is silenced.
  fileprivate func fingerprint(at sample: Int64) -> UInt64 {
    var gain = 1.0
    for points in envelopes { gain *= Envelope(points).gain(at: sample) }
    if gain == 0 { return 0 }
    var number = content
    for part in [UInt64(bitPattern: position(at: sample)), gain.bitPattern] {
      number = (number ^ part) &* PictureFingerprints.factor(7)
      number ^= number >> 29
    }
    return number
  }
}
