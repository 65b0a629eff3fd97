import LibAV
import MediaOpening
import MediaSources
import BaseValues

extension LinkStream {
  // MARK: - Positioning

  /// Seconds that a decoder of its own gives.
  static let sectionSeconds: Int64 = 5
  /// Samples that a decoder needs to settle.
  var preroll: Int64 { Int64(sampleRate / 2) }

  /// Begins to decode so that everything from source sample `sample` on is right.
  func begin(at sample: Int64) throws(LibAVError) {
    if case .filter(let text, _, let program) = source {
      if readUpTo != nil {
        // The other process ends before the next one begins.
        graph = nil
        graph = try SourceGraph(text, program: program)
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
    let early = first - (index?.runs.first ?? 0) < length / 2 ? nil : first - preroll
    isFromBeginning = early == nil || access == .decode
    switch access {
    case .seek:
      if early == nil && readUpTo == nil { return }
      if try seek(to: early) { return }
      try reopen()
      try skip(to: early)
    case .skip:
      if let readUpTo, readUpTo >= early ?? .min || readEnd > first { try reopen() }
      try renewDecoder()
      try skip(to: early)
    case .decode:
      if readUpTo != nil { try reopen() }
    }
  }

  func reopen() throws(LibAVError) {
    guard let file = source.file, let track else { return }
    input = nil
    decoder = nil
    try prepare(try Self.open(file, bytes, protocols), stream: track.stream)
  }

  static func open(
    _ file: MediaFile, _ bytes: Range<Int64>?, _ protocols: [String]
  ) throws(LibAVError) -> InputFile {
    try InputFile(
      file.place, bytes: bytes, protocols: protocols,
      findsStreamInformation: !file.headerSuffices.forSound,
      ignoresEditLists: file.ignoresEditLists)
  }

  func prepare(_ opened: consuming InputFile, stream: Int) throws(LibAVError) {
    for other in 0..<opened.streamCount where other != stream {
      opened.setDiscarded(true, stream: other)
    }
    decoder = try Decoder(opened, stream: stream, options: Self.options)
    // The first packet of Vorbis gives no samples, and is not counted.
    nextNumber = decoder?.stream.codecName == "vorbis" ? -1 : 0
    input = consume opened
    opens += 1
    forgetPackets()
    readUpTo = nil
    readEnd = .min
  }

  static var options: Decoder.Options {
    var options = Decoder.Options()
    options.keepsSkippedSamples = true
    return options
  }

  func forgetPackets() {
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
  func renewDecoder() throws(LibAVError) {
    guard let opened = input.take(), let track else { return }
    decoder = nil
    decoder = try Decoder(opened, stream: track.stream, options: Self.options)
    input = consume opened
    forgetPackets()
  }

  /// Moves to the first packet at or after a source sample; `nil` is the beginning.
  ///
  /// - Returns: false when the container does not lead there.
  func seek(to wanted: Int64?) throws(LibAVError) -> Bool {
    // Aimed early, since containers lead past the target by what they reorder. Within a broadcast
    // stream the first times after a seek are guesses as well: those are passed over.
    let isBroadcast = source.file?.formatName.hasPrefix("mpegts") == true
    let beginning = index?.runs.first ?? 0
    let margin = Int64(isBroadcast || wanted == nil ? sampleRate : sampleRate / 4)
    let aim = (wanted ?? beginning) - margin
    guard let track, let second = Rational(aim, Int64(sampleRate)),
      let target = try? ((second + origin) / clock.timeBase).floor()
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
    if let wanted, !isNeeded(packet, from: wanted &+ preroll) {
      waiting = []
      try skip(to: wanted)
    }
    return true
  }

  func skip(to sample: Int64?) throws(LibAVError) {
    guard let sample else { return }
    while let packet = try readPacket() {
      // A packet may be longer than a decoder needs to settle.
      if packet.place != nil, !isNeeded(packet, from: sample &+ preroll) { continue }
      waiting = [packet]
      return
    }
  }

  /// Leaves the section that the decoder was for, for the one that `sample` lies in.
  func enterSection(of sample: Int64) throws(LibAVError) {
    let packets = held + waiting
    try renewDecoder()
    let length = Int64(sampleRate) * Self.sectionSeconds
    let first = max(sectionEnd, sample / length * length)
    isFromBeginning = false
    sectionStart = first
    sectionEnd = first + length
    var isBefore = true
    waiting = packets.filter { packet in
      if isNeeded(packet, from: first) { isBefore = false }
      return !isBefore
    }
  }

  /// The next packet of the stream; where a file is damaged beyond reading, it ends.
  func readPacket() throws(LibAVError) -> HeldPacket? {
    do throws(LibAVError) {
      while let packet = try input?.readPacket() {
        guard packet.streamIndex == track?.stream else { continue }
        var placed = packet
        let place = place(of: placed)
        let length = length(of: placed)
        placed.place(at: place)
        readUpTo = place ?? readUpTo ?? 0
        readEnd = place.map { $0 &+ length } ?? readEnd
        return HeldPacket(placed, place: place, length: length)
      }
      readUpTo = .max
      return nil
    } catch {
      if error.isInvalidData { return nil }
      throw error
    }
  }

  /// The source sample that a packet begins with, the packets of a stream that is not sought in order.
  private func place(of packet: borrowing Packet) -> Int64? {
    guard let time = packet.presentationTimestamp ?? packet.decodingTimestamp else { return nil }
    if access != .seek, !packet.isDiscard {
      defer { nextNumber += 1 }
      if let place = index?.place(ofBlock: nextNumber) { return place }
    }
    return clock.sample(time).map { index?.snapped($0) ?? $0 }
  }
}
