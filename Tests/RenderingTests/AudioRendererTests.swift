import AudioMixing
import BaseValues
import PlanModel
import Testing
import TimelineModel

@testable import Rendering

/// Noise that is a function of the source, the channel and the position alone.
/// Noise, from the end to the beginning: sample m is the other noise's sample −1 − m.
private final class MirroredSource: AudioSource {
  func read(
    _ media: MediaID, span: Int, from sample: Int64, into buffer: inout AudioBuffer
  ) throws(RenderError) {
    for channel in 0..<buffer.channelCount {
      buffer.withChannel(channel) { samples in
        for i in samples.indices {
          samples[i] = NoiseSource.sample(media, channel, -1 - sample - Int64(i))
        }
      }
    }
  }
}

private final class NoiseSource: AudioSource {
  struct Read: Hashable {
    var media: MediaID
    var span: Int
    var samples: Range<Int64>
  }

  private(set) var reads: [Read] = []
  var error: RenderError?
  var isMisshapen = false

  static func sample(_ media: MediaID, _ channel: Int, _ position: Int64) -> Float {
    var z = UInt64(bitPattern: position) &* 0x9E37_79B9_7F4A_7C15
    z ^= UInt64(media.index * 31 + channel + 1) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 30)) &* 0x94D0_49BB_1331_11EB
    return Float((z ^ (z >> 31)) >> 40) / 8_388_608 - 1
  }

  func read(
    _ media: MediaID, span: Int, from sample: Int64, into buffer: inout AudioBuffer
  ) throws(RenderError) {
    if let error { throw error }
    if isMisshapen { buffer = AudioBuffer(channelCount: 1, frameCount: 0) }
    reads.append(
      Read(media: media, span: span, samples: sample..<sample + Int64(buffer.frameCount)))
    for channel in 0..<buffer.channelCount {
      buffer.withChannel(channel) { samples in
        for i in samples.indices { samples[i] = Self.sample(media, channel, sample + Int64(i)) }
      }
    }
  }
}

/// A source that plays the same value in every channel, one for each media item.
private final class LevelSource: AudioSource {
  let levels: [Float]

  init(_ levels: [Float]) { self.levels = levels }

  func read(
    _ media: MediaID, span: Int, from sample: Int64, into buffer: inout AudioBuffer
  ) throws(RenderError) {
    for channel in 0..<buffer.channelCount {
      buffer.withChannel(channel) { $0.update(repeating: levels[media.index]) }
    }
  }
}

private func span(
  _ media: Int, _ samples: Range<Int64>, source: Int64 = 0, _ envelopes: [[GainPoint]] = [],
  pan: Int = 0
) -> AudioSpan {
  AudioSpan(
    origin: PlanOrigin(track: TrackID(0), item: .clip(0), label: "clip"), media: MediaID(media),
    samples: samples, sourceSample: source,
    envelopes: envelopes.map { GainEnvelope(purpose: .gain, points: $0) }, pan: pan)
}

private func plan(_ spans: [AudioSpan], channels: Int = 2) -> AudioPlan {
  AudioPlan(sampleRate: 48_000, channels: channels, sampleCount: 100_000, spans: spans)
}

private func cuts(_ range: Range<Int64>, longest: Int64, seed: UInt64) -> [Range<Int64>] {
  var result: [Range<Int64>] = []
  var start = range.lowerBound
  var state = seed
  while start < range.upperBound {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let end = min(range.upperBound, start + 1 + Int64((state >> 33) % UInt64(longest)))
    result.append(start..<end)
    start = end
  }
  return result
}

private func joined(_ blocks: [AudioBuffer], channels: Int) -> [[Float]] {
  (0..<channels).map { channel in blocks.flatMap { $0.channels[channel] } }
}

@Suite struct AudioRendererTests {
  private let half = GainPoint.unity / 2

  private var busyPlan: AudioPlan {
    let ramp = [
      GainPoint(sample: 500, gain: 0, curve: .equalPower),
      GainPoint(sample: 900, gain: GainPoint.unity, curve: .linear),
      GainPoint(sample: 2500, gain: half, curve: .hold),
    ]
    let step = [
      GainPoint(sample: 0, gain: GainPoint.unity * 3, curve: .hold),
      GainPoint(sample: 1234, gain: half, curve: .hold),
    ]
    return plan([
      span(0, 0..<3000, [ramp]),
      span(1, 400..<1900, source: 777, [ramp, step], pan: -9000),
      span(0, 1000..<1001, source: -5, [step]),
      span(2, 1500..<3500, source: -200, pan: 32_768),
      span(1, 3400..<4000, source: 9, [step]),
    ])
  }

  @Test("how the sound is cut into blocks makes no difference", arguments: [1, 13, 700, 5000])
  func blocks(longest: Int64) throws {
    let range: Range<Int64> = -100..<4200
    let whole = try AudioRenderer(plan: busyPlan, source: NoiseSource()).mix(range)
    let renderer = AudioRenderer(plan: busyPlan, source: NoiseSource())
    let blocks = try cuts(range, longest: longest, seed: UInt64(longest)).map(renderer.mix)
    #expect(joined(blocks, channels: 2) == whole.channels)
  }

  @Test(
    "limited sound is the same however it is cut, from wherever it is begun",
    arguments: [13, 700, 5000])
  func limited(longest: Int64) throws {
    var plan = busyPlan
    plan.ceiling = -600
    let range: Range<Int64> = -100..<4200
    let whole = try AudioRenderer(plan: plan, source: NoiseSource()).mix(range)
    let loud = try AudioRenderer(plan: busyPlan, source: NoiseSource()).mix(range)
    #expect(loud.channels[0].contains { $0.magnitude > 0.51 })
    #expect(whole.channels.joined().allSatisfy { $0.magnitude < 0.5012 })
    let renderer = AudioRenderer(plan: plan, source: NoiseSource())
    let blocks = try cuts(range, longest: longest, seed: UInt64(longest)).map(renderer.mix)
    #expect(joined(blocks, channels: 2) == whole.channels)
    for start in [3900, 1000, 0, 2400, 2405] as [Int64] {
      let part = try renderer.mix(start..<start + 100)
      #expect(part.channels[1] == Array(whole.channels[1][Int(start) + 100..<Int(start) + 200]))
    }
  }

  @Test(
    "sound at another speed is the same however it is cut, and reads its source forward",
    arguments: Pitch.allCases, [Rational(3, 2), Rational(1, 2), Rational(7)])
  func speeds(pitch: Pitch, speed: Rational?) throws {
    var varied = span(1, 100..<9000, source: -50)
    varied.speed = try #require(speed)
    varied.pitch = pitch
    let plan = plan([varied, span(0, 0..<50)])
    let whole = try AudioRenderer(plan: plan, source: NoiseSource()).mix(0..<9500)
    #expect(whole.channels[0][50..<100].allSatisfy { $0 == 0 })
    #expect(whole.channels[0][9000...].allSatisfy { $0 == 0 })
    for longest in [333, 2000] as [Int64] {
      let source = NoiseSource()
      let renderer = AudioRenderer(plan: plan, source: source)
      let blocks = try cuts(0..<9500, longest: longest, seed: 5).map(renderer.mix)
      #expect(joined(blocks, channels: 2) == whole.channels)
      let reads = source.reads.filter { $0.span == 0 }.map(\.samples)
      #expect(zip(reads, reads.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
    }
    let later = try AudioRenderer(plan: plan, source: NoiseSource()).mix(7001..<8000)
    #expect(later.channels.map { $0[...] } == whole.channels.map { $0[7001..<8000] })
  }

  @Test("backwards each sample is the source's before the one heard last, however it is cut")
  func reversed() throws {
    var reversed = span(1, 100..<9000, source: 5000)
    reversed.speed = Rational(-1)
    let plan = plan([reversed], channels: 1)
    let whole = try AudioRenderer(plan: plan, source: NoiseSource()).mix(0..<9500)
    for sample in 0..<9500 {
      let heard =
        (100..<9000).contains(sample)
        ? NoiseSource.sample(reversed.media, 0, 4999 - Int64(sample - 100)) : 0
      #expect(whole.channels[0][sample] == heard, "sample \(sample)")
    }
    let source = NoiseSource()
    let renderer = AudioRenderer(plan: plan, source: source)
    let blocks = try cuts(0..<9500, longest: 700, seed: 9).map(renderer.mix)
    #expect(joined(blocks, channels: 1) == whole.channels)
    #expect(source.reads.count <= 2)
  }

  @Test("backwards at another speed the sound is the reversed source's at that speed")
  func reversedSpeeds() throws {
    for pitch in Pitch.allCases {
      var forward = span(1, 0..<6000, source: 0)
      (forward.speed, forward.pitch) = (try #require(Rational(3, 2)), pitch)
      var backwards = forward
      backwards.speed = try #require(Rational(-3, 2))
      let expected = try AudioRenderer(plan: plan([forward]), source: MirroredSource()).mix(
        0..<6000)
      let found = try AudioRenderer(plan: plan([backwards]), source: NoiseSource()).mix(0..<6000)
      #expect(found.channels == expected.channels)
    }
  }

  @Test("blocks asked for backward are the same")
  func backward() throws {
    let range: Range<Int64> = 0..<4200
    let whole = try AudioRenderer(plan: busyPlan, source: NoiseSource()).mix(range)
    let renderer = AudioRenderer(plan: busyPlan, source: NoiseSource())
    let blocks = try cuts(range, longest: 300, seed: 1).reversed().map(renderer.mix)
    #expect(joined(blocks.reversed(), channels: 2) == whole.channels)
  }

  @Test("each sample is the sum of source samples times gains, in the plan's order")
  func definition() throws {
    let plan = busyPlan
    let mixed = try AudioRenderer(plan: plan, source: NoiseSource()).mix(0..<4200)
    for channel in 0..<2 {
      for sample in 0..<Int64(4200) {
        var sum: Float = 0
        for span in plan.spans where span.samples.contains(sample) {
          var gain = 1.0
          for envelope in span.envelopes {
            gain *= Envelope(envelope.points).gain(at: sample)
          }
          let sides = Pan.gains(span.pan)
          let position = span.sourceSample + sample - span.samples.lowerBound
          sum +=
            NoiseSource.sample(span.media, channel, position)
            * Float(gain * (channel == 0 ? sides.left : sides.right))
        }
        if mixed.channels[channel][Int(sample)] != sum {
          Issue.record("channel \(channel), sample \(sample)")
        }
      }
    }
  }

  @Test("spans are summed in the plan's order, not in the order of their starts")
  func order() throws {
    let source = LevelSource([1e8, -1e8, 1])
    let first = plan([span(0, 20..<40), span(1, 10..<40), span(2, 0..<40)], channels: 1)
    #expect(try AudioRenderer(plan: first, source: source).mix(30..<31).channels == [[1]])
    let second = plan([span(2, 20..<40), span(0, 10..<40), span(1, 0..<40)], channels: 1)
    #expect(try AudioRenderer(plan: second, source: source).mix(30..<31).channels == [[0]])
  }

  @Test("between spans there is silence, and nothing is read")
  func gaps() throws {
    let source = NoiseSource()
    let renderer = AudioRenderer(
      plan: plan([span(0, 100..<200), span(0, 300..<400)]), source: source)
    let block = try renderer.mix(200..<300)
    #expect(block.channels.allSatisfy { $0.allSatisfy { $0 == 0 } })
    #expect(try renderer.mix(150..<150).frameCount == 0)
    #expect(source.reads.isEmpty)
  }

  @Test("a span reads its source once for each block, where it sounds")
  func reads() throws {
    let source = NoiseSource()
    let renderer = AudioRenderer(plan: plan([span(3, 100..<200, source: 1000)]), source: source)
    for start in stride(from: Int64(0), to: 300, by: 60) {
      _ = try renderer.mix(start..<start + 60)
    }
    let expected = [(1000, 1020), (1020, 1080), (1080, 1100)].map { first, end in
      NoiseSource.Read(media: MediaID(3), span: 0, samples: first..<end)
    }
    #expect(source.reads == expected)
  }

  @Test("what the source throws is thrown on, also when it gives another shape")
  func errors() {
    let source = NoiseSource()
    let renderer = AudioRenderer(plan: plan([span(0, 0..<10)]), source: source)
    source.error = RenderError(.media, "a.wav: cannot be read")
    #expect(throws: RenderError(.media, "a.wav: cannot be read")) { try renderer.mix(0..<5) }
    source.error = nil
    source.isMisshapen = true
    #expect(throws: RenderError.self) { try renderer.mix(0..<5) }
  }

  @Test("the largest positions of a plan end in silence")
  func extremes() throws {
    let wild = plan([
      span(0, .min ..< .max, source: .max), span(1, .min ..< .max, source: .min),
      span(2, 0..<5, source: .max), span(3, 0 ..< .max, source: .min),
      span(4, 0..<0), span(0, .max - 1 ..< .max, source: 0), span(0, .min ..< .min + 1),
    ])
    let source = NoiseSource()
    let renderer = AudioRenderer(plan: wild, source: source)
    for range in [0..<10, .max - 10 ..< .max, .min ..< .min + 10] as [Range<Int64>] {
      #expect(try renderer.mix(range).frameCount == 10)
    }
    #expect(Set(source.reads.map(\.span)) == [1, 3, 5, 6])
    let none = plan([span(0, 0..<10)], channels: -1)
    #expect(try AudioRenderer(plan: none, source: source).mix(0..<10).channelCount == 0)
  }
}

@Suite struct SpanIndexTests {
  @Test("of 10,000 spans only those that sound are read, and few are looked at")
  func manySpans() throws {
    // One that lies under all of them must not make every earlier one a candidate.
    let spans =
      [span(0, 0..<1_000_000)]
      + (0..<9999).map { index in
        span(1, Int64(index) * 100..<Int64(index) * 100 + 120)
      }
    let source = NoiseSource()
    let renderer = AudioRenderer(plan: plan(spans, channels: 1), source: source)
    _ = try renderer.mix(500_050..<500_060)
    // The long one, one that ends and one that began.
    #expect(source.reads.map(\.span) == [0, 5001])
    _ = try renderer.mix(500_110..<500_115)
    #expect(source.reads.map(\.span) == [0, 5001, 0, 5001, 5002])
    #expect(renderer.visits < 100)
  }

  @Test("finds what a search of all spans finds", arguments: 1...8 as ClosedRange<UInt64>)
  func agrees(seed: UInt64) {
    var state = seed
    func next(_ limit: Int64) -> Int64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int64((state >> 33) % UInt64(limit))
    }
    let spans = (0..<Int(seed) * 9).map { _ in
      let start = next(1000)
      return span(0, start..<start + next(next(300) + 1))
    }
    let index = SpanIndex(spans)
    for start in stride(from: Int64(-50), to: 1400, by: 3) {
      let range = start..<start + next(60)
      var visits = 0
      let expected = spans.indices.filter { spans[$0].samples.overlaps(range) }
      if index.indices(in: range, visits: &visits) != expected { Issue.record("\(range)") }
      #expect(visits <= spans.count)
    }
  }

  @Test("no spans are found among none")
  func none() {
    var visits = 0
    #expect(SpanIndex([]).indices(in: .min ..< .max, visits: &visits).isEmpty)
    #expect(visits == 0)
  }
}
