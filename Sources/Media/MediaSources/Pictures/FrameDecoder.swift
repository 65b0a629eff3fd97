package import FileSystem
package import LibAV
package import MediaOpening

/// Decodes one video stream forward from wherever it was positioned.
///
/// Whether a picture is damaged shows when it comes out, and those that are made from it may come out
/// earlier: a picture is given once those that were decoded before it have come out as well.
/// ```
/// decoded   I  P  b  b          P is damaged, which is known when it comes out; b and b are made
/// comes out I  b  b  P          from it, so they wait for it
/// ```
package struct FrameDecoder: ~Copyable {
  private var input: InputFile
  private var decoder: Decoder
  private let stream: Int
  private var isDraining = false
  private var isPrimed = false
  private let log: LogRing
  private let times: Times
  /// Whether several threads decode. What is then put in place of damage may depend on their pace.
  package let isThreaded: Bool
  /// Packets that were given to the decoder and whose pictures may still come out.
  private var pending: [(time: Int64, serial: Int)] = []
  /// Packets that were given to the decoder since decoding began.
  private var serial = 0
  /// Time of the last packet given to the decoder, and of the one before.
  private var sent: (last: Int64?, previous: Int64?) = (nil, nil)
  /// What came out and waits for others.
  private var waiting: [DecodedFrame] = []
  private var hasEnded = false
  /// Where damage was met since decoding began: what follows may depend on that.
  package private(set) var damage: [Damage] = []
  private let disposable: DisposablePictures?
  /// Times of packets that were given to the decoder and that no other picture is made from; those
  /// that may still turn out to be damaged.
  private var disposed: [Int64] = []

  /// Time of the picture that is wanted next. Pictures before it that no other is made from are left
  /// out, so that their damage cannot show either; `nil` to decode all.
  package var aim: Int64?

  /// A packet that could not be decoded as it should.
  package struct Damage {
    /// Its presentation time.
    package var time: Int64?
    /// That of the packet decoded before it, for packets that are shown at no time.
    package var previous: Int64?
    /// Whether no other picture is made from the packet's: decoding that leaves it out meets no
    /// damage.
    package var isDisposable = false
  }

  /// Whether damage was met since decoding began.
  package var hasMetDamage: Bool { !damage.isEmpty }

  /// Errors in a row after which a stream has nothing more to give.
  package static let patience = 256

  /// When pictures are presented.
  package enum Times {
    /// As the container says, or as libav guesses where it does not.
    case filledIn
    /// As the container says; `nil` where it does not.
    case stored
    /// Each packet's stored time, and the one that it has instead. Pictures that an edit list leaves
    /// out come as well, for it goes by the stored times.
    case moved([Int64: Int64])
  }

  /// - Parameter headerSuffices: whether the container's header says all that decoding needs, so
  ///   that libav need not read ahead to describe the streams.
  /// - Parameters:
  ///   - part: which part of the file is read, and how.
  ///   - threads: at most so many decode, of codecs that have the same pictures for it.
  package init(
    _ place: MediaLocator.Place, part: FilePart = FilePart(), stream: Int, protocols: [String],
    headerSuffices: Bool = false, times: Times = .filledIn, effort: ReadingEffort? = nil,
    threads: Int = 1
  ) throws(LibAVError) {
    var keepsMissingTimes = false
    if case .stored = times { keepsMissingTimes = true }
    var input = try InputFile(
      place, bytes: part.bytes, protocols: protocols, findsStreamInformation: !headerSuffices,
      keepsMissingTimes: keepsMissingTimes, ignoresEditLists: part.ignoresEditLists,
      effort: effort)
    for other in 0..<input.streamCount where other != stream {
      input.setDiscarded(true, stream: other)
    }
    let codec = input.stream(stream)?.codecName ?? ""
    let isThreaded = threads > 1 && Self.threadedCodecs.contains(codec)
    // Of what is concealed, decoders speak as of a piece of news.
    let log = LogRing(level: isThreaded ? .info : .error, capacity: 64)
    let decoder = try Self.decoder(
      input, stream, keepsMissingTimes: keepsMissingTimes, log: log,
      threads: isThreaded ? threads : 1)
    disposable = DisposablePictures(
      codec: codec, configuration: input.codecConfiguration(stream))
    self.isThreaded = isThreaded
    self.times = times
    self.input = input
    self.decoder = decoder
    self.stream = stream
    self.log = log
    // What was said of the header concerns no picture.
    _ = log.take()
  }

  /// What several threads decode as one does, as long as nothing is damaged. Not HEVC: that a slice is
  /// missing is said by nothing, and what shows in its place depends on the threads.
  private static let threadedCodecs: Set<String> = ["h264"]

  /// A decoder that gives all that a stream has, alpha included; with several threads, one that
  /// refuses whatever is not as it should be.
  package static func decoder(
    _ input: borrowing InputFile, _ stream: Int, keepsMissingTimes: Bool = false,
    log: LogRing? = nil, maximumPixels: Int64 = Decoder.maximumPixels, threads: Int = 1
  ) throws(LibAVError) -> Decoder {
    var options = Decoder.Options()
    options.keepsMissingTimes = keepsMissingTimes
    options.log = log
    options.maximumPixels = maximumPixels
    if threads > 1 {
      options.threadCount = threads
      options.settings = [Setting("err_detect", "explode")]
    }
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
  package mutating func begin(
    at key: FrameTable.Key, seekingTo target: Int64, isStrict: Bool
  ) throws(LibAVError) -> Bool {
    try prime()
    do throws(LibAVError) {
      try input.seek(stream: stream, to: target)
    } catch {
      return false
    }
    decoder.reset()
    forget()
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

  private mutating func forget() {
    isDraining = false
    hasEnded = false
    damage = []
    pending = []
    serial = 0
    waiting = []
    sent = (nil, nil)
    disposed = []
    _ = log.take()
  }

  /// The next shown picture; `nil` at the end. By then all is in `damage` that concerns it.
  ///
  /// A damaged packet costs its own pictures, not the rest of the stream.
  package mutating func next() throws(LibAVError) -> DecodedFrame? {
    while !hasEnded, waiting.count <= Self.reorderLimit, !isFirstSettled { try receiveNext() }
    return waiting.isEmpty ? nil : waiting.removeFirst()
  }

  /// More pictures than any codec holds back.
  private static let reorderLimit = 16

  /// Whether all that was decoded before the next picture has come out, or will not any more.
  private var isFirstSettled: Bool {
    guard let first = waiting.first else { return false }
    guard let serial = first.serial else { return true }
    return !pending.contains { $0.serial < serial }
  }

  /// Waits for the next picture of the decoder and puts it behind those that wait.
  private mutating func receiveNext() throws(LibAVError) {
    var failures = 0
    while failures < Self.patience {
      do throws(LibAVError) {
        switch try decoder.receiveVideo() {
        case .frame(let frame):
          return take(frame)
        case .endOfStream:
          hasEnded = true
          return
        case .needsInput:
          if isDraining {
            hasEnded = true
            return
          }
          try feed()
        }
      } catch {
        if error.isFatal { throw error }
        noteDamage()
        failures += 1
      }
    }
    hasEnded = true
  }

  private mutating func take(_ frame: consuming VideoFrame) {
    noteComplaints()
    let time = frame.timestamp
    let isDamaged = frame.isDamaged
    if isDamaged { noteDamage(at: time ?? sent.last) }
    let serial = pending.first { $0.time == time }?.serial
    // Those that are shown before it will not come any more.
    if let time { pending.removeAll { $0.time <= time } }
    waiting.append(
      DecodedFrame(
        time: time, serial: serial, isKey: frame.isKey, isDamaged: isDamaged,
        fieldCount: frame.fieldCount, frame: SharedFrame(frame)))
  }

  private mutating func feed() throws(LibAVError) {
    isPrimed = true
    while let packet = try readPacket() {
      guard packet.streamIndex == stream, !isLeftOut(packet) else { continue }
      try send(packet)
      return
    }
    isDraining = true
    _ = try decoder.sendEnd()
  }

  private mutating func send(_ packet: borrowing Packet) throws(LibAVError) {
    sent = (packet.presentationTimestamp, sent.last)
    serial += 1
    if let time = packet.presentationTimestamp { pending.append((time, serial)) }
    do throws(LibAVError) {
      _ = try decoder.send(packet)
    } catch {
      if error.isFatal { throw error }
      noteDamage()
    }
    noteComplaints()
  }

  /// Whether a packet's picture is neither wanted nor needed for others.
  private mutating func isLeftOut(_ packet: borrowing Packet) -> Bool {
    guard let time = packet.presentationTimestamp, !packet.isKey,
      disposable?.contains(packet) == true
    else { return false }
    if let aim, time < aim { return true }
    if disposed.count > Self.reorderLimit { disposed.removeFirst() }
    disposed.append(time)
    return false
  }

  private mutating func noteDamage() { noteDamage(at: sent.last) }

  private mutating func noteDamage(at time: Int64?) {
    damage.append(
      Damage(
        time: time, previous: sent.previous,
        isDisposable: time.map { disposed.contains($0) } ?? false))
  }

  /// Pictures that need others which are not there, or of which a part cannot be made out, are
  /// decoded from whatever there is; only the decoder's messages tell.
  private mutating func noteComplaints() {
    if log.take().contains(where: Self.isOfDamage) { noteDamage() }
  }

  /// Decoders for H.264 and HEVC say at the level of errors what is wrong with a picture, but for a
  /// few things that no pixel depends on; those for JPEG say more of the kind, and that a picture ended
  /// before all of it was decoded.
  package static func isOfDamage(_ line: LogLine) -> Bool {
    if line.level > .error { return line.text.hasPrefix("concealing ") }
    return switch line.source {
    case "h264", "hevc": !harmless.contains { line.text.hasPrefix($0) }
    default: line.text.hasPrefix("error y=") || line.text.hasPrefix("overread ")
    }
  }

  /// Of supplemental information, of references that are given up and are not there, and of
  /// parameters that no picture uses: one that is without its own is an error.
  private static let harmless = [
    "SEI ", "mmco: unref short failure", "VPS ", "SPS ", "PPS ", "Overread ",
  ]

  /// The next packet; where a file is damaged beyond reading, it ends.
  private mutating func readPacket() throws(LibAVError) -> Packet? {
    do throws(LibAVError) {
      guard var packet = try input.readPacket() else { return nil }
      if case .moved(let times) = times, packet.streamIndex == stream {
        packet.clearDiscard()
        if let time = packet.presentationTimestamp, let moved = times[time] {
          packet.present(at: moved)
        }
      }
      return packet
    } catch {
      if error.isInvalidData { return nil }
      throw error
    }
  }
}

/// A picture as it came out of the decoder.
package struct DecodedFrame {
  package let time: Int64?
  /// Which packet it came from, counted since decoding began; `nil` when that is not known.
  let serial: Int?
  /// Whether it can be decoded without others.
  package let isKey: Bool
  /// Whether the decoder itself says that it is damaged.
  package let isDamaged: Bool
  /// Fields that it is shown for.
  package let fieldCount: Int
  package let frame: SharedFrame
}
