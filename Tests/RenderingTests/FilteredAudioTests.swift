import AudioMixing
import BaseValues
import PlanModel
import Testing
import TimelineModel

@testable import Rendering

/// Noise that is a function of the source, the channel and the position alone, through chains that are plain
/// sums.
private final class ChainedNoise: AudioSource {
  private(set) var runners: [SumChain] = []
  /// By the chain's media: samples that are summed, and samples that are held back.
  let chains: [Int: (length: Int, latency: Int)]

  init(_ chains: [Int: (length: Int, latency: Int)]) { self.chains = chains }

  static func sample(_ media: Int, _ channel: Int, _ position: Int64) -> Float {
    var z = UInt64(bitPattern: position) &* 0x9E37_79B9_7F4A_7C15
    z ^= UInt64(media * 31 + channel + 1) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 30)) &* 0x94D0_49BB_1331_11EB
    // Of few bits, so that sums are exact in any order.
    return Float((z ^ (z >> 31)) >> 56) / 256
  }

  func read(
    _ media: MediaID, span: Int, from sample: Int64, into buffer: inout AudioBuffer
  ) throws(RenderError) {
    for channel in 0..<buffer.channelCount {
      buffer.withChannel(channel) { samples in
        // Loops in which debug builds lose little: these are millions of samples.
        var index = 0
        while index < samples.count {
          samples[index] = Self.sample(media.index, channel, sample + Int64(index))
          index += 1
        }
      }
    }
  }

  func chain(_ media: MediaID) throws(RenderError) -> any AudioChainRunner {
    let form = chains[media.index] ?? (1, 0)
    let made = SumChain(length: form.length, latency: form.latency)
    runners.append(made)
    return made
  }
}

/// Gives for each sample the sum of it and some before it, late; what it held back comes at the end.
private final class SumChain: AudioChainRunner {
  let length: Int
  let latency: Int
  private(set) var beginnings: [Int64] = []
  private(set) var fed = 0
  private var heard: [[Float]] = []
  private var given = 0
  private var isFresh = false

  init(length: Int, latency: Int) { (self.length, self.latency) = (length, latency) }

  func begin() throws(RenderError) {
    (heard, given, isFresh) = ([], 0, true)
  }

  func send(_ block: AudioBuffer, at time: Int64) throws(RenderError) -> [AudioBuffer] {
    if isFresh { beginnings.append(time) }
    isFresh = false
    fed += block.frameCount
    if heard.isEmpty { heard = Array(repeating: [], count: block.channelCount) }
    for channel in heard.indices { heard[channel] += block.channels[channel] }
    return give(upTo: (heard.first?.count ?? 0) - latency)
  }

  func end() throws(RenderError) -> [AudioBuffer] { give(upTo: heard.first?.count ?? 0) }

  private func give(upTo end: Int) -> [AudioBuffer] {
    guard end > given else { return [] }
    let channels = heard.map { samples in
      var sums: [Float] = []
      sums.reserveCapacity(end - given)
      var index = given
      while index < end {
        var (sum, place) = (Float(0), max(0, index - length + 1))
        while place <= index {
          sum += samples[place]
          place += 1
        }
        sums.append(sum)
        index += 1
      }
      return sums
    }
    given = end
    return AudioBuffer(channels: channels).map { [$0] } ?? []
  }
}

@Suite("sound through chains of filters")
struct FilteredAudioTests {
  private static let memory: Int64 = 5000
  /// More than two blocks of a bus.
  private static let count: Int64 = 600_000

  private func span(_ media: Int, _ samples: Range<Int64>, bus: Int?) -> AudioSpan {
    var span = AudioSpan(
      origin: PlanOrigin(track: TrackID(0), item: .clip(0), label: "clip"), media: MediaID(media),
      samples: samples, sourceSample: 0, envelopes: [])
    span.bus = bus
    return span
  }

  /// A track of two clips through a chain, one of which goes through another one before.
  private func plan(memory: Int64? = memory) -> AudioPlan {
    var plan = AudioPlan(
      sampleRate: 48_000, channels: 2, sampleCount: Self.count,
      spans: [
        span(0, 1000..<400_000, bus: 0), span(1, 350_000..<Self.count, bus: 1),
        span(2, 0..<Self.count, bus: nil),
      ])
    let half = GainEnvelope(
      purpose: .gain,
      points: [GainPoint(sample: 0, gain: GainPoint.unity / 2, curve: .hold)])
    plan.buses = [
      AudioBus(
        label: "track", media: MediaID(7), samples: 0..<Self.count, memory: memory,
        envelopes: [half]),
      AudioBus(
        label: "clip", media: MediaID(8), samples: 350_000..<Self.count, memory: memory, parent: 0),
    ]
    return plan
  }

  private let chains = [7: (length: 3, latency: 700), 8: (length: 4, latency: 0)]

  /// What a sample is, reckoned by itself.
  private func expected(_ sample: Int64, _ channel: Int) -> Float {
    func source(_ media: Int, _ samples: Range<Int64>, _ sample: Int64) -> Float {
      samples.contains(sample)
        ? ChainedNoise.sample(media, channel, sample - samples.lowerBound) : 0
    }
    func inner(_ sample: Int64) -> Float {
      guard (350_000..<Self.count).contains(sample) else { return 0 }
      return (max(350_000, sample - 3)...sample).reduce(Float(0)) {
        $0 + source(1, 350_000..<Self.count, $1)
      }
    }
    let track = (max(0, sample - 2)...sample).reduce(Float(0)) {
      $0 + source(0, 1000..<400_000, $1) + inner($1)
    }
    return source(2, 0..<Self.count, sample) + track / 2
  }

  @Test(
    "each sample is what its chains make of all before it, wherever blocks of a bus meet",
    arguments: [memory, nil])
  func exactness(memory: Int64?) throws {
    let source = ChainedNoise(chains)
    let renderer = AudioRenderer(plan: plan(memory: memory), source: source)
    let mixed = try renderer.mix(0..<Self.count)
    for sample in [
      0, 1, 999, 1000, 1002, 262_143, 262_144, 262_150, 349_999, 350_000, 350_100, 399_999, 400_001,
      524_287, 524_288, 524_300, Int(Self.count) - 1,
    ] {
      for channel in 0..<2 {
        #expect(mixed.channels[channel][sample] == expected(Int64(sample), channel), "\(sample)")
      }
    }
  }

  @Test(
    "how sound is cut, and in which order it is asked for, changes no sample",
    arguments: [memory, nil])
  func cuts(memory: Int64?) throws {
    let plan = plan(memory: memory)
    let whole = try AudioRenderer(plan: plan, source: ChainedNoise(chains)).mix(0..<Self.count)
    let ranges: [Range<Int64>] = [
      0..<1, 1..<70_000, 70_000..<262_145, 262_145..<270_000, 270_000..<523_000,
      523_000..<Self.count,
    ]
    for order in [
      ranges, ranges.reversed(), [ranges[3], ranges[0], ranges[5], ranges[1], ranges[4]],
    ] {
      let renderer = AudioRenderer(plan: plan, source: ChainedNoise(chains))
      for range in order {
        let part = try renderer.mix(range)
        for channel in 0..<2 {
          #expect(
            part.channels[channel]
              == Array(whole.channels[channel][Int(range.lowerBound)..<Int(range.upperBound)]))
        }
      }
    }
  }

  @Test("reading on goes on with a chain, and feeds it nothing twice but what it remembers")
  func cost() throws {
    let source = ChainedNoise(chains)
    let renderer = AudioRenderer(plan: plan(), source: source)
    for start in stride(from: 0, to: Self.count, by: 10_000) {
      _ = try renderer.mix(start..<start + 10_000)
    }
    let track = try #require(source.runners.first)
    #expect(track.beginnings == [0, 262_144 - Self.memory, 524_288 - Self.memory])
    #expect(track.fed < Int(Self.count) + 2 * (Int(Self.memory) + 2 * 1024) + 1024)
  }

  @Test("where nothing is heard for as long as a chain remembers, it is not run")
  func silence() throws {
    var plan = plan()
    plan.spans = [span(0, 550_000..<560_000, bus: 0)]
    let source = ChainedNoise(chains)
    let renderer = AudioRenderer(plan: plan, source: source)
    let mixed = try renderer.mix(0..<262_144)
    #expect(mixed == AudioBuffer(channelCount: 2, frameCount: 262_144) && source.runners.isEmpty)
  }

  @Test("a part of a movie has the sound that it has in the whole")
  func parts() throws {
    var whole = Plans.empty(frames: 125, sampleCount: Self.count)
    whole.audio = plan()
    let mixed = try AudioRenderer(plan: plan(), source: ChainedNoise(chains)).mix(0..<Self.count)
    for frames in [0..<10, 54..<60, 70..<80, 100..<125] {
      let part = try #require(whole.restricted(to: frames).audio)
      let start = frames.lowerBound * 4800
      let sound = try AudioRenderer(plan: part, source: ChainedNoise(chains))
        .mix(0..<part.sampleCount)
      #expect(sound.channels[1] == Array(mixed.channels[1][start..<start + Int(part.sampleCount)]))
    }
  }

  @Test("what is raised is what comes out of chains, once")
  func raising() throws {
    var whole = Plans.empty(frames: 125, sampleCount: Self.count)
    whole.audio = plan()
    let raised = try #require(whole.raised(by: 600, ceiling: nil).audio)
    #expect(raised.spans.map(\.envelopes.count) == [0, 0, 1])
    #expect(raised.buses.map(\.envelopes.count) == [2, 0])
  }

  @Test("a chunk's key knows its chains, and all that they hear of")
  func keys() throws {
    var whole = Plans.empty(frames: 125, sampleCount: Self.count)
    whole.audio = plan()
    // Just behind the beginning of a block of the track.
    let samples: Range<Int64> = 262_200..<263_000
    let key = whole.key(ofSamples: samples)
    func changed(_ change: (inout AudioPlan) -> Void) -> Bool {
      var other = whole
      if var audio = other.audio {
        change(&audio)
        other.audio = audio
      }
      return other.key(ofSamples: samples) != key
    }
    #expect(changed { $0.buses[0].memory = 4000 })
    #expect(changed { $0.buses[0].envelopes = [] })
    #expect(changed { $0.buses[0].pan = 5 })
    #expect(changed { $0.buses[0].samples = 1..<Self.count })
    // Within and before what is fed to the block.
    #expect(changed { $0.spans[0].samples = 262_144 - Self.memory + 1..<400_000 })
    #expect(
      !changed {
        $0.spans[0].samples = 2000..<400_000
        $0.spans[0].sourceSample = 1000
      })
    #expect(changed { $0.spans[0].bus = nil })
  }
}

private enum Plans {
  /// A plan without pictures.
  static func empty(frames: Int, sampleCount: Int64) -> RenderPlan {
    var plan = RenderPlan(
      output: RenderPlan.blank.output, sources: [], conforms: [], rasters: [], segments: [],
      audio: nil, chunks: [], ledger: [])
    plan.output.frameCount = frames
    if let rate = FrameRate(10) { plan.output.rate = rate }
    return plan
  }
}
