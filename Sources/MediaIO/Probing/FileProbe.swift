import LibAV
import MediaTime
import Raster
import TimelineModel

/// Finds out about one file by reading all its packets and decoding its first picture.
struct FileProbe {
  let item: MediaItem
  let place: MediaLocator.Place
  /// As written in the project.
  let path: String
  let protocols: [String]

  /// - Parameters:
  ///   - video: which of the streams of pictures, from 0; `nil` for the default one.
  ///   - audio: which of the streams of sound, from 0; `nil` for the default one.
  func source(video: Int?, audio: Int?) throws(MediaProblem) -> MediaSource {
    let streams: Streams
    let scan: PacketScan
    do throws(LibAVError) {
      var input = try InputFile(place, protocols: protocols)
      streams = Streams(input, video: video, audio: audio)
      for stream in input.streams where !streams.isUsed(stream) {
        input.setDiscarded(true, stream: stream.index)
      }
      var packets = PacketScan(video: streams.video?.index, audio: streams.audio?.index)
      try packets.read(from: &input)
      scan = packets
    } catch {
      throw MediaProblem(opening: error, path: path, item: item)
    }
    if let video, streams.video == nil {
      throw MediaProblem(
        noStream: video, of: streams.videoCount, kind: "video", path: path, item: item)
    }
    if let audio, streams.audio == nil {
      throw MediaProblem(
        noStream: audio, of: streams.audioCount, kind: "audio", path: path, item: item)
    }
    let source = try read(streams, scan)
    guard source.facts.video != nil || source.facts.audio != nil else {
      throw MediaProblem(nothingIn: path, item: item, notes: source.notes)
    }
    return source
  }

  private func read(_ streams: Streams, _ scan: PacketScan) throws(MediaProblem) -> MediaSource {
    var source = MediaSource(
      content: item.content, place: place,
      facts: MediaFacts(video: nil, audio: nil, contentHash: ContentHash.of(place)))
    source.formatName = streams.format
    source.origin = scan.origin(
      hasTimeline: streams.format.hasPrefix("mov") && !MovieBoxes.hasFragments(place),
      video: streams.video, audio: streams.audio)
    if let stream = streams.audio {
      source.audioStream = stream.index
      source.soundIndex = scan.soundIndex(stream, origin: source.origin)
      source.facts.audio = AudioFacts(
        sampleRate: stream.audio.sampleRate, channels: stream.audio.channelCount,
        range: scan.audioRange(stream, origin: source.origin))
    }
    if let stream = streams.video {
      do throws(LibAVError) {
        try readPicture(stream, scan, isImage: streams.isImage, into: &source)
      } catch {
        // Sound alone is worth having; who uses the picture is told that there is none.
        guard source.facts.audio != nil else {
          throw MediaProblem(opening: error, path: path, item: item)
        }
        source.videoStream = nil
        source.notes.append("its pictures (\(stream.codecName)) cannot be used: \(error)")
      }
    }
    return source
  }

  // MARK: - Pictures

  private func readPicture(
    _ stream: StreamDescription, _ scan: PacketScan, isImage: Bool, into source: inout MediaSource
  ) throws(LibAVError) {
    // The decoder knows better than the container: size after cropping, alpha, EXIF.
    let first = try FirstPicture.decode(place, stream: stream.index, protocols: protocols)
    source.orientation =
      Orientation(displayMatrix: first.displayMatrix ?? stream.video.displayMatrix) ?? .upright
    let aspect =
      stream.video.sampleAspect.isPositive ? stream.video.sampleAspect : first.sampleAspect
    source.isStill = isImage && scan.video.count <= 1
    var times = FrameTimes.still
    if !source.isStill {
      let index = try self.index(stream, scan, origin: source.origin)
      guard let index, let frames = index.frameTimes(rates: Self.candidateRates(stream)) else {
        throw LibAVError(code: -22, operation: "index pictures")
      }
      source.index = index
      times = frames
    }
    source.videoStream = stream.index
    source.facts.video = VideoFacts(
      codedSize: PictureSize(width: first.width, height: first.height),
      pixelAspect: aspect.rational ?? .one, orientation: source.orientation, frames: times,
      hasAlpha: first.hasAlpha)
    source.notes += notes(stream, first)
  }

  private func index(
    _ stream: StreamDescription, _ scan: PacketScan, origin: Rational
  ) throws(LibAVError) -> PictureIndex? {
    if !scan.lacksVideoTimes { return scan.pictureIndex(stream, origin: origin) }
    var decoder = try PictureDecoder(place, stream: stream.index, protocols: protocols)
    var count = 0
    while (try decoder.next()) != nil { count += 1 }
    return scan.countedIndex(stream, origin: origin, pictureCount: count)
  }

  /// What is not done to the pictures although they ask for it.
  private func notes(_ stream: StreamDescription, _ first: FirstPicture) -> [String] {
    var notes: [String] = []
    let transfer = first.colour.transfer != 2 ? first.colour.transfer : stream.video.colour.transfer
    if transfer == 16 || transfer == 18 {
      let name = transfer == 16 ? "PQ" : "HLG"
      notes.append(
        "it is HDR (\(name)), which is not converted: colours will look flat and pale")
    }
    if first.isInterlaced {
      notes.append("it is interlaced, which is not removed: movement will show combs")
    }
    return notes
  }

  // MARK: - Rates

  /// Rates that a stream's pictures may lie on, the likeliest first.
  static func candidateRates(_ stream: StreamDescription) -> [FrameRate] {
    var rates: [FrameRate] = []
    for guess in [stream.video.realFrameRate, stream.video.averageFrameRate]
    where guess.isPositive {
      let (frames, seconds) = (Int64(guess.numerator), Int64(guess.denominator))
      // Averages of short files are not exact: try the usual rate next to it first.
      for usual in usualRates {
        let difference = usual.frames * seconds - frames * usual.seconds
        if difference.magnitude * 200 < (frames * usual.seconds).magnitude { rates.append(usual) }
      }
      if let rate = FrameRate(frames, per: seconds) { rates.append(rate) }
    }
    var unique: [FrameRate] = []
    for rate in rates where !unique.contains(rate) { unique.append(rate) }
    return unique
  }

  /// Rates that cameras and editors use.
  private static let usualRates: [FrameRate] = [
    (24000, 1001), (24, 1), (25, 1), (30000, 1001), (30, 1), (48, 1), (50, 1), (60000, 1001),
    (60, 1), (10, 1), (12, 1), (15, 1), (20, 1), (100, 1), (120000, 1001), (120, 1),
  ].compactMap { FrameRate($0.0, per: $0.1) }
}

/// What a container holds, and what of it is used.
private struct Streams {
  let format: String
  let video: StreamDescription?
  let audio: StreamDescription?
  let videoCount: Int
  let audioCount: Int
  /// Whether the format is one of pictures, which may move all the same (GIF).
  let isImage: Bool

  init(_ input: borrowing InputFile, video: Int?, audio: Int?) {
    format = input.formatName
    let streams = input.streams
    let pictures = streams.filter { $0.kind == .video && !$0.isAttachedPicture }
    let sounds = streams.filter { $0.kind == .audio && $0.audio.sampleRate > 0 }
    videoCount = pictures.count
    audioCount = sounds.count
    self.video = pictures.chosen(video)
    self.audio = sounds.chosen(audio)
    let brands: Set<String> = ["avif", "avis", "heic", "heix", "mif1", "msf1"]
    let brand = input.metadata.first { $0.key == "major_brand" }?.value ?? ""
    isImage =
      format.hasSuffix("_pipe") || ["image2", "gif", "apng", "ico"].contains(format)
      || brands.contains(brand)
  }

  func isUsed(_ stream: StreamDescription) -> Bool {
    stream.index == video?.index || stream.index == audio?.index
  }
}

extension [StreamDescription] {
  /// The stream chosen by number, or the default one, or the first.
  fileprivate func chosen(_ number: Int?) -> StreamDescription? {
    if let number { return indices.contains(number) ? self[number] : nil }
    return first { $0.isDefault } ?? first
  }
}
