import LibAV
import MediaOpening
import MediaSources
import BaseValues
import TimelineModel

/// What was read, as a source.
extension FileProbe {
  func describe(
    _ contents: Contents, contentHash: String
  ) throws(MediaProblem) -> MediaFile {
    let (streams, scan) = (contents.streams, contents.scan)
    var source = MediaFile(
      path, at: place,
      facts: MediaFacts(video: nil, audio: nil, contentHash: contentHash))
    source.formatName = streams.format
    source.origin = scan.origin(
      hasTimeline: contents.hasTimeline, video: streams.video)
    source.headerSuffices = contents.headerSuffices
    var pictures: Result<Pictures, LibAVError>?
    if let stream = streams.video, let first = contents.first {
      do throws(LibAVError) {
        // libav gives a black picture.
        if contents.isTiledTIFF { throw .unusable(for: "read tiles") }
        pictures = .success(
          try describePictures(stream, try first.get(), contents, from: source.origin, effort))
      } catch {
        pictures = .failure(error)
      }
    }
    if case .success(let found) = pictures { source.origin = found.origin }
    if let first = streams.sounds.first, !streams.hasUnusableSound {
      source.sounds = scan.sounds.map { sound in
        AudioTrack(
          stream: sound.stream.index, sampleRate: sound.stream.audio.sampleRate,
          channels: sound.stream.audio.channelCount, isLossless: sound.stream.audio.isLossless,
          isMixed: streams.mixesSounds, index: sound.index(origin: source.origin))
      }
      source.facts.audio = AudioFacts(
        sampleRate: first.audio.sampleRate,
        channels: source.sounds.reduce(0) { $0 + $1.channels },
        range: scan.soundRange(origin: source.origin))
    }
    switch pictures {
    case .success(let found): found.add(to: &source)
    case .failure(let error):
      // Sound alone is worth having; who uses the picture is told that there is none.
      guard source.facts.audio != nil else {
        if let reason = reason(contents, error) {
          throw MediaProblem(reason, path: path, item: item)
        }
        if let kind = unreadKind(error) { throw MediaProblem(kind, path: path, item: item) }
        throw MediaProblem(
          opening: error, path: path, item: item, complaints: contents.complaints)
      }
      let codec = streams.video?.codecName ?? ""
      source.notes.append("its pictures (\(codec)) cannot be used: \(error)")
    case nil: break
    }
    source.notes += contents.notes
    if let rate = scan.assumedRate, source.facts.video != nil {
      source.notes.append(
        "it is a bare stream, whose pictures carry no times: they are shown at \(rate) a second; if "
          + "that is wrong, put it into a container: ffmpeg -r RATE -i IN -c copy OUT.mp4")
    }
    if scan.hasOnlyDecodingTimes { source.notes.append(Irregularities.decodingTimes) }
    source.details = contents.details
    if let stream = streams.video, case .success(let first)? = contents.first {
      source.details.coding = FileDetails.Coding(first, stream)
    }
    let isCutOff = isCutOff(source, contents)
    // libav's own number may be what is left.
    if isCutOff, let duration = contents.announced?.duration {
      source.details.announcedDuration = duration
    }
    source.details.droppedSamples = scan.sounds.first?.droppedSamples ?? 0
    source.details.irregularities =
      Irregularities(
        source, scan, announcedDuration: source.details.announcedDuration, isCutOff: isCutOff
      ).found
    if isCutOff, let size = byteCount, let end = contents.announced?.end,
      !source.details.irregularities.contains(where: { $0.id == .endsEarly })
    {
      source.details.irregularities.append(
        FileDetails.Irregularity(
          id: .endsEarly, message: "it says that it has \(end) bytes, and \(size) are there"))
    }
    source.facts.pictureFaults = PictureFaults(source, scan).found
    source.facts.announcedEnd = announcedEnd(source, contents)
    return source
  }

  /// What is known of the reason why the pictures cannot be decoded.
  private func reason(
    _ contents: Contents, _ error: LibAVError
  ) -> UnreadableFrame? {
    if let size = contents.refusedSize { return .tooLarge(size, limit: maximumPixels) }
    if contents.isAnimatedWebP { return .animatedWebP }
    if contents.isTiledTIFF { return .tiledTIFF }
    return contents.streams.video?.codecName == "svg" && error.isMissingDecoder ? .svg : nil
  }

  /// Whether the file is shorter than it says, to the byte or to the sample.
  private func isCutOff(_ source: MediaFile, _ contents: Contents) -> Bool {
    guard let size = byteCount else { return false }
    if let announced = contents.announced { return announced.end > size }
    // The number of samples stands in the header (RFC 9639, 8.2).
    guard contents.streams.format == "flac", let duration = source.details.announcedDuration,
      let end = source.facts.duration, let missing = try? duration - end
    else { return false }
    return missing > .millisecond
  }

  /// Where the file says that its material ends, where it was cut off before that.
  private func announcedEnd(_ source: MediaFile, _ contents: Contents) -> Rational? {
    guard let size = byteCount,
      contents.indexedBytes > size || isCutOff(source, contents)
        || contents.scan.damage.endedByError
        || contents.scan.damage.corruptPackets > 0,
      source.details.irregularities.contains(where: { $0.id == .endsEarly }),
      let announced = source.details.announcedDuration
    else { return nil }
    return try? announced - max(.zero, source.origin)
  }
}
