import LibAV
import MediaOpening
import MediaSources
import BaseValues
import TimelineModel

/// One link of a stream of sound, open, decoded in order from any position.
///
/// Containers with trustworthy times are sought. In the others (MP3, AAC without a container, …)
/// times after a seek are estimates: there, packets are read from the beginning without being
/// decoded, which is a hundred times faster than decoding, and counted: the number of a packet says
/// where it lies. Where not even the packets say how long they are, everything before the position is
/// decoded.
///
/// Each packet is given its exact place before it is decoded, so that no block owes its place to the
/// container's clock.
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
final class LinkStream {
  let clock: AudioClock
  var sampleRate: Int { clock.sampleRate }
  /// Times that the file was opened, for tests.
  var opens = 0

  let source: MediaSource
  /// Which of the file's tracks that are heard together; `nil` for a filter.
  let track: AudioTrack?
  /// The part of the file that the link is; `nil` for a whole file.
  let bytes: Range<Int64>?
  let index: AudioIndex?
  /// The link's sample 0 on the container's clock, in seconds.
  let origin: Rational
  let protocols: [String]
  private(set) var access: Access
  var input: InputFile?
  var decoder: Decoder?
  var graph: SourceGraph?
  /// Packets that were read and have still to be decoded.
  var waiting: [HeldPacket] = []
  /// Packets with which the next section's decoder begins.
  var held: [HeldPacket] = []
  /// Source sample at which the decoder's section ends.
  var sectionEnd = Int64.max
  /// Source sample with which the next block begins if its time is unknown.
  var following: Int64?
  var isDraining = false
  /// Source sample of the last packet that was read; `nil` when none was.
  var readUpTo: Int64?
  /// The source sample after it.
  var readEnd: Int64 = .min
  /// Number of the packet that is read next, as the index counts them; counts where nothing is sought.
  var nextNumber = 0
  /// Source samples that could not be decoded, as far as sound that could follows them: what lies
  /// before the first block and after the last one is not there.
  private(set) var damage = AudioDamage()
  /// Damage of which it is not known whether anything follows.
  var pendingDamage: [Range<Int64>] = []
  var hasDecoded = false
  /// Whether decoding began with the stream's first packet.
  var isFromBeginning = true
  /// Source samples of the last packet given to the decoder.
  var sentSamples: Range<Int64>?
  /// Source sample at which the decoder's section begins.
  var sectionStart: Int64 = .min

  enum Access {
    case seek
    /// Read from the beginning, decode from a little before the position.
    case skip
    /// Decode from the beginning.
    case decode
  }

  /// A packet and the source samples that it gives.
  final class HeldPacket {
    let packet: Packet
    let place: Int64?
    /// 0 where that is not known.
    let length: Int64

    init(_ packet: consuming Packet, place: Int64?, length: Int64) {
      self.packet = packet
      self.place = place
      self.length = length
    }

    /// The source sample after its last one.
    var end: Int64? { place.map { $0 &+ length } }
  }

  /// - Parameters:
  ///   - part: which of the source's tracks of sound.
  ///   - number: which of the track's links.
  init(
    _ source: MediaSource, part: Int, number: Int, protocols: [String]
  ) throws(LibAVError) {
    guard let facts = source.facts.audio, facts.sampleRate > 0 else {
      throw .unusable(for: "open sound")
    }
    self.source = source
    self.protocols = protocols
    if case .filter(let text, _, let program) = source {
      let made = try SourceGraph(text, program: program)
      clock = AudioClock(
        timeBase: made.output.timeBase.rational ?? .one, sampleRate: facts.sampleRate, origin: .zero
      )
      graph = made
      access = .decode
      track = nil
      (bytes, index, origin) = (nil, nil, .zero)
      return
    }
    guard let file = source.file, file.sounds.indices.contains(part) else {
      throw .unusable(for: "open sound")
    }
    let track = file.sounds[part]
    self.track = track
    let link = track.links.indices.contains(number) ? track.links[number] : nil
    bytes = link?.bytes
    index = link.map(\.index) ?? track.index
    origin = link?.origin ?? file.origin
    let opened = try Self.open(file, link?.bytes, protocols)
    guard let base = opened.stream(track.stream)?.timeBase.rational else {
      throw .unusable(for: "open sound")
    }
    clock = AudioClock(timeBase: base, sampleRate: track.sampleRate, origin: origin)
    let seeks = Self.seeksExactly(file.formatName)
    if let index, index.knowsPlaces || index.isContiguous {
      access =
        index.tellsApart && seeks ? .seek : index.knowsPlaces || clock.isExact ? .skip : .decode
    } else {
      access = !clock.isExact ? .decode : seeks ? .seek : .skip
    }
    if Self.endlessMemory.contains(opened.stream(track.stream)?.codecName ?? "") {
      access = .decode
    }
    try prepare(consume opened, stream: track.stream)
  }

  /// Codecs in which each sample adds to the one before it, without a beginning in between.
  private static let endlessMemory: Set<String> = [
    "adpcm_ct", "adpcm_g722", "adpcm_g726", "adpcm_g726le", "adpcm_sbpro_2", "adpcm_sbpro_3",
    "adpcm_sbpro_4", "adpcm_yamaha", "roq_dpcm", "sol_dpcm",
  ]

  private static func seeksExactly(_ format: String) -> Bool {
    ["mov", "matroska", "wav", "w64", "aiff", "caf", "flac", "mpegts"].contains {
      format.hasPrefix($0)
    }
  }

  // MARK: - Decoding

  /// The next block; `nil` at the end.
  func next() throws(LibAVError) -> AudioBlock? {
    if let graph {
      guard let frame = try graph.sound() else { return nil }
      let place = frame.timestamp.flatMap(clock.sample)
      let heard = 0..<frame.sampleCount
      return AudioBlock(frame: frame, sample: place, heard: heard)
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
          if let end = index?.heardEnd, let place = block.sample, place >= end { return nil }
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
      for samples in pendingDamage { damage.add(samples) }
    }
    pendingDamage = []
    hasDecoded = true
  }

  private func block(_ frame: consuming AudioFrame) -> AudioBlock {
    // Packets were given their places.
    let place = frame.timestamp ?? following
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
    let limit = min(sectionEnd, index?.heardEnd ?? .max)
    if let place, limit != .max {
      let end = Int(clamping: max(0, limit - place))
      heard = min(heard.lowerBound, end)..<min(heard.upperBound, end)
    }
    return AudioBlock(frame: frame, sample: place, heard: heard)
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
    if !held.isEmpty || isNeeded(packet, from: sectionEnd) { held.append(packet) }
    sentSamples = packet.place.map { $0..<$0 &+ max(1, packet.length) }
    // A damaged packet costs its own samples, which become silence.
    do throws(LibAVError) {
      _ = try decoder?.send(packet.packet)
    } catch {
      if error.isFatal { throw error }
      noteDamage()
    }
  }

  /// Whether decoding has to begin with a packet, or earlier, for the samples from one on to be right.
  func isNeeded(_ packet: HeldPacket, from sample: Int64) -> Bool {
    guard let place = packet.place, let end = packet.end else { return false }
    return place >= sample - preroll || end > sample
  }

  /// Samples in a packet; 0 where that is not known.
  func length(of packet: borrowing Packet) -> Int64 {
    if let length = index?.blockLength, length > 0 { return length }
    guard packet.duration > 0, let seconds = try? Rational(packet.duration) * clock.timeBase,
      let samples = try? seconds * Rational(Int64(sampleRate))
    else { return 0 }
    return min(max(0, samples.rounded()), 1 << 32)
  }
}
