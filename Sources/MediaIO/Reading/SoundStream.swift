import LibAV
import MediaTime
import TimelineModel

/// One stream of sound, open, decoded in order from any position.
///
/// Containers with trustworthy times are sought. In the others (MP3, AAC without a container, …)
/// times after a seek are estimates: there, packets are read from the beginning without being
/// decoded, which is a hundred times faster than decoding, and times are sums of lengths. Where not
/// even the packets say how long they are, everything before the position is decoded.
final class SoundStream {
  let clock: SoundClock
  var sampleRate: Int { clock.sampleRate }
  /// Times that the file was opened, for tests.
  private(set) var opens = 0

  private let source: MediaSource
  private let protocols: [String]
  private let access: Access
  private var input: InputFile?
  private var decoder: Decoder?
  private var graph: FilterGraph?
  /// Read to see where a seek led, not yet decoded.
  private var pending: Packet?
  private var isDraining = false
  /// Source sample behind the last packet that was read; `nil` when nothing is known.
  private var readUpTo: Int64?

  private enum Access {
    case seek
    /// Read from the beginning, decode from a little before the position.
    case skip
    /// Decode from the beginning.
    case decode
  }

  /// A decoded block and which of its samples are sound.
  struct Block: ~Copyable {
    let frame: AudioFrame
    /// Source sample of the frame's first sample; `nil` when unknown.
    let sample: Int64?
    let heard: Range<Int>
  }

  init(_ source: MediaSource, protocols: [String]) throws(LibAVError) {
    guard let facts = source.facts.audio, facts.sampleRate > 0 else {
      throw LibAVError(code: -22, operation: "open sound")
    }
    self.source = source
    self.protocols = protocols
    if case .filter(let text) = source.content {
      let made = try FilterGraph(text)
      clock = SoundClock(
        timeBase: made.output.timeBase.rational ?? .one, sampleRate: facts.sampleRate, origin: .zero
      )
      graph = consume made
      access = .decode
      return
    }
    guard let place = source.place, let number = source.audioStream else {
      throw LibAVError(code: -22, operation: "open sound")
    }
    let opened = try Self.open(place, source, protocols)
    guard let base = opened.stream(number)?.timeBase.rational else {
      throw LibAVError(code: -22, operation: "open sound")
    }
    clock = SoundClock(timeBase: base, sampleRate: facts.sampleRate, origin: source.origin)
    let knowsPlaces = clock.isExact || source.soundIndex?.blockLength ?? 0 > 0
    access =
      !knowsPlaces ? .decode : Self.seeksExactly(source.formatName) ? .seek : .skip
    try prepare(consume opened, stream: number)
  }

  private static func seeksExactly(_ format: String) -> Bool {
    ["mov", "matroska", "wav", "w64", "aiff", "caf", "flac", "mpegts"].contains {
      format.hasPrefix($0)
    }
  }

  // MARK: - Positioning

  /// Begins to decode so that everything from source sample `sample` on is right.
  func begin(at sample: Int64) throws(LibAVError) {
    if case .filter(let text) = source.content {
      if readUpTo != nil { graph = try FilterGraph(text) }
      readUpTo = 0
      return
    }
    // Decoders need a moment to settle.
    let early = sample - Int64(sampleRate / 2)
    switch access {
    case .seek:
      let isEarly = early <= Int64(sampleRate)
      if isEarly && readUpTo == nil { return }
      // The beginning may have packets that are only there to be decoded.
      let beginning = source.soundIndex?.runs.first ?? 0
      if try seek(to: isEarly ? beginning - Int64(sampleRate) : early, by: beginning) { return }
      try reopen()
      if !isEarly { try skip(to: early) }
    case .skip:
      if readUpTo ?? .min > early || pending != nil { try reopen() }
      try renewDecoder()
      if early > 0 { try skip(to: early) }
    case .decode:
      if readUpTo != nil { try reopen() }
    }
  }

  private func reopen() throws(LibAVError) {
    guard let place = source.place, let number = source.audioStream else { return }
    input = nil
    decoder = nil
    try prepare(try Self.open(place, source, protocols), stream: number)
  }

  private static func open(
    _ place: MediaLocator.Place, _ source: MediaSource, _ protocols: [String]
  ) throws(LibAVError) -> InputFile {
    try InputFile(
      place, protocols: protocols, findsStreamInformation: !source.headerSuffices.forSound)
  }

  private func prepare(_ opened: consuming InputFile, stream: Int) throws(LibAVError) {
    for other in 0..<opened.streamCount where other != stream {
      opened.setDiscarded(true, stream: other)
    }
    decoder = try Decoder(opened, stream: stream, options: Self.options)
    input = consume opened
    opens += 1
    pending = nil
    readUpTo = nil
    isDraining = false
  }

  private static var options: Decoder.Options {
    var options = Decoder.Options()
    options.keepsSkippedSamples = true
    return options
  }

  /// A decoder that knows nothing of what was read before. A reset is not enough: AAC's random
  /// numbers go on, and the samples would depend on what other clips read.
  private func renewDecoder() throws(LibAVError) {
    guard let opened = input.take(), let number = source.audioStream else { return }
    decoder = nil
    decoder = try Decoder(opened, stream: number, options: Self.options)
    input = consume opened
    isDraining = false
  }

  /// - Returns: false when the container does not lead there or to before `latest`.
  private func seek(to wanted: Int64, by latest: Int64) throws(LibAVError) -> Bool {
    // Within a broadcast stream the first times after a seek are guesses: those are passed over.
    let isGuessed = source.formatName.hasPrefix("mpegts")
    let sample = isGuessed ? wanted - Int64(sampleRate) : wanted
    guard let number = source.audioStream, let second = Rational(sample, Int64(sampleRate)),
      let target = try? ((second + source.origin) / clock.timeBase).floor()
    else { return false }
    do throws(LibAVError) {
      try input?.seek(stream: number, to: target)
    } catch {
      return false
    }
    try renewDecoder()
    pending = nil
    readUpTo = nil
    guard let packet = try readPacket(), let time = packet.presentationTimestamp,
      let place = clock.sample(time), place <= max(sample + clock.jitter, latest)
    else { return false }
    if isGuessed, wanted > latest {
      try skip(to: wanted)
    } else {
      pending = consume packet
    }
    return true
  }

  private func skip(to sample: Int64) throws(LibAVError) {
    while let packet = try readPacket() {
      if let time = packet.presentationTimestamp ?? packet.decodingTimestamp,
        let place = clock.sample(time), place < sample
      {
        continue
      }
      pending = consume packet
      return
    }
  }

  // MARK: - Decoding

  /// The next block; `nil` at the end.
  func next() throws(LibAVError) -> Block? {
    if graph != nil {
      guard let received = try graph?.receiveAudio() else { return nil }
      switch consume received {
      case .frame(let frame):
        let place = frame.timestamp.flatMap(clock.sample)
        let heard = 0..<frame.sampleCount
        return Block(frame: frame, sample: place, heard: heard)
      case .needsInput: return nil
      case .endOfStream: return nil
      }
    }
    var failures = 0
    while failures < 256 {
      do throws(LibAVError) {
        guard let received = try decoder?.receiveAudio() else { return nil }
        switch consume received {
        case .frame(let frame): return block(frame)
        case .endOfStream: return nil
        case .needsInput:
          if isDraining { return nil }
          try feed()
        }
      } catch {
        if error.isFatal { throw error }
        failures += 1
      }
    }
    return nil
  }

  private func block(_ frame: consuming AudioFrame) -> Block {
    var place = frame.timestamp.flatMap(clock.sample)
    if let known = place, let index = source.soundIndex { place = index.snapped(known) }
    var heard = 0..<frame.sampleCount
    if let place, let first = source.soundIndex?.firstHeard, place < first {
      // What the encoder put before the sound; the container's count of it is in `firstHeard`.
      heard = Int(min(first - place, Int64(heard.count)))..<heard.count
    } else if let skip = frame.skip {
      heard = min(skip.atStart, heard.count)..<heard.count
    }
    if let skip = frame.skip, skip.atEnd > 0 {
      heard = heard.lowerBound..<max(heard.lowerBound, heard.upperBound - skip.atEnd)
    }
    return Block(frame: frame, sample: place, heard: heard)
  }

  private func feed() throws(LibAVError) {
    if let packet = pending.take() {
      try send(packet)
      return
    }
    guard let packet = try readPacket() else {
      isDraining = true
      _ = try decoder?.sendEnd()
      return
    }
    try send(packet)
  }

  /// A damaged packet costs its own samples, which become silence.
  private func send(_ packet: borrowing Packet) throws(LibAVError) {
    do throws(LibAVError) {
      _ = try decoder?.send(packet)
    } catch {
      if error.isFatal { throw error }
    }
  }

  /// The next packet of the stream; where a file is damaged beyond reading, it ends.
  private func readPacket() throws(LibAVError) -> Packet? {
    do throws(LibAVError) {
      while let packet = try input?.readPacket() {
        guard packet.streamIndex == source.audioStream else { continue }
        if let time = packet.presentationTimestamp, let place = clock.sample(time) {
          readUpTo = place
        } else {
          readUpTo = readUpTo ?? 0
        }
        return packet
      }
      readUpTo = .max
      return nil
    } catch {
      if error.isInvalidData { return nil }
      throw error
    }
  }
}
