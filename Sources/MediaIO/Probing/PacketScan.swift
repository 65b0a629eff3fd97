import LibAV
import MediaTime

/// The packets of the streams that are used, read once from beginning to end.
struct PacketScan {
  private let videoStream: Int?
  private let audioStream: Int?
  private(set) var video: [IndexedPacket] = []
  /// Whether some picture has no time of presentation.
  private(set) var lacksVideoTimes = false
  private var audioTimes: [Int64] = []
  private var audioEnd: Int64?
  /// Duration that all packets of sound but the last have.
  private var audioDuration: Int64?
  private var audioDurationVaries = false
  private var lastDuration: Int64 = 0
  private var skippedAtStart = 0
  private var skippedAtEnd = 0

  init(video: Int?, audio: Int?) {
    videoStream = video
    audioStream = audio
  }

  /// libav's name of the pictures' codec.
  var videoCodec = ""
  /// Some codecs overlap blocks, so that the first packet gives no samples.
  var skipsFirstPacket = false
  /// What the codec's own header says of samples to drop; counts where the container says nothing.
  var codecDelay = 0

  /// - Parameter first: is given the packets of pictures until it has found the first picture.
  mutating func read(
    from input: inout InputFile, first: inout FirstPictureDecoder?
  ) throws(LibAVError) {
    guard videoStream != nil || audioStream != nil else { return }
    while true {
      let packet: Packet
      do throws(LibAVError) {
        guard let next = try input.readPacket() else { break }
        packet = next
      } catch {
        // What could be read up to here is what the file has.
        if error.isInvalidData { break }
        throw error
      }
      if packet.streamIndex == videoStream {
        addVideo(packet)
        first?.add(packet)
      } else if packet.streamIndex == audioStream {
        addAudio(packet)
      }
    }
    first?.finish()
    // Streams that do not begin with a key picture can still be decoded from their beginning.
    if !video.isEmpty, !video.contains(where: \.isKey) { video[0].isKey = true }
  }

  private mutating func addVideo(_ packet: borrowing Packet) {
    if packet.presentationTimestamp == nil { lacksVideoTimes = true }
    guard let presentation = packet.presentationTimestamp ?? packet.decodingTimestamp else {
      return
    }
    let isHidden = HiddenPictures.isHidden(packet.payload, codec: videoCodec)
    video.append(
      IndexedPacket(
        presentation: presentation, decoding: packet.decodingTimestamp ?? presentation,
        duration: packet.duration, isKey: packet.isKey, isShown: !packet.isDiscard && !isHidden))
  }

  private mutating func addAudio(_ packet: borrowing Packet) {
    guard !packet.isDiscard,
      let time = packet.presentationTimestamp ?? packet.decodingTimestamp
    else { return }
    if skipsFirstPacket {
      skipsFirstPacket = false
      return
    }
    if audioTimes.isEmpty { skippedAtStart = packet.skip?.atStart ?? codecDelay }
    if let known = audioDuration {
      audioDurationVaries = audioDurationVaries || known != lastDuration
    }
    if !audioTimes.isEmpty, audioDuration == nil { audioDuration = lastDuration }
    lastDuration = packet.duration
    audioTimes.append(time)
    let end = time &+ packet.duration
    if end >= audioEnd ?? end {
      audioEnd = end
      skippedAtEnd = packet.skip?.atEnd ?? 0
    }
  }

  // MARK: - Results

  /// Source time 0 on the container's clock: what its presentation begins with.
  ///
  /// - Parameter hasTimeline: whether the container has a timeline of its own that begins at 0, as
  ///   movie files do, edit lists applied; elsewhere the earliest stream begins the presentation.
  func origin(
    hasTimeline: Bool, video videoDescription: StreamDescription?, audio: StreamDescription?
  ) -> Rational {
    if hasTimeline { return .zero }
    var starts: [Rational] = []
    if let stream = videoDescription, let base = stream.timeBase.rational,
      let first = firstShown, let start = try? Rational(first) * base
    {
      starts.append(start)
    }
    if let stream = audio, let start = try? startOfSound(stream) { starts.append(start) }
    guard let first = starts.min() else { return .zero }
    // Streams that begin together to the tick begin together.
    let tick = max(videoDescription?.timeBase.rational ?? .zero, audio?.timeBase.rational ?? .zero)
    if let last = starts.max(), let apart = try? last - first, apart <= tick, tick <= .millisecond {
      if let zero = try? first.magnitude(), zero <= tick { return .zero }
      return last
    }
    return first
  }

  /// Presentation time of the first picture that can be decoded.
  private var firstShown: Int64? {
    guard let key = video.firstIndex(where: \.isKey) else { return nil }
    let start = video[key].presentation
    return video[key...].lazy.filter { $0.isShown && $0.presentation >= start }
      .map(\.presentation).min()
  }

  private func startOfSound(_ stream: StreamDescription) throws(TimeOverflow) -> Rational? {
    guard let first = audioTimes.first, let base = stream.timeBase.rational else { return nil }
    var start = try Rational(first) * base
    if let rate = Rational(1, Int64(max(1, stream.audio.sampleRate))) {
      start = try start + Rational(Int64(skippedAtStart)) * rate
    }
    return start
  }

  /// The part of source time that has sound.
  func audioRange(_ stream: StreamDescription, origin: Rational) -> TimeRange? {
    guard let base = stream.timeBase.rational, let audioEnd,
      let rate = Rational(1, Int64(max(1, stream.audio.sampleRate)))
    else { return try? TimeRange(start: .zero, duration: .zero) }
    do throws(TimeOverflow) {
      let start = try startOfSound(stream) ?? .zero
      let end = try Rational(audioEnd) * base - Rational(Int64(skippedAtEnd)) * rate
      var first = try max(.zero, start - origin)
      if first <= base, base <= .millisecond { first = .zero }
      return TimeRange(start: first, end: max(first, try end - origin))
    } catch {
      return nil
    }
  }

  func soundIndex(_ stream: StreamDescription, origin: Rational) -> SoundIndex? {
    guard let base = stream.timeBase.rational, stream.audio.sampleRate > 0 else { return nil }
    return SoundIndex(
      times: audioTimes, timeBase: base, sampleRate: stream.audio.sampleRate,
      blockLength: blockLength(stream.audio, base), skipped: skippedAtStart, origin: origin)
  }

  /// Samples in each packet; 0 where they differ.
  private func blockLength(_ audio: StreamDescription.Audio, _ timeBase: Rational) -> Int {
    if audio.samplesPerFrame > 0 { return audio.samplesPerFrame }
    guard let audioDuration, audioDuration > 0, !audioDurationVaries,
      let seconds = try? Rational(audioDuration) * timeBase,
      let samples = try? seconds * Rational(Int64(audio.sampleRate)), samples.isWhole
    else { return 0 }
    return Int(samples.numerator)
  }

  func pictureIndex(_ stream: StreamDescription, origin: Rational) -> PictureIndex? {
    guard let base = stream.timeBase.rational else { return nil }
    return PictureIndex(packets: video, timeBase: base, origin: origin)
  }

  /// The index for pictures that cannot be told apart by their times.
  func countedIndex(
    _ stream: StreamDescription, origin: Rational, pictureCount: Int
  ) -> PictureIndex? {
    guard let base = stream.timeBase.rational else { return nil }
    return PictureIndex(
      counting: video.map(\.decoding), count: pictureCount, timeBase: base, origin: origin)
  }
}

extension Fraction {
  /// `nil` unless positive.
  var rational: Rational? {
    isPositive ? Rational(Int64(numerator), Int64(denominator)) : nil
  }
}

extension Rational {
  /// The coarsest clock whose ticks are taken for rounding, not for meaning.
  fileprivate static let millisecond = Rational(1, 1000) ?? .zero
}
