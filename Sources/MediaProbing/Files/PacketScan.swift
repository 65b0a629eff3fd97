import LibAV
import MediaSources
import MediaTime

/// The packets of the streams that are used, read once from beginning to end.
struct PacketScan {
  private let videoStream: Int?
  var video: [IndexedPacket] = []
  /// Whether some picture has no time of presentation.
  private(set) var lacksVideoTimes = false
  /// Whether the pictures' times rise in the order in which they are stored.
  private(set) var isStoredInOrder = true
  /// Whether some pictures may be made from those that are shown after them.
  private(set) var isBidirectional = false
  /// Times of all pictures in the order in which they are shown, where that was found by decoding
  /// and only counting tells pictures apart.
  var counted: [Int64]?
  /// Pictures a second of a bare stream without any times.
  var assumedRate: String?
  /// Pictures whose time was filled in.
  var filledTimes = 0
  /// Of a stream that stores the times of decoding alone: the time of each packet, and the one at
  /// which it is shown.
  var movedTimes: [Int64: Int64]?
  /// Whether a stream stores the times of decoding alone.
  var hasOnlyDecodingTimes = false
  /// Pictures that are stored as two fields, each in a packet of its own.
  private(set) var fieldPairs = 0
  /// The first field of a picture whose second is to come.
  private var openField: FieldFrames.Structure?
  var sounds: [AudioScan]
  private(set) var damage = Damage()
  /// Pictures in decoding order before the first that decoding can begin with.
  private(set) var picturesBeforeKey = 0
  /// Packets that hold a picture which is never shown.
  private(set) var hiddenPictures = 0
  /// Times of pictures that the container found damaged.
  private(set) var corruptPictures: [Int64] = []
  /// Pictures that an edit list leaves out.
  private(set) var discardedPictures = 0

  /// Where the clock begins anew, of formats that may be joined byte by byte.
  private(set) var clockSteps = ClockSteps()
  private let mayBeJoined: Bool

  /// What went wrong while packets were read.
  struct Damage {
    /// Packets that the container found damaged.
    var corruptPackets = 0
    /// Packets of used streams that are encrypted.
    var encryptedPackets = 0
    /// Whether reading stopped before the end of the file.
    var endedByError = false
  }

  /// - Parameter format: libav's name of the container's format.
  init(video: StreamDescription?, sounds: [StreamDescription], format: String) {
    videoStream = video?.index
    videoCodec = video?.codecName ?? ""
    mayBeJoined = ["mpegts", "mpeg"].contains(format)
    // Codecs that say so can be relied on.
    isNeverReordered = video.map { $0.codecName == "hevc" && $0.video.reorderDepth == 0 } ?? true
    self.sounds = sounds.map { AudioScan($0, format: format) }
  }

  private let isNeverReordered: Bool
  /// libav's name of the pictures' codec.
  private let videoCodec: String

  /// - Parameters:
  ///   - first: is given the packets of pictures until it has found the first picture.
  ///   - byteCount: length of the file: it cannot hold many more packets than bytes.
  mutating func read(
    from input: inout InputFile, first: inout FirstFrameDecoder?, byteCount: Int64?
  ) throws(LibAVError) {
    guard videoStream != nil || !sounds.isEmpty else { return }
    let bases = input.streams.map(\.timeBase)
    var lengths: [SoundPackets] = []
    for sound in sounds { lengths.append(SoundPackets(input, stream: sound.stream.index)) }
    var parser = videoStream.flatMap { FrameParser(input, stream: $0) }
    var packetsLeft = max(Self.leastLimit, byteCount ?? .max)
    while true {
      packetsLeft -= 1
      if packetsLeft < 0 {
        damage.endedByError = true
        break
      }
      let packet: Packet
      do throws(LibAVError) {
        guard let next = try input.readPacket() else { break }
        packet = next
      } catch {
        // What could be read up to here is what the file has.
        guard error.isInvalidData || !input.hasFailedToRead && error.isReadError else {
          throw error
        }
        damage.endedByError = true
        break
      }
      if packet.isCorrupt { damage.corruptPackets += 1 }
      if packet.isEncrypted { damage.encryptedPackets += 1 }
      if mayBeJoined, bases.indices.contains(packet.streamIndex) {
        clockSteps.add(packet, timeBase: bases[packet.streamIndex])
      }
      if packet.streamIndex == videoStream {
        addVideo(packet, parser?.coding(of: packet))
        first?.add(packet)
        continue
      }
      // A stream may be heard twice.
      for place in sounds.indices where sounds[place].stream.index == packet.streamIndex {
        let length =
          sounds[place].stream.codecName == "eac3"
          ? EnhancedAC3.samples(in: packet.payload) : lengths[place].samples(in: packet)
        sounds[place].add(packet, length: length)
      }
    }
    first?.finish()
    if !video.isEmpty, let videoStream, Self.announcesKeyFirst(input, stream: videoStream) {
      video[0].isKey = true
    }
    picturesBeforeKey = video.firstIndex { $0.isKey } ?? video.count
    // Streams that do not begin with a key picture can still be decoded from their beginning.
    if !video.isEmpty, !video.contains(where: \.isKey) { video[0].isKey = true }
  }

  /// Whether the container says that decoding can begin with the first packet, and does not say so
  /// of every packet. libav believes the packet instead, and a damaged one would cost all pictures
  /// up to the next key picture: they are damaged, not absent.
  private static func announcesKeyFirst(_ input: borrowing InputFile, stream: Int) -> Bool {
    guard input.indexEntry(0, stream: stream)?.isKey == true else { return false }
    for number in 1..<max(1, input.indexCount(stream: stream)) {
      if input.indexEntry(number, stream: stream)?.isKey == false { return true }
    }
    return false
  }

  /// Packets that any file may have: some formats have empty ones for pictures that do not change.
  private static let leastLimit: Int64 = 1 << 16

  private mutating func addVideo(_ packet: borrowing Packet, _ coding: FrameParser.Coding?) {
    let isSecond = isSecondField(structure(packet, coding))
    if coding?.isBidirectional == true, !isNeverReordered { isBidirectional = true }
    if packet.presentationTimestamp == nil, !isSecond { lacksVideoTimes = true }
    guard let presentation = packet.presentationTimestamp ?? packet.decodingTimestamp else {
      return
    }
    let isHidden = HiddenFrames.isHidden(packet.payload, codec: videoCodec)
    if isHidden { hiddenPictures += 1 }
    if packet.isDiscard { discardedPictures += 1 }
    if packet.isCorrupt { corruptPictures.append(presentation) }
    if let last = video.last, last.presentation >= presentation { isStoredInOrder = false }
    if isSecond, let last = video.last, last.duration > 0 {
      video[video.count - 1].duration = last.duration &+ packet.duration
    }
    video.append(
      IndexedPacket(
        presentation: presentation, decoding: packet.decodingTimestamp ?? presentation,
        duration: packet.duration, isKey: packet.isKey && !isSecond,
        isShown: !packet.isDiscard && !isHidden && !isSecond))
  }

  private func structure(
    _ packet: borrowing Packet, _ coding: FrameParser.Coding?
  ) -> FieldFrames.Structure {
    if videoCodec == "mpeg2video" { return FieldFrames.structure(packet.payload) }
    return switch coding?.structure {
    case .topField: .topField
    case .bottomField: .bottomField
    case .frame, nil: .frame
    }
  }

  /// Whether a packet holds the second field of the picture that the packet before it began.
  private mutating func isSecondField(_ structure: FieldFrames.Structure) -> Bool {
    if structure != .frame, let first = openField, first != structure {
      openField = nil
      fieldPairs += 1
      return true
    }
    openField = structure == .frame ? nil : structure
    return false
  }

  // MARK: - Results

  /// Source time 0 on the container's clock: what its presentation begins with.
  ///
  /// - Parameter hasTimeline: whether the container has a timeline of its own that begins at 0, as
  ///   movie files do, edit lists applied; elsewhere the earliest stream begins the presentation.
  func origin(hasTimeline: Bool, video videoDescription: StreamDescription?) -> Rational {
    if let only = sounds.first, only.padding != nil, let start = try? only.start() { return start }
    if hasTimeline { return .zero }
    var starts: [Rational] = []
    if let stream = videoDescription, let base = stream.timeBase.rational,
      let first = firstShown, let start = try? Rational(first) * base
    {
      starts.append(start)
    }
    starts += sounds.compactMap { try? $0.start() }
    guard let first = starts.min() else { return .zero }
    // Streams that begin together to the tick begin together.
    let streams = sounds.map(\.stream) + (videoDescription.map { [$0] } ?? [])
    let tick = streams.compactMap(\.timeBase.rational).max() ?? .zero
    if let last = starts.max(), let apart = try? last - first, apart <= tick, tick <= .millisecond {
      if let zero = try? first.magnitude(), zero <= tick { return .zero }
      return last
    }
    return first
  }

  /// Presentation time of the first picture that can be decoded.
  private var firstShown: Int64? {
    if let counted { return counted.first }
    guard let key = video.firstIndex(where: \.isKey) else { return nil }
    let start = video[key].presentation
    return video[key...].lazy.filter { $0.isShown && $0.presentation >= start }
      .map(\.presentation).min()
  }

  /// The part of source time that has sound in any of the streams.
  func soundRange(origin: Rational) -> TimeRange? {
    var result: TimeRange?
    for sound in sounds {
      guard let range = sound.range(origin: origin) else { return nil }
      result = if let known = result { try? known.union(range) } else { range }
    }
    return result
  }

  func pictureIndex(_ stream: StreamDescription, origin: Rational) -> FrameTable? {
    guard let base = stream.timeBase.rational else { return nil }
    if let counted { return FrameTable(counting: counted, timeBase: base, origin: origin) }
    return FrameTable(
      packets: video, timeBase: base, origin: origin, movedTimes: movedTimes)
  }
}
