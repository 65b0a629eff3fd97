import AudioMixing
internal import OutputKinds

extension RenderPlan {
  /// The key of a stretch of sound: a SHA-256 over everything in the plan that can change its
  /// samples, with positions relative to its start, and how it is encoded.
  ///
  /// - Parameter samples: output samples.
  /// - Complexity: O(spans).
  package func key(ofSamples samples: Range<Int64>, context: String = "") -> String {
    key(ofSamples: samples, among: SpanIndex(audio?.spans ?? []), context: context)
  }

  /// The keys of chunks of sound: of what is heard in them, pre-roll included, and of what is kept.
  ///
  /// - Complexity: O(n log n) for n spans, and the parts of spans in each chunk.
  package func audioKeys(of chunks: [AudioChunk], context: String = "") -> [String] {
    if !otherAudio.isEmpty {
      var keys = chunks.map { _ in "" }
      for track in Set(chunks.map(\.track)) {
        let places = chunks.indices.filter { chunks[$0].track == track }
        let found = mix(track).audioKeys(of: places.map { chunks[$0] }, context: context)
        for (place, key) in zip(places, found) { keys[place] = key }
      }
      return keys
    }
    let index = SpanIndex(audio?.spans ?? [])
    return chunks.map { chunk in
      let dropped = chunk.packets.lowerBound - chunk.firstPacket
      return key(
        ofSamples: audio?.samples(deciding: chunk) ?? chunk.samples, among: index,
        context: "\(context);\(dropped) dropped, \(chunk.packets.count) kept")
    }
  }

  /// A number for each second of sound, and for what is left of the last one: the same number is the
  /// same sound in all tracks, however it is encoded.
  ///
  /// - Complexity: as that of `audioKeys(of:context:)`.
  package func secondFingerprints() -> [UInt64] {
    var numbers = mix(0).firstSecondFingerprints()
    for track in 0..<otherAudio.count {
      for (second, number) in zip(
        numbers.indices, mix(track + 1).firstSecondFingerprints())
      {
        numbers[second] = numbers[second] &* PictureFingerprints.factor(7) ^ number
      }
    }
    return numbers
  }

  private func firstSecondFingerprints() -> [UInt64] {
    guard let audio, audio.sampleRate > 0 else { return [] }
    let index = SpanIndex(audio.spans)
    let rate = Int64(audio.sampleRate)
    return stride(from: 0, to: audio.sampleCount, by: audio.sampleRate).map { start in
      let own = start..<min(start + rate, audio.sampleCount)
      let samples = audio.samples(around: own)
      var key = KeyWriter(self, wantsVideo: false)
      key.add([rate, Int64(audio.channels), Int64(own.count)])
      audio.add(to: &key, orders: 1...RecordOrder.last)
      key.add(audio.loudness ?? 0)
      key.add(heardOf: audio, index, in: samples)
      return UInt64(bitPattern: key.hasher.words[0])
    }
  }

  private func key(
    ofSamples samples: Range<Int64>, among index: SpanIndex, context: String
  ) -> String {
    var key = KeyWriter(self, wantsVideo: false)
    key.add("cutlist sound 2")
    key.add(context)
    key.add(samples.count)
    guard let audio else { return key.hasher.text }
    audio.add(to: &key, orders: 0...0)
    if let encoding = output.audio {
      key.add(encoding)
    } else {
      key.add(output.audioCodec)
      key.add(0)
    }
    audio.add(to: &key, orders: 1...RecordOrder.last)
    key.add(heardOf: audio, index, in: audio.samples(around: samples))
    return key.hasher.text
  }
}

extension KeyWriter {
  /// Adds the spans that are heard in some samples, and what those go through that are filtered.
  fileprivate mutating func add(
    heardOf audio: AudioPlan, _ index: SpanIndex, in samples: Range<Int64>
  ) {
    self.samples = samples
    heard = samples
    for span in index.indices(in: samples) where audio.spans[span].bus == nil {
      let span = audio.spans[span]
      if span.isHeard(in: samples) { add(span) }
    }
    let needed = audio.samples(ofBuses: samples)
    for (place, bus) in audio.buses.enumerated() where !needed[place].isEmpty {
      heard = needed[place]
      outer = bus.parent.map { needed[$0] } ?? samples
      let spans = index.indices(in: heard).filter { audio.spans[$0].bus == place }
      add("bus")
      add(place)
      add(bus.parent)
      add(bus)
      add(spans.count)
      for span in spans { add(audio.spans[span]) }
    }
  }
}

extension AudioSpan {
  /// Whether the span has samples in a range and is not silenced over all of them.
  fileprivate func isHeard(in samples: Range<Int64>) -> Bool {
    let part = self.samples.clamped(to: samples)
    if part.isEmpty { return false }
    return !envelopes.contains { envelope in
      guard let points = envelope.trimmed(to: part)?.points else { return false }
      return points.allSatisfy { $0.gain == 0 }
    }
  }
}
