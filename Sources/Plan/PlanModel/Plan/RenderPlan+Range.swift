internal import AudioMixing
internal import BaseValues

extension RenderPlan {
  /// The plan of a part of the movie, as a movie of its own whose frame 0 is the range's first.
  ///
  /// ```
  /// frames   0 ······ 30 ═══════════════ 100 ······ 150
  /// chunks   |········|··60|·········120|·········|
  ///                   0   30            70            of the part
  /// ```
  /// Each frame has the layers, and each sample the sound, that it has in the whole movie. Chunks
  /// keep their boundaries, so those that lie within the range have the keys they had. Samples begin
  /// at the one nearest to the first frame's time: parts that follow each other have all of the
  /// movie's samples, once each. A span that is not natural may begin before sample 0, since what is
  /// heard of its source is counted from its start. Tables are left whole, so ids mean what they did;
  /// the ledger keeps the edit points within the part, counted from its start.
  ///
  /// - Parameter range: output frames; what lies outside the movie is left out.
  /// - Complexity: O(n) for a plan of size n.
  package func restricted(to range: Range<Int>) -> RenderPlan {
    let frames = range.clamped(to: 0..<max(0, output.frameCount))
    var part = self
    part.output.frameCount = frames.count
    part.output.description = output.description.restricted(to: frames, rate: output.rate)
    part.segments = segments.compactMap { $0.part($0.frames.clamped(to: frames), of: frames) }
    part.chunks = chunks.filter { $0.frames.overlaps(frames) }.enumerated().map { index, chunk in
      let own = chunk.frames.clamped(to: frames)
      return Chunk(
        index: index,
        frames: own.lowerBound - frames.lowerBound..<own.upperBound - frames.lowerBound)
    }
    let samples = audio.map { $0.samples(of: frames, rate: output.rate) }
    if let audio, let samples { part.audio = audio.restricted(to: samples) }
    part.otherAudio = otherAudio.map {
      $0.restricted(to: $0.samples(of: frames, rate: output.rate))
    }
    part.ledger = ledger.compactMap { entry in
      switch entry.unit {
      case .frame:
        entry.moved(
          into: Int64(frames.lowerBound)...Int64(frames.upperBound), framesPerSecond: output.rate)
      case .sample:
        samples.flatMap {
          entry.moved(into: $0.lowerBound...$0.upperBound, samplesPerSecond: audio?.sampleRate ?? 1)
        }
      }
    }
    return part
  }
}

extension PictureSegment {
  /// The segment's frames `own` as a segment of the part of the movie that `frames` is.
  fileprivate func part(_ own: Range<Int>, of frames: Range<Int>) -> PictureSegment? {
    guard !own.isEmpty else { return nil }
    let first = self.frames.lowerBound
    let offsets = own.lowerBound - first..<own.upperBound - first
    return PictureSegment(
      frames: own.lowerBound - frames.lowerBound..<own.upperBound - frames.lowerBound,
      layers: layers.map { $0.slice(offsets) })
  }
}

extension AudioPlan {
  /// The samples heard during `frames`: both ends nearest to the frames' times.
  fileprivate func samples(of frames: Range<Int>, rate: FrameRate) -> Range<Int64> {
    func sample(_ frame: Int) -> Int64 {
      guard let time = try? FrameGrid(rate).time(of: FrameIndex(Int64(frame))) else {
        return sampleCount
      }
      return min(max(0, SampleGrid(rate: sampleRate).nearestSample(to: time).value), sampleCount)
    }
    let first = sample(frames.lowerBound)
    return first..<max(first, sample(frames.upperBound))
  }

  /// The sound of `samples` alone, its first sample as sample 0.
  fileprivate func restricted(to samples: Range<Int64>) -> AudioPlan {
    let heard = self.samples(ofBuses: samples)
    var part = AudioPlan(
      sampleRate: sampleRate, channels: channels, sampleCount: Int64(samples.count),
      spans: spans.compactMap { span in
        guard let bus = span.bus, heard.indices.contains(bus) else {
          return span.restricted(to: samples, from: samples.lowerBound, rate: sampleRate)
        }
        return span.restricted(to: heard[bus], from: samples.lowerBound, rate: sampleRate)
      }, ceiling: ceiling, loudness: loudness)
    // Blocks are counted from where they were.
    part.buses = buses.map { bus in
      var bus = bus
      bus.samples =
        bus.samples.lowerBound &- samples.lowerBound..<bus.samples.upperBound
        &- samples.lowerBound
      bus.envelopes = bus.envelopes.map { $0.moved(by: -samples.lowerBound) }
      bus.panning = bus.panning.map { $0.moved(by: -samples.lowerBound) }
      return bus
    }
    return part
  }
}

extension AudioSpan {
  /// What of it is heard in `samples`, counted from sample `shift`.
  fileprivate func restricted(
    to samples: Range<Int64>, from shift: Int64, rate: Int
  ) -> AudioSpan? {
    let own = self.samples.clamped(to: samples)
    guard !own.isEmpty else { return nil }
    var part = self
    part.envelopes = envelopes.compactMap { $0.trimmed(to: own)?.moved(by: -shift) }
    part.panning = panning.compactMap { $0.part(own)?.moved(by: -shift) }
    let (skipped, isFar) = own.lowerBound.subtractingReportingOverflow(self.samples.lowerBound)
    let (source, isOutside) = sourceSample.addingReportingOverflow(skipped)
    if isNatural, !isFar, !isOutside {
      part.sourceSample = source
      part.sourceTime = sourceTime.flatMap { time in
        Rational(skipped, Int64(rate)).flatMap { try? time + $0 }
      }
      part.samples = own.lowerBound - shift..<own.upperBound - shift
    } else {
      part.samples = self.samples.lowerBound &- shift..<own.upperBound - shift
    }
    return part
  }
}

extension GainEnvelope {
  /// The same envelope `offset` samples later.
  fileprivate func moved(by offset: Int64) -> GainEnvelope {
    GainEnvelope(
      purpose: purpose,
      points: points.map {
        GainPoint(
          sample: Int64(clamping: Int128($0.sample) + Int128(offset)), gain: $0.gain,
          curve: $0.curve)
      })
  }
}

extension LedgerEntry {
  fileprivate func moved(
    into range: ClosedRange<Int64>, framesPerSecond rate: FrameRate
  ) -> LedgerEntry? {
    moved(into: range) { () throws(TimeOverflow) in
      try FrameGrid(rate).time(of: FrameIndex(range.lowerBound))
    }
  }

  fileprivate func moved(
    into range: ClosedRange<Int64>, samplesPerSecond rate: Int
  ) -> LedgerEntry? {
    moved(into: range) { () throws(TimeOverflow) in
      try SampleGrid(rate: rate).time(of: SampleIndex(range.lowerBound))
    }
  }

  /// The entry counted from the start of `range`, which lies on the grid, so the error stays.
  private func moved(
    into range: ClosedRange<Int64>, start: () throws(TimeOverflow) -> Rational
  ) -> LedgerEntry? {
    guard range.contains(position) else { return nil }
    var entry = self
    do throws(TimeOverflow) {
      entry.exact = try exact - start()
    } catch {
      return nil
    }
    entry.position = position - range.lowerBound
    return entry
  }
}
