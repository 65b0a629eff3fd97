import LibAV
import MediaTime

/// The packets of the streams that are used, read once from beginning to end.
struct PacketScan {
  private let videoStream: Int?
  private let audioStream: Int?
  private(set) var video: [IndexedPacket] = []
  private var lacksVideoTimes = false
  private var audioStart: Int64?
  private var audioEnd: Int64?
  private var skippedAtStart = 0
  private var skippedAtEnd = 0

  init(video: Int?, audio: Int?) {
    videoStream = video
    audioStream = audio
  }

  mutating func read(from input: inout InputFile) throws(LibAVError) {
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
      } else if packet.streamIndex == audioStream {
        addAudio(packet)
      }
    }
    fillDecodingTimes()
  }

  private mutating func addVideo(_ packet: borrowing Packet) {
    guard let presentation = packet.presentationTimestamp ?? packet.decodingTimestamp else {
      lacksVideoTimes = true
      return
    }
    video.append(
      IndexedPacket(
        presentation: presentation, decoding: packet.decodingTimestamp ?? presentation,
        duration: packet.duration, isKey: packet.isKey, isShown: !packet.isDiscard))
  }

  private mutating func addAudio(_ packet: borrowing Packet) {
    guard !packet.isDiscard,
      let time = packet.presentationTimestamp ?? packet.decodingTimestamp
    else { return }
    if audioStart == nil {
      audioStart = time
      skippedAtStart = packet.skip?.atStart ?? 0
    }
    let end = time &+ packet.duration
    if end >= audioEnd ?? end {
      audioEnd = end
      skippedAtEnd = packet.skip?.atEnd ?? 0
    }
  }

  /// Streams that do not begin with a key picture can still be decoded from their beginning.
  private mutating func fillDecodingTimes() {
    if !video.isEmpty, !video.contains(where: \.isKey) { video[0].isKey = true }
  }

  // MARK: - Results

  /// Source time 0 on the container's clock: what its presentation begins with.
  ///
  /// Movie files have a timeline of their own that begins at 0, edit lists applied; elsewhere the
  /// earliest stream begins the presentation.
  func origin(
    format: String, video videoDescription: StreamDescription?, audio: StreamDescription?
  ) -> Rational {
    if format.hasPrefix("mov") { return .zero }
    var starts: [Rational] = []
    if let stream = videoDescription, let base = stream.timeBase.rational,
      let first = video.filter(\.isShown).map(\.presentation).min(),
      let start = try? Rational(first) * base
    {
      starts.append(start)
    }
    if let stream = audio, let start = try? startOfSound(stream) { starts.append(start) }
    return starts.min() ?? .zero
  }

  private func startOfSound(_ stream: StreamDescription) throws(TimeOverflow) -> Rational? {
    guard let audioStart, let base = stream.timeBase.rational else { return nil }
    var start = try Rational(audioStart) * base
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
      let first = try max(.zero, start - origin)
      return TimeRange(start: first, end: max(first, try end - origin))
    } catch {
      return nil
    }
  }

  func index(timeBase: Fraction, origin: Rational) -> PictureIndex? {
    PictureIndex(packets: video, timeBase: timeBase, origin: origin)
  }
}

extension Fraction {
  /// `nil` unless positive.
  var rational: Rational? {
    isPositive ? Rational(Int64(numerator), Int64(denominator)) : nil
  }
}
