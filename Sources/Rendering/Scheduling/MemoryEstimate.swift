public import RenderPlanning
import TimelineModel

/// How much memory a render needs at most, before it starts.
///
/// The bound depends on the workers, the picture size and the sources that are shown at the same
/// time. It counts pictures in flight: the encoder's look-ahead and references, decoders' reference
/// pictures, conformed pictures and the compositor's own. The movie's length and its number of
/// clips count only through the plan itself, some tens of bytes a frame.
public struct MemoryEstimate: Hashable, Sendable {
  /// The program, its libraries, fonts, the plan, and sound.
  public var fixedBytes: Int
  /// Each worker's pictures.
  public var bytesPerWorker: Int

  /// Bytes with a number of workers.
  public func bytes(workers: Int) -> Int { fixedBytes + workers * bytesPerWorker }

  /// As many workers as fit into `limit` bytes, at least one.
  public func workers(within limit: Int, atMost jobs: Int) -> Int {
    max(1, min(jobs, (limit - fixedBytes) / max(1, bytesPerWorker)))
  }
}

extension MemoryEstimate {
  public init(_ plan: RenderPlan) {
    let size = plan.output.size
    let picture = size.width * size.height * 3 / 2
    let encoder = Self.encoderPictures(plan.output.video.preset) * picture
    // A chunk may show several sources; decoders keep up to 16 references and a few in flight.
    var pixels: [MediaID: Int] = [:]
    for conform in plan.conforms {
      let cropped = conform.crop.width * conform.crop.height
      pixels[conform.media] = max(pixels[conform.media] ?? 0, cropped)
    }
    let decoders =
      plan.chunks.map { chunk in
        plan.media(in: chunk.frames).reduce(0) { $0 + (pixels[$1] ?? 0) * 3 / 2 * 12 }
      }.max() ?? 0
    bytesPerWorker = encoder + decoders + 6 * picture
    let spans = plan.audio?.spans.count ?? 0
    fixedBytes = (60 << 20) + plan.output.frameCount * 48 + spans * 512
  }

  /// What x264 keeps, in pictures: look-ahead, references at quarter pixels, reordering. Measured
  /// with x264 164, one thread.
  private static func encoderPictures(_ preset: String) -> Int {
    switch preset {
    case "ultrafast": 14
    case "superfast": 34
    case "veryfast": 48
    case "faster": 70
    case "fast": 90
    case "slow": 138
    case "slower": 174
    case "veryslow": 234
    case "placebo": 342
    default: 114
    }
  }
}
