import AudioMixing
import LibAV
import MediaTime
import TimelineModel

/// One stream of sound, open, decoded in order from any position.
///
/// Containers with trustworthy times are sought. In the others (MP3, AAC without a container, …)
/// times after a seek are estimates: there, packets are read from the beginning without being
/// decoded, which is a hundred times faster than decoding, and times are sums of lengths. Where not
/// even the packets say how long they are, everything before the position is decoded.
///
/// What a lossy decoder gives depends on what it decoded before: AAC and AC-3 fill bands with random
/// numbers, Opus and MP3 have long memories. So that a sample is the same whatever was read before,
/// each section of five seconds is decoded by a decoder of its own, which always begins with the same
/// packet:
/// ```
/// sections      0               1               2
///          ├───────────────┼───────────────┼──────────
/// decoder 1            ────═════════════════              half a second to settle
/// decoder 2                            ────═══════════
/// ```
final class SoundStream {
  let clock: SoundClock
  var sampleRate: Int { clock.sampleRate }
  /// Times that the file was opened, for tests.
  private(set) var opens = 0

  private let source: MediaSource
  /// Which of the file's tracks that are heard together; `nil` for a filter.
  private let track: SoundTrack?
  /// Which of the channels of all these tracks it has.
  private let channels: Range<Int>
  private let protocols: [String]
  private let access: Access
  private var input: InputFile?
  private var decoder: Decoder?
  private var graph: SourceGraph?
  /// Packets that were read and have still to be decoded.
  private var waiting: [HeldPacket] = []
  /// Packets with which the next section's decoder begins.
  private var held: [HeldPacket] = []
  /// Source sample at which the decoder's section ends.
  private var sectionEnd = Int64.max
  /// Source sample with which the next block begins if its time is unknown.
  private var following: Int64?
  private var isDraining = false
  /// Source sample of the last packet that was read; `nil` when none was.
  private var readUpTo: Int64?
  /// Source samples that could not be decoded, as far as sound that could follows them: what lies
  /// before the first block and after the last one is not there.
  private(set) var damage: [Range<Int64>] = []
  /// Damage of which it is not known whether anything follows.
  private var pendingDamage: [Range<Int64>] = []
  private var hasDecoded = false
  /// Whether decoding began with the stream's first packet.
  private var isFromBeginning = true
  /// Source samples of the last packet given to the decoder.
  private var sentSamples: Range<Int64>?
  /// Source sample at which the decoder's section begins.
  private var sectionStart: Int64 = .min

  private enum Access {
    case seek
    /// Read from the beginning, decode from a little before the position.
    case skip
    /// Decode from the beginning.
    case decode
  }

  /// A packet and the source sample that the container puts it at.
  private final class HeldPacket {
    let packet: Packet
    let place: Int64?

    init(_ packet: consuming Packet, place: Int64?) {
      self.packet = packet
      self.place = place
    }
  }

  /// A decoded block and which of its samples are sound.
  struct Block: ~Copyable {
    let frame: AudioFrame
    /// Source sample of the frame's first sample; `nil` when unknown.
    let sample: Int64?
    let heard: Range<Int>
  }

  /// - Parameter part: which of the source's tracks of sound.
  init(_ source: MediaSource, part: Int = 0, protocols: [String]) throws(LibAVError) {
    guard let facts = source.facts.audio, facts.sampleRate > 0 else {
      throw LibAVError(code: -22, operation: "open sound")
    }
    self.source = source
    self.protocols = protocols
    if case .filter(let text) = source.content {
      let made = try SourceGraph(text, program: source.program)
      clock = SoundClock(
        timeBase: made.output.timeBase.rational ?? .one, sampleRate: facts.sampleRate, origin: .zero
      )
      graph = made
      access = .decode
      track = nil
      channels = 0..<0
      return
    }
    guard let place = source.place, source.sounds.indices.contains(part) else {
      throw LibAVError(code: -22, operation: "open sound")
    }
    let track = source.sounds[part]
    let first = source.sounds[..<part].reduce(0) { $0 + $1.channels }
    channels = first..<first + track.channels
    self.track = track
    let opened = try Self.open(place, source, protocols)
    guard let base = opened.stream(track.stream)?.timeBase.rational else {
      throw LibAVError(code: -22, operation: "open sound")
    }
    clock = SoundClock(timeBase: base, sampleRate: track.sampleRate, origin: source.origin)
    let knowsPlaces = clock.isExact || track.index?.knowsPlaces == true
    access =
      !knowsPlaces ? .decode : Self.seeksExactly(source.formatName) ? .seek : .skip
    try prepare(consume opened, stream: track.stream)
  }

  /// How the channels of a decoded block become the output's.
  func downMix(of layout: String, channelCount: Int, to outputs: Int) -> DownMix {
    source.downMix(of: channels, layout: layout, channelCount: channelCount, to: outputs)
  }

  private static func seeksExactly(_ format: String) -> Bool {
    ["mov", "matroska", "wav", "w64", "aiff", "caf", "flac", "mpegts"].contains {
      format.hasPrefix($0)
    }
  }

  // MARK: - Positioning

  /// Seconds that a decoder of its own gives.
  private static let sectionSeconds: Int64 = 5
  /// Samples that a decoder needs to settle.
  private var preroll: Int64 { Int64(sampleRate / 2) }

  /// Begins to decode so that everything from source sample `sample` on is right.
  func begin(at sample: Int64) throws(LibAVError) {
    if case .filter(let text) = source.content {
      if readUpTo != nil {
        graph = nil
        graph = try SourceGraph(text, program: source.program)
      }
      readUpTo = 0
      return
    }
    let length = Int64(sampleRate) * Self.sectionSeconds
    var first = max(0, sample)
    sectionEnd = .max
    sectionStart = .min
    if access != .decode, track?.isLossless == false {
      first = first / length * length
      sectionEnd = first + length
      if first > 0 { sectionStart = first }
    }
    // The beginning may have packets that are only there to be decoded.
    let early = first < length / 2 ? nil : first - preroll
    isFromBeginning = early == nil || access == .decode
    switch access {
    case .seek:
      if early == nil && readUpTo == nil { return }
      if try seek(to: early) { return }
      try reopen()
      try skip(to: early)
    case .skip:
      if let readUpTo, readUpTo >= early ?? .min { try reopen() }
      try renewDecoder()
      try skip(to: early)
    case .decode:
      if readUpTo != nil { try reopen() }
    }
  }

  private func reopen() throws(LibAVError) {
    guard let place = source.place, let track else { return }
    input = nil
    decoder = nil
    try prepare(try Self.open(place, source, protocols), stream: track.stream)
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
    forgetPackets()
    readUpTo = nil
  }

  private static var options: Decoder.Options {
    var options = Decoder.Options()
    options.keepsSkippedSamples = true
    return options
  }

  private func forgetPackets() {
    waiting = []
    held = []
    following = nil
    isDraining = false
    pendingDamage = []
    sentSamples = nil
    hasDecoded = false
  }

  /// A decoder that knows nothing of what was read before. A reset is not enough: AAC's random
  /// numbers go on.
  private func renewDecoder() throws(LibAVError) {
    guard let opened = input.take(), let track else { return }
    decoder = nil
    decoder = try Decoder(opened, stream: track.stream, options: Self.options)
    input = consume opened
    forgetPackets()
  }

  /// Moves to the first packet at or after a source sample; `nil` is the beginning.
  ///
  /// - Returns: false when the container does not lead there.
  private func seek(to wanted: Int64?) throws(LibAVError) -> Bool {
    // Aimed early, since containers lead past the target by what they reorder. Within a broadcast
    // stream the first times after a seek are guesses as well: those are passed over.
    let isBroadcast = source.formatName.hasPrefix("mpegts")
    let beginning = track?.index?.runs.first ?? 0
    let margin = Int64(isBroadcast || wanted == nil ? sampleRate : sampleRate / 4)
    let aim = (wanted ?? beginning) - margin
    guard let track, let second = Rational(aim, Int64(sampleRate)),
      let target = try? ((second + source.origin) / clock.timeBase).floor()
    else { return false }
    do throws(LibAVError) {
      try input?.seek(stream: track.stream, to: target)
    } catch {
      return false
    }
    try renewDecoder()
    readUpTo = nil
    guard let packet = try readPacket(), let place = packet.place, place <= wanted ?? beginning
    else { return false }
    waiting = [packet]
    if let wanted, place < wanted {
      waiting = []
      try skip(to: wanted)
    }
    return true
  }

  private func skip(to sample: Int64?) throws(LibAVError) {
    guard let sample else { return }
    while let packet = try readPacket() {
      if let place = packet.place, place < sample { continue }
      waiting = [packet]
      return
    }
  }

  /// Leaves the section that the decoder was for, for the one that `sample` lies in.
  private func enterSection(of sample: Int64) throws(LibAVError) {
    let packets = held + waiting
    try renewDecoder()
    let length = Int64(sampleRate) * Self.sectionSeconds
    let first = max(sectionEnd, sample / length * length)
    isFromBeginning = false
    sectionStart = first
    sectionEnd = first + length
    var isBefore = true
    waiting = packets.filter { packet in
      if let place = packet.place, place >= first - preroll { isBefore = false }
      return !isBefore
    }
  }

  // MARK: - Decoding

  /// The next block; `nil` at the end.
  func next() throws(LibAVError) -> Block? {
    if let graph {
      guard let frame = try graph.sound() else { return nil }
      let place = frame.timestamp.flatMap(clock.sample)
      let heard = 0..<frame.sampleCount
      return Block(frame: frame, sample: place, heard: heard)
    }
    var failures = 0
    while failures < 256 {
      do throws(LibAVError) {
        guard let received = try decoder?.receiveAudio() else { return nil }
        switch consume received {
        case .frame(let frame):
          if frame.isDamaged {
            noteDamage()
            continue
          }
          let block = block(frame)
          commitDamage()
          guard let place = block.sample, place >= sectionEnd else { return block }
          try enterSection(of: place)
        case .endOfStream: return nil
        case .needsInput:
          if isDraining { return nil }
          try feed()
        }
      } catch {
        if error.isFatal { throw error }
        noteDamage()
        failures += 1
      }
    }
    return nil
  }

  // MARK: - Damage

  /// Takes the last packet for damaged, unless it is only there for the decoder to settle.
  private func noteDamage() {
    guard let samples = sentSamples else { return }
    let part = samples.clamped(to: sectionStart..<max(sectionStart, sectionEnd))
    if !part.isEmpty, pendingDamage.last != part { pendingDamage.append(part) }
  }

  /// A block was decoded: what was damaged before it is a hole.
  private func commitDamage() {
    if hasDecoded || !isFromBeginning {
      for samples in pendingDamage { addDamage(samples) }
    }
    pendingDamage = []
    hasDecoded = true
  }

  /// Adds to the list, which stays sorted and as short as there are holes.
  private func addDamage(_ samples: Range<Int64>) {
    var whole = samples
    damage.removeAll { known in
      guard known.lowerBound <= whole.upperBound, whole.lowerBound <= known.upperBound else {
        return false
      }
      whole =
        min(known.lowerBound, whole.lowerBound)..<max(known.upperBound, whole.upperBound)
      return true
    }
    let place = damage.firstIndex { $0.lowerBound > whole.lowerBound } ?? damage.count
    damage.insert(whole, at: place)
  }

  private func block(_ frame: consuming AudioFrame) -> Block {
    let index = track?.index
    let exact = frame.timestamp.flatMap(clock.sample).map { index?.snapped($0) ?? $0 }
    let place = exact ?? following
    following = place.map { $0 + Int64(frame.sampleCount) }
    var heard = 0..<frame.sampleCount
    if let place, let first = index?.firstHeard, place < first {
      // What the encoder put before the sound; the container's count of it is in `firstHeard`.
      heard = Int(min(first - place, Int64(heard.count)))..<heard.count
    } else if let skip = frame.skip {
      heard = min(skip.atStart, heard.count)..<heard.count
    }
    if let skip = frame.skip, skip.atEnd > 0 {
      heard = heard.lowerBound..<max(heard.lowerBound, heard.upperBound - skip.atEnd)
    }
    if let place, sectionEnd != .max {
      let end = Int(clamping: max(0, sectionEnd - place))
      heard = min(heard.lowerBound, end)..<min(heard.upperBound, end)
    }
    return Block(frame: frame, sample: place, heard: heard)
  }

  private func feed() throws(LibAVError) {
    let packet: HeldPacket
    if waiting.isEmpty {
      guard let next = try readPacket() else {
        isDraining = true
        _ = try decoder?.sendEnd()
        return
      }
      packet = next
    } else {
      packet = waiting.removeFirst()
    }
    if !held.isEmpty || packet.place.map({ $0 >= sectionEnd - preroll }) == true {
      held.append(packet)
    }
    sentSamples = packet.place.map { place in
      let first = track?.index?.snapped(place) ?? place
      return first..<first + max(1, length(of: packet.packet))
    }
    // A damaged packet costs its own samples, which become silence.
    do throws(LibAVError) {
      _ = try decoder?.send(packet.packet)
    } catch {
      if error.isFatal { throw error }
      noteDamage()
    }
  }

  /// Samples in a packet; 0 where that is not known.
  private func length(of packet: borrowing Packet) -> Int64 {
    if let length = track?.index?.blockLength, length > 0 { return length }
    guard packet.duration > 0, let seconds = try? Rational(packet.duration) * clock.timeBase,
      let samples = try? seconds * Rational(Int64(sampleRate))
    else { return 0 }
    return min(max(0, samples.rounded()), 1 << 32)
  }

  /// The next packet of the stream; where a file is damaged beyond reading, it ends.
  private func readPacket() throws(LibAVError) -> HeldPacket? {
    do throws(LibAVError) {
      while let packet = try input?.readPacket() {
        guard packet.streamIndex == track?.stream else { continue }
        let time = packet.presentationTimestamp ?? packet.decodingTimestamp
        let place = time.flatMap(clock.sample)
        readUpTo = place ?? readUpTo ?? 0
        return HeldPacket(packet, place: place)
      }
      readUpTo = .max
      return nil
    } catch {
      if error.isInvalidData { return nil }
      throw error
    }
  }
}
