import AudioMixing
import LibAV
import MediaTime
import TimelineModel

/// Gives any samples of a stream at the output's rate and channels, exact to the sample.
///
/// Positions come from the container's timestamps; decoding starts early enough for the codec and
/// the rate conversion to settle, and conversion starts where both rates' grids meet, so a sample
/// has the same value from wherever reading began.
final class SoundReader {
  private let source: MediaSource
  private let protocols: [String]
  private let rate: Int
  private let channels: Int
  private var chain: SoundChain?
  /// Output samples at hand, from `start` on.
  private var held: [[Float]]
  private var start: Int64 = 0
  private var hasEnded = false

  init(_ source: MediaSource, protocols: [String], rate: Int, channels: Int) {
    self.source = source
    self.protocols = protocols
    self.rate = rate
    self.channels = channels
    held = Array(repeating: [], count: channels)
  }

  /// Fills `buffer` with the samples from `sample` on; silence where the source has none.
  func read(from sample: Int64, into buffer: inout AudioBuffer) throws(LibAVError) {
    buffer.silence()
    let end = sample + Int64(buffer.frameCount)
    guard end > 0 else { return }
    let first = max(0, sample)
    if chain == nil || first < start || first > heldEnd + Int64(2 * rate) {
      try restart(at: first)
    }
    while heldEnd < end, !hasEnded {
      if let block = try chain?.next() {
        for channel in 0..<channels { held[channel] += block[channel] }
        drop(before: first)
      } else {
        hasEnded = true
      }
    }
    let from = max(first, start)
    let to = min(end, heldEnd)
    guard from < to else { return }
    for channel in 0..<channels {
      buffer.withChannel(channel) { samples in
        for position in from..<to {
          samples[Int(position - sample)] = held[channel][Int(position - start)]
        }
      }
    }
    drop(before: to)
  }

  private var heldEnd: Int64 { start + Int64(held.first?.count ?? 0) }

  private func drop(before sample: Int64) {
    let count = Int(min(max(0, sample - start), Int64(held.first?.count ?? 0)))
    guard count > 0 else { return }
    for channel in 0..<channels { held[channel].removeFirst(count) }
    start += Int64(count)
  }

  private func restart(at sample: Int64) throws(LibAVError) {
    chain = nil
    let made = try SoundChain(
      source, protocols: protocols, rate: rate, channels: channels, from: sample)
    held = Array(repeating: [], count: channels)
    start = made.firstSample
    hasEnded = false
    chain = made
  }
}

/// Decoder, channel conversion and rate conversion of one stream, from one position on.
private final class SoundChain {
  /// Output sample of the first sample given.
  let firstSample: Int64

  private let supply: SoundSupply
  private var toFloat: Resampler?
  private var toRate: Resampler?
  private let sourceRate: Int
  private let rate: Int
  private let layout: String
  private let channels: Int
  private let timeBase: Rational
  private let origin: Rational
  /// Source sample that the next one fed to the rate conversion has.
  private var position: Int64
  private var isDraining = false

  init(
    _ source: MediaSource, protocols: [String], rate: Int, channels: Int, from sample: Int64
  ) throws(LibAVError) {
    guard let facts = source.facts.audio, facts.sampleRate > 0 else {
      throw LibAVError(code: -22, operation: "open sound")
    }
    let sourceRate = facts.sampleRate
    // The grids of both rates meet every `step` source samples.
    let common = Self.gcd(sourceRate, rate)
    let step = Int64(sourceRate / common)
    let wanted = sample * Int64(sourceRate) / Int64(rate)
    let settled = max(0, wanted - Int64(sourceRate) / 8)
    let position = settled / step * step
    let supply = try SoundSupply(source, protocols: protocols, from: position)
    timeBase = supply.timeBase
    self.supply = supply
    self.position = position
    firstSample = position / step * Int64(rate / common)
    self.sourceRate = sourceRate
    self.rate = rate
    self.channels = channels
    layout = channels == 1 ? "mono" : "stereo"
    origin = source.origin
  }

  /// The next output samples; `nil` at the end.
  func next() throws(LibAVError) -> [[Float]]? {
    while true {
      if isDraining { return try drain() }
      guard let frame = try supply.next() else {
        isDraining = true
        continue
      }
      if let block = try take(frame) { return block }
    }
  }

  private func take(_ frame: borrowing AudioFrame) throws(LibAVError) -> [[Float]]? {
    let at = place(of: frame.timestamp)
    if toFloat == nil || toFloat?.source != frame.soundFormat {
      toFloat = try Resampler(from: frame.soundFormat, sampleRate: sourceRate, layout: layout)
    }
    guard let converted = try toFloat?.convert(frame) else { return nil }
    var samples: [[Float]] = []
    for channel in 0..<channels {
      let span = converted.channel(channel)
      samples.append((0..<span.count).map { span[$0] })
    }
    // Clocks of containers are coarse: only a real gap or overlap moves sound.
    let tolerance = Int64(sourceRate / 100)
    if let at, abs(at - position) > tolerance || position == supply.begunAt {
      if at > position {
        let gap = Int(min(at - position, Int64(sourceRate) * 3600))
        for channel in 0..<channels { samples[channel].insert(contentsOf: repeatElement(0, count: gap), at: 0) }
      } else if at < position {
        let late = Int(min(position - at, Int64(samples[0].count)))
        for channel in 0..<channels { samples[channel].removeFirst(late) }
      }
    }
    guard let count = samples.first?.count, count > 0 else { return nil }
    position += Int64(count)
    return try resample(samples, count)
  }

  private func place(of timestamp: Int64?) -> Int64? {
    guard let timestamp else { return nil }
    do throws(TimeOverflow) {
      return try ((Rational(timestamp) * timeBase - origin) * Rational(Int64(sourceRate))).rounded()
    } catch {
      return nil
    }
  }

  private func resample(_ samples: [[Float]], _ count: Int) throws(LibAVError) -> [[Float]]? {
    guard sourceRate != rate else { return samples }
    if toRate == nil {
      toRate = try Resampler(
        from: SoundFormat(sampleFormat: "fltp", layout: layout, sampleRate: sourceRate),
        sampleRate: rate)
    }
    var block = try AudioFrame(layout: layout, sampleRate: sourceRate, sampleCount: count)
    for channel in 0..<channels {
      var span = block.mutableChannel(channel)
      for index in 0..<count { span[index] = samples[channel][index] }
    }
    guard let result = try toRate?.convert(block) else { return nil }
    return copy(result)
  }

  private func drain() throws(LibAVError) -> [[Float]]? {
    guard let rest = try toRate?.drain() else { return nil }
    return copy(rest)
  }

  private func copy(_ frame: borrowing AudioFrame) -> [[Float]] {
    var result: [[Float]] = []
    for channel in 0..<channels {
      let span = frame.channel(channel)
      result.append((0..<span.count).map { span[$0] })
    }
    return result
  }

  private static func gcd(_ a: Int, _ b: Int) -> Int { b == 0 ? a : gcd(b, a % b) }
}

/// Decoded blocks of a stream or a filter graph, in order.
private final class SoundSupply {
  /// Source sample that decoding was begun for.
  let begunAt: Int64
  private(set) var timeBase: Rational

  private var input: InputFile?
  private var decoder: Decoder?
  private var graph: FilterGraph?
  private let stream: Int
  private var isDraining = false

  init(_ source: MediaSource, protocols: [String], from sample: Int64) throws(LibAVError) {
    begunAt = sample
    timeBase = .one
    if case .filter(let text) = source.content {
      stream = 0
      graph = try FilterGraph(text)
      timeBase = graph?.output.timeBase.rational ?? .one
      return
    }
    guard let place = source.place, let number = source.audioStream else {
      throw LibAVError(code: -22, operation: "open sound")
    }
    stream = number
    var opened = try InputFile(place, protocols: protocols)
    for other in 0..<opened.streamCount where other != number {
      opened.setDiscarded(true, stream: other)
    }
    guard let description = opened.stream(number), let base = description.timeBase.rational else {
      throw LibAVError(code: -22, operation: "open sound")
    }
    timeBase = base
    let rate = Int64(max(1, description.audio.sampleRate))
    // Decoders need a moment to settle; close to the beginning there is nothing to gain.
    let early = sample - rate / 2
    if early > rate, Self.seeksExactly(source.formatName),
      let second = Rational(early, rate),
      let target = try? ((second + source.origin) / base).floor()
    {
      try opened.seek(stream: number, to: target)
    }
    decoder = try Decoder(opened, stream: number)
    input = consume opened
  }

  /// Formats whose timestamps are the same after a seek. In others they are estimates, so they
  /// are read from the beginning.
  private static func seeksExactly(_ format: String) -> Bool {
    ["mov", "matroska", "wav", "w64", "aiff", "flac", "ogg"].contains { format.hasPrefix($0) }
  }

  func next() throws(LibAVError) -> AudioFrame? {
    if graph != nil {
      guard let received = try graph?.receiveAudio() else { return nil }
      switch consume received {
      case .frame(let frame): return frame
      case .needsInput: return nil
      case .endOfStream: return nil
      }
    }
    while true {
      guard let received = try decoder?.receiveAudio() else { return nil }
      switch consume received {
      case .frame(let frame): return frame
      case .endOfStream: return nil
      case .needsInput:
        if isDraining { return nil }
        try feed()
      }
    }
  }

  private func feed() throws(LibAVError) {
    while true {
      guard let packet = try input?.readPacket() else {
        isDraining = true
        _ = try decoder?.sendEnd()
        return
      }
      guard packet.streamIndex == stream else { continue }
      do throws(LibAVError) {
        _ = try decoder?.send(packet)
      } catch {
        if !error.isInvalidData { throw error }
      }
      return
    }
  }
}
