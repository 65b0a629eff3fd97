import LibAV
public import MediaTime
import Raster
public import TimelineModel

/// Opens media items and finds out what planning needs to know.
public struct MediaProber: Sendable {
  public var locator: MediaLocator
  /// Size of colours and generated pictures, and rate of generators.
  public var outputSize: PictureSize
  public var outputRate: FrameRate
  public var sampleRate: Int

  public init(
    locator: MediaLocator, outputSize: PictureSize, outputRate: FrameRate, sampleRate: Int
  ) {
    self.locator = locator
    self.outputSize = outputSize
    self.outputRate = outputRate
    self.sampleRate = sampleRate
  }

  /// The facts about `item`, or why it cannot be used.
  public func probe(_ item: MediaItem) -> Result<MediaSource, MediaProblem> {
    do throws(MediaProblem) {
      switch item.content {
      case .file(let path, let video, let audio):
        return .success(try probeFile(item, path: path, video: video, audio: audio))
      case .color(let color):
        return .success(
          endless(
            item, .still, alpha: color.alpha < 255, hasPicture: true, hasSound: false))
      case .generator(let generator):
        var times = FrameTimes.still
        if case .counter = generator {
          times = .regular(start: .zero, rate: outputRate, count: nil)
        }
        return .success(
          endless(
            item, times, alpha: false, hasPicture: generator.hasPicture,
            hasSound: generator.hasSound))
      case .filter(let text):
        return .success(try probeFilter(item, text: text))
      }
    } catch {
      return .failure(error)
    }
  }

  private func endless(
    _ item: MediaItem, _ times: FrameTimes, alpha: Bool, hasPicture: Bool, hasSound: Bool
  ) -> MediaSource {
    let video = VideoFacts(codedSize: outputSize, frames: times, hasAlpha: alpha)
    let audio = AudioFacts(sampleRate: sampleRate, channels: 2, range: nil)
    return MediaSource(
      content: item.content, place: nil,
      facts: MediaFacts(
        video: hasPicture ? video : nil, audio: hasSound ? audio : nil,
        contentHash: "made:\(item.content):\(outputRate.frames)/\(outputRate.seconds)"))
  }

  // MARK: - Files

  private func probeFile(
    _ item: MediaItem, path: String, video: Int?, audio: Int?
  ) throws(MediaProblem) -> MediaSource {
    let place: MediaLocator.Place
    do {
      place = try locator.locate(path)
    } catch {
      throw MediaProblem(locating: error, path: path, item: item, locator: locator)
    }
    do throws(LibAVError) {
      return try readFile(item, place, path: path, video: video, audio: audio)
    } catch {
      throw MediaProblem(opening: error, path: path, item: item)
    }
  }

  private func readFile(
    _ item: MediaItem, _ place: MediaLocator.Place, path: String, video: Int?, audio: Int?
  ) throws(LibAVError) -> MediaSource {
    var input = try InputFile(place, protocols: locator.allowedProtocols)
    let streams = input.streams
    let pictures = streams.filter { $0.kind == .video && !$0.isAttachedPicture }
    let sounds = streams.filter { $0.kind == .audio }
    let videoStream = pictures.place(video)
    let audioStream = sounds.place(audio)
    var packets = PacketScan(video: videoStream?.index, audio: audioStream?.index)
    for stream in streams
    where stream.index != videoStream?.index && stream.index != audioStream?.index {
      input.setDiscarded(true, stream: stream.index)
    }
    let isImage = Self.isImageFormat(input.formatName)
    try packets.read(from: &input)
    let origin = packets.origin(
      format: input.formatName, video: videoStream, audio: audioStream)

    var source = MediaSource(
      content: item.content, place: place,
      facts: MediaFacts(video: nil, audio: nil, contentHash: ContentHash.of(place)))
    source.origin = origin
    source.formatName = input.formatName
    if let stream = videoStream {
      source.videoStream = stream.index
      let isStill = isImage && packets.video.count <= 1
      source.isStill = isStill
      try readPicture(stream, place, packets, isStill: isStill, into: &source)
    }
    if let stream = audioStream {
      source.audioStream = stream.index
      source.facts.audio = AudioFacts(
        sampleRate: stream.audio.sampleRate, channels: stream.audio.channelCount,
        range: packets.audioRange(stream, origin: origin))
    }
    return source
  }

  private func readPicture(
    _ stream: StreamDescription, _ place: MediaLocator.Place, _ packets: PacketScan,
    isStill: Bool, into source: inout MediaSource
  ) throws(LibAVError) {
    // The decoder knows better than the container: size after cropping, alpha, EXIF.
    let first = try FirstPicture.decode(
      place, stream: stream.index, protocols: locator.allowedProtocols)
    let orientation =
      Orientation(displayMatrix: first.displayMatrix ?? stream.video.displayMatrix) ?? .upright
    source.orientation = orientation
    let aspect = first.sampleAspect.isPositive ? first.sampleAspect : stream.video.sampleAspect
    let pixelAspect = aspect.rational ?? .one
    var times = FrameTimes.still
    if !isStill {
      guard
        let index = packets.index(timeBase: stream.timeBase, origin: source.origin),
        let frames = index.frameTimes(rates: Self.candidateRates(stream))
      else { throw LibAVError(code: -22, operation: "index pictures") }
      source.index = index
      times = frames
    }
    source.facts.video = VideoFacts(
      codedSize: PictureSize(width: first.width, height: first.height),
      pixelAspect: pixelAspect, orientation: orientation, frames: times,
      hasAlpha: first.hasAlpha)
  }

  /// Rates that a stream's pictures may lie on, the likeliest first.
  static func candidateRates(_ stream: StreamDescription) -> [FrameRate] {
    var rates: [FrameRate] = []
    for guess in [stream.video.realFrameRate, stream.video.averageFrameRate] where guess.isPositive {
      if let rate = FrameRate(Int64(guess.numerator), per: Int64(guess.denominator)) {
        rates.append(rate)
      }
      // Averages of short files are not exact: try the usual rate next to it.
      let value = Double(guess.numerator) / Double(guess.denominator)
      for usual in usualRates
      where abs(Double(usual.frames) / Double(usual.seconds) - value) < value / 200 {
        rates.append(usual)
      }
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

  private static func isImageFormat(_ name: String) -> Bool {
    name.hasSuffix("_pipe") || name == "image2" || name == "gif" || name == "apng"
  }

  // MARK: - Filters

  private func probeFilter(_ item: MediaItem, text: String) throws(MediaProblem) -> MediaSource {
    let log = LogRing(level: .error)
    let output: FilterGraph.Output
    var opener: FilterReference?
    do throws(LibAVError) {
      // Some filters open files as soon as they are made: ask before.
      if locator.isConfined {
        opener = try FilterGraph.filters(in: text).first { FilterText.opensFiles($0) }
      }
      var options = FilterGraph.Options()
      options.log = log
      output = try FilterGraph(opener == nil ? text : "nullsrc", options: options).output
    } catch {
      throw MediaProblem(filter: error, log: log.lines.map(\.text), text: text, item: item)
    }
    if let opener {
      throw MediaProblem(
        refusing: "filter '\(opener.name)' can open files, which --confine does not allow",
        item: item)
    }
    var facts = MediaFacts(
      video: nil, audio: nil, contentHash: "filter:\(text):\(LibAVInfo.release)")
    switch output.kind {
    case .video:
      guard
        let rate = FrameRate(
          Int64(output.frameRate.numerator), per: Int64(max(1, output.frameRate.denominator)))
      else { throw MediaProblem(refusing: "the filter gives no frame rate", item: item) }
      facts.video = VideoFacts(
        codedSize: PictureSize(width: output.width, height: output.height),
        pixelAspect: output.sampleAspect.rational ?? .one,
        frames: .regular(start: .zero, rate: rate, count: nil),
        hasAlpha: LibAV.PixelFormat(named: output.format)?.hasAlpha ?? false)
    case .audio:
      facts.audio = AudioFacts(sampleRate: output.sampleRate, channels: 2, range: nil)
    case .other:
      throw MediaProblem(refusing: "the filter gives neither picture nor sound", item: item)
    }
    return MediaSource(content: item.content, place: nil, facts: facts)
  }
}

extension Array where Element == StreamDescription {
  /// The stream chosen by number, or the default one, or the first.
  fileprivate func place(_ number: Int?) -> StreamDescription? {
    if let number { return indices.contains(number) ? self[number] : nil }
    return first { $0.isDefault } ?? first
  }
}

extension InputFile {
  init(_ place: MediaLocator.Place, protocols: [String]) throws(LibAVError) {
    var options = InputFile.Options()
    options.allowedProtocols += protocols
    switch place {
    case .file(let path): try self.init(path: path, options: options)
    case .address(let address): try self.init(address: address, options: options)
    }
  }
}
