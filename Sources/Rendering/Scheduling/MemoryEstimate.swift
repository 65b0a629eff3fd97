import PixelGeometry
public import PlanModel
import TimelineModel

/// How much memory a render needs at most, before it starts.
///
/// The bound depends on the workers, the picture size and the sources that are shown at the same
/// time. It counts pictures in flight: the encoder's look-ahead and references, decoders' reference
/// pictures as they are stored, what lies between them and conformed pictures, and the compositor's
/// own. The movie's length and its number of
/// clips count only through the plan itself, some tens of bytes a frame.
public struct MemoryEstimate: Hashable, Sendable {
  /// The program, its libraries, fonts, the plan, and sound.
  public var fixedBytes: Int
  /// Each worker's pictures.
  public var bytesPerWorker: Int

  /// Bytes with a number of workers.
  public func bytes(workers: Int) -> Int { fixedBytes + workers * bytesPerWorker }

  /// As many workers as fit into `limit` bytes, at least one, which may need more.
  public func workers(within limit: Int, atMost jobs: Int) -> Int {
    max(1, min(jobs, (limit - fixedBytes) / max(1, bytesPerWorker)))
  }
}

extension MemoryEstimate {
  /// Of a plan, or of a part of one.
  /// - Complexity: O(n) for a plan of size n; nothing is opened.
  public init(_ plan: RenderPlan) {
    let size = plan.output.size
    let picture = size.width * size.height * 3 / 2
    let video = plan.output.video
    let encoder = video.codec.heldPictures(preset: video.preset) * picture
    var sources: [MediaID: Int] = [:]
    for source in plan.sources { sources[source.media] = Self.decoderBytes(source) }
    var conversions: [MediaID: Int] = [:]
    for conform in plan.conforms {
      guard let source = plan.source(of: conform.media) else { continue }
      conversions[conform.media] = max(
        conversions[conform.media] ?? 0, Self.conversionBytes(source, conform))
    }
    // A chunk may show several sources.
    let reading =
      plan.chunks.map { chunk in
        plan.media(in: chunk.frames).reduce(0) {
          $0 + (sources[$1] ?? 0) + (conversions[$1] ?? 0)
        }
      }.max() ?? 0
    bytesPerWorker = encoder + reading + 6 * picture
    let spans = plan.audio?.spans.count ?? 0
    fixedBytes = (60 << 20) + plan.output.frameCount * 48 + spans * 512
  }

  /// Decoded pictures that reading a source holds at a time.
  private static func decoderBytes(_ source: PlannedSource) -> Int {
    guard let pictures = source.pictures else { return 0 }
    // Decoders keep up to 16 references and a few in flight; a picture that stands alone is held
    // while the next one is decoded.
    return pictures.bytes * (pictures.standAlone ? 3 : 12)
  }

  /// What lies between a stored picture and the one that is composed.
  private static func conversionBytes(_ source: PlannedSource, _ conform: Conform) -> Int {
    guard let pictures = source.pictures else { return 0 }
    let colors = source.reading.colors
    let crop = conform.crop.width * conform.crop.height
    let size = conform.size.width * conform.size.height
    var bytes = 0
    // Four bytes of colour and alpha at the stored size, and the same as Y′CbCr.
    if !source.isOpaque { bytes += crop * 13 / 2 }
    // Through light: four components of 16 bits.
    if pictures.storage.bitDepth > 8 || colors.transfer != nil || colors.primaries != nil {
      bytes += (source.isOpaque ? size : crop) * 8
    }
    return bytes
  }
}
