import LibAV
import MediaTime
import Raster
import TimelineModel

/// Finds out about one file by reading all its packets and decoding its first picture.
///
/// The file is opened once: its content is hashed, its packets read and its first picture decoded
/// through one open container. Only pictures without times need another pass, which counts them. A
/// file whose hash and facts are known is not opened at all.
struct FileProbe {
  let item: MediaItem
  let place: MediaLocator.Place
  /// As written in the project.
  let path: String
  let protocols: [String]
  let hashes: SourceHashes
  let facts: FactsStore

  /// - Parameters:
  ///   - video: which of the streams of pictures, from 0; `nil` for the default one.
  ///   - audio: which of the streams of sound; `nil` for the default one.
  func source(video: Int?, audio: SoundSelection?) throws(MediaProblem) -> MediaSource {
    var key = FactsStore.Key(contentHash: "", video: video, audio: audio, ending: "")
    var sight: SourceHashes.Sight?
    if case .file(let file, _) = place {
      key.ending = InputFile.nameEnding(of: file)
      sight = hashes.look(at: file)
    }
    if let hash = sight.flatMap(hashes.remembered) {
      key.contentHash = hash
      if let known = known(key) { return known }
    }
    let contents: Contents
    let log = LogRing(level: .error, capacity: 2)
    do throws(LibAVError) {
      var input = try InputFile(
        place, protocols: protocols, findsStreamInformation: false, effort: effort,
        log: log)
      if key.contentHash.isEmpty {
        key.contentHash = try contentHash(of: &input)
        if let sight { hashes.remember(key.contentHash, of: sight) }
        if let known = known(key) { return known }
      }
      contents = try read(&input, video: video, audio: audio)
    } catch {
      throw MediaProblem(
        opening: error, path: path, item: item, complaints: log.lines.map(\.text))
    }
    if let video, contents.streams.video == nil {
      throw MediaProblem(
        noStream: video, of: contents.streams.videoCount, kind: "video", path: path, item: item)
    }
    switch contents.streams.missingSound {
    case .number(let number):
      throw MediaProblem(
        noStream: number, of: contents.streams.heard.count, kind: "audio", path: path, item: item)
    case .language(let code):
      throw MediaProblem(noLanguage: code, of: contents.streams.heard, path: path, item: item)
    case nil: break
    }
    if contents.isEncrypted { throw MediaProblem(encrypted: path, item: item) }
    let source = try describe(contents, contentHash: key.contentHash)
    guard source.facts.video != nil || source.facts.audio != nil else {
      throw MediaProblem(nothingIn: path, item: item, notes: source.notes)
    }
    if let sight, hashes.isSettled(sight) { facts.save(source, for: key) }
    return source.read(as: item)
  }

  /// What reading may cost; nothing is known of addresses.
  private var effort: ReadingEffort? { byteCount.map(ReadingEffort.init) }

  private var byteCount: Int64? {
    if case .file(let path, _) = place { SystemFolder.status(path)?.size } else { nil }
  }

  private func known(_ key: FactsStore.Key) -> MediaSource? {
    guard case .file = place else { return nil }
    return facts.source(for: key, content: item.content, place: place)?.read(as: item)
  }

  /// Of the file's content; of the text for an address.
  private func contentHash(of input: inout InputFile) throws(LibAVError) -> String {
    switch place {
    case .file: try ContentHash.hash(&input)
    case .address(let address): "address:\(address)"
    }
  }

  // MARK: - Reading

  /// What one pass over the file gives.
  private struct Contents {
    var streams: ProbedStreams
    var scan: PacketScan
    var first: Result<FirstPicture, LibAVError>?
    /// What the decoder of the first picture said.
    var complaints: [String]
    /// Of a first picture that is too large to be decoded.
    var refusedSize: PictureSize?
    var isAnimatedWebP = false
    var hasTimeline: Bool
    var headerSuffices: HeaderSufficiency
    var notes: [String] = []
    var details = FileDetails()
    /// End of the last piece of material, in bytes, that the container's index names.
    var indexedBytes: Int64 = 0

    /// Whether what it has cannot be decoded without keys.
    var isEncrypted: Bool {
      if scan.damage.encryptedPackets > 0 { return true }
      guard streams.video?.announcesEncryption == true, case .failure? = first else { return false }
      return true
    }
  }

  private func read(
    _ input: inout InputFile, video: Int?, audio: SoundSelection?
  ) throws(LibAVError) -> Contents {
    let header = input.streams
    try input.findStreamInformation()
    let details = FileDetails(input)
    var streams = ProbedStreams(input, video: video, audio: audio)
    var notes: [String] = []
    for stream in streams.sounds {
      guard let reason = Self.refusal(of: stream, in: input) else { continue }
      notes.append("its sound (\(stream.codecName)) cannot be used: \(reason)")
      streams.hasUnusableSound = true
    }
    for stream in input.streams where !streams.isUsed(stream) {
      input.setDiscarded(true, stream: stream.index)
    }
    let hasTimeline = try hasTimeline(&input)
    var scan = PacketScan(video: streams.video, sounds: streams.sounds)
    var decoder: FirstPictureDecoder?
    var first: Result<FirstPicture, LibAVError>?
    if let stream = streams.video {
      do throws(LibAVError) {
        decoder = try FirstPictureDecoder(input, stream: stream.index)
      } catch {
        first = .failure(error)
      }
    }
    let indexedBytes = Self.indexedBytes(of: streams, in: input)
    try scan.read(from: &input, first: &decoder, byteCount: byteCount)
    let isWebP = streams.video?.codecName == "webp"
    let beginning = isWebP ? try input.bytes(at: 0, count: 21) : []
    return Contents(
      streams: streams, scan: scan, first: decoder?.result ?? first,
      complaints: decoder?.complaints ?? [], refusedSize: decoder?.refusedSize,
      isAnimatedWebP: UnreadablePicture.isAnimatedWebP(beginning), hasTimeline: hasTimeline,
      headerSuffices: HeaderSufficiency(
        header: header, streams: streams, hasTimeline: hasTimeline), notes: notes,
      details: details, indexedBytes: indexedBytes)
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

  /// Where the file says that its material ends, where it was cut off before that.
  private func announcedEnd(_ source: MediaSource, _ contents: Contents) -> Rational? {
    guard let size = byteCount,
      contents.indexedBytes > size || contents.scan.damage.endedByError
        || contents.scan.damage.corruptPackets > 0,
      source.details.irregularities.contains(where: { $0.id == "ends-early" }),
      let announced = source.details.announcedDuration
    else { return nil }
    return try? announced - max(.zero, source.origin)
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

  // MARK: - Describing

  private func describe(
    _ contents: Contents, contentHash: String
  ) throws(MediaProblem) -> MediaSource {
    let (streams, scan) = (contents.streams, contents.scan)
    var source = MediaSource(
      content: item.content, place: place,
      facts: MediaFacts(video: nil, audio: nil, contentHash: contentHash))
    source.formatName = streams.format
    source.origin = scan.origin(
      hasTimeline: contents.hasTimeline, video: streams.video)
    source.headerSuffices = contents.headerSuffices
    var pictures: Result<Pictures, LibAVError>?
    if let stream = streams.video, let first = contents.first {
      do throws(LibAVError) {
        pictures = .success(
          try describePictures(stream, try first.get(), contents, from: source.origin))
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
        if let reason = Self.reason(contents, error) {
          throw MediaProblem(reason, path: path, item: item)
        }
        throw MediaProblem(
          opening: error, path: path, item: item, complaints: contents.complaints)
      }
      let codec = streams.video?.codecName ?? ""
      source.notes.append("its pictures (\(codec)) cannot be used: \(error)")
    case nil: break
    }
    source.notes += contents.notes
    source.details = contents.details
    if let stream = streams.video, case .success(let first)? = contents.first {
      source.details.coding = FileDetails.Coding(first, stream)
    }
    source.details.droppedSamples = scan.sounds.first?.droppedSamples ?? 0
    source.details.irregularities =
      Irregularities(source, scan, announcedDuration: source.details.announcedDuration).found
    source.facts.announcedEnd = announcedEnd(source, contents)
    return source
  }

  /// What is known of the reason why the pictures cannot be decoded.
  private static func reason(
    _ contents: Contents, _ error: LibAVError
  ) -> UnreadablePicture? {
    if let size = contents.refusedSize { return .tooLarge(size) }
    if contents.isAnimatedWebP { return .animatedWebP }
    return contents.streams.video?.codecName == "svg" && error.isMissingDecoder ? .svg : nil
  }

  // MARK: - Pictures

  /// What is known of a stream of pictures.
  private struct Pictures {
    var stream: Int
    var facts: VideoFacts
    var index: PictureIndex?
    var origin: Rational
    var notes: [String]
    var fields: StoredFields
    var peakLuminance: Int?
    var unknownMatrix: String?

    func add(to source: inout MediaSource) {
      source.videoStream = stream
      source.facts.video = facts
      source.index = index
      source.isStill = index == nil
      source.orientation = facts.orientation
      source.fields = fields
      source.peakLuminance = peakLuminance
      source.unknownMatrix = unknownMatrix
      source.notes += notes
    }
  }

  /// The decoder knows better than the container: size after cropping, alpha, EXIF.
  private func describePictures(
    _ stream: StreamDescription, _ first: FirstPicture, _ contents: Contents, from start: Rational
  ) throws(LibAVError) -> Pictures {
    let scan = contents.scan
    let container = stream.video.sampleAspect
    var pictures = Pictures(
      stream: stream.index,
      facts: VideoFacts(
        codedSize: PictureSize(width: first.width, height: first.height),
        pixelAspect: (container.isPositive ? container : first.sampleAspect).rational ?? .one,
        orientation:
          Orientation(displayMatrix: first.displayMatrix ?? stream.video.displayMatrix) ?? .upright,
        frames: .still, hasAlpha: first.hasAlpha, storage: first.storage),
      index: nil, origin: start, notes: notes(stream, first),
      fields: StoredFields(first, stream), peakLuminance: first.peakLuminance)
    pictures.unknownMatrix = Self.unknownMatrix(first)
    if contents.streams.isImage && scan.video.count <= 1 { return pictures }
    let rates = Self.candidateRates(stream)
    guard var index = try index(stream, scan, origin: start),
      let times = index.frameTimes(rates: rates)
    else { throw LibAVError(code: -22, operation: "index pictures") }
    pictures.facts.frames = times
    if !contents.hasTimeline, let origin = try? Self.origin(start, alignedWith: times),
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
    let matrix = first.displayMatrix ?? stream.video.displayMatrix
    if matrix != nil, Orientation(displayMatrix: matrix) == nil {
      notes.append("its display matrix is no multiple of a quarter turn: it is not turned")
    }
    return notes
  }

  /// What a matrix is called that cannot be undone: BT.2020 with constant luminance, YCgCo, ICtCp
  /// and the like.
  private static func unknownMatrix(_ first: FirstPicture) -> String? {
    let matrix = first.colour.matrix
    guard !first.isRGB, matrix == 8 || matrix >= 10 else { return nil }
    return first.colour.matrixName ?? "\(matrix)"
  }
}
