import LibAV

/// Decodes one video stream forward from wherever it was positioned.
struct PictureDecoder: ~Copyable {
  private var input: InputFile
  private var decoder: Decoder
  private let stream: Int
  private var isDraining = false
  private var isPrimed = false
  /// Whether damage was met since decoding began: what follows may depend on where that was.
  private(set) var hasMetDamage = false

  /// Errors in a row after which a stream has nothing more to give.
  static let patience = 256

  /// - Parameter headerSuffices: whether the container's header says all that decoding needs, so
  ///   that libav need not read ahead to describe the streams.
  init(
    _ place: MediaLocator.Place, stream: Int, protocols: [String], headerSuffices: Bool = false
  ) throws(LibAVError) {
    var input = try InputFile(
      place, protocols: protocols, findsStreamInformation: !headerSuffices)
    for other in 0..<input.streamCount where other != stream {
      input.setDiscarded(true, stream: other)
    }
    decoder = try Self.decoder(input, stream)
    self.input = input
    self.stream = stream
  }

  /// A decoder that gives all that a stream has, alpha included.
  static func decoder(
    _ input: borrowing InputFile, _ stream: Int, log: LogRing? = nil
  ) throws(LibAVError) -> Decoder {
    var options = Decoder.Options()
    options.log = log
    switch input.stream(stream)?.codecName {
    case "vp8" where input.stream(stream)?.video.hasAlpha == true:
      options.preferredDecoder = "libvpx"
    case "vp9" where input.stream(stream)?.video.hasAlpha == true:
      options.preferredDecoder = "libvpx-vp9"
    default: break
    }
    return try Decoder(input, stream: stream, options: options)
  }

  /// Moves to a key packet and begins decoding with it.
  ///
  /// - Parameters:
  ///   - target: where to seek to; the key packet's decoding time or earlier.
  ///   - isStrict: whether the decoding time must be the same, too. Some containers do not tell it,
  ///     and libav guesses another one after a seek.
  /// - Returns: false when the container does not get there; the position is undefined then.
  mutating func begin(
    at key: PictureIndex.Key, seekingTo target: Int64, isStrict: Bool
  ) throws(LibAVError) -> Bool {
    try prime()
    do throws(LibAVError) {
      try input.seek(stream: stream, to: target)
    } catch {
      return false
    }
    decoder.reset()
    isDraining = false
    hasMetDamage = false
    while let packet = try readPacket() {
      guard packet.streamIndex == stream, let time = packet.presentationTimestamp else { continue }
      if time == key.presentation, packet.isKey || key.order == 0,
        !isStrict || packet.decodingTimestamp == key.decoding
      {
        try send(packet)
        return true
      }
      if packet.isKey, time > key.presentation, !isStrict { return false }
    }
    return false
  }

  /// Lets a new decoder see the stream's first packet: streams may carry parameters there, and
  /// there only, that differ from those of the container.
  private mutating func prime() throws(LibAVError) {
    guard !isPrimed else { return }
    isPrimed = true
    while let packet = try readPacket() {
      guard packet.streamIndex == stream else { continue }
      return try send(packet)
    }
  }

  /// The next shown picture; `nil` at the end.
  ///
  /// A damaged packet costs its own pictures, not the rest of the stream.
  mutating func next() throws(LibAVError) -> VideoFrame? {
    var failures = 0
    while failures < Self.patience {
      do throws(LibAVError) {
        switch try decoder.receiveVideo() {
        case .frame(let frame):
          if frame.isDamaged { hasMetDamage = true }
          return frame
        case .endOfStream:
          return nil
        case .needsInput:
          if isDraining { return nil }
          try feed()
        }
      } catch {
        if error.isFatal { throw error }
        hasMetDamage = true
        failures += 1
      }
    }
    return nil
  }

  private mutating func feed() throws(LibAVError) {
    isPrimed = true
    while let packet = try readPacket() {
      guard packet.streamIndex == stream else { continue }
      try send(packet)
      return
    }
    isDraining = true
    _ = try decoder.sendEnd()
  }

  private mutating func send(_ packet: borrowing Packet) throws(LibAVError) {
    do throws(LibAVError) {
      _ = try decoder.send(packet)
    } catch {
      if error.isFatal { throw error }
      hasMetDamage = true
    }
  }

  /// The next packet; where a file is damaged beyond reading, it ends.
  private mutating func readPacket() throws(LibAVError) -> Packet? {
    do throws(LibAVError) {
      return try input.readPacket()
    } catch {
      if error.isInvalidData { return nil }
      throw error
    }
  }
}

extension LibAVError {
  /// Whether going on is of no use: there is no memory, or somebody wants to stop.
  var isFatal: Bool { code == -12 || isInterrupted }
}
