package import ChunkStorage
import Diagnostics
package import FileSystem
import LibAV
import LookReading
package import MediaOpening
package import MediaSources
package import BaseValues
import Raster
package import TimelineModel

/// Opens media items and finds out what planning needs to know.
package struct MediaProber: Sendable {
  /// Finds the files that items name.
  package var locator: MediaLocator
  /// Which filters may be made.
  package var filters = FilterRules()
  /// Size of colours and generated pictures, and rate of generators.
  package var outputSize: Size
  /// Frames a second; of sequences too that say none.
  package var outputRate: FrameRate
  /// Whether items are counted for a movie of the output's rate: interlaced ones by fields where it
  /// has frames at the times of both. Else frames are the stored pictures.
  package var countsForMovie = false
  /// Samples a second of generated sound.
  package var sampleRate: Int
  /// How much a media item may be.
  package var limits = ProjectLimits()
  /// Remembers hashes of files.
  package var hashes = SourceHashes(folder: nil)
  /// Remembers what was found out about files.
  package var facts = FactsStore(folder: nil)
  /// Opens what libraries do not bound; `nil` to open everything in this process.
  package var program: ReaderProgram? {
    didSet { watch = program.map { OpeningWatch($0.limits) } }
  }
  private var watch: OpeningWatch?

  /// A prober that remembers nothing and opens everything in this process, until told otherwise.
  package init(
    locator: MediaLocator, outputSize: Size, outputRate: FrameRate, sampleRate: Int
  ) {
    self.locator = locator
    self.outputSize = outputSize
    self.outputRate = outputRate
    self.sampleRate = sampleRate
  }

  /// Samples a second that sound may have. With fewer, a packet of it would be hours of the movie's,
  /// which are converted at once.
  private static let sampleRates = 1000...1_536_000

  /// The facts about `item`, or why it cannot be used.
  package func probe(_ item: MediaItem) -> Result<MediaSource, MediaProblem> {
    found(item).flatMap { source in
      guard let rate = source.facts.audio?.sampleRate, !Self.sampleRates.contains(rate) else {
        return .success(source.counted(in: countsForMovie ? outputRate : nil))
      }
      return .failure(
        MediaProblem(
          unreadable: "the sound of '\(item.name)' has \(rate) samples a second; from "
            + "\(Self.sampleRates.lowerBound) to \(Self.sampleRates.upperBound) can be used",
          fix: "convert it to 48000 first", item: item))
    }
  }

  private func found(_ item: MediaItem) -> Result<MediaSource, MediaProblem> {
    do throws(MediaProblem) {
      switch item.content {
      case .file(let path, let video, let audio):
        return .success(.file(try probeFile(item, path: path, video: video, audio: audio)))
      case .sequence(let sequence):
        return .success(.sequence(try probeSequence(item, sequence)))
      case .color(let color):
        let facts = endless(
          .still, alpha: color.alpha < 255, hasPicture: true, hasAudio: false,
          contentHash: ContentHash.of(color))
        return .success(.color(color, facts))
      case .generator(let generator):
        if case .qr(let symbol) = generator, !QRCode.holds(symbol.text, at: symbol.level) {
          // A project's value was judged with it; a plan can say anything.
          throw MediaProblem(
            unreadable: "the QR code '\(item.name)' holds more than its level allows",
            fix: "write the plan anew", item: item)
        }
        var times = FrameTimes.still
        if case .counter = generator {
          times = .regular(start: .zero, rate: outputRate, count: nil)
        }
        let facts = endless(
          times, size: generator.size(on: outputSize), alpha: generator.hasAlpha,
          hasPicture: generator.hasPicture,
          hasAudio: generator.hasAudio, contentHash: ContentHash.of(generator, rate: outputRate))
        return .success(.generator(generator, facts))
      case .look(let path, let id):
        return .success(.look(try probeLook(item, path: path, id: id)))
      case .edit:
        throw MediaProblem(
          unreadable: "'\(item.name)' is a project", fix: "render it", item: item)
      case .captions:
        throw MediaProblem(
          unreadable: "'\(item.name)' is a file of captions",
          fix: "show it on a track of captions: { \"captions\": [{ \"clip\": … }] }", item: item)
      case .filter(let text):
        return .success(try probeFilter(item, text: text))
      case .canvasFilter(let filter):
        return .success(try probeCanvasFilter(item, filter))
      case .audioFilter(let filter):
        return .success(try probeSoundFilter(item, filter))
      case .filtered(let content):
        return probe(item.unfiltered).flatMap { filtered(item, content, source: $0) }
      }
    } catch {
      return .failure(error)
    }
  }

  func filtered(
    _ item: MediaItem, _ content: FilteredContent, source: MediaSource
  ) -> Result<MediaSource, MediaProblem> {
    do throws(MediaProblem) {
      return .success(try probeFiltered(item, content, source: source))
    } catch {
      return .failure(error)
    }
  }

  private func endless(
    _ times: FrameTimes, size: Size? = nil, alpha: Bool, hasPicture: Bool, hasAudio: Bool,
    contentHash: String
  ) -> MediaFacts {
    let video = VideoFacts(codedSize: size ?? outputSize, frames: times, hasAlpha: alpha)
    let audio = AudioFacts(sampleRate: sampleRate, channels: 1, range: nil)
    return MediaFacts(
      video: hasPicture ? video : nil, audio: hasAudio ? audio : nil, contentHash: contentHash)
  }

  // MARK: - Files

  private func probeFile(
    _ item: MediaItem, path: String, video: Int?, audio: AudioSelection?
  ) throws(MediaProblem) -> MediaFile {
    let place: MediaLocator.Place
    do {
      place = try locator.locate(path)
    } catch {
      throw MediaProblem(locating: error, path: path, item: item, locator: locator)
    }
    do {
      return try self.file(item, at: place, path: path, video: video, audio: audio)
    } catch  where error.diagnostic.id == .mediaNotMedia && LookFileReader.reads(path) {
      throw MediaProblem(lookAsFile: path, item: item)
    }
  }

  private func file(
    _ item: MediaItem, at place: MediaLocator.Place, path: String, video: Int?,
    audio: AudioSelection?
  ) throws(MediaProblem) -> MediaFile {
    try FileProbe(
      item: item, place: place, path: path, protocols: locator.allowedProtocols, hashes: hashes,
      facts: facts, maximumPixels: Int64(limits[.picturePixels]), program: program, watch: watch
    ).source(video: video, audio: audio)
  }

  private func probeSequence(
    _ item: MediaItem, _ sequence: ImageSequence
  ) throws(MediaProblem) -> SequenceSource {
    let files: FileSeries
    do {
      files = try locator.locate(sequence)
    } catch {
      throw MediaProblem(locating: error, sequence: sequence, item: item, locator: locator)
    }
    return try SequenceProbe(
      item: item, sequence: sequence, files: files, rate: sequence.rate ?? outputRate,
      hashes: hashes, facts: facts, limits: limits, program: program, watch: watch
    ).source()
  }

  // MARK: - Filters

  private func probeFilter(_ item: MediaItem, text: String) throws(MediaProblem) -> MediaSource {
    let refusal: FilterRules.Refusal?
    do throws(LibAVError) {
      // Filters open files, connections and libraries as soon as they are made: ask before.
      refusal = try filters.refusal(of: text)
    } catch {
      throw MediaProblem(filter: error, log: [], text: text, item: item)
    }
    if let refusal { throw MediaProblem(refusal, item: item) }
    let (output, length) = try output(ofFilter: text, item: item)
    var facts = MediaFacts(
      video: nil, audio: nil,
      contentHash: ContentHash.of(
        filter: text, release: LibAVInfo.release, filters.isExceptional(text) ? hashes : nil))
    switch output.kind {
    case .video:
      guard
        let rate = FrameRate(
          Int64(output.frameRate.numerator), per: Int64(max(1, output.frameRate.denominator)))
      else { throw MediaProblem(refusing: "the filter gives no frame rate", item: item) }
      if length == 0 { throw MediaProblem(refusing: "the filter gives no picture", item: item) }
      let format = StoredPixelFormat(named: output.format)
      facts.video = VideoFacts(
        codedSize: Size(width: output.width, height: output.height),
        pixelAspect: output.sampleAspect.rational ?? .one,
        frames: .regular(start: .zero, rate: rate, count: length),
        hasAlpha: format?.hasAlpha ?? false,
        storage: FrameStorage(
          bitsPerPixel: format?.bitsPerPixel ?? 12, bitDepth: format?.bitDepth ?? 8))
    case .audio:
      let end = length.flatMap { Rational(Int64($0), Int64(max(1, output.sampleRate))) }
      facts.audio = AudioFacts(
        sampleRate: output.sampleRate,
        channels: AudioFormat.channelCount(ofLayout: output.layout) ?? 2,
        range: end.flatMap { TimeRange(start: .zero, end: $0) })
    case .other:
      throw MediaProblem(refusing: "the filter gives neither picture nor sound", item: item)
    }
    return .filter(text, facts, program)
  }
}
