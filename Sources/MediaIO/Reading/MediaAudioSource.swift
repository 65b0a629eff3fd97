public import AudioMixing
import LibAV
public import RenderPlanning
public import Rendering
public import TimelineModel

/// The sound of a plan's sources. Used by one thread.
///
/// Each span that is being read has a stream of its own, so that two spans of one file do not make
/// it seek to and fro. When a span is done its stream stays open for the next one of the same file:
/// thousands of short clips open a file once.
public final class MediaAudioSource: AudioSource {
  private let library: MediaLibrary
  private let rate: Int
  private let channels: Int
  private let spans: [AudioSpan]
  private var readers: [Int: Reader] = [:]
  /// Streams that no span is reading, the longest unused first.
  private var idle: [(media: MediaID, stream: SoundStream)] = []
  private var clock = 0
  /// Times that files were opened, for tests.
  private(set) var opens = 0

  private struct Reader {
    let media: MediaID
    let sound: SoundReader
    var lastUse: Int
  }

  /// Streams in use, and streams kept open beside them, at most.
  private static let limit = 16

  public convenience init(plan: RenderPlan, library: MediaLibrary) {
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

  public func read(
    _ media: MediaID, span: Int, from sample: Int64, into buffer: inout AudioBuffer
  ) throws(RenderError) {
    let source = try library.source(media)
    if case .generator(let generator) = source.content {
      GeneratedSound.fill(generator, from: sample, rate: rate, into: &buffer)
      return
    }
    do throws(LibAVError) {
      try reader(span, media, source).read(from: sample, into: &buffer)
    } catch {
      throw RenderError(.media, "\(library.name(media)): sound cannot be read: \(error)")
    }
    if spans.indices.contains(span) {
      let end = spans[span].sourceSample + Int64(spans[span].samples.count)
      if sample + Int64(buffer.frameCount) >= end { retire(span) }
    }
  }

  private func reader(
    _ span: Int, _ media: MediaID, _ source: MediaSource
  ) throws(LibAVError) -> SoundReader {
    clock += 1
    if let known = readers[span], known.media == media {
      readers[span]?.lastUse = clock
      return known.sound
    }
    if readers.count >= Self.limit,
      let oldest = readers.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
    {
      retire(oldest)
    }
    let made = SoundReader(try stream(media, source), rate: rate, channels: channels)
    readers[span] = Reader(media: media, sound: made, lastUse: clock)
    return made
  }

  private func stream(_ media: MediaID, _ source: MediaSource) throws(LibAVError) -> SoundStream {
    if let place = idle.lastIndex(where: { $0.media == media }) {
      return idle.remove(at: place).stream
    }
    opens += 1
    return try SoundStream(source, protocols: library.allowedProtocols)
  }

  private func retire(_ span: Int) {
    guard let reader = readers.removeValue(forKey: span) else { return }
    if idle.count >= Self.limit { idle.removeFirst() }
    idle.append((reader.media, reader.sound.stream))
  }
}
