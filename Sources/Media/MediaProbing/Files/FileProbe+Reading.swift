import FileSystem
import LibAV
import MediaSources
import BaseValues
import TimelineModel

/// One pass over a file.
extension FileProbe {
  /// What one pass over the file gives.
  struct Contents {
    /// The pictures as the container's header describes them.
    var header: StreamDescription?
    var streams: ProbedStreams
    var scan: PacketScan
    var first: Result<FirstFrame, LibAVError>?
    /// What the decoder of the first picture said.
    var complaints: [String]
    /// Of a first picture that is too large to be decoded.
    var refusedSize: Size?
    var isAnimatedWebP = false
    var isTiledTIFF = false
    var hasTimeline: Bool
    /// What the movie's own header says is shown of its media, where there is a timeline.
    var edits: MovieEdits?
    var headerSuffices: HeaderSufficiency
    var notes: [String] = []
    var details = FileDetails()
    /// What the header of a FLAC file lacks.
    var headlessFLAC: String?
    /// End of the last piece of material, in bytes, that the container's index names.
    var indexedBytes: Int64 = 0
    /// What the file's outermost parts say of its length; `nil` where they do not, or of a part of it.
    var announced: AnnouncedBytes?

    /// Whether what it has cannot be decoded without keys.
    var isEncrypted: Bool {
      if scan.damage.encryptedPackets > 0 { return true }
      guard streams.video?.announcesEncryption == true, case .failure? = first else { return false }
      return true
    }
  }

  func read(
    _ input: inout InputFile, _ part: FilePart = FilePart(), video: Int?, audio: AudioSelection?
  ) throws(LibAVError) -> Contents {
    let header = input.streams
    try input.findStreamInformation(maximumPixels: maximumPixels)
    let details = FileDetails(input)
    var streams = ProbedStreams(input, video: video, audio: audio)
    var notes: [String] = []
    for stream in streams.sounds {
      guard let reason = Self.refusal(of: stream, in: input) else { continue }
      // Where nobody has chosen, one that can be heard is better than silence.
      var usable: [Int] = []
      for other in streams.heard where Self.refusal(of: other, in: input) == nil {
        usable.append(other.index)
      }
      if audio == nil, streams.replaceSound(where: { usable.contains($0.index) }) {
        let number = streams.heard.firstIndex { $0.index == streams.sounds.first?.index } ?? 0
        notes.append(
          "its first choice of sound (\(stream.codecName)) cannot be used: \(reason); stream "
            + "\(number) of sound is heard in its place")
        break
      }
      if audio == .all, streams.sounds.count > 1 {
        notes.append(
          "a stream of its sound (\(stream.codecName)) cannot be used: \(reason); the others are heard "
            + "without it")
        streams.leaveOut(stream)
        continue
      }
      notes.append("its sound (\(stream.codecName)) cannot be used: \(reason)")
      streams.hasUnusableSound = true
    }
    for stream in input.streams where !streams.isUsed(stream) {
      input.setDiscarded(true, stream: stream.index)
    }
    let hasTimeline = try hasTimeline(&input)
    var scan = PacketScan(
      video: streams.video, sounds: streams.sounds, format: input.formatName)
    if hasTimeline, !part.ignoresEditLists, streams.video == nil, streams.sounds.count == 1 {
      scan.sounds[0].takePadding(AudioPadding(input.metadata))
    }
    var decoder: FirstFrameDecoder?
    var first: Result<FirstFrame, LibAVError>?
    if let stream = streams.video {
      do throws(LibAVError) {
        decoder = try FirstFrameDecoder(
          input, stream: stream.index, maximumPixels: maximumPixels)
      } catch {
        first = .failure(error)
      }
    }
    let indexedBytes = Self.indexedBytes(of: streams, in: input)
    try scan.read(from: &input, first: &decoder, byteCount: byteCount)
    let headless = try headlessFLAC(&input)
    var announced: AnnouncedBytes?
    if part == FilePart(), case .file = place {
      announced = try AnnouncedBytes.find(format: input.formatName) {
        (position, count) throws(LibAVError) in
        try input.bytes(at: position, count: count)
      }
    }
    let isWebP = streams.video?.codecName == "webp"
    let beginning = isWebP ? try input.bytes(at: 0, count: 21) : []
    let isTiled =
      streams.video?.codecName == "tiff"
      ? try UnreadableFrame.isTiledTIFF { (position, count) throws(LibAVError) in
        try input.bytes(at: position, count: count)
      } : false
    return Contents(
      header: header.first { $0.index == streams.video?.index }, streams: streams, scan: scan,
      first: decoder?.result ?? first,
      complaints: decoder?.complaints ?? [], refusedSize: decoder?.refusedSize,
      isAnimatedWebP: UnreadableFrame.isAnimatedWebP(beginning), isTiledTIFF: isTiled,
      hasTimeline: hasTimeline,
      headerSuffices: HeaderSufficiency(
        header: header, video: streams.video, sounds: streams.sounds,
        hasTimeline: hasTimeline), notes: notes,
      details: details, headlessFLAC: headless, indexedBytes: indexedBytes,
      announced: announced)
  }

  /// What the header of a FLAC file lacks (RFC 9639, 8.2): rate, channels and length of blocks stand
  /// there alone, and libav's times are guesses without it.
  private func headlessFLAC(_ input: inout InputFile) throws(LibAVError) -> String? {
    guard input.formatName == "flac", case .file = place else { return nil }
    let head = try input.bytes(at: 0, count: 42)
    guard Array(head.prefix(2)) != Array("ID".utf8) else { return nil }
    guard head.count == 42, Array(head[..<4]) == Array("fLaC".utf8), head[4] & 0x7F == 0 else {
      return "without a header (STREAMINFO)"
    }
    let largestBlock = Int(head[10]) << 8 | Int(head[11])
    return largestBlock < 16 ? "whose header (STREAMINFO) is empty" : nil
  }

  /// How far the container's index reaches; 0 where it has none.
  private static func indexedBytes(
    of streams: ProbedStreams, in input: borrowing InputFile
  ) -> Int64 {
    var end: Int64 = 0
    for stream in [streams.video].compactMap(\.self) + streams.sounds {
      let last = input.indexCount(stream: stream.index) - 1
      guard let entry = input.indexEntry(last, stream: stream.index) else { continue }
      end = max(end, entry.position &+ Int64(entry.size))
    }
    return end
  }

  /// Whether the container has a timeline of its own that begins at 0.
  private func hasTimeline(_ input: inout InputFile) throws(LibAVError) -> Bool {
    guard input.formatName.hasPrefix("mov"), case .file = place else {
      return input.formatName.hasPrefix("mov")
    }
    return
      !(try MovieBoxes.hasFragments { (position) throws(LibAVError) in
        try input.bytes(at: position, count: 16)
      })
  }

  /// Why no decoder takes a stream; `nil` when one does.
  private static func refusal(
    of stream: StreamDescription, in input: borrowing InputFile
  ) -> LibAVError? {
    do throws(LibAVError) {
      _ = try Decoder(input, stream: stream.index)
      return nil
    } catch {
      return error
    }
  }
}
