public import AudioMixing
import LibAV
public import RenderPlanning
public import Rendering
public import TimelineModel

/// The sound of a plan's sources. Used by one thread.
public final class MediaAudioSource: AudioSource {
  private let library: MediaLibrary
  private let rate: Int
  private let channels: Int
  /// Each span reads on its own, so that two spans of one file do not make it seek.
  private var readers: [Int: SoundReader] = [:]
  private var order: [Int] = []

  /// Streams kept open at the same time.
  private static let limit = 16

  public init(plan: RenderPlan, library: MediaLibrary) {
    self.library = library
    rate = plan.audio?.sampleRate ?? 48_000
    channels = plan.audio?.channels ?? 2
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
      try reader(span, source).read(from: sample, into: &buffer)
    } catch {
      throw RenderError(.media, "\(library.name(media)): sound cannot be read: \(error)")
    }
  }

  private func reader(_ span: Int, _ source: MediaSource) -> SoundReader {
    order.removeAll { $0 == span }
    order.append(span)
    if let known = readers[span] { return known }
    if readers.count >= Self.limit, let oldest = order.first {
      readers[oldest] = nil
      order.removeFirst()
    }
    let made = SoundReader(
      source, protocols: library.allowedProtocols, rate: rate, channels: channels)
    readers[span] = made
    return made
  }
}
