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
  var hashes: SourceHashes? = nil

  /// - Parameters:
  ///   - video: which of the streams of pictures, from 0; `nil` for the default one.
  ///   - audio: which of the streams of sound; `nil` for the default one.
  func source(video: Int?, audio: SoundSelection?) throws(MediaProblem) -> MediaSource {
    var streams: Streams
    let scan: PacketScan
    var notes: [String] = []
    do throws(LibAVError) {
      var input = try InputFile(place, protocols: protocols)
      streams = Streams(input, video: video, audio: audio)
      for stream in streams.sounds {
        guard let reason = Self.refusal(of: stream, in: input) else { continue }
        notes.append("its sound (\(stream.codecName)) cannot be used: \(reason)")
        streams.hasUnusableSound = true
      }
      for stream in input.streams where !streams.isUsed(stream) {
        input.setDiscarded(true, stream: stream.index)
      }
      var packets = PacketScan(video: streams.video, sounds: streams.sounds)
      try packets.read(from: &input)
      scan = packets
    } catch {
      throw MediaProblem(opening: error, path: path, item: item)
    }
    if let video, streams.video == nil {
      throw MediaProblem(
        noStream: video, of: streams.videoCount, kind: "video", path: path, item: item)
    }
    if let missing = streams.missingSound {
      switch missing {
      case .number(let number):
        throw MediaProblem(
          noStream: number, of: streams.heard.count, kind: "audio", path: path, item: item)
      case .language(let code):
        throw MediaProblem(noLanguage: code, of: streams.heard, path: path, item: item)
      }
    }
    var source = try read(streams, scan)
    source.notes += notes
    guard source.facts.video != nil || source.facts.audio != nil else {
      throw MediaProblem(nothingIn: path, item: item, notes: source.notes)
    }
    return source
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

  private func read(_ streams: Streams, _ scan: PacketScan) throws(MediaProblem) -> MediaSource {
    var source = MediaSource(
      content: item.content, place: place,
      facts: MediaFacts(video: nil, audio: nil, contentHash: ContentHash.of(place, hashes)))
    source.formatName = streams.format
    let hasTimeline = streams.format.hasPrefix("mov") && !MovieBoxes.hasFragments(place)
    source.origin = scan.origin(hasTimeline: hasTimeline, video: streams.video)
    var pictures: Result<Pictures, LibAVError>?
    if let stream = streams.video {
      do throws(LibAVError) {
        pictures = .success(
          try readPictures(
            stream, scan, isImage: streams.isImage, from: source.origin,
            hasTimeline: hasTimeline))
      } catch {
        pictures = .failure(error)
      }
    }
    if case .success(let found) = pictures { source.origin = found.origin }
    if let first = streams.sounds.first, !streams.hasUnusableSound {
      source.sounds = scan.sounds.map { sound in
        SoundTrack(
          stream: sound.stream.index, sampleRate: sound.stream.audio.sampleRate,
          channels: sound.stream.audio.channelCount, isLossless: sound.stream.audio.isLossless,
          index: sound.index(origin: source.origin))
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
        throw MediaProblem(opening: error, path: path, item: item)
      }
      let codec = streams.video?.codecName ?? ""
      source.notes.append("its pictures (\(codec)) cannot be used: \(error)")
    case nil: break
    }
    return source
  }

  // MARK: - Pictures

  /// What is known of a stream of pictures.
  private struct Pictures {
    var stream: Int
    var facts: VideoFacts
    var index: PictureIndex?
    var origin: Rational
    var notes: [String]

    func add(to source: inout MediaSource) {
      source.videoStream = stream
      source.facts.video = facts
      source.index = index
      source.isStill = index == nil
      source.orientation = facts.orientation
      source.notes += notes
    }
  }

  private func readPictures(
    _ stream: StreamDescription, _ scan: PacketScan, isImage: Bool, from start: Rational,
    hasTimeline: Bool
  ) throws(LibAVError) -> Pictures {
    // The decoder knows better than the container: size after cropping, alpha, EXIF.
    let first = try FirstPicture.decode(
      place, stream: stream.index, protocols: protocols,
      isSelfDescribing: hasTimeline && stream.codecName == "h264")
    let container = stream.video.sampleAspect
    var pictures = Pictures(
      stream: stream.index,
      facts: VideoFacts(
        codedSize: PictureSize(width: first.width, height: first.height),
        pixelAspect: (container.isPositive ? container : first.sampleAspect).rational ?? .one,
        orientation:
          Orientation(displayMatrix: first.displayMatrix ?? stream.video.displayMatrix) ?? .upright,
        frames: .still, hasAlpha: first.hasAlpha),
      index: nil, origin: start, notes: notes(stream, first))
    if isImage && scan.video.count <= 1 { return pictures }
    let rates = Self.candidateRates(stream)
    guard var index = try index(stream, scan, origin: start),
      let times = index.frameTimes(rates: rates)
    else { throw LibAVError(code: -22, operation: "index pictures") }
    pictures.facts.frames = times
    if !hasTimeline, let origin = try? Self.origin(start, alignedWith: times),
      origin != start
    {
      pictures.origin = origin
      index = index.moved(to: origin)
      pictures.facts.frames = index.frameTimes(rates: rates) ?? times
    }
    pictures.index = index
    return pictures
  }

  /// The source time 0 that lies on the pictures' own grid.
  ///
  /// Containers for broadcast and streaming let sound begin a few milliseconds before the pictures.
  /// Counted from there every picture would begin a little after the output's frame, which shows the
  /// one before it: all pictures would be late by nearly a frame. So less than a frame of sound is
  /// left out, and both begin together.
  private static func origin(
    _ start: Rational, alignedWith times: FrameTimes
  ) throws(TimeOverflow) -> Rational {
    switch times {
    case .still: return start
    case .regular(let first, let rate, _):
      guard first > .zero else { return start }
      let whole = try Rational((first * rate.rational).floor()) / rate.rational
      return try start + (first - whole)
    case .irregular(let times, _, let timeBase):
      // A stream with a picture missing still has a grid where it begins.
      guard times.count > 1, times[0] > 0, times[1] > times[0] else { return start }
      return try start + Rational(times[0] % (times[1] - times[0])) * timeBase
    }
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
