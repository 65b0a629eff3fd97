package import AudioMixing
import LibAV
import MediaOpening
import MediaSources
import BaseValues
package import PlanModel
package import Rendering
package import TimelineModel

/// The sound of a plan's sources. Used by one thread.
///
/// Each span that is being read has a stream of its own, so that two spans of one file do not make
/// it seek to and fro. When a span is done its stream stays open for the next one of the same file:
/// thousands of short clips open a file once.
package final class MediaAudioSource: AudioSource {
  private let library: MediaLibrary
  private let rate: Int
  private let channels: Int
  private let spans: [AudioSpan]
  private var readers: [Int: Reader] = [:]
  /// Streams that no span is reading, the longest unused first.
  private var idle: [(media: MediaID, part: Int, stream: AudioStream)] = []
  /// By the source's rate.
  private var converters: [Int: RateConverter] = [:]
  private var clock = 0
  /// Times that files were opened, for tests.
  private(set) var opens = 0
  /// At the output's rate, from source time 0, half-open; may overlap.
  package private(set) var damage: [MediaID: [Range<Int64>]] = [:]

  private struct Reader {
    let media: MediaID
    /// One for each of the source's tracks that are heard together.
    let sounds: [AudioReader]
    var lastUse: Int
  }

  /// Streams in use, and streams kept open beside them, at most.
  private static let limit = 16
  private static let converterLimit = 4

  /// Opens nothing; every item that the plan's spans read has to be in the library.
  package convenience init(plan: RenderPlan, library: MediaLibrary) {
    self.init(
      spans: plan.audio?.spans ?? [], rate: plan.audio?.sampleRate ?? 48_000,
      channels: plan.audio?.channels ?? 2, library: library)
  }

  init(spans: [AudioSpan], rate: Int, channels: Int, library: MediaLibrary) {
    self.spans = spans
    self.rate = rate
    self.channels = channels
    self.library = library
  }

  /// Reads and resamples; fast where each span reads on from where it was.
  ///
  /// - Throws: `RenderError` of kind `media` when a file cannot be read, or is damaged there and
  ///   nothing conceals it.
  package func read(
    _ media: MediaID, span: Int, from sample: Int64, into buffer: inout AudioBuffer
  ) throws(RenderError) {
    let source = try library.source(media)
    if case .generator(let generator, _) = source {
      fill(&buffer, by: generator, from: sample, routes: routes(of: span))
      return
    }
    var damaged: [Range<Int64>] = []
    do throws(LibAVError) {
      let sounds = try reader(span, media, source)
      try sounds.first?.read(from: sample, into: &buffer)
      for sound in sounds.dropFirst() {
        var part = AudioBuffer(
          channelCount: buffer.channelCount, frameCount: buffer.frameCount)
        try sound.read(from: sample, into: &part)
        Mixer.add(part, gains: GainRow(count: part.frameCount), to: &buffer, at: 0)
      }
      damaged = sounds.flatMap(\.damage)
    } catch {
      if let failure = source.program?.failure(error) {
        throw RenderError(
          .media, "\(library.name(media)): for its sound it \(failure.message); \(failure.fix)")
      }
      if error.isOutOfMemory { throw RenderError.memory(library.name(media), "sound") }
      throw RenderError(
        .media,
        "\(library.name(media)): sound cannot be read: \(error); check that the file plays, and "
          + "convert it anew if it does not")
    }
    if let first = damaged.min(by: { $0.lowerBound < $1.lowerBound }) {
      if source.onDamage == .error { throw damageError(first, of: media) }
      damage[media, default: []] += damaged
    }
    if spans.indices.contains(span) {
      if sample + Int64(buffer.frameCount) >= spans[span].sourceEnd { retire(span) }
    }
  }

  private func routes(of span: Int) -> [ChannelRoute]? {
    spans.indices.contains(span) ? spans[span].routes : nil
  }

  /// What is made here has one channel.
  private func fill(
    _ buffer: inout AudioBuffer, by generator: Generator, from sample: Int64,
    routes: [ChannelRoute]?
  ) {
    if channels <= 2, routes == nil {
      return GeneratedAudio.fill(generator, from: sample, rate: rate, into: &buffer)
    }
    var made = AudioBuffer(channelCount: 1, frameCount: buffer.frameCount)
    GeneratedAudio.fill(generator, from: sample, rate: rate, into: &made)
    let mix =
      routes?.mix(inputs: 1, outputs: channels)
      ?? DownMix(layout: "mono", inputCount: 1, outputCount: channels)
    mix.apply(made, into: &buffer)
  }

  /// The chain of filters that an item of the project is, in a process of its own.
  ///
  /// - Throws: `RenderError` of kind `media` for what is no chain, and where no process can be started.
  package func chain(_ media: MediaID) throws(RenderError) -> any AudioChainRunner {
    let source = try library.source(media)
    let name = library.name(media)
    guard case .audioFilter(let filter, _, let program) = source else {
      throw RenderError(.media, "\(name) is no chain of filters for sound")
    }
    let failed = { (error: LibAVError) in
      if let failure = program?.failure(error) {
        return RenderError(.media, "\(name): for sound it \(failure.message); \(failure.fix)")
      }
      return RenderError(.media, "\(name): sound does not go through the chain: \(error)")
    }
    let input = SoundChain.Input(sampleRate: filter.sampleRate, channels: filter.channels)
    do throws(LibAVError) {
      return MediaChainRunner(
        try SoundChain(filter.chain, input, program: program), input, failed: failed)
    } catch {
      throw failed(error)
    }
  }

  private func damageError(_ samples: Range<Int64>, of media: MediaID) -> RenderError {
    let times = [samples.lowerBound, samples.upperBound].map { sample in
      Rational(sample, Int64(rate))?.decimalApproximation(places: 3) ?? "?"
    }
    return RenderError(
      .media,
      "\(library.name(media)): sound from \(times[0]) s to \(times[1]) s of the source is damaged: "
        + "it cannot be decoded; repair or replace the file, or have silence there: "
        + "\"onDamage\": \"conceal\" or --on-damage conceal")
  }

  private func reader(
    _ span: Int, _ media: MediaID, _ source: MediaSource
  ) throws(LibAVError) -> [AudioReader] {
    clock += 1
    if let known = readers[span], known.media == media {
      readers[span]?.lastUse = clock
      return known.sounds
    }
    if readers.count >= Self.limit,
      let oldest = readers.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
    {
      retire(oldest)
    }
    var made: [AudioReader] = []
    for part in 0..<max(1, source.file?.sounds.count ?? 0) {
      let stream = try stream(media, source, part: part)
      made.append(
        AudioReader(
          stream, rate: rate, channels: channels, routes: routes(of: span),
          converter: converter(from: stream.sampleRate)))
    }
    readers[span] = Reader(media: media, sounds: made, lastUse: clock)
    return made
  }

  private func stream(
    _ media: MediaID, _ source: MediaSource, part: Int
  ) throws(LibAVError) -> AudioStream {
    if let place = idle.lastIndex(where: { $0.media == media && $0.part == part }) {
      return idle.remove(at: place).stream
    }
    opens += 1
    return try AudioStream(source, part: part, protocols: library.allowedProtocols)
  }

  private func converter(from sourceRate: Int) -> RateConverter {
    if let known = converters[sourceRate] { return known }
    // Files of more than a few rates are not usual; tables take up to 2 MiB.
    if converters.count >= Self.converterLimit { converters.removeAll() }
    let made = RateConverter(from: sourceRate, to: rate)
    converters[sourceRate] = made
    return made
  }

  private func retire(_ span: Int) {
    guard let reader = readers.removeValue(forKey: span) else { return }
    for (part, sound) in reader.sounds.enumerated() {
      if idle.count >= Self.limit { idle.removeFirst() }
      idle.append((reader.media, part, sound.stream))
    }
  }
}
